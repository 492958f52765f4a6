"""The coach at the table: only after the end, made once, kept, and told in the page's language."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fathoms import Match
from fathoms.bots.coach.coach import Report, read_game, read_report, report_text
from fathoms.bots.coach.reasons import costliest
from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game
from fathoms.table.web.study import coaching
from fathoms.table.web.study.curve import BOTTOM, LABEL_GAP, LEFT, RIGHT, TOP, draw_curve, spread
from tests.table.conftest import serving
from tests.table.playing import Host, Table, bots, people, person_at, until


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    """Few playouts, of a game that is compiled for the coach."""
    warm_coach(find_game("locker"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coaching, "PLAYOUTS", 8)
        yield


@pytest.fixture(scope="module")
def over(host: Host) -> Table:
    table = host.table("locker", bots(3))
    until(lambda: table.view()["over"])
    return table


@pytest.fixture(scope="module")
def report(over: Table) -> Report:
    answer = until(lambda: one if (one := over.get(f"{over.api}/coach")).status_code != 202 else None, 120)
    assert answer.status_code == 200
    return read_report(answer.text)


def test_the_report_is_of_the_game_that_was_played(over: Table, report: Report) -> None:
    assert [one.line for one in report.happenings] == over.events()
    winners = over.view()["winners"]
    for seat, account in report.ledger.items():
        assert account.adds_up
        assert account.result * len(winners) == (report.whole if seat in winners else 0)


def test_a_report_is_made_once_and_kept(host: Host, over: Table, report: Report) -> None:
    kept = host.hub.store.report(over.id)
    assert read_report(kept) == report
    host.hub.store.keep_report(over.id, "{}")  # another process comes second
    assert host.hub.store.report(over.id) == kept
    coach: coaching.Coach = host.app.state.coach
    until(lambda: not coach._reading)
    assert over.get(f"{over.api}/coach").status_code == 200
    assert not coach._reading


def test_the_coach_is_silent_before_the_end(host: Host) -> None:
    table = host.table("locker", people(2))
    for path in (f"{table.api}/coach", f"{table.page}/coach"):
        answer = table.get(path, "A", headers={"accept": "application/json"})
        assert answer.status_code == 403
        assert "once the game is over" in answer.json()["error"]
    assert 'id="coach"' not in table.get(f"{table.page}/replay", "A").text


def test_a_game_that_is_not_compiled_is_waited_for(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "is_ready", lambda game, purpose: False)
    monkeypatch.setattr(coaching, "LOOK_AGAIN", 0.01)
    table = host.table("locker", bots(2))
    until(lambda: table.view()["over"])
    assert table.get(f"{table.api}/coach").json() == {"thinking": True}
    assert table.get(f"{table.page}/coach").status_code == 202
    assert host.hub.store.report(table.id) is None
    monkeypatch.undo()
    until(lambda: table.get(f"{table.api}/coach").status_code == 200, 60)


def test_who_asks_about_many_games_at_once_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "is_ready", lambda game, purpose: False)
    with serving(database=f"sqlite:///{tmp_path / 'tables.db'}", coach_games=2) as host:
        tables = [host.table("locker", bots(2)) for _ in range(3)]
        until(lambda: all(table.view()["over"] for table in tables))
        answers = [table.get(f"{table.api}/coach") for table in (*tables, tables[0])]
        assert [one.status_code for one in answers] == [202, 202, 429, 202]
        assert "allowed: 2 at a time" in answers[2].json()["error"]


@pytest.mark.parametrize(("lang", "said"), [("en", "What decided the game"), ("fr", "Ce qui a décidé de la partie")])
def test_the_page_tells_it_in_both_languages(over: Table, report: Report, lang: str, said: str) -> None:
    html = over.get(f"{over.page}/coach", headers={"accept-language": lang}).text
    assert said in html
    assert html.count("<polyline") == len(report.seats)
    assert html.count('<tr><th scope="row">') == len(report.seats)
    assert re.findall(r'<li><a href="\?at=(\d+)"', html) == [str(number) for number in report.moments]
    assert len(re.findall(r"<tr><td><a href", html)) == len(report.happenings)
    assert " style=" not in html
    assert "<script" not in html
    page = over.get(f"{over.page}/replay", headers={"accept-language": lang}).text
    assert 'id="coach"' in page
    for file in re.findall(r"/static/v-\w+/coach\.(?:js|css)", page):
        assert over.get(f"{over.base}{file}").status_code == 200


def test_what_is_shown_adds_up(over: Table, report: Report) -> None:
    html = over.get(f"{over.page}/coach").text
    for row in re.findall(r'<tr><th scope="row">.*?</tr>', html, re.DOTALL):
        cells = [cell.replace("−", "-") for cell in re.findall(r"<td>([−+\d.]+)", row)]
        tenths = [round(10 * float(cell)) for cell in cells]
        assert len(tenths) == 5
        assert sum(tenths[:4]) == tenths[4]


def test_the_curve_begins_left_and_ends_right(report: Report) -> None:
    curve = draw_curve(report)
    for line in curve.lines:
        points = [tuple(map(float, point.split(","))) for point in line.points.split(" ")]
        assert len(points) == len(report.happenings) + 1
        assert (points[0][0], points[-1][0]) == (LEFT, RIGHT)
        assert all(TOP <= y <= BOTTOM for _, y in points)
    ends = {line.seat: line.end for line in curve.lines}
    assert set(ends.values()) <= {TOP, BOTTOM}  # one has won, the others have not
    assert [number for number, _, _ in curve.marks] == list(report.moments)


@pytest.mark.parametrize(("lang", "said"), [("en", "the chances are exact"), ("fr", "les chances sont exactes")])
def test_the_page_says_where_the_curve_was_worked_out(host: Host, lang: str, said: str) -> None:
    table = host.table("locker", bots(2))
    until(lambda: table.view()["over"])
    report = read_game(Match.load(table.get(f"{table.api}/record").text), 4, judging=False)
    end = report.share(report.happenings[-1].after[0])
    host.hub.store.keep_report(table.id, report_text(replace(report, worked_out=(0.25, 0.375, end))))
    html = table.get(f"{table.page}/coach", headers={"accept-language": lang}).text
    last = len(report.happenings)
    assert said in html
    assert str(last - 2) in html.partition("exact-note")[2][:120]
    shaded = re.search(r'<rect class="exact" x="([\d.]+)"', html)
    assert shaded
    assert float(shaded[1]) == pytest.approx(RIGHT - 2 * (RIGHT - LEFT) / last, abs=0.06)
    row = html.partition(f'data-at="{last - 1}">{last - 1}</a></td>')[2].partition("</tr>")[0]
    assert re.findall(r"<td>(\d+)</td>", row) == ["38", "62"]


@pytest.mark.parametrize("wanted", [[232.0] * 5 + [16.0], [16.0] * 6, [100.0, 101.0, 102.0], [232.0]])
def test_labels_keep_clear_of_each_other(wanted: list[float]) -> None:
    placed = sorted(spread(wanted))
    assert placed[0] >= TOP
    assert placed[-1] <= BOTTOM
    assert all(b - a >= LABEL_GAP - 1e-9 for a, b in itertools.pairwise(placed))


def test_programs_read_exact_numbers(over: Table, report: Report) -> None:
    body = json.loads(over.get(f"{over.api}/coach").text)
    assert body["whole"] == report.whole
    assert set(body["ledger"]) == set(report.seats)


def test_the_coach_speaks_of_you_first_and_of_your_last_games(host: Host) -> None:
    pages = []
    with host.browser() as browser:
        for _ in range(2):
            table = person_at(host, browser, "locker", [*people(1), *bots(1)], first="A")
            browser.post(f"/t/{table.id}/away", data={"away": "1"})
            until(lambda now=table: now.view()["over"])
            until(lambda now=table: browser.get(f"/t/{now.id}/coach").status_code == 200, 120)
            pages.append(browser.get(f"/t/{table.id}/coach").text)
    first, second = pages
    assert first.index("About you") < first.index("What decided the game")
    assert first.count("about-others") == 1
    assert "Your last games" not in first
    assert second.count('class="game"') == 1
    assert "About you" not in table.get(f"{table.page}/coach").text


def test_a_costly_decision_leads_to_where_it_can_be_made_otherwise(over: Table, report: Report) -> None:
    html = over.get(f"{over.page}/coach").text
    slips = re.findall(r'class="slip"><a href="\?at=(\d+)".*?<a class="quiet try" href="\?at=(\d+)"', html)
    costly = [one.number for seat in report.seats for one in costliest(report, seat)]
    assert [(int(event), int(before)) for event, before in slips] == [(number, number - 1) for number in costly]
