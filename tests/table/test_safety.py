"""What keeps a table safe from strangers: headers, origins, limits, escaping, and answers that tell nothing."""

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from fathoms.engine.game import game_names
from fathoms.games.reef.pieces import EXAMPLE_CHART
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Store
from tests.table.playing import Host, Table, bots, people, person_at, seat

NASTY = "<script>alert(1)</script>"
HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy")


@pytest.fixture
def browser(host: Host) -> Iterator[httpx.Client]:
    with host.browser() as one:
        yield one


@pytest.fixture
def finished(host: Host) -> Table:
    table = host.table("locker", bots(2))
    table.play_on(lambda choices: choices[0])
    return table


def _pages(table: Table) -> list[str]:
    own = [f"/t/{table.id}{end}" for end in ("", "/board", "/replay", "/fair")]
    return ["/", *own, *[f"/{kind}/{game}" for kind in ("new", "rules") for game in game_names()], "/t/nowhere"]


# Headers and pages


def test_every_answer_carries_the_security_headers(host: Host, finished: Table) -> None:
    other = [
        "/healthz",
        "/static/table/main.js",
        f"/api/tables/{finished.id}",
        "/art/locker/art.svg",
        "/api/openapi.json",
    ]
    answers = [host.web.get(host.base + path) for path in [*_pages(finished), *other]]
    answers += [
        host.ask_table("chess"),
        host.web.post(f"{host.base}/api/tables", json={}, headers={"origin": "https://evil.example"}),
        host.web.get(finished.api, headers={"Authorization": "Bearer no"}),
        host.web.put(finished.api),
    ]
    for answer in answers:
        assert [name for name in HEADERS if name not in answer.headers] == [], answer.request.url


def test_the_policy_allows_nothing_inline_and_no_other_host(host: Host) -> None:
    policy = host.web.get(host.base).headers["content-security-policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == ["'self'"]
    assert rules["frame-ancestors"] == ["'none'"]
    assert rules["base-uri"] == ["'none'"]
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"} & {
        v for rule in rules.values() for v in rule
    }


class _Inline(HTMLParser):
    """Scripts and styles in the page itself, handlers, and addresses of other hosts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (tag == "script" and not given.get("src")) or tag in ("style", "base", "iframe", "object"):
            self.found.append(tag)
        for name, value in given.items():
            if name.startswith("on") or name == "style" or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"{tag} {name}={value}")
            if name in ("src", "srcset") or (name == "href" and tag in ("link", "use", "image")):
                if re.match(r"(https?:)?//", value or ""):
                    self.found.append(f"{tag} {name}={value}")


def inline(html: str) -> list[str]:
    parser = _Inline()
    parser.feed(html)
    return parser.found


def test_no_page_has_inline_script_or_style_or_asks_another_host(host: Host, finished: Table) -> None:
    for path in _pages(finished):
        for lang in ("en", "fr"):
            page = host.web.get(host.base + path, headers={"accept-language": lang})
            assert inline(page.text) == [], path


@pytest.mark.parametrize("game", game_names())
def test_no_table_has_inline_script_or_style_while_it_is_played(host: Host, game: str) -> None:
    table = host.table(game, people(3))
    for _ in range(6):
        acting = table.view()["to_act"][0]
        table.move(acting, table.view(acting)["choices"][-1])
        assert inline(table.get(table.page, acting).text) == []


# Other sites


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"]
)
def test_a_request_from_another_site_is_refused(host: Host, browser: httpx.Client, origin: str) -> None:
    table = person_at(host, browser, "locker", [seat("person"), seat("open")])
    headers = {"origin": origin}
    for path in (
        "/api/tables",
        "/play/locker",
        "/new/locker",
        "/lang/fr",
        f"/t/{table.id}/join",
        f"/t/{table.id}/fill",
    ):
        assert browser.post(path, data={"game": "locker"}, headers=headers).status_code == 403, path
    assert browser.post(f"{table.api}/moves", json={"move": "surface", "id": "1"}, headers=headers).status_code == 403
    for page in (True, False):
        with pytest.raises(InvalidStatus), table.live(page=page, origin=origin):
            pass


def test_our_own_pages_and_programs_are_let_in(host: Host) -> None:
    table = host.table("locker", people(2))
    own = {"headers": {"origin": host.base}}
    body = {"game": "locker", "seats": [], "options": {}}
    assert host.web.post(f"{host.base}/api/tables", json=body, **own).status_code == 201
    with table.live(page=True, origin=host.base) as socket:
        assert socket.next()["kind"] == "state"


def test_creating_and_changing_happen_on_post_only(host: Host) -> None:
    table = host.table("locker", [*people(1), seat("open")])
    before = host.web.get(f"{host.base}/healthz").json()["tables"]
    paths = ["/api/tables", "/play/locker", "/lang/fr", f"/api/tables/{table.id}/join", f"/api/tables/{table.id}/moves"]
    paths += [
        f"/t/{table.id}/{what}"
        for what in ("join", "fill", "away", "leave", "free", "remove", "close", "ask", "answer", "nudge", "say")
    ]
    for path in paths:
        for method in ("GET", "PUT", "DELETE", "PATCH"):
            assert host.web.request(method, host.base + path).status_code in (404, 405), (method, path)
    assert host.web.get(f"{host.base}/new/locker").status_code == 200
    assert host.web.get(f"{host.base}/healthz").json()["tables"] == before
    assert table.look()["status"] == "open"


# Limits


def test_too_large_a_request_is_413(host: Host) -> None:
    large = {"game": "locker", "options": {"x": "y" * 200_000}}
    assert host.web.post(f"{host.base}/api/tables", json=large).status_code == 413
    assert host.web.post(f"{host.base}/new/locker", data={"name": "y" * 200_000}).status_code == 413


@pytest.mark.parametrize("path", ["/api/tables", "/new/locker"])
def test_a_request_that_does_not_tell_its_size_is_not_read_for_ever(host: Host, path: str) -> None:
    """Chunked: no content-length, so what has come is what counts."""
    sent = 0

    def chunks() -> Iterator[bytes]:
        nonlocal sent
        yield b'{"game": "'
        for _ in range(64):
            sent += 1 << 14
            yield b"y" * (1 << 14)

    kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
    try:
        answer = host.web.post(host.base + path, content=chunks(), headers={"content-type": kind})
    except httpx.TransportError:  # the line was cut before all was sent: refused as well
        return
    assert answer.status_code in (400, 413)


def test_moving_too_often_is_429_in_clear_words(serve: Callable[..., Any]) -> None:
    with serve(moves_a_minute=20) as host:
        table = host.table("locker", people(2))
        answers = [table.try_move("A", "dance") for _ in range(30)]
        assert answers[0].status_code == 422
        assert answers[-1].status_code == 429
        assert "20" in answers[-1].json()["error"]
        assert all(name in answers[-1].headers for name in HEADERS)


def test_setting_tables_too_often_is_429_by_the_api_and_by_the_form(serve: Callable[..., Any]) -> None:
    with serve(tables_a_minute=4) as host:
        assert [host.ask_table("locker").status_code for _ in range(3)] == [201, 201, 429]
        page = host.web.post(f"{host.base}/play/locker")
        assert page.status_code == 429
        assert "4" in page.text


def test_a_full_server_refuses_tables_by_the_api_and_by_the_form(serve: Callable[..., Any]) -> None:
    with serve(most_tables=2) as host:
        assert [host.ask_table("locker").status_code for _ in range(2)] == [201, 201]
        assert host.ask_table("locker").status_code in (422, 429, 503)
        assert host.web.post(f"{host.base}/play/locker").status_code in (422, 429, 503)
        assert host.web.post(f"{host.base}/new/locker", data={"players": "2"}).status_code in (422, 429, 503)
        assert host.web.get(f"{host.base}/healthz").json()["tables"] == 2


def test_one_address_cannot_open_sockets_without_end(serve: Callable[..., Any]) -> None:
    """Rate limits hold per connection and per address: sockets too."""

    def knock(table: Table, times: int) -> None:
        for _ in range(times):
            with table.live():
                pass

    with serve(moves_a_minute=20) as host:
        table = host.table("locker", people(2))
        with pytest.raises(InvalidStatus) as refused:
            knock(table, 100)
        assert refused.value.response.status_code in (403, 429)


# Names, messages, errors


def test_names_and_chat_are_escaped_in_pages_and_fragments(host: Host, browser: httpx.Client) -> None:
    made = browser.post(
        "/new/locker", data={"name": NASTY, "players": "2", "seat_B": "open", "chat": "on", "listed": "on"}
    )
    place = made.headers["location"]
    table = Table(host.base, place.split("/")[-1], {}, browser)
    assert "<script>alert" not in browser.get("/").text
    with host.browser() as friend:
        friend.post(f"{place}/join", data={"name": f'"><img src=x onerror={NASTY}>', "seat": "B"})
        assert friend.post(f"{place}/say", json={"text": NASTY}).status_code == 200
        for page in (
            browser.get(place),
            friend.get(place),
            friend.get(f"{place}/board"),
            friend.get(f"{place}/replay"),
        ):
            assert page.status_code == 200
            assert "<script>alert" not in page.text
            assert "<img src=x" not in page.text
            assert inline(page.text) == []
        assert "&lt;script&gt;" in browser.get(place).text
    with table.live(page=True) as socket:
        assert "<script>alert" not in socket.next()["html"]


@pytest.mark.parametrize("name", ["a\x00b", "a\nb", "x" * 5000, "\u202eevil", "  ", ""])
def test_a_name_is_one_short_line(host: Host, name: str) -> None:
    table = host.table("locker", [*people(1), seat("open")])
    with host.browser() as friend:
        answer = friend.post(f"/t/{table.id}/join", data={"name": name})
        assert answer.status_code == 303
        shown = re.findall(r'<b class="letter">.</b><span class="name">([^<]*)', friend.get(f"/t/{table.id}").text)
    assert len(shown) == 2
    for one in shown:
        assert 1 <= len(one.strip()) <= 40
        assert not set(one) & {"\x00", "\u202e", "\n"}


@pytest.mark.parametrize(("path", "accept"), [("/t/{}", "text/html"), ("/api/tables/{}", "*/*")])
def test_an_error_of_ours_tells_no_stack_trace(
    host: Host, monkeypatch: pytest.MonkeyPatch, path: str, accept: str
) -> None:
    table = host.table("locker", people(2))
    for looks in ("look", "glance"):
        monkeypatch.setattr(Room, looks, lambda room, viewer: {}["a secret of the server"])
    answer = httpx.get(host.base + path.format(table.id), headers={"accept": accept})
    assert answer.status_code == 500
    for word in ("Traceback", "KeyError", "a secret of the server", "site-packages", ".py"):
        assert word not in answer.text
    assert [name for name in HEADERS if name not in answer.headers] == [], "also errors carry the security headers"


def test_an_error_of_ours_leaves_the_table_as_it_was(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    table = host.table("locker", people(2))
    now = table.look()
    who = now["view"]["to_act"][0]
    with monkeypatch.context() as broken:
        broken.setattr(host.hub.store, "note_move", lambda *given: {}["disk full"])
        body = {"move": table.view(who)["choices"][0], "id": "again", "version": now["version"]}
        assert httpx.post(f"{table.api}/moves", json=body, headers=table.headers(who)).status_code == 500
    with httpx.Client(timeout=60) as fresh:  # the server may close the line of a request that failed
        table.web = fresh
        assert table.look() == now
        assert table.move(who, table.view(who)["choices"][0], now["version"], "again") > now["version"]


# Redirects, cookies, files


@pytest.mark.parametrize(
    "back",
    ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "evil"],
)
def test_choosing_a_language_never_leads_to_another_site(host: Host, browser: httpx.Client, back: str) -> None:
    answer = browser.post("/lang/fr", data={"back": back})
    assert answer.status_code == 303
    there = httpx.URL(host.base).join(answer.headers["location"].replace("\\", "/").replace("\t", ""))
    assert there.host == "127.0.0.1"
    assert "fr" in browser.cookies["fathoms_lang"]


def test_a_language_nobody_speaks_is_refused(browser: httpx.Client) -> None:
    assert browser.post("/lang/xx").status_code in (404, 422)


def test_cookies_stay_with_this_site_and_secrets_out_of_scripts_reach(browser: httpx.Client) -> None:
    answer = browser.post("/play/locker", data={"name": "Ann"})
    cookies = {cookie.split("=")[0]: cookie.lower() for cookie in answer.headers.get_list("set-cookie")}
    assert "fathoms_person" in cookies
    assert all("samesite=lax" in cookie or "samesite=strict" in cookie for cookie in cookies.values())
    assert "httponly" in cookies["fathoms_person"]
    assert len(browser.cookies["fathoms_person"]) >= 22


def _cookies(host: Host, **headers: str) -> list[str]:
    """The cookies of every answer that sets some."""
    with host.browser(headers=headers) as one:
        table = Table(host.base, "", {}, host.web)
        answers = [one.post("/play/locker", data={"name": "Ann"}), one.post("/lang/fr")]
        table.id = answers[0].headers["location"].rsplit("/", 1)[-1]
        secret = one.post(f"/t/{table.id}/device", headers={"Cookie": _cookie(answers[0])}).json()["link"].split("#")[1]
        answers.append(one.post("/device", data={"secret": secret}))
    waiting = host.table("locker", [*people(1), seat("open")])
    answers.append(host.web.post(f"{waiting.api}/join", json={"name": "Bob"}, headers=headers))
    return [cookie.lower() for answer in answers for cookie in answer.headers.get_list("set-cookie")]


def _cookie(answer: httpx.Response) -> str:
    return "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_list("set-cookie"))


def test_behind_tls_no_cookie_leaves_without_it(host: Host, serve: Callable[..., Any]) -> None:
    """As a proxy tells that the host trusts; a stranger's word is not taken."""
    told = {"x-forwarded-proto": "https"}
    with serve(trusted_proxies="127.0.0.1") as behind:
        plain, behind_tls, strangers = _cookies(behind), _cookies(behind, **told), _cookies(host, **told)
    assert len(plain) == len(behind_tls) == 8
    assert not any("secure" in cookie for cookie in [*plain, *strangers])
    assert all(cookie.endswith("; secure") for cookie in behind_tls)


def test_where_the_public_address_is_https_every_cookie_is_secure(serve: Callable[..., Any]) -> None:
    with serve(public_url="https://games.example.org") as host:
        assert all("; secure" in cookie for cookie in _cookies(host))


@pytest.mark.parametrize("who", [None, "A"])
def test_what_a_seat_sees_is_kept_nowhere(host: Host, who: str | None) -> None:
    table = host.table("locker", people(2))
    paths = [table.page, *[f"{table.page}/{end}" for end in ("board", "replay", "replay.json", "fair", "hand?seat=A")]]
    paths += [table.api, f"{table.api}/record", f"{table.api}/coach", f"{table.page}/coach", f"{host.base}/"]
    paths += [f"{host.base}/device", f"{table.page}/fair.json", f"{table.page}/qr.svg", f"{host.base}/new/locker"]
    for path in paths:
        assert table.get(path, who).headers["cache-control"] == "no-store", path
    assert table.try_move("A", "no such move").headers["cache-control"] == "no-store"


def test_pictures_and_scripts_are_kept(host: Host) -> None:
    assert "no-store" not in host.web.get(f"{host.base}/static/table/main.js").headers.get("cache-control", "")
    assert "immutable" in host.web.get(f"{host.base}/art/locker/art.svg").headers["cache-control"]


@pytest.mark.parametrize("umask", [0o022, 0o000])
def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path, umask: int) -> None:
    """It holds the sea's secrets of running games; also where it lay open before."""
    old, new = tmp_path / "old.db", tmp_path / "a folder" / "new.db"
    before = os.umask(umask)
    try:
        Store(f"sqlite:///{old}").close()
        for path in (old, Path(f"{old}-wal"), Path(f"{old}-shm")):
            path.touch()
            path.chmod(0o644)
        stores = [Store(f"sqlite:///{path}") for path in (old, new)]
        files = [file for file in tmp_path.rglob("*.db*") if file.is_file()]
        assert len(files) == 6, "each with its journal"
        assert {file.name: oct(file.stat().st_mode & 0o777) for file in files} == {file.name: "0o600" for file in files}
        for store in stores:
            store.close()
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    "path",
    [
        "/art/locker/rules.py",
        "/art/locker/..%2f..%2fcli.py",
        "/art/..%2f..%2ftable/art.svg",
        "/art/..%2ftable%2fstatic/icon.svg",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/rules/..%2f..%2fdocs",
        "/art/fathoms.games.locker:GAME/art.svg",
    ],
)
def test_no_path_leads_out_of_the_pictures(host: Host, path: str) -> None:
    answer = host.web.get(httpx.URL(host.base + path))
    assert answer.status_code in (400, 404, 405, 422)
    assert "import" not in answer.text


@pytest.mark.parametrize("path", ["/new/{}", "/rules/{}", "/art/{}/art.svg", "/rules/{}/L1"])
def test_no_address_makes_the_server_import_a_module(host: Host, path: str) -> None:
    answer = host.web.get(host.base + path.format("fathoms.games.locker:GAME"))
    assert answer.status_code in (404, 422)


def test_no_option_reads_a_file_of_the_server(host: Host) -> None:
    """A chart is a name or a drawing here; a file name tells neither content nor whether the file is there."""
    with tempfile.TemporaryDirectory() as folder:
        there, secret, missing = (Path(folder) / name for name in ("a.chart", "secret.txt", "missing.chart"))
        there.write_text(EXAMPLE_CHART, encoding="utf-8")
        secret.write_text("the password is swordfish\nand more", encoding="utf-8")
        answers = [
            host.ask_table("reef", people(2), options={"players": 2, "chart": str(path)})
            for path in (there, secret, missing)
        ]
    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert "swordfish" not in answers[1].text
    told = {re.sub(r"[\w/.-]+\.(chart|txt)", "FILE", answer.json()["error"]) for answer in answers}
    assert len(told) == 1, f"the answers tell which files are there: {told}"


def test_a_chart_with_odd_characters_is_refused_not_failed(host: Host) -> None:
    for chart in ("a\x00.txt", "\x00", "/dev/stdin.txt", "x" * 5000 + ".txt", "~/.ssh/id.txt", "\n", "\n" * 3000):
        answer = host.ask_table("reef", people(2), options={"players": 2, "chart": chart})
        assert answer.status_code == 422, repr(chart)


def test_a_drawing_of_ones_own_is_a_chart(host: Host) -> None:
    table = host.table("reef", people(2), chart=EXAMPLE_CHART)
    assert table.get(table.page, "A").status_code == 200


class TestStaticFiles:
    def test_a_browser_keeps_them_while_their_address_names_what_they_are(self, host: Host) -> None:
        page = host.web.get(f"{host.base}/").text
        address = re.search(r"/static/v-\w+/fathoms\.css", page)
        assert address is not None
        assert "immutable" in host.web.get(host.base + address[0]).headers["cache-control"]

    @pytest.mark.parametrize("before", ["", "v-0123456789/"])
    def test_under_an_older_address_the_newest_come_and_are_not_kept(self, host: Host, before: str) -> None:
        answer = host.web.get(f"{host.base}/static/{before}fathoms.css")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
