"""Barracuda's events: how actions and fates are numbered, and their text (`play 3`, `roll 2 towards 3`)."""

from fathoms.engine.dialect import SEATS
from fathoms.games.barracuda.pieces import BARRACUDA, DISTANCES, MOST_SHARED, ORDERS, SHAPES, WRECKS
from fathoms.games.barracuda.state import MOST_SEATS

SIMULTANEOUS = True  # all choose their cards at the same time (B11)

# Actions: each kind starts at its number; what is added is a card or a wreck less one, or a seat.
A_PLAY = 0
A_SEND = A_PLAY + BARRACUDA
A_UNIQUE = A_SEND + WRECKS
A_ROB = A_UNIQUE + 1
A_BAIT = A_ROB + MOST_SEATS
A_UNBAIT = A_BAIT + 1
A_RECOVER = A_UNBAIT + MOST_SEATS
A_MEDDLE = A_RECOVER + 1
A_DISCARD = A_MEDDLE + MOST_SEATS
A_SHARE = A_DISCARD + BARRACUDA  # + ally * SHARES + the coins one is left with
SHARES = MOST_SHARED + 1
ACTIONS = A_SHARE + MOST_SEATS * SHARES
MOST_CHOICES = 2 + MOST_SEATS + SHARES

# Fates. Layouts come last: they are many, and rare.
F_ROLL_TOWARDS = 0  # + (distance - 1) * 6 + wreck - 1
F_ROLL = F_ROLL_TOWARDS + DISTANCES * WRECKS
F_AWAY = F_ROLL + DISTANCES  # + wreck - 1, never 6
F_PICK = F_AWAY + WRECKS - 1
F_LAY = F_PICK + BARRACUDA  # + shape * 720 + the rank of the order in which 1 to 6 fill its cells
LAYOUTS = len(SHAPES) * ORDERS
FATES = F_LAY + LAYOUTS
MOST_FATES = LAYOUTS


def card_text(card: int) -> str:
    """A card of a hand: `1` to `5`, or `barracuda`."""
    return "barracuda" if card == BARRACUDA else str(card)


def action_text(code: int) -> str:
    """An action as written after the seat."""
    if code >= A_SHARE:
        ally, left = divmod(code - A_SHARE, SHARES)
        return f"share {SEATS[ally]} {left}"
    for start, verb in ((A_DISCARD, "discard"), (A_MEDDLE, "meddle"), (A_UNBAIT, "unbait"), (A_ROB, "rob")):
        if code >= start and code - start < (BARRACUDA if verb == "discard" else MOST_SEATS):
            return f"{verb} {card_text(code - start + 1) if verb == 'discard' else SEATS[code - start]}"
    if code in _PLAIN:
        return _PLAIN[code]
    return f"send {code - A_SEND + 1}" if code >= A_SEND else f"play {card_text(code + 1)}"


_PLAIN = {A_UNIQUE: "unique", A_BAIT: "bait", A_RECOVER: "recover"}


def fate_text(code: int) -> str:
    """A fate as written after `sea`."""
    if code >= F_LAY:
        return f"layout {layout_text(code - F_LAY)}"
    if code >= F_PICK:
        return f"pick {card_text(code - F_PICK + 1)}"
    if code >= F_AWAY:
        return f"send {code - F_AWAY + 1}"
    if code >= F_ROLL:
        return f"roll {code - F_ROLL + 1}"
    distance, wreck = divmod(code, WRECKS)
    return f"roll {distance + 1} towards {wreck + 1}"


def layout_text(code: int) -> str:
    """A random layout: its shape with the numbers in place of the marks."""
    shape, rank = divmod(code, ORDERS)
    left = list("123456")
    text, size = SHAPES[shape], ORDERS
    for remaining in range(WRECKS, 0, -1):
        size //= remaining
        index, rank = divmod(rank, size)
        text = text.replace("#", left.pop(index), 1)
    return text
