"""Is every game fair? One page over all of them and all their tables, and a report for each beside it."""

import shlex
from collections.abc import Callable
from pathlib import Path

from fathoms.engine.game import Game
from fathoms.lab.answers import balance_answer
from fathoms.lab.balance.markdown import report_markdown
from fathoms.lab.balance.measure import HALF_TIME, Figures, Plan, house_options, measure, read_setting
from fathoms.lab.balance.metrics_kernels import load_metrics
from fathoms.lab.balance.report import verdict
from fathoms.lab.balance.words import number, ordinal, percent
from fathoms.lab.markdown import table

PAGE = Path(__file__).with_suffix(".md")
LEVELS = ("sailor", "deckhand", "mate")  # of a game's own report; the page has the first
Progress = Callable[[str, int, int], None]


def write_page(file: Path, command: str, games: list[Game], count: int, progress: Progress) -> None:
    """Measure and write everything; the reports lie in a folder named as the page."""
    folder = file.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    sections = [_section(game, count, folder, progress) for game in games]
    text = PAGE.read_text(encoding="utf-8").replace("{command}", command)
    text = text.replace("{sections}", "\n\n".join(sections))
    file.write_text(text.replace("{answer}", balance_answer(text)), encoding="utf-8")


def _section(game: Game, count: int, folder: Path, progress: Progress) -> str:
    """A game: every number of players side by side, then what its report found at the usual table."""
    at_tables = [
        measure(Plan(game, {"players": players}, LEVELS[:1], count, trials=False), progress)
        for players in game.options.players
    ]
    report = folder / f"{game.name}.md"
    compared = load_metrics(game).compared
    whole = Plan(game, {}, LEVELS, count, compare=[read_setting(setting) for setting in compared])
    figures = measure(whole, progress)
    report.write_text(report_markdown(figures, "en", _command(game, compared, count, report)), encoding="utf-8")
    return "\n\n".join(
        [
            f"## {game.title['en']}",
            f"{count:,} games of sailors at each table. The whole report is "
            f"[{folder.name}/{report.name}]({folder.name}/{report.name}).{_house(game)}",
            _places(at_tables),
            f"With {figures['levels'][0]['players']} players:",
            "\n".join(f"- {line}" for line in verdict(figures, "en")),
        ]
    )


def _command(game: Game, compared: tuple[str, ...], count: int, report: Path) -> str:
    words = ["fathoms", "balance", game.name, "--games", str(count), "--bots", ",".join(LEVELS)]
    return shlex.join(
        [*words, *(word for setting in compared for word in ("--compare", setting)), "--out", str(report)]
    )


def _house(game: Game) -> str:
    known = house_options(game)
    return f" House data that can be set: {', '.join(f'`{name}`' for name in known)}." if known else ""


def _places(tables: list[Figures]) -> str:
    """A row a number of players: what each place wins, how long it takes, and whether the lead holds."""
    levels = [figures["levels"][0] for figures in tables]
    most = max(level["players"] for level in levels)
    heads = ["players", *(ordinal(place, "en") for place in range(most))]
    heads += ["turns (5, 50, 95 %)", "half-time leader wins", "last at half-time wins", "lead changes"]
    return table(heads, [_row(level, most) for level in levels])


def _row(level: Figures, most: int) -> list[str]:
    places = [f"{place['value']:.3f}" for place in level["places"]]
    turns, last = level["turns"], level["last"]
    return [
        str(level["players"]),
        *places,
        *[""] * (most - len(places)),
        f"{turns['q05']} {turns['q50']} {turns['q95']}",
        percent(level["leader"][HALF_TIME]["value"], "en"),
        percent(last["value"], "en") if last["games"] else "",
        number(level["changes"]["mean"], "en", 1),
    ]
