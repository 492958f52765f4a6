"""Setting a table from the form: every option in words, in both languages, and every kind of choice arrives."""

from typing import Any

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.options import Choice, Flag, Option, PerSeat, Seat
from fathoms.games.reef.pieces import EXAMPLE_CHART
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
