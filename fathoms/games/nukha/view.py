"""What a viewer of The Nukha's Cave is told, from the record redacted for that viewer."""

from typing import Any

from fathoms.engine.dialect import SEATS
from fathoms.games.nukha.pieces import ADVENTURERS, CARDS, CLAIMS, KINDS, MAJORITIES
from fathoms.games.nukha.rules.hands import count_of
from fathoms.games.nukha.rules.score import token_holder
from fathoms.games.nukha.state import OVER


def describe(s: Any, viewer: int) -> dict[str, Any]:
    seats = range(int(s.players))
    over = int(s.phase) == OVER
    view: dict[str, Any] = {
        "captain": _seat(s.captain),
        "turn": _seat(s.turn),
        "coins": {SEATS[seat]: int(s.coins[seat]) for seat in seats},
        "reserve": int(s.reserve),
        "loot": {SEATS[seat]: _loot(s, seat, over or seat == viewer) for seat in seats},
        "cave": int(s.cave_left),
        "discard": _discard(s, over or viewer == int(s.captain)),
        "claim": CLAIMS[int(s.claim)] if int(s.claim) >= 0 else None,
        "found": CARDS[int(s.found)] if int(s.found) >= 0 else None,
        "attacker": _seat(s.attacker),
        "target": _seat(s.target),
        "adventurers": {SEATS[seat]: _adventurer(int(s.adventurer[seat])) for seat in seats},
        "tokens": _tokens(s) if over else None,
    }
    if not over:
        view |= {"scores": None, "winners": None}
    return view


def _seat(number: Any) -> str | None:
    return SEATS[int(number)] if int(number) >= 0 else None


def _adventurer(number: int) -> str | None:
    return ADVENTURERS[number] if number >= 0 else None


def _cards(hand: int) -> list[str]:
    return [CARDS[kind] for kind in range(KINDS) for _ in range(count_of(hand, kind))]


def _loot(s: Any, seat: int, open_to_viewer: bool) -> dict[str, Any]:
    """Face-up cards by name, hidden ones by count, and by name (`down`) to their owner and at the end."""
    return {
        "up": _cards(int(s.up[seat])),
        "hidden": int(s.hidden[seat]),
        "down": _cards(int(s.down[seat])) if open_to_viewer else None,
    }


def _discard(s: Any, open_to_viewer: bool) -> dict[str, Any]:
    return {"count": int(s.discarded), "cards": _cards(int(s.discard)) if open_to_viewer else None}


def _tokens(s: Any) -> dict[str, str | None]:
    return {name: _seat(token_holder(s, token)) for token, name in enumerate(MAJORITIES)}
