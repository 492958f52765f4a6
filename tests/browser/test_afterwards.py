"""After the end: the result, looking back, and checking that the sea was fair."""

import json
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect

from fathoms.engine.sea import published_root
from tests.browser.conftest import Arrive
from tests.browser.people import FATHOMS, GAMES, PLAIN, tampered, until


def test_looking_back_event_by_event(arrive: Arrive) -> None:
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    path = guest.finished("locker")
    page = guest.go(path)
    page.locator(".after-game a[href$='/replay']").click()
    page.wait_for_url("**/replay")
    last = int(page.locator("#at").get_attribute("max") or 0)
    assert last == guest.look(path)["version"]
    number = page.locator("#number")
    expect(number).to_have_text(f"{last} / {last}")
    page.locator("#at").focus()
    page.keyboard.press("Home")
    expect(number).to_have_text(f"0 / {last}")
    for at in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(number).to_have_text(f"{at} / {last}")
    page.click("[data-step='1']")
    expect(number).to_have_text(f"4 / {last}")
    page.click("[data-step='-1']")
    expect(number).to_have_text(f"3 / {last}")
    assert page.locator("#narration").inner_text().startswith(("The ", "Ann ", "Pearl "))
    assert parse_qs(urlsplit(page.url).query)["at"] == ["3"]

    moment, text = str(page.locator("#moment").get_attribute("href")), page.locator("#table").inner_text()
    other = arrive("Bob").go(moment)
    assert other.locator("#table").inner_text() == text
    assert other.locator("#at").input_value() == "3"
    guest.clean()


def test_another_seats_eyes(arrive: Arrive) -> None:
    guest = arrive("Ann")
    path = guest.finished("nukha")
    record = guest.context.request.get(f"{guest.base}/api/tables/{path[3:]}/record").json()["events"]
    at = next(n for n, line in enumerate(record, 1) if line.startswith("sea find"))
    finder = record[at].split(" ")[0]
    page = guest.go(f"{path}/replay?at={at}")
    expect(page.locator(".finder .find .card.back")).to_be_visible()
    page.select_option("#eyes", finder)
    expect(page.locator(f".finder .find .card.{record[at - 1].split(' ')[2]}")).to_be_visible()
    assert parse_qs(urlsplit(page.url).query)["seat"] == [finder]
    guest.clean()


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_checks_the_sea(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann")
    path = guest.finished(game)
    page = guest.go(f"{path}/fair")
    page.wait_for_selector("#verdict[data-good=true]")
    record = guest.context.request.get(f"{guest.base}/api/tables/{path[3:]}/record").json()
    assert page.locator("#fates li").count() == len([line for line in record["events"] if line.startswith("sea ")])
    guest.clean()


@pytest.mark.parametrize("what", ["secret", "fate", "root"])
def test_a_sea_tampered_with_is_found_out(arrive: Arrive, what: str) -> None:
    guest = arrive("Ann", lang="fr")
    path = guest.finished("locker")

    def alter(route: Route) -> None:
        text = route.fetch().text()
        facts = json.loads(text)
        tide = facts["tides"][0]
        if what == "fate":
            other = next(fate for fate, _ in tide["fates"][1] if f"sea {fate}" != tide["lines"][1])
            tide["lines"][1] = f"sea {other}"
        elif what == "root":
            tide["root"] = tide["root"][::-1]
        route.fulfill(body=tampered(text) if what == "secret" else json.dumps(facts), content_type="application/json")

    guest.page.route("**/fair.json", alter)
    page = guest.go(f"{path}/fair")
    page.wait_for_selector("#verdict[data-good=false]")
    if what == "fate":
        assert page.locator("#fates li.bad").count() == 1


def test_the_root_on_the_page_is_the_one_that_is_checked(arrive: Arrive) -> None:
    """What was promised before the first event stands on the page from the start."""
    guest = arrive("Ann")
    page = guest.sit("locker")
    address = page.url
    promised = guest.go(f"{urlsplit(address).path}/fair").locator(".root").inner_text()
    guest.let_bots_play(urlsplit(address).path)
    tide = guest.context.request.get(f"{address}/fair.json").json()["tides"][0]
    assert published_root(tide["root"], tide["commitments"], tide["by_server"]) == promised


def test_a_browser_stirs_and_compares_what_it_kept(arrive: Arrive) -> None:
    """Play now: the browser's own words are in the sea, and it knows the root again; another root is found out."""
    guest = arrive("Ann")
    page = guest.go("/")
    page.locator('form[action="/play/locker"] button').click()
    page.wait_for_url("**/t/*")
    path = urlsplit(page.url).path
    until(lambda: guest.look(path)["status"] == "playing")
    sea = guest.look(path)["sea"]
    assert (sea["own"], sea["by_server"]) == (["A"], [one for one in sea["commitments"] if one != "A"])
    guest.let_bots_play(path)
    page = guest.go(f"{path}/fair")
    page.wait_for_selector("#kept[data-said=root-same]")
    page.wait_for_selector("#words[data-said=words-own]")
    page.wait_for_selector("#verdict[data-good=true]")
    page.evaluate(
        """(table) => {
      const kept = JSON.parse(localStorage.getItem("fathoms-seas"));
      kept[`t${table}`].root = "0".repeat(64);
      localStorage.setItem("fathoms-seas", JSON.stringify(kept));
    }""",
        path[3:],
    )
    page.reload()
    page.wait_for_selector("#kept[data-said=root-other]")
    guest.clean()


@pytest.mark.parametrize("game", GAMES)
def test_the_record_verifies(arrive: Arrive, game: str, tmp_path: Path) -> None:
    guest = arrive("Ann")
    page = guest.go(guest.finished(game))
    with page.expect_download() as download:
        page.click("#menu-toggle")
        page.get_by_role("link", name="Record").click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    verdict = subprocess.run([FATHOMS, "verify", saved], capture_output=True, text=True, timeout=120, check=False)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


def test_arrow_keys_step_wherever_one_has_clicked(arrive: Arrive) -> None:
    """Keys were the slider's alone: after a click anywhere else they were dead."""
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    path = guest.finished("locker")
    page = guest.go(f"{path}/replay?at=3")
    number, last = page.locator("#number"), guest.look(path)["version"]
    expect(number).to_have_text(f"3 / {last}")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(f"4 / {last}")
    page.locator("#table").click()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(f"5 / {last}")
    page.click("[data-step='1']")
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text(f"5 / {last}")
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(f"6 / {last}")  # and not twice
    page.locator("#eyes").focus()
    page.keyboard.press("ArrowDown")
    expect(number).to_have_text(f"6 / {last}")  # somebody chooses there
    guest.clean()


@pytest.mark.parametrize(("lang", "word"), [("en", "Link copied"), ("fr", "Lien copié")])
def test_the_link_to_a_moment_is_copied_and_opens_there(arrive: Arrive, lang: str, word: str) -> None:
    guest = arrive("Ann", lang=lang, permissions=["clipboard-read", "clipboard-write"])
    guest.page.add_init_script(PLAIN)
    path = guest.finished("nukha")
    page = guest.go(f"{path}/replay")
    page.fill("#at", "4")
    expect(page.locator("#number")).to_have_text(f"4 / {guest.look(path)['version']}")
    page.select_option("#eyes", "B")
    expect(page.locator("#moment")).to_have_attribute("href", f"{path}/replay?at=4&seat=B")
    page.evaluate("window.stayed = true")
    page.locator("#moment").click()
    expect(page.locator("#copied")).to_contain_text(word)
    assert page.evaluate("window.stayed"), "the page was loaded anew"
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{guest.base}{path}/replay?at=4&seat=B"
    other = arrive("Bob").go(link.removeprefix(guest.base))
    assert other.locator("#at").input_value() == "4"
    assert other.locator("#eyes").input_value() == "B"
    guest.clean()


def test_a_fold_of_the_coach_opens_by_click_and_by_key(arrive: Arrive) -> None:
    """A click on a fold was taken for one on a link to a moment, and did nothing."""
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    path = guest.finished("locker")
    said = "<details><summary>Figures</summary><p><a href='?at=2' data-at='2'>2</a></p></details>"
    guest.page.route("**/coach", lambda route: route.fulfill(body=said, content_type="text/html"))
    page = guest.go(f"{path}/replay")
    fold = page.locator("#coach details")
    fold.locator("summary").click()
    expect(fold).to_have_attribute("open", "")
    fold.locator("summary").press("Enter")
    expect(fold).not_to_have_attribute("open", "")
    fold.locator("summary").press("Enter")
    fold.locator("a").click()
    expect(page.locator("#number")).to_have_text(f"2 / {guest.look(path)['version']}")
    expect(fold).to_have_attribute("open", "")
    guest.clean()


def test_stepping_fast_through_a_replay_is_no_error(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.go(f"{guest.finished('locker')}/replay")
    last = int(page.locator("#at").get_attribute("max") or 0)
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(40)
    expect(page.locator("#number")).to_have_text(f"{last - 8} / {last}")
    page.wait_for_timeout(300)
    guest.clean()


def test_after_the_end_nothing_is_offered_for_moves_to_come(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("barracuda")
    page.click("#menu-toggle")
    expect(page.locator("#own button").first).to_be_visible()
    assert guest.play("barracuda")["over"]
    expect(page.get_by_role("button", name="Let a bot play for me")).to_have_count(0)
    expect(page.locator("#forced")).to_be_hidden()


POINTS = "<ol class='moments'><li><a href='?at=7' data-at='7'>x</a></li><li><a href='?at=3' data-at='3'>y</a></li></ol>"


def test_a_replay_runs_jumps_by_turns_and_knows_the_turning_points(arrive: Arrive) -> None:
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    path = guest.finished("locker")
    guest.page.route("**/coach", lambda route: route.fulfill(body=POINTS, content_type="text/html"))
    page, last = guest.go(f"{path}/replay?at=0"), guest.look(path)["version"]
    at = page.locator("#at")
    expect(page.locator("#turns .turn").first).to_be_visible()
    turns = page.locator("#turns .turn").all()
    ends = [int(turn.locator("[data-at]").last.get_attribute("data-at") or 0) for turn in turns]
    page.click("[data-turn='1']")
    expect(at).to_have_js_property("value", str(ends[0]))
    page.keyboard.press("Shift+ArrowRight")
    expect(at).to_have_js_property("value", str(ends[1]))
    page.click("[data-turn='-1']")
    expect(at).to_have_js_property("value", str(ends[0]))
    page.locator("#turns [data-at]").nth(5).click()
    expect(at).to_have_js_property("value", "6")
    expect(page.locator("#turns [aria-current]")).to_have_attribute("data-at", "6")

    expect(page.locator("#turns .star")).to_have_count(2)
    for point in (7, 3, 7):
        page.click("#point")
        expect(at).to_have_js_property("value", str(point))

    page.select_option("#speed", "300")
    page.fill("#at", str(last - 3))
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(at).to_have_js_property("value", str(last))
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.click("#play")  # from the end it begins anew
    expect(page.locator("#play")).to_have_text("Pause")
    page.click("[data-step='1']")
    expect(page.locator("#play")).to_have_text("Play")
    page.locator("#table").click()
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Pause")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Play")
    guest.clean()


def test_another_choice_is_tried_from_a_moment_and_the_game_goes_on(arrive: Arrive) -> None:
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    path = guest.finished("locker")
    record = f"{guest.base}/api/tables/{path[3:]}/record"
    before = guest.context.request.get(record).text()
    log = guest.context.request.get(record).json()["events"]
    at = next(n for n, line in enumerate(log) if line[2:] in ("continue", "surface"))
    said = "<table><tr><td>50 %</td></tr></table>"
    guest.page.route("**/worth?*", lambda route: route.fulfill(body=said, content_type="text/html"))
    page = guest.go(f"{path}/replay?at=0")
    expect(page.locator("#otherwise [name=move]")).to_have_count(0)
    page.fill("#at", str(at))
    choice = page.locator(f"#otherwise [name=move][value='{log[at]}']")
    expect(choice).to_contain_text("as played")
    asks = page.locator("#otherwise [data-worth]")
    if asks.count():
        asks.click()
        expect(page.locator(".worth")).to_contain_text("50 %")
    choice.click()
    page.wait_for_url(lambda url: "/replay" not in url)
    expect(page.locator(".origin")).to_contain_text(f"after its move {at}")
    assert guest.events()[: at + 1] == log[: at + 1]
    page.locator(".origin a").click()
    expect(page.locator("#number")).to_have_text(f"{at} / {len(log)}")
    page.select_option("[name=against]", "open")
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("#link")).to_be_visible()
    assert guest.look()["status"] == "open"
    assert guest.context.request.get(record).text() == before
    guest.clean()
