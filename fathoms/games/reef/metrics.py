"""What a designer asks of The Reef: events, dive cards, chests; hooks for the laboratory."""

from fathoms.engine.dialect import rule
from fathoms.engine.parts.metrics import Handicap, Metric, Metrics
from fathoms.games.reef.pieces import CARDS, EVENTS, FIRST_EVENT_RULE, SIZES, VALUES
from fathoms.games.reef.state import FIRST
from fathoms.games.reef.words.names import CARD_NAMES, EVENT_NAMES, SIZE_NAMES

_CARD_TITLES = {
    card: {"en": f"dive card {CARD_NAMES[card]['en']}", "fr": f"carte de plongée {CARD_NAMES[card]['fr']}"}
    for card in CARDS
}
_ASCENT = {"en": "early ascent", "fr": "remontée anticipée"}

METRICS = Metrics(
    used=(
        *(
            Metric(event, "event", EVENT_NAMES[event], f"R{FIRST_EVENT_RULE + n}", f"sea event {event}")
            for n, event in enumerate(EVENTS)
        ),
        *(Metric(f"card {card}", "choice", _CARD_TITLES[card], "", f"card {card}") for card in CARDS),
        Metric("ascend", "choice", _ASCENT, "R24", "ascend"),
        Metric("grab", "choice", {"en": "chest taken", "fr": "malle saisie"}, "R18", "grab.*"),
    ),
    noticed=(
        Metric("brought", "choice", {"en": "chest brought up", "fr": "malle remontée"}, "R22"),
        Metric("lost", "choice", {"en": "chest lost or given up", "fr": "malle perdue ou cédée"}, "R25"),
    ),
    held=tuple(Metric(size, "chest", SIZE_NAMES[size]) for size in SIZES),
    handicaps=(
        *(
            Handicap(
                f"card {card}",
                {"en": f"no {_CARD_TITLES[card]['en']}", "fr": f"sans {_CARD_TITLES[card]['fr']}"},
                f"card {card}",
            )
            for card in CARDS
        ),
        Handicap("ascend", {"en": "no early ascent", "fr": "sans remontée anticipée"}, "ascend"),
    ),
    house=("helm", "chart", "chests", "cards"),
    compared=(
        "scarce=true",
        "chart=trench",
        "helm=1,2,3",
        "cards=1,1,2,3,dolphin",
        "chests=2,2,2,2,2,2/3,3,4,4,5,5/6,6,6,6,6,6",
    ),
)


@rule
def standing(s, out):
    """What was opened, and the won chests still closed at the mean of their size, in sixtieths of a point."""
    for seat in range(int(s.players)):
        worth = 60 * int(s.score[seat])
        for size in range(3):
            closed = int(s.won[seat][size]) - int(s.opened[seat][size])
            if closed > 0:
                worth += closed * mean_value(s, size)
        out[seat] = worth


@rule
def mean_value(s, size):
    """Of the chests of a size that are still closed, of which there is one; their number divides 60."""
    chests = 0
    total = 0
    for value in range(3):
        chests += int(s.unopened[size][value])
        total += int(s.unopened[size][value]) * int(VALUES[size][value])
    return 60 * total // chests


@rule
def in_turn(s):
    return int(s.turn)


@rule
def clock(s):
    return -1 if int(s.phase) == FIRST else int(s.turn)


@rule
def opening(s):
    return int(s.turn)


@rule
def held(s, seat):
    mask = 0
    for size in range(3):
        if int(s.won[seat][size]) > 0:
            mask |= 1 << size
    return mask


@rule
def noticed(before, s, who, event):
    """What became of the chest that the diver in turn carried."""
    seat = int(before.turn)
    if int(before.carries[seat]) == 0 or int(s.carries[seat]) != 0:
        return 0
    won = 0
    for size in range(3):
        won += int(s.won[seat][size]) - int(before.won[seat][size])
    return 1 if won else 2
