"""An evening in the terminal: asking, telling, keeping secrets, and losing nothing."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fathoms import Match, Sea
from fathoms.bots.coach import hints
from fathoms.bots.levels import Bot
from fathoms.engine.position import Position
from fathoms.engine.records.verify import verify_record
from fathoms.terminal.play import Evening, Leave

FIRST_CHOICE = "1"


class Person:
    """Answers in turn, the last one for ever; an exception among them is raised."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers) or [FIRST_CHOICE]
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, str):
            return answer
        raise answer


def table(person: Callable[[str], str], people: str = "A", *lines: str, lang: str = "en", file: Path | None = None,
          game: str = "locker", **options: Any) -> tuple[Evening, io.StringIO]:  # fmt: skip
    """An evening after some lines, and what it prints."""
    chosen = {"players": 2, "first": "A", **options} if game == "locker" else options
    match = Match(game, interpreted=True, **chosen)
    for line in lines:
        match.play(line)
    printed = io.StringIO()
    bots = {seat: Bot("sailor", 1) for seat in match.seats if seat not in people}
    screen = Console(file=printed, width=160)
    return Evening(match, bots, screen, lang, file, 0, person, Sea.from_seed(1)), printed


def leave_after(*answers: str, people: str = "A", lines: tuple[str, ...] = (), **more: Any) -> str:
    """What is printed when somebody gives these answers and leaves."""
    evening, printed = table(Person(*answers, "quit"), people, *lines, **more)
    with pytest.raises(Leave):
        evening.run()
    return printed.getvalue()


START = ("sea draw anchor-5",)


def test_bots_alone_play_to_the_end() -> None:
    evening, printed = table(Person(AssertionError("nobody is to be asked")), "")
    evening.run()
    assert evening.match.over
    assert "The game is over." in printed.getvalue()
    assert "wins." in printed.getvalue() or "share the victory" in printed.getvalue()


def test_a_person_plays_to_the_end() -> None:
    evening, printed = table(Person("2", "1"), "A")
    evening.run()
    assert evening.match.over
    assert "A, your move" in printed.getvalue()


@pytest.mark.parametrize(("word", "line"), [("1", "A continue"), ("2", "A surface"), (" surface ", "A surface")])
def test_a_choice_by_number_or_in_words(word: str, line: str) -> None:
    evening, _ = table(Person(word, "quit"), "AB", *START)
    with pytest.raises(Leave):
        evening.run()
    assert evening.match.log[1] == line


@pytest.mark.parametrize(
    "word", ["0", "3", "-1", "99999999999999999999", "²", "٣", "", "dance", "[/b]", "[red]", "{seat}", "\\", "rule",
             "rule [/x]", "rule L99", "knife B anchor", "A surface", "\x1b[2J"]
)  # fmt: skip
def test_any_other_word_is_answered_and_asked_again(word: str) -> None:
    evening, printed = table(Person(word, "quit"), "A", *START)
    with pytest.raises(Leave):
        evening.run()
    assert evening.match.log == list(START)
    assert "Traceback" not in printed.getvalue()


def test_a_move_that_is_not_allowed_is_explained_with_its_rule() -> None:
    assert "L7" in leave_after("knife B anchor", lines=START)


def test_a_move_that_is_not_allowed_is_explained_in_french() -> None:
    lines = ("sea draw squid-3", "sea draw drone-5", "sea peek mermaid-8")
    said = leave_after("surface", lines=lines, lang="fr")
    assert "e Calamar géant réclame encore des cartes" in said
    assert "not allowed" not in said


@pytest.mark.parametrize(
    ("word", "answer"),
    [("?", "A number or a move"), ("help", "quit"), ("rules", "Davy Jones' Locker"), ("rule l15", "Two more cards"),
     ("aid", "Key-and-Chest bonus is twice"), ("log", "The deck turns up Anchor 5."), ("view", "Loot deck 49")],
)  # fmt: skip
def test_questions_are_answered(word: str, answer: str) -> None:
    assert answer in leave_after(word, lines=START)


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()])
def test_the_end_of_input_or_an_interrupt_is_leaving(end: BaseException, tmp_path: Path) -> None:
    evening, _ = table(Person("1", end), "A", *START, file=tmp_path / "game.json")
    with pytest.raises(Leave):
        evening.run()
    assert Match.load((tmp_path / "game.json").read_text(), interpreted=True).log[:2] == [*START, "A continue"]


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()])
def test_leaving_at_the_curtain(end: BaseException) -> None:
    evening, _ = table(Person("2", end), "AB", *MYSTIC[:-1], divers="mystic,none")
    with pytest.raises((Leave, KeyboardInterrupt)):
        evening.run()


def test_every_decision_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "game.json"
    evening, _ = table(Person("2", "2", "quit"), "AB", file=file)
    with pytest.raises(Leave):
        evening.run()
    kept = Match.load(file.read_text(), interpreted=True).log
    assert [line for line in kept if not line.startswith("sea")] == ["A surface", "B surface"]
    assert [path.name for path in file.parent.iterdir()] == ["game.json"]


@pytest.mark.parametrize("at", range(1, 8))
def test_an_interrupt_in_the_middle_of_an_event_spoils_no_save(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, _ = table(Person(), "", file=tmp_path / "game.json")
    happen, calls = Position.happen, []

    def interrupted(position: Position, who: int, event: int) -> None:
        calls.append(who)
        if len(calls) == at:
            raise KeyboardInterrupt
        happen(position, who, event)

    monkeypatch.setattr(Position, "happen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evening.run()
    evening.save()
    monkeypatch.undo()
    assert verify_record((tmp_path / "game.json").read_text()).events == at - 1


# A looks at three cards with a Drone, leaves two of them on the deck and surfaces.
MYSTIC = ("sea draw drone-5", "sea peek chest-7", "sea peek anchor-7", "sea peek squid-7", "A surface")


def mermaid_sea() -> Sea:
    """A sea that turns up a Mermaid, which has no effect, when A has surfaced after START."""
    for seed in range(500):
        match = table(Person(), "AB", *START, "A surface")[0].match
        match.drift(Sea.from_seed(seed))
        if match.log[-1].startswith("sea draw mermaid"):
            return Sea.from_seed(seed)
    raise AssertionError("no seed brings a Mermaid")


class TestSecrets:
    def test_a_curtain_falls_between_two_people_with_secrets(self) -> None:
        person = Person("2", "", "quit")
        evening, _ = table(person, "AB", *MYSTIC[:-1], divers="mystic,none")
        with pytest.raises(Leave):
            evening.run()
        assert person.asked == ["A › ", "Hand the screen to B, then press Enter. ", "B › "]

    def test_the_one_behind_the_curtain_is_not_shown_the_secret(self) -> None:
        printed = leave_after("2", "", "log", people="AB", lines=MYSTIC[:-1], divers="mystic,none")
        shown_to_a, _, shown_to_b = printed.partition("A returns to the surface.")
        assert "Anchor 7" in shown_to_a
        assert "Anchor 7" not in shown_to_b
        assert "a card unseen by others" in shown_to_b

    def test_the_curtain_is_french_in_french(self) -> None:
        person = Person("2", "", "quit")
        evening, _ = table(person, "AB", *MYSTIC[:-1], divers="mystic,none", lang="fr")
        with pytest.raises(Leave):
            evening.run()
        assert person.asked[1] == "Passez l’écran à B, puis appuyez sur Entrée. "

    def test_without_secrets_there_is_no_curtain(self) -> None:
        person = Person("2", "quit")
        evening, _ = table(person, "AB", *START)
        evening.sea = mermaid_sea()
        with pytest.raises(Leave):
            evening.run()
        assert person.asked == ["A › ", "B › "]

    def test_a_single_person_sees_no_curtain(self) -> None:
        person = Person("2", "2", "quit")
        evening, _ = table(person, "A", *MYSTIC[:-1], divers="mystic,none")
        with pytest.raises(Leave):
            evening.run()
        assert set(person.asked) == {"A › "}

    def test_the_log_of_a_person_hides_what_others_saw(self) -> None:
        lines = (*MYSTIC, "sea draw chest-7")
        printed = leave_after("log", people="B", lines=lines, divers="mystic,none")
        assert "The Drone films a card unseen by others." in printed
        assert "Squid 7" not in printed


class TestFrench:
    def test_a_whole_game_in_french(self) -> None:
        evening, printed = table(Person("2", "1"), "A", lang="fr", players=3, divers="random", first=None)
        evening.run()
        said = " ".join(printed.getvalue().split())
        assert "La pioche révèle" in said
        assert "La partie est finie." in said
        assert not any(word in said for word in ("The deck", "Press on", "your move", "is over", " wins"))

    def test_menus_and_help_are_french(self) -> None:
        said = leave_after("?", "dance", "rule L7", lines=START, lang="fr")
        assert all(word in said for word in ("A, à vous de jouer", "Remonter avec", "n’est pas un de vos choix"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_tracker_is_drawn(lang: str) -> None:
    card = {"en": "Anchor 2", "fr": "Ancre 2"}[lang]
    assert card in leave_after(lines=START, tracker=True, lang=lang)
    assert card not in leave_after(lines=START, lang=lang)


@pytest.mark.parametrize("game", ["locker", "reef", "barracuda", "nukha"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_game_can_be_played_by_a_person(game: str, lang: str) -> None:
    evening, printed = table(Person(*["1"] * 6, "quit"), "A", game=game, lang=lang)
    with pytest.raises(Leave):
        evening.run()
    assert len(printed.getvalue()) > 500


@pytest.mark.parametrize(("lang", "said"), [("en", "cards left would sink you"), ("fr", "cartes restantes vous")])
def test_a_hint_when_asked_for(lang: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "SECONDS", 0.01)
    monkeypatch.setattr(hints, "IMAGINED", 8)
    printed = leave_after("hint", lines=START, lang=lang)
    assert said in printed
    assert "hint" in leave_after("?", lines=START)
