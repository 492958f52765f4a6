"""Options: what a table may ask for, and how the rest is refused."""

from typing import Any

import pytest

from fathoms import FathomsError, Match, OptionError, games
from fathoms.engine.game import find_game
from fathoms.engine.options import with_noun


def refusal(game: str = "locker", **options: Any) -> str:
    with pytest.raises(OptionError) as caught:
        Match(game, interpreted=True, **options)
    return str(caught.value)


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    message = refusal("lokcer")
    assert "'lokcer'" in message
    assert all(name in message for name in games.names())


@pytest.mark.parametrize("name", ["", ":", ":x", "x:", ".a:b", "nowhere.at.all:GAME", "json:loads", "fathoms.cli:NO"])
def test_a_game_by_a_bad_path_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=r"allowed|is not a Game"):
        find_game(name)


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    message = refusal(depth=3)
    assert "'depth'" in message
    assert all(name in message for name in ("players", "first", "variant", "divers", "tracker"))


@pytest.mark.parametrize("players", [0, 1, 5, 100, -2, "five", None, 2.5, True, [], {}, "", "2 3", float("nan")])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    message = refusal(players=players)
    assert f"players={players!r}" in message
    assert "2 to 4" in message


@pytest.mark.parametrize("variant", ["hord", "Hoard", 3, True, None, [], {"a": 1}, b"hoard"])
def test_an_unknown_variant_is_refused(variant: Any) -> None:
    message = refusal(variant=variant)
    assert repr(variant) in message
    assert all(name in message for name in ("hoard", "neighbours", "depth-limit"))


@pytest.mark.parametrize("first", ["D", "Z", "AB", "", 0, True, [], "sea"])
def test_an_unknown_seat_is_refused(first: Any) -> None:
    message = refusal(players=3, first=first)
    assert repr(first) in message
    assert "A, B, C" in message


@pytest.mark.parametrize("divers", ["mystik,none", ["mystic", "mystik"], ["mystic", 3], ["mystic", None], "all"])
def test_an_unknown_skill_is_refused(divers: Any) -> None:
    message = refusal(players=2, divers=divers)
    assert "divers" in message
    assert "mystic" in message
    assert "random" in message


@pytest.mark.parametrize("divers", ["mystic", ["mystic"], ["none"] * 4, [], 7, True, {"A": "mystic"}, b"ab", None])
def test_skills_of_the_wrong_number_or_type_are_refused(divers: Any) -> None:
    message = refusal(players=3, divers=divers)
    assert "divers" in message
    assert "a list of 3" in message


def test_a_skill_named_twice_is_refused() -> None:
    assert "mystic" in refusal(players=2, divers=["mystic", "mystic"])


@pytest.mark.parametrize("tracker", ["maybe", 2, None, [], "", "truee"])
def test_a_flag_that_is_neither_on_nor_off_is_refused(tracker: Any) -> None:
    message = refusal(tracker=tracker)
    assert f"tracker={tracker!r}" in message
    assert "true, false" in message


def test_options_that_do_not_go_together_are_refused() -> None:
    assert "saboteur" in refusal(players=2, variant="neighbours", divers=["saboteur", "none"])


def test_what_comes_from_a_command_line_is_read() -> None:
    match = Match("locker", interpreted=True, players="2", first="b", tracker="yes", divers="mystic, none", sunken="2")
    assert match.options == {
        "players": 2,
        "first": "B",
        "variant": "none",
        "divers": ["mystic", "none"],
        "tracker": True,
        "sunken": 2,
    }


def test_defaults_fill_in() -> None:
    assert Match("locker", interpreted=True).options == {
        "players": 3,
        "first": None,
        "variant": "none",
        "divers": "none",
        "tracker": False,
        "sunken": 1,
    }


def test_every_error_has_one_root() -> None:
    with pytest.raises(FathomsError):
        Match("chess")


@pytest.mark.usefixtures("installed_toys")
def test_a_game_of_another_package_is_found() -> None:
    assert "pearls" in games.names()
    assert Match("pearls", interpreted=True, calm=True).options == {"players": 2, "tide": "any", "calm": True}


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [(0, "0 cells", "0 case"), (1, "1 cell", "1 case"), (-1, "-1 cell", "-1 case"), (2, "2 cells", "2 cases")],
)
def test_a_number_and_its_noun_agree_in_both_languages(number: int, english: str, french: str) -> None:
    noun = {"en": "cell", "fr": "case"}
    assert (with_noun(number, noun, "en"), with_noun(number, noun, "fr")) == (english, french)
