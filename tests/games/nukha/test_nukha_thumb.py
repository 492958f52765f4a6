"""The rule of thumb: legal, and a liar and an accuser now and then."""

from collections import Counter

import numpy as np
import pytest

from fathoms import Match
from fathoms.bots.thumb.nukha import doubt, respond, thumb
from fathoms.games.nukha.notation import ACCUSE, BUY
from fathoms.games.nukha.pieces import CARDS, CLAIM_OF, CLAIMS
from tests.games.nukha.nukha_helpers import go, hand, leaves, sells, table, with_loot


def played(match: Match, seed: int) -> Match:
    """A match played out by the rule of thumb in every seat."""
    rng = np.array([seed], np.uint64)
    while not match.over:
        if match.to_act == ["sea"]:
            fates = list(match.fates())
            match.play(f"sea {fates[int(rng[0] % len(fates))]}")
            rng[0] = rng[0] * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            continue
        seat = match.to_act[0]
        number = match.seats.index(seat)
        with np.errstate(over="ignore"):
            action = int(thumb(match.position.redacted(number).record, number, rng))
        match.play(f"{seat} {match.game.action_text(action)}")
    return match


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_plays_legal_games_lies_and_accuses(players):
    said = Counter()
    for seed in (1, 2):
        log = played(Match("nukha", players=players, interpreted=True), seed).log
        finds = [line.split()[2] for line in log if line.startswith("sea find")]
        claims = [line.split()[2] for line in log if " claim " in line]
        for card, claim in zip(finds, claims, strict=False):
            said["true" if CLAIM_OF[CARDS.index(card)] == CLAIMS.index(claim) else "lie"] += 1
        said.update(line.split()[1] for line in log)
    assert min(said[word] for word in ("true", "lie", "accuse", "accept", "buy", "leave")) > 0


def decides(match: Match, seat: str, times: int = 30) -> Counter:
    rng = np.array([3], np.uint64)
    number = match.seats.index(seat)
    with np.errstate(over="ignore"):
        actions = [thumb(match.position.redacted(number).record, number, rng) for _ in range(times)]
    return Counter(match.game.action_text(int(action)) for action in actions)


def test_a_claim_that_cannot_be_true_is_accused_and_not_bought():
    match = table(leaves("B", "egg", "lizard", "C"))
    with_loot(match, "A", up="lizard lizard lizard lizard lizard")
    record = match.position.redacted(2).record
    assert doubt(record, 2) == 100
    with np.errstate(over="ignore"):
        assert respond(record, 2, np.array([1], np.uint64)) == ACCUSE
    match = with_loot(table("sea find egg; B claim lizard"), "A", up="lizard lizard lizard lizard lizard")
    assert decides(match, "A") == {"leave": 30}


def test_without_a_coin_it_does_not_buy():
    assert decides(with_loot(table("sea find egg; B claim lantern"), "A", coins=0), "A") == {"leave": 30}
    poor = decides(with_loot(table("sea find egg; B claim lantern"), "A", coins=1), "A", 100)
    rich = decides(with_loot(table("sea find egg; B claim lantern"), "A", coins=9), "A", 100)
    assert 0 < poor[table().game.action_text(BUY)] < rich["buy"]


def test_it_prefers_what_is_worth_most():
    match = table(leaves("B", "egg", "grapple", "C"))
    go(with_loot(match, "C", up="egg lantern-3 pistol"), "C accept")
    assert decides(match, "B") == {"pick lantern-3": 30}
    assert decides(with_loot(match, "C", up="egg"), "B") == {"pick hidden": 30}
    assert decides(with_loot(match, "C", up="egg", down=""), "B") == {"pick egg": 30}
    assert decides(with_loot(match, "C", up="", down="egg"), "B") == {"pick hidden": 30}


def test_siana_offers_the_least():
    match = table(leaves("B", "egg", "grapple", "C"), adventurers=["red", "moon", "siana"])
    go(with_loot(match, "C", up="lantern-3 pistol", down="egg lantern-2"), "C accept")
    assert decides(match, "C") == {"offer pistol": 30}
    assert decides(with_loot(match, "C", down="purse egg"), "C") == {"offer hidden purse": 30}


def test_it_lies_with_something_that_could_hurt_if_it_can():
    match = table("sea find egg")
    with_loot(with_loot(match, "C", down=""), "C", up="")
    said = decides(match, "B", 60)
    assert said["claim lizard"] > said["claim pistol"] + said["claim grapple"]
    with_loot(match, "C", coins=0)
    assert sum(decides(match, "B", 60).values()) == 60


def test_powers():
    rich = sells("B") + sells("C") + "B mutiny"
    match = table(rich, adventurers=["red", "nostromo", "moon"])
    assert decides(match, "B", 5) == {"recover lizard": 5}
    match._position.record.discard = hand("egg egg egg")
    assert decides(match, "B", 5) == {"pass": 5}
