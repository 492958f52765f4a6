"""How actions and fates of The Nukha's Cave are numbered and written."""

from fathoms.engine.dialect import SEATS
from fathoms.games.nukha.pieces import ADVENTURERS, CARDS, CLAIMS, KINDS

MUTINY, PLEDGE, BUY, LEAVE, ACCEPT, ACCUSE, PASS, DONE = range(8)
CLAIM_AS = 8
CHOOSE = CLAIM_AS + len(CLAIMS)
ATTACK = CHOOSE + len(ADVENTURERS)
STEAL_FROM = ATTACK + len(SEATS)
PICK_UP = STEAL_FROM + len(SEATS)
PICK_DOWN = PICK_UP + KINDS
OFFER_UP = PICK_DOWN + 1
OFFER_DOWN = OFFER_UP + KINDS
RECOVER_CARD = OFFER_DOWN + KINDS
HIDE_CARD = RECOVER_CARD + KINDS
ACTIONS = HIDE_CARD + KINDS

CAPTAIN_IS = 0
FINDS = CAPTAIN_IS + len(SEATS)
DISCARDS = FINDS + len(CARDS)
REVEALS = DISCARDS + KINDS
PICKS = REVEALS + KINDS
FATES = PICKS + KINDS

MOST_CHOICES = 2 * KINDS  # an offer of every kind, face up and face down
MOST_FATES = len(CARDS)

_HIDEABLE = CARDS[:KINDS]
_ACTIONS = (
    *("mutiny", "pledge", "buy", "leave", "accept", "accuse", "pass", "done"),
    *(f"claim {name}" for name in CLAIMS),
    *(f"choose {name}" for name in ADVENTURERS),
    *(f"attack {seat}" for seat in SEATS),
    *(f"steal {seat}" for seat in SEATS),
    *(f"pick {card}" for card in _HIDEABLE),
    "pick hidden",
    *(f"offer {card}" for card in _HIDEABLE),
    *(f"offer hidden {card}" for card in _HIDEABLE),
    *(f"recover {card}" for card in _HIDEABLE),
    *(f"hide {card}" for card in _HIDEABLE),
)
_FATES = (
    *(f"captain {seat}" for seat in SEATS),
    *(f"find {card}" for card in CARDS),
    *(f"discard {card}" for card in _HIDEABLE),
    *(f"reveal {card}" for card in _HIDEABLE),
    *(f"pick {card}" for card in _HIDEABLE),
)


def action_text(code: int) -> str:
    return _ACTIONS[code]


def fate_text(code: int) -> str:
    return _FATES[code]
