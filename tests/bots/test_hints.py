"""Hints: from what the seat knows, honest about how sure they are, with a reason in the game's own words."""

from typing import Any

import numpy as np
import pytest

from fathoms import IllegalMove, Match, Sea
from fathoms.bots.coach import hints
from fathoms.bots.coach.hints import Hint, give_hint, hint_text, reason_text
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import find_game
from fathoms.engine.parts.hint_context import HintContext, share_of
from fathoms.games.nukha.hints import is_true
from fathoms.games.reef.hints import distance


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "SECONDS", 0.01)
    monkeypatch.setattr(hints, "IMAGINED", 12)


def deep_dive() -> Match:
    """A has two suits in the row."""
    match = Match("locker", interpreted=False, players=2, first="A")
    for line in ("sea draw anchor-5", "A continue", "sea draw key-4"):
        match.play(line)
    return match


def decision(game: str, seed: int = 3, skip: int = 6) -> tuple[Match, str]:
    """A position in the middle of a game in which a seat has a choice."""
    match, sea = Match(game, interpreted=False), Sea.from_seed(seed)
    match.drift(sea)
    while True:
        seat = match.to_act[0]
        choices = match.choices(seat)
        if len(choices) > 1 and len(match.log) > skip:
            return match, seat
        match.play(f"{seat} {choices[0]}")
        match.drift(sea)


@pytest.mark.parametrize("game", ["locker", "barracuda"])
def test_a_hint_is_a_choice_with_a_reason_in_both_languages(game: str) -> None:
    match, seat = decision(game)
    hint = give_hint(match, seat, 40)
    assert hint.best in match.choices(seat)
    assert hint.other in match.choices(seat)
    assert hint.sure == "close" or hint.share > hint.other_share
    for lang in ("en", "fr"):
        text = hint_text(hint, match.game, lang)
        assert match.game.label(hint.best, lang) in text
        assert "{" not in text
        assert (reason_text(hint, match.game, lang) or "") in text
    again = give_hint(match, seat, 40)
    assert (again.best, again.share, again.error) == (hint.best, hint.share, hint.error)


def test_a_hint_knows_nothing_the_seat_does_not() -> None:
    match, seat = decision("locker", skip=20)
    number = SEATS.index(seat)
    elsewhere = match.copy()
    elsewhere._position = match.position.redacted(number).imagined(number, np.array([5], np.uint64))
    here, there = give_hint(match, seat, 40), give_hint(elsewhere, seat, 40)
    assert (here.best, here.share, here.error) == (there.best, there.share, there.error)
    assert hint_text(here, match.game, "en") == hint_text(there, match.game, "en")


def test_the_risk_of_sinking_is_told() -> None:
    match = deep_dive()
    text = reason_text(give_hint(match, "A"), match.game, "en") or ""
    assert text == "8 of the 48 cards left would sink you (17 %), with 2 cards at stake."


def locker_reason(*lines: str, lang: str = "en", **options: Any) -> str | None:
    """Why A is advised what it is, after some lines."""
    match = Match("locker", interpreted=False, players=2, first="A", **options)
    for line in lines:
        match.play(line)
    return reason_text(give_hint(match, "A", 8), match.game, lang)


def test_what_an_anchor_saves_is_not_at_stake() -> None:
    text = locker_reason("sea draw key-4", "A continue", "sea draw anchor-5", lang="fr")
    assert str(text).startswith("8 des 48 cartes restantes vous couleraient (17\u202f%), avec 1 carte en jeu.")


def test_a_card_that_goes_straight_to_the_hold_does_not_sink() -> None:
    """Squids of the deck are the Tamer's (L39), also with one from the Locker in the row."""
    row = (
        "sea draw key-4",
        "A continue",
        "sea draw map-4",
        "sea show squid-2",
        "sea show anchor-2",
        "sea show drone-2",
    )
    more = ("A take squid-2", "sea draw chest-3", "sea draw mermaid-5")
    assert str(locker_reason(*row, *more)).startswith("21 of the 46 cards left would sink you (46 %)")
    fisher = locker_reason(*row, *more, divers=["squid-fisher", "none"])
    assert str(fisher).startswith("16 of the 46 cards left would sink you (35 %)")


def test_a_card_to_place_tells_which_choices_end_the_dive() -> None:
    shown = ("sea show key-2", "sea show anchor-2", "sea show drone-2")
    told = locker_reason("sea draw key-4", "A continue", "sea draw map-4", *shown)
    assert str(told).startswith("Of the 3 choices, one would end your dive at once.")


def test_a_knife_tells_whose_score_falls() -> None:
    first = ("sea draw anchor-5", "A surface", "sea draw key-6", "B continue", "sea draw mermaid-9", "B surface")
    told = str(locker_reason(*first, "sea draw knife-3"))
    assert told.startswith("Their score falls from 15 to ")


def test_what_was_seen_on_top_is_known() -> None:
    """The Drone has filmed a card that sinks: nobody is advised to turn it up."""
    match = Match("locker", interpreted=False, players=2, first="A")
    for line in ("sea draw harpoon-4", "A continue", "sea draw mermaid-9", "A continue", "sea draw key-7"):
        match.play(line)
    for line in ("A continue", "sea draw drone-3", "sea peek harpoon-6"):
        match.play(line)
    hint = give_hint(match, "A", 4000)
    assert hint.best == "surface"
    assert hint.sure != "close"
    assert "it would sink you, with 4 cards at stake" in str(reason_text(hint, match.game, "en"))


@pytest.mark.parametrize("game", ["locker", "barracuda"])
def test_a_hint_does_not_contradict_its_own_numbers(game: str) -> None:
    """The lower number was advised where it was close: "Press on: 29 %, against 31 % for Surface"."""
    for seed in range(12):
        match, seat = decision(game, seed)
        hint = give_hint(match, seat, 20)
        assert hint.share >= hint.other_share


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Too close to call: “Press on” wins 31 % of the time, “Surface” 29 %."),
        (
            "fr",
            "Trop serré pour trancher\u202f: «\u202fContinuer\u202f» gagne dans 31\u202f% des cas, "
            "«\u202fRemonter à la surface\u202f» dans 29\u202f%.",
        ),
    ],
)
def test_a_close_call_names_both_in_falling_order(lang: str, said: str) -> None:
    match = deep_dive()
    context = give_hint(match, "A", 20).context
    hint = Hint("A", "continue", 0.31, "surface", 0.29, 0.02, context)
    assert said in hint_text(hint, match.game, lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "“Take Harpoon 5”: 58 % to win, against 29 % for “Surface” (sure)."),
        ("fr", "«\u202fPrendre : Harpon 5\u202f»\u202f: 58\u202f% de chances de gagner, contre 29\u202f% pour "),
    ],
)
def test_advice_that_holds_a_colon_is_told_from_its_numbers(lang: str, said: str) -> None:
    match = deep_dive()
    outlook = give_hint(match, "A", 20).context
    hint = Hint("A", "take harpoon-5", 0.58, "surface", 0.29, 0.02, outlook)
    assert said in hint_text(hint, match.game, lang)


def test_what_reads_the_same_is_too_close_to_call() -> None:
    context = hint_of("reef", {}, "stop").context
    assert Hint("A", "stop", 0.604, "x", 0.596, 0.0001, context).sure == "close"


def test_no_hint_out_of_turn() -> None:
    with pytest.raises(IllegalMove, match="nothing to decide"):
        give_hint(deep_dive(), "B")


def hint_of(game: str, view: dict[str, Any], best: str, worlds: list[dict[str, Any]] | None = None) -> Hint:
    """A hint made by hand, to look at its reason alone."""
    same = [view]
    context = HintContext("A", view, best, worlds or same, lambda choice: same, lambda choice: same)
    return Hint("A", best, 0.6, "x", 0.5, 0.01, context)


@pytest.mark.parametrize(("error", "sure"), [(0.01, "sure"), (0.05, "likely"), (0.09, "close")])
def test_how_sure_a_hint_is(error: float, sure: str) -> None:
    told = hint_of("reef", {}, "stop")
    assert Hint("A", "stop", 0.6, "x", 0.5, error, told.context).sure == sure


def test_nukha_says_how_likely_a_claim_is() -> None:
    nukha = find_game("nukha")
    view = {"claim": "lantern", "found": None, "captain": "A", "coins": {"A": 4}}
    worlds = [{"found": found} for found in ("lantern-2", "lantern-3", "egg", "grapple")]
    assert "true in 50 % of cases" in str(reason_text(hint_of("nukha", view, "accuse", worlds), nukha, "en"))
    holding = {**view, "found": "egg"}
    assert "bluff" in str(reason_text(hint_of("nukha", holding, "claim pistol"), nukha, "fr"))
    assert "is true" in str(reason_text(hint_of("nukha", {**view, "found": "pistol"}, "claim pistol"), nukha, "en"))
    assert "4 coins" in str(reason_text(hint_of("nukha", view, "mutiny"), nukha, "en"))
    assert reason_text(hint_of("nukha", view, "choose red"), nukha, "en") is None
    attack = {**view, "captain": "B", "claim": "pistol"}
    for found, said in (("egg", "the attack fails and you pay"), ("pistol", "happens even if they accuse you")):
        assert said in str(reason_text(hint_of("nukha", {**attack, "found": found}, "attack C"), nukha, "en"))
    bought = reason_text(hint_of("nukha", {**attack, "captain": "A"}, "attack C"), nukha, "fr")
    assert "personne ne peut vous accuser" in str(bought)
    assert is_true("lantern-3", "lantern")
    assert not is_true("egg", "lantern")


REEF: dict[str, Any] = {
    "divers": {"A": {"at": "5.2", "carries": None}},
    "boat": [8, 9, 10],
    "points": 1,
    "helm": "2",
    "cards": {"A": {"up": ["1", "dolphin"], "used": ["2"]}},
    "chests": {"4.6": ["large"], "6.3": ["small"]},
    "chart": [6, 6, 6, 6, 2, 6, 6, 6, 6, 6],
}


def reef_reason(best: str, lang: str = "en", **changes: Any) -> str | None:
    return reason_text(hint_of("reef", {**REEF, **changes}, best), find_game("reef"), lang)


def test_reef_says_how_far_it_is_and_how_much_air_is_left() -> None:
    near = "Nearest: a small chest, 2 cells away."
    assert reef_reason("down") == f"{near} You may swim 1 cell; 2 dive cards left after that."
    carrying = {"A": {"at": "8.1", "carries": "large"}}
    assert reef_reason("up", "fr", divers=carrying, cards={"A": {"up": [], "used": []}}) == (
        "Vous portez une grosse malle\u202f; le bateau est à 1 case. Vous pouvez nager de 1 case\u202f; "
        "c’est la dernière carte, il faut finir à bord."
    )
    assert reef_reason("spin", points=0) == near
    assert "Nothing is left" in str(reef_reason("up", chests={}))
    assert "You are on a small chest." in str(reef_reason("grab", divers={"A": {"at": "6.3", "carries": None}}))


@pytest.mark.parametrize(
    ("card", "helm", "cells"), [("1", "2", "3 cells"), ("dolphin", "2", "2 cells"), ("1", "?", "1 cell")]
)
def test_a_dive_card_is_told_with_how_far_one_swims_by_it(card: str, helm: str, cells: str) -> None:
    told = reef_reason(f"card {card}", points=0, helm=helm)
    assert f"With this card you may swim {cells}; 1 dive card left after that." in str(told)


def test_ways_lead_up_and_over_the_reef() -> None:
    assert distance(REEF, "4.6", "6.3") == 2 + 4 + 1
    assert distance(REEF, "6.3", "8.5") == 4
    assert distance(REEF, "boat", "7.3") == 4


def test_barracuda_tells_what_may_be_lost() -> None:
    """Also where the wreck gives a coin to whoever has just lost the bag there."""
    game = find_game("barracuda")
    now = {"bags": {"A": 3}, "chests": {"A": 2}}
    after = [{"bags": {"A": 1}, "chests": {"A": 2}}, {"bags": {"A": 0}, "chests": {"A": 5}}]
    context = HintContext("A", now, "play 1", [now], lambda choice: after, lambda choice: after)
    text = str(reason_text(Hint("A", "play 1", 0.5, "play 2", 0.4, 0.01, context), game, "en"))
    assert "−1.0 coins on average" in text
    assert "a loss in 50 % of cases" in text
    still = HintContext("A", now, "play 1", [now], lambda choice: [now], lambda choice: [now])
    text = str(reason_text(Hint("A", "play 1", 0.5, "play 2", 0.4, 0.01, still), game, "fr"))
    assert text == "D’ici votre prochaine décision\u202f: 0,0 pièces en moyenne."


def test_a_share_of_worlds_is_rounded_to_percents() -> None:
    assert share_of([{"x": 1}, {"x": 2}, {"x": 3}], lambda view: bool(view["x"] > 1)) == 67
