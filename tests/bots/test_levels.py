"""Bots: they see what a seat sees, choose what is legal, and repeat themselves with a seed."""

from typing import Any

import numpy as np
import pytest

from fathoms import Match, OptionError, Sea, games
from fathoms.bots.levels import LEVELS, QUICK_LEVELS, Bot
from fathoms.engine.dialect import SEATS, SPECTATOR
from fathoms.engine.hooks import has_heuristic
from tests.engine.toy import GAME


def evening(level: str, seed: int, game: Any = "locker", interpreted: bool = True, **options: Any) -> Match:
    """A whole game between bots of one level."""
    match, sea, bot = Match(game, interpreted=interpreted, **options), Sea.from_seed(seed), Bot(level, seed)
    match.drift(sea)
    while not match.over:
        seat = match.to_act[0]
        match.play(f"{seat} {bot.choose(match, seat)}")
        match.drift(sea)
    return match


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_legal_moves_to_the_end(level: str) -> None:
    for seed in range(5):
        assert evening(level, seed, players=4, divers="random").winners


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", games.names())
def test_a_bot_can_play_every_game(game: str, level: str) -> None:
    assert evening(level, 1, game).over


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_the_same_seed_gives_the_same_moves(level: str) -> None:
    assert evening(level, 3).log == evening(level, 3).log
    assert evening(level, 3).log == evening(level, 3, interpreted=False).log


def searched(match: Match, seat: str, seed: int = 5) -> str:
    return Bot("mate", seed, iterations=60).choose(match, seat)


def test_a_search_repeats_itself_and_sees_nothing_hidden() -> None:
    """The same seed and iterations give the same move, also when what the seat cannot know is something else."""
    match, sea = Match("locker", players=2, first="A", divers=["mystic", "navigator"]), Sea.from_seed(4)
    match.drift(sea)
    decisions = 0
    while not match.over and decisions < 25:
        seat = match.to_act[0]
        number = SEATS.index(seat)
        choice = searched(match, seat)
        assert searched(match, seat) == choice
        elsewhere = match.copy()
        told = match.position.redacted(number)
        elsewhere._position = told.imagined(number, np.array([decisions], np.uint64))
        assert searched(elsewhere, seat) == choice
        match.play(f"{seat} {choice}")
        match.drift(sea)
        decisions += 1
    assert decisions == 25


def test_without_a_seed_bots_differ() -> None:
    match = Match("locker", interpreted=True, players=2, first="A")
    match.play("sea draw anchor-5")
    assert {Bot("deckhand").choose(match, "A") for _ in range(60)} == {"continue", "surface"}


@pytest.mark.parametrize("level", ["admiral", "", "Sailor", None, 3])
def test_an_unknown_level_is_refused(level: Any) -> None:
    with pytest.raises(OptionError, match="deckhand, sailor"):
        Bot(level)


def test_choosing_changes_nothing() -> None:
    match = Match("locker", interpreted=True, players=2, first="A")
    match.play("sea draw anchor-5")
    before = match.save()
    Bot("sailor", 1).choose(match, "A")
    assert match.save() == before


def test_a_game_without_a_rule_of_thumb_is_played_at_random() -> None:
    assert not has_heuristic(GAME)
    match = Match(GAME, interpreted=True)
    match.drift(Sea.from_seed(1))
    assert {Bot("sailor", seed).choose(match, "A") for seed in range(20)} == {"keep", "throw"}


class TestSecrets:
    """Two worlds that look the same to a seat get the same move from it."""

    @pytest.mark.parametrize("level", LEVELS)
    @pytest.mark.parametrize("cards", [("anchor-7", "squid-7"), ("mermaid-9", "key-7"), ("knife-3", "map-3")])
    def test_what_another_drone_saw_does_not_matter(self, level: str, cards: tuple[str, str]) -> None:
        match = Match("locker", interpreted=True, players=2, first="A", divers="mystic,none")
        for card in ("harpoon-5", "net-5", "drone-5"):
            match.play(f"sea draw {card}")
            if card != "drone-5":
                match.play("A continue")
        match.play("sea peek chest-7")
        for card in cards:
            match.play(f"sea peek {card}")
        match.play("A surface")
        match.play("sea draw chest-7")
        assert [Bot(level, seed).choose(match, "B") for seed in range(20)] == self._with_other_cards(level)

    @staticmethod
    def _with_other_cards(level: str) -> list[str]:
        lines = "sea draw harpoon-5|A continue|sea draw net-5|A continue|sea draw drone-5|sea peek chest-7"
        match = Match("locker", interpreted=True, players=2, first="A", divers="mystic,none")
        for line in [*lines.split("|"), "sea peek map-7", "sea peek net-7", "A surface", "sea draw chest-7"]:
            match.play(line)
        return [Bot(level, seed).choose(match, "B") for seed in range(20)]

    @pytest.mark.parametrize("game", games.names())
    @pytest.mark.parametrize("level", LEVELS)
    def test_an_imagined_world_gets_the_same_move(self, game: str, level: str) -> None:
        match, sea, rng = Match(game, interpreted=True), Sea.from_seed(5), np.array([5], np.uint64)
        match.drift(sea)
        for step in range(40):
            if match.over:
                break
            seat = match.to_act[0]
            twin = match.copy()
            number = SEATS.index(seat)
            twin._position = match.position.redacted(number).imagined(number, rng)
            choice = Bot(level, step).choose(match, seat)
            assert Bot(level, step).choose(twin, seat) == choice
            match.play(f"{seat} {choice}")
            match.drift(sea)


def test_a_bot_is_given_a_redacted_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wiretap on the bot: the position it decides on is the one redacted for its seat."""
    seen = []
    monkeypatch.setattr(Bot, "_decide", lambda self, told, seat: seen.append((told.bytes(), seat)) or 0)
    match = Match(GAME, interpreted=True, players=3)
    match.drift(Sea.from_seed(1))
    for seat in "ABC":
        Bot("sailor", 1).choose(match, seat)
    assert seen == [(match.position.redacted(seat).bytes(), seat) for seat in range(3)]
    assert match.position.redacted(SPECTATOR).bytes() not in [told for told, _ in seen]
