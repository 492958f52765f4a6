"""Does memory grow with the number of games? Simulations of several lengths, each in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

GAMES = (10_000, 100_000, 1_000_000)
# The peak since the process began would be that of compiling: so what is held once some games are played, and at most
# from there on.
PROGRAM = """
import sys
from fathoms.engine.game import find_game
from fathoms.lab.simulate.simulation import Plan, simulate

def held():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

game = find_game(sys.argv[1])
plan = Plan(game, [game.options.read()])
simulate(plan, 10_000)
before = most = held()

def look(tally):
    global most
    most = max(most, held())

simulate(plan, int(sys.argv[2]), progress=look)
print(before, most)
"""


def grown_kib(game: str, games: int) -> tuple[int, int]:
    """Memory held before a simulation, and by how much it grew at most in its course, in KiB."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, str(games)], capture_output=True, text=True, check=True, env=os.environ
    )
    before, most = map(int, run.stdout.split())
    return before, most - before


def memory_section(progress: Callable[[str], None], folder: Path | None, game: str = "locker") -> list[str]:
    if not Path("/proc/self/status").exists():
        return []
    rows = [f"| games of {game} | held before, MiB | grown by at most, MiB |", "| ---: | ---: | ---: |"]
    for games in GAMES:
        progress(f"memory: {games:,} games of {game}")
        before, grown = grown_kib(game, games)
        rows.append(f"| {games:,} | {before / 1024:.0f} | {grown / 1024:.1f} |")
    told = (
        "`fathoms simulate` keeps sums alone: what a process holds after 10,000 games, and by how much it grows then."
    )
    return ["## Memory", "", told, "", *rows]
