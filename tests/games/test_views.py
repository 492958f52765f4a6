"""Views tell what pages would otherwise have to judge: the phase by name, and a count that adds up to the scores."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fathoms import Match, Sea
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import find_game
from fathoms.engine.rulebook import rule_texts

GAMES = ["barracuda", "locker", "nukha", "reef"]
DOCUMENT = Path(__file__).parents[2] / "docs/reference/views.md"


def walk(name: str, seed: int) -> Iterator[Match]:
    """The positions of a random game with random options in which somebody decides, and the last."""
    game, dice, sea = find_game(name), Dice(seed), Sea.from_seed(seed)
    match = Match(name, interpreted=True, **random_options(game, dice))
    while not match.over:
        yield match
        match.drift(sea)
        if not match.over:
            seat = dice.pick(match.to_act)
            match.play(f"{seat} {dice.pick(match.choices(seat))}")
    yield match


def fields_of(part: str) -> set[str]:
    return {name for row in re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}


def documented(name: str) -> tuple[set[str], set[str]]:
    """The fields of a game's view and the words of its phase, as the document has them."""
    parts = re.split(r"^## ", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    every = next(part for part in parts if part.startswith("Every game"))
    part = next(part for part in parts if part.startswith(f"`{name}`"))
    told = next(line for line in part.splitlines() if line.startswith("| `phase`"))
    return fields_of(every) | fields_of(part), set(re.findall(r"`([^`]+)`", told)) - {"phase"}


@pytest.mark.parametrize("name", GAMES)
def test_the_count_adds_up_to_the_scores(name: str) -> None:
    rules = set(rule_texts(find_game(name).book("en")))
    for seed in range(40, 52):
        *_, match = walk(name, seed)
        view = match.view()
        assert {seat: sum(line["points"] for line in lines) for seat, lines in view["count"].items()} == match.scores
        assert {line["rule"] for lines in view["count"].values() for line in lines} <= rules
        tie = view["tie"]
        assert tie is None or set(match.winners) <= set(tie["among"])
        assert tie is None or all(match.scores[seat] == tie["at"] for seat in tie["among"])
        assert tie is not None or len({match.scores[seat] for seat in match.winners}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_field_and_phase_of_a_view_is_in_the_document(name: str) -> None:
    fields, phases = documented(name)
    for seed in range(60, 64):
        for match in walk(name, seed):
            view = match.view(match.seats[0])
            assert set(view) == fields
            assert view["phase"] in phases
            assert (view["phase"] == "over") == view["over"] == (view["count"] is not None)


@pytest.mark.parametrize("name", GAMES)
def test_the_document_has_a_word_for_each_phase_and_no_other(name: str) -> None:
    assert documented(name)[1] == set(find_game(name).part("view")._PHASES.values())


def after_each_event(name: str, seed: int, **options: Any) -> Iterator[tuple[dict[str, Any], str, Match]]:
    """Each event of a random game: what everybody was told before it, its line, and the match after it."""
    match, sea, dice = Match(name, interpreted=True, **options), Sea.from_seed(seed), Dice(seed)
    steps: list[tuple[dict[str, Any], str, Match]] = []
    told = match.view()

    def note(match: Match) -> None:
        nonlocal told
        steps.append((told, match.log[-1], match.copy()))
        told = match.view()

    while not match.over:
        match.drift(sea, note)
        if not match.over:
            seat = dice.pick(match.to_act)
            match.play(f"{seat} {dice.pick(match.choices(seat))}")
            note(match)
    yield from steps


def test_locker_says_beforehand_what_an_incident_takes_and_leaves() -> None:
    sunk = 0
    for seed, variant in ((1, "none"), (2, "strange-waters"), (3, "none"), (4, "none")):
        divers = ["dry-net", "mystic"] if seed == 3 else "none"
        for told, line, match in after_each_event("locker", seed, players=2, variant=variant, divers=divers):
            stakes, after = told["stakes"], match.view()
            drawn = line.removeprefix("sea draw ") if line.startswith("sea draw ") else ""
            if not drawn or drawn.split("-")[stakes["by"] == "value"] not in stakes["sink"] or after["row"]:
                continue
            sunk += 1
            held = after["holds"][told["turn"]]
            assert [card for card in told["row"] if card in held] == stakes["kept"]
            assert drawn not in held
            assert set(stakes["met"]) == set(stakes["sink"])
            assert set(stakes["met"].values()) == set(told["row"])
    assert sunk > 10


def test_reef_says_where_a_choice_leads() -> None:
    """A diver or a dolphin is, after a choice, where the view said."""
    moved = 0
    for seed in (1, 2, 3):
        match, sea, dice = Match("reef", interpreted=True, players=3), Sea.from_seed(seed), Dice(seed)
        while not match.over and len(match.log) < 250:
            match.drift(sea)
            if match.over:
                break
            seat = match.to_act[0]
            choice = dice.pick(match.choices(seat))
            before = match.view(seat)
            mover = before["forced"]["diver"] if before["forced"] else seat
            match.play(f"{seat} {choice}")
            after, verb = match.view(seat), choice.split(" ")[0]
            if verb == "dolphin":
                assert after["dolphins"][choice.split(" ")[1]] == before["targets"][choice]
            elif verb == "enter":  # an event may take the diver further down the column
                assert before["targets"][choice] == f"{choice.split(' ')[1]}.1"
            elif verb in ("up", "down", "left", "right"):
                assert after["divers"][mover]["at"] == before["targets"][choice]
            moved += choice in before["targets"]
            assert match.view()["targets"] == {}
    assert moved > 40


def test_barracuda_says_whose_card_lies_in_the_centre() -> None:
    for told, _, _ in after_each_event("barracuda", 5, players=3):
        assert told["centre"] == [seat for seat in told["seats"] if "barracuda" not in told["hands"][seat]]


def test_nukha_says_whose_power_sleeps() -> None:
    for told, _, _ in after_each_event("nukha", 3, players=5, adventurers=["lys", "red", "moon", "siana", "ulrich"]):
        awake = [seat for seat in told["seats"] if seat != told["captain"] or told["adventurers"][seat] == "lys"]
        assert [seat for seat, works in told["powers"].items() if works] == awake
