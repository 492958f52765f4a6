"""Walking through a record."""

import io

import pytest
from rich.console import Console

from fathoms import Match
from fathoms.engine.records import read_record
from fathoms.terminal.replay import print_log, walk
from fathoms.terminal.words import WORDS
from tests.engine.test_match import locker, play_out
from tests.terminal.test_play import Person


def walked(match: Match, *answers: object, seat: str | None = None, lang: str = "en") -> str:
    printed = io.StringIO()
    walk(read_record(match.save())[0], seat, Console(file=printed, width=120), lang, Person(*answers, "q"))
    return printed.getvalue()


MATCH = locker("sea draw drone-5", "sea peek mermaid-8", "A continue", "sea draw mermaid-8")


def test_steps_lead_forward_and_back() -> None:
    told = walked(MATCH, "", "", "b", "4", "0")
    steps = [line.strip("─ ") for line in told.splitlines() if line.startswith("─")]
    assert steps == [
        "before the first move",
        "move 1 of 4",
        "move 2 of 4",
        "move 1 of 4",
        "move 4 of 4",
        "before the first move",
    ]


@pytest.mark.parametrize("word", ["999", "-5", "dance", "²", "٣", "b", "[/b]"])
def test_any_word_leads_to_some_event(word: str) -> None:
    assert "before the first move" in walked(MATCH, word)


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()])
def test_the_end_of_input_ends_the_walk(end: BaseException) -> None:
    assert "move 1 of 4" in walked(MATCH, "", end)


def test_a_seat_sees_what_it_saw_then() -> None:
    assert "Mermaid 8" in walked(MATCH, "2", seat="A")
    for seat in ("B", None):
        assert "Mermaid 8" not in walked(MATCH, "2", seat=seat)


def test_the_result_is_shown_at_the_end() -> None:
    match = play_out(locker())
    assert "The game is over." in walked(match, str(len(match.log)))
    assert "The game is over." not in walked(match, str(len(match.log) - 1))


def test_a_walk_in_french() -> None:
    told = walked(MATCH, "1", lang="fr")
    assert "avant le premier coup" in told
    assert "coup 1 sur 4" in told


def test_the_log_as_sentences() -> None:
    printed = io.StringIO()
    print_log(MATCH, "B", Console(file=printed, width=120), "fr")
    assert "sea peek ?" in printed.getvalue()
    assert "Le Drone filme : une carte cachée aux autres." in printed.getvalue()


def test_everything_said_around_a_game_is_in_both_languages() -> None:
    for key, words in WORDS.items():
        assert set(words) == {"en", "fr"}, key
        assert all(words.values()), key
