"""The pages as an app: called by title and badge, shared and copied, installed, and opened without a network."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, OPEN, PHONE, Guest, leave_turn, me, pair, seat_pair, until
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
    page.goto(f"{guest.base}/lab")
    expect(page.locator("h1")).to_have_text("Pas de connexion")
    assert page.evaluate("getComputedStyle(document.querySelector('.go')).backgroundColor") == "rgb(255, 107, 87)"
    guest.context.set_offline(False)  # and comes back by itself
    expect(page.locator("h1")).not_to_have_text("Pas de connexion")
    assert page.url.endswith("/lab")


def keep_books(page: Page, lang: str) -> None:
    """Wait until the service worker has every rule book."""
    wanted = [f"/kept/{lang}/rules/{game}{layer}" for game in GAMES for layer in ("", "/quick", "/reference")]
    until(lambda: set(wanted) <= set(soon(page, KEPT) or []))


def test_rules_and_my_list_open_from_a_cold_start_without_a_network(arrive: Arrive) -> None:
    """Journey 19: no page of a book was opened before, and no window is open when the network goes."""
    guest = arrive("Ann", lang="fr", **INSTALLED, **PHONE)
    guest.table("locker", [me("Ann"), OPEN])
    page = install(guest, "/mine")
    page.reload()  # the first visit is not the service worker's
    keep_books(page, "fr")
    until(lambda: "/kept/mine" in (soon(page, KEPT) or []))
    page.close()
    guest.context.set_offline(True)
    page = guest.context.new_page()
    faults: list[str] = []
    page.on("requestfailed", lambda request: faults.append(f"{request.failure} {request.url}"))
    page.goto(f"{guest.base}/")
    expect(page.locator("h1")).to_have_text("Pas de connexion")
    expect(page.locator("#nothing-kept")).to_be_hidden()
    expect(page.locator("[data-kept]:visible")).to_have_count(len(GAMES) + 1)
    for game in GAMES:
        for layer in ("", "/quick", "/reference"):
            page.goto(f"{guest.base}/rules/{game}{layer}")
            expect(page.locator("nav.layers")).to_be_visible()
            assert page.locator("html").get_attribute("lang") == "fr"
            assert page.evaluate("[...document.styleSheets].every((one) => one.cssRules.length)")
    page.goto(f"{guest.base}/rules/locker/L1")
    until(lambda: page.url.endswith("/rules/locker/reference#L1"))
    page.goto(f"{guest.base}/mine")
    expect(page.locator("#last-seen")).to_contain_text("telle qu’elle était le")
    expect(page.locator(".tables a")).to_have_count(1)
    ours = [one for one in faults if "/static/" in one or "/art/" in one]
    assert [one for one in ours if "ERR_ABORTED" not in one] == []  # the next page was opened meanwhile
    guest.context.set_offline(False)


def test_a_change_of_language_brings_other_books_and_drops_the_old(arrive: Arrive) -> None:
    guest = arrive("Ann", **INSTALLED)
    page = install(guest)
    keep_books(page, "en")
    page.click("button[lang=fr]")
    keep_books(page, "fr")
    assert not [path for path in soon(page, KEPT) if path.startswith("/kept/en/")]
    assert len([name for name in soon(page, "() => caches.keys()") if name.startswith("fathoms-books-")]) == 1


def test_before_anything_is_kept_the_page_says_so(arrive: Arrive) -> None:
    page = arrive("Ann").go("/offline")
    expect(page.locator("#nothing-kept")).to_be_visible()
    expect(page.locator("[data-kept]:visible")).to_have_count(0)


def test_no_page_of_a_seat_is_ever_kept(arrive: Arrive) -> None:
    guest = arrive("Ann", **INSTALLED)
    page = install(guest)
    guest.sit("locker")
    until(lambda: any(path.endswith("/table/main.js") for path in soon(page, KEPT) or []))
    kept = {path for path in until(lambda: soon(page, KEPT)) if not path.startswith("/static/v-")}
    allowed = ("/kept/en/rules/", "/art/")
    assert {path for path in kept if not path.startswith(allowed)} == {"/offline", "/reader"}
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
    expect(page.locator("[data-copy]")).to_have_text("Link copied.")
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
    page.click("#menu-toggle")
    page.click("#sound")
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    guest.clean()


# Installing it

OFFERS = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = (window.prompted || 0) + 1; };
  event.userChoice = Promise.resolve({ outcome: "accepted" });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}"""
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
    "Mobile/15E148 Safari/604.1"
)
NO_PUSH = "delete window.PushManager; delete window.Notification;"
STANDALONE = """(() => {
  const real = window.matchMedia.bind(window);
  window.matchMedia = (query) => query.includes("display-mode") ? { matches: true } : real(query);
})();"""


def test_where_the_browser_offers_it_a_button_installs_the_app(arrive: Arrive) -> None:
    guest = arrive("Ann", **PHONE)
    page = guest.go("/mine")
    box = page.locator("[data-install]")
    expect(box).to_be_hidden()
    assert page.evaluate(OFFERS), "the browser's own bar would stand beside the button"
    expect(box).to_be_visible()
    page.click("[data-install-now]")
    assert page.evaluate("window.prompted") == 1
    expect(box).to_be_hidden()
    page.add_init_script(STANDALONE)
    page.reload()
    assert not page.evaluate(OFFERS)
    expect(box).to_be_hidden()


def test_an_iphone_is_told_the_steps_once(arrive: Arrive) -> None:
    """Where there is no push outside the home screen, the sentence stands in the place of the button."""
    guest = arrive("Ann", **PHONE, user_agent=IPHONE)
    guest.page.add_init_script(NO_PUSH)
    page = guest.go("/mine")
    expect(page.locator("[data-install-how=ios]")).to_contain_text("Add to Home Screen")
    guest.table("locker", [me("Ann"), OPEN])
    guest.go("/mine")
    expect(page.locator("#push-said")).to_contain_text("tap Share")
    expect(page.locator("#push")).to_be_hidden()
    expect(page.locator("[data-install]")).to_be_hidden()
    page.add_init_script(STANDALONE)
    guest.go("/mine")
    expect(page.locator("#push-said")).to_have_text("This browser cannot notify you.")
    expect(page.locator("[data-install]")).to_be_hidden()


# Notifications that fail say why


def subscriber(arrive: Arrive, script: str) -> Page:
    """The page of somebody with a game, in a browser that behaves so."""
    guest = arrive("Ann", **INSTALLED)
    guest.table("locker", [me("Ann"), OPEN])
    guest.context.grant_permissions(["notifications"], origin=guest.base)
    guest.page.add_init_script(script)
    return install(guest, "/mine")


FAILS = """Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => { throw new DOMException("no route to it", "%s"); };"""


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ('Notification.requestPermission = async () => "denied";', "Your browser blocks notifications of this site."),
        ('Notification.requestPermission = async () => "default";', "choose Allow"),
        (FAILS % "NotAllowedError", "Your browser blocks notifications of this site."),
        (FAILS % "AbortError", "push service did not take the request: no route to it"),
    ],
)
def test_a_subscription_that_fails_says_why(arrive: Arrive, script: str, words: str) -> None:
    page = subscriber(arrive, script)
    page.click("#push")
    expect(page.locator("#push-said")).to_contain_text(words)
    expect(page.locator("#push")).to_have_text("Notify me when it is my turn")
    expect(page.locator("#push")).to_be_enabled()


def test_without_a_network_a_subscription_says_so(arrive: Arrive) -> None:
    with push_service() as service:
        page = subscriber(arrive, f"({SUBSCRIBES})({json.dumps(service.subscription)})")
        expect(page.locator("#push")).to_be_visible()
        page.context.set_offline(True)
        page.click("#push")
        expect(page.locator("#push-said")).to_contain_text("There is no network")
        page.context.set_offline(False)


def test_a_test_notification_is_sent_and_its_refusal_told(arrive: Arrive) -> None:
    with push_service() as service:
        page = subscriber(arrive, f"({SUBSCRIBES})({json.dumps(service.subscription)})")
        expect(page.locator("#push-test")).to_be_hidden()
        page.click("#push")
        page.click("#push-test")
        expect(page.locator("#push-said")).to_contain_text("Sent.")
        service.status = 403
        page.click("#push-test")
        expect(page.locator("#push-said")).to_contain_text("refused it. Tell the host of this server.")
        assert len(service.sealed) == 2


# Devices


def link_of(page: Page) -> str:
    """The link to another device, in its box."""
    page.click("#other-device")
    expect(page.locator("#device code")).to_contain_text("/device#")
    return str(page.locator("#device code").text_content())


def test_the_link_to_another_device_is_shared_and_copied(arrive: Arrive) -> None:
    guest = arrive("Ann", **PHONE)
    guest.table("locker", [me("Ann"), OPEN])
    guest.page.add_init_script(f"({SHARING})()")
    page = guest.go("/mine")
    link = link_of(page)
    page.click("#device [data-share]")
    page.click("#device [data-copy]")
    expect(page.locator("#device [data-copy]")).to_have_text("Link copied.")
    assert page.evaluate("window.shared") == [{"title": "Fathoms", "url": link}, link]
    page.click("#device .go")
    expect(page.locator("#device code")).to_have_text("")
    assert link not in page.content()


def test_a_device_is_renamed_and_another_revoked(arrive: Arrive) -> None:
    guest, other = arrive("Ann"), arrive("Ann on her phone", **PHONE)
    path = guest.table("locker", [me("Ann"), OPEN])
    page = guest.go("/mine")
    link = link_of(page)
    page.click("#device .go")
    other.page.goto(link)
    other.page.click("#device .go")
    expect(other.page.locator("h1")).to_have_text("My games")
    page.reload()
    expect(page.locator(".devices li")).to_have_count(2)
    old = page.locator(".devices li").filter(has_not=page.locator(".this"))
    old.locator("summary").first.click()
    old.locator("input[name=name]").fill("The phone I lost")
    old.locator("button", has_text="Save").click()
    lost = page.locator(".devices li", has_text="The phone I lost")
    lost.locator("summary", has_text="Revoke").click()
    lost.locator(".go").click()
    expect(page.locator(".banner:visible")).to_have_text("Done. That device is no longer you.")
    expect(page.locator(".devices li")).to_have_count(1)
    other.page.reload()
    expect(other.page.locator(".empty")).to_be_visible()
    assert other.context.request.post(f"{other.base}{path}/close").status == 403
