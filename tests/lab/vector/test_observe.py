"""Observations: what a seat may know, as numbers, and nothing more."""

import numpy as np
import pytest

from fathoms import Match, Sea, games
from fathoms.engine.dialect import SPECTATOR
from fathoms.engine.position import Position
from fathoms.lab.vector.observe import action_mask, as_bits, observation_size, observe


def midgame(name: str, seed: int = 3, decisions: int = 12) -> Match:
    """A match some way in, by first choices; interpreted, so that nothing is compiled for it."""
    match = Match(name, interpreted=True)
    sea = Sea.from_seed(seed)
    for _ in range(decisions):
        match.drift(sea)
        if match.over:
            break
        seat = match.to_act[0]
        match.play(f"{seat} {match.choices(seat)[0]}")
    match.drift(sea)
    return match


@pytest.mark.parametrize("name", games.names())
def test_an_observation_is_the_redacted_record_and_the_seat(name: str) -> None:
    position = midgame(name).position
    for viewer in (0, 1, SPECTATOR):
        seen = observe(position, viewer)
        assert seen.shape == (observation_size(position.game),)
        assert seen[:-1].tobytes() == position.redacted(viewer).bytes()
        assert seen[-1] == viewer


@pytest.mark.parametrize("name", games.names())
def test_worlds_a_seat_cannot_tell_apart_look_the_same(name: str) -> None:
    position = midgame(name).position
    rng = np.array([11], np.uint64)
    for seat in (0, 1):
        for _ in range(5):
            world = position.redacted(seat).imagined(seat, rng)
            assert observe(world, seat).tobytes() == observe(position, seat).tobytes()


@pytest.mark.parametrize("name", games.names())
def test_the_mask_marks_the_choices_and_nothing_else(name: str) -> None:
    match = midgame(name)
    assert match.to_act
    for number, seat in enumerate(match.seats):
        marked = np.flatnonzero(action_mask(match.position, number))
        assert {match.game.action_text(int(code)) for code in marked} == set(match.choices(seat))


def test_buffers_that_are_given_are_filled() -> None:
    position = midgame("barracuda").position
    seen = np.full(observation_size(position.game), 99, np.uint8)
    mask = np.full(position.game.actions, 99, np.uint8)
    assert observe(position, 1, seen) is seen
    assert action_mask(position, 1, mask) is mask
    assert np.array_equal(seen, observe(position, 1))
    assert np.array_equal(mask, action_mask(position, 1))


def test_bits_keep_every_byte() -> None:
    position = midgame("locker").position
    seats = [observe(position, seat) for seat in range(2)]
    bits = as_bits(np.stack(seats))
    assert bits.shape == (2, 8 * observation_size(position.game))
    assert set(np.unique(bits)) == {0.0, 1.0}
    assert np.array_equal(np.packbits(bits.astype(np.uint8), axis=-1, bitorder="little"), np.stack(seats))
    assert bits[1, -8:].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_a_hidden_hand_is_not_seen_by_others() -> None:
    """Nukha's loot face down: its owner's observation changes with it, another's does not."""
    match = midgame("nukha", decisions=30)
    record = match.position.record
    owner = next(seat for seat in range(len(match.seats)) if record.hidden[seat])
    other = (owner + 1) % len(match.seats)
    changed = Position(match.game, match.position.copy().states, interpreted=True)
    changed.record.down[owner] += 1
    assert observe(changed, owner).tobytes() != observe(match.position, owner).tobytes()
    assert observe(changed, other).tobytes() == observe(match.position, other).tobytes()
