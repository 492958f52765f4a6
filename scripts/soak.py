"""A long evening in a short time: tables are set, played, left and cleared while the server is killed over and over.

`python scripts/soak.py --minutes 30 --kills 100`. Says at the end whether an acknowledged move was lost, whether memory
was flat (the last third of the lives against the second), how large the database grew, and how soon clients were back.
Exit code 1 if something did not hold. On this machine alone, with a database of its own.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from fathoms.engine.kinds import Json
from fathoms.table.serve import free_port

DAY = 86_400.0
KEEP_SECONDS = 60.0  # that anything is kept here: a year's clearing, many times over
LATEST_SECONDS = 3 * KEEP_SECONDS  # by when it must be gone, on a busy machine too
SETTINGS = {
    "FATHOMS_WARM": "0",
    "FATHOMS_PACE": "0",
    "FATHOMS_MOVES_A_MINUTE": "1000000",
    "FATHOMS_SEAT_MOVES_A_MINUTE": "1000000",
    "FATHOMS_TABLES_A_MINUTE": "1000000",
    "FATHOMS_TABLES_A_DAY": "100000000",
    "FATHOMS_LOOKS_A_MINUTE": "1000000",
    **{f"FATHOMS_KEEP_{kind}_DAYS": str(KEEP_SECONDS / DAY) for kind in ("OPEN", "ABANDONED", "FINISHED", "REPORTS")},
}


@dataclass
class Soak:
    """The server under test, and what was seen."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0
    tables: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)  # KiB at the end of each life
    sizes: list[int] = field(default_factory=list)  # bytes of the database
    overdue: int = 0  # tables that the policy should have cleared long ago
    back: list[float] = field(default_factory=list)  # seconds from a start to the first answer

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        return self.folder / "soak.db"

    def env(self) -> dict[str, str]:
        return {**os.environ, **SETTINGS, "FATHOMS_DATABASE": f"sqlite:///{self.database}"}

    def start(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            command = [sys.executable, "-m", "fathoms", "serve", "--port", str(self.port)]
            self.process = subprocess.Popen(command, env=self.env(), stdout=log, stderr=log)

    def note(self) -> None:
        """How much memory the server has, and how large its database is."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        self.memory.append(int(status.split("VmRSS:")[1].split()[0]))
        self.sizes.append(self.database.stat().st_size)
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as base:
            late = "SELECT count(*) FROM tables WHERE touched < datetime('now', ?)"
            self.overdue = max(self.overdue, base.execute(late, (f"-{LATEST_SECONDS} seconds",)).fetchone()[0])

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1


async def until_answered(soak: Soak, web: httpx.AsyncClient) -> None:
    began = time.monotonic()
    while True:
        try:
            if (await web.get("/healthz")).status_code == 200:
                soak.back.append(time.monotonic() - began)
                return
        except httpx.TransportError:
            await asyncio.sleep(0.02)


async def kill_over_and_over(soak: Soak, life: float, end: float) -> None:
    async with httpx.AsyncClient(base_url=soak.base, timeout=30) as web:
        while time.monotonic() < end:
            await asyncio.sleep(life)
            soak.note()
            soak.kill()
            soak.start()
            await until_answered(soak, web)


async def clear_over_and_over(soak: Soak) -> None:
    """As a host's timer would, beside the running server."""
    while True:
        await asyncio.sleep(KEEP_SECONDS / 2)
        command = [sys.executable, "-m", "fathoms", "admin", "prune"]
        process = await asyncio.create_subprocess_exec(*command, env=soak.env(), stdout=subprocess.DEVNULL)
        try:
            if await process.wait():
                soak.faults.append("prune failed")
        finally:
            if process.returncode is None:
                process.kill()


async def ask(web: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response:
    """An answer, however often the server is killed meanwhile."""
    while True:
        try:
            answer = await web.request(method, path, **more)
            if answer.status_code != 503:
                return answer
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.05)


async def evening(soak: Soak, rng: random.Random, end: float) -> None:
    """One table: set, played for a while or to its end, and left; what was acknowledged must be there."""
    async with httpx.AsyncClient(base_url=soak.base, timeout=30) as web:
        seats = [{"kind": "person"}, {"kind": rng.choice(("bot", "person"))}]
        wanted = {"game": "locker", "seats": seats, "options": {"players": 2}}
        made = (await ask(web, "POST", "/api/tables", json=wanted)).json()
        soak.tables += 1
        path, known = f"/api/tables/{made['table']}", 0
        for _ in range(rng.randrange(200)):
            now = (await ask(web, "GET", path)).json()
            if now.get("status") != "playing" or time.monotonic() > end:
                break
            movers = [seat for seat in now["view"]["to_act"] if seat in made["tokens"]]
            if movers:
                known = await move(soak, web, path, made["tokens"][movers[0]], rng) or known
            await asyncio.sleep(rng.uniform(0.0, 0.2))
        last = await ask(web, "GET", path)
        if last.status_code == 200 and last.json()["version"] < known:
            soak.lost.append(f"{made['table']}: version {known} was acknowledged, {last.json()['version']} is there")


async def move(soak: Soak, web: httpx.AsyncClient, path: str, token: str, rng: random.Random) -> int | None:
    """A decision, sent again with the same id until there is an answer; the version it led to."""
    headers = {"Authorization": f"Bearer {token}"}
    seen = (await ask(web, "GET", path, headers=headers)).json()
    choices = seen.get("view", {}).get("choices")
    if not choices:
        return None
    body = {"move": rng.choice(choices), "id": uuid.uuid4().hex, "version": seen["version"]}
    answer = await ask(web, "POST", f"{path}/moves", json=body, headers=headers)
    if answer.status_code == 200:
        soak.acknowledged += 1
        return int(answer.json()["version"])
    if answer.status_code >= 500:
        soak.faults.append(answer.text)
    return None


async def go_on(soak: Soak, seed: int, end: float) -> None:
    rng = random.Random(seed)
    while time.monotonic() < end:
        await evening(soak, rng, end)


async def run(soak: Soak, minutes: float, kills: int, guests: int) -> None:
    soak.start()
    async with httpx.AsyncClient(base_url=soak.base, timeout=30) as web:
        await until_answered(soak, web)
    end = time.monotonic() + 60 * minutes
    beside = [asyncio.create_task(clear_over_and_over(soak))]
    await asyncio.gather(
        kill_over_and_over(soak, 60 * minutes / max(1, kills), end), *(go_on(soak, seed, end) for seed in range(guests))
    )
    for task in beside:
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)


def thirds(values: list[int]) -> tuple[float, float]:
    """The medians of the second and of the last third."""
    third = max(1, len(values) // 3)
    return statistics.median(values[third : 2 * third] or values), statistics.median(values[-third:])


def verdict(soak: Soak) -> Json:
    second, last = thirds(soak.memory)
    before, after = thirds(soak.sizes)
    facts = {
        "kills": soak.kills,
        "tables": soak.tables,
        "acknowledged": soak.acknowledged,
        "lost": soak.lost,
        "faults": soak.faults[:5],
        "memory_mib": [round(second / 1024, 1), round(last / 1024, 1)],
        "database_kib": [round(before / 1024), round(after / 1024)],
        "overdue_tables": soak.overdue,
        "back_seconds": round(max(soak.back), 2),
        "back_seconds_median": round(statistics.median(soak.back), 2),
    }
    held = not soak.lost and not soak.faults and last < 1.05 * second and not soak.overdue
    return {"ok": held, **facts}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30.0)
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--guests", type=int, default=24, help="tables at a time")
    chosen = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends too
    with tempfile.TemporaryDirectory(prefix="fathoms-soak-") as folder:
        soak = Soak(Path(folder), free_port("127.0.0.1"))
        try:
            asyncio.run(run(soak, chosen.minutes, chosen.kills, chosen.guests))
        finally:
            if soak.process is not None:
                soak.process.kill()
                soak.process.wait()
        found = verdict(soak)
    print(json.dumps(found, indent=1))
    sys.exit(0 if found["ok"] else 1)


if __name__ == "__main__":
    main()
