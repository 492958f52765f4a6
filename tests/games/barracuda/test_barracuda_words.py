"""Words, rule books and the terminal, in both languages."""

import random
import re

import pytest
from rich.console import Console

from fathoms import Match
from fathoms.games.barracuda.terminal import draw
from tests.games.barracuda.barracuda_helpers import table

GAME = table().game
IDS = [*range(1, 34), 40, 41]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_event_has_a_sentence(lang):
    lines = [f"A {GAME.action_text(code)}" for code in range(GAME.actions)]
    lines += [f"sea {GAME.fate_text(code)}" for code in range(40)]
    for line in [*lines, "B play ?", "sea pick ?"]:
        said = GAME.sentence(line, lang)
        assert re.fullmatch(r"[A-ZÉ].+\.", said), said
        assert not re.search(r"[{}?!]", said), said


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_choice_has_a_label_of_its_own(lang):
    labels = [GAME.label(GAME.action_text(code), lang) for code in range(GAME.actions)]
    assert len(set(labels)) == len(labels)
    assert all(len(label) < 50 and not re.search(r"[{}?!]", label) for label in labels)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_rule_book_has_every_rule(lang):
    found = re.findall(r"^- \*\*B(\d+) [^*]+\.\*\*", GAME.book(lang), re.MULTILINE)
    assert sorted(int(number) for number in found) == IDS
    assert set(GAME.reasons) <= set(IDS)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            "sea roll 2 towards 3",
            ("The Barracuda swims 2 towards wreck 3.", "Le Barracuda se déplace de 2 vers l’Épave 3."),
        ),
        ("A share C 0", ("A shares with C and keeps nothing.", "A partage avec C et garde le sac vide.")),
        ("A share C 1", ("A shares with C and keeps 1 coin.", "A partage avec C et garde 1 pièce d’or.")),
        ("A share C 2", ("A shares with C and keeps 2 coins.", "A partage avec C et garde 2 pièces d’or.")),
        ("B play ?", ("B has chosen a card.", "B a choisi une carte.")),
    ],
)
def test_some_sentences(lines, words):
    assert (GAME.sentence(lines, "en"), GAME.sentence(lines, "fr")) == words


def drawn(match: Match, lang: str = "en", seat: str | None = None) -> str:
    console = Console(width=90)
    with console.capture() as capture:
        console.print(draw(match.view(seat), lang))
    return capture.get()


def test_the_terminal_draws_every_phase_in_both_languages():
    chance = random.Random(3)
    phases = set()
    for options in ({"extras": [2, 6]}, {"teams": True, "layout": "random"}, {"layout": "123456"}, {"extras": [2, 6]}):
        match = Match("barracuda", interpreted=True, **options)
        while not match.over:
            who = chance.choice(match.to_act)
            event = chance.choice(list(match.fates()) if who == "sea" else match.choices(who))
            match.play(f"{who} {event}")
            phase = match.view(None)["phase"]
            if phase not in phases:
                assert all(
                    re.search(rf"{word} \d+ · .+", drawn(match, *lang))
                    for *lang, word in (["en", "Turn"], ["fr", "Tour"])
                )
                phases.add(phase)
    known = {"choose", "roll", "steer", "stray", "act", "bait", "recover or meddle", "pick", "discard", "over"}
    assert phases == known
    assert "Les Épaves ne sont pas encore disposées." in drawn(table(layout="random"), "fr")


def test_the_terminal_shows_the_table():
    match = table("3 1 4: sea roll 2 towards 3", "b 5 1: sea roll 1", players=3)
    picture = drawn(match)
    assert "><(((°>" in picture
    assert "(●A)" in picture
    assert "¤ ¤" in picture
    assert "Turn 2 · A controls the Barracuda, up to 1" in picture
    assert "A contrôle le Barracuda" in drawn(match, "fr")


def test_the_terminal_names_the_teams():
    assert "Turn 1 · A + C / B + D · choose a card" in drawn(table(teams=True))


def test_the_terminal_hides_what_is_hidden():
    match = table(players=2)
    match.play("A play 3")
    assert "▒" in drawn(match)
    assert "▒" not in drawn(match, seat="A")


def test_remarks_say_what_lines_do_not():
    match = table("3 1", players=2)
    before = match.view()
    match.play("sea roll 2 towards 3")
    told = {lang: GAME.remark("sea roll 2 towards 3", before, match.view(), lang) for lang in ("en", "fr")}
    assert told == {
        "en": "It stops on wreck 3. The Barracuda bites A, who drops the whole bag (2 coins) on wreck 3. "
        "A gains 1 coin on wreck 3: 1 in the bag. B banks 2 coins: 2 in the chest (8 needed).",
        "fr": "Il s’arrête sur l’Épave 3. Le Barracuda mord A, qui lâche tout le sac (2 pièces d’or) sur l’Épave 3. "
        "A gagne 1 pièce d’or sur l’Épave 3 : 1 dans le sac. B met 2 pièces d’or au coffre : 2 en tout (il en faut 8).",
    }
    assert GAME.remark("sea roll 2 towards 3", before, before, "en") == "It stays on wreck 6."
    assert GAME.remark("A play 3", before, before, "en") is None


def test_a_remark_on_the_fifth_card():
    match = table("5 5: stay", "3 4: stay", "4 3: stay", "2 1: stay; A unbait B", players=2, goal=10)
    match.play("A play 1")
    before = match.view()
    match.play("B play barracuda")
    told = {lang: GAME.remark("B play barracuda", before, match.view(), lang) for lang in ("en", "fr")}
    assert told == {
        "en": "Revealed: A 1, B Barracuda. A takes all five Movement cards back in hand.",
        "fr": "Cartes révélées : A 1, B Barracuda. A reprend en main ses cinq cartes Déplacement.",
    }
