"""The rule of thumb: legal, a liar and an accuser now and then, and a Captain who buys."""

from collections import Counter

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine.game import find_game
from fathoms.games.nukha.heuristic import doubt, heuristic, respond, worth
from fathoms.games.nukha.notation import ACCUSE
from fathoms.games.nukha.pieces import CARDS, CLAIM_OF, CLAIMS, PISTOL
from fathoms.lab.contest.tournament import Entrant, Pairing
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
            action = int(heuristic(match.position.redacted(number).record, number, rng))
        match.play(f"{seat} {match.game.action_text(action)}")
    return match


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_plays_legal_games_lies_and_tells_the_truth(players):
    said = Counter()
    for seed in (1, 2):
        log = played(Match("nukha", players=players, interpreted=True), seed).log
        finds = [line.split()[2] for line in log if line.startswith("sea find")]
        claims = [line.split()[2] for line in log if " claim " in line]
        for card, claim in zip(finds, claims, strict=False):
            said["true" if CLAIM_OF[CARDS.index(card)] == CLAIMS.index(claim) else "lie"] += 1
        said.update(line.split()[1] for line in log)
    assert min(said[word] for word in ("true", "lie", "buy", "mutiny")) > 0


def decides(match: Match, seat: str, times: int = 30) -> Counter:
    rng = np.array([3], np.uint64)
    number = match.seats.index(seat)
    with np.errstate(over="ignore"):
        actions = [heuristic(match.position.redacted(number).record, number, rng) for _ in range(times)]
    return Counter(match.game.action_text(int(action)) for action in actions)


def test_a_claim_that_cannot_be_true_is_accused():
    match = table(leaves("B", "egg", "lizard", "C"))
    with_loot(match, "A", up="lizard lizard lizard lizard lizard")
    record = match.position.redacted(2).record
    assert doubt(record, 2) == 100
    with np.errstate(over="ignore"):
        assert respond(record, 2, np.array([1], np.uint64)) == ACCUSE


def test_without_a_coin_it_does_not_buy():
    assert decides(with_loot(table("sea find egg; B claim lantern"), "A", coins=0), "A") == {"leave": 30}


def test_a_captain_buys_unless_eggs_are_to_be_feared():
    """He used to leave every other find to the Explorers: buying always won 1.26 times a share against that."""
    opening = table("sea find egg; B claim lizard")
    assert decides(opening, "A") == {"buy": 30}
    all_but_eggs = "grapple " * 5 + "pistol " * 4 + "lizard " * 4 + "lantern-3 " * 3 + "lantern-2 " * 3
    assert decides(with_loot(opening, "A", up=all_but_eggs), "A", 60)["leave"] > 40


def test_it_accuses_more_often_than_not_and_accepts_now_and_then():
    said = decides(table(leaves("B", "egg", "lantern", "C")), "C", 100)
    assert said["accuse"] > said["accept"] > 0


def test_it_takes_the_bottle_whenever_it_may():
    assert decides(table(sells("B") + sells("C")), "B") == {"mutiny": 30}


def test_it_drafts_anybody():
    """The Captain drafts first: were Nostromo always taken, his place would win half as much again as its share."""
    opening = Match("nukha", players=3, captain="A", interpreted=True)
    assert set(decides(opening, "A", 60)) == {"choose nostromo", "choose siana", "choose moon", "choose red"}


def test_a_majority_card_is_dear_while_the_majority_is_open():
    match = with_loot(with_loot(table(), "A", up="pistol"), "B", up="pistol")
    record = match.position.redacted(0).record
    assert worth(record, 0, PISTOL) == 20
    assert worth(with_loot(match, "A", up="pistol pistol pistol").position.redacted(0).record, 0, PISTOL) == 4
    assert worth(with_loot(match, "B", up="pistol pistol pistol").position.redacted(0).record, 2, PISTOL) == 4


def test_deckhands_are_beaten_clearly():
    """It used to win three quarters."""
    game = find_game("nukha")
    pairing = Pairing(game, game.options.read(players=3), Entrant("sailor"), Entrant("deckhand"), 1)
    deals = 25
    assert sum(pairing.play_deal(deal) for deal in range(deals)) / deals > 0.84


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
