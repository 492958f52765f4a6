"""`/lab`: the form, the queue, the limits; work on POST alone. The games themselves are measured in tests/lab."""

import asyncio
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from fathoms.engine.errors import OptionError
from fathoms.engine.game import game_names, installed_game
from fathoms.lab.balance import report, worker
from fathoms.table.web.study import laboratory
from fathoms.table.web.study.laboratory import MOST_OF_ONE, MOST_WAITING, Busy, Laboratory, NotYet
from tests.lab.balance.by_hand import figures_by_hand
from tests.table.conftest import serving
from tests.table.playing import Host, answer_at_once

FIGURES = figures_by_hand(levels=("sailor",))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    return answer_at_once(monkeypatch, FIGURES)


@pytest.fixture
def host(asked: list[dict[str, Any]], tmp_path: Any) -> Iterator[Host]:
    with serving(database=f"sqlite:///{tmp_path / 'lab.db'}", lab_runs_a_minute=12) as one:
        yield one


FORM = {"game": "locker", "players": "3", "level": "sailor", "games": "2000", "variant": "hoard", "compare": ""}


def test_looking_starts_nothing(host: Host, asked: list[dict[str, Any]]) -> None:
    for path in ("/lab", "/lab?game=reef", "/lab?game=locker&players=3&games=2000&variant=hoard"):
        page = host.web.get(host.base + path)
        assert page.status_code == 200
        assert "plot-intervals" not in page.text
    assert asked == []


def test_every_game_and_option_is_offered(host: Host) -> None:
    page = host.web.get(f"{host.base}/lab?game=reef").text
    for name in ("players", "level", "games", "scarce", "chart", "helm", "cards", "chests", "first", "compare"):
        assert f'name="{name}"' in page
    assert page.count("house data") == 4
    assert 'value="helm=1,2,3,?"' in page
    assert "/lab" in host.web.get(f"{host.base}/").text


def test_a_run_answers_with_its_report_and_a_link_to_it(host: Host, asked: list[dict[str, Any]]) -> None:
    page = host.web.post(f"{host.base}/lab", data={**FORM, "compare": "divers=random"})
    assert page.status_code == 200
    assert page.text.count('<svg class="plot') > 8
    assert "The verdict" in page.text
    assert asked[0]["options"]["variant"] == "hoard"
    assert (asked[0]["games"], asked[0]["compare"]) == (2000, {"divers": "random"})
    link = re.search(r'href="(/lab\?[^"]+)"[^>]*>Link', page.text)
    assert link
    again = host.web.get(host.base + link[1].replace("&amp;", "&"))
    assert "The verdict" in again.text
    host.web.post(f"{host.base}/lab", data={**FORM, "compare": "divers=random"})
    assert len(asked) == 1  # known already


def test_the_report_speaks_french(host: Host) -> None:
    page = host.web.post(f"{host.base}/lab", data=FORM, headers={"accept-language": "fr"})
    assert "Le verdict" in page.text
    assert "Lancer les parties" in page.text


def test_nothing_on_the_page_is_inline(host: Host) -> None:
    page = host.web.post(f"{host.base}/lab", data=FORM).text
    assert not re.search(r"<style|\sstyle=|<script(?![^>]* src=)|\son\w+=", page)
    css = re.search(r'href="(/lab/report\.css[^"]*)"', page)
    assert css
    assert ".plot" in host.web.get(host.base + css[1]).text


@pytest.mark.parametrize(
    ("wrong", "allowed"),
    [
        ({"games": "10"}, "1000 to 20000"),
        ({"games": "1000000"}, "1000 to 20000"),
        ({"level": "captain"}, "deckhand, sailor"),
        ({"players": "9"}, "2 to 4"),
        ({"variant": "nonsense"}, "neighbours"),
        ({"compare": "hoard"}, "name=value"),
        ({"compare": "players=2"}, "different sizes"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    host: Host, asked: list[dict[str, Any]], wrong: dict[str, str], allowed: str
) -> None:
    page = host.web.post(f"{host.base}/lab", data={**FORM, **wrong})
    assert page.status_code == 422
    assert allowed in page.text
    assert asked == []


def test_a_chart_is_never_a_file(host: Host, asked: list[dict[str, Any]]) -> None:
    page = host.web.post(f"{host.base}/lab", data={"game": "reef", "chart": "/etc/hostname.txt"})
    assert page.status_code == 422
    assert asked == []


def test_too_many_runs_from_one_address_are_told_to_wait(host: Host) -> None:
    answers = [host.web.post(f"{host.base}/lab", data=FORM).status_code for _ in range(8)]
    assert answers == [200] * 6 + [429] * 2
    assert "Too many runs" in host.web.post(f"{host.base}/lab", data=FORM).text
    assert host.web.get(f"{host.base}/lab").status_code == 200


# The queue


def test_one_run_at_a_time_and_a_short_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most = 0, 0

    async def measure(asked: dict[str, Any]) -> dict[str, Any]:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0.01)
        at_work -= 1
        return {"n": asked["n"]}

    async def several() -> None:
        lab = Laboratory()
        waiting = [asyncio.create_task(lab.run({"n": n}, f"asker {n}")) for n in range(MOST_WAITING)]
        twin = asyncio.create_task(lab.run({"n": 0}))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await lab.run({"n": 99})
        assert [one["n"] for one in await asyncio.gather(*waiting, twin)] == [*range(MOST_WAITING), 0]
        assert (await lab.run({"n": 99}))["n"] == 99
        greedy = [asyncio.create_task(lab.run({"more": n, "n": n}, "greedy")) for n in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await lab.run({"more": 9, "n": 9}, "greedy")
        assert (await lab.run({"more": 9, "n": 9}, "modest"))["n"] == 9
        await asyncio.gather(*greedy)
        assert lab.found({"n": 0}) == {"n": 0}
        await lab.close()

    monkeypatch.setattr(laboratory, "_measure", measure)
    asyncio.run(several())
    assert most == 1


def test_a_long_run_is_found_when_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slowly() -> None:
        done, lab = asyncio.Event(), Laboratory()

        async def measure(asked: dict[str, Any]) -> dict[str, Any]:
            await done.wait()
            return {"n": 1}

        monkeypatch.setattr(laboratory, "_measure", measure)
        monkeypatch.setattr(laboratory, "PATIENCE", 0.01)
        with pytest.raises(NotYet):
            await lab.run({"n": 1})
        done.set()
        await asyncio.sleep(0.01)
        assert await lab.run({"n": 1}) == {"n": 1}
        await lab.close()

    asyncio.run(slowly())


def test_closing_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin() -> Any:
        lab, started = Laboratory(), []
        make = asyncio.create_subprocess_exec

        async def sleeper(*command: str, **pipes: Any) -> Any:
            started.append(await make("sleep", "60", **pipes))
            return started[0]

        monkeypatch.setattr(asyncio, "create_subprocess_exec", sleeper)
        waiting = asyncio.create_task(lab.run({"n": 1}))
        while not started:
            await asyncio.sleep(0.01)
        await lab.close()
        await asyncio.gather(waiting, return_exceptions=True)
        return started[0].returncode

    assert asyncio.run(begin()) != 0


def test_what_the_process_refuses_is_an_error_with_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def measure(asked: dict[str, Any]) -> dict[str, Any]:
        return {"error": "no such thing"}

    async def ask() -> None:
        lab = Laboratory()
        with pytest.raises(OptionError, match="no such thing"):
            await lab.run({"n": 1})
        assert lab.found({"n": 1}) is None

    monkeypatch.setattr(laboratory, "_measure", measure)
    asyncio.run(ask())


def test_the_laboratory_compiles_ahead_after_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    async def measure(plan: dict[str, Any]) -> dict[str, Any]:
        asked.append(plan)
        return {}

    class Compiler:
        """A process that ends at the second look."""

        looks = 0

        def poll(self) -> int | None:
            self.looks += 1
            return 0 if self.looks > 1 else None

    async def begin() -> None:
        lab, compiler = Laboratory(), Compiler()
        lab.warm_after(compiler)  # type: ignore[arg-type]
        lab.somebody_looks()
        lab.somebody_looks()
        await asyncio.sleep(0)
        assert asked == []
        assert lab._ahead is not None
        await lab._ahead
        assert (asked, compiler.looks) == ([{}], 2)
        await lab.close()

    monkeypatch.setattr(laboratory, "_measure", measure)
    asyncio.run(begin())


def test_compiling_ahead_is_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(worker, "compile_balance", lambda game: compiled.append(game.name))
    assert worker.compile_ahead() == {}
    assert compiled == game_names()


class Seen(HTMLParser):
    """What a page shows in words, and what its form sends when nothing is changed."""

    SILENT = ("script", "style", "code")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.form = "", dict[str, str]()
        self._inside, self._select = [""], ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._inside += [] if tag in ("input", "meta", "link", "br") else [tag]
        if tag == "select":
            self._select = given["name"]
        elif tag == "input" and "name" in given:
            self.form[given["name"]] = given.get("value", "")
        elif tag == "option" and self._select and (self._select not in self.form or "selected" in given):
            self.form[self._select] = given.get("value", "\0")
        self.words += f" {given.get('label', '')} {given.get('aria-label', '')} {given.get('placeholder', '')} "

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside[:-1] if self._inside[-1] == tag else self._inside
        self._select = "" if tag == "select" else self._select

    def handle_data(self, data: str) -> None:
        if self._inside[-1] not in self.SILENT:
            self.words += f"{data} "
        self.form = {name: data if value == "\0" else value for name, value in self.form.items()}


ENGLISH = {"the", "and", "of", "with", "is", "are", "was", "wins", "games", "allowed", "seat", "whoever", "turns"}
TABLES = [(game, players) for game in game_names() for players in installed_game(game).options.players]


def check_words(page: str, lang: str) -> None:
    said = Seen(page).words.lower()
    found = set(re.findall(r"[a-zà-ÿ]+", said))
    assert not re.search(r"[=:“«]\s*(true|false)\b", said)  # as a value; a claim may well be true
    if lang == "fr":
        assert not found & {*ENGLISH, "true", "false"}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_form_as_it_stands_is_answered(
    host: Host, asked: list[dict[str, Any]], game: str, players: int, lang: str
) -> None:
    """Locker's own defaults were refused: sunken='true'."""
    form = Seen(host.web.get(f"{host.base}/lab?game={game}", headers={"accept-language": lang}).text).form
    page = host.web.post(f"{host.base}/lab", data={**form, "players": str(players)}, headers={"accept-language": lang})
    assert page.status_code == 200
    assert "none" not in Seen(page.text).words.split() or lang == "en"
    assert asked[0]["options"] == installed_game(game).options.read(players=players)
    check_words(page.text, lang)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_answer_to_the_form_as_it_stands_is_in_the_readers_language(game: str, players: int) -> None:
    options = installed_game(game).options
    flags = [option.name for option in options.options if isinstance(option.default, bool)]
    compare = {name: "true" for name in flags if name != "teams" or players == 4}
    values = options.read(players=players)
    figures = worker.work(
        {"game": game, "options": values, "level": "sailor", "games": 40, "compare": compare, "seconds": 60}
    )
    for lang in ("en", "fr"):
        check_words(report.report_body(figures, lang), lang)


@pytest.mark.parametrize("game", game_names())
def test_options_are_told_by_their_names(host: Host, game: str) -> None:
    for lang in ("en", "fr"):
        page = host.web.get(f"{host.base}/lab?game={game}", headers={"accept-language": lang}).text
        for option in installed_game(game).options.options:
            assert option.title[lang].replace("'", "&#39;") in page
        check_words(page, lang)


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": "10"},
        {"level": "captain"},
        {"players": "9"},
        {"variant": "nonsense"},
        {"compare": "hoard"},
        {"compare": "players=2"},
        {"compare": "colour=red"},
        {"divers": "salvage,salvage,decoy"},
        {"variant": "neighbours", "divers": "saboteur,none,none"},
        {"game": "barracuda", "teams": "true", "players": "3"},
        {"game": "barracuda", "layout": "1/./2/3/4/5/6"},
        {"game": "barracuda", "layout": "112345"},
        {"game": "barracuda", "extras": "1,1"},
        {"game": "reef", "scarce": "true", "cards": "1,2,3"},
        {"game": "reef", "helm": "9"},
    ],
)
def test_what_cannot_be_is_refused_in_french(host: Host, wrong: dict[str, str]) -> None:
    page = host.web.post(f"{host.base}/lab", data={**FORM, "variant": "", **wrong}, headers={"accept-language": "fr"})
    assert page.status_code == 422
    check_words(page.text, "fr")


# What if: sliders beside the answer


def test_a_slider_beside_the_answer_compares_with_what_was_played(host: Host, asked: list[dict[str, Any]]) -> None:
    page = host.web.post(f"{host.base}/lab", data=FORM).text
    slider = re.search(r'<input type="range" name="if_sunken" min="0" max="3" step="1" value="1"[^>]*>', page)
    assert slider
    assert "Empty" in slider[0]
    assert 'name="players" min="2" max="4"' in page
    what_if = Seen(page.partition('<form class="sheet what-if"')[2]).form
    assert (what_if["variant"], what_if["games"], what_if["game"]) == ("hoard", "2000", "locker")
    again = host.web.post(f"{host.base}/lab", data={**what_if, "if_sunken": "3"})
    assert again.status_code == 200
    assert (asked[1]["compare"], asked[1]["options"]["sunken"]) == ({"sunken": "3"}, 1)
    assert 'name="if_sunken" min="0" max="3" step="1" value="3"' in again.text
    host.web.post(f"{host.base}/lab", data=what_if)  # nothing moved: the same question as at first
    assert len(asked) == 2


def test_every_number_of_every_game_has_a_slider_that_runs(host: Host, asked: list[dict[str, Any]]) -> None:
    for game, names in (("barracuda", {"if_goal": "10"}), ("reef", {}), ("nukha", {})):
        form = Seen(host.web.get(f"{host.base}/lab?game={game}").text).form
        page = host.web.post(f"{host.base}/lab", data=form).text
        what_if = Seen(page.partition('<form class="sheet what-if"')[2]).form
        assert {name for name in what_if if name.startswith("if_")} == set(names)
        assert host.web.post(f"{host.base}/lab", data={**what_if, **names}).status_code == 200
    assert [one["compare"] for one in asked] == [{}, {"goal": "10"}, {}, {}]


@pytest.mark.parametrize("wrong", [{"if_sunken": "9"}, {"if_sunken": "x" * 999}, {"players": "x"}])
def test_a_slider_moved_where_it_cannot_go_is_refused(host: Host, asked: list[dict[str, Any]], wrong: Any) -> None:
    assert host.web.post(f"{host.base}/lab", data={**FORM, **wrong}).status_code == 422
    assert asked == []


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Found with sailors, bots that play by a rule of thumb"), ("fr", "Trouvé avec des matelots")],
)
def test_the_answer_begins_with_the_bots_that_found_it(host: Host, lang: str, told: str) -> None:
    page = host.web.post(f"{host.base}/lab", data=FORM, headers={"accept-language": lang}).text
    words = Seen(page.partition('<section class="verdict">')[2]).words.split(maxsplit=2)[2]
    assert words.startswith(told)
    compared = page.index('<li class="compared">')
    assert compared < page.index("<li>", page.index('class="found-with"'))


def test_a_report_that_is_no_longer_kept_says_so(host: Host) -> None:
    address = f"{host.base}/lab?game=locker&players=3&level=sailor&games=2000&variant=hoard"
    assert "no longer kept" in host.web.get(address).text
    assert "no longer kept" not in host.web.get(f"{host.base}/lab?game=locker").text
    host.web.post(f"{host.base}/lab", data=FORM)
    assert "no longer kept" not in host.web.get(address).text
