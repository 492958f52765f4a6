"""Random games with random options: what holds in every one of them, counted again from what is told."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathoms import Match
from tests.games.locker.locker_helpers import CARDS, LOWEST, SKILLS, SUITS, VARIANTS


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 4))
    variant = draw(st.sampled_from(VARIANTS))
    allowed = [skill for skill in SKILLS if (skill, variant) != ("saboteur", "neighbours")]
    listed = st.lists(st.sampled_from(allowed), min_size=players, max_size=players, unique=True)
    return {
        "players": players,
        "variant": variant,
        "first": draw(st.sampled_from([None, *"ABCD"[:players]])),
        "divers": draw(st.one_of(st.sampled_from(["none", "random"]), listed)),
        "tracker": True,
    }


SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=20, deadline=None, database=None)


def step(match: Match, random: Random) -> None:
    who = match.to_act[0]
    events = list(match.fates()) if who == "sea" else match.choices(who)
    assert events
    weights = list(match.fates().values()) if who == "sea" else None
    match.play(f"{who} {random.choices(events, weights)[0]}")


def play_out(chosen: dict[str, Any], seed: int) -> Match:
    match, random = Match("locker", **chosen), Random(seed)
    while not match.over:
        step(match, random)
    return match


# --- The count, again and naively ---


def value(card: str, skill: str) -> int:
    suit, printed = card.split("-")
    return int(printed) + (5 if suit == "mermaid" and skill == "golden-scales" else 0)


def score(hold: list[str], skill: str, variant: str) -> int:
    by_suit = {suit: [value(card, skill) for card in hold if card.split("-")[0] == suit] for suit in SUITS}
    if variant == "hoard":
        return sum(sum(values) for values in by_suit.values())
    absent = sum(not values for values in by_suit.values())
    return sum(max(values, default=0) for values in by_suit.values()) - (5 * absent if variant == "full-house" else 0)


def scores(view: dict[str, Any]) -> dict[str, int]:
    return {seat: score(hold, view["divers"][seat], view["variant"]) for seat, hold in view["holds"].items()}


def winners(view: dict[str, Any]) -> list[str]:
    found = scores(view)
    if view["variant"] == "depth-limit":
        afloat = [one for one in found.values() if one < 60]
        best = max(afloat) if afloat else min(found.values())
    else:
        best = max(found.values())
    tied = [seat for seat in found if found[seat] == best]
    most = max(len(view["holds"][seat]) for seat in tied)
    return [seat for seat in tied if len(view["holds"][seat]) == most]


@pytest.mark.rule("L1", "L6", "L8", "L25", "L26", "L42", "L51", "L53")
@FEW
@given(options(), SEEDS)
def test_cards_and_scores_at_every_event(chosen, seed):
    match, random = Match("locker", **chosen), Random(seed)
    while not match.over:
        step(match, random)
        assert match.position.sound() == 0
        view = match.view()
        assert view["scores"] == match.scores == scores(view)
        seen = [*view["row"], *view["tracker"], *(card for hold in view["holds"].values() for card in hold)]
        assert len(seen) == len(set(seen)) == 60 - view["deck"]
        assert len(view["tracker"]) == view["locker"]
        met = [card.split("-")[int(view["variant"] == "strange-waters")] for card in view["row"]]
        assert len(met) == len(set(met))


@pytest.mark.rule("L24", "L26", "L52", "L55")
@FEW
@given(options(), SEEDS)
def test_winners_are_empty_until_the_end_and_then_those_the_rules_name(chosen, seed):
    match, random = Match("locker", **chosen), Random(seed)
    while not match.over:
        assert match.winners == []
        step(match, random)
    view = match.view()
    assert match.winners == view["winners"] == winners(view)
    sudden = chosen["variant"] == "sudden-death" and max(scores(view).values()) >= 50
    assert view["deck"] == 0 or sudden
    assert view["row"] == []


@pytest.mark.rule("L1", "L3", "L5", "L44", "L61")
@FEW
@given(options(), SEEDS)
def test_sixty_cards_are_accounted_for_by_what_is_public_and_the_fates(chosen, seed):
    match, random = Match("locker", **chosen), Random(seed)
    while not match.over:
        fates = match.fates()
        assert sum(fates.values()) == (1 if fates else 0)
        view = match.view()
        seen = {*view["row"], *view["tracker"]}.union(*view["holds"].values())
        drawn = {fate.removeprefix("draw ") for fate in fates if fate.startswith("draw ")}
        known = [set(match.view(seat)["peeked"]) for seat in match.seats]
        if len(drawn) == view["deck"]:
            assert seen | drawn == set(CARDS)
            assert all(cards <= drawn and len(drawn) == 1 for cards in known if cards)
        elif drawn:
            assert len(drawn) == 1
            assert any(drawn <= cards for cards in known)
        assert not seen & drawn
        step(match, random)


@pytest.mark.rule("L7", "L13", "L15", "L19")
@FEW
@given(options(), SEEDS)
def test_continue_and_surface_are_offered_as_the_deck_and_the_squid_allow(chosen, seed):
    match, random = Match("locker", **chosen), Random(seed)
    while not match.over:
        who, view = match.to_act[0], match.view()
        offered = [] if who == "sea" else match.choices(who)
        if {"continue", "surface"} & set(offered):
            expected = ["continue"] if view["deck"] else []
            assert offered == expected + ([] if view["squid"] and view["deck"] else ["surface"])
        step(match, random)


@pytest.mark.rule("L12")
@FEW
@given(options(), SEEDS)
def test_turns_go_round_and_every_save_replays(chosen, seed):
    match, random = Match("locker", **chosen), Random(seed)
    turns = []
    while not match.over:
        step(match, random)
        turn = match.view()["turn"]
        if match.log[-1].startswith("sea draw ") and turns[-1:] != [turn]:
            turns.append(turn)
    following = {seat: match.seats[(i + 1) % len(match.seats)] for i, seat in enumerate(match.seats)}
    assert all(following[one] == other for one, other in pairwise(turns))
    again = Match.load(match.save())
    assert (again.log, again.view(), again.winners) == (match.log, match.view(), match.winners)


@pytest.mark.rule("L2", "L3")
@FEW
@given(options(), SEEDS)
def test_every_card_of_the_deck_is_drawn_once_and_none_of_the_locker(chosen, seed):
    match = play_out(chosen, seed)
    drawn = [line.removeprefix("sea draw ") for line in match.log if line.startswith("sea draw ")]
    assert len(drawn) == len(set(drawn)) == 50 - match.view()["deck"]
    assert not set(drawn) & set(LOWEST)
