"""Values nobody means well with, in every field of every route: refused in words, never a failure of the server."""

import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from http.cookiejar import DefaultCookiePolicy
from itertools import product
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from pydantic import BaseModel
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fathoms.engine.errors import OptionError
from fathoms.engine.game import game_names, installed_game
from fathoms.table import app
from fathoms.table.settings import Settings
from fathoms.table.web.study.laboratory import Laboratory
from tests.table.conftest import serving
from tests.table.playing import Host, Table, people, person_at, routes_of, seat

NUMBER = "9" * 5000
LONE = "\ud800"  # half a letter
NESTED = "[" * 20_000 + "]" * 20_000
AS_JSON = [NUMBER, f"-{NUMBER}", f'"{NUMBER}"', r'"\ud800"', r'"a\udfffb"', '["\\ud800"]', '{"\\ud800": 1}', NESTED,
           "1e999", "NaN", "-Infinity", '"\\u0000"', "[[]]", "{}", "true", "null", "1" * 30]  # fmt: skip
AS_TEXT = [
    NUMBER,
    f"-{NUMBER}",
    "1" * 30,
    "%ED%A0%80",
    "%00",
    "%FF%FE",
    "1e5",
    "٣",
    "²",
    "-1",
    "",
    "nan",
    "%F0%9F%90%99",
]
KINDS = {"table_id": "abcabc", "game": "locker", "name": "art.svg", "rule": "L1", "lang": "fr"}


def routes(kind: type) -> list[Any]:
    return [one for one in routes_of(app.create_app(Settings(database="sqlite://"))) if isinstance(one, kind)]


def named(route: Any) -> str:
    return f"{'/'.join(sorted(getattr(route, 'methods', ['WS'])))} {route.path}"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that never says "too often", and whose laboratory measures nothing."""

    async def refuse(laboratory: Laboratory, asked: Any, who: str) -> Any:
        raise OptionError("not today; allowed: tomorrow")

    database = f"sqlite:///{tmp_path_factory.mktemp('odd') / 'tables.db'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Laboratory, "run", refuse)
        with serving(database=database, looks_a_minute=10**7, lab_runs_a_minute=10**7) as one:
            yield one


@pytest.fixture(scope="module")
def browser(host: Host) -> Iterator[httpx.Client]:
    """Somebody whom no answer makes another."""
    with host.browser(headers={"Cookie": "fathoms_person=somebody"}) as one:
        one.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield one


@pytest.fixture(scope="module")
def table(host: Host, browser: httpx.Client) -> Table:
    """A table that is open still, where the browser sits and is the host."""
    return person_at(host, browser, "locker", [*people(2), seat("open")])


@pytest.fixture(scope="module")
def running(host: Host, browser: httpx.Client) -> Table:
    return person_at(host, browser, "locker", people(2))


@pytest.fixture(autouse=True)
def _nothing_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No failure, and no stack trace in the log either."""
    caplog.set_level(logging.WARNING)
    yield
    failed = [one.getMessage() for one in caplog.get_records("call") if one.exc_info or one.levelno >= logging.ERROR]
    assert failed == []


def refused_or_fine(answer: httpx.Response) -> None:
    assert answer.status_code < 500, f"{answer.request.url!s:.200}: {answer.text[:300]}"
    if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
        assert 0 < len(answer.json()["error"]) < 2000


def filled(route: Any, table: Table, **given: str) -> str:
    known = {**KINDS, "table_id": table.id, **given}
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: known.get(found[1], "1"), route.path)


@pytest.mark.parametrize("route", routes(APIRoute), ids=named)
def test_no_path_and_no_query_fails_the_server(host: Host, browser: httpx.Client, running: Table, route: Any) -> None:
    method = next(iter(route.methods))
    paths = [filled(route, running, **{one.name: odd}) for one in route.dependant.path_params for odd in AS_TEXT if odd]
    plain = filled(route, running)
    names = [one.name for one in route.dependant.query_params] or ["anything"]
    paths += [f"{plain}?{name}={odd}" for name in names for odd in AS_TEXT]
    for path in paths:
        refused_or_fine(browser.request(method, path, follow_redirects=False))


def is_number(field: Any) -> bool:
    return "int" in str(getattr(field, "annotation", None) or field.field_info.annotation)


NUMERIC = [(route, one.name) for route in routes(APIRoute) for one in route.dependant.query_params if is_number(one)]


@pytest.mark.parametrize(("route", "name"), NUMERIC, ids=lambda one: one if isinstance(one, str) else named(one))
def test_a_number_of_5000_digits_in_an_address_is_refused_with_what_is_allowed(
    browser: httpx.Client, running: Table, route: Any, name: str
) -> None:
    for odd in (NUMBER, f"-{NUMBER}", "1" * 30):
        answer = browser.get(f"{filled(route, running)}?{name}={odd}", headers={"accept": "application/json"})
        assert answer.status_code == 422
        assert name in answer.json()["error"]
        assert "1000000000" in answer.json()["error"]


# Bodies


def fields_of(route: APIRoute) -> list[str]:
    """The fields of a route's JSON body."""
    found = [one.field_info.annotation for one in route.dependant.body_params]
    models = [one for one in found if isinstance(one, type) and issubclass(one, BaseModel)]
    return [name for model in models for name in model.model_fields]


def enough(route: APIRoute) -> dict[str, Any]:
    """A body that would do."""
    known = {"game": "locker", "text": "hello", "move": "surface", "id": "1"}
    return {name: value for name, value in known.items() if name in fields_of(route)}


def body_with(route: APIRoute, name: str, odd: str) -> str:
    rest = [f'"{key}": "{value}"' for key, value in enough(route).items() if key != name]
    return "{" + ", ".join([f'"{name}": {odd}', *rest]) + "}"


WITH_JSON = [route for route in routes(APIRoute) if fields_of(route)]


@pytest.mark.parametrize("route", WITH_JSON, ids=named)
def test_no_json_fails_the_server(browser: httpx.Client, table: Table, running: Table, route: Any) -> None:
    bodies = AS_JSON[:]
    for name in fields_of(route):
        bodies += [body_with(route, name, odd) for odd in AS_JSON]
    for where in (table, running):
        for body in bodies:
            headers = {"content-type": "application/json"}
            refused_or_fine(browser.post(filled(route, where), content=body, headers=headers))


REFUSED = [
    (NUMBER, "at most 18 digits"),
    (f'[1, {{"x": {NUMBER}}}]', "at most 18 digits"),
    (r'"\ud800"', "whole letters"),
    (r'{"\ud800": 1}', "whole letters"),
    ('"\udfff"', "whole letters"),
    (NESTED, "at most 16 deep"),
    ("[" * 900 + "]" * 900, "at most 16 deep"),
    ("NaN", "a number"),
    ("1e999", "a number"),
]


@pytest.mark.parametrize("route", WITH_JSON, ids=named)
def test_what_json_cannot_mean_is_refused_with_what_is_allowed(browser: httpx.Client, table: Table, route: Any) -> None:
    for name, (odd, allowed) in product(fields_of(route), REFUSED):
        body = body_with(route, name, odd).encode("utf-8", "surrogatepass")
        answer = browser.post(filled(route, table), content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422, name
        assert allowed in answer.json()["error"]


@pytest.mark.parametrize("game", game_names())
def test_no_option_fails_the_server(host: Host, game: str) -> None:
    names = ["players", "unknown", *[one.name for one in installed_game(game).options.options]]
    for name in names:
        for odd in AS_JSON:
            body = f'{{"game": "{game}", "options": {{"{name}": {odd}}}}}'
            headers = {"content-type": "application/json"}
            refused_or_fine(host.web.post(f"{host.base}/api/tables", content=body, headers=headers))


def test_an_option_too_long_to_repeat_is_cut_short(host: Host) -> None:
    answer = host.ask_table("locker", options={"players": NUMBER})
    assert answer.status_code == 422
    assert "allowed: 2 to 4" in answer.json()["error"]
    assert len(answer.json()["error"]) < 200
    assert len(host.ask_table("locker", options={"variant": "x" * 5000}).json()["error"]) < 300


# Forms

FORMS = [route for route in routes(APIRoute) if "POST" in route.methods and not fields_of(route)]


def form_fields(route: APIRoute, page: str) -> list[str]:
    declared = [one.name for one in route.dependant.body_params]
    return declared or sorted(set(re.findall(r'name="([^"]+)"', page)))


FORMS_OF_GAMES = [(one, game) for one in FORMS for game in (game_names() if "{game}" in one.path else ["locker"])]


@pytest.mark.parametrize(("route", "game"), FORMS_OF_GAMES, ids=lambda one: one if isinstance(one, str) else named(one))
def test_no_form_fails_the_server(browser: httpx.Client, table: Table, route: Any, game: str) -> None:
    path = filled(route, table, game=game)
    page = browser.get(f"{path}?game={game}" if path == "/lab" else path).text
    for name in form_fields(route, page):
        for odd in AS_TEXT:
            body = f"game={game}&{name}={odd}"
            headers = {"content-type": "application/x-www-form-urlencoded"}
            refused_or_fine(browser.post(path, content=body, headers=headers))


@pytest.mark.parametrize("route", FORMS, ids=named)
def test_a_form_in_another_encoding_is_refused(browser: httpx.Client, table: Table, route: Any) -> None:
    """Some encodings hold half letters."""
    body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800\r\n--x--\r\n'
    for charset in ("unicode_escape", "utf-7", "raw_unicode_escape", "rot13", "hex"):
        headers = {"content-type": f"multipart/form-data; boundary=x; charset={charset}", "accept": "application/json"}
        answer = browser.post(filled(route, table), content=body, headers=headers)
        assert answer.status_code == 415
        assert "UTF-8" in answer.json()["error"]


# Sockets and headers


@pytest.mark.parametrize("route", routes(APIWebSocketRoute), ids=named)
def test_no_socket_fails_the_server(host: Host, running: Table, route: Any) -> None:
    names = [one.name for one in route.dependant.query_params]
    paths = [f"{filled(route, running)}?{name}={odd}" for name in names for odd in AS_TEXT]
    paths += [filled(route, running, table_id=odd) for odd in AS_TEXT if odd]
    for path in paths:
        with suppress(InvalidStatus), connect(f"{host.base.replace('http', 'ws', 1)}{path}"):
            pass  # refused, or let in; the log tells if anything failed


@pytest.mark.parametrize("route", routes(APIWebSocketRoute), ids=named)
@pytest.mark.parametrize("after", [NUMBER, "1" * 30, "-1"])
def test_a_socket_after_no_possible_version_is_refused(host: Host, running: Table, route: Any, after: str) -> None:
    address = f"{host.base.replace('http', 'ws', 1)}{filled(route, running)}?after={after}"
    with pytest.raises(InvalidStatus) as refused, connect(address):
        pass
    assert 400 <= refused.value.response.status_code < 500


@pytest.mark.parametrize("header", ["cookie", "accept-language", "authorization", "accept", "origin", "host", "range"])
def test_no_header_fails_the_server(browser: httpx.Client, running: Table, header: str) -> None:
    odd = [NUMBER, "fr_", "fr-FR-FR-FR;q=x", "_", "-", "x" * 300, ";;;,,,", "\xff\xfe", "Bearer \xff", "fr@x", "a.b"]
    names = [f"{name}={value}" for name in ("fathoms_name", "fathoms_tables", "fathoms_person", "fathoms_lang")
             for value in (NUMBER, "%ED%A0%80", "%00", "\xff", ".", "..", '"\\355\\240\\200"')]  # fmt: skip
    for value in [*odd, *names]:
        for path in ("/", f"/t/{running.id}", f"/api/tables/{running.id}", "/static/table.js", "/new/reef"):
            refused_or_fine(browser.get(path, headers={header: value.encode("latin-1")}))
