"""A policy: what it is asked is what was trained, it counts the others from itself, and it guides a search."""

from typing import Any

import numba
import numpy as np
import pytest

from fathoms import Match, games
from fathoms.bots.networks.policy import NO_POLICY, Net, policy_of, room_for_thoughts
from fathoms.bots.networks.policy_kernels import probabilities
from fathoms.bots.networks.values import features_of
from fathoms.bots.search.tree import Search, Style
from fathoms.engine.dialect import SEATS
from fathoms.engine.hooks import known_features, seen_from
from fathoms.lab.learn.network import PolicyNetwork, newborn, softmax
from tests.bots.test_search import positions

NAMES = ("barracuda", "nukha")


@numba.njit
def _facts(states: Any, seat: Any, out: Any) -> None:
    known_features(states[0], seat, out)


@numba.njit
def _seen(states: Any, seat: Any, action: Any) -> Any:
    return seen_from(states[0], seat, action)


@numba.njit
def _ask(states: Any, seat: Any, net: Any, thoughts: Any, out: Any, odds: Any) -> Any:
    return probabilities(states[0], seat, net, thoughts, out, len(out), odds)


def facts_of(match: Match, seat: str) -> Any:
    out = np.zeros(features_of(match.game).KNOWN_FEATURES, np.float32)
    _facts(match.position.redacted(SEATS.index(seat)).states, SEATS.index(seat), out)
    return out


def some_net(game: str) -> Net:
    """The policy of the package, or for Barracuda, whose bots have none, any that is not quite undecided."""
    if game == "nukha":
        return policy_of(games.find(game))
    learner = PolicyNetwork(newborn(games.find(game), 32, 1))
    learner.parts[3] *= np.float32(30)
    return learner.net()


def policy_at(match: Match, seat: str) -> tuple[dict[int, float], float]:
    """The probability of every action, and the value."""
    number, net = SEATS.index(seat), some_net(match.game.name)
    told = match.position.redacted(number)
    out = np.array(told.choices(number), np.int32)
    odds = np.zeros(len(out))
    value = _ask(told.states, number, net, room_for_thoughts(net), out, odds)
    return dict(zip(out.tolist(), odds.tolist(), strict=True)), float(value)


@pytest.mark.parametrize("game", NAMES)
def test_what_is_asked_is_what_was_trained(game: str) -> None:
    net = some_net(game)
    learner = PolicyNetwork(net)
    for match, seat in positions(game, 8):
        odds, value = policy_at(match, seat)
        states = match.position.redacted(SEATS.index(seat)).states
        legal = np.zeros((1, len(net.actions)), np.uint8)
        rows = {action: _seen(states, SEATS.index(seat), action) for action in odds}
        legal[0, list(rows.values())] = 1
        _, _, answers, expected = learner.forward(facts_of(match, seat)[None])
        trained = softmax(answers, legal > 0)[0]
        assert sum(odds.values()) == pytest.approx(1)
        assert [odds[action] for action in rows] == pytest.approx([trained[row] for row in rows.values()], abs=1e-4)
        assert value == pytest.approx(float(expected[0]), abs=1e-3)


def test_a_policy_has_the_size_of_what_it_is_told() -> None:
    found = games.find("nukha")
    module, net = features_of(found), policy_of(found)
    assert net.first.shape[0] == module.KNOWN_FEATURES
    assert net.actions.shape[0] == len(net.action_bias) == module.KNOWN_ACTIONS
    assert all(np.isfinite(part).all() for part in net)
    assert policy_of(games.find("locker")) is NO_POLICY


@pytest.mark.parametrize(("game", "options"), [("barracuda", {"players": 4}), ("nukha", {"players": 5})])
def test_actions_of_a_decision_are_told_apart(game: str, options: dict[str, Any]) -> None:
    module = features_of(games.find(game))
    for match, seat in positions(game, 12, **options):
        number = SEATS.index(seat)
        states = match.position.redacted(number).states
        rows = [_seen(states, number, action) for action in match.position.choices(number)]
        assert len(set(rows)) == len(rows)
        assert all(0 <= row < module.KNOWN_ACTIONS for row in rows)


def test_the_others_are_counted_from_oneself() -> None:
    """The same words at the same table, a seat further on: everybody knows the same and has the same policy."""
    found = []
    for captain, lines in (("A", "BCA"), ("B", "CAB")):
        match = Match("nukha", interpreted=False, players=3, captain=captain, adventurers="none")
        one, other, _ = lines
        for line in (*["sea discard egg"] * 3, "sea find lizard", f"{one} claim pistol", f"{captain} leave"):
            match.play(line)
        found.append((match, one, other))
    (first, one, other), (second, moved, further) = found
    assert (facts_of(first, one) == facts_of(second, moved)).all()
    assert (facts_of(first, other) == facts_of(second, further)).all()
    left, right = policy_at(first, one), policy_at(second, moved)
    assert sorted(left[0].values()) == pytest.approx(sorted(right[0].values()))
    assert left[1] == pytest.approx(right[1])
    names = [
        {match.game.action_text(action)[-1]: odds for action, odds in policy_at(match, seat)[0].items()}
        for match, seat in ((first, one), (second, moved))
    ]
    assert names[0]["C"] == pytest.approx(names[1]["A"])


def test_a_policy_leads_a_search_to_its_first_tries() -> None:
    for match, seat in positions("nukha", 5):
        number = SEATS.index(seat)
        told = match.position.redacted(number)
        odds, _ = policy_at(match, seat)
        search = Search(told, number, np.array([3], np.uint64), 1 << 12, Style(policy=True, trust=1.0))
        search.run(1)
        assert next(option.action for option in search.options() if option.visits) == max(odds, key=lambda a: odds[a])
        search.run(399)
        assert sum(option.visits for option in search.options()) == 400
        assert all(-0.2 < option.value < 1.2 for option in search.options())


def test_the_further_a_search_explores_the_nearer_it_stays_to_the_policy() -> None:
    """Tries are shared out as the policy says, and the less so the more the search looks at what comes of them."""
    match, seat = next(
        (match, seat) for match, seat in positions("nukha", 20) if max(policy_at(match, seat)[0].values()) < 0.8
    )
    odds, _ = policy_at(match, seat)
    number, apart = SEATS.index(seat), []
    for explore in (0.1, 1000.0):
        style = Style(policy=True, trust=1.0, explore=explore)
        search = Search(match.position.redacted(number), number, np.array([3], np.uint64), 1 << 12, style)
        search.run(2000)
        apart.append(sum(abs(option.visits / 2000 - odds[option.action]) for option in search.options()))
    assert apart[1] < 0.05 < apart[0]
