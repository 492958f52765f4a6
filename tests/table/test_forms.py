"""Setting a table from the form: every option in words, in both languages, and every kind of choice arrives."""

from html.parser import HTMLParser
from typing import Any

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.options import Choice, Flag, Option, PerSeat, Seat
from fathoms.games.reef.pieces import EXAMPLE_CHART
from fathoms.table.rooms.store import Row
from tests.table.playing import Host
from tests.table.test_words import LANGUAGES

OPTIONS = [(name, option) for name in game_names() for option in find_game(name).options.options]


def values(option: Option) -> list[Any]:
    """Whatever a form lets people choose of an option."""
    if isinstance(option, Choice):
        return list(option.values)
    if isinstance(option, PerSeat):
        return [*option.words, *option.each]
    return ["none"] if isinstance(option, Seat) else []


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda one: getattr(one, "name", one))
def test_every_option_is_named_and_explained(game: str, option: Option) -> None:
    titles = [option.title[lang] for lang in LANGUAGES]
    assert all(title[0].isupper() and not title.endswith(".") for title in titles)
    for lang in LANGUAGES:
        assert option.help[lang][0].isupper()
        assert option.help[lang].endswith(".")
        for value in values(option):
            assert str(value) in option.names, f"{value} has no name"
        assert all(name[lang] for name in option.names.values())
    assert isinstance(option, Flag) or option.names, "what may be chosen has names"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_the_form_speaks_the_pages_language(host: Host, game: str, lang: str) -> None:
    page = host.web.get(f"{host.base}/new/{game}", headers={"Cookie": f"fathoms_lang={lang}"}).text
    for option in find_game(game).options.options:
        assert option.title[lang] in page
        for value in option.names if not isinstance(option, PerSeat | Seat) else ():
            assert option.names[value][lang].replace(" :", "\u202f:").replace("'", "&#39;") in page
        assert f">{option.name} <small>" not in page


def kept(host: Host, game: str, **form: str) -> dict[str, Any]:
    """The options of a table set with this form."""
    with host.browser() as browser:
        made = browser.post(f"/new/{game}", data={"name": "Ann", "seat_B": "deckhand", "seat_C": "deckhand", **form})
        assert made.status_code == 303, made.text
        table = browser.get(f"/api/tables/{made.headers['location'].rsplit('/', 1)[-1]}/record")
        return dict(table.json()["options"])


def test_a_skill_for_each_seat(host: Host) -> None:
    chosen = {"divers": "each", "divers_A": "mystic", "divers_B": "none", "divers_C": "decoy"}
    assert kept(host, "locker", players="2", **chosen)["divers"] == ["mystic", "none"]
    assert kept(host, "locker", players="2", divers="random")["divers"] == "random"


def test_a_drawing_of_ones_own(host: Host) -> None:
    drawn = EXAMPLE_CHART.replace("\n", "\r\n")  # as browsers send it
    assert kept(host, "reef", players="2", chart="own", chart_own=drawn)["chart"] == EXAMPLE_CHART
    assert kept(host, "reef", players="2", chart="trench", chart_own="")["chart"] == "trench"


def test_several_of_a_few(host: Host) -> None:
    chosen = kept(host, "barracuda", players="2", extras_2="on", extras_5="on", layout="own", layout_own="123456")
    assert chosen["extras"] == [2, 5]
    assert chosen["layout"] == "123456"
    assert kept(host, "barracuda", players="2")["extras"] == []


def test_what_is_not_possible_is_refused_in_words(host: Host) -> None:
    with host.browser() as browser:
        form = {"players": "2", "chart": "own", "chart_own": "nonsense", "seat_B": "deckhand"}
        answer = browser.post("/new/reef", data=form)
        assert answer.status_code == 422
        assert "chart" in answer.text


# What comes back

FULL = {
    "name": "Ann",
    "players": "3",
    "seat_B": "here",
    "name_B": "Béa <3",
    "seat_C": "open",
    "move_seconds": "90",
    "bank_seconds": "600",
    "listed": "on",
    "hints": "yes",
}


class _Filled(HTMLParser):
    """A form as a browser would send it, and what is said beside which field."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.faults: dict[str, str] = {}
        self.marked: set[str] = set()
        self._select = self._text = self._fault = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "aria-invalid" in given:
            self.marked.add(given["name"])
            assert given["aria-describedby"] == f"fault-{given['name']}"
        if given.get("id", "").startswith("fault-"):
            self._fault = given["id"].removeprefix("fault-")
        if tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.values[given["name"]] = given.get("value", "on")
        elif tag in ("select", "textarea"):
            self._select, self._text = given["name"], given["name"] if tag == "textarea" else ""
        elif tag == "option" and ("selected" in given or self._select not in self.values):
            self.values[self._select] = given.get("value", "")
            self._text = "" if "value" in given else self._select

    def handle_endtag(self, tag: str) -> None:
        if tag in ("option", "textarea"):
            self._text = ""
        if tag in ("p", "small"):
            self._fault = ""

    def handle_data(self, data: str) -> None:
        if self._text:
            self.values[self._text] = data
        if self._fault:
            self.faults[self._fault] = self.faults.get(self._fault, "") + data


def refused(host: Host, game: str, lang: str = "en", **form: str) -> _Filled:
    """The form as it comes back."""
    with host.browser(headers={"Cookie": f"fathoms_lang={lang}"}) as browser:
        answer = browser.post(f"/new/{game}", data=form)
    assert answer.status_code == 422, answer.text
    assert 'role="alert"' in answer.text
    page = _Filled()
    page.feed(answer.text)
    assert page.marked == set(page.faults)
    return page


@pytest.mark.parametrize("clock", ["move_seconds", "bank_seconds"])
@pytest.mark.parametrize("odd", ["soon", "-1", "86401", "1.5", "9" * 5000, "²", "1e3", "<b>"])
def test_a_clock_that_cannot_be_comes_back_in_the_form_as_typed(host: Host, clock: str, odd: str) -> None:
    page = refused(host, "locker", **{**FULL, clock: odd})
    assert set(page.faults) == {clock}
    assert "0 (no clock) to 86400" in page.faults[clock]
    assert {name: page.values.get(name) for name in FULL} == {**FULL, clock: odd}
    assert "chat" not in page.values, "unticked stays unticked"


def test_what_is_wrong_is_said_in_the_pages_language(host: Host) -> None:
    page = refused(host, "locker", "fr", **{**FULL, "move_seconds": "bientôt"})
    assert "0 (sans pendule) à 86400" in page.faults["move_seconds"]


def test_all_that_is_wrong_is_said_at_once(host: Host) -> None:
    odd = {"players": "9", "seat_B": "kraken", "bank_seconds": "x", "variant": "chess"}
    page = refused(host, "locker", **{**FULL, **odd})
    assert set(page.faults) == set(odd)
    assert "2" in page.faults["players"]
    assert "hoard" in page.faults["variant"]


def test_options_come_back_as_typed(host: Host) -> None:
    drawn = "no drawing\n<b>\n"
    typed = {
        "players": "2",
        "chart": "own",
        "chart_own": drawn,
        "seat_B": "deckhand",
        "helm": "own",
        "helm_own": "1,2,x",
        "scarce": "on",
    }
    page = refused(host, "reef", **typed)
    assert set(page.faults) == {"chart", "helm"}
    assert {name: page.values.get(name) for name in typed} == typed


def test_several_and_one_for_each_seat_come_back_as_typed(host: Host) -> None:
    page = refused(host, "barracuda", players="2", extras_2="on", extras_5="on", layout="own", layout_own="112233")
    assert {"extras_2", "extras_5"} <= set(page.values)
    assert "extras_1" not in page.values
    assert page.values["layout_own"] == "112233"
    assert set(page.faults) == {"layout"}
    chosen = {"players": "2", "divers": "each", "divers_A": "decoy", "divers_B": "decoy"}
    page = refused(host, "locker", **chosen)
    assert {name: page.values.get(name) for name in chosen} == chosen
    assert "twice" in page.faults["divers"]


def test_options_that_do_not_go_together_come_back(host: Host) -> None:
    page = refused(host, "barracuda", players="3", teams="on")
    assert "4 players" in page.faults["teams"]
    assert page.values["teams"] == "on"


def test_a_full_server_gives_the_form_back(serve: Any) -> None:
    with serve(most_tables=0) as host:
        page = refused(host, "locker", **FULL)
    assert page.faults == {}
    assert {name: page.values.get(name) for name in FULL} == FULL


@pytest.mark.parametrize("game", game_names())
def test_a_form_sent_as_it_stands_sets_a_table(host: Host, game: str) -> None:
    page = _Filled()
    page.feed(host.web.get(f"{host.base}/new/{game}").text)
    assert page.faults == {}
    assert page.values["move_seconds"] == "0"
    with host.browser() as browser:
        assert browser.post(f"/new/{game}", data=page.values).status_code == 303


# Who plays, and how fast, in plain words


def seats_of(host: Host, game: str = "locker", **form: str) -> list[tuple[str, str]]:
    """The seats of a table set with this form: kind, and level of a bot."""
    with host.browser() as browser:
        made = browser.post(f"/new/{game}", data={"name": "Ann", **form})
        assert made.status_code == 303, made.text
    row = host.hub.places[made.headers["location"].rsplit("/", 1)[-1]].room.row
    return [(seat.kind, seat.level or "") for seat in row.seats]


def test_friends_have_open_seats_and_bots_theirs(host: Host) -> None:
    assert seats_of(host, friends="2", bots="1", level="mate") == [("person", ""), *[("open", "")] * 2, ("bot", "mate")]
    assert seats_of(host, friends="0", bots="1", level="deckhand") == [("person", ""), ("bot", "deckhand")]
    here = {"friends": "1", "where": "here", "bots": "1", "level": "mate"}
    assert seats_of(host, **here) == [("person", ""), ("person", ""), ("bot", "mate")]
    by_seat = {"players": "2", "seat_B": "deckhand"}
    assert seats_of(host, friends="3", bots="0", each="on", **by_seat) == [("person", ""), ("bot", "deckhand")]


def test_a_stranger_who_changes_nothing_waits_for_friends(host: Host) -> None:
    page = _Filled()
    page.feed(host.web.get(f"{host.base}/new/nukha").text)
    assert "each" not in page.values
    assert {kind for kind, _ in seats_of(host, "nukha", **page.values)[1:]} == {"open"}


@pytest.mark.parametrize("odd", [{"friends": "0", "bots": "0"}, {"friends": "3", "bots": "3"}, {"friends": "many"}])
def test_too_few_or_too_many_come_back_in_the_form(host: Host, odd: dict[str, str]) -> None:
    form = {"name": "Ann", "friends": "1", "bots": "0", "level": "mate", "clock": "calm", **odd}
    page = refused(host, "locker", **form)
    assert set(page.faults) == {"friends"}
    assert "2 to 4 players with you" in page.faults["friends"]
    if odd["friends"].isdigit():
        assert {name: page.values.get(name) for name in form} == form


@pytest.mark.parametrize(
    ("pace", "clock"), [("none", (0, 0)), ("quick", (30, 120)), ("calm", (120, 600)), ("day", (86400, 0))]
)
def test_a_clock_has_a_name(host: Host, pace: str, clock: tuple[int, int]) -> None:
    with host.browser() as browser:
        form = {"name": "Ann", "friends": "1", "bots": "0", "clock": pace, "move_seconds": "x"}
        made = browser.post("/new/locker", data=form)
        assert made.status_code == 303, "what one would write oneself is not asked for"
        settings = host.hub.places[made.headers["location"].rsplit("/", 1)[-1]].room.row.settings
        assert (settings.move_seconds, settings.bank_seconds) == clock
        if pace == "day":
            assert "1\u00a0day per move" in browser.get(made.headers["location"]).text


def test_an_unknown_pace_and_seconds_of_ones_own_come_back(host: Host) -> None:
    form = {"name": "Ann", "friends": "1", "bots": "0", "level": "sailor", "clock": "own", "move_seconds": "soon"}
    page = refused(host, "locker", **form)
    assert set(page.faults) == {"move_seconds"}
    assert {name: page.values.get(name) for name in form} == form
    assert set(refused(host, "locker", **{**form, "clock": "sundial", "move_seconds": "9"}).faults) == {"clock"}


def row_of(host: Host, game: str, **form: str) -> Row:
    """The table that a form sets."""
    with host.browser() as browser:
        made = browser.post(f"/new/{game}", data={"name": "Ann", **form})
    assert made.status_code == 303, made.text
    row: Row = host.hub.places[made.headers["location"].rsplit("/", 1)[-1]].room.row
    return row


def test_one_setting_puts_several_people_at_one_device(host: Host) -> None:
    form = host.web.get(f"{host.base}/new/locker").text
    assert 'name="shared"' not in form
    row = row_of(host, "locker", friends="1", where="here", bots="0", name_B="Bob")
    assert [seat.name for seat in row.seats] == ["Ann", "Bob"]
    assert row.seats[0].person == row.seats[1].person
    assert row.settings.shared
    assert not row_of(host, "locker", friends="1", where="link", bots="0").settings.shared
    assert set(refused(host, "locker", friends="1", where="mars", bots="0").faults) == {"where"}


# What is in sight, and what is folded away


class _Fold(HTMLParser):
    """The fields of a form inside its fold and outside it, and whether the fold is open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.depth, self.is_open = 0, False
        self.inside: set[str] = set()
        self.outside: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "details" and given.get("class") == "rest":
            self.depth, self.is_open = 1, "open" in given
        elif tag == "details" and self.depth:
            self.depth += 1
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            (self.inside if self.depth else self.outside).add(given.get("name") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "details" and self.depth:
            self.depth -= 1


ASKED = {"name", "friends", "where", "bots", "level", "clock", "move_seconds", "bank_seconds"}


@pytest.mark.parametrize("game", game_names())
def test_a_form_asks_who_plays_and_how_fast_and_folds_the_rest(host: Host, game: str) -> None:
    fold = _Fold(host.web.get(f"{host.base}/new/{game}").text)
    assert fold.outside == ASKED
    assert {"players", "seat_B", "absent", "listed", "hints", "chat"} <= fold.inside
    assert not fold.is_open


@pytest.mark.parametrize(
    ("odd", "is_open"),
    [({"variant": "chess"}, True), ({"friends": "9"}, False), ({"clock": "own", "move_seconds": "soon"}, False)],
)
def test_the_fold_is_open_where_something_in_it_is_wrong(host: Host, odd: dict[str, str], is_open: bool) -> None:
    form = {"name": "Ann", "friends": "1", "bots": "0", "clock": "none", **odd}
    with host.browser() as browser:
        answer = browser.post("/new/locker", data=form)
    assert answer.status_code == 422
    assert _Fold(answer.text).is_open is is_open


# Who begins, and who plays with whom


@pytest.mark.parametrize("game", game_names())
def test_whoever_plays_with_bots_alone_decides_first(host: Host, game: str) -> None:
    with host.browser() as browser:
        for _ in range(3):
            at = browser.post(f"/play/{game}", data={"name": "Ann"}).headers["location"]
            assert "A" in host.hub.places[at.rsplit("/", 1)[-1]].room.match.to_act


def test_the_sea_decides_among_friends_or_where_one_says_so(host: Host) -> None:
    alone = {"friends": "0", "bots": "2"}
    assert row_of(host, "locker", **alone).options["first"] == "A"
    assert row_of(host, "locker", **alone, first="").options["first"] == "A"
    assert row_of(host, "locker", **alone, first="none").options["first"] is None
    assert row_of(host, "locker", **alone, first="B").options["first"] == "B"
    assert row_of(host, "locker", friends="1", bots="1").options["first"] is None
    assert row_of(host, "nukha", friends="0", bots="3").options["captain"] == "A"


def kinds(row: Row) -> str:
    """Who sits where, a letter each: the host, other people, open seats, bots."""
    mark = {"open": "o", "bot": "b", "person": "p"}
    return "".join(mark[seat.kind] for seat in row.seats)


TEAMS = {"teams": "on"}


def test_the_first_friend_plays_with_the_host(host: Host) -> None:
    """A and C are a team."""
    assert kinds(row_of(host, "barracuda", friends="1", bots="2", **TEAMS)) == "pbob"
    assert kinds(row_of(host, "barracuda", friends="1", bots="2", partner="C", **TEAMS)) == "pobb"
    assert kinds(row_of(host, "barracuda", friends="2", bots="1", partner="D", **TEAMS)) == "pobo"
    by_seat = {"each": "on", "players": "4", "seat_B": "sailor", "seat_C": "sailor", "seat_D": "here", "name_D": "Bob"}
    seated = row_of(host, "barracuda", **by_seat, **TEAMS)
    assert (kinds(seated), seated.seats[2].name) == ("pbpb", "Bob")
    assert kinds(row_of(host, "barracuda", friends="1", bots="2")) == "pobb", "without teams seats stay as they are"


def test_a_partner_who_is_not_there_comes_back_in_the_form(host: Host) -> None:
    page = refused(host, "barracuda", friends="1", bots="2", partner="F", **TEAMS)
    assert set(page.faults) == {"partner"}
