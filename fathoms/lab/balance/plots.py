"""Plots as inline SVG, drawn by hand in the house's style: no script, no font, no colour of their own.

Every plot is 360 units wide, so that it reads on a phone as it is; `report.css` gives the colours, by day and by night.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 360
SIDE = 12  # room left and right
Write = Callable[[float], str]


@dataclass(frozen=True)
class Mark:
    """One line of a plot: a value with its interval, and whether it deserves attention."""

    label: str
    value: float
    half: float = 0.0
    lit: bool = False


@dataclass(frozen=True)
class Span:
    """One line of a plot of spreads: the 5, 25, 50, 75 and 95 % points."""

    label: str
    points: tuple[float, float, float, float, float]


def _svg(kind: str, told: str, height: float, body: Sequence[str]) -> str:
    return (
        f'<svg class="plot plot-{kind}" viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(told)}">'
        f"{''.join(body)}</svg>"
    )


def _text(x: float, y: float, text: str, classes: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{classes}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, classes: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{classes}"/>'


def _rect(x: float, y: float, width: float, height: float, classes: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}" '
        f'rx="2" class="{classes}"/>'
    )


class _Scale:
    """Values to places across the plot."""

    def __init__(self, low: float, high: float) -> None:
        flat = high - low < 1e-6
        self.low, self.high = (low - 1, high + 1) if flat else (low, high)

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return SIDE + min(1.0, max(0.0, share)) * (WIDTH - 2 * SIDE)

    def ticks(self) -> list[float]:
        step = next_step((self.high - self.low) / 5)
        first = int(self.low / step) - 1
        marks = [step * n for n in range(first, first + 12)]
        return [mark for mark in marks if self.low - 1e-9 <= mark <= self.high + 1e-9]


def next_step(rough: float) -> float:
    """The nearest 1, 2 or 5 times a power of ten that is not smaller."""
    power = 1.0
    while power > rough:
        power /= 10
    while power * 10 <= rough:
        power *= 10
    return next((power * n for n in (1, 2, 5, 10) if power * n >= rough), power * 10)


def intervals(told: str, marks: Sequence[Mark], fair: float, write: Write, tick: Write) -> str:
    """Values with their intervals, one below the other, against a line for what would be even."""
    low = min([fair, *(mark.value - mark.half for mark in marks)])
    high = max([fair, *(mark.value + mark.half for mark in marks)])
    room = (high - low) * 0.06
    scale, body, bottom = _Scale(low - room, high + room), [], 6 + 32 * len(marks)
    for at in scale.ticks():
        body += [_line(scale(at), 4, scale(at), bottom, "grid"), _text(scale(at), bottom + 14, tick(at), "tick")]
    body.append(_line(scale(fair), 0, scale(fair), bottom + 2, "fair"))
    for row, mark in enumerate(marks):
        y, lit = 6 + 32 * row, " lit" if mark.lit else ""
        body.append(_text(SIDE, y + 12, mark.label, "label"))
        body.append(_text(WIDTH - SIDE, y + 12, write(mark.value), f"figure{lit}"))
        body.append(
            _line(scale(mark.value - mark.half), y + 22, scale(mark.value + mark.half), y + 22, f"whisker{lit}")
        )
        body.append(f'<circle cx="{scale(mark.value):.1f}" cy="{y + 22}" r="4.5" class="dot{lit}"/>')
    return _svg("intervals", told, bottom + 22, body)


def histogram(told: str, counts: Sequence[int], first: int, write: Write) -> str:
    """How often each value came; a long tail beyond 99.5 % is drawn as one last bar."""
    counts, tail = _cut_tail(list(counts))
    width, top, height, total = (WIDTH - 2 * SIDE) / max(1, len(counts)), 18.0, 110.0, sum(counts) or 1
    most, base = max(counts) or 1, top + height
    body, step = [_line(SIDE, base, WIDTH - SIDE, base, "axis")], max(1, round(next_step(len(counts) / 8)))
    for n, count in enumerate(counts):
        x, tall = SIDE + n * width, height * count / most
        last = tail and n == len(counts) - 1
        body.append(_rect(x + width * 0.06, base - tall, width * 0.88, tall, "bar tail" if last else "bar"))
        if (n + first) % step == 0 and not (tail and x > WIDTH - SIDE - 60):
            body.append(_text(x + width / 2, base + 14, str(n + first), "tick"))
    if tail:
        body.append(_text(WIDTH - SIDE, base + 14, f"≥ {len(counts) - 1 + first}", "tick end"))
    peak = counts.index(most) if most in counts else 0
    at = min(WIDTH - SIDE - 14, max(SIDE + 14, SIDE + (peak + 0.5) * width))
    body.append(_text(at, top - 5, write(max(counts) / total), "figure middle"))
    return _svg("histogram", told, base + 22, body)


def _cut_tail(counts: list[int]) -> tuple[list[int], bool]:
    total, seen = sum(counts), 0
    for n, count in enumerate(counts):
        seen += count
        if seen >= 0.995 * total and len(counts) > n + 2 and n >= 8:
            return [*counts[: n + 1], sum(counts[n + 1 :])], True
    return counts, False


def curve(told: str, points: Sequence[Mark], fair: float, write: Write) -> str:
    """A share along the way, with its band, over the line of an equal share; both ends of the axis are 0 and 1."""
    height, top = 130.0, 8.0
    step = (WIDTH - 2 * SIDE - 24) / max(1, len(points) - 1)

    def x(n: int) -> float:
        return SIDE + 24 + n * step

    def y(value: float) -> float:
        return top + height * (1 - min(1.0, max(0.0, value)))

    body = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        body += [
            _line(SIDE + 24, y(share), WIDTH - SIDE, y(share), "grid"),
            _text(SIDE, y(share) + 4, write(share), "tick start"),
        ]
    body.append(_line(SIDE + 24, y(fair), WIDTH - SIDE, y(fair), "fair"))
    upper = " ".join(f"{x(n):.1f},{y(point.value + point.half):.1f}" for n, point in enumerate(points))
    lower = " ".join(f"{x(n):.1f},{y(points[n].value - points[n].half):.1f}" for n in reversed(range(len(points))))
    body.append(f'<polygon points="{upper} {lower}" class="band"/>')
    way = " ".join(f"{x(n):.1f},{y(point.value):.1f}" for n, point in enumerate(points))
    body.append(f'<polyline points="{way}" class="curve"/>')
    for n, point in enumerate(points):
        lit = " lit" if point.lit else ""
        body.append(f'<circle cx="{x(n):.1f}" cy="{y(point.value):.1f}" r="{4.5 if lit else 3}" class="dot{lit}"/>')
        if n % 2 == 0:
            body.append(_text(x(n), top + height + 16, point.label, "tick"))
        if lit:
            body.append(_text(x(n), y(point.value) - 10, write(point.value), "figure middle lit"))
    return _svg("curve", told, top + height + 24, body)


def spreads(told: str, spans: Sequence[Span], write: Write) -> str:
    """The 5, 25, 50, 75 and 95 % points of several spreads, one below the other."""
    scale = _Scale(min(span.points[0] for span in spans), max(span.points[4] for span in spans))
    bottom, body = 6 + 36 * len(spans), []
    for at in scale.ticks():
        body += [_line(scale(at), 4, scale(at), bottom, "grid"), _text(scale(at), bottom + 14, write(at), "tick")]
    for row, span in enumerate(spans):
        y = 6 + 36 * row
        least, low, middle, high, most = span.points
        body.append(_text(SIDE, y + 12, span.label, "label"))
        body.append(_text(WIDTH - SIDE, y + 12, write(middle), "figure"))
        body.append(_line(scale(least), y + 24, scale(most), y + 24, "whisker"))
        body.append(_rect(scale(low), y + 18, scale(high) - scale(low), 12, "box"))
        body.append(_line(scale(middle), y + 17, scale(middle), y + 31, "median"))
    return _svg("spreads", told, bottom + 22, body)


def bars(told: str, marks: Sequence[Mark], write: Write) -> str:
    """Amounts as bars, one below the other; a bar's length goes with the square root, so that rare ones show."""
    most, body = max((mark.value for mark in marks), default=1) or 1, []
    for row, mark in enumerate(marks):
        y = 30 * row
        body.append(_text(SIDE, y + 13, mark.label, "label"))
        body.append(_text(WIDTH - SIDE, y + 13, write(mark.value), "figure"))
        length = (WIDTH - 2 * SIDE) * (max(0.0, mark.value) / most) ** 0.5
        body.append(_rect(SIDE, y + 18, max(1.0, length), 7, "bar" if mark.value else "bar none"))
    return _svg("bars", told, 30 * len(marks) + 4, body)
