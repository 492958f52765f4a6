"""Moves that are refused: the reason, the rule, and an unchanged match."""

import pytest

from fathoms import IllegalMove, Match
from tests.engine.test_match import DEALT, locker, pearls, play_out


def refused(match: Match, line: str) -> IllegalMove:
    """The refusal of a line, after making sure that nothing has changed."""
    before = match.save(), match.position.bytes(), match.to_act
    with pytest.raises(IllegalMove) as caught:
        match.play(line)
    assert (match.save(), match.position.bytes(), match.to_act) == before
    return caught.value


@pytest.mark.parametrize("line", ["", " ", "A", "D surface", "a surface", "surface", "Sea draw anchor-5", "?"])
def test_a_line_of_nobody_at_the_table(line: str) -> None:
    error = refused(locker("sea draw anchor-5"), line)
    assert error.rule is None
    assert "A" in str(error)


@pytest.mark.parametrize("line", ["A", "A ", "A dance", "A  surface", "A surface ", "A Surface", "A surface\n", "A ?"])
def test_bad_notation_names_the_text_and_what_is_possible(line: str) -> None:
    error = refused(locker("sea draw anchor-5"), line)
    assert error.rule is None
    assert "A continue, A surface" in str(error)


@pytest.mark.parametrize("card", ["anchor-9", "anchor", "kraken-5", "anchor-2", "anchor-5"])
def test_a_card_that_cannot_come(card: str) -> None:
    match = locker("sea draw anchor-5", "A continue")
    error = refused(match, f"sea draw {card}")
    assert card in str(error)
    assert "sea draw" in str(error).replace(f"sea draw {card}", "", 1)


def test_a_move_out_of_turn_names_the_rule() -> None:
    error = refused(locker("sea draw anchor-5"), "B surface")
    assert error.rule == "L12"
    assert "L12" in str(error)
    assert "a choice by A" in str(error)


def test_a_move_while_the_sea_acts_names_the_rule() -> None:
    error = refused(locker(), "A surface")
    assert error.rule == "L5"


def test_the_sea_cannot_act_for_a_player() -> None:
    error = refused(locker("sea draw anchor-5"), "sea draw anchor-6")
    assert "a choice by A" in str(error)


def test_a_move_the_rules_forbid_names_the_rule() -> None:
    match = locker("sea draw squid-3", "sea draw drone-5", "sea peek mermaid-8")
    error = refused(match, "A surface")
    assert error.rule == "L15"
    assert "Squid" in str(error)


def test_a_second_choice_of_a_seat_is_refused() -> None:
    assert refused(pearls(*DEALT, "A keep"), "A throw").rule == "P3"


@pytest.mark.parametrize("line", ["A surface", "sea draw anchor-5", "A dance"])
def test_after_the_end_nothing_is_possible(line: str) -> None:
    assert "over" in str(refused(play_out(locker()), line))


@pytest.mark.parametrize("call", ["choices", "view", "log_for"])
@pytest.mark.parametrize("seat", ["C", "Z", "", "a", "sea", "AB"])
def test_an_unknown_seat_is_refused(call: str, seat: str) -> None:
    with pytest.raises(IllegalMove, match="A, B"):
        getattr(locker(), call)(seat)


class TestSecrets:
    """A refusal is read by whoever tried: it must not tell what that one may not know."""

    MAP = ("sea draw map-5", "sea show squid-2", "sea show key-2", "sea show net-2")

    @pytest.mark.parametrize("line", ["B surface", "B continue", "B take anchor-2", "sea draw anchor-5", "B dance"])
    def test_cards_a_map_shows_are_not_told_to_others(self, line: str) -> None:
        message = str(refused(locker(*self.MAP), line))
        assert not any(card in message for card in ("squid-2", "key-2", "net-2"))

    def test_cards_a_map_shows_are_told_to_who_looks(self) -> None:
        message = str(refused(locker(*self.MAP), "A take anchor-2"))
        assert "take squid-2" in message

    @pytest.mark.parametrize("line", ["sea draw anchor-5", "A surface", "sea dance"])
    def test_the_card_on_top_of_the_deck_is_not_told(self, line: str) -> None:
        match = locker("sea draw drone-5", "sea peek mermaid-8", "A continue")
        assert "mermaid-8" not in str(refused(match, line))

    def test_others_choices_made_at_once_are_not_told(self) -> None:
        match = pearls(*DEALT, "B throw", players=2)
        assert "throw" not in str(refused(match, "B keep")).replace("B keep", "").replace("A throw", "")
