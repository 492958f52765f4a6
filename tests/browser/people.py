"""Those who come to the tables under test, and the server they come to."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from tests.openings import deal_until, is_calm

PATIENCE = 60.0  # of a test that waits for a page: on a crowded machine a disk or a processor may be long in coming
FATHOMS = Path(sys.executable).parent / "fathoms"
GAMES = ("locker", "reef", "barracuda", "nukha")
FEWEST = {"locker": 2, "reef": 2, "barracuda": 2, "nukha": 3}
ENVIRONMENT = {
    "FATHOMS_PACE": "0.02",
    "FATHOMS_WARM": "0",
    "FATHOMS_TABLES_A_MINUTE": "100000",
    "FATHOMS_TABLES_A_DAY": "100000",
    "FATHOMS_SEAT_MOVES_A_MINUTE": "1000000",
    "FATHOMS_MOVES_A_MINUTE": "1000000",
    "FATHOMS_LOOKS_A_MINUTE": "1000000",
    "FATHOMS_COACH_GAMES": "100",  # those that nothing compiles here wait on
    "FATHOMS_LOG_LEVEL": "warning",
    "FATHOMS_PUSH": "local",
}

# Clicks a lit choice as soon as a new one is there, and taps the table otherwise: that skips ahead.
PLAY = """async ({ prefer, seen, count, most }) => {
  const place = document.getElementById("table");
  const mine = () => [...document.querySelectorAll(`#log .who-${document.body.dataset.seat}`)].at(-1)?.value || 0;
  const end = performance.now() + most;
  let moves = 0, seed = 7, before = -1;
  while (performance.now() < end && !place.querySelector(".end")) {
    const choices = [...place.querySelectorAll(".choices [data-move]:not([disabled])")];
    if (choices.length && mine() > before) {
      if (moves >= count || (seen && place.querySelector(seen))) break;
      seed = (seed * 48271) % 2147483647;
      const liked = prefer.map((start) => choices.find((one) => one.dataset.move.startsWith(start))).find(Boolean);
      before = mine();
      (liked || choices[seed % choices.length]).click();
      moves += 1;
    } else place.click();
    await new Promise((done) => setTimeout(done, 10));
  }
  return { over: Boolean(place.querySelector(".end")), moves };
}"""
SITUATION = """() => JSON.stringify({
  title: document.title,
  log: document.querySelector("#log li:last-child")?.outerHTML,
  narration: document.querySelector("#narration")?.textContent,
  online: document.querySelector("#offline")?.hidden,
  choices: document.querySelector(".choices")?.outerHTML.slice(0, 1500),
  end: document.querySelector(".end")?.textContent,
})"""
# Whether the table shows a version: what a choice that is clicked now would be made for.
SHOWS = """async (version) => {
  const main = [...document.scripts].find((script) => script.src.endsWith("/table/main.js")).src;
  return (await import(new URL("page.js", main))).shown.version >= version;
}"""
# A page that has settled: what a table brings in sight, it has brought there a frame after it was shown.
AT_REST = """async () => {
  await document.fonts.ready;
  await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
}"""
TO_TOP = f"async () => {{ await ({AT_REST})(); scrollTo(0, 0); }}"
# A browser that cannot glide: things are where they are at once.
PLAIN = "delete Document.prototype.startViewTransition"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIT = ".choices [data-move]:not([disabled])"
ASKED = ".choices :is(summary, [data-move]:not([disabled]))"  # where there are many choices, they lie in folds
OPEN = {"kind": "open"}
GRACE = 300  # milliseconds after a change, in which a click on what was not there before does not count
SOON = {"locker": ["continue"], "reef": ["spin", "stop", "up", "grab"], "barracuda": [], "nukha": ["leave", "accept"]}


def until(found: Callable[[], Any], seconds: float = PATIENCE, pause: float = 0.02) -> Any:
    """The first true answer, asked for again and again; the test fails if none comes in time."""
    end = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < end, "what was waited for did not happen"
        time.sleep(pause)
    return answer


@dataclass
class Server:
    """`fathoms serve` on loopback; killed and started again it keeps its port and its tables."""

    folder: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.port = probe.getsockname()[1]
        database = f"sqlite:///{self.folder / 'tables.db'}"
        command = [str(FATHOMS), "serve", "--port", str(self.port), "--database", database]
        env = {**os.environ, **ENVIRONMENT, "PYTHONWARNINGS": "ignore"}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        until(self._answers, 60)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "server.log").read_text()
        try:
            with urlopen(f"{self.base}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def log_tail(self) -> str:
        return (self.folder / "server.log").read_text()[-4000:]

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.process = None


@dataclass
class Guest:
    """Somebody with a browser window, and what went wrong in it."""

    name: str
    server: Server
    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)
    seated: str = ""  # the address of a table where a seat was taken without looking

    @property
    def base(self) -> str:
        return self.server.base

    def tab(self) -> Page:
        """One more page of the same person."""
        page = self.context.new_page()
        self._watch(page)
        return page

    def _watch(self, page: Page) -> None:
        page.on("console", lambda said: self._note_said(said.type, said.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("requestfailed", lambda asked: self._note_failure(asked.url, asked.failure or ""))
        page.on("response", lambda told: self.faults.append(f"{told.status} {told.url}") if told.status > 399 else None)
        page.on("request", lambda asked: self._check_host(asked.url))
        page.on("websocket", lambda opened: self._check_host(opened.url))

    def _note_said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "Service Worker registration blocked" not in text:  # by `new_guest`
            self.faults.append(text)

    def _note_failure(self, url: str, why: str) -> None:
        if "ERR_ABORTED" not in why:  # a page that is left drops what it still asked for
            self.faults.append(f"failed: {url} {why}")

    def _check_host(self, url: str) -> None:
        if not url.startswith("data:") and urlsplit(url).netloc != urlsplit(self.base).netloc:
            self.faults.append(f"another host: {url}")

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.base}{path}")
        return self.page

    # Tables

    def table(self, game: str, seats: list[dict[str, str]], move_seconds: int = 0, **options: Any) -> str:
        """The address of a new table set without the form: seats of kind person are this guest's."""
        options = {"players": len(seats), **options}
        body = {"game": game, "seats": seats, "options": options, "pace": 0, "move_seconds": move_seconds}
        answer = self.context.request.post(f"{self.base}/api/tables", data=body)
        assert answer.status == 201, answer.text()
        return f"/t/{answer.json()['table']}"

    def sit(self, game: str, seats: list[dict[str, str]] | None = None, **options: Any) -> Page:
        """At a new table, with a bot in every other seat if nothing else is said."""
        return self.go(self.table(game, seats or [me(self.name), *[bot()] * (FEWEST[game] - 1)], **options))

    def sit_calmly(self, seats: list[dict[str, str]] | None = None) -> Page:
        """At a new table of Locker, to move: the first card leaves the choice to press on or to surface."""
        seats = seats or [me(self.name), bot()]
        wanted = deal_until(
            lambda path: is_calm(self.look(path)["view"]), lambda: self.table("locker", seats, first="A")
        )
        return self.go(wanted)

    def take_seat(self, path: str) -> None:
        """Sit down at an open seat without looking."""
        answer = self.context.request.post(
            f"{self.base}/api/tables/{path.split('/')[2]}/join", data={"name": self.name}
        )
        assert answer.ok, answer.text()
        self.seated = path

    def join(self, path: str) -> Page:
        page = self.go(path)
        page.fill("#join input[name=name]", self.name)
        page.click("#join button")
        page.wait_for_selector("#join", state="detached")
        return page

    def look(self, path: str | None = None) -> dict[str, Any]:
        """What the server tells this guest of a table."""
        return dict(self.context.request.get(self._api(path)).json())

    def _api(self, path: str | None = None) -> str:
        """Where programs ask of a table: the one named, the one looked at, or the one where a seat was taken."""
        seen = urlsplit(self.page.url).path
        path = path or (seen if seen.startswith("/t/") else self.seated)
        return f"{self.base}/api/tables/{path.split('/')[2]}"

    def events(self) -> list[str]:
        """The log of the table, as this guest may know it."""
        return list(self.context.request.get(f"{self._api()}/record").json()["events"])

    def move(self, move: str, path: str | None = None) -> None:
        answer = self.context.request.post(f"{self._api(path)}/moves", data={"move": move, "id": uuid.uuid4().hex})
        assert answer.ok, answer.text()

    def play(
        self,
        game: str,
        count: int = 1000,
        seen: str | None = None,
        prefer: list[str] | None = None,
        seconds: float = 60,
    ) -> dict[str, Any]:
        """Click on until the end; or until so many moves are made, or something is seen, and it is our turn again."""
        wanted = {
            "prefer": SOON[game] if prefer is None else prefer,
            "seen": seen,
            "count": count,
            "most": seconds * 1000,
        }
        return dict(self.page.evaluate(PLAY, wanted))

    def settled(self, page: Page | None = None) -> int:
        """Wait until the page shows what the server knows; its version."""
        page = page or self.page
        version = self.look(urlsplit(page.url).path)["version"]
        until(lambda: page.evaluate(SHOWS, version))
        return int(version)

    def choose(self, move: str) -> None:
        self.page.locator(f'.choices [data-move="{move}"]').click()

    def hand_over(self, path: str) -> None:
        """A bot plays for us from now on."""
        answer = self.context.request.post(f"{self.base}{path}/away", form={"away": "1"})
        assert answer.ok, answer.text()

    def let_bots_play(self, path: str) -> None:
        """Hand every seat of ours over, and wait for the end."""
        self.hand_over(path)
        until(lambda: self.look(path)["view"]["over"])

    def finished(self, game: str) -> str:
        """The address of a table where this guest had a seat, after the end of the game."""
        path = self.table(game, [me(self.name), *[bot()] * (FEWEST[game] - 1)])
        self.let_bots_play(path)
        return path

    def situation(self, page: Page) -> str:
        """What a page shows and what the server knows, for somebody who has to find out why they differ."""
        try:
            known = self.look(urlsplit(page.url).path) if "/t/" in page.url else {}
            shown = page.evaluate(SITUATION)
        except Exception as fault:  # the page or the server may be what is broken
            return f"{fault}\n{self.faults}"
        view = known.get("view", {})
        told = {key: known.get(key) for key in ("version", "status", "seat")}
        return f"{shown}\n{told} {view.get('to_act')} {view.get('choices')}\n{self.faults}"

    def clean(self) -> None:
        assert not self.faults, self.faults


def me(name: str) -> dict[str, str]:
    return {"kind": "person", "name": name}


def bot(level: str = "deckhand") -> dict[str, str]:
    return {"kind": "bot", "level": level}


def seat_pair(ann: Guest, bob: Guest, game: str, more: Sequence[dict[str, str]] = (), **options: Any) -> str:
    """The address of a table that Ann has set and Bob has joined; Locker is dealt until whoever begins may choose."""

    def deal() -> str:
        path = ann.table(game, [me(ann.name), OPEN, *more], **options)
        bob.take_seat(path)
        return path

    if game != "locker":
        return deal()
    options.setdefault("first", "A")
    begins = {"A": ann, "B": bob}[options["first"]]
    return deal_until(lambda path: is_calm(begins.look(path)["view"], options["first"]), deal)


Arrive = Callable[..., Guest]


def pair(arrive: Arrive, game: str, at: Server | None = None, **options: Any) -> tuple[Guest, Guest, str]:
    """Ann and Bob, each looking at a table that Ann has set, and its address; in Locker with a choice to begin with."""
    ann, bob = arrive("Ann", at), arrive("Bob", at)
    path = seat_pair(ann, bob, game, [bot()] if game == "nukha" else [], **options)
    for guest in (ann, bob):
        guest.page.add_init_script(PLAIN)
        guest.go(path)
    return ann, bob, path


def surface(one: Guest, other: Guest) -> None:
    """Play until somebody may go back to the surface, let them click it, and wait until the server has heard of it."""
    jumped = False
    while "surface" not in (choices := one.look()["view"]["choices"]):
        mover = one if choices else other
        mover.move(mover.look()["view"]["choices"][0])
        jumped = True
    before = one.settled()
    if jumped:
        one.page.wait_for_timeout(GRACE)
    one.choose("surface")
    until(lambda: one.look()["version"] > before)


def leave_turn(one: Guest, other: Guest) -> None:
    """Let somebody's turn at Locker pass, without a click."""
    while not other.look()["view"]["choices"]:
        choices = one.look()["view"]["choices"]
        one.move("surface" if "surface" in choices else choices[0])


def stays(guest: Guest) -> None:
    """Mark a page, and begin to type something: both are gone if the page is loaded anew."""
    guest.page.evaluate("() => { window.stayed = true; }")
    guest.page.evaluate("() => { document.querySelector('#say input').value = 'half a sent'; }")


def has_stayed(guest: Guest) -> bool:
    typed = guest.page.locator("#say input").input_value()
    return bool(guest.page.evaluate("() => window.stayed === true")) and typed == "half a sent"


class Windows:
    """Browser windows, used again by those who come later and ask for the same kind: a new one costs half a second.

    Whoever was there before has left nothing behind but what the browser keeps of unchanging files.
    """

    def __init__(
        self, browser: Callable[[], Browser], with_desktop: Callable[[], Browser], large: Callable[[], Browser]
    ) -> None:
        self.browser = browser
        self.with_desktop = with_desktop  # for an installed app, which notifies
        self.large = large  # for a reader who has set letters twice as large
        self.free: dict[str, list[BrowserContext]] = {}
        self.kinds: dict[BrowserContext, str] = {}

    def open(self, **asked: Any) -> BrowserContext:
        kind = json.dumps(asked, sort_keys=True)
        if self.free.get(kind):
            return self.free[kind].pop()
        large, needs_desktop = asked.pop("large", False), asked.get("service_workers") == "allow"
        launch = self.large if large else self.with_desktop if needs_desktop else self.browser
        context = launch().new_context(**asked)
        context.set_default_timeout(PATIENCE * 1000)
        self.kinds[context] = kind
        return context

    def give_back(self, guest: Guest) -> None:
        context, kind = guest.context, self.kinds.pop(guest.context)
        try:
            # A service worker, and what it keeps, would stay behind; without a network its page comes back for ever.
            if '"service_workers": "allow"' in kind or not self._clear(guest):
                context.close()
                return
        except PlaywrightError:  # a page that is gone, or does not answer
            context.close()
            return
        self.kinds[context] = kind
        self.free.setdefault(kind, []).append(context)

    def _clear(self, guest: Guest) -> bool:
        """Whether nothing is left of a guest; a clock that was set stays for good."""
        context = guest.context
        if any(page.evaluate("Boolean(globalThis.__pwClock)") for page in context.pages):
            return False
        context.set_offline(False)
        context.unroute_all()
        context.clear_cookies()
        wire = context.new_cdp_session(guest.page)
        wire.send("Storage.clearDataForOrigin", {"origin": guest.base, "storageTypes": "local_storage"})
        for page in context.pages:
            page.close()
        return True


def new_guest(windows: Windows, server: Server, name: str, lang: str = "en", known: bool = True, **more: Any) -> Guest:
    """Somebody who has been here before, or not."""
    usual = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}, "service_workers": "block"}
    asked = {**usual, "locale": lang, **more}  # a service worker answers before a test's own routes do
    context = windows.open(**asked)
    cookies = {"fathoms_person": uuid.uuid4().hex, "fathoms_name": name} if known else {}
    context.add_cookies([{"name": key, "value": value, "url": server.base} for key, value in cookies.items()])
    guest = Guest(name, server, context, context.new_page())
    guest._watch(guest.page)
    return guest


def tampered(text: str) -> str:
    """A sea whose first secret is another one."""
    facts = json.loads(text)
    first = facts["tides"][0]["secrets"][0]
    facts["tides"][0]["secrets"][0] = ("1" if first[0] == "0" else "0") + first[1:]
    return json.dumps(facts)
