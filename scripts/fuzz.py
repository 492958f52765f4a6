"""Nonsense without end, thrown at a server of its own: no answer of 500 or more, no traceback, memory back afterwards.

`python scripts/fuzz.py api --minutes 10` has schemathesis make requests from the API's own description, at tables that
are there and at tables that are not. `python scripts/fuzz.py sockets --minutes 10` opens sockets and says what no page
of ours says: bytes that are no frames, frames that are no text, too long, too many, in pieces. Exit code 1 if something
gave way.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import string
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from fathoms.engine.kinds import Json
from fathoms.table.serve import free_port

WIDE = {
    "FATHOMS_WARM": "0",
    "FATHOMS_INTERPRETED": "1",
    "FATHOMS_PACE": "0.2",
    "FATHOMS_TABLES_IN_MEMORY": "50",
    **{
        f"FATHOMS_{name}_A_MINUTE": "10000000"
        for name in ("MOVES", "SEAT_MOVES", "TABLES", "LOOKS", "HINTS", "LAB_RUNS")
    },
    **{f"FATHOMS_{name}": "1000000" for name in ("MOST_CONNECTIONS", "CONNECTIONS_AN_ADDRESS", "TABLES_A_DAY")},
}
MAY_GROW = 1.10  # of the memory after the first tenth of the time
REST_SECONDS = 45.0  # after which memory is looked at: what was open is closed by then
EXAMPLES = 40  # requests of a kind in one go
MOST_TOLD = 10


@dataclass
class Trial:
    """A server, and what happened to it."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    tables: list[Any] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> int:
        """KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmRSS:")[1].split()[0])

    def set_tables(self) -> None:
        """Some that can be played, one that is over."""
        for game, kinds in (("locker", "pb"), ("reef", "pp"), ("barracuda", "bb"), ("nukha", "ppp"), ("locker", "po")):
            seats = [{"kind": {"p": "person", "b": "bot", "o": "open"}[kind]} for kind in kinds]
            wanted = {"game": game, "seats": seats, "options": {"players": len(seats)}, "hints": True}
            self.tables.append(httpx.post(f"{self.base}/api/tables", json=wanted, timeout=30).json())

    def note(self, kind: str, status: int, what: str) -> None:
        self.answers[f"{kind} {status}"] += 1
        if status >= 500 and status != 503:
            self.faults.append(f"{status}: {what}"[:500])


@contextlib.contextmanager
def served() -> Iterator[Trial]:
    with tempfile.TemporaryDirectory(prefix="fathoms-fuzz-") as folder:
        port, log = free_port("127.0.0.1"), Path(folder) / "server.log"
        env = {**os.environ, **WIDE, "FATHOMS_DATABASE": f"sqlite:///{folder}/fuzz.db"}
        command = [sys.executable, "-m", "fathoms", "serve", "--port", str(port)]
        with log.open("wb") as out:
            process = subprocess.Popen(command, env=env, stdout=out, stderr=out)
        try:
            trial = Trial(port, process, log)
            _wait_for(trial)
            trial.set_tables()
            yield trial
        finally:
            process.terminate()
            process.wait(20)


def _wait_for(trial: Trial) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{trial.base}/healthz", timeout=5).status_code == 200:
                return
        time.sleep(0.2)
    raise SystemExit("the server did not start")


# Requests


def fuzz_api(trial: Trial, seconds: float) -> int:
    """Every operation in turn until the time is over; memory after the first tenth."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, seed, settings

    warnings.filterwarnings("ignore")
    schema = schemathesis.openapi.from_url(f"{trial.base}/api/openapi.json")
    operations = [one.ok() for one in schema.get_all_operations()]
    rng, begun, settled = random.Random(1), time.monotonic(), 0
    quick = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    while time.monotonic() < begun + seconds:
        operation = rng.choice(operations)

        @seed(rng.getrandbits(32))
        @quick
        @given(case=operation.as_strategy())
        def one(case: Any) -> None:
            _aim(trial, case, rng)
            _send(trial, case)

        one()
        if not settled and time.monotonic() > begun + seconds / 10:
            settled = trial.memory()
    return settled or trial.memory()


def _aim(trial: Trial, case: Any, rng: random.Random) -> None:
    """Most requests go to a table that is there, from a seat of it; others where chance sends them."""
    table = rng.choice(trial.tables)
    if "table_id" in (case.path_parameters or {}) and rng.random() < 0.8:
        case.path_parameters["table_id"] = table["table"]
    if table["tokens"] and rng.random() < 0.7:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {rng.choice(list(table['tokens'].values()))}"}


def _send(trial: Trial, case: Any) -> None:
    try:
        answer = case.call(timeout=60)
    except Exception as error:
        if "Read timed out" in str(error) or "Connection refused" in str(error):
            trial.faults.append(f"{case.method} {case.formatted_path}: {error}"[:500])
        return  # what cannot be sent is refused by the sender
    trial.note(case.method, answer.status_code, f"{case.method} {case.formatted_path} {case.body!r:.200} {answer.text}")


# Sockets

LETTERS = string.printable + "é😀\x00\ud800"


def _text(rng: random.Random, most: int) -> str:
    return "".join(rng.choices(LETTERS, k=rng.randrange(most)))


def _address(trial: Trial, rng: random.Random) -> str:
    table = rng.choice([*trial.tables, {"table": "".join(rng.choices("abc01", k=rng.randrange(1, 30)))}])["table"]
    odd = rng.choice(["-1", "7", "9" * rng.randrange(1, 5000), "x", "%ff", "1e9", "", "NaN"])
    after = odd if rng.random() < 0.3 else str(rng.randrange(4))
    path = rng.choice([f"/t/{table}/live", f"/api/tables/{table}/live", f"/t/{table}/live/", "/t//live", "/live"])
    return f"ws://127.0.0.1:{trial.port}{path}?after={after}&board={rng.choice(['0', '1', '0', 'x'])}"


async def _talk(socket: ClientConnection, rng: random.Random) -> None:
    for _ in range(rng.randrange(30)):
        kind = rng.randrange(7)
        if kind == 0:
            await socket.send(_text(rng, 200).encode("utf-8", "replace").decode())
        elif kind == 1:
            await socket.send(rng.randbytes(rng.randrange(200)))
        elif kind == 2:
            await socket.send("y" * rng.randrange(6000))
        elif kind == 3:
            await socket.ping(rng.randbytes(rng.randrange(126)))
        elif kind == 4:
            await socket.send([_text(rng, 20).encode("utf-8", "replace").decode() for _ in range(rng.randrange(1, 20))])
        elif kind == 5:
            await socket.send(rng.choice(["here", "away", "pong", "", "{}", "null", '{"kind":"ping"}', "[" * 3000]))
        else:
            socket.transport.write(rng.randbytes(rng.randrange(1, 400)))  # no frame at all
        if rng.random() < 0.3:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(socket.recv(), 0.05)


async def _visit(trial: Trial, rng: random.Random) -> None:
    headers = rng.choice(
        [{}, {"Cookie": f"fathoms_person={rng.randbytes(9).hex()}; fathoms_lang=fr"}, {"X": "y" * 5000}]
    )
    tokens = [token for one in trial.tables for token in one["tokens"].values()]
    if rng.random() < 0.3:
        headers = {**headers, "Authorization": f"Bearer {rng.choice([*tokens, 'x' * 500])}"}
    try:
        async with connect(
            _address(trial, rng), additional_headers=headers, open_timeout=30, close_timeout=1
        ) as socket:
            trial.answers["opened"] += 1
            await _talk(socket, rng)
            if rng.random() < 0.5:
                socket.transport.abort()
    except TimeoutError as error:
        trial.faults.append(f"a socket was not answered: {error}")
    except Exception as error:
        status = getattr(getattr(error, "response", None), "status_code", 0)
        trial.note(type(error).__name__, status, str(error))


async def _knock(trial: Trial, rng: random.Random) -> None:
    """Bytes that are hardly a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", trial.port)
    head = rng.choice(
        [b"", b"GET /t/x/live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n", b"POST / HTTP/1.1\r\n"]
    )
    with contextlib.suppress(ConnectionError, TimeoutError):
        writer.write(head + rng.randbytes(rng.randrange(500)) + rng.choice([b"", b"\r\n\r\n"]))
        await writer.drain()
        told = await asyncio.wait_for(reader.read(200), 0.1)
        if told.startswith(b"HTTP/1.1 5"):
            trial.faults.append(str(told))
    writer.transport.abort()


async def _visits(trial: Trial, rng: random.Random, end: float) -> None:
    while time.monotonic() < end:
        await (_visit(trial, rng) if rng.random() < 0.8 else _knock(trial, rng))


async def _move_on(trial: Trial, rng: random.Random, end: float) -> None:
    """Somebody plays meanwhile, so that there is something to tell."""
    async with httpx.AsyncClient(base_url=trial.base, timeout=60) as web:
        while time.monotonic() < end:
            table = rng.choice(trial.tables)
            path = f"/api/tables/{table['table']}"
            for token in table["tokens"].values():
                headers = {"Authorization": f"Bearer {token}"}
                view = (await web.get(path, headers=headers)).json().get("view", {})
                if view.get("choices"):
                    body = {"move": rng.choice(view["choices"]), "id": rng.randbytes(8).hex()}
                    answer = await web.post(f"{path}/moves", json=body, headers=headers)
                    trial.note("move", answer.status_code, answer.text)
            await asyncio.sleep(0.2)


def fuzz_sockets(trial: Trial, seconds: float, visitors: int = 12) -> int:
    async def all_of_them(until: float) -> None:
        visits = [_visits(trial, random.Random(f"{until}{n}"), until) for n in range(visitors)]
        await asyncio.gather(_move_on(trial, random.Random(0), until), *visits)

    begun = time.monotonic()
    asyncio.run(all_of_them(begun + seconds / 10))
    settled = trial.memory()
    asyncio.run(all_of_them(begun + seconds))
    return settled


# Afterwards


def verdict(trial: Trial, settled: int) -> Json:
    time.sleep(REST_SECONDS)
    log, after = trial.log.read_text(encoding="utf-8", errors="replace"), trial.memory()
    alive = trial.process.poll() is None and httpx.get(f"{trial.base}/healthz", timeout=30).json()["ok"]
    errors = [line for line in log.splitlines() if "Traceback" in line or '"level": "ERROR"' in line]
    return {
        "ok": bool(alive and not trial.faults and not errors and after <= MAY_GROW * settled),
        "answers": dict(sorted(trial.answers.items())),
        "faults": trial.faults[:MOST_TOLD],
        "errors_in_the_log": errors[:MOST_TOLD],
        "memory_mib": [round(settled / 1024, 1), round(after / 1024, 1)],
    }


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("what", choices=("api", "sockets"))
    arguments.add_argument("--minutes", type=float, default=10.0)
    chosen = arguments.parse_args()
    with served() as trial:
        fuzz = fuzz_api if chosen.what == "api" else fuzz_sockets
        found = verdict(trial, fuzz(trial, 60 * chosen.minutes))
    print(json.dumps(found, indent=1, ensure_ascii=True))
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
