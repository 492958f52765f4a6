"""What a viewer of The Reef is told: everything, since nothing is hidden, and where the one who moves can go."""

from collections.abc import Callable, Iterable

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import Json, State
from fathoms.engine.parts.counting import Line, count_line, first_tie
from fathoms.games.reef import notation as no
from fathoms.games.reef import state as st
from fathoms.games.reef.notation import action_text, cell_text
from fathoms.games.reef.pieces import BOAT_LENGTH, CARDS, DIRECTIONS, EVENTS, ROWS, SECTORS, SIZES
from fathoms.games.reef.rules.decisions import choices
from fathoms.games.reef.rules.moves import AHEAD, is_free, is_under_boat
from fathoms.games.reef.rules.score import winners
from fathoms.games.reef.rules.sea import sectors_of
from fathoms.games.reef.state import ABOARD, DIVER, DIVERS, EITHER, FIRST, STRIDE

Paths = dict[int, list[str]]

_PHASES = {
    st.OVER: "over",
    st.OPENING: "opening",
    st.FIRST: "first",
    st.TURN: "turn",
    st.SPINNING: "spinning",
    st.DRAWING: "drawing",
    st.CARD: "card",
    st.EITHER: "either",
    st.DIVER: "diver",
    st.DOLPHIN: "dolphin",
    st.STEPS: "steps",
    st.ASKED: "asked",
}


def describe(s: State, viewer: int) -> Json:
    seats = range(int(s.players))
    boat, over = int(s.boat), int(s.phase) == st.OVER
    return {
        "phase": _PHASES[int(s.phase)],
        "boat": list(range(boat, boat + BOAT_LENGTH)),
        "divers": {SEATS[seat]: _diver(s, seat) for seat in seats},
        "dolphins": {str(n + 1): cell_text(int(s.at[DIVERS + n])) for n in range(2)},
        "chests": _chests(s),
        "won": {SEATS[seat]: _named(s.won[seat], SIZES) for seat in seats},
        "cards": {SEATS[seat]: _cards(s, seat) for seat in seats},
        "points": int(s.points),
        "helm": SECTORS[int(s.helm) - 1] if int(s.helm) else None,
        "event": EVENTS[int(s.event) - 1] if int(s.event) else None,
        "chart": [int(depth) for depth in s.depths[1 : int(s.width) + 1]],
        "turn": None if int(s.phase) == FIRST else SEATS[int(s.turn)],
        "events": [name for i, name in enumerate(EVENTS) if int(s.events) >> i & 1],
        "dolphin_steps": int(s.dolphin_steps),
        "forced": {"diver": SEATS[int(s.mover)], "steps": int(s.steps)} if int(s.steps) else None,
        "reachable": {cell_text(cell): path for cell, path in reachable(s, viewer).items()},
        "targets": _targets(s, viewer),
        "sectors": _sectors(s),
        "ends": {"steps_left": boat - 1} if int(s.phase) > st.OPENING else None,
        "count": {SEATS[seat]: _count(s, seat) for seat in seats} if over else None,
        "tie": _tie(s) if over else None,
    }


def _sectors(s: State) -> list[str]:
    """The helm's sectors as they lie round it, like ones as far apart as can be (R5)."""
    rounds = max(sectors_of(s, n) for n in range(len(SECTORS)))
    return [name for turn in range(rounds) for n, name in enumerate(SECTORS) if sectors_of(s, n) > turn]


def _count(s: State, seat: int) -> list[Line]:
    """The chests that were opened, all together: the record keeps their sum alone (R27)."""
    return [count_line("chests", sum(int(n) for n in s.opened[seat]), int(s.score[seat]), "R27")]


def _tie(s: State) -> Line | None:
    return first_tie([int(s.score[seat]) for seat in range(int(s.players))], winners(s), "shared", "R27")


def _diver(s: State, seat: int) -> Json:
    carried = int(s.carries[seat])
    return {"at": cell_text(int(s.at[seat])), "carries": SIZES[carried - 1] if carried else None}


def _chests(s: State) -> dict[str, list[str]]:
    """The chests on the bed, by cell, from the left."""
    beds = ((column, int(s.depths[column])) for column in range(1, int(s.width) + 1))
    found = {f"{column}.{row}": _named(s.chests[column], SIZES) for column, row in beds}
    return {cell: sizes for cell, sizes in found.items() if sizes}


def _named(counts: Iterable[int], names: tuple[str, ...]) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(int(count))]


def _cards(s: State, seat: int) -> dict[str, list[str]]:
    return {"up": _named(s.up[seat], CARDS), "used": _named(s.dealt - s.up[seat], CARDS)}


def reachable(s: State, viewer: int) -> Paths:
    """Each cell (or the boat) that the viewer's diver can reach with the points left, with one shortest path."""
    if int(s.phase) not in (EITHER, DIVER) or viewer != int(s.turn):
        return {}
    start = int(s.at[viewer])
    paths: Paths = {}
    edge: Paths = {start: []}
    for _ in range(int(s.points)):
        edge = _one_step_further(s, start, edge, paths)
        paths.update(edge)
    return paths


def _targets(s: State, viewer: int) -> dict[str, str]:
    """The cell (or the boat) that each choice of the viewer's is about, where it is about one."""
    out = [0] * no.MOST_CHOICES
    cells = {action_text(code): _target(s, code) for code in out[: choices(s, viewer, out)]}
    return {choice: cell_text(cell) for choice, cell in cells.items() if cell is not None}


def _target(s: State, code: int) -> int | None:
    """A cell of the record; None for a choice that is about no place."""
    first, cell = next(family for family in _PLACES if code >= family[0])
    return cell(s, code - first)


def _mover(s: State) -> int:
    """The cell of the diver who moves, or is moved by an event."""
    return int(s.at[int(s.mover) if int(s.steps) else int(s.turn)])


def _ahead(cell: int, way: int) -> int:
    """The next cell; above the sea there is the boat."""
    target = cell + int(AHEAD[way])
    return target if target % STRIDE else ABOARD


def _nowhere(s: State, n: int) -> None:
    return None


_PLACES: tuple[tuple[int, Callable[[State, int], int | None]], ...] = (  # as in notation: the last family first
    (no.LEAD, lambda s, n: (n % no.CELLS // ROWS + 1) * STRIDE + n % ROWS + 1),  # and after them those of a rescue
    (no.TIDE, _nowhere),
    (no.TOW, lambda s, n: int(s.at[n])),
    (no.DRIFT, _nowhere),
    (no.SWAP, lambda s, n: int(s.at[n])),
    (no.STOP, _nowhere),
    (no.MOVE_DOLPHIN, lambda s, n: _ahead(int(s.at[DIVERS + n // 4]), n % 4)),
    (no.GRAB, lambda s, n: _mover(s)),
    (no.ENTER, lambda s, n: (n + 1) * STRIDE + 1),
    (no.STEP, lambda s, n: _ahead(_mover(s), n)),
    (no.SPIN, _nowhere),
)


def _one_step_further(s: State, start: int, edge: Paths, known: Paths) -> Paths:
    """The cells one step beyond those of `edge`; the boat is a way's end, except where the dive begins."""
    further: Paths = {}
    for cell, path in edge.items():
        if cell == ABOARD and path:
            continue
        for step, target in _steps(s, cell):
            if target not in known and target not in further and (target == ABOARD or target != start):
                further[target] = [*path, step]
    return further


def _steps(s: State, cell: int) -> list[tuple[str, int]]:
    if cell == ABOARD:
        under = ((column, column * STRIDE + 1) for column in range(int(s.boat), int(s.boat) + BOAT_LENGTH))
        return [(f"enter {column}", target) for column, target in under if is_free(s, target)]
    ahead = [(name, cell + int(AHEAD[i])) for i, name in enumerate(DIRECTIONS)]
    steps = [(name, target) for name, target in ahead if is_free(s, target)]
    return [("up", ABOARD), *steps] if is_under_boat(s, cell) else steps
