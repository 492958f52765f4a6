"""Who may do what: every route of the server is tried as somebody of each kind, as `gate/permissions.py` says it."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fathoms.table import app
from fathoms.table.rooms.store import METADATA, UPTIMES
from fathoms.table.settings import Settings
from fathoms.table.web.gate.permissions import ACTION_OF, ACTIONS, EVERYBODY, Action, Who
from tests.table.conftest import serving
from tests.table.playing import Host, Live, Table, routes_of

FOUR = (Who.SEAT, Who.HOST, Who.LOOKER_ON, Who.STRANGER)
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}  # not from this machine itself
GIVEN = {"game": "locker", "kind": "svg", "lang": "en", "name": "cover.svg", "rule": "1"}
BODIES: dict[str, dict[str, Any]] = {
    "GET /t/{table_id}/hand": {"params": {"seat": "A"}},
    "GET /t/{table_id}/worth": {"params": {"seat": "A", "at": 0}},
    "POST /t/{table_id}/ask": {"json": {"kind": "end"}},
    "POST /t/{table_id}/answer": {"json": {"kind": "end", "agree": True}},
    "POST /t/{table_id}/branch": {"data": {"at": 0}},
    "POST /t/{table_id}/free": {"data": {"seat": "A"}},
    "POST /t/{table_id}/join": {"data": {"name": "Eve"}},
    "POST /t/{table_id}/lesson": {"json": {"step": 0}},
    "POST /t/{table_id}/nudge": {"json": {"seat": "A"}},
    "POST /t/{table_id}/point": {"json": {"seat": "A", "move": "continue"}},
    "POST /t/{table_id}/remove": {"data": {"seat": "A"}},
    "POST /t/{table_id}/say": {"json": {"text": "ahoy"}},
    "POST /api/tables": {"json": {"game": "locker"}},
    "POST /api/tables/{table_id}/commit": {"json": {"commitment": "0" * 64}},
    "POST /api/tables/{table_id}/hint": {"json": {}},
    "POST /api/tables/{table_id}/join": {"json": {"name": "Eve"}},
    "POST /api/tables/{table_id}/moves": {"json": {"move": "continue", "id": "1"}},
    "POST /api/tables/{table_id}/words": {"json": {"words": "ahoy"}},
    "POST /device": {"data": {"secret": "none"}},
    "POST /host": {"data": {"secret": "none"}},
    "POST /host/ban": {"data": {"who": "192.0.2.1"}},
    "POST /host/pardon": {"data": {"who": "192.0.2.1"}},
    "POST /lab": {"data": {"games": "none"}},
    "POST /mine/push": {"json": {"endpoint": "https://push.example/1", "keys": {"p256dh": "k", "auth": "a"}}},
    "POST /mine/push/test": {"json": {"endpoint": "https://push.example/1"}},
    "POST /mine/push/stop": {"json": {"endpoint": "https://push.example/1"}},
}


def routes() -> set[str]:
    """Every route of the server by its method and path."""
    found = routes_of(app.create_app(Settings(database="sqlite://")))
    return {f"{method} {one.path}" for one in found for method in methods_of(one)}


def methods_of(route: Any) -> set[str]:
    if type(route).__name__ == "Mount":
        return {"GET"}
    return set(getattr(route, "methods", None) or {"WS"}) - {"HEAD"}


def test_every_route_belongs_to_one_action_and_every_action_has_its_routes() -> None:
    assert set(ACTION_OF) == routes(), "say in fathoms/table/web/gate/permissions.py who may use this route"
    assert len(ACTION_OF) == sum(len(action.routes) for action in ACTIONS)


def test_who_may_is_said_for_each_of_the_four() -> None:
    for action in ACTIONS:
        assert action.may <= {*EVERYBODY, Who.OPERATOR, Who.MACHINE}
        assert (Who.STRANGER not in action.may) or action.may == EVERYBODY, "what strangers may, all may"


@dataclass
class Company:
    """A table with two who sit there, its host who does not, somebody known who looks on, and a stranger."""

    host: Host
    browsers: dict[Who, httpx.Client]
    second: httpx.Client
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.sit_down()

    def sit_down(self) -> None:
        """At another table, where nothing has happened yet."""
        body = {"game": "locker", "options": {"players": 2, "first": "A"}, "pace": 0}
        table_id, tokens = self.browsers[Who.HOST].post("/api/tables", json=body).json()["table"], {}
        for browser in (self.browsers[Who.SEAT], self.second):
            told = browser.post(f"/api/tables/{table_id}/join", json={"name": "Diver"}).json()
            tokens[told["seat"]] = told["token"]
        self.table = Table(self.host.base, table_id, tokens, self.host.web)

    def ask(self, who: Who, route: str, table_id: str = "") -> httpx.Response:
        method, path = route.split(" ")
        body = {key: dict(value) for key, value in BODIES.get(route, {}).items()}
        if path.startswith("/host/") and "data" not in body:
            body["data"] = {}
        if route in ("POST /host/close", "POST /host/reopen", "POST /host/remove"):
            body["data"] = {"table": self.table.id}
        if who == Who.STRANGER:
            self.browsers[who].cookies.clear()  # whoever has sat down once is a stranger no more
        filled = path.format(table_id=table_id or self.table.id, **GIVEN)
        return self.browsers[who].request(method, filled, headers=ELSEWHERE, **body)

    def rows(self) -> dict[str, list[Any]]:
        """Everything that the database holds."""
        with self.host.hub.store.reading() as connection:
            return {
                table.name: sorted(map(repr, connection.execute(sa.select(table))))
                for table in METADATA.sorted_tables
                if table is not UPTIMES  # a server notes that it is there, whoever asks
            }


@contextmanager
def company(host: Host) -> Iterator[Company]:
    with ExitStack() as stack:
        browsers = {who: stack.enter_context(host.browser()) for who in FOUR}
        second = stack.enter_context(host.browser())
        for one in (browsers[Who.SEAT], browsers[Who.HOST], browsers[Who.LOOKER_ON], second):
            one.cookies.set("fathoms_person", uuid.uuid4().hex, domain="127.0.0.1")
        yield Company(host, browsers, second)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    file = tmp_path_factory.mktemp("permissions") / "tables.db"
    with serving(database=f"sqlite:///{file}", looks_a_minute=10**7, push="off") as one:
        yield one


def forbidden(who: Who) -> list[str]:
    return sorted(route for route, action in ACTION_OF.items() if who not in action.may)


@pytest.mark.parametrize("who", FOUR)
def test_who_may_not_is_refused_changes_nothing_and_nobody_is_told(place: Host, who: Who) -> None:
    with company(place) as here, ExitStack() as stack:
        pages = [stack.enter_context(here.table.live(seat, page=True)) for seat in ("A", "B", None)]
        program = stack.enter_context(here.table.live("A"))
        version = here.table.look()["version"]
        program.events(version)
        for page in pages:
            assert page.next()["kind"] == "state"
        before = here.rows()
        for route in forbidden(who):
            answer = here.ask(who, route)
            assert answer.status_code == 403, (route, answer.status_code, answer.text[-300:])
            assert here.rows() == before, route
        nobody_was_told(here, pages, program, version)


def nobody_was_told(here: Company, pages: list[Live], program: Live, version: int) -> None:
    """The next that pages hear is what somebody says, and the next that a program hears is the next event."""
    assert here.table.post("say", "B", json={"text": "ahoy"}).status_code == 200
    assert [page.next()["kind"] for page in pages] == ["chat"] * len(pages)
    here.table.move_on()
    assert program.next()["version"] == version + 1


@pytest.mark.parametrize("who", FOUR)
def test_who_may_is_not_refused_for_who_they_are(place: Host, who: Who) -> None:
    """They may be told that it is not the time for it; never that it is not for them."""
    with company(place) as here:
        for route, action in sorted(ACTION_OF.items()):
            if who not in action.may or route.startswith("WS"):
                continue
            if "{table_id}" in route and route.startswith("POST"):  # what it does is not for the next one to find
                here.sit_down()
            answer = here.ask(who, route)
            assert answer.status_code < 500, (route, answer.text[-300:])
            assert action.refusal not in answer.text, route


@pytest.mark.parametrize("who", FOUR)
def test_a_table_that_is_not_there_is_told_from_none_that_is(place: Host, who: Who) -> None:
    with company(place) as here:
        for route in sorted(route for route in ACTION_OF if "{table_id}" in route and not route.startswith("WS")):
            assert here.ask(who, route, "nosuchtable").status_code == 404, route


@pytest.mark.parametrize("route", sorted(route for route in ACTION_OF if route.startswith("WS")))
def test_every_socket_opens_to_those_who_may_look_and_to_no_unknown_table(place: Host, route: str) -> None:
    with company(place) as here:
        path = f"{place.base}{route.split(' ')[1]}".replace("http", "ws", 1)
        for who, browser in here.browsers.items():
            cookie = (
                {"cookie": f"fathoms_person={browser.cookies.get('fathoms_person', '')}"} if browser.cookies else {}
            )
            with connect(path.format(table_id=here.table.id), additional_headers=cookie) as socket:
                assert socket.recv(), who
            with pytest.raises(InvalidStatus):
                connect(path.format(table_id="nosuchtable"), additional_headers=cookie)


def test_the_operator_may_and_a_route_without_an_action_is_nobodys(
    place: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = {"Authorization": f"Bearer {place.app.state.decisions.key}", **ELSEWHERE}
    with place.browser() as operator:
        assert operator.get("/metrics", headers=key).status_code == 200
        assert operator.post("/host/prune", headers=key).status_code == 303
        assert operator.get("/metrics", headers=ELSEWHERE).status_code == 403
        monkeypatch.delitem(ACTION_OF, "GET /lab/report.css")
        assert operator.get("/lab/report.css", headers=key).status_code == 404


def test_on_a_private_server_nobody_but_the_operator_sets_a_table(serve: Callable[..., Any]) -> None:
    sets: list[Action] = [action for action in ACTIONS if action.sets_tables]
    with serve(who_sets_tables="host") as host, host.browser() as somebody:
        somebody.cookies.set("fathoms_person", uuid.uuid4().hex, domain="127.0.0.1")
        for route in (route for action in sets for route in action.routes):
            method, path = route.split(" ")
            answer = somebody.request(method, path.format(table_id="any", **GIVEN), **BODIES.get(route, {}))
            assert answer.status_code == 403, route
        assert host.hub.store.count() == 0
