"""Charts of The Reef: reading one that a person has drawn, and saying what is wrong with it.

The format is told in docs/reference/reef-charts.md; the charts of the house (`pieces.CHARTS`) are written in it too.
"""

from dataclasses import dataclass, field

from fathoms.engine.errors import OptionError
from fathoms.games.reef.pieces import BOAT_LENGTH, CHESTS_OF_EACH, COLUMNS, ROWS, SIZES

WATER, REEF, SURFACE, COMMENT = ".", "#", "~", ";"
CONTENTS = "sml12"  # what a cell may hold: chests by size, dolphins by number
LEAST_COLUMNS = BOAT_LENGTH + 1


class ChartError(OptionError):
    """A chart that cannot be played on; the message names the line and the reason."""


@dataclass
class Chart:
    """A chart as the rules need it; columns and rows count from 1."""

    depths: list[int] = field(default_factory=list)  # from column 1 on
    chests: list[list[int]] = field(default_factory=list)  # in each column: how many of each size
    dolphins: dict[str, tuple[int, int]] = field(default_factory=dict)  # "1", "2" -> column and row


@dataclass(frozen=True)
class Line:
    """A line of a chart that is no comment, with its number."""

    number: int
    text: str

    def refuse(self, reason: str) -> ChartError:
        return ChartError(f"chart, line {self.number}: {reason}")


def read_chart(text: str) -> Chart:
    """The chart drawn in `text`, or a ChartError (R3)."""
    lines = [Line(n, line.rstrip()) for n, line in enumerate(text.splitlines(), 1)]
    told = [line for line in lines if line.text and not line.text.startswith(COMMENT)]
    legend = _read_legend([line for line in told if "=" in line.text])
    drawing = _without_surface([line for line in told if "=" not in line.text])
    if not drawing:
        raise ChartError("chart, line 1: nothing is drawn; a row of the sea is a line of . # s m l 1 2")
    _check_shape(drawing)
    chart = Chart(chests=[[0] * len(SIZES) for _ in drawing[0].text])
    _read_depths(drawing, chart)
    for row, line in enumerate(drawing, 1):
        _read_contents(line, row, legend, chart)
    _check_pieces(drawing[-1], chart)
    return chart


def _read_legend(lines: list[Line]) -> dict[str, str]:
    """Marks for cells that hold several things: `a = s s l`."""
    legend: dict[str, str] = {}
    for line in lines:
        mark, _, held = line.text.partition("=")
        mark, things = mark.strip(), "".join(held.split())
        if len(mark) != 1 or not mark.isalpha() or mark in CONTENTS:
            raise line.refuse(f"{mark[:12]!r} cannot be a mark; allowed: one letter other than s, m, l")
        if mark in legend:
            raise line.refuse(f"the mark {mark!r} is explained twice")
        if not things or set(things) - set(CONTENTS):
            raise line.refuse("after = come the things in the cell; allowed: s, m, l, 1, 2")
        legend[mark] = things
    return legend


def _without_surface(drawing: list[Line]) -> list[Line]:
    """The rows of the sea, without the line of ~ that may be drawn above them."""
    if drawing and not drawing[0].text.strip(SURFACE):
        return drawing[1:]
    return drawing


def _check_shape(drawing: list[Line]) -> None:
    first = drawing[0]
    width = len(first.text)
    if not LEAST_COLUMNS <= width <= COLUMNS:
        raise first.refuse(f"{width} columns; allowed: {LEAST_COLUMNS} to {COLUMNS}")
    for line in drawing:
        if len(line.text) != width:
            raise line.refuse(f"{len(line.text)} columns, but the first row has {width}")
    if len(drawing) > ROWS:
        raise drawing[ROWS].refuse(f"more than {ROWS} rows")


def _read_depths(drawing: list[Line], chart: Chart) -> None:
    for column in range(len(drawing[0].text)):
        depth = 0
        for row, line in enumerate(drawing, 1):
            if line.text[column] == REEF:
                continue
            if depth < row - 1:
                raise line.refuse(f"column {column + 1} has water under reef")
            depth = row
        if depth == 0:
            raise drawing[0].refuse(f"column {column + 1} has no water")
        chart.depths.append(depth)


def _read_contents(line: Line, row: int, legend: dict[str, str], chart: Chart) -> None:
    for column, mark in enumerate(line.text, 1):
        if mark in (WATER, REEF):
            continue
        things = mark if mark in CONTENTS else legend.get(mark)
        if things is None:
            raise line.refuse(f"column {column} is {mark!r}; allowed: . # s m l 1 2, or a letter explained below")
        for thing in things:
            _place(thing, column, row, line, chart)


def _place(thing: str, column: int, row: int, line: Line, chart: Chart) -> None:
    if thing.isdigit():
        if thing in chart.dolphins:
            raise line.refuse(f"dolphin {thing} is drawn twice")
        if (column, row) in chart.dolphins.values():
            raise line.refuse(f"two dolphins in column {column}; a cell holds one")
        chart.dolphins[thing] = (column, row)
        return
    size = "sml".index(thing)
    if row != chart.depths[column - 1]:
        bed = chart.depths[column - 1]
        raise line.refuse(f"the {SIZES[size]} chest in column {column} is not on the bed, which is row {bed}")
    chart.chests[column - 1][size] += 1


def _check_pieces(last: Line, chart: Chart) -> None:
    """Six chests of each size and both dolphins; the last row is named, for want of a better place."""
    for size, name in enumerate(SIZES):
        found = sum(held[size] for held in chart.chests)
        if found != CHESTS_OF_EACH:
            raise last.refuse(f"the drawing ends with {found} {name} chests; it needs {CHESTS_OF_EACH}")
    for number in "12":
        if number not in chart.dolphins:
            raise last.refuse(f"the drawing ends without dolphin {number}")
