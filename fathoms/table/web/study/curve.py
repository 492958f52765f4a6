"""The win-probability curve of a game as lines of a picture: our own few lines of geometry, drawn by `_coach.html`."""

from dataclasses import dataclass

from fathoms.bots.coach.coach import Report

LEFT, RIGHT, TOP, BOTTOM = 64, 584, 20, 300  # of the lines, in a picture of 640 by 340
LABEL_GAP = 22  # between the labels at the ends of two lines
MARK = 22  # the size of a moment's mark, number included


@dataclass(frozen=True)
class Line:
    """One seat's line: its points, and where its label stands."""

    seat: str
    points: str
    end: float  # how high the line ends
    label: float  # how high its label stands, clear of the others'


@dataclass(frozen=True)
class Curve:
    lines: list[Line]
    grid: list[tuple[int, float]]  # percent, height
    marks: list[tuple[int, float, float]]  # the moments: event, place from the left, how high the number stands
    ticks: list[tuple[int, float]]  # numbers of events, place from the left
    worked_out: float | None  # place from the left where the shares that were worked out begin


def draw_curve(report: Report) -> Curve:
    """The shares of every seat before the first event and after each."""
    last = len(report.happenings)
    values = [report.shares_after(number) for number in range(last + 1)]

    def across(event: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * event / last, 1)

    def up(share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)

    heights = [[up(value[i]) for value in values] for i in range(len(report.seats))]
    labels = spread([line[-1] for line in heights])
    lines = [
        Line(seat, " ".join(f"{across(n)},{y}" for n, y in enumerate(heights[i])), heights[i][-1], labels[i])
        for i, seat in enumerate(report.seats)
    ]
    step = max(1, round(last / 5 / 10)) * 10 if last >= 20 else max(1, last // 2)
    return Curve(
        lines,
        [(percent, up(percent / 100)) for percent in (0, 25, 50, 75, 100)],
        _marks([(number, across(number)) for number in report.moments]),
        [(number, across(number)) for number in range(0, last + 1, step)],
        across(report.worked_out_from) if report.worked_out_from is not None else None,
    )


def _marks(places: list[tuple[int, float]]) -> list[tuple[int, float, float]]:
    """Numbers of moments that are close together stand below each other."""
    marks: list[tuple[int, float, float]] = []
    for number, x in places:
        crowded = bool(marks) and x - marks[-1][1] < MARK
        marks.append((number, x, marks[-1][2] + MARK if crowded else MARK / 2))
    return marks


def spread(wanted: list[float]) -> list[float]:
    """Heights near the wanted ones that keep their order and a gap between them, within the picture."""
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    placed = list(wanted)
    lowest = float(BOTTOM)
    for rank, i in enumerate(order):
        above = placed[order[rank - 1]] + LABEL_GAP if rank else TOP
        placed[i] = max(placed[i], above)
    for i in reversed(order):
        placed[i] = min(placed[i], lowest)
        lowest = placed[i] - LABEL_GAP
    return placed
