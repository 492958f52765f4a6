"""Who knows what: N40 in views, logs, worlds, and in what each viewer remembers (docs/nukha-knowledge.md)."""

import random
from collections import Counter
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine import conform, verbs
from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, SPECTATOR, rule
from fathoms.engine.game import find_game
from fathoms.games.nukha import rules
from fathoms.games.nukha.pieces import CARDS, FOUND_KINDS, PURSE
from fathoms.games.nukha.rules_cards import count_of, hidden_hand
from fathoms.games.nukha.rules_memory import look_inside, miss_move, remembered, see_leave
from fathoms.games.nukha.rules_worlds import let_stray
from fathoms.games.nukha.state import DISCARD, OFFER, OVER, PLACES, STATE
from tests.games.nukha.nukha_contradictions import measure_all
from tests.games.nukha.nukha_helpers import go, hand, leaves, sells, table, with_loot

SEATS = "ABC"
VIEWER = {"A": 0, "B": 1, "C": 2, "D": 3, None: SPECTATOR}


def worlds(match: Match, seat: str | None, count: int = 60) -> list:
    """Records of worlds a viewer can imagine now, each checked for soundness and for what it shows the viewer."""
    viewer = VIEWER[seat]
    told = match.position.redacted(viewer)
    rng = np.array([7], np.uint64)
    made = [told.imagined(viewer, rng) for _ in range(count)]
    for world in made:
        assert world.sound() == 0
        assert world.redacted(viewer).bytes() == told.bytes()
    return [world.record for world in made]


def named(cards: int) -> list[str]:
    return [CARDS[kind] for kind in range(7) for _ in range(count_of(cards, kind))]


def loots(match: Match, seat: str | None, owner: str) -> set[tuple[str, ...]]:
    """The face-down loots an owner may have, as a viewer sees it."""
    return {tuple(named(int(world.down["ABCD".index(owner)]))) for world in worlds(match, seat)}


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
    rules.hide(with_up(record, 1, "pistol"), 1, CARDS.index("pistol"))
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
    """Measured in docs/nukha-knowledge.md over more games; without memory three worlds of four contradict."""
    measure = measure_all(4, 1, 12, by_thumb=False, interpreted=True)
    bad, good = (measure.worlds["with memory", verdict] for verdict in (False, True))
    assert bad < 0.03 * good
    bad, good = (measure.worlds["without memory", verdict] for verdict in (False, True))
    assert bad > good


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
