"""The numbering of The Reef's actions and fates, and their text.

Action ids follow the order in which choices are offered.
"""

from fathoms.engine.dialect import SEATS
from fathoms.games.reef.pieces import CARDS, COLUMNS, DIRECTIONS, EVENTS, MOST_PLAYERS, ROWS, SECTORS, SIZES, VALUES
from fathoms.games.reef.state import ABOARD, STRIDE

CELLS = COLUMNS * ROWS

SPIN = 0
ASCEND = 1
PLAY_CARD = 2  # + kind
STEP = PLAY_CARD + len(CARDS)  # + direction
ENTER = STEP + len(DIRECTIONS)  # + column - 1
GRAB = ENTER + COLUMNS  # the one chest there
GRAB_SIZE = GRAB + 1  # + size
MOVE_DOLPHIN = GRAB_SIZE + len(SIZES)  # + 4 * dolphin + direction
STOP = MOVE_DOLPHIN + 2 * len(DIRECTIONS)
DONE = STOP + 1
SWAP = DONE + 1  # + seat
DRIFT = SWAP + MOST_PLAYERS  # + direction
TOW = DRIFT + len(DIRECTIONS)  # + seat
TIDE = TOW + MOST_PLAYERS  # forward, back
REFRESH = TIDE + 2  # + kind
LEAD = REFRESH + len(CARDS)  # + number of the cell
RESCUE = LEAD + CELLS  # + CELLS * seat + number of the cell
ACTIONS = RESCUE + MOST_PLAYERS * CELLS

FIRST_PLAYER = 0  # + seat
SPUN = FIRST_PLAYER + MOST_PLAYERS  # + sector
DRAWN = SPUN + len(SECTORS)  # + event
OPENED = DRAWN + len(EVENTS)  # + 9 * seat + 3 * size + number of the value
FATES = OPENED + MOST_PLAYERS * 9

MOST_CHOICES = 24  # a lead may offer 18 cells, a move 17 choices, a rescue 16
MOST_FATES = 20  # the events

_PLAIN = {SPIN: "spin", ASCEND: "ascend", GRAB: "grab", STOP: "stop", DONE: "done"}
_TIDES = ("forward", "back")


def cell_text(cell: int) -> str:
    """A cell of the record as people write it: `7.3`, or `boat`."""
    return "boat" if cell == ABOARD else f"{cell // STRIDE}.{cell % STRIDE}"


def _numbered_cell(number: int) -> str:
    return f"{number // ROWS + 1}.{number % ROWS + 1}"


def _dolphin_text(number: int) -> str:
    return f"dolphin {number // 4 + 1} {DIRECTIONS[number % 4]}"


def _rescue_text(number: int) -> str:
    return f"rescue {SEATS[number // CELLS]} {_numbered_cell(number % CELLS)}"


_FAMILIES = (  # the first id of each family, the last family first, with the text of its n-th member
    (RESCUE, _rescue_text),
    (LEAD, lambda n: f"lead {_numbered_cell(n)}"),
    (REFRESH, lambda n: f"refresh {CARDS[n]}"),
    (TIDE, lambda n: f"tide {_TIDES[n]}"),
    (TOW, lambda n: f"tow {SEATS[n]}"),
    (DRIFT, lambda n: f"drift {DIRECTIONS[n]}"),
    (SWAP, lambda n: f"swap {SEATS[n]}"),
    (MOVE_DOLPHIN, _dolphin_text),
    (GRAB_SIZE, lambda n: f"grab {SIZES[n]}"),
    (ENTER, lambda n: f"enter {n + 1}"),
    (STEP, lambda n: DIRECTIONS[n]),
    (PLAY_CARD, lambda n: f"card {CARDS[n]}"),
)


def action_text(code: int) -> str:
    """An action id in notation, without the seat."""
    if code in _PLAIN:
        return _PLAIN[code]
    start, text = next(family for family in _FAMILIES if code >= family[0])
    return text(code - start)


def fate_text(code: int) -> str:
    """A fate id in notation, without `sea`."""
    if code < SPUN:
        return f"first {SEATS[code]}"
    if code < DRAWN:
        return f"spin {SECTORS[code - SPUN]}"
    if code < OPENED:
        return f"event {EVENTS[code - DRAWN]}"
    seat, chest = divmod(code - OPENED, 9)
    size, value = divmod(chest, 3)
    return f"open {SEATS[seat]} {SIZES[size]} {VALUES[size, value]}"
