"""Foretelling an answer by a search in the place of whoever gives it."""

from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest

from fathoms import Match, games
from fathoms.bots.levels import style_of
from fathoms.bots.search import tree
from fathoms.bots.search.kernels import foretold
from fathoms.bots.search.tree import NOTHING_FORETOLD, Search, Style, foretell
from fathoms.engine.dialect import SEATS
from fathoms.games.nukha.notation import BUY, LEAVE
from tests.bots.test_doubt import table

ABYSS = style_of("abyss", games.find("nukha"), 3)


@numba.njit
def _draw(states: Any, seat: Any, answers: Any, out: Any, rng: Any) -> Any:
    return foretold(states[0], seat, answers, out, np.zeros(len(out)), rng)


def search(match: Match, seat: str, style: Style = ABYSS, seed: int = 5) -> Search:
    number = SEATS.index(seat)
    return Search(match.position.redacted(number), number, np.array([seed], np.uint64), 1 << 12, style)


def values(match: Match, seat: str, style: Style) -> dict[str, float]:
    one = search(match, seat, style)
    one.run(1500)
    return {match.game.action_text(option.action): option.value for option in one.options()}


def test_every_claim_is_answered_by_the_captain() -> None:
    match = table("sea find egg")
    answers = foretell(match.position.redacted(2), 2, 3, np.array([1], np.uint64))
    assert answers.shape == (4, 1 + max(BUY, LEAVE))
    assert np.allclose(answers[:, [BUY, LEAVE]].sum(axis=1), 3)
    assert answers[:, [BUY, LEAVE]].min() > 0  # anybody may blunder
    assert answers.sum() == pytest.approx(12)


def test_an_answer_depends_on_the_claim_and_on_the_seed_alone() -> None:
    match = table("sea find egg")
    first, again, other = (
        foretell(match.position.redacted(2), 2, 2, np.array([seed], np.uint64)) for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert len({round(float(share), 3) for share in first[:, BUY]}) > 1


def test_nothing_is_foretold_where_the_sea_or_oneself_comes_next() -> None:
    match = table("sea find egg", "C claim pistol", "B leave")
    assert match.to_act == ["C"]
    forced = foretell(match.position.redacted(2), 2, 2, np.array([1], np.uint64))
    assert forced.any()  # the only other Explorer answers the attack
    bought = table("sea find egg", "C claim pistol")
    by_choice = foretell(bought.position.redacted(1), 1, 2, np.array([1], np.uint64))
    buying = bought.position.choices(1).index(BUY)
    assert not by_choice[buying].any()  # the sea reveals the card


def test_an_answer_is_drawn_as_it_was_foretold() -> None:
    match = table("sea find egg", "C claim pistol")
    out, rng, answers = (
        np.zeros(match.game.most_choices, np.int32),
        np.array([3], np.uint64),
        np.zeros(1 + max(BUY, LEAVE)),
    )
    assert _draw(match.position.states, 1, answers, out, rng) == -1
    assert _draw(match.position.states, 1, answers[:1], out, rng) == -1
    answers[BUY], answers[LEAVE] = 1.5, 0.5
    drawn = [_draw(match.position.states, 1, answers, out, rng) for _ in range(2000)]
    assert drawn.count(BUY) == pytest.approx(1500, abs=80)
    assert drawn.count(BUY) + drawn.count(LEAVE) == 2000


def test_the_search_reckons_with_what_was_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    """An Egg that is bought is gone; one that is left is accused, and stays."""
    match, style = table("sea find egg"), replace(ABYSS, imitation=1.0)

    def all_answered_by(action: int) -> dict[str, float]:
        answers = np.zeros((4, 1 + max(BUY, LEAVE)))
        answers[:, action] = 2
        monkeypatch.setattr(tree, "foretell", lambda *_: answers)
        return values(match, "C", style)

    bought, left = all_answered_by(BUY), all_answered_by(LEAVE)
    assert all(bought[claim] > left[claim] for claim in bought)
    assert all_answered_by(BUY) == bought


def test_who_acts_on_the_policy_does_not_answer_as_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    match, style = table("sea find egg"), replace(ABYSS, imitation=0.0)
    plain = values(match, "C", replace(style, in_place=0))
    monkeypatch.setattr(tree, "foretell", lambda *_: np.ones((4, 1 + max(BUY, LEAVE))))
    assert values(match, "C", style) == plain


def test_only_abyss_puts_itself_in_their_place_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ABYSS.in_place > 0
    assert {style_of(level, games.find("nukha"), 3).in_place for level in ("mate", "captain")} == {0}
    asked: list[int] = []
    monkeypatch.setattr(tree, "foretell", lambda *_: asked.append(1) or NOTHING_FORETOLD)
    one = search(table("sea find egg"), "C")
    one.run(50)
    one.run(50)
    assert len(asked) == 1
    search(table("sea find egg"), "C").think(None, 0.02)
    assert len(asked) == 1  # that is no time for it
    search(table("sea find egg"), "C").think(None, 0.25)
    assert len(asked) == 2
