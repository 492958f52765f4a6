"""Two trees of this repository in one sitting: games, searches and pages a second, as the ratio of their medians.

    git worktree add /tmp/before 4a56828
    python scripts/compare_speed.py /tmp/before . --sittings 6

The trees take turns, round by round, and processor time is counted, so that a busy machine hits both alike. A sitting
starts both anew, now one first and now the other: where a process lies in memory is worth some percent by itself. Above
1 the second tree is the faster one; the span is that of the sittings. Both are run by this Python, with what it has
installed; at first they compile, which takes minutes and is not counted. `--only draw` measures what is named so.
"""

import argparse
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

GAMES = ("locker", "reef", "barracuda", "nukha")
HOWS = ("learned values", "whole games")
PLAYED, PAGES = 4000, 240  # games, and drawings of a page, that are timed at once
SITTING = {"locker": 2, "reef": 2, "barracuda": 3, "nukha": 3}
ROUNDS = 3  # of a sitting
What = tuple[str, str, str]  # play, search or draw; the game; how
Work = Callable[[], float]  # things a second of processor time


# In the process of a tree: its modules may lie elsewhere than ours


def answer_questions() -> None:
    """Do what a line of the standard input asks for, and say how fast it was."""
    works: dict[str, Work] = {}
    for line in sys.stdin:
        kind, game, how = json.loads(line)
        if line not in works:
            works[line] = playing(game, how) if kind == "play" else searching(game, how)
        print(works[line](), flush=True)


def playing(name: str, level: str) -> Work:
    try:
        from fathoms.lab.simulate.simulation import Plan, play_chunk
    except ImportError:
        from fathoms.lab.simulate import Plan, play_chunk  # type: ignore[attr-defined, no-redef]
    from fathoms.engine.game import find_game

    game = find_game(name)
    plan = Plan(game, [game.options.read()], [level])
    play_chunk(plan, 0, 0)

    def work() -> float:
        start = time.thread_time()
        play_chunk(plan, 0, PLAYED)
        return PLAYED / (time.thread_time() - start)

    return work


def searching(name: str, how: str) -> Work:
    try:
        from fathoms.lab.bench.search import ITERATIONS, STYLES, own_work
    except ImportError:
        from fathoms.lab.bench_search import ITERATIONS, STYLES, own_work  # type: ignore[import-not-found, no-redef]
    search = own_work(name, STYLES[how])
    return lambda: float(ITERATIONS / search())


# Here


class Tree:
    """A tree at work: a process that plays and searches, and a server that draws."""

    def __init__(self, folder: Path, port: int, data: Path, clean_up: ExitStack) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "FATHOMS_WARM": "0",
            "FATHOMS_TABLES_A_MINUTE": "1000",
            "FATHOMS_LOOKS_A_MINUTE": "1000000",
        }
        self.port = port
        self.worker = clean_up.enter_context(
            running(
                [__file__, "--answer"], folder, environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        )
        serve = ["-m", "fathoms", "serve", "--port", str(port), "--database", f"sqlite:///{data}"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.server = clean_up.enter_context(running(serve, folder, environment, **quiet))
        self.tables: dict[str, urllib.request.Request] = {}

    def measure(self, what: What) -> float:
        if what[0] == "draw":
            return self.draw(what[1])
        self.worker.stdin.write(json.dumps(what) + "\n")
        self.worker.stdin.flush()
        return float(self.worker.stdout.readline())

    def draw(self, game: str) -> float:
        """Pages a second of the server's time: a table as the first seat sees it, asked for anew."""
        if game not in self.tables:
            self.tables[game] = self.set_table(game)
        before = processor_seconds(self.server.pid)
        for _ in range(PAGES):
            urllib.request.urlopen(self.tables[game]).read()
        return PAGES / (processor_seconds(self.server.pid) - before)

    def set_table(self, game: str) -> urllib.request.Request:
        asked = {"game": game, "seats": [{"kind": "person", "name": "Ann"}] * SITTING[game]}
        body = json.dumps({**asked, "options": {"players": SITTING[game]}}).encode()
        home = f"http://127.0.0.1:{self.port}"
        wait_for(home)
        request = urllib.request.Request(f"{home}/api/tables", body, {"Content-Type": "application/json"})
        made = json.load(urllib.request.urlopen(request))
        bearer = {"Authorization": f"Bearer {made['tokens']['A']}"}
        return urllib.request.Request(home + made["links"]["table"], headers=bearer)


@contextmanager
def running(command: list[str], folder: Path, environment: dict[str, str], **pipes: Any) -> Iterator[Any]:
    process = subprocess.Popen([sys.executable, *command], cwd=folder, env=environment, **pipes)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def wait_for(home: str) -> None:
    for _ in range(300):
        with suppress(OSError):
            urllib.request.urlopen(f"{home}/healthz", timeout=2)
            return
        time.sleep(0.2)
    sys.exit(f"no server answers at {home}")


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def everything() -> list[What]:
    plays = [("play", game, level) for game in GAMES for level in ("deckhand", "sailor")]
    searches = [("search", game, how) for game in GAMES for how in HOWS]
    return [*plays, *searches, *(("draw", game, "page") for game in GAMES)]


def sit(folders: list[Path], number: int, wanted: list[What]) -> dict[What, tuple[float, float]]:
    """One sitting: the median rate of each tree, of everything that is wanted."""
    order = (0, 1) if number % 2 else (1, 0)
    found: dict[What, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as data, ExitStack() as clean_up:
        trees = {side: Tree(folders[side], free_port(), Path(data) / f"{side}.db", clean_up) for side in order}
        for what in wanted:
            rates: dict[int, list[float]] = {0: [], 1: []}
            for turn in range(ROUNDS + 1):
                for side in order if turn % 2 else reversed(order):
                    rates[side].append(trees[side].measure(what))
            found[what] = statistics.median(rates[0][1:]), statistics.median(rates[1][1:])  # the first warms up
    return found


def row(what: What, sittings: list[tuple[float, float]]) -> str:
    """The medians, their ratio, and the least and the greatest ratio of a sitting."""
    before, after = (statistics.median(rates) for rates in zip(*sittings, strict=True))
    ratios = [two / one for one, two in sittings]
    told = f"{after / before:.3f} | {min(ratios):.2f} to {max(ratios):.2f}"
    return f"| {' '.join(what)} | {before:,.0f} | {after:,.0f} | {told} |"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("trees", nargs=2, type=Path)
    asked.add_argument("--sittings", type=int, default=6)
    asked.add_argument("--only", default="")
    given = asked.parse_args()
    wanted = [what for what in everything() if given.only in " ".join(what)]
    folders = [folder.resolve() for folder in given.trees]
    sit(folders, 0, wanted)  # compiles
    sittings = [sit(folders, number, wanted) for number in range(given.sittings)]
    print("| a second | before | after | ratio | of sittings |\n| --- | ---: | ---: | ---: | --- |")
    for what in wanted:
        print(row(what, [rates[what] for rates in sittings]))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers end too
    answer_questions() if sys.argv[1:] == ["--answer"] else main()
