"""Views tell what pages would otherwise have to judge: the phase by name, and a count that adds up to the scores."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathoms import Match, Sea
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import find_game
from fathoms.engine.rulebook import rule_texts

GAMES = ["barracuda", "locker", "nukha", "reef"]
DOCUMENT = Path(__file__).parents[2] / "docs/reference/views.md"


def walk(name: str, seed: int) -> Iterator[Match]:
    """The positions of a random game with random options in which somebody decides, and the last."""
    game, dice, sea = find_game(name), Dice(seed), Sea.from_seed(seed)
    match = Match(name, interpreted=True, **random_options(game, dice))
    while not match.over:
        yield match
        match.drift(sea)
        if not match.over:
            seat = dice.pick(match.to_act)
            match.play(f"{seat} {dice.pick(match.choices(seat))}")
    yield match


def fields_of(part: str) -> set[str]:
    return {name for row in re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}


def documented(name: str) -> tuple[set[str], set[str]]:
    """The fields of a game's view and the words of its phase, as the document has them."""
    parts = re.split(r"^## ", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    every = next(part for part in parts if part.startswith("Every game"))
    part = next(part for part in parts if part.startswith(f"`{name}`"))
    told = next(line for line in part.splitlines() if line.startswith("| `phase`"))
    return fields_of(every) | fields_of(part), set(re.findall(r"`([^`]+)`", told)) - {"phase"}


@pytest.mark.parametrize("name", GAMES)
def test_the_count_adds_up_to_the_scores(name: str) -> None:
    rules = set(rule_texts(find_game(name).book("en")))
    for seed in range(40, 52):
        *_, match = walk(name, seed)
        view = match.view()
        assert {seat: sum(line["points"] for line in lines) for seat, lines in view["count"].items()} == match.scores
        assert {line["rule"] for lines in view["count"].values() for line in lines} <= rules
        tie = view["tie"]
        assert tie is None or set(match.winners) <= set(tie["among"])
        assert tie is None or all(match.scores[seat] == tie["at"] for seat in tie["among"])
        assert tie is not None or len({match.scores[seat] for seat in match.winners}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_field_and_phase_of_a_view_is_in_the_document(name: str) -> None:
    fields, phases = documented(name)
    for seed in range(60, 64):
        for match in walk(name, seed):
            view = match.view(match.seats[0])
            assert set(view) == fields
            assert view["phase"] in phases
            assert (view["phase"] == "over") == view["over"] == (view["count"] is not None)


@pytest.mark.parametrize("name", GAMES)
def test_the_document_has_a_word_for_each_phase_and_no_other(name: str) -> None:
    assert documented(name)[1] == set(find_game(name).part("view")._PHASES.values())
