"""Where a move is a path, a hint advises the whole of it, and says what the rule of thumb would do instead."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fathoms import Match
from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach import hints, whole_moves
from fathoms.bots.coach.choice_value import Counts, Streams, open_streams
from fathoms.bots.coach.hints import Hint, give_hint, hint_text, known_to, reason_text
from fathoms.bots.coach.whole_moves import best_whole_move, distinct, follow, usual_move
from fathoms.engine.position import Position
from fathoms.games.reef.hints import goal, path_text


def four_cells(points: int = 3) -> Match:
    """A dives in under the boat, with some cells to swim."""
    match = Match("reef", interpreted=False, players=2)
    for line in ("sea first A", "A spin", f"sea spin {points}"):
        match.play(line)
    match.play(f"A {match.choices('A')[0]}")
    return match


@pytest.fixture
def deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is deeper wins: nothing is played on."""

    def tried(told: Position, players: int, seat: int, actions: list[int], streams: Streams) -> Counts:
        worth = [depth(told, seat, action) for action in actions]
        return np.array([worth] * len(streams)) * WHOLE_WIN // 20

    def depth(told: Position, seat: int, action: int) -> int:
        after = told.copy()
        after.happen(seat, action)
        at = str(after.view(seat, 2)["divers"]["A"]["at"])
        return 0 if at == "boat" else int(at.split(".")[1])

    monkeypatch.setattr(hints, "IMAGINED", 2)
    for module in (hints, whole_moves):
        monkeypatch.setattr(module, "try_choices", tried)


@pytest.mark.usefixtures("deep")
def test_a_hint_advises_the_whole_swim_and_not_its_first_step() -> None:
    match = four_cells()
    hint = give_hint(match, "A", 8)
    assert hint.best.startswith("enter ")
    way = (hint.best, *hint.then)
    assert way[1:3] == ("down", "down")
    for choice in way:
        assert choice in match.choices("A")
        match.play(f"A {choice}")


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize(
    ("lang", "said"), [("en", "(dive in, down, down"), ("fr", "(plonger, vers le bas, vers le bas")]
)
def test_a_whole_swim_is_told_with_where_it_leads(lang: str, said: str) -> None:
    match = four_cells()
    text = hint_text(give_hint(match, "A", 8), match.game, lang)
    assert said in text
    assert {"en": "Swim to ", "fr": "Nager jusqu’en "}[lang] in text


def test_a_swim_ends_at_a_chest_in_the_boat_or_where_one_stops() -> None:
    view: dict[str, Any] = {"turn": "A", "divers": {"A": {"at": "6.2"}}}
    assert path_text(("right", "down", "stop"), view, "en", with_way=True) == "Swim to 7.3 (right, down) and stop there"
    assert (
        path_text(("right", "down", "grab large"), view, "en", with_way=True)
        == "Swim to 7.3 (right, down) and take the large chest"
    )
    assert path_text(("right", "down", "grab"), view, "fr", with_way=True) == (
        "Nager jusqu’en 7.3 (vers la droite, vers le bas) et prendre la malle"
    )
    assert path_text(("up", "up"), view, "fr", with_way=True) == "Nager jusqu’au bateau (vers le haut, vers le haut)"
    view["divers"]["A"]["at"] = "boat"
    assert path_text(("enter 7", "down"), view, "en", with_way=True) == "Swim to 7.2 (dive in, down)"
    assert path_text(("enter 7", "down", "stop"), view, "fr", with_way=False) == "Nager jusqu’en 7.2 et s’y arrêter"


@pytest.mark.usefixtures("deep")
def test_every_whole_swim_is_legal_to_its_end() -> None:
    match = four_cells(2)
    told, streams = known_to(match.position, 0), open_streams((1,), 4)
    for first in match.choices("A"):
        move = best_whole_move(told, 2, 0, usual_move(told, 2, 0, first), streams)
        assert move[0] == first
        after = follow(told, 0, move[:-1])
        assert move[-1] in [match.game.action_text(code) for code in after.choices(0)]


def test_other_games_are_advised_choice_by_choice() -> None:
    match = Match("locker", interpreted=False, players=2, first="A")
    match.play("sea draw anchor-5")
    assert best_whole_move(match.position, 2, 0, ("continue",), open_streams((1,), 4)) == ("continue",)
    assert distinct(match.position, 2, 0) == match.position.choices(0)


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The rule of thumb says “Press on” (41 %): it weighs the cards at hand"),
        ("fr", "La règle empirique dit «\u202fContinuer\u202f» (41\u202f%)\u202f: elle pèse les cartes en jeu"),
    ],
)
def test_a_reason_says_what_the_rule_of_thumb_overlooks(lang: str, said: str) -> None:
    match = Match("locker", interpreted=False, players=2, first="A")
    match.play("sea draw anchor-5")
    context = hints.context_of(match.position, 2, 0, "surface", 1)
    sure = Hint("A", "surface", 0.6, "continue", 0.41, 0.01, context, thumb="continue", thumb_share=0.41)
    assert said in str(reason_text(sure, match.game, lang))
    close = replace(sure, share=0.42)
    assert said not in str(reason_text(close, match.game, lang))


def test_the_rule_of_thumb_is_told_only_where_it_says_something_else() -> None:
    match = Match("locker", interpreted=False, players=2, first="A")
    match.play("sea draw anchor-5")
    context = hints.context_of(match.position, 2, 0, "surface", 1)
    surface, go_on = (Hint("A", best, 0.6, "x", 0.4, 0.01, context) for best in ("surface", "continue"))
    codes = match.game.action_codes
    shares = {codes["surface"]: 0.6, codes["continue"]: 0.4}
    assert hints._with_thumb(surface, match.position, 2, shares).thumb == "continue"  # one card is no risk
    assert hints._with_thumb(surface, match.position, 2, shares).thumb_share == 0.4
    assert hints._with_thumb(go_on, match.position, 2, shares).thumb is None


@pytest.mark.usefixtures("deep")
def test_a_detour_is_not_held_beside_the_straight_way() -> None:
    """First steps by which the rule of thumb gets to the same chest, or home, are one choice."""
    match = four_cells()
    match.play(f"A {match.choices('A')[0]}")
    told = known_to(match.position, 0)
    kept = [match.game.action_text(code) for code in distinct(told, 2, 0)]
    goals = [goal(usual_move(told, 2, 0, first), match.view("A")) for first in kept if first != "stop"]
    assert len(goals) == len(set(goals))
    assert set(kept) <= set(match.choices("A"))
    hint = give_hint(match, "A", 8)
    assert {hint.best, hint.other} <= set(kept)


def test_another_end_than_the_usual_one_must_be_clearly_better(monkeypatch: pytest.MonkeyPatch) -> None:
    match = four_cells()
    told, streams = known_to(match.position, 0), open_streams((1,), 40)
    first = match.choices("A")[0]
    usual = usual_move(told, 2, 0, first)

    def tried(told: Position, players: int, seat: int, move: tuple[str, ...], streams: Streams) -> Counts:
        lucky = lead if move[-1] == "stop" else 0
        return np.arange(len(streams)) % 7 * 10 + lucky * (np.arange(len(streams)) % 3)

    monkeypatch.setattr(whole_moves, "try_move", tried)
    lead = 0
    assert best_whole_move(told, 2, 0, usual, streams) == usual
    lead = 100
    assert best_whole_move(told, 2, 0, usual, streams)[-1] == "stop"
