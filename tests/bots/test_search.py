"""Search: the same moves from the same seed, nothing hidden used, memory bounded, and what it believes."""

from typing import Any

import numpy as np
import pytest

from fathoms import Match, games
from fathoms.bots.levels import Bot, style_of
from fathoms.bots.networks.values import features_of, values_of
from fathoms.bots.search.tree import Search, Style
from fathoms.engine.dialect import SEATS
from fathoms.lab.contest.tournament import Deal

ITERATIONS = 40


def positions(game: str, count: int, **options: Any) -> list[tuple[Match, str]]:
    """Decisions with a choice, from the middle of a game between sailors."""
    match, sea, sailor, found = Match(game, interpreted=False, **options), Deal(4), Bot("sailor", 2), []
    sea.drift(match)
    while not match.over and len(found) < 4 * count:
        for seat in match.to_act:
            if len(match.choices(seat)) > 1:
                found.append((match.copy(), seat))
        seat = match.to_act[-1]
        match.play(f"{seat} {sailor.choose(match, seat)}")
        sea.drift(match)
    return found[::4]


def search(match: Match, seat: str, level: str = "abyss", nodes: int = 1 << 10, seed: int = 9) -> Search:
    number = SEATS.index(seat)
    told = match.position.redacted(number)
    return Search(told, number, np.array([seed], np.uint64), nodes, style_of(level, match.game, len(match.seats)))


@pytest.mark.parametrize("level", ["mate", "abyss"])
@pytest.mark.parametrize("larger", [0, 1], ids=["smallest table", "one player more"])
@pytest.mark.parametrize("game", games.names())
def test_hidden_things_change_no_move_and_a_seed_repeats_them(game: str, larger: int, level: str) -> None:
    """The true hidden state taken away, and put in its place another world that the seat cannot tell from it."""
    players = games.find(game).options.players[larger]
    for number, (match, seat) in enumerate(positions(game, 6, players=players)):
        choice = Bot(level, 7, ITERATIONS).choose(match, seat)
        assert choice in match.choices(seat)
        assert Bot(level, 7, ITERATIONS).choose(match, seat) == choice
        told = match.position.redacted(SEATS.index(seat))
        scrambled = match.copy()
        scrambled._position = told.imagined(SEATS.index(seat), np.array([number], np.uint64))
        blanked = match.copy()
        blanked._position = told
        assert Bot(level, 7, ITERATIONS).choose(scrambled, seat) == choice
        assert Bot(level, 7, ITERATIONS).choose(blanked, seat) == choice


def test_the_tree_is_bounded_and_searched_on_when_full() -> None:
    match, seat = positions("locker", 1)[0]
    small = search(match, seat, nodes=1 << 6)
    small.run(3000)
    nodes, arms, _ = small._tree.sizes
    assert nodes <= (1 << 6)
    assert arms <= len(small._tree.arms)
    assert sum(option.visits for option in small.options()) == 3000


def test_iterations_are_counted_at_the_root() -> None:
    match, seat = positions("reef", 1)[0]
    one = search(match, seat)
    one.run(150)
    one.run(50)
    assert one.iterations == sum(option.visits for option in one.options()) == 200
    assert {option.action for option in one.options()} == set(match.position.choices(SEATS.index(seat)))
    assert all(0 <= option.value <= 1 for option in one.options())


def test_thinking_stops_when_the_choice_cannot_change() -> None:
    match = Match("locker", interpreted=False, players=2, first="A")
    for line in ("sea draw anchor-5", "A continue", "sea draw mermaid-9", "A continue", "sea draw drone-3"):
        match.play(line)
    match.play("sea peek mermaid-8")  # going on is an Incident
    one = search(match, "A")
    one.think(4000, 0.0)
    assert one.options()[0].action == match.game.action_codes["surface"]
    assert one.iterations < 4000
    whole = search(match, "A")
    whole.run(4000)
    assert whole.options()[0].action == one.options()[0].action


@pytest.mark.parametrize("iterations", [None, 5000])
def test_a_style_may_have_enough_before_the_time_is_up(iterations: int | None) -> None:
    match, seat = positions("reef", 1)[0]
    told, number = match.position.redacted(SEATS.index(seat)), SEATS.index(seat)
    one = Search(told, number, np.array([1], np.uint64), 1 << 10, Style(enough=300))
    one.think(iterations, 60.0)
    assert one.iterations == 300


def test_whoever_chooses_last_does_not_take_the_others_for_dice() -> None:
    """Barracuda: what the others have laid face down is chosen again in the search, so the same strategy comes out."""
    match = Match("barracuda", interpreted=False, players=2)
    first = search(match, "B")
    match.play("A play 3")
    second = search(match, "B")
    for one in (first, second):
        one.run(300)
    assert first.options() == second.options()
    assert all(option.weight > 0 for option in first.options()[:2])


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_learned_values_of_the_right_size(game: str) -> None:
    found = games.find(game)
    module = features_of(found)
    for seats, table, last in (values_of(found, "heuristic"), values_of(found, "search")):
        assert seats.shape == (3, module.SEAT_FEATURES, len(last))
        assert table.shape == (module.TABLE_FEATURES + 1, len(last))
        assert all(np.isfinite(part).all() for part in (seats, table, last))


def test_values_and_playouts_agree_on_who_is_ahead() -> None:
    """A lead that decides the game is seen by both ways of judging."""
    match, seat = positions("locker", 1, players=2)[0]
    number = SEATS.index(seat)
    told = match.position.redacted(number)
    told.states["holds"][0][number] = (1 << 60) - 1  # everything there is
    found = []
    for style in (Style(), Style(values="heuristic")):
        one = Search(told, number, np.array([1], np.uint64), 1 << 8, style)
        one.run(100)
        found.append(one.options()[0].value)
    assert min(found) > 0.9


def test_values_that_judge_after_the_last_turn_never_judge() -> None:
    """A playout passes so many turns before it is judged; more than the game has leave the whole game to be played."""
    match, seat = positions("barracuda", 1)[0]
    told, found = match.position.redacted(SEATS.index(seat)), []
    for style in (
        Style(),
        Style(values="heuristic", turns=1000),
        Style(values="heuristic", turns=2),
        Style(values="heuristic"),
    ):
        one = Search(told, SEATS.index(seat), np.array([1], np.uint64), 1 << 10, style)
        one.run(200)
        found.append([(option.action, option.visits, option.value) for option in one.options()])
    assert found[0] == found[1]
    assert len({str(options) for options in found[1:]}) == 3


def test_a_game_may_have_its_own_way_of_searching() -> None:
    assert style_of("mate", games.find("locker"), 2) == style_of("captain", games.find("reef"), 2) == Style()
    assert style_of("mate", games.find("barracuda"), 2) == style_of("captain", games.find("barracuda"), 2) != Style()
    assert len({style_of("abyss", games.find(game), 3) for game in games.names()}) == 4


def test_abyss_searches_as_captain_where_it_learned_too_little() -> None:
    """Of four in The Nukha's Cave it won 37 % against captain."""
    assert [style_of("abyss", games.find("nukha"), players).policy for players in (3, 4, 6)] == [True, False, False]
    assert style_of("abyss", games.find("nukha"), 4) == style_of("captain", games.find("nukha"), 4)
    match, sea = Match("nukha", interpreted=False, players=4), Deal(4)
    sea.drift(match)
    seat = match.to_act[0]
    assert len(match.choices(seat)) > 1
    assert Bot("abyss", 1, 300).choose(match, seat) == Bot("captain", 1, 300).choose(match, seat)
