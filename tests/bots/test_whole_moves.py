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
from fathoms.bots.coach.whole_moves import best_whole_move, follow
from fathoms.engine.position import Position
from fathoms.games.reef.hints import path_text


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
    view: dict[str, Any] = {"reachable": {"7.3": ["right", "down"], "boat": ["up"]}}
    assert path_text(("right", "down", "stop"), view, "en") == "Swim to 7.3 (right, down) and stop there"
    assert (
        path_text(("right", "down", "grab large"), view, "en") == "Swim to 7.3 (right, down) and take the large chest"
    )
    assert path_text(("right", "down", "grab"), view, "fr") == (
        "Nager jusqu’en 7.3 (vers la droite, vers le bas) et prendre la malle"
    )
    assert path_text(("up",), view, "fr") == "Nager jusqu’au bateau (vers le haut)"


@pytest.mark.usefixtures("deep")
def test_every_whole_swim_is_legal_to_its_end() -> None:
    match = four_cells(2)
    told, streams = known_to(match.position, 0), open_streams((1,), 4)
    for first in match.choices("A"):
        move = best_whole_move(told, 2, 0, first, streams)
        assert move[0] == first
        after = follow(told, 0, move[:-1])
        assert move[-1] in [match.game.action_text(code) for code in after.choices(0)]


def test_other_games_are_advised_choice_by_choice() -> None:
    match = Match("locker", interpreted=False, players=2, first="A")
    match.play("sea draw anchor-5")
    assert best_whole_move(match.position, 2, 0, "continue", open_streams((1,), 4)) == ("continue",)


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The rule of thumb says “Press on” (41 %): it weighs the cards at hand"),
        ("fr", "La règle empirique dit « Continuer » (41 %) : elle pèse les cartes en jeu"),
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
    assert hints._with_thumb(surface, match.position, shares).thumb == "continue"  # one card is no risk
    assert hints._with_thumb(surface, match.position, shares).thumb_share == 0.4
    assert hints._with_thumb(go_on, match.position, shares).thumb is None
