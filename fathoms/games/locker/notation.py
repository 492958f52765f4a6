"""Actions and fates of Davy Jones' Locker: their numbers, and how they are written."""

from fathoms.engine.dialect import SEATS
from fathoms.games.locker.pieces import CARDS, SKILLS, SUITS, card_text
from fathoms.games.locker.state import MOST_SEATS

_SUITS = len(SUITS)

CONTINUE = 0
SURFACE = 1
A_KNIFE = 2
A_NET = A_KNIFE + MOST_SEATS * _SUITS
A_HARPOON = A_NET + _SUITS
A_TAKE = A_HARPOON + MOST_SEATS * _SUITS
A_PLUNDER = A_TAKE + CARDS
A_SABOTAGE = A_PLUNDER + MOST_SEATS
ACTIONS = A_SABOTAGE + MOST_SEATS

F_FIRST = 0
F_DIVER = F_FIRST + MOST_SEATS
F_DRAW = F_DIVER + MOST_SEATS * (len(SKILLS) - 1)
F_SHOW = F_DRAW + CARDS
F_PEEK = F_SHOW + CARDS
F_BONUS = F_PEEK + CARDS
FATES = F_BONUS + CARDS

MOST_CHOICES = CARDS  # a Navigator in a full Locker
MOST_FATES = CARDS


def action_text(code: int) -> str:
    if code == CONTINUE:
        return "continue"
    if code == SURFACE:
        return "surface"
    if code < A_NET:
        return f"knife {_seat_and_suit(code - A_KNIFE)}"
    if code < A_HARPOON:
        return f"net {SUITS[code - A_NET]}"
    if code < A_TAKE:
        return f"harpoon {_seat_and_suit(code - A_HARPOON)}"
    if code < A_PLUNDER:
        return f"take {card_text(code - A_TAKE)}"
    if code < A_SABOTAGE:
        return f"plunder {SEATS[code - A_PLUNDER]}"
    return f"sabotage {SEATS[code - A_SABOTAGE]}"


def _seat_and_suit(number: int) -> str:
    return f"{SEATS[number // _SUITS]} {SUITS[number % _SUITS]}"


def fate_text(code: int) -> str:
    if code < F_DIVER:
        return f"first {SEATS[code]}"
    if code < F_DRAW:
        seat, skill = divmod(code - F_DIVER, len(SKILLS) - 1)
        return f"diver {SEATS[seat]} {SKILLS[skill + 1]}"
    for start, word in ((F_BONUS, "bonus"), (F_PEEK, "peek"), (F_SHOW, "show")):
        if code >= start:
            return f"{word} {card_text(code - start)}"
    return f"draw {card_text(code - F_DRAW)}"
