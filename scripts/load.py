"""Many tables at once on this machine: how soon is a move shown to the others, and how much memory does it take?

`python scripts/load.py --tables 200 --seconds 30` starts a server on loopback, seats a person-like client and bots at
each table and a second client that looks on, and prints the delays between sending a move and its being shown with all
that follows from it (the version the move's answer names, the sea's events included). With `--pages` they look on as a
page does, and what drawing a table costs is measured by itself as well.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from fathoms.engine.kinds import Json
from fathoms.table.rooms import lobby
from fathoms.table.rooms.course import Step
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Store
from fathoms.table.web.i18n import LANGUAGES, speaker, typeset
from fathoms.table.web.render import News, environment, fragment_values

GAMES = ("locker", "reef", "barracuda", "nukha")


class Line:
    """One connection kept open, as a browser's: asks and waits for the answer, with as little work as possible."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = json.dumps(body).encode() if body else b""
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(content)}"]
        head += ["Content-Type: application/json", f"Authorization: Bearer {self.token}" if self.token else "X-None: 0"]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + content)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(answer.split("content-length: ")[1].split("\r\n")[0])
        return int(answer.split(" ")[1]), json.loads(await self.reader.readexactly(size))


class Watcher:
    """A second pair of eyes at a table: when each version was shown."""

    def __init__(self) -> None:
        self.shown: dict[int, float] = {}

    async def watch(self, address: str) -> None:
        async with connect(address, max_size=None) as socket:
            async for message in socket:
                now = time.perf_counter()
                told = json.loads(message)
                if "version" in told:
                    self.shown.setdefault(told["version"], now)


async def play(chosen: argparse.Namespace, number: int, delays: list[float]) -> int:
    """One table: a person who thinks a moment, two bots, and somebody who looks on. How many things went wrong."""
    line = Line(chosen.port)
    seats = [{"kind": "person", "name": "Load"}, *[{"kind": "bot", "level": chosen.level}] * 2]
    wanted = {"game": GAMES[number % len(GAMES)], "options": {"players": 3}, "seats": seats}
    _, table = await line.ask("POST", "/api/tables", wanted)
    path, line.token = f"/api/tables/{table['table']}", table["tokens"]["A"]
    watcher = Watcher()
    page = f"/t/{table['table']}" if chosen.pages else path
    watching = asyncio.create_task(watcher.watch(f"ws://127.0.0.1:{chosen.port}{page}/live"))
    errors, sent, end = 0, {}, time.perf_counter() + chosen.seconds
    while time.perf_counter() < end:
        await asyncio.sleep(random.uniform(0.5 * chosen.think, 1.5 * chosen.think))
        _, look = await line.ask("GET", path)
        if look["view"]["over"]:
            break
        if look["view"]["choices"]:
            body = {"move": random.choice(look["view"]["choices"]), "id": str(uuid.uuid4()), "version": look["version"]}
            start = time.perf_counter()
            status, answer = await line.ask("POST", f"{path}/moves", body)
            errors += status not in (200, 409)
            if status == 200:
                sent[answer["version"]] = start
    await asyncio.sleep(1)
    watching.cancel()
    seen = {version: [at for shown, at in watcher.shown.items() if shown >= version] for version in sent}
    delays += [min(seen[version]) - start for version, start in sent.items() if seen[version]]
    return errors + sum(not seen[version] for version in sent)


async def load(chosen: argparse.Namespace) -> tuple[int, list[float]]:
    """Tables come one after the other, as people do."""
    delays: list[float] = []
    plays = []
    for number in range(chosen.tables):
        plays.append(asyncio.create_task(play(chosen, number, delays)))
        await asyncio.sleep(0.05)
    return sum(await asyncio.gather(*plays)), delays


def resident(pid: int) -> int:
    """Memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) >> 10


def processor_seconds(pid: int) -> float:
    """What a process has computed so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def steps_of(store: Store, game: str) -> Iterator[tuple[Room, Step]]:
    """Every event of a random game of three."""
    made = lobby.make_table(store, game, {"players": 3}, [{"kind": "person", "name": f"Load {n}"} for n in range(3)])
    room = Room.load(store, made.row.id)
    assert room is not None
    while not room.match.over:
        seat = random.choice(room.match.to_act)
        moved = room.move(seat, random.choice(room.match.choices(seat)), str(uuid.uuid4()))
        yield from ((room, step) for step in moved.happened.told if isinstance(step, Step))


def drawing_costs(folder: str, games: int = 4) -> list[float]:
    """Milliseconds to draw a table after an event for a looker-on: from pieces that are kept, and all of it anew."""
    store, spent, drawn = Store(f"sqlite:///{folder}/drawn.db"), [0.0, 0.0], 0
    for number, game in enumerate(GAMES * games):
        lang = LANGUAGES[number % len(LANGUAGES)]
        for room, step in steps_of(store, game):
            view, news = step.after.view(), News(step.after.recent(), (step.before.view(), step.after.view()))
            drawn += number >= len(GAMES)  # the first game of each reads its templates
            for way, plain in enumerate((False, True)):
                start = time.thread_time()
                values = fragment_values(room, None, view, lang, False, news)
                template = environment(plain=plain).get_template("_table.html")
                typeset(template.render(_=speaker(lang), lang=lang, **values), lang)
                spent[way] += (time.thread_time() - start) * (number >= len(GAMES))
    return [1000 * seconds / drawn for seconds in spent]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tables", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--port", type=int, default=8799)
    arguments.add_argument("--think", type=float, default=2.0, help="seconds a person thinks about a move, on average")
    arguments.add_argument("--level", default="sailor", help="of the bots")
    arguments.add_argument("--pages", action="store_true", help="look on as a page does: drawn tables, not data")
    chosen = arguments.parse_args()
    base = f"http://127.0.0.1:{chosen.port}"
    wide: Json = {
        "FATHOMS_MOVES_A_MINUTE": "1000000",
        "FATHOMS_TABLES_A_MINUTE": "100000",
        "FATHOMS_TABLES_A_DAY": "100000",
    }
    settings = {**os.environ, **wide, "FATHOMS_LOOKS_A_MINUTE": "1000000"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fathoms", "serve", "--port", str(chosen.port)]
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/load.db"], env=settings)
        try:
            wait_for(base)
            start, computed = time.perf_counter(), processor_seconds(server.pid)
            errors, delays = asyncio.run(load(chosen))
            share = (processor_seconds(server.pid) - computed) / (time.perf_counter() - start)
            memory = resident(server.pid)
            costs = drawing_costs(folder) if chosen.pages else []
        finally:
            server.terminate()
            server.wait(20)
    told: list[float] = statistics.quantiles(delays, n=100)
    print(f"{chosen.tables} tables, {len(delays)} moves, {errors} errors; server memory {memory} MiB")
    print(f"the server computed {share:.0%} of the time of one core")
    print(f"shown to the others: median {told[49] * 1000:.0f} ms, 99 % within {told[98] * 1000:.0f} ms")
    if costs:
        print(f"drawing a table takes {costs[0]:.2f} ms of a core, without kept pieces {costs[1]:.2f} ms")
    return 1 if errors else 0


def wait_for(base: str) -> None:
    for _ in range(100):
        try:
            httpx.get(f"{base}/healthz")
            return
        except httpx.HTTPError:
            time.sleep(0.3)


if __name__ == "__main__":
    sys.exit(main())
