"""The games on a GPU: how fast, and whether every game played there is the same game played on a core.

Each game is compiled and measured in processes of its own (`python -m fathoms.lab.bench.gpu FOLDER GAME WHAT`): they
compile side by side and take turns at the GPU. What fails is written down with its traceback; the rest goes on.
"""

import fcntl
import json
import os
import platform
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import find_game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Codes, Json, Records
from fathoms.lab.bench.gpu_kernels import pick_kernel, records_kernel, step_copied_kernel
from fathoms.lab.gpu import gpu_name, need_gpu, record_words
from fathoms.lab.simulate import gpu
from fathoms.lab.simulate.gpu_kernels import simulation_kernel
from fathoms.lab.simulate.kernels import RESULT
from fathoms.lab.simulate.simulation import Plan, play_chunk
from fathoms.lab.vector.games import Batch, VectorGames

FIGURES, PAGE = "gpu.json", "gpu.md"
WANTED = {"locker": 100e6, "barracuda": 100e6, "reef": 30e6, "nukha": 30e6}  # decisions a second on one H200
COMPARED = 10_000  # games whose hashes are compared
BLOCKS = (64, 128, 256)  # threads in a block
FILLS = (2, 4, 8, 16, 32)  # blocks for each multiprocessor
STEPPED = (4096, 65_536, 1 << 18)  # games stepped at once
STEPS = 64


def pick_on_core(batch: Batch, turn: int) -> Codes:
    places = np.arange(len(batch.counts))
    picked: Codes = batch.choices[places, (places * 7919 + turn * 104_729) % batch.counts]
    return picked


class Bench:
    """One game's figures, written to a file after each part."""

    def __init__(self, game: str, file: Path) -> None:
        self.file, self.figures = file, Json(game=game)
        self.game = find_game(game)
        self.kernels: Json = {}
        self.steppers: Json = {}
        self.cuda = need_gpu()
        self.processors = self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.figures["has_heuristic"] = has_heuristic(self.game)  # otherwise its sailors play at random
        self.plan = Plan(self.game, [self.game.options.read()])

    def note(self, **figures: object) -> None:
        self.figures.update(figures)
        self.file.write_text(json.dumps(self.figures, indent=1))

    def part(self, name: str, work: Callable[[], object]) -> None:
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

    def launch(self, layout: str, block: int, blocks: int, results: Records) -> float:
        """Seconds that playing a batch takes."""
        if not self.kernels:
            self.kernels = {
                "local": simulation_kernel(self.game, self.cuda),
                "records": records_kernel(self.game, self.cuda),
            }
        arguments = [gpu.games_there(self.plan, 0, self.cuda), results]
        if layout == "records":
            arguments = [self.cuda.device_array(block * blocks, self.game.state) for _ in range(2)] + arguments
        self.cuda.synchronize()
        start = time.perf_counter()
        self.kernels[layout][blocks, block](*arguments)
        self.cuda.synchronize()
        return time.perf_counter() - start

    def sweep(self) -> list[Json]:
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

    def whole(self) -> Json:
        """What a user gets: games played in batches, results copied back."""
        games = 8 * gpu.BATCH
        with self.alone():
            start = time.perf_counter()
            decisions = sum(int(results["decisions"].sum()) for _, results in gpu.gpu_chunks(self.plan, 0, games))
            seconds = time.perf_counter() - start
        return {"games": games, "games/s": games / seconds, "decisions/s": decisions / seconds}

    def hashes(self) -> Json:
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
            "records, in place": _runner_of(VectorGames(self.game, 64, on="gpu")).step_kernel,
            "records, copied": step_copied_kernel(self.game, self.cuda, by_words=False),
            "words, copied": step_copied_kernel(self.game, self.cuda, by_words=True),
        }
        self.pick = pick_kernel(self.cuda)
        for layout in self.steppers:
            self.steps(layout, 64, 2, 64)

    def steps(self, layout: str, n: int, steps: int, block: int) -> float:
        """Decisions a second of stepping, the choosing not counted."""
        games = VectorGames(self.game, n, on="gpu")
        runner = _runner_of(games)
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
            self.steppers[layout][grid](kept, runner.begin(1), actions, games.batch, runner.rngs)
            self.cuda.synchronize()
            spent += time.perf_counter() - start
        return n * steps / spent

    def stepping(self) -> list[Json]:
        with self.alone():
            return [
                {"layout": layout, "games": n, "block": block, "decisions/s": self.steps(layout, n, STEPS, block)}
                for layout in self.steppers
                for n in STEPPED
                for block in (64, 128)
            ]

    def same_steps(self) -> Json:
        """Stepping on a core and on the GPU, by the same actions: every array of the batch after every step."""
        n, steps = 512, 200
        here, there = VectorGames(self.game, n), VectorGames(self.game, n, on="gpu")
        here.reset(9)
        there.reset(9)
        ended = different = 0
        for turn in range(steps):
            actions = pick_on_core(here.batch, turn)
            here.step(actions)
            there.step(self.cuda.to_device(np.ascontiguousarray(actions, np.int64)))
            ended += int(here.batch.dones.sum())
            for name in Batch._fields:
                on_card = getattr(there.batch, name)
                different += not np.array_equal(getattr(here.batch, name), on_card.copy_to_host())
        return {"different": different, "games": n, "steps": steps, "ended": ended}


def _runner_of(games: VectorGames) -> Any:
    return games._runner


PLAYING, STEPPING = "playing", "stepping"  # what a process measures


def measure(game: str, what: str, file: Path) -> None:
    bench = Bench(game, file)
    playing = ("compile_playing", "sweep", "hashes", "whole")
    stepping = ("compile_stepping", "stepping", "same_steps")
    for part in playing if what == PLAYING else stepping:
        bench.part(part, getattr(bench, part))


def run_all(folder: Path, games: Sequence[str], limit: float) -> Json:
    """Every game in two processes of its own, side by side, all ended after `limit` seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    running = {}
    for game in games:
        for what in (PLAYING, STEPPING):
            command = [sys.executable, "-m", __name__, str(folder), game, what]
            with open(folder / f"{game}-{what}.log", "w") as log:
                running[game, what] = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    end = time.monotonic() + limit
    for process in running.values():
        try:
            process.wait(max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
    found: Json = {game: {} for game in games}
    for game, what in running:
        file, log_file = folder / f"{game}-{what}.json", folder / f"{game}-{what}.log"
        told = json.loads(file.read_text()) if file.exists() else {f"log_{what}": log_file.read_text()[-4000:]}
        found[game].update(told)
    return found


def setting() -> Json:
    cuda = need_gpu()
    told = {name: metadata.version(name) for name in ("numba", "numba-cuda", "numpy") if _installed(name)}
    told |= {"gpu": gpu_name(), "cuda runtime": ".".join(map(str, cuda.runtime.get_version()))}
    return {**told, "python": platform.python_version(), "cpus": os.cpu_count()}


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def report(setting: Json, found: Json) -> str:
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
of records. Neither is ahead in all games; `fathoms simulate GAME --on gpu` plays with `local`, which is better for
Davy Jones' Locker and Barracuda, and with one thread per game.

Stepping keeps its records between two calls: `in place` in an array of records, `copied` from it to the thread and
back, or `words, copied` from a record of arrays (word w of all games side by side). `VectorGames(…, on="gpu")` steps in
place: a record of arrays gains up to 22 %, and the records could then not be looked at as they are.
"""


def _best(rows: list[Json], **fixed: object) -> Json:
    fitting = [row for row in rows if all(row[key] == value for key, value in fixed.items())]
    return max(fitting, key=lambda row: row["decisions/s"])


def _speed(found: Json) -> list[str]:
    rows = [
        "| random play | games/s | decisions/s | wanted | decisions/s of `simulate --on gpu` |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for game, figures in found.items():
        if figures.get("sweep"):
            best, whole = _best(figures["sweep"], layout="local"), figures.get("whole", {})
            rows.append(
                f"| {game} | {best['games/s']:,.0f} | {best['decisions/s']:,.0f} | {WANTED.get(game, 0):,.0f} "
                f"| {whole.get('decisions/s', 0):,.0f} |"
            )
    return rows


def _layouts(found: Json) -> list[str]:
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


def _stepping(found: Json) -> list[str]:
    rows = ["| stepping | " + " | ".join(f"{n:,} games" for n in STEPPED) + " |", "| --- |" + " ---: |" * len(STEPPED)]
    for game, figures in found.items():
        stepping = figures.get("stepping") or []
        for layout in dict.fromkeys(row["layout"] for row in stepping):
            rates = [f"{_best(stepping, layout=layout, games=n)['decisions/s']:,.0f}" for n in STEPPED]
            rows.append(f"| {game}, {layout} | " + " | ".join(rates) + " |")
    return rows


def _same(found: Json) -> list[str]:
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


def bench_gpu(folder: Path, games: Sequence[str], limit: float) -> str:
    """Measure, and write all figures and the tables into a folder; the tables."""
    need_gpu()
    told = {"games": run_all(folder, games, limit), "setting": setting()}
    (folder / FIGURES).write_text(json.dumps(told, indent=1), encoding="utf-8")
    return write_page(folder)


def write_page(folder: Path) -> str:
    """The tables of the figures that are there."""
    told = json.loads((folder / FIGURES).read_text(encoding="utf-8"))
    text = report(told["setting"], told["games"])
    (folder / PAGE).write_text(text, encoding="utf-8")
    return text


if __name__ == "__main__":
    _, place, name, what = sys.argv
    measure(name, what, Path(place) / f"{name}-{what}.json")
