"""A short way to write games of The Reef down, and to read where things are."""

from collections.abc import Iterable
from typing import Any

import pytest

from fathoms import IllegalMove, Match

# Seven columns, so two steps of the boat: a well (column 1), a ledge with a single chest (2.1), open water to depth 4.
POND = """\
.l.....
.#.....
.#.1..2
a#bcdef

a = s s s
b = m m m
c = l l l
d = s s s
e = m m m
f = l l
"""

# Six columns: the first step of the boat ends the game.
RACE = """\
......
1....2
abcdef

a = s s s
b = s s s
c = m m m
d = m m m
e = l l l
f = l l l
"""

# One row of six cells: dolphins and chests in the first two, room for four divers in the others.
CHANNEL = """\
ab....

a = 1 s s s s s s m m m
b = 2 m m m l l l l l l
"""


def reef(*lines: str | Iterable[str], players: int = 2, first: str | None = "A", **options: Any) -> Match:
    """A match after these lines; A begins unless told otherwise."""
    match = Match("reef", players=players, first=first, **options)
    return go(match, *lines)


def go(match: Match, *lines: str | Iterable[str]) -> Match:
    for line in lines:
        for one in [line] if isinstance(line, str) else line:
            match.play(one)
    return match


def turn(seat: str, spin: int | str, card: int | str, *moves: str) -> list[str]:
    """Helm, dive card and moves of one turn."""
    return [f"{seat} spin", f"sea spin {spin}", f"{seat} card {card}", *(f"{seat} {move}" for move in moves)]


def event(seat: str, name: str, *answers: str) -> list[str]:
    """The helm on ?, an event and the answers of `seat` to it."""
    return [f"{seat} spin", "sea spin ?", f"sea event {name}", *(f"{seat} {answer}" for answer in answers)]


def at(match: Match, seat: str) -> str:
    place: str = match.view()["divers"][seat]["at"]
    return place


def carries(match: Match, seat: str) -> str | None:
    size: str | None = match.view()["divers"][seat]["carries"]
    return size


def boat(match: Match) -> int:
    """The boat's leftmost column."""
    column: int = match.view()["boat"][0]
    return column


def up(match: Match, seat: str) -> list[str]:
    cards: list[str] = match.view()["cards"][seat]["up"]
    return cards


def refused(match: Match, line: str) -> str | None:
    """The rule that forbids a line, which changes nothing."""
    before = match.save()
    with pytest.raises(IllegalMove) as caught:
        match.play(line)
    assert match.save() == before
    return caught.value.rule


def full_channel() -> Match:
    """Four divers and two dolphins in six cells: nobody can move, except aboard; A to spin."""
    lines = [turn(seat, 1, 1, f"enter {column}", "stop") for seat, column in zip("ABCD", (3, 4, 5, 6), strict=True)]
    return reef(*lines, players=4, chart=CHANNEL)
