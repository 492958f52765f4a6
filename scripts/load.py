"""Many tables at once on this machine: how soon is a move shown to the others, and how much memory does it take?

`python scripts/load.py --tables 200 --seconds 30` starts a server on loopback, seats a person-like client and bots at
each table and a second client that looks on, and prints the delays between sending a move and its being shown.
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
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

GAMES = ("locker", "reef", "barracuda", "nukha")


class Watcher:
    """A second pair of eyes at a table: when each version was shown."""

    def __init__(self) -> None:
        self.shown: dict[int, float] = {}

    async def watch(self, address: str) -> None:
        async with connect(address, max_size=None) as socket:
            async for message in socket:
                told = json.loads(message)
                if "version" in told:
                    self.shown.setdefault(told["version"], time.perf_counter())


async def play(client: httpx.AsyncClient, base: str, game: str, seconds: float, delays: list[float]) -> int:
    """One table: a person who thinks a second or so, and a bot. How many answers were errors."""
    seats = [{"kind": "person", "name": "Load"}, {"kind": "bot"}, {"kind": "bot"}]
    made = await client.post("/api/tables", json={"game": game, "options": {"players": 3}, "seats": seats, "pace": 0.8})
    table = made.json()
    headers = {"Authorization": f"Bearer {table['tokens']['A']}"}
    watcher = Watcher()
    watching = asyncio.create_task(watcher.watch(f"{base.replace('http', 'ws')}/api/tables/{table['table']}/live"))
    errors, sent, end = 0, {}, time.perf_counter() + seconds
    while time.perf_counter() < end:
        await asyncio.sleep(random.uniform(0.8, 1.6))
        look = (await client.get(f"/api/tables/{table['table']}", headers=headers)).json()
        if look["view"]["over"]:
            break
        if look["view"]["choices"]:
            body = {"move": random.choice(look["view"]["choices"]), "id": str(uuid.uuid4()), "version": look["version"]}
            start = time.perf_counter()
            answer = await client.post(f"/api/tables/{table['table']}/moves", json=body, headers=headers)
            errors += answer.status_code not in (200, 409)
            if answer.status_code == 200:
                sent[look["version"] + 1] = start
    await asyncio.sleep(1)
    watching.cancel()
    delays += [watcher.shown[version] - start for version, start in sent.items() if version in watcher.shown]
    return errors + sum(version not in watcher.shown for version in sent)


async def load(base: str, tables: int, seconds: float) -> tuple[int, list[float]]:
    delays: list[float] = []
    limits = httpx.Limits(max_connections=400, max_keepalive_connections=400)
    transport = httpx.AsyncHTTPTransport(retries=2, limits=limits)
    async with httpx.AsyncClient(base_url=base, timeout=30, transport=transport) as client:
        plays = []
        for number in range(tables):
            plays.append(asyncio.create_task(play(client, base, GAMES[number % len(GAMES)], seconds, delays)))
            await asyncio.sleep(0.05)
        errors = sum(await asyncio.gather(*plays))
    return errors, delays


def resident(pid: int) -> int:
    """Memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) >> 10


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tables", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=30)
    arguments.add_argument("--port", type=int, default=8799)
    chosen = arguments.parse_args()
    base = f"http://127.0.0.1:{chosen.port}"
    wide: dict[str, Any] = {"FATHOMS_MOVES_A_MINUTE": "1000000", "FATHOMS_TABLES_A_MINUTE": "100000"}
    settings = {**os.environ, **wide, "FATHOMS_LOOKS_A_MINUTE": "1000000"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fathoms.cli", "serve", "--port", str(chosen.port)]
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/load.db"], env=settings)
        try:
            wait_for(base)
            errors, delays = asyncio.run(load(base, chosen.tables, chosen.seconds))
            memory = resident(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    told: list[float] = statistics.quantiles(delays, n=100)
    print(f"{chosen.tables} tables, {len(delays)} moves, {errors} errors; server memory {memory} MiB")
    print(f"shown to the others: median {told[49] * 1000:.0f} ms, 99 % within {told[98] * 1000:.0f} ms")
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
