"""The sea: fair, bound by its root, and silent about secrets."""

import hashlib
from dataclasses import replace
from itertools import pairwise

import pytest

from fathoms import Match, Sea
from fathoms.engine.sea import choose_fate, root_of
from tests.engine.test_match import act, locker, pearls, play_out

ROOT = "ef7a712f5d67b1300e59db289a0aa74d9be1ceb2ba7f513edec8b8827978defe"  # of the first four secrets below


def secret(k: int) -> bytes:
    return hashlib.sha256(f"secret {k}".encode()).digest()


class TestCommitment:
    @pytest.mark.parametrize("leaves", [1, 2, 8, 64])
    def test_every_proof_leads_to_the_root(self, leaves: int) -> None:
        sea = Sea.from_seed(1, leaves)
        for leaf in range(leaves):
            assert sea.proof(leaf).leads_to(sea.root)
            assert len(sea.proof(leaf).path) == leaves.bit_length() - 1

    def test_a_changed_proof_leads_elsewhere(self) -> None:
        sea = Sea.from_seed(1, 8)
        proof = sea.proof(3)
        assert not replace(proof, secret=sea.secret(4)).leads_to(sea.root)
        assert not replace(proof, leaf=2).leads_to(sea.root)
        assert not replace(proof, path=proof.path[::-1]).leads_to(sea.root)
        assert not proof.leads_to(Sea.from_seed(2, 8).root)

    @pytest.mark.parametrize("leaves", [1, 2, 8, 16])
    def test_used_secrets_and_the_frontier_give_the_root(self, leaves: int) -> None:
        sea = Sea.from_seed(1, leaves)
        for used in range(1, leaves + 1):
            secrets = [sea.secret(leaf) for leaf in range(used)]
            assert root_of(secrets, leaves, sea.frontier(used)) == sea.root

    def test_a_frontier_that_does_not_fit_gives_no_root(self) -> None:
        sea = Sea.from_seed(1, 8)
        secrets = [sea.secret(leaf) for leaf in range(3)]
        assert root_of(secrets, 8, sea.frontier(3)[1:]) != sea.root
        assert root_of(secrets, 8, [*sea.frontier(3), sea.root]) is None
        assert root_of(secrets[:2], 8, sea.frontier(3)) != sea.root
        assert root_of(secrets, 16, sea.frontier(3)) != sea.root
        assert root_of([], 8, []) is None

    @pytest.mark.parametrize("leaves", [0, -1, 3, 6, 1000])
    def test_leaves_are_a_power_of_two(self, leaves: int) -> None:
        with pytest.raises(ValueError, match="power of two"):
            Sea(leaves)

    def test_a_sea_of_the_operating_system_never_repeats(self) -> None:
        roots = {Sea(2).root for _ in range(20)}
        assert len(roots) == 20

    def test_a_seed_repeats(self) -> None:
        assert Sea.from_seed(7, 4).root == Sea.from_seed(7, 4).root != Sea.from_seed(8, 4).root


class TestFairness:
    @pytest.mark.parametrize("weights", [[1, 1, 1], [5, 1], [1] * 50, [3, 0, 2, 7], [10**30, 10**30, 2 * 10**30]])
    def test_fates_come_in_proportion_to_their_weights(self, weights: list[int]) -> None:
        draws = 6000
        counts = [0] * len(weights)
        for k in range(draws):
            counts[choose_fate(secret(k), k, {}, weights)] += 1
        expected = [draws * weight / sum(weights) for weight in weights]
        assert all(count == 0 for count, weight in zip(counts, weights, strict=True) if weight == 0)
        chi2 = sum((count - due) ** 2 / due for count, due in zip(counts, expected, strict=True) if due)
        freedom = sum(weight > 0 for weight in weights) - 1
        assert chi2 < freedom + 4 * (2 * freedom) ** 0.5

    def test_numbers_past_the_fair_range_are_rejected(self) -> None:
        """With a total just over half the range, nearly half of all numbers must be drawn again."""
        weights = [1 << 255, 1]
        assert {choose_fate(secret(k), k, {}, weights) for k in range(200)} == {0}

    def test_consecutive_fates_do_not_follow_each_other(self) -> None:
        fates = [choose_fate(secret(1), leaf, {}, [1, 1]) for leaf in range(2000)]
        changes = sum(a != b for a, b in pairwise(fates))
        assert 900 < changes < 1100

    def test_one_fate_is_certain(self) -> None:
        assert choose_fate(secret(1), 0, {}, [9]) == 0

    def test_what_decides_a_fate_is_pinned(self) -> None:
        """Old records must verify for ever: this test may not be changed to fit the code."""
        drawn = [choose_fate(secret(k), k, {"A": "salt", "B": "wind"}, [1] * 50) for k in range(6)]
        assert drawn == [16, 43, 33, 17, 43, 0]

    def test_the_root_of_known_secrets_is_pinned(self) -> None:
        """As the one above."""
        assert Sea(4, secrets=[secret(k) for k in range(4)]).root == ROOT


class TestEntropy:
    @staticmethod
    def fates(entropy: dict[str, str], seed: int = 1) -> list[int]:
        sea = Sea.from_seed(seed, 64)
        for seat, words in entropy.items():
            sea.stir(seat, words)
        return [sea.draw([1] * 10)[0] for _ in range(64)]

    def test_the_same_seed_and_words_give_the_same_fates(self) -> None:
        assert self.fates({"A": "x"}) == self.fates({"A": "x"})
        assert self.fates({}, 1) != self.fates({}, 2)

    @pytest.mark.parametrize(
        "other", [{}, {"A": "y"}, {"B": "x"}, {"A": "x", "B": ""}, {"A": "x|1:B=y"}, {"A": "X"}, {"A": "é"}]
    )
    def test_other_words_give_other_fates(self, other: dict[str, str]) -> None:
        assert self.fates(other) != self.fates({"A": "x"})

    def test_words_cannot_be_taken_for_somebody_elses(self) -> None:
        assert self.fates({"A": "x", "B": "y"}) != self.fates({"A": "x|1:B=y"})

    def test_order_of_stirring_does_not_matter(self) -> None:
        assert self.fates({"A": "x", "B": "y"}) == self.fates({"B": "y", "A": "x"})

    def test_stirring_after_the_start_is_refused(self) -> None:
        sea = Sea.from_seed(1, 4)
        sea.stir("A", "before")
        sea.draw([1, 1])
        with pytest.raises(ValueError, match="before the first fate"):
            sea.stir("B", "too late")
        assert sea.entropy == {"A": "before"}


class TestSpending:
    def test_a_spent_sea_says_so(self) -> None:
        sea = Sea.from_seed(1, 2)
        assert [sea.draw([1, 1])[1] for _ in range(2)] == [0, 1]
        assert sea.spent
        with pytest.raises(ValueError, match="2 secrets and all are used"):
            sea.draw([1, 1])

    def test_a_further_tide_takes_over_by_itself(self) -> None:
        match, sea = pearls(players=3, tide="any"), Sea.from_seed(1, 2)
        sea.stir("A", "salt")
        match.drift(sea)
        assert match.to_act == ["A", "B", "C"]
        tides = match.to_record().sea
        assert [tide.events for tide in tides] == [[1, 2], [3, 4]]
        assert len({tide.root for tide in tides}) == 2
        assert all(tide.entropy == {"A": "salt"} for tide in tides)

    def test_a_seed_repeats_over_several_tides(self) -> None:
        logs = set()
        for _ in range(2):
            match = Match("locker", interpreted=True, divers="random")
            match.drift(Sea.from_seed(1, 2))
            logs.add(tuple(match.log))
        assert len(logs) == 1

    def test_one_sea_serves_one_match(self) -> None:
        sea = Sea.from_seed(1)
        locker().drift(sea)
        other = locker()
        with pytest.raises(ValueError, match="another match"):
            other.drift(sea)
        assert other.log == []

    def test_a_copy_does_not_share_the_sea(self) -> None:
        sea = Sea.from_seed(1)
        match = locker()
        match.drift(sea)
        twin = match.copy()
        while twin.to_act != ["sea"]:
            act(twin)
        with pytest.raises(ValueError, match="another match"):
            twin.drift(sea)


def drone_game() -> tuple[Match, Sea, int]:
    """A match in which the sea has just shown a card to a Drone: the match, the sea, the event's number."""
    for seed in range(200):
        match, sea = locker(first=None), Sea.from_seed(seed)
        match.drift(sea)
        if match.log[-1].startswith("sea peek"):
            return match, sea, len(match.log)
    raise AssertionError("no seed leads to a Drone")


class TestProofs:
    def test_a_public_fate_has_its_proof_at_once(self) -> None:
        match, sea = locker(first=None), Sea.from_seed(1)
        sea.stir("A", "salt")
        match.drift(sea)
        proof = match.proof(1)
        assert proof is not None
        assert proof.leads_to(sea.root)
        index = choose_fate(bytes.fromhex(proof.secret), proof.leaf, {"A": "salt"}, [1, 1])
        assert match.log[0] == f"sea first {'AB'[index]}"

    def test_every_fate_of_a_finished_match_can_be_derived_anew(self) -> None:
        match = play_out(locker(first=None, players=3), seed=4)
        again = Match("locker", interpreted=True, players=3)
        for number, line in enumerate(match.log, 1):
            if line.startswith("sea "):
                proof = match.proof(number)
                weighted = again.position.fates()
                index = choose_fate(bytes.fromhex(proof.secret), proof.leaf, {}, [weight for _, weight in weighted])
                assert line == f"sea {again.game.fate_text(weighted[index][0])}"
                assert proof.leads_to(Sea.from_seed(4).root)
            else:
                assert match.proof(number) is None
            again.play(line)

    def test_what_a_drone_sees_is_proven_at_the_end_only(self) -> None:
        match, sea, number = drone_game()
        assert match.proof(number) is None
        assert match.proof(number - 1) is not None
        while not match.over:
            match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")
            match.drift(sea)
            if not match.over:
                assert match.proof(number) is None
        assert match.proof(number).leads_to(sea.root)

    def test_a_secret_hand_is_proven_at_the_end_only(self) -> None:
        match, sea = pearls(tide="any"), Sea.from_seed(3)
        match.drift(sea)
        assert match.proof(1) is not None
        assert [match.proof(number) for number in (2, 3)] == [None, None]
        match.play("A keep")
        match.play("B keep")
        assert match.over
        assert all(match.proof(number).leads_to(sea.root) for number in (1, 2, 3))

    def test_a_scripted_event_has_no_proof(self) -> None:
        match = locker("sea draw anchor-5")
        assert match.proof(1) is None

    @pytest.mark.parametrize("number", [0, -1, 99])
    def test_an_event_that_is_none_has_no_proof(self, number: int) -> None:
        match = play_out(pearls())
        assert match.proof(number) is None

    def test_proofs_stay_when_another_sea_takes_over(self) -> None:
        match = locker(first=None)
        match.drift(Sea.from_seed(1))
        before = match.proof(1)
        while match.to_act != ["sea"]:
            act(match)
        match.drift(Sea.from_seed(2))
        assert match.proof(1) == before

    def test_every_tide_is_proven_at_the_end(self) -> None:
        match, sea = pearls(tide="any", players=3), Sea.from_seed(3, 2)
        match.drift(sea)
        for seat in match.seats:
            match.play(f"{seat} keep")
        roots = [tide.root for tide in match.to_record().sea]
        proofs = [match.proof(number) for number in (1, 2, 3, 4)]
        assert [proof is not None and proof.leads_to(roots[i // 2]) for i, proof in enumerate(proofs)] == [True] * 4
