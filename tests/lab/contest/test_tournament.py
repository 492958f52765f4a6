"""Tournaments: equal deals, every seat, the same results from the same seed, and records that hold."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from fathoms import Match, OptionError, games
from fathoms.engine.records.verify import verify_record
from fathoms.lab.contest.elo import Sprt
from fathoms.lab.contest.tournament import Deal, Entrant, Pairing, Tournament, seatings


def pairing(game: str = "locker", first: str = "sailor", second: str = "deckhand", **more: Any) -> Pairing:
    found = games.find(game)
    records = more.pop("records", None)
    seed = more.pop("seed", 1)
    return Pairing(found, found.options.read(**more), Entrant.read(first), Entrant.read(second), seed, records)


def tournament(*bots: str, seed: int = 1, **options: Any) -> Tournament:
    locker = games.find("locker")
    return Tournament(locker, locker.options.read(**options), [Entrant.read(bot) for bot in bots], seed)


class TestDeals:
    def first_fates(self, seed: int, game: str = "locker", count: int = 12) -> list[str]:
        """The sea's events of a game in which everybody takes his first choice."""
        match, sea = Match(game, interpreted=True), Deal(seed)
        sea.drift(match)
        while not match.over and len(match.log) < 3 * count:
            match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")
            sea.drift(match)
        return [line for line in match.log if line.startswith("sea ")][:count]

    @pytest.mark.parametrize("game", games.names())
    def test_the_same_deal_has_the_same_fates(self, game: str) -> None:
        assert self.first_fates(3, game) == self.first_fates(3, game)
        assert len({tuple(self.first_fates(seed, game)) for seed in range(8)}) > 1

    def test_the_kth_event_of_a_kind_is_the_same_when_play_differs(self) -> None:
        """Two tables part ways; wherever the same fate is possible at both, the same event brings it to both."""
        lines = []
        for choice in ("continue", "surface"):
            match, sea = Match("locker", interpreted=True, players=2, first="A"), Deal(11)
            sea.drift(match)
            while len(match.log) < 40 and not match.over:
                seat = match.to_act[0]
                legal = match.choices(seat)
                match.play(f"{seat} {choice if choice in legal else legal[0]}")
                sea.drift(match)
            lines.append([line for line in match.log if line.startswith("sea draw")])
        same = sum(a == b for a, b in zip(*lines, strict=False))
        assert lines[0][0] == lines[1][0]
        assert same >= 0.6 * min(map(len, lines))

    def test_fates_come_in_proportion_to_their_weights(self) -> None:
        locker = games.find("locker")
        fates = [(locker.fate_codes["draw anchor-5"], 1), (locker.fate_codes["draw squid-5"], 3)]
        seen = Counter(Deal(seed).choose(locker, fates) for seed in range(4000))
        assert seen[fates[1][0]] / 4000 == pytest.approx(0.75, abs=0.03)


class TestSeatings:
    @pytest.mark.parametrize(("players", "games_a_deal"), [(2, 2), (3, 6), (4, 6), (5, 20), (6, 20)])
    def test_both_bots_sit_everywhere_alike(self, players: int, games_a_deal: int) -> None:
        tables = seatings(players)
        assert len(set(tables)) == games_a_deal
        for seat in range(players):
            assert sum(table[seat] == "a" for table in tables) == games_a_deal / 2
        assert {table.translate(str.maketrans("ab", "ba")) for table in tables} == set(tables)

    def test_a_bot_against_itself_wins_half_of_every_deal_that_is_played_alike(self) -> None:
        """Sailors in Davy Jones' Locker leave nothing to their own luck, so each seating's mirror is the same game."""
        alike = pairing("locker", "sailor", "sailor", players=3)
        assert [alike.play_deal(deal) for deal in range(3)] == [0.5] * 3


class TestPlaying:
    def test_the_same_seed_gives_the_same_shares_on_one_core_or_two(self) -> None:
        careless = {"first": "deckhand", "second": "deckhand", "players": 2}
        one = list(pairing(**careless).deals(0, 8, 1))
        assert one == list(pairing(**careless).deals(0, 8, 2))
        assert one != list(pairing(**careless, seed=2).deals(0, 8, 1))

    def test_searching_bots_repeat_themselves_too(self) -> None:
        first, again = (list(pairing("locker", "mate@30", "sailor", players=2).deals(0, 2, 2)) for _ in range(2))
        assert first == again

    def test_every_pair_meets_on_the_same_deals(self) -> None:
        table = tournament("deckhand", "sailor", "mate@20", players=2)
        told: list[int] = []
        table.run(2, 2, told.append)
        assert [(m.pairing.first.level, m.pairing.second.level) for m in table.meetings] == list(
            combinations(("deckhand", "sailor", "mate"), 2)
        )
        assert told == list(range(1, 7))
        told_again = table.to_dict()
        assert set(told_again["elo"]) == {"deckhand", "sailor", "mate@20"}
        assert all(meeting["games"] == 4 for meeting in told_again["meetings"])

    def test_a_sequential_test_stops_when_it_knows(self) -> None:
        meeting, verdict = tournament("sailor", "deckhand", players=2).test(Sprt(0, 100), 200, 2)
        assert verdict == "accepted"
        assert len(meeting.shares) < 100
        meeting, verdict = tournament("deckhand", "sailor", players=2).test(Sprt(0, 100), 200, 2)
        assert verdict == "refused"

    def test_records_are_kept_and_verified(self, tmp_path: Path) -> None:
        pairing("locker", players=2, records=tmp_path).play_deal(0)
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == [
            "locker-sailor-deckhand-0-ab.json",
            "locker-sailor-deckhand-0-ba.json",
        ]
        for file in files:
            assert verify_record(file.read_text(encoding="utf-8")).events > 20


class TestRefusals:
    @pytest.mark.parametrize("text", ["admiral", "mate@", "mate@0", "mate@x", ""])
    def test_what_is_no_bot_is_refused(self, text: str) -> None:
        with pytest.raises(OptionError, match="allowed"):
            Entrant.read(text)

    @pytest.mark.parametrize("bots", [("sailor",), ("sailor", "sailor")])
    def test_a_tournament_needs_different_bots(self, bots: tuple[str, ...]) -> None:
        with pytest.raises(OptionError, match="all different"):
            tournament(*bots)

    def test_a_sequential_test_is_between_two(self) -> None:
        with pytest.raises(OptionError, match="two"):
            tournament("sailor", "deckhand", "mate@5").test(Sprt(), 5)
