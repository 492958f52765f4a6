"""What a viewer of Davy Jones' Locker is told, from the record redacted for that viewer."""

from typing import Any

from fathoms.engine.dialect import SEATS
from fathoms.games.locker.pieces import CARDS, SKILLS, VARIANTS, card_text


def describe(s: Any, viewer: int) -> dict[str, Any]:
    players = int(s.players)
    known_first = int(s.first) >= 0
    return {
        "row": [card_text(int(card)) for card in s.row[: int(s.row_n)]],
        "holds": {SEATS[seat]: _cards(int(s.holds[seat])) for seat in range(players)},
        "deck": int(s.deck).bit_count(),
        "locker": int(s.locker).bit_count(),
        "tracker": _cards(int(s.locker)) if int(s.tracker) else None,
        "turn": SEATS[int(s.turn)] if known_first else None,
        "first": SEATS[int(s.first)] if known_first else None,
        "divers": {SEATS[seat]: SKILLS[int(s.skills[seat])] for seat in range(players)},
        "variant": VARIANTS[int(s.variant)],
        "sabotaged": SEATS[int(s.marked)] if int(s.marked) >= 0 else None,
        "squid": int(s.debt),
        "hauls": int(s.hauls),
        "bonus": int(s.bonus),
        "peeked": _peeked(s, viewer),
        "shown": _shown(s, viewer),
    }


def _cards(mask: int) -> list[str]:
    """By suit, ascending: the last one of a suit is on top (L11)."""
    return [card_text(card) for card in range(CARDS) if mask >> card & 1]


def _peeked(s: Any, viewer: int) -> list[str]:
    """The cards on top of the deck that this viewer has seen, top first (L19, L44)."""
    return [card_text(int(s.top[i])) for i in range(int(s.top_n)) if int(s.seen_by[i]) >> viewer & 1]


def _shown(s: Any, viewer: int) -> list[str]:
    """The Locker's cards a Map is showing, to the one who looks (L17)."""
    if viewer != int(s.turn):
        return []
    return [card_text(int(card)) for card in s.shown[: int(s.shown_n)]]
