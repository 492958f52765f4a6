"""A balance report as Markdown, for documents: the verdict and the tables behind the plots, without the histograms."""

from collections.abc import Sequence

from fathoms.engine.kinds import Json
from fathoms.lab.balance.measure import Figures
from fathoms.lab.balance.report import report_values


def report_markdown(figures: Figures, lang: str, command: str) -> str:
    """The same words and figures as the page with plots."""
    told = report_values(figures, lang)
    parts = [f"# {told['title']}", f"    {command}", told["found_with"], " ".join(told["made"])]
    parts += [f"## {told['words']['verdict']}", "\n".join(f"- {line}" for line in told["verdict"])]
    if told["levels"]:
        parts += [f"## {told['words']['levels']}", _table(told["levels"]["heads"], told["levels"]["rows"])]
    for plot in [*told["compared"], *told["plots"]]:
        parts += _plot(plot)
    return "\n\n".join(parts) + "\n"


def _plot(plot: Json) -> list[str]:
    lines = [f"## {plot['title']}", plot["note"]]
    return lines if "plot-histogram" in plot["svg"] else [*lines, _table(plot["heads"], plot["rows"])]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
