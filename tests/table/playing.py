"""A client that plays: what the tests of the table share."""

import json
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from fathoms.table.web.study import laboratory
from tests.openings import deal_until, is_calm

PATIENCE = 60.0


def until(found: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """The first true answer; the test fails if none comes in time."""
    end = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < end, "what was waited for did not happen"
        time.sleep(0.01)
    return answer


def seat(kind: str, name: str = "", level: str = "deckhand") -> dict[str, str]:
    return {"kind": kind, "name": name, "level": level}


def people(count: int) -> list[dict[str, str]]:
    return [seat("person", f"Person {number}") for number in range(count)]


def bots(count: int, level: str = "deckhand") -> list[dict[str, str]]:
    return [seat("bot", level=level)] * count


@dataclass
class Table:
    """A table somewhere, and the tokens of its seats."""

    base: str
    id: str
    tokens: dict[str, str]
    web: httpx.Client
    links: dict[str, str] = field(default_factory=dict)

    @property
    def api(self) -> str:
        return f"{self.base}/api/tables/{self.id}"

    @property
    def page(self) -> str:
        return f"{self.base}/t/{self.id}"

    def headers(self, who: str | None) -> dict[str, str]:
        return {} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"}

    def get(self, path: str, who: str | None = None, **more: Any) -> httpx.Response:
        return self.web.get(path, headers={**self.headers(who), **more.pop("headers", {})}, **more)

    def look(self, who: str | None = None) -> dict[str, Any]:
        answer = self.get(self.api, who)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def view(self, who: str | None = None) -> dict[str, Any]:
        return dict(self.look(who)["view"])

    def events(self, who: str | None = None) -> list[str]:
        return list(self.get(f"{self.api}/record", who).json()["events"])

    def try_move(
        self, who: str, move: str, version: int | None = None, move_id: str | None = None, seat: str | None = None
    ) -> httpx.Response:
        body = {"move": move, "id": move_id or uuid.uuid4().hex, "version": version, "seat": seat}
        return self.web.post(f"{self.api}/moves", json=body, headers=self.headers(who))

    def move(self, who: str, move: str, version: int | None = None, move_id: str | None = None) -> int:
        answer = self.try_move(who, move, version, move_id)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    def move_on(self) -> int:
        """Some move of whoever must, whatever was dealt."""
        who = self.view()["to_act"][0]
        return self.move(who, self.view(who)["choices"][0])

    def post(self, path: str, who: str | None = None, **more: Any) -> httpx.Response:
        return self.web.post(f"{self.page}/{path}", headers=self.headers(who), follow_redirects=False, **more)

    @contextmanager
    def live(self, who: str | None = None, after: int = 0, page: bool = False, **more: Any) -> Iterator["Live"]:
        path = f"{self.page if page else self.api}/live?after={after}"
        headers = {**self.headers(who), **more.pop("headers", {})}
        settings = {"additional_headers": headers, "max_queue": None, **more}  # unread, it still hears pings, as a page
        with connect(path.replace("http", "ws", 1), **settings) as socket:
            yield Live(socket)

    def play_on(self, choose: Callable[[list[str]], str], most: int = 3000) -> dict[str, Any]:
        """Move for every seat we hold until the game is over; what the spectator sees then."""
        for _ in range(most):
            now = self.look()
            if now["view"]["over"]:
                return now
            mine = [who for who in now["view"]["to_act"] if who in self.tokens]
            if not mine:  # bots are thinking
                until(lambda seen=now: self.look()["version"] > seen["version"])
                continue
            told = self.look(mine[0])
            if told["view"]["choices"]:
                answer = self.try_move(mine[0], choose(told["view"]["choices"]), told["version"])
                assert answer.status_code in (200, 409), answer.text
        raise AssertionError(f"no end after {most} looks")


@dataclass
class Live:
    """A socket, read message by message."""

    socket: ClientConnection
    frames: list[str] = field(default_factory=list)

    def next(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message about the table; who is there and pings come at any time, and are for `any`."""
        while (told := self.any(seconds)).get("kind") in ("presence", "ping"):
            pass
        return told

    def any(self, seconds: float = PATIENCE) -> dict[str, Any]:
        self.frames.append(str(self.socket.recv(seconds)))
        return dict(json.loads(self.frames[-1]))

    def events(self, to: int) -> list[dict[str, Any]]:
        """Messages about events, up to the one of version `to`."""
        found: list[dict[str, Any]] = []
        while not found or found[-1]["version"] < to:
            message = self.next()
            if "version" in message:
                found.append(message)
        return found


@dataclass
class Host:
    """A server under test: its address, a client, and (where it runs in this process) its application."""

    base: str
    web: httpx.Client
    app: Any = None

    @property
    def hub(self) -> Any:
        return self.app.state.hub

    def tables_ever(self) -> int:
        """How many tables there are, whatever has become of them: other tables go on, and end, meanwhile."""
        return sum(self.hub.store.count_by_status().values())

    def ask_table(self, game: str, seats: list[dict[str, str]] | None = None, **more: Any) -> httpx.Response:
        body = {"game": game, "seats": seats or [], "pace": 0, **more}
        return self.web.post(f"{self.base}/api/tables", json=body)

    def table(self, game: str, seats: list[dict[str, str]], **options: Any) -> Table:
        """A table with as many players as seats."""
        made = self.ask_table(game, seats, options={"players": len(seats), **options})
        assert made.status_code == 201, made.text
        body = made.json()
        return Table(self.base, body["table"], body["tokens"], self.web, body["links"])

    def calm_table(self, seats: list[dict[str, str]] | None = None) -> Table:
        """A table of Locker where A begins, and the first card leaves A the choice to press on or to surface."""
        seats = seats or people(2)
        return deal_until(lambda table: is_calm(table.view("A")), lambda: self.table("locker", seats, first="A"))

    def at_table(self, table_id: str) -> Table:
        """A table that was there before, as somebody who looks on."""
        return Table(self.base, table_id, {}, self.web)

    def at(self, table: Table) -> Table:
        """The same table, reached through this server."""
        return Table(self.base, table.id, table.tokens, self.web)

    def browser(self, **more: Any) -> httpx.Client:
        """Somebody with cookies of his own."""
        return httpx.Client(base_url=self.base, timeout=PATIENCE, **more)


def person_at(host: Host, browser: httpx.Client, game: str, seats: list[dict[str, str]], **more: Any) -> Table:
    """A table set by a browser: the seats of kind person are all its own."""
    if "fathoms_person" not in browser.cookies:
        browser.cookies.set("fathoms_person", uuid.uuid4().hex)
    body = {"game": game, "seats": seats, "pace": 0, "options": {"players": len(seats), **more}}
    made = browser.post("/api/tables", json=body)
    assert made.status_code == 201, made.text
    return Table(host.base, made.json()["table"], made.json()["tokens"], host.web)


def routes_of(app: Any) -> list[Any]:
    """Every route of a server, those of its routers too."""
    return [one for route in app.routes for one in getattr(getattr(route, "original_router", None), "routes", [route])]


def answer_at_once(monkeypatch: pytest.MonkeyPatch, figures: dict[str, Any]) -> list[dict[str, Any]]:
    """Have the laboratory measure nothing; what its process would have been asked."""
    seen: list[dict[str, Any]] = []

    async def measure(asked: dict[str, Any]) -> dict[str, Any]:
        seen.append(asked)
        return figures

    monkeypatch.setattr(laboratory, "_measure", measure)
    return seen
