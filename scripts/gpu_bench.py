"""Measure the games on a GPU, and compare every game played there with the same game played on a core.

    python scripts/gpu_bench.py FOLDER [--games locker,reef] [--limit 420]

Needs numpy, numba, numba-cuda and a GPU, nothing else. Writes FOLDER/gpu.json (all figures) and FOLDER/gpu.md (the
tables of docs/performance.md). Each game is compiled and measured in processes of its own: they compile side by side
and take turns at the GPU. What fails is written down with its traceback; the rest goes on.
"""

import argparse
import fcntl
import json
import os
import platform
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numba
import numpy as np

from fathoms.bots.thumb import has_thumb
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game, find_game
from fathoms.lab import gpu, vector
from fathoms.lab.simulate.gpu_kernels import record_words, simulation_kernel
from fathoms.lab.simulate.kernels import RESULT, play_run
from fathoms.lab.simulate.simulation import Plan, play_chunk
from fathoms.lab.vector.kernels import step_game

GAMES = ("locker", "barracuda", "reef", "nukha")
WANTED = {"locker": 100e6, "barracuda": 100e6, "reef": 30e6, "nukha": 30e6}  # decisions a second on one H200
COMPARED = 10_000  # games whose hashes are compared
BLOCKS = (64, 128, 256)  # threads in a block
FILLS = (2, 4, 8, 16, 32)  # blocks for each multiprocessor
STEPPED = (4096, 65_536, 1 << 18)  # games stepped at once
STEPS = 64


def records_kernel(game: Game, cuda: Any) -> Any:
    """The other layout of simulation: games are played in place, in one array of records in the card's memory."""
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def simulate_in_place(states, scratch, blank, options, bots, seed, first, results, check):  # type: ignore[no-untyped-def]
        rng = cuda.local.array(1, numba.uint64)
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        score = cuda.local.array(6, numba.int64)
        t, threads = cuda.grid(1), cuda.gridsize(1)
        mine, told = states[t : t + 1], scratch[t : t + 1]
        play_run(mine, told, blank, options, bots, seed, first, t, threads, rng, out, weights, score, results, check)

    return simulate_in_place


def step_copied_kernel(game: Game, cuda: Any, by_words: bool) -> Any:
    """Other layouts of stepping: a record is copied to the thread and back, from an array of records or of words."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def step_words(kept, blank, options, seed, actions, batch, rngs):  # type: ignore[no-untyped-def]
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        mine = cuda.local.array(words, word)
        i = cuda.grid(1)
        if i < len(rngs):
            for w in range(words):
                mine[w] = kept[w, i]
            step_game(i, mine.view(state), told, blank, options, seed, actions[i], batch, rngs, out, weights)
            for w in range(words):
                kept[w, i] = mine[w]

    @cuda.jit
    def step_copies(states, blank, options, seed, actions, batch, rngs):  # type: ignore[no-untyped-def]
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        mine = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(rngs):
            mine[0] = states[i]
            step_game(i, mine, told, blank, options, seed, actions[i], batch, rngs, out, weights)
            states[i] = mine[0]

    return step_words if by_words else step_copies


def pick_kernel(cuda: Any) -> Any:
    """Any choice of each game, the same on a core: see `pick_on_core`."""

    @cuda.jit
    def pick(batch, turn, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(actions):
            actions[i] = batch.choices[i, (i * 7919 + turn * 104_729) % batch.counts[i]]

    return pick


def pick_on_core(batch: vector.Batch, turn: int) -> Any:
    places = np.arange(len(batch.counts))
    return batch.choices[places, (places * 7919 + turn * 104_729) % batch.counts]


class Bench:
    """One game's figures, written to a file after each part."""

    def __init__(self, game: str, file: Path) -> None:
        self.file, self.figures = file, {"game": game}
        self.game = find_game(f"fathoms.games.{game}:GAME")
        self.cuda = gpu.need_gpu()
        self.processors = self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.figures["has_thumb"] = has_thumb(self.game)  # otherwise its sailors play at random
        self.plan = Plan(self.game, [self.game.options.read()])

    def note(self, **figures: Any) -> None:
        self.figures.update(figures)
        self.file.write_text(json.dumps(self.figures, indent=1))

    def part(self, name: str, work: Callable[[], Any]) -> None:
        start = time.perf_counter()
        try:
            self.note(**{name: work()})
        except Exception:
            self.note(**{f"{name}_failed": traceback.format_exc()[-3000:]})
        self.note(**{f"{name}_seconds": round(time.perf_counter() - start, 2)})
        print(f"{self.game.name} {name}: {self.figures[f'{name}_seconds']} s", flush=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The GPU to ourselves."""
        with open(self.file.parent / "turn.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def compile_playing(self) -> dict[str, float]:
        spent = {}
        for layout in ("local", "records"):
            start = time.perf_counter()
            self.launch(layout, 64, 1, self.cuda.device_array(64, RESULT))
            spent[layout] = time.perf_counter() - start
        return spent

    def launch(self, layout: str, block: int, blocks: int, results: Any) -> float:
        """Seconds that playing a batch takes."""
        if not hasattr(self, "kernels"):
            self.kernels = {
                "local": simulation_kernel(self.game, self.cuda),
                "records": records_kernel(self.game, self.cuda),
            }
        arguments = list(gpu.device_arguments(self.plan, self.cuda))
        if layout == "records":
            arguments = [self.cuda.device_array(block * blocks, self.game.state) for _ in range(2)] + arguments
        self.cuda.synchronize()
        start = time.perf_counter()
        self.kernels[layout][blocks, block](*arguments, 1, 0, results, False)
        self.cuda.synchronize()
        return time.perf_counter() - start

    def sweep(self) -> list[dict[str, Any]]:
        found = []
        games = 1 << 19
        with self.alone():
            results = self.cuda.device_array(games, RESULT)
            for layout in self.kernels:
                for block in BLOCKS:
                    for fill in FILLS:
                        seconds = self.launch(layout, block, fill * self.processors, results)
                        decisions = int(results.copy_to_host()["decisions"].sum())
                        threads = block * fill * self.processors
                        found.append(
                            {
                                "layout": layout,
                                "block": block,
                                "blocks a processor": fill,
                                "games a thread": games / threads,
                                "games/s": games / seconds,
                                "decisions/s": decisions / seconds,
                            }
                        )
        return found

    def whole(self) -> dict[str, Any]:
        """What a user gets: games played in batches, results copied back."""
        games = 8 * gpu.BATCH
        with self.alone():
            start = time.perf_counter()
            decisions = sum(int(results["decisions"].sum()) for _, results in gpu.gpu_chunks(self.plan, 0, games))
            seconds = time.perf_counter() - start
        return {"games": games, "games/s": games / seconds, "decisions/s": decisions / seconds}

    def hashes(self) -> dict[str, Any]:
        """The same games on a core and on the GPU: plain, with options at random, and with the rule of thumb."""
        dice = Dice(5)
        tables = [random_options(self.game, dice) for _ in range(200)]
        plans = {
            "plain": self.plan,
            "random tables, checked": Plan(self.game, tables, seed=2, check=True),
            "sailors": Plan(self.game, self.plan.options, ("sailor",), seed=3),
        }
        found = {}
        for name, plan in plans.items():
            there = gpu.play_batch(plan, 0, COMPARED, self.cuda)
            here = play_chunk(plan, 0, COMPARED)
            different = (there.view(np.uint8) != here.view(np.uint8)).reshape(COMPARED, -1).any(axis=1)
            found[name] = {
                "games": COMPARED,
                "different": int(different.sum()),
                "digest": f"{int(here['hash'].sum(dtype=np.uint64)):016x}",
                "digest there": f"{int(there['hash'].sum(dtype=np.uint64)):016x}",
            }
        return found

    def compile_stepping(self) -> None:
        self.steppers = {
            "records, in place": vector.VectorGames(self.game, 64, on="gpu")._runner.step_kernel,
            "records, copied": step_copied_kernel(self.game, self.cuda, by_words=False),
            "words, copied": step_copied_kernel(self.game, self.cuda, by_words=True),
        }
        self.pick = pick_kernel(self.cuda)
        for layout in self.steppers:
            self.steps(layout, 64, 2, 64)

    def steps(self, layout: str, n: int, steps: int, block: int) -> float:
        """Decisions a second of stepping, the choosing not counted."""
        games = vector.VectorGames(self.game, n, on="gpu")
        runner: Any = games._runner
        games.reset(1)
        kept = runner.states
        if layout.startswith("words"):
            word, _ = record_words(self.game.state)
            kept = kept.copy_to_host().view(np.dtype(str(word))).reshape(n, -1)
            kept = self.cuda.to_device(np.ascontiguousarray(kept.T))
        actions = self.cuda.device_array(n, np.int64)
        grid, spent = (-(-n // block), block), 0.0
        for turn in range(steps):
            self.pick[grid](games.batch, turn, actions)
            self.cuda.synchronize()
            start = time.perf_counter()
            self.steppers[layout][grid](kept, runner.blank, runner.options, 1, actions, games.batch, runner.rngs)
            self.cuda.synchronize()
            spent += time.perf_counter() - start
        return n * steps / spent

    def stepping(self) -> list[dict[str, Any]]:
        with self.alone():
            return [
                {"layout": layout, "games": n, "block": block, "decisions/s": self.steps(layout, n, STEPS, block)}
                for layout in self.steppers
                for n in STEPPED
                for block in (64, 128)
            ]

    def same_steps(self) -> dict[str, Any]:
        """Stepping on a core and on the GPU, by the same actions: every array of the batch after every step."""
        n, steps = 512, 200
        here, there = vector.VectorGames(self.game, n), vector.VectorGames(self.game, n, on="gpu")
        here.reset(9)
        there.reset(9)
        ended = different = 0
        for turn in range(steps):
            actions = pick_on_core(here.batch, turn)
            here.step(actions)
            there.step(self.cuda.to_device(np.ascontiguousarray(actions, np.int64)))
            ended += int(here.batch.dones.sum())
            for a, b in zip(here.batch, there.batch, strict=True):
                different += not np.array_equal(a, b.copy_to_host())
        return {"different": different, "games": n, "steps": steps, "ended": ended}


PLAYING, STEPPING = "playing", "stepping"  # what a process measures


def measure(game: str, what: str, file: Path) -> None:
    bench = Bench(game, file)
    playing = ("compile_playing", "sweep", "hashes", "whole")
    stepping = ("compile_stepping", "stepping", "same_steps")
    for part in playing if what == PLAYING else stepping:
        bench.part(part, getattr(bench, part))


def run_all(folder: Path, games: list[str], limit: float) -> dict[str, Any]:
    """Every game in two processes of its own, side by side, all ended after `limit` seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    running = {}
    for game in games:
        for what in (PLAYING, STEPPING):
            command = [sys.executable, __file__, str(folder), "--measure", game, "--what", what]
            with open(folder / f"{game}-{what}.log", "w") as log:
                running[game, what] = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    end = time.monotonic() + limit
    for process in running.values():
        try:
            process.wait(max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
    found: dict[str, Any] = {game: {} for game in games}
    for game, what in running:
        file, log_file = folder / f"{game}-{what}.json", folder / f"{game}-{what}.log"
        told = json.loads(file.read_text()) if file.exists() else {f"log_{what}": log_file.read_text()[-4000:]}
        found[game].update(told)
    return found


def setting() -> dict[str, Any]:
    from importlib import metadata

    cuda = gpu.need_gpu()
    told = {name: metadata.version(name) for name in ("numba", "numba-cuda", "numpy") if _installed(name)}
    told |= {"gpu": gpu.gpu_name(), "cuda runtime": ".".join(map(str, cuda.runtime.get_version()))}
    return {**told, "python": platform.python_version(), "cpus": os.cpu_count()}


def _installed(name: str) -> bool:
    from importlib import metadata

    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def report(setting: dict[str, Any], found: dict[str, Any]) -> str:
    lines = [
        f"One {setting.get('gpu')}; " + ", ".join(f"{name} {setting[name]}" for name in setting if name != "gpu") + ".",
        "",
        *_speed(found),
        "",
        *READING.splitlines(),
        "",
        *_layouts(found),
        "",
        *_stepping(found),
        "",
        *_same(found),
    ]
    return "\n".join(lines) + "\n"


READING = """\
Two layouts of random play: `local`, a record in each thread's own memory, which the card interleaves word by word among
the threads of a warp (a record of arrays, laid out by the hardware), and `records`, games played in place in one array
of records. Neither is ahead in all games; `fathoms simulate --on gpu` plays with `local`, the better one for locker and
Barracuda, of which most is asked, and with a thread a game.

Stepping keeps its records between two calls: `in place` in an array of records, `copied` from it to the thread and
back, or `words, copied` from a record of arrays (word w of all games side by side). `VectorGames(…, on="gpu")` steps in
place: a record of arrays gains up to 22 %, and the records could then not be looked at as they are.
"""


def _best(rows: list[dict[str, Any]], **fixed: Any) -> dict[str, Any]:
    fitting = [row for row in rows if all(row[key] == value for key, value in fixed.items())]
    return max(fitting, key=lambda row: row["decisions/s"])


def _speed(found: dict[str, Any]) -> list[str]:
    rows = [
        "| random play | games/s | decisions/s | wanted | decisions/s of `simulate --on gpu` |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for game, figures in found.items():
        if figures.get("sweep"):
            best, whole = _best(figures["sweep"], layout="local"), figures.get("whole", {})
            rows.append(
                f"| {game} | {best['games/s']:,.0f} | {best['decisions/s']:,.0f} | {WANTED[game]:,.0f} "
                f"| {whole.get('decisions/s', 0):,.0f} |"
            )
    return rows


def _layouts(found: dict[str, Any]) -> list[str]:
    rows = [
        "| layout, random play | decisions/s | threads a block | blocks a processor |",
        "| --- | ---: | ---: | ---: |",
    ]
    for game, figures in found.items():
        for layout in ("local", "records") if figures.get("sweep") else ():
            best = _best(figures["sweep"], layout=layout)
            rows.append(
                f"| {game}, {layout} | {best['decisions/s']:,.0f} | {best['block']} | {best['blocks a processor']} |"
            )
    return rows


def _stepping(found: dict[str, Any]) -> list[str]:
    rows = ["| stepping | " + " | ".join(f"{n:,} games" for n in STEPPED) + " |", "| --- |" + " ---: |" * len(STEPPED)]
    for game, figures in found.items():
        stepping = figures.get("stepping") or []
        for layout in dict.fromkeys(row["layout"] for row in stepping):
            rates = [f"{_best(stepping, layout=layout, games=n)['decisions/s']:,.0f}" for n in STEPPED]
            rows.append(f"| {game}, {layout} | " + " | ".join(rates) + " |")
    return rows


def _same(found: dict[str, Any]) -> list[str]:
    rows = [
        "| the same games on a core and on the GPU | games | different | digest of both |",
        "| --- | ---: | ---: | --- |",
    ]
    for game, figures in found.items():
        for name, told in (figures.get("hashes") or {}).items():
            both = " ".join(dict.fromkeys([told["digest"], told["digest there"]]))
            rows.append(f"| {game}, {name} | {told['games']:,} | {told['different']} | `{both}` |")
        if told := figures.get("same_steps"):
            stepped = f"{told['games']} side by side, {told['steps']} steps, {told['ended']} ended"
            rows.append(f"| {game}, stepped | {stepped} | {told['different']} | |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--limit", type=float, default=420, help="seconds for everything")
    parser.add_argument("--measure", help="one game, in this process")
    parser.add_argument("--what", choices=(PLAYING, STEPPING), default=PLAYING)
    parser.add_argument("--again", action="store_true", help="only write gpu.md again, from gpu.json")
    asked = parser.parse_args()
    if asked.measure:
        measure(asked.measure, asked.what, asked.folder / f"{asked.measure}-{asked.what}.json")
        return
    if asked.again:
        told = json.loads((asked.folder / "gpu.json").read_text())
        (asked.folder / "gpu.md").write_text(report(told["setting"], told["games"]))
        return
    found = run_all(asked.folder, asked.games.split(","), asked.limit)
    (asked.folder / "gpu.json").write_text(json.dumps({"games": found}, indent=1))
    told = {"setting": setting(), "games": found}
    (asked.folder / "gpu.json").write_text(json.dumps(told, indent=1))
    text = report(told["setting"], found)
    (asked.folder / "gpu.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
