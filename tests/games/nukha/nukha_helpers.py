"""A short way to write games of The Nukha's Cave down: event lines separated by semicolons."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine.dialect import SPECTATOR
from fathoms.engine.errors import IllegalMove
from fathoms.games.nukha.pieces import CARDS
from fathoms.games.nukha.rules.hands import count_of, one
from fathoms.games.nukha.state import FIND

VIEWER = {"A": 0, "B": 1, "C": 2, "D": 3, None: SPECTATOR}
UNDER = "sea discard egg; sea discard pistol; sea discard lizard"


def table(lines: str = "", under: str = UNDER, **options: Any) -> Match:
    """A match after these lines; by default A is Captain of three, without adventurers, and the discard is laid."""
    given = {"players": 3, "captain": "A", "adventurers": "none", **options}
    match = Match("nukha", interpreted=True, **given)
    return go(go(match, under), lines)


def go(match: Match, lines: str) -> Match:
    for line in filter(None, (line.strip() for line in lines.split(";"))):
        match.play(line)
    return match


def sells(seat: str, captain: str = "A", card: str = "egg") -> str:
    """A turn that moves a coin from the Captain to an Explorer and nothing else: a lie that is bought."""
    claim = "lizard" if card == "pistol" else "pistol"
    return f"sea find {card}; {seat} claim {claim}; {captain} buy; sea reveal {card};"


def leaves(seat: str, card: str, claim: str, target: str, captain: str = "A") -> str:
    """A turn up to the target's answer: the Captain leaves the find."""
    return f"sea find {card}; {seat} claim {claim}; {captain} leave; {seat} attack {target};"


def coins(match: Match) -> list[int]:
    return list(match.view()["coins"].values())


def up(match: Match, seat: str) -> list[str]:
    return match.view()["loot"][seat]["up"]


def down(match: Match, seat: str) -> list[str]:
    """The face-down loot as its owner sees it."""
    return match.view(seat)["loot"][seat]["down"]


def under_bottle(match: Match) -> list[str]:
    return match.view(match.view()["captain"])["discard"]["cards"]


def refused(match: Match, line: str) -> str | None:
    """The rule that forbids a line; the match is unchanged."""
    before = match.save()
    with pytest.raises(IllegalMove) as caught:
        match.play(line)
    assert match.save() == before
    return caught.value.rule


def hand(cards: str) -> int:
    return sum(one(CARDS.index(card)) for card in cards.split())


def final(
    loot: Mapping[str, str], coins: Mapping[str, int] = {}, hidden: Mapping[str, str] = {}, **options: Any
) -> Match:
    """The end of a game in which the seats hold these cards and coins (none unless said)."""
    match = table(**options)
    record = match._position.record
    for number, seat in enumerate(match.seats):
        record.up[number] = hand(loot.get(seat, ""))
        record.down[number] = hand(hidden.get(seat, ""))
        record.hidden[number] = len(hidden.get(seat, "").split())
        record.coins[number] = coins.get(seat, 0)
    record.phase, record.cave_left = FIND, 4
    return go(match, "sea find nomads")


def with_loot(
    match: Match, seat: str, up: str | None = None, down: str | None = None, coins: int | None = None
) -> Match:
    """The same match, with another loot in front of a seat; for positions far into a game."""
    record, number = match._position.record, match.seats.index(seat)
    if up is not None:
        record.up[number] = hand(up)
    if down is not None:
        record.down[number], record.hidden[number] = hand(down), len(down.split())
        record.known[:, number] = 0
    if coins is not None:
        record.coins[number] = coins
    return match


def words(choices: Sequence[str], verb: str) -> list[str]:
    """What follows a verb in a list of choices."""
    return [choice.removeprefix(verb).strip() for choice in choices if choice.startswith(verb)]


def worlds(match: Match, seat: str | None, count: int = 60) -> list:
    """Records of worlds a viewer can imagine now, each checked for soundness and for what it shows the viewer."""
    viewer = VIEWER[seat]
    told = match.position.redacted(viewer)
    rng = np.array([7], np.uint64)
    made = [told.imagined(viewer, rng) for _ in range(count)]
    for world in made:
        assert world.sound() == 0
        assert world.redacted(viewer).bytes() == told.bytes()
    return [world.record for world in made]


def named(cards: int) -> list[str]:
    return [CARDS[kind] for kind in range(7) for _ in range(count_of(cards, kind))]


def loots(match: Match, seat: str | None, owner: str) -> set[tuple[str, ...]]:
    """The face-down loots an owner may have, as a viewer sees it."""
    return {tuple(named(int(world.down["ABCD".index(owner)]))) for world in worlds(match, seat)}
