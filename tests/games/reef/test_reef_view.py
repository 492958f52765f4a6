"""What is told of The Reef: views, reachable cells, words, the picture; and that nothing is hidden (R52)."""

import io

import numpy as np
import pytest
from rich.console import Console

from fathoms import Match
from fathoms.engine.conform import Dice
from fathoms.engine.dialect import EVERYONE, SEA, SEATS, SPECTATOR
from fathoms.engine.hooks import has_heuristic, heuristic
from fathoms.games.reef import GAME
from fathoms.games.reef.notation import ACTIONS, FATES, action_text, fate_text
from fathoms.games.reef.pieces import EVENTS
from fathoms.games.reef.terminal import draw
from fathoms.games.reef.words import label, sentence
from fathoms.games.reef.words.names import EVENT_NAMES, EVENT_TEXTS
from fathoms.games.reef.words.refusals import REASONS
from tests.games.reef.reef_helpers import POND, RACE, event, go, reef, turn

# --- No secrets ---


@pytest.mark.rule("R52")
@pytest.mark.parametrize("players", [2, 5])
def test_redacting_changes_nothing_for_any_viewer(players):
    match, dice = Match("reef", players=players), Dice(players)
    while not match.over:
        position = match.position
        who = position.actors()[0]
        codes = [code for code, _ in position.fates()] if who == SEA else position.choices(who)
        code = dice.pick(codes)
        for viewer in (*range(players), SPECTATOR):
            told = position.redacted(viewer)
            assert told.bytes() == position.bytes()
            assert told.imagined(viewer, dice.rng).bytes() == position.bytes()
        assert position.audience(who, code) == EVERYONE
        assert not position.unveils(who, code)
        match.play(f"sea {fate_text(code)}" if who == SEA else f"{SEATS[who]} {action_text(code)}")
    assert match.log_for(None) == match.log


@pytest.mark.rule("R52")
def test_the_sea_decides_values_when_they_show():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), chart=RACE)
    go(match, turn("B", 1, 1, "enter 5", "up"))
    low, high = match.copy(), match.copy()
    assert go(low, "sea open A medium 3").scores["A"] == 3
    assert go(high, "sea open A medium 5").scores["A"] == 5


# --- The view ---


@pytest.mark.rule("R51")
def test_the_fields_of_the_view():
    view = reef(turn("A", 2, 3, "enter 15"), players=3).view("B")
    assert view["boat"] == [14, 15, 16, 17, 18]
    assert view["divers"]["A"] == {"at": "15.1", "carries": None}
    assert view["divers"]["B"] == {"at": "boat", "carries": None}
    assert view["dolphins"] == {"1": "6.2", "2": "13.2"}
    assert view["chests"]["7.7"] == ["large"]
    assert view["won"] == {"A": [], "B": [], "C": []}
    assert view["cards"]["A"] == {"up": ["1", "2", "dolphin"], "used": ["3"]}
    assert (view["points"], view["helm"], view["event"]) == (4, "2", None)
    assert view["chart"][0] == 7
    assert view["scores"] == {"A": 0, "B": 0, "C": 0}


def test_before_the_first_turn_there_is_no_turn():
    view = Match("reef").view()
    assert (view["turn"], view["helm"], view["event"], view["points"]) == (None, None, None, 0)


def test_reachable_cells_with_one_shortest_path_each():
    match = reef(turn("A", 1, 2, "enter 16"))
    assert match.view("B")["reachable"] == {}
    assert match.view()["reachable"] == {}
    reachable = match.view("A")["reachable"]
    assert set(reachable) == {"boat", "14.1", "15.1", "17.1", "18.1", "15.2", "16.2", "17.2", "16.3"}
    assert reachable["boat"] == ["up"]
    assert reachable["16.3"] == ["down", "down"]
    for cell, path in reachable.items():
        there = go(match.copy(), *(f"A {step}" for step in path))
        assert there.view()["divers"]["A"]["at"] == cell


def test_from_the_boat_the_way_begins_by_entering():
    match = reef(turn("A", 1, 1, "enter 14", "stop"), turn("B", 1, 1))
    reachable = match.view("B")["reachable"]
    assert reachable["18.1"] == ["enter 18"]
    assert reachable["18.2"] == ["enter 18", "down"]
    assert "14.1" not in reachable
    assert "14.2" not in reachable
    assert reachable["boat"] == ["enter 15", "up"]


def test_ways_lead_round_others():
    match = reef(turn("A", 2, 3, "enter 16", "stop"), turn("B", 3, 3, "enter 15"))
    assert match.view("B")["reachable"]["17.1"] == ["down", "right", "right", "up"]
    assert "16.1" not in match.view("B")["reachable"]


def test_nothing_is_reachable_in_the_dolphins_move_or_an_event():
    assert reef(turn("A", 2, "dolphin")).view("A")["reachable"] != {}
    assert reef(turn("A", 2, "dolphin", "dolphin 1 up")).view("A")["reachable"] == {}
    match = reef(turn("A", 1, 1, "enter 14", "stop"), turn("B", 1, 1, "enter 18", "stop"), event("A", "current"))
    assert match.view("A")["reachable"] == {}


# --- Words ---


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everything_can_be_said(lang):
    for code in range(ACTIONS):
        assert label(action_text(code), lang)
        assert sentence(f"A {action_text(code)}", lang).endswith(".")
    for code in range(FATES):
        assert sentence(f"sea {fate_text(code)}", lang)
    for name in EVENTS:
        assert EVENT_NAMES[name][lang] in sentence(f"sea event {name}", lang)
        assert EVENT_TEXTS[name][lang].endswith(".")
    assert all(texts[lang] for texts in REASONS.values())


@pytest.mark.parametrize(
    ("line", "en", "fr"),
    [
        ("sea spin ?", "The helm shows ?: an event.", "La barre indique ? : un événement."),
        ("sea spin 3", "The helm shows 3.", "La barre indique 3."),
        ("sea open A large 6", "A opens a large chest: 6.", "A ouvre une grosse malle : 6."),
        ("A left", "A goes left.", "A va à gauche."),
        ("A grab", "A takes the chest.", "A se saisit de la malle."),
        ("A grab small", "A takes the small chest.", "A se saisit de la petite malle."),
        ("A tide back", "A lets the boat fall back.", "A fait reculer le bateau."),
        ("A card dolphin", "A plays a dive card: dolphin.", "A joue une carte de plongée : dauphin."),
    ],
)
def test_sentences(line, en, fr):
    assert sentence(line, "en") == en
    assert sentence(line, "fr") == fr


def said_after(match, line, lang="en"):
    before = match.view()
    return GAME.remark(line, before, go(match, line).view(), lang)


def test_remarks_tell_what_the_line_does_not():
    fetch = turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "up")
    assert said_after(reef(fetch), "A up") == (
        "A wins the small chest. A is back on board, all dive cards up. "
        "The boat moves on: 12 cells to its journey's end."
    )
    laden = reef(fetch, "A stop", turn("B", 1, 1, "enter 18", "stop"))
    assert said_after(laden.copy(), "A ascend").startswith("A loses the small chest: it sinks to 16.3. A is")
    assert said_after(laden.copy(), "A ascend", "fr").startswith("A perd la petite malle : elle coule en 16.3.")
    assert said_after(laden, "A spin") is None
    arrived = said_after(reef(turn("A", 1, 1, "enter 3"), chart=RACE), "A up")
    assert arrived is not None
    assert "The boat has arrived: the dives are over." in arrived
    back = reef(turn("A", 1, 1, "enter 14", "up"), event("B", "tide"))
    assert said_after(back, "B tide back") == "The boat falls back: 13 cells to its journey's end."
    pushed = reef(turn("A", 3, 3, "enter 14", "down", "stop"), turn("B", 1, "dolphin"))
    assert said_after(pushed, "B dolphin 2 right") == "A's diver is now at 15.2."
    watched = reef(turn("A", 1, 1, "enter 15", "stop"), turn("B", 1, 1, "enter 18", "stop"), event("A", "watch"))
    assert said_after(watched, "B down", "fr") == "Le plongeur de A est maintenant en 15.2."
    assert said_after(reef(event("A", "shark")), "A enter 14") == "A's diver is now at 14.3."
    assert said_after(reef(turn("A", 1, 1)), "A enter 14") is None
    rescue = reef(fetch, "A stop", event("B", "rescue"))
    assert said_after(rescue, "B rescue A 15.1") == "A has lost the small chest to B."


# --- The picture ---


def picture(view, lang):
    console = Console(width=100, color_system=None, record=True, file=io.StringIO())
    console.print(draw(view, lang))
    return console.export_text()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_picture(lang):
    match = reef(turn("A", 3, 3, "enter 14", "down", "down", "grab", "right", "up", "stop"), players=3)
    go(match, turn("B", 3, 3, "enter 16", "down", "down"))
    text = picture(match.view("B"), lang)
    lines = text.splitlines()
    small = {"en": "s", "fr": "p"}[lang]
    assert lines[1].strip() == "C"
    assert lines[2].rstrip().endswith("\\__________________/")
    assert f"A+{small}" in lines[4]
    assert f"B_{small}" in lines[5]
    assert "<1)" in lines[4]
    assert " o " in lines[3]
    assert text.count(f"[{small}]") == 4 + 1  # on the bed, and in the key
    assert lines[-5].split("   ")[-1].endswith("3")  # points left


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_picture_of_events_piles_and_wide_charts(lang):
    match = reef(
        turn("A", 1, 1, "enter 3", "stop"), turn("B", 1, 1, "enter 7", "stop"), event("A", "watch"), chart=POND
    )
    text = picture(match.view("B"), lang)
    assert EVENT_TEXTS["watch"][lang][:20] in text
    assert "[3]" in text
    assert {"en": "3.4: m m m", "fr": "3.4 : m m m"}[lang] in text
    wide = (
        RACE.replace("......", "." * 24, 1)
        .replace("1....2", "1....2" + "." * 18)
        .replace("abcdef", "abcdef" + "." * 18)
    )
    assert "<1)" in picture(Match("reef", chart=wide).view(), lang)
    over = picture(reef(turn("A", 3, "dolphin", "enter 3", "up"), chart=RACE).view(), lang)
    assert "➤" not in over
    assert {"en": "cells left for the dolphin: 3", "fr": "cases du dauphin : 3"}[lang] in picture(
        reef(turn("A", 3, "dolphin")).view(), lang
    )


# --- The rule of thumb ---


@pytest.mark.parametrize(("players", "chart"), [(2, "standard"), (3, "trench"), (4, "standard"), (5, "trench")])
def test_the_rule_of_thumb_chooses_among_the_choices(players, chart):
    assert has_heuristic(GAME)
    match, dice = Match("reef", players=players, chart=chart, interpreted=True), Dice(players)
    rng = np.array([players], np.uint64)
    while not match.over:
        position = match.position
        who = position.actors()[0]
        if who == SEA:
            match.play(f"sea {fate_text(dice.pick([code for code, _ in position.fates()]))}")
        else:
            with np.errstate(over="ignore"):
                action = int(heuristic(position.record, who, rng))
            assert action in position.choices(who)
            match.play(f"{SEATS[who]} {action_text(action)}")
