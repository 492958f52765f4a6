"""What a decision costs, by the number of players, with options that add rules, and on several cores; with a plot."""

import os
import statistics
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from time import perf_counter

from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.options import Values
from fathoms.lab.bench.peers import Run
from fathoms.lab.simulate.simulation import Plan, simulate

# For each game the options that ask the most of its rules, and how they are told.
EXTRAS: dict[str, tuple[str, Values]] = {
    "locker": ("divers random, variant hoard", {"divers": "random", "variant": "hoard"}),
    "reef": ("scarce, in the trench", {"scarce": True, "chart": "trench"}),
    "barracuda": ("teams, random layout, extras", {"teams": True, "layout": "random", "extras": [2, 5]}),
    "nukha": ("without adventurers", {"adventurers": "none"}),
}
GAMES = 10_000  # on each core, in one measurement
ROUNDS = 5
PLOT = Path("performance.svg")  # beside the page it is shown on
Cost = tuple[str, float]  # what was measured, nanoseconds a decision


def on_cores(game: Game, options: Values, cores: int) -> Run:
    """Random play on so many cores, as `fathoms simulate` plays."""
    plan = Plan(game, [game.options.read(**options)])

    def run(seconds: float) -> tuple[int, float]:
        spent, decisions = 0.0, 0
        while not decisions or spent < seconds:
            start = perf_counter()
            decisions += simulate(plan, GAMES * cores, cores).decisions
            spent += perf_counter() - start
        return decisions, spent

    return run


def costs(game: Game) -> list[Cost]:
    """Measured in turns, the median of each."""
    runs = {f"{n} players": on_cores(game, {"players": n}, 1) for n in game.options.players}
    if game.name in EXTRAS:
        told, options = EXTRAS[game.name]
        runs[told] = on_cores(game, options, 1)
    for cores in range(2, (os.cpu_count() or 1) + 1):
        runs[f"{game.options.default_players} players, {cores} cores"] = on_cores(game, {}, cores)
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            decisions, spent = run(0.0)
            found[name].append(1e9 * spent / decisions)
    return [(name, statistics.median(times)) for name, times in found.items()]


def scaling_section(progress: Callable[[str], None], folder: Path | None) -> list[str]:
    """A table and, where there is a folder for the page, the plot it shows."""
    found = {}
    for name in game_names():
        progress(f"cost of {name} by players, options and cores")
        found[name] = costs(find_game(name))
    rows = ["| game | setting | ns a decision |", "| --- | --- | ---: |"]
    rows += [f"| {name} | {told} | {cost:.0f} |" for name, lines in found.items() for told, cost in lines]
    shown = []
    if folder:
        (folder / PLOT.parent).mkdir(parents=True, exist_ok=True)
        (folder / PLOT).write_text(plot(found), encoding="utf-8")
        shown = [f"![What a decision costs]({PLOT.as_posix()})", ""]
    return ["## Players, options, cores", "", *shown, *rows]


STYLE = """
text { font: 13px system-ui, sans-serif; fill: #08202E }
.name { font: 600 15px 'Iowan Old Style', Palatino, Georgia, serif }
.ground { fill: #F4FAF7 } .players { fill: #1F7F8C } .options { fill: #7A5BB0 } .cores { fill: #F2B63D }
@media (prefers-color-scheme: dark) {
  text { fill: #F4FAF7 } .ground { fill: #0A2A3F } .players { fill: #5BB8B5 } .options { fill: #B79BE6 }
}
"""
WIDTH, ROW, LEFT, RIGHT = 720, 22, 230, 70


def plot(found: Mapping[str, Sequence[Cost]]) -> str:
    """Bars as a self-contained SVG: the longer, the dearer a decision."""
    most = max(cost for lines in found.values() for _, cost in lines)
    body, y = [], 34
    body.append(f'<text x="16" y="{y - 10}">Nanoseconds a decision, random play: the shorter the better</text>')
    for name, lines in found.items():
        y += 26
        body.append(f'<text class="name" x="16" y="{y - 6}">{escape(name)}</text>')
        for told, cost in lines:
            length = (WIDTH - LEFT - RIGHT) * cost / most
            kind = "cores" if told.endswith("cores") else "players" if told.endswith("players") else "options"
            body.append(f'<text x="28" y="{y + 14}">{escape(told)}</text>')
            body.append(f'<rect class="{kind}" x="{LEFT}" y="{y + 3}" width="{length:.1f}" height="{ROW - 8}" rx="3"/>')
            body.append(f'<text x="{LEFT + length + 6:.1f}" y="{y + 14}">{cost:.0f}</text>')
            y += ROW
    height = y + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="Nanoseconds a decision, by players, options and cores"><style>{STYLE}</style>'
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="12"/>{"".join(body)}</svg>\n'
    )
