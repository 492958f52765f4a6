"""The pages as an app: called by title and badge, shared and copied, installed, and opened without a network."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import OPEN, PHONE, Guest, leave_turn, me, pair, seat_pair, until
from tests.table.push_service import push_service

INSTALLED: dict[str, Any] = {"service_workers": "allow"}
BADGE = """() => {
  window.badges = [];
  navigator.setAppBadge = async (count) => { window.badges.push(count); };
  navigator.clearAppBadge = async () => { window.badges.push(0); };
}"""
SHARING = """() => {
  window.shared = [];
  navigator.share = async (what) => { window.shared.push(what); };
  const writeText = async (text) => { window.shared.push(text); };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
}"""
AWAKE = """() => {
  window.awake = 0;
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    const lock = new EventTarget();
    window.awake += 1;
    lock.release = () => { window.awake -= 1; };
    return lock;
  } } });
}"""
# A browser whose push service is the one of the test: Chromium's own is on the internet.
SUBSCRIBES = """(given) => {
  let now = null;
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => now;
  PushManager.prototype.subscribe = async (options) => {
    window.asked = { visible: options.userVisibleOnly, key: options.applicationServerKey.length };
    now = { endpoint: given.endpoint, toJSON: () => given, unsubscribe: async () => { now = null; } };
    return now;
  };
}"""
NOTIFICATIONS = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data }) => ({ title, body, url: data.url }))"""
KEPT = """async () => {
  const open = (await caches.keys()).map((name) => caches.open(name));
  const found = await Promise.all((await Promise.all(open)).map((cache) => cache.keys()));
  return found.flat().map(({ url }) => new URL(url).pathname);
}"""


# What a tap on a notification does; a browser lets windows open for a tap alone, so what is asked of it is noted.
CLICK = """async () => {
  const asked = [];
  self.clients.openWindow = async (path) => { asked.push(`open ${path}`); };
  WindowClient.prototype.focus = async function () { asked.push(`focus ${new URL(this.url).pathname}`); };
  self.tapped = self.tapped || (await self.registration.getNotifications())[0];
  const tap = new NotificationEvent("notificationclick", { notification: self.tapped });
  const done = [];
  tap.waitUntil = (promise) => done.push(promise);
  self.dispatchEvent(tap);
  await Promise.all(done);
  return [asked, (await self.registration.getNotifications()).length];
}"""


def soon(page: Page, script: str) -> Any:
    """What a page answers, or None: a promise that never comes would hold the test for ever."""
    return page.evaluate(f"() => Promise.race([({script})(), new Promise((done) => setTimeout(done, 5000, null))])")


def install(guest: Guest, path: str = "/") -> Page:
    """Visit, until the service worker stands behind the page and knows its language."""
    page = guest.go(path)
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    until(lambda: soon(page, "() => caches.match('/reader').then((told) => Boolean(told))"))
    return page


def test_without_a_network_a_page_says_so_in_the_readers_language(arrive: Arrive) -> None:
    """Journey 19."""
    guest = arrive("Ann", lang="fr", **INSTALLED, **PHONE)
    page = install(guest, "/mine")
    guest.context.set_offline(True)
    page.goto(f"{guest.base}/rules/locker")
    expect(page.locator("h1")).to_have_text("Pas de connexion")
    assert page.evaluate("getComputedStyle(document.querySelector('.go')).backgroundColor") == "rgb(255, 107, 87)"
    guest.context.set_offline(False)  # and comes back by itself
    expect(page.locator("h1")).not_to_have_text("Pas de connexion")
    assert page.url.endswith("/rules/locker")


def test_no_page_of_a_seat_is_ever_kept(arrive: Arrive) -> None:
    guest = arrive("Ann", **INSTALLED)
    page = install(guest)
    guest.sit("locker")
    until(lambda: any(path.endswith("/table/main.js") for path in soon(page, KEPT) or []))
    assert {path for path in until(lambda: soon(page, KEPT)) if not path.startswith("/static/v-")} == {
        "/offline",
        "/reader",
    }
    guest.context.set_offline(True)
    page.goto(page.url)
    expect(page.locator("h1")).to_have_text("No connection")
    guest.context.set_offline(False)


def test_a_new_state_of_the_files_takes_the_place_of_the_old(arrive: Arrive) -> None:
    """What a service worker of before has kept is gone once the present one stands."""
    guest = arrive("Ann", **INSTALLED)
    page = guest.go("/healthz")
    page.evaluate("caches.open('fathoms-0123456789').then((cache) => cache.put('/x', new Response('old')))")
    page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))"
    )
    install(guest)
    until(lambda: "fathoms-0123456789" not in (soon(page, "() => caches.keys()") or ["fathoms-0123456789"]))


def test_the_manifest_and_its_icons_are_there(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.go("/")
    told = guest.context.request.get(f"{guest.base}{page.locator('link[rel=manifest]').get_attribute('href')}").json()
    assert {one["purpose"] for one in told["icons"] if "purpose" in one} == {"any", "maskable"}
    for one in told["icons"]:
        answer = guest.context.request.get(f"{guest.base}{one['src']}")
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"]
    bars = page.locator("meta[name=theme-color]")
    assert [bars.nth(n).get_attribute("content") for n in range(2)] == ["#f4faf7", "#0a2a3f"]
    page.click("#theme")
    assert len({bars.nth(n).get_attribute("content") for n in range(2)}) == 1
    guest.clean()


def test_title_icon_and_badge_say_that_it_is_my_turn(arrive: Arrive) -> None:
    """Journey 13, in another tab or app."""
    ann, bob, path = pair(arrive, "locker")
    bob.page.add_init_script(f"({BADGE})()")
    bob.go(path)
    expect(bob.page).not_to_have_title(re.compile("^●"))
    until(lambda: bob.page.evaluate("window.badges.length"))
    waiting = bob.page.evaluate("window.badges.at(-1)")  # deals that were not calm may wait for Bob too
    leave_turn(ann, bob)
    expect(bob.page).to_have_title(re.compile("^● Your turn"))
    expect(bob.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn.svg"))
    until(lambda: bob.page.evaluate("window.badges.at(-1)") == waiting + 1)
    leave_turn(bob, ann)
    expect(bob.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("/icon.svg"))
    until(lambda: bob.page.evaluate("window.badges.at(-1)") == waiting)


def test_the_next_game_that_waits_is_one_tap_away_after_my_move(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.page.add_init_script("delete Document.prototype.startViewTransition")
    second = [seat_pair(ann, bob, "locker") for _ in range(2)][1]
    waiting = set(re.findall(r'<li><a href="/t/(\w+)"', ann.context.request.get(f"{ann.base}/mine").text()))
    ann.go(second)
    expect(ann.page.locator(".next-game")).to_have_count(0)
    leave_turn(ann, bob)
    link = ann.page.locator(".choices .next-game")
    expect(link).to_have_text("Next game: Davy Jones' Locker")
    link.click()
    until(lambda: not ann.page.url.endswith(second))
    assert ann.page.url.split("/")[-1] in waiting - {second.split("/")[-1]}


def test_the_screen_stays_on_while_it_is_my_turn(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker")
    ann.page.add_init_script(f"({AWAKE})()")
    ann.go(path)
    assert ann.page.evaluate("window.awake") == 0  # no phone, and not chosen
    ann.page.evaluate("localStorage.setItem('awake', '1')")
    ann.go(path)
    until(lambda: ann.page.evaluate("window.awake") == 1)
    leave_turn(ann, bob)
    until(lambda: ann.page.evaluate("window.awake") == 0)


def test_the_invitation_is_shared_and_copied(arrive: Arrive) -> None:
    guest = arrive("Ann", **PHONE)
    path = guest.table("locker", [me("Ann"), OPEN])
    guest.page.add_init_script(f"({SHARING})()")
    page = guest.go(path)
    page.click("[data-share]")
    page.click("[data-copy]")
    expect(page.locator("[data-copy]")).to_have_text("Copied.")
    link = f"{guest.base}{path}"
    assert page.evaluate("window.shared") == [{"title": "Davy Jones' Locker · Fathoms", "url": link}, link]
    expect(page.locator("img.qr").first).to_be_visible()
    guest.clean()


def test_a_push_arrives_is_shown_and_opens_the_table(arrive: Arrive) -> None:
    """Journey 13, asleep: a notification, and a tap on it leads to the table."""
    ann, bob = arrive("Ann"), arrive("Bob", **INSTALLED)
    path = ann.seated = seat_pair(ann, bob, "locker")
    with push_service() as service:
        bob.context.grant_permissions(["notifications"], origin=bob.base)
        bob.page.add_init_script(f"({SUBSCRIBES})({json.dumps(service.subscription)})")
        page = install(bob, "/mine")
        page.click("#push")
        expect(page.locator("#push")).to_have_text("Notify me no more")
        assert page.evaluate("window.asked") == {"visible": True, "key": 65}
        leave_turn(ann, bob)
        until(lambda: service.sealed)
        told, wire = service.opened(), bob.context.new_cdp_session(page)
        found: list[dict[str, Any]] = []
        wire.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
        wire.send("ServiceWorker.enable")
        until(lambda: found or page.wait_for_timeout(50))
        number = found[-1]["registrationId"]
        origin = bob.base
        wire.send(
            "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": number, "data": json.dumps(told)}
        )
        shown = until(lambda: soon(page, NOTIFICATIONS))
        assert shown == [{"title": "Davy Jones' Locker · Ann", "body": "It is your turn.", "url": path}]
        worker = bob.context.service_workers[0]
        assert worker.evaluate(CLICK) == [[f"open {path}"], 0]
        bob.go(path)
        expect(bob.page.locator(".choices .turn")).to_be_visible()
        assert worker.evaluate(CLICK) == [[f"focus {path}"], 0]


def test_sound_is_remembered(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit_calmly()
    page.click("#sound")
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    guest.clean()
