"""Doubt: worlds are imagined as likely as whoever had the last word would have said it there."""

from typing import Any

import numba
import numpy as np
import pytest

from fathoms import Match, games
from fathoms.bots.levels import Bot, style_of
from fathoms.bots.networks.policy import NO_POLICY, Net, imitated_policy_of
from fathoms.bots.networks.values import NOTHING_LEARNED, features_of
from fathoms.bots.search.kernels import SLIP, draw_doubtfully
from fathoms.bots.search.tree import Search, Style, minds_of, room_for_search
from fathoms.engine.dialect import SEATS
from fathoms.engine.hooks import last_word
from fathoms.games.nukha.features import MOST_SEATS, SEAT_KNOWN, T_FOUND
from fathoms.games.nukha.notation import CLAIM_AS
from fathoms.games.nukha.pieces import CLAIM_OF, CLAIMS, EGG, FOUND_KINDS, KINDS
from fathoms.games.nukha.rules.hands import WHOLE_CAVE, count_of
from fathoms.games.nukha.state import NONE

FOUND_FACT = MOST_SEATS * SEAT_KNOWN + T_FOUND  # the first of those that say what was found
DRAWS = 6000


@numba.njit
def _take_back(states: Any) -> Any:
    return last_word(states[0])


@numba.njit
def _draw(roots: Any, steps: Any, minds: Any, settings: Any, me: Any, rng: Any) -> None:
    draw_doubtfully(roots, steps, minds, settings[0], me, rng)


def table(*lines: str) -> Match:
    """B is the Captain, C begins."""
    match = Match("nukha", interpreted=False, players=3, captain="B", adventurers="none")
    for line in (*["sea discard lizard"] * 3, *lines):
        match.play(line)
    return match


def honest_net() -> Net:
    """Whoever can says the truth, nearly always; an Egg is called anything."""
    module = features_of(games.find("nukha"))
    first = np.zeros((module.KNOWN_FEATURES, FOUND_KINDS), np.float32)
    actions = np.zeros((module.KNOWN_ACTIONS, FOUND_KINDS), np.float32)
    for kind in range(FOUND_KINDS):
        first[FOUND_FACT + kind, kind] = 1
        if kind != EGG:
            actions[CLAIM_AS + int(CLAIM_OF[kind]), kind] = 20
    zeros = [np.zeros(size, np.float32) for size in (FOUND_KINDS, module.KNOWN_ACTIONS, FOUND_KINDS, 1)]
    return Net(first, np.eye(FOUND_KINDS, dtype=np.float32), zeros[0], actions, zeros[1], zeros[2], zeros[3])


def constant_net(claim: str) -> Net:
    """Whoever finds anything says the same."""
    net = honest_net()
    net.actions[:] = 0
    net.action_bias[CLAIM_AS + CLAIMS.index(claim)] = 20
    return net


def draws(match: Match, viewer: str, style: Style, nets: tuple[Net, Net]) -> tuple[Any, Any]:
    """How often each kind is imagined as the find, and how often each seat acts by the second net."""
    number = SEATS.index(viewer)
    roots, rng = match.position.redacted(number).states, np.array([5], np.uint64)
    steps, minds = room_for_search(match.game, NOTHING_LEARNED).steps, minds_of(*nets)
    found, second = np.zeros(KINDS), np.zeros(6)
    for _ in range(DRAWS):
        _draw(roots, steps, minds, style.settings(), number, rng)
        assert steps.worlds[0]["claim"] == match.position.record.claim
        found[steps.worlds[0]["found"]] += 1
        second += minds.natures
    return found / DRAWS, second / DRAWS


def finds(match: Match, viewer: str, doubt: int) -> Any:
    """How often each kind is imagined as the find, among the honest."""
    return draws(match, viewer, Style(policy=True, doubt=doubt), (honest_net(), honest_net()))[0]


@pytest.mark.parametrize("more", [(), ("B leave",), ("B leave", "C attack A")])
def test_taking_a_claim_back_gives_the_position_before_it(more: tuple[str, ...]) -> None:
    before = table("sea find pistol").position.copy()
    after = table("sea find pistol", "C claim grapple", *more).position.copy()
    assert _take_back(after.states) == (SEATS.index("C"), CLAIM_AS + CLAIMS.index("grapple"))
    assert after.states.tobytes() == before.states.tobytes()


@pytest.mark.parametrize(
    "lines",
    [
        ("sea find pistol",),
        ("sea find pistol", "C claim pistol", "B buy", "sea reveal pistol"),
        ("sea find pistol", "C claim grapple", "B buy", "sea reveal pistol"),
        ("sea find pistol", "C claim pistol", "B leave", "C attack A", "A accuse", "sea reveal pistol"),
    ],
)
def test_what_is_known_to_all_is_nobodys_word(lines: tuple[str, ...]) -> None:
    assert _take_back(table(*lines).position.copy().states)[0] == NONE


@pytest.mark.parametrize(("viewer", "more"), [("B", ()), ("A", ("B leave", "C attack A"))])
def test_worlds_are_as_likely_as_the_claim_is_in_them(viewer: str, more: tuple[str, ...]) -> None:
    """By Bayes: how many cards of a kind may have been found, times how often who finds it says so."""
    match = table("sea find egg", "C claim pistol", *more)
    cards = WHOLE_CAVE
    if viewer == "B":  # the Captain has looked under the Bottle
        cards -= int(match.position.record.discard)
    pistol = CLAIMS.index("pistol")
    said = np.array([0.25 if kind == EGG else float(CLAIM_OF[kind] == pistol) for kind in range(FOUND_KINDS)])
    counts = np.array([count_of(cards, kind) for kind in range(FOUND_KINDS)])
    weights = counts * np.minimum(1, said + SLIP)
    assert finds(match, viewer, 1000)[:FOUND_KINDS] == pytest.approx(weights / weights.sum(), abs=0.03)
    assert finds(match, viewer, 0)[:FOUND_KINDS] == pytest.approx(counts / counts.sum(), abs=0.03)


def test_whoever_spoke_is_taken_for_one_who_would_say_so() -> None:
    """Half of the players are honest and half call everything a Lantern: who says Pistol is honest."""
    match = table("sea find egg", "C claim pistol")
    nets, style = (honest_net(), constant_net("lantern")), Style(policy=True, imitation=0.5, doubt=1000)
    cards = WHOLE_CAVE - int(match.position.record.discard)
    pistol = CLAIMS.index("pistol")
    said = [0.25 if kind == EGG else float(CLAIM_OF[kind] == pistol) for kind in range(FOUND_KINDS)]
    counts = np.array([count_of(cards, kind) for kind in range(FOUND_KINDS)])
    honest, other = (counts * np.minimum(1, np.array(said) + SLIP)).sum(), counts.sum() * SLIP
    found, second = draws(match, "B", style, nets)
    assert second[SEATS.index("C")] == pytest.approx(other / (honest + other), abs=0.02)
    assert second[SEATS.index("A")] == pytest.approx(0.5, abs=0.03)  # who has said nothing may be either
    assert found[EGG] > 0.2
    assert draws(match, "B", Style(policy=True, doubt=1000), nets)[1].tolist() == [0] * 6


def test_whoever_knows_does_not_doubt() -> None:
    match = table("sea find egg", "C claim pistol", "B leave")
    assert finds(match, "C", 1000)[EGG] == 1


def test_abyss_doubts_and_the_levels_below_do_not() -> None:
    assert style_of("abyss", games.find("nukha"), 3).doubt > 0 < style_of("abyss", games.find("nukha"), 3).imitation
    assert {style_of(level, games.find("nukha"), 3).doubt for level in ("mate", "captain")} == {0}
    assert imitated_policy_of(games.find("nukha")) is not NO_POLICY is imitated_policy_of(games.find("locker"))
    match = table("sea find egg", "C claim pistol")
    told, number = match.position.redacted(1), 1
    search = Search(told, number, np.array([3], np.uint64), 1 << 12, style_of("abyss", games.find("nukha"), 3))
    search.run(300)
    assert sum(option.visits for option in search.options()) == 300
    assert Bot("abyss", 1, 300).choose(match, "B") in match.choices("B")
