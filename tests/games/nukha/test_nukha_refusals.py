"""Why a move is refused, and that everything can be said in both languages."""

import pytest
from rich.console import Console

from fathoms import Match
from fathoms.engine.errors import IllegalMove
from fathoms.engine.game import find_game
from fathoms.engine.rulebook import rule_texts
from fathoms.games.nukha import words
from fathoms.games.nukha.pieces import ADVENTURERS, CARDS
from fathoms.games.nukha.terminal import draw
from tests.games.nukha.nukha_helpers import final, leaves, refused, sells, table

GAME = find_game("nukha")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("B mutiny", "N7"),
        ("B choose red", "N3"),
        ("B claim lizard", "N12"),
        ("A leave", "N13"),
        ("B attack C", "N15"),
        ("C accuse", "N16"),
        ("B steal C", "N33"),
        ("B pick pistol", "N28"),
        ("C offer pistol", "N31"),
        ("B recover egg", "N30"),
        ("B pass", "N30"),
        ("B hide egg", "N32"),
        ("B done", "N32"),
    ],
)
def test_out_of_time_each_action_names_its_rule(line, rule):
    assert refused(table(), line) == rule


def test_a_fate_that_cannot_be_is_refused_without_a_rule():
    assert refused(table(), "sea find purse") is None
    assert refused(table(), "sea pick egg") is None
    assert refused(table(), "B dance") is None


def test_a_refusal_tells_no_secret():
    match = table(leaves("B", "egg", "pistol", "C") + "C accept; B pick hidden")
    with pytest.raises(IllegalMove) as caught:
        match.play("B accept")
    assert "purse" not in str(caught.value)


def test_every_reason_is_a_rule_in_both_languages():
    books = {lang: rule_texts(GAME.book(lang)) for lang in ("en", "fr")}
    assert list(books["en"]) == list(books["fr"])
    assert list(books["en"]) == [f"N{n}" for n in (*range(1, 24), 28, *range(24, 28), *range(30, 37), 40, 41)]
    for number, texts in GAME.reasons.items():
        assert f"N{number}" in books["en"]
        assert set(texts) == {"en", "fr"}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_event_has_a_sentence_and_every_choice_a_label(lang):
    sentences = {GAME.sentence(f"A {GAME.action_text(code)}", lang) for code in range(GAME.actions)}
    sentences |= {GAME.sentence(f"sea {GAME.fate_text(code)}", lang) for code in range(GAME.fates)}
    assert len(sentences) == GAME.actions + GAME.fates
    assert len({GAME.label(GAME.action_text(code), lang) for code in range(GAME.actions)}) == GAME.actions
    assert not any("{" in sentence or "?" in sentence for sentence in sentences)
    shouted = [sentence for sentence in sentences if "!" in sentence]
    assert all("Captain!" in sentence or "Capitaine !" in sentence for sentence in shouted)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_hidden_is_told_as_hidden(lang):
    for line in ("sea find ?", "sea pick ?", "sea discard ?", "C offer hidden ?", "B recover ?"):
        assert words.CARD_NAMES["?"][lang] in GAME.sentence(line, lang)


def test_names_for_all_that_is_shown():
    assert set(CARDS) <= set(words.SHORT_NAMES)
    assert set(ADVENTURERS) == set(words.ADVENTURER_NAMES) == set(words.POWERS)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seat", ["A", "B", None])
def test_the_terminal_draws_every_stage(lang, seat, capsys):
    stages = [
        Match("nukha", interpreted=True),
        Match("nukha", captain="A", interpreted=True),
        table(),
        table("sea find egg"),
        table(sells("B") + leaves("C", "egg", "lizard", "B"), adventurers=["red", "moon", "siana"]),
        final({"A": "egg egg", "B": "pistol"}),
        final({}),
        final({}, coins={"B": 1, "C": 1}),
    ]
    for match in stages:
        Console(width=100).print(draw(match.view(seat), lang))
    told = capsys.readouterr().out
    assert ("Nomades" if lang == "fr" else "Nomads") in told
    assert "Red" in told
    assert ("choisit son Aventurier" if lang == "fr" else "chooses an adventurer") in told
    assert ("fouille" if lang == "fr" else "searches") in told
