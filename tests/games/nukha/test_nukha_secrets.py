"""Who knows what: N40 in views, logs and worlds, and that a leak would be noticed."""

from collections import Counter
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine import conform, verbs
from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, rule
from fathoms.engine.game import find_game
from fathoms.games.nukha import rules
from fathoms.games.nukha.pieces import CARDS, FOUND_KINDS, PURSE
from fathoms.games.nukha.rules.hands import count_of
from fathoms.games.nukha.state import DISCARD, OFFER, OVER, STATE
from tests.games.nukha.nukha_helpers import (
    VIEWER,
    go,
    hand,
    leaves,
    loots,
    named,
    sells,
    table,
    with_loot,
    worlds,
)

# Views


@pytest.mark.rule("N40")
def test_face_down_loot_is_its_owners():
    match = table(leaves("B", "lantern-3", "lizard", "C") + "C accept")
    assert match.view("B")["loot"]["B"] == {"up": [], "hidden": 2, "down": ["lantern-3", "purse"]}
    for seat in ("A", "C", None):
        assert match.view(seat)["loot"]["B"] == {"up": [], "hidden": 2, "down": None}


@pytest.mark.rule("N40")
def test_found_and_claim_stay_until_the_cave_passes():
    match = table(leaves("B", "lantern-3", "lizard", "C"))
    assert match.view("B")["found"] == "lantern-3"
    assert match.view("C")["found"] is None
    assert match.view("C")["claim"] == "lizard"
    assert match.view("A")["attacker"] == "B"
    go(match, "C accuse; sea reveal lantern-3")
    assert match.view("B")["found"] is None
    assert match.view("B")["claim"] is None


@pytest.mark.rule("N40")
def test_a_revealed_find_is_everybodys():
    match = table(leaves("B", "pistol", "pistol", "C") + "C accuse; sea reveal pistol")
    assert {match.view(seat)["found"] for seat in ("A", "B", "C", None)} == {"pistol"}


@pytest.mark.rule("N40")
def test_coins_face_up_cards_and_counts_are_public():
    match = table(sells("B") + leaves("C", "lizard", "lantern", "B") + "B accept; C pick hidden; sea pick purse")
    view = match.view(None)
    assert view["coins"] == {"A": 4, "B": 4, "C": 3}
    assert view["loot"]["A"]["up"] == ["egg"]
    assert view["loot"]["B"]["up"] == ["purse"]
    assert view["loot"]["C"]["hidden"] == 2
    assert (view["cave"], view["discard"]["count"], view["reserve"]) == (25, 3, 19)


@pytest.mark.rule("N40")
def test_a_view_shows_present_knowledge_only():
    """A deposed Captain remembers the discard, but his view no longer shows it."""
    match = table(sells("B") + sells("C") + "B mutiny")
    assert match.view("A")["discard"] == {"count": 3, "cards": None}
    assert match.view("B")["discard"]["cards"] == ["egg", "pistol", "lizard"]


@pytest.mark.rule("N40")
def test_a_hidden_card_that_changes_hands_is_known_to_the_two_alone():
    match = table(leaves("B", "egg", "grapple", "C") + "C accept; B pick hidden; sea pick purse", players=4)
    assert [match.log_for(seat)[-1] for seat in ("A", "B", "C", "D", None)] == [
        "sea pick ?",
        "sea pick purse",
        "sea pick purse",
        "sea pick ?",
        "sea pick ?",
    ]


@pytest.mark.rule("N40")
def test_fates_of_a_redacted_record_tell_nothing():
    match = table()
    for viewer in range(3):
        assert match.position.redacted(viewer).fates() == []
    match = table(leaves("B", "egg", "lizard", "C") + "C accuse")
    assert match.position.redacted(VIEWER["C"]).fates() == []
    assert len(match.position.redacted(VIEWER["B"]).fates()) == 1
    match = table(leaves("B", "egg", "pistol", "C") + "C accept; B pick hidden")
    assert match.position.redacted(VIEWER["B"]).fates() == []


# Worlds


@pytest.mark.rule("N40")
def test_worlds_keep_what_is_seen_and_vary_what_is_not():
    match = table("sea find lantern-3; B claim lantern")
    found = Counter(CARDS[int(world.found)] for world in worlds(match, "A", 200))
    assert set(found) == set(CARDS[:FOUND_KINDS])
    assert {int(world.found) for world in worlds(match, "B")} == {CARDS.index("lantern-3")}
    assert {named(int(world.discard))[0] for world in worlds(match, "A")} == {"egg"}
    assert len({int(world.discard) for world in worlds(match, "B")}) > 5


@pytest.mark.rule("N40")
def test_unseen_cards_are_as_likely_as_they_are_many():
    """The find, as the Captain sees it: 26 cards he has not seen, 6 of them Eggs."""
    match = table("sea find lantern-3; B claim lantern")
    found = Counter(int(world.found) for world in worlds(match, "A", 780))
    for kind, count in enumerate((6, 3, 4, 5, 4, 4)):
        assert abs(found[kind] - 30 * count) < 4 * (30 * count) ** 0.5


@pytest.mark.rule("N40")
def test_the_found_card_left_to_its_finder_is_in_his_loot_in_every_world():
    match = table(leaves("B", "lantern-3", "lizard", "C"))
    for world in worlds(match, "C"):
        assert count_of(world.down[1], int(world.found)) > 0
        assert count_of(world.down[1], PURSE) == 1


@pytest.mark.rule("N40")
def test_a_purse_is_never_in_the_cave():
    match = table(leaves("B", "egg", "grapple", "C") + "C accept; B pick hidden; sea pick purse", players=4)
    for seat in ("A", "D", None):
        assert all(count_of(world.cave, PURSE) == 0 for world in worlds(match, seat))


@pytest.mark.rule("N40")
def test_before_the_captain_is_named_there_is_nothing_to_imagine():
    match = Match("nukha", players=3, interpreted=True)
    assert {world.tobytes() for world in worlds(match, "A")} == {match.position.record.tobytes()}


@pytest.mark.rule("N40")
def test_siana_asked_to_offer_has_something_to_offer_in_every_world():
    match = table(adventurers=["red", "moon", "siana"])
    go(with_loot(match, "C", down="lantern-2"), leaves("B", "egg", "lantern", "C") + "C accept")
    assert int(match.position.record.phase) == OFFER
    assert ("egg",) not in loots(match, "B", "C")
    assert loots(match, "C", "C") == {("lantern-2",)}


@pytest.mark.rule("N40")
def test_siana_not_asked_has_nothing_but_eggs_and_everybody_knows():
    shown = leaves("B", "egg", "lantern", "C") + "C accept; C offer hidden purse;"
    kept = leaves("C", "egg", "lizard", "B") + "B accept;"
    match = table(shown + kept + leaves("B", "pistol", "lantern", "C"), adventurers=["red", "moon", "siana"])
    assert len(loots(match, "B", "C")) > 1
    go(match, "C accept")
    for seat in ("A", "B", None):
        assert loots(match, seat, "C") == {("egg",)}


def test_an_offer_can_come_from_anywhere_when_it_is_the_last_card_that_is_no_egg():
    match = table(adventurers=["red", "moon", "siana"])
    go(with_loot(match, "C", down="lantern-2"), leaves("B", "egg", "lantern", "C") + "C accept")
    record = match._position.record
    record.cave, record.cave_left = hand("egg egg"), 3
    record.discard, record.discarded = hand("egg egg"), 2
    record.up[0] = hand(" ".join(CARDS[kind] for kind, n in enumerate((2, 3, 3, 5, 5, 5)) for _ in range(n)))
    record.up[1] = hand("purse purse")
    with_loot(match, "B", down="egg")
    assert match.position.sound() == 0
    assert loots(match, None, "C") == {("lantern-2",)}
    assert {CARDS[int(world.found)] for world in worlds(match, None)} == {"egg"}


# Leaks made on purpose


@rule
def redact_but_the_find(s, viewer):
    found = int(s.found)
    rules.redact(s, viewer)
    s.found = found


@rule
def redact_but_one_loot(s, viewer):
    loot = int(s.down[1])
    rules.redact(s, viewer)
    s.down[1] = loot


@rule
def redact_but_memory(s, viewer):
    """The deposed Captain's memory of the discard is left for all to read."""
    remembered_discard = int(s.known[0, DISCARD])
    rules.redact(s, viewer)
    if int(s.phase) != OVER:
        s.known[0, DISCARD] = remembered_discard


@rule
def everybody_reads_fates(s, who, event):
    return rules.audience(s, who, event) if who != SEA else EVERYONE


def leaky(name: str, **changed):
    """The game with one verb that tells too much, under a record type of its own."""
    module = ModuleType(name)
    module.__file__ = __file__
    for verb in verbs.VERBS:
        setattr(module, verb, changed.get(verb, getattr(rules, verb)))
    game = find_game("nukha")
    fields = [(field, STATE.fields[field][0]) for field in STATE.names]
    parts = {field: getattr(game, field) for field in game.__dataclass_fields__}
    return type(game)(**parts | {"name": name, "rules": module, "state": np.dtype([*fields, (name, "i1")], align=True)})


@pytest.fixture
def by_hand(monkeypatch):
    """Run the conformance suite interpreted: nothing is compiled for games broken on purpose."""

    def verb_by_hand(verb):
        def call(states, *rest):
            with np.errstate(over="ignore"):
                return getattr(verbs, verb)(states.view(np.recarray)[0], *rest)

        return call

    monkeypatch.setattr(
        "fathoms.engine.position.kernels", SimpleNamespace(**{verb: verb_by_hand(verb) for verb in verbs.VERBS})
    )


@pytest.mark.rule("N40")
@pytest.mark.usefixtures("by_hand")
@pytest.mark.parametrize(
    ("name", "changed", "seed"),  # seeds that come upon the leak soon
    [
        ("open_find", {"redact": redact_but_the_find}, 1),
        ("open_loot", {"redact": redact_but_one_loot}, 5),
        ("open_memory", {"redact": redact_but_memory}, 8),
        ("open_fates", {"audience": everybody_reads_fates}, 1),
    ],
)
def test_the_leak_check_catches_one_secret_made_public(name, changed, seed):
    with pytest.raises(conform.Nonconformity, match="leak"):
        conform.check_telling(leaky(name, **changed), 30, seed)


@pytest.mark.usefixtures("by_hand")
def test_the_leak_check_passes_the_rules_as_they_are():
    assert conform.check_telling(leaky("sealed"), 1, 1).count > 80


def test_hidden_is_what_a_blank_find_reads():
    match = table("sea find egg")
    assert int(match.position.redacted(VIEWER["A"]).record.found) == HIDDEN
