"""What each viewer remembers (docs/explain/nukha-knowledge.md), move by move and over random games."""

import random

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine.dialect import SEA, SPECTATOR
from fathoms.games.nukha.pieces import CARDS, PURSE
from fathoms.games.nukha.rules import turn
from fathoms.games.nukha.rules.hands import count_of, hidden_hand
from fathoms.games.nukha.rules.memory import look_inside, miss_move, remembered, see_leave
from fathoms.games.nukha.rules.secrets import let_stray
from fathoms.games.nukha.state import DISCARD, PLACES, STATE
from tests.games.nukha.nukha_contradictions import measure_all
from tests.games.nukha.nukha_helpers import (
    go,
    hand,
    leaves,
    loots,
    named,
    sells,
    table,
    worlds,
)

# Memory


@pytest.mark.rule("N40")
def test_everybody_knows_that_explorers_start_with_a_purse():
    match = table()
    for seat in ("A", "C", None):
        assert loots(match, seat, "B") == {("purse",)}


@pytest.mark.rule("N40")
def test_a_deposed_captain_remembers_the_discard():
    match = table(sells("B") + sells("C") + "B mutiny")
    assert {tuple(named(int(world.discard))) for world in worlds(match, "A")} == {("egg", "pistol", "lizard")}
    assert len({int(world.discard) for world in worlds(match, "C")}) > 5


@pytest.mark.rule("N40")
def test_a_deposed_captain_knows_nostromo_took_one_of_the_discard():
    match = table(sells("B") + sells("C") + "B mutiny; B recover egg", adventurers=["red", "nostromo", "moon"])
    whole = {("egg", "lizard", "pistol")}
    taken = set()
    for world in worlds(match, "A"):
        loot = named(int(world.down[1]))
        loot.remove("purse")
        taken |= set(loot)
        assert {tuple(sorted(named(int(world.discard)) + loot))} == whole
    assert taken == {"egg", "pistol", "lizard"}


@pytest.mark.rule("N40")
def test_a_victim_remembers_what_was_stolen():
    first = leaves("B", "lizard", "lantern", "C") + "C accept; B pick hidden; sea pick purse;"
    match = table(first + leaves("C", "egg", "grapple", "B") + "B accept; C pick hidden; sea pick lizard")
    assert all("lizard" in loot for loot in loots(match, "B", "C"))
    assert any("lizard" not in loot for loot in loots(match, "A", "C"))


@pytest.mark.rule("N40")
def test_a_victim_remembers_what_was_shot():
    match = table(leaves("B", "egg", "pistol", "C") + "C accept; B pick hidden; sea pick purse")
    for seat in ("B", "C", None):  # the only hidden card could only be the Purse
        assert all(count_of(world.discard, PURSE) == 1 for world in worlds(match, seat))
    match = table(
        leaves("B", "egg", "lizard", "C") + "C accept;" + leaves("C", "egg", "pistol", "B") + "B accept; C pick hidden"
    )
    go(match, "sea pick egg")
    assert all(count_of(world.discard, 0) >= 1 for world in worlds(match, "B"))
    assert {count_of(world.discard, PURSE) for world in worlds(match, "C", 200)} == {0, 1}


@pytest.mark.rule("N40")
def test_everybody_remembers_what_moon_hides():
    lines = leaves("B", "egg", "lizard", "C") + "C accuse; sea reveal egg; B hide egg"
    match = table(lines, adventurers=["red", "moon", "siana"])
    for seat in ("A", "C", None):
        assert loots(match, seat, "B") == {("egg", "purse")}


@pytest.mark.rule("N40")
def test_an_unseen_theft_leaves_two_places_for_a_purse():
    """B has a Purse and an unknown card, C takes one of them unseen by D."""
    first = leaves("B", "lizard", "lizard", "C") + "C accept;"
    match = table(first + leaves("C", "egg", "grapple", "B") + "B accept; C pick hidden; sea pick lizard", players=4)
    purses = {(count_of(world.down[1], PURSE), count_of(world.down[2], PURSE)) for world in worlds(match, "D", 200)}
    assert purses == {(1, 1), (0, 2)}
    assert {count_of(world.down[1], PURSE) for world in worlds(match, "C")} == {1}


@pytest.mark.rule("N40")
def test_cards_seen_to_come_after_an_unseen_theft_are_sure():
    match = table(players=4, adventurers=["red", "moon", "siana", "nostromo"])
    record = match._position.record
    miss_move(record, 3, 1, 2)  # D did not see what C took from B
    record.gone[3, 1], record.strays[3, 1] = 1, 1 << 2
    turn.hide(with_up(record, 1, "pistol"), 1, CARDS.index("pistol"))
    assert named(int(record.sure[3, 1])) == ["pistol"]
    miss_move(record, 3, 1, 2)
    assert named(int(record.known[3, 1])) == ["pistol", "purse"]
    assert (record.gone[3, 1], record.sure[3, 1]) == (2, 0)


def with_up(record, seat, cards):
    record.up[seat] = hand(cards)
    return record


def memory(known=None, sure=None, gone=None, strays=None):
    """A record in which the spectator remembers this, place by place."""
    record = np.zeros(1, STATE).view(np.recarray)[0]
    record.players, record.captain = 6, 0
    for place, cards in (known or {}).items():
        record.known[SPECTATOR, place] = hand(cards)
    for place, cards in (sure or {}).items():
        record.sure[SPECTATOR, place] = hand(cards)
    for place, count in (gone or {}).items():
        record.gone[SPECTATOR, place] = count
    for place, mask in (strays or {}).items():
        record.strays[SPECTATOR, place] = mask
    return record


def recalled(record):
    return {
        place: (named(remembered(record, SPECTATOR, place)), int(record.gone[SPECTATOR, place]))
        for place in range(PLACES)
        if remembered(record, SPECTATOR, place)
    }


def bits(*places):
    return sum(1 << place for place in places)


def test_a_sure_card_that_leaves_is_dropped_first():
    record = memory(known={1: "egg"}, sure={1: "egg"}, gone={1: 1}, strays={1: bits(2)})
    see_leave(record, SPECTATOR, 1, 0)
    assert recalled(record) == {1: (["egg"], 1)}


def test_an_unknown_card_that_leaves_may_be_a_stray():
    record = memory(known={1: "egg purse"}, gone={1: 1}, strays={1: bits(2)})
    see_leave(record, SPECTATOR, 2, 0)
    assert recalled(record) == {1: (["purse"], 1)}


def test_of_two_that_may_have_strayed_the_one_kept_may_be_at_eithers_home():
    record = memory(known={1: "purse", 3: "purse"}, gone={1: 1, 3: 1}, strays={1: bits(2), 3: bits(2)})
    see_leave(record, SPECTATOR, 2, PURSE)
    assert recalled(record) == {3: (["purse"], 1)}
    assert int(record.strays[SPECTATOR, 3]) == bits(1, 2)


def test_a_card_may_have_gone_on_from_where_it_strayed():
    record = memory(known={1: "egg"}, gone={1: 1}, strays={1: bits(2)})
    miss_move(record, SPECTATOR, 2, 4)
    assert int(record.strays[SPECTATOR, 1]) == bits(2, 4)
    miss_move(record, SPECTATOR, 4, 1)
    assert int(record.strays[SPECTATOR, 1]) == bits(2, 4)


def test_one_that_left_and_one_that_came_cannot_be_told_apart():
    record = memory(known={1: "egg", 2: "egg"}, gone={1: 1, 2: 1}, strays={1: bits(2), 2: bits(4)})
    see_leave(record, SPECTATOR, 2, 0)
    assert recalled(record) == {1: (["egg"], 1)}
    assert int(record.strays[SPECTATOR, 1]) == bits(2, 4)


def test_a_look_inside_settles_what_strayed_there():
    record = memory(
        known={1: "egg", 2: "purse purse", DISCARD: "pistol"}, gone={1: 1, 2: 1}, strays={1: bits(6), 2: bits(6)}
    )
    look_inside(record, SPECTATOR, DISCARD, hand("pistol purse"))
    assert recalled(record) == {1: (["egg"], 0), 2: (["purse"], 0)}


def test_a_look_inside_shows_what_is_missing():
    record = memory(known={DISCARD: "pistol egg"}, gone={DISCARD: 1}, strays={DISCARD: bits(3)})
    look_inside(record, SPECTATOR, DISCARD, hand("egg"))
    assert recalled(record) == {3: (["pistol"], 0)}
    record = memory(known={DISCARD: "pistol egg", 3: "purse"}, gone={DISCARD: 1}, strays={DISCARD: bits(3, 4)})
    look_inside(record, SPECTATOR, DISCARD, hand("egg"))
    assert recalled(record) == {3: (["pistol", "purse"], 1)}
    assert named(int(record.sure[SPECTATOR, 3])) == ["purse"]
    record = memory(
        known={DISCARD: "pistol egg", 3: "purse"},
        gone={DISCARD: 1, 3: 1},
        strays={DISCARD: bits(3, 4), 3: bits(5)},
    )
    look_inside(record, SPECTATOR, DISCARD, hand("egg"))
    assert recalled(record) == {3: (["pistol", "purse"], 2)}
    assert int(record.strays[SPECTATOR, 3]) == bits(4, 5)


def test_a_look_inside_cannot_tell_a_card_that_stayed_from_one_that_came():
    known, gone = {1: "egg", DISCARD: "egg"}, {1: 1, DISCARD: 1}
    record = memory(known, gone=gone, strays={1: bits(6), DISCARD: bits(3)})
    look_inside(record, SPECTATOR, DISCARD, hand("egg"))
    assert recalled(record) == {1: (["egg"], 1)}
    assert int(record.strays[SPECTATOR, 1]) == bits(3)


def test_a_memory_that_does_not_fit_still_makes_a_world():
    """More cards remembered than lie there, and nowhere they can have gone: some go back to the cave."""
    match = table()
    record = match._position.record
    record.known[SPECTATOR, 1] = hand("purse egg egg")
    record.gone[SPECTATOR, 1] = 2
    assert len(loots(match, None, "B")) > 1
    record = memory(known={1: "egg"})
    record.down[1] = hand("egg egg")
    record.hidden[1] = 1
    with np.errstate(over="ignore"):
        let_stray(record, SPECTATOR, np.array([1], np.uint64))
    assert named(int(record.down[1])) == ["egg"]
    assert named(int(record.cave)) == ["egg"]


# Random games


def random_walk(seed: int, **options):
    """Positions of a random game, interpreted, with the chance of every fourth."""
    dice = random.Random(seed)
    position = Match("nukha", interpreted=True, **options).position
    while position.actors():
        yield position
        who = position.actors()[0]
        if who == SEA:
            weighted = position.fates()
            event = dice.choices([fate for fate, _ in weighted], [weight for _, weight in weighted])[0]
        else:
            event = dice.choice(position.choices(who))
        position.happen(who, event)
    yield position


@pytest.mark.rule("N40")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nobody_ever_remembers_what_is_not_so(players):
    """What is remembered at a place is there, but for as many cards as may be gone."""
    for seed in range(3):
        for position in random_walk(seed, players=players):
            record = position.record
            assert position.sound() == 0
            for viewer in (*range(players), SPECTATOR):
                for place in range(PLACES):
                    missing = [
                        max(0, count_of(remembered(record, viewer, place), kind) - count_of(there, kind))
                        for there in [hidden_hand(record, place)]
                        for kind in range(7)
                    ]
                    assert sum(missing) <= record.gone[viewer, place]


@pytest.mark.rule("N40")
@pytest.mark.parametrize("players", [3, 5])
def test_worlds_of_random_games(players):
    rng = np.array([players], np.uint64)
    for step, position in enumerate(random_walk(players, players=players)):
        for viewer in (*range(players), SPECTATOR)[step % 2 :: 2]:
            told = position.redacted(viewer)
            world = told.imagined(viewer, rng)
            assert world.sound() == 0
            assert world.redacted(viewer).bytes() == told.bytes()
            assert world.actors() == position.actors()


def test_few_worlds_contradict_the_whole_history():
    """Measured in docs/explain/nukha-knowledge.md over more games; without memory three worlds of four contradict."""
    measure = measure_all(4, 1, 12, by_heuristic=False, interpreted=True)
    bad, good = (measure.worlds["with memory", verdict] for verdict in (False, True))
    assert bad < 0.03 * good
    bad, good = (measure.worlds["without memory", verdict] for verdict in (False, True))
    assert bad > good
