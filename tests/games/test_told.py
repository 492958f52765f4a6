"""What a table says: each consequence in a line with its rules, choices with their values, and what is certain."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fathoms import Match, Sea
from fathoms.bots.levels import ABOUT, LEVELS
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import find_game
from fathoms.engine.match import Foreseen
from fathoms.engine.options import LANGUAGES
from fathoms.engine.parts.aid import aid_entries, entries_for
from fathoms.engine.rulebook import rule_texts
from fathoms.engine.seats import by_letter
from fathoms.table.web.forms import form_field
from fathoms.table.web.telling.choices import FEW, Offer, offered, state_words
from fathoms.table.web.telling.log import log_line

GAMES = ["barracuda", "locker", "nukha", "reef"]


def told(game: str, lines: list[str], lang: str = "en", **options: Any) -> list[tuple[str, str, dict[str, str]]]:
    """What the last of some lines brought about: text, first rule, who was hurt."""
    match = Match(game, interpreted=True, **options)
    for line in lines:
        before = match.view()
        match.play(line)
    said = match.game.consequences(lines[-1], before, match.view(), lang)
    return [(one.text, one.rules[0], dict(one.hurt)) for one in said]


LOCKER: dict[str, Any] = {"players": 2, "first": "A"}
ROW = ["sea draw mermaid-7", "A continue", "sea draw anchor-4", "A continue", "sea draw key-3", "A continue"]
HOLDS = ["sea draw mermaid-7", "A surface"]
STEAL = ["sea draw anchor-4", "A surface", "sea draw mermaid-7", "B surface", "sea draw harpoon-3"]
TWO = {"players": 2}
DIVE = ["A spin", "sea spin 3", "A card 3", "A enter 14", "A down", "A down"]
NUKHA: dict[str, Any] = {"players": 3, "captain": "C", "adventurers": "none"}
UNDER = ["sea discard egg"] * 3
FOUND = [*UNDER, "sea find egg", "A claim lizard"]


@pytest.mark.parametrize(
    ("game", "options", "lines", "said"),
    [
        ("locker", LOCKER, [*ROW, "sea draw key-5"], [
            ("Incident: A loses Anchor 4, Key 3 and Key 5 to the Locker.", "L8", {"A": "sunk"}),
            ("A saves Mermaid 7 (0 → 7 points).", "L14", {}),
        ]),
        ("locker", LOCKER, [*ROW[:3], "A surface"], [
            ("A brings home Anchor 4 and Mermaid 7 (0 → 11 points).", "L11", {})
        ]),
        ("locker", LOCKER, [*HOLDS, "sea draw knife-3", "B knife A mermaid"], [
            ("A loses Mermaid 7 to the Locker (7 → 0 points).", "L18", {"A": "cut"})
        ]),
        ("locker", LOCKER, [*STEAL, "A harpoon B mermaid"], [
            ("B loses Mermaid 7 to A (7 → 0 points).", "L22", {"B": "robbed"})
        ]),
        ("locker", LOCKER, ["sea draw squid-3"], [
            ("The Squid asks for 2 cards more before A may surface.", "L15", {})
        ]),
        ("locker", {**LOCKER, "variant": "neighbours"}, ["sea draw key-3", "A continue", "sea draw key-5"], [
            ("Incident: A loses Key 3 and Key 5 to B.", "L8", {"A": "sunk"})
        ]),
        ("barracuda", TWO, ["A play 3", "B play 4"], [("Revealed: A 3, B 4.", "B11", {})]),
        ("barracuda", TWO, ["A play 3", "B play 4", "sea roll 1 towards 3"], [
            ("It stops on wreck 2.", "B14", {}),
            ("A gains 4 coins on wreck 3: 6 in the bag.", "B5", {}),
            ("B gains 3 coins on wreck 4: 5 in the bag.", "B5", {}),
        ]),
        ("barracuda", TWO, ["A play 3", "B play 1", "sea roll 2 towards 3"], [
            ("It stops on wreck 3.", "B14", {}),
            ("The Barracuda bites A, who drops the whole bag (2 coins) on wreck 3.", "B22", {"A": "bitten"}),
            ("A gains 1 coin on wreck 3: 1 in the bag.", "B5", {}),
            ("B banks 2 coins: 2 in the chest (8 needed).", "B6", {}),
        ]),
        ("reef", {"players": 2, "first": "A"}, DIVE[:3], [("A may swim 6 cells.", "R11", {})]),
        ("reef", {"players": 2, "first": "A"}, [*DIVE, "A grab", "A stop", "B spin", "sea spin 1", "B card 1",
                                               "B enter 18", "B stop", "A ascend"], [
            ("A loses the small chest: it sinks to 14.3.", "R24", {"A": "lost"}),
            ("A is back on board, all dive cards up.", "R22", {}),
            ("The boat moves on: 12 cells to its journey's end.", "R22", {}),
        ]),
        ("reef", {"players": 2, "first": "A"}, ["A spin", "sea spin 3", "A card 3", "A enter 14", "A down", "A down",
                                               "A grab", "A up", "A up", "A up"], [
            ("A wins the small chest.", "R22", {}),
            ("A is back on board, all dive cards up.", "R22", {}),
            ("The boat moves on: 12 cells to its journey's end.", "R22", {}),
        ]),
        ("nukha", NUKHA, [*FOUND, "C buy"], [("C loses 1 coin to A.", "N14", {})]),
        ("nukha", NUKHA, [*FOUND, "C buy", "sea reveal egg"], [("A bluff: no attack.", "N14", {})]),
        ("nukha", NUKHA, [*FOUND, "C leave", "A attack B", "B accept"], [
            ("B loses 1 coin to A.", "N22", {"B": "robbed"})
        ]),
        ("nukha", NUKHA, [*FOUND, "C leave", "A attack B", "B accuse", "sea reveal egg"], [
            ("A is caught bluffing.", "N17", {"A": "caught"}),
            ("A loses 1 coin to B.", "N17", {}),
        ]),
        ("nukha", NUKHA, [*UNDER, "sea find grapple", "A claim grapple", "C leave", "A attack B", "B accept",
                          "A pick hidden", "sea pick purse"], [("B loses a Purse to A.", "N23", {"B": "robbed"})]),
    ],
)  # fmt: skip
def test_who_gained_or_lost_what_is_told_with_the_rule_of_that(
    game: str, options: dict[str, Any], lines: list[str], said: list[tuple[str, str, dict[str, str]]]
) -> None:
    assert told(game, lines, **options) == said
    french = told(game, lines, "fr", **options)
    assert [one[1:] for one in french] == [one[1:] for one in said]
    assert all(one[0] != other[0] for one, other in zip(french, said, strict=True))


Event = tuple[Match, dict[str, Any]]  # a match just after an event, and the public view before it


def events(name: str, seeds: range) -> Iterator[Event]:
    """Every event of some random games with random options."""
    for seed in seeds:
        game, dice, sea = find_game(name), Dice(seed), Sea.from_seed(seed)
        match = Match(name, interpreted=True, **random_options(game, dice))
        while not match.over:
            views, drawn = [match.view()], list[Match]()

            def note(now: Match, views: list[Any] = views, drawn: list[Match] = drawn) -> None:
                views.append(now.view())
                drawn.append(now.copy())

            match.drift(sea, note)
            yield from zip(drawn, views, strict=False)
            if not match.over:
                seat, before = dice.pick(match.to_act), match.view()
                match.play(f"{seat} {dice.pick(match.choices(seat))}")
                yield match, before


@pytest.mark.parametrize("name", GAMES)
def test_every_consequence_has_rules_and_every_grief_a_word(name: str) -> None:
    game, kinds = find_game(name), set()
    books = {lang: set(rule_texts(game.book(lang))) for lang in LANGUAGES}
    griefs = game.part("words").GRIEFS  # type: ignore[union-attr]
    for match, before in events(name, range(70, 71)):
        for lang in LANGUAGES:
            for one in game.consequences(match.log[-1], before, match.view(), lang):
                assert one.rules, one.text
                assert set(one.rules) <= books[lang], one
                assert set(one.hurt) <= set(match.seats)
                assert re.search(r"[.!?]$", one.text)
                kinds |= set(one.hurt.values())
    assert kinds <= set(griefs)
    assert all(set(word[form]) == set(LANGUAGES) for word in griefs.values() for form in ("mark", "you"))


def test_coins_told_in_barracuda_add_up() -> None:
    game = find_game("barracuda")
    for match, before in events("barracuda", range(1)):
        after = match.view()
        said = [one.text for one in game.consequences(match.log[-1], before, after, "en")]
        told = {seat: reckoned(seat, had, said) for seat, had in before["bags"].items()}
        assert told == after["bags"], (match.log[-1], said)


def reckoned(seat: str, coins: int, said: list[str]) -> int:
    for text in said:
        if text.startswith(f"The Barracuda bites {seat},"):
            coins = 0
        elif found := re.match(rf"{seat} (gains|banks|loses|has) (\d+|nothing)", text):
            number = int(found[2]) if found[2].isdigit() else 0
            coins = {"gains": coins + number, "has": number}.get(found[1], coins - number)
    return coins


# Choices


def deciding(name: str, seeds: range) -> Iterator[tuple[Match, str]]:
    for seed in seeds:
        game, dice, sea = find_game(name), Dice(seed), Sea.from_seed(seed)
        match = Match(name, interpreted=True, **random_options(game, dice))
        while not match.over:
            match.drift(sea)
            if match.over:
                break
            seat = dice.pick(match.to_act)
            yield match, seat
            match.play(f"{seat} {dice.pick(match.choices(seat))}")


def offers(match: Match, seat: str, ahead: dict[str, list[Foreseen]], lang: str = "en") -> dict[str, Offer]:
    groups = offered(match.game, match.view(seat), ahead, seat, lang, by_letter)
    return {offer.move: offer for group in groups for offer in group.offers}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_certain_comes_true(name: str) -> None:
    """Each choice played in the real match leads where its words say, event by event."""
    spoken = 0
    for match, seat in deciding(name, range(1)):
        for choice, foreseen in match.moment.ahead(seat).items():
            twin = match.copy()
            twin.play(f"{seat} {choice}")
            really = [(twin.log[-1], match.view(seat), twin.view(seat))]
            for line, *_ in foreseen[1:]:
                assert len(twin.fates()) == 1, (choice, line)
                before = twin.view(seat)
                twin.play(line)
                really.append((line, before, twin.view(seat)))
            want = {**match.view(seat), "choices": [choice]}
            said, true = (offered(match.game, want, {choice: one}, seat, "en", by_letter) for one in (foreseen, really))
            assert said == true, (match.log[-3:], choice)
            spoken += bool(said[0].offers[0].detail)
    assert spoken > 10 or name == "barracuda"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_certain_tells_no_secret(name: str) -> None:
    """In every world that a seat cannot tell from the true one, its choices say the same."""
    rng = np.array([11], np.uint64)
    for count, (match, seat) in enumerate(deciding(name, range(20, 21))):
        if count % 3:
            continue
        number = SEATS.index(seat)
        with np.errstate(over="ignore"):
            world = match.position.redacted(number).imagined(number, rng)
        other = match.copy()
        other._position, other._moment = world, None
        for lang in LANGUAGES:
            assert offers(match, seat, match.moment.ahead(seat), lang) == offers(
                other, seat, other.moment.ahead(seat), lang
            )


def choices_after(game: str, lines: list[str], seat: str = "A", **options: Any) -> dict[str, str]:
    match = Match(game, interpreted=True, **options)
    for line in lines:
        match.play(line)
    shown = offers(match, seat, match.moment.ahead(seat))
    return {move: f"{one.label} | {one.detail}" if one.detail else one.label for move, one in shown.items()}


def test_labels_carry_values_and_what_is_certain() -> None:
    stolen = choices_after("locker", STEAL, **LOCKER)
    assert stolen["harpoon B mermaid"] == "Harpoon Mermaid 7 from B | puts you in the lead"
    row = choices_after("locker", ROW[:5], **LOCKER)
    assert (
        row["surface"]
        == "Surface with Mermaid 7, Anchor 4 and Key 3 | +14 points, puts you in the lead, ends your turn"
    )
    assert row["continue"] == "Press on | 3 of 10 suits sink you"
    sinking = [*HOLDS, "sea draw key-3", "B surface", "sea draw mermaid-5", "A continue", "sea draw net-4"]
    netted = choices_after("locker", sinking, **LOCKER)["net mermaid"]
    assert netted == "Net Mermaid 7 | sinks you, −7 points, gives B the lead, ends your turn"
    cards = choices_after("reef", DIVE[:2], players=2, first="A")
    assert cards["card 2"] == "Dive card 2: swim 5 cells"
    met = choices_after("barracuda", ["A play 3", "B play 3", "C play 4", "sea roll 1 towards 2"], players=3)
    assert met["play 1"] == "Dive to wreck 1 | Unique: bank up to 7; Common: nothing"
    hit = choices_after("nukha", [*FOUND, "C leave", "A attack B"], "B", **NUKHA)
    assert hit["accept"] == "Accept: lose a coin | you are robbed"
    assert hit["accuse"] == "Accuse: a bluff | if it is: +1; if not: −1 coin"


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_grouped_only_where_there_are_many_and_none_is_lost(name: str) -> None:
    for match, seat in deciding(name, range(30, 31)):
        view = match.view(seat)
        for lang in LANGUAGES:
            groups = offered(match.game, view, {}, seat, lang, by_letter)
            assert sorted(one.move for group in groups for one in group.offers) == sorted(view["choices"])
            assert len(view["choices"]) > FEW or [group.title for group in groups] == [""]
            assert len({group.key for group in groups}) == len(groups)
            assert all(entries_for(match.game, choice) for choice in view["choices"])


@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_and_how_near_the_end_is_are_always_said(name: str) -> None:
    for match, seat in deciding(name, range(40, 41)):
        for lang in LANGUAGES:
            said = state_words(match.game, match.view(seat), seat, lang, by_letter)
            assert all(said.values()), (said, match.view(seat)["phase"])
            assert not re.search(r"[{}]|None", " ".join(said.values()))


# The log


def test_a_swim_is_one_line() -> None:
    game = find_game("reef")
    assert log_line(game, ["sea spin 3", "A card 3", "A enter 14", "A down", "A down", "A left"], "en")["text"] == (
        "A dives in at column 14, then 2 down, 1 left."
    )
    assert log_line(game, ["A stop", "B left", "B left"], "fr")["text"] == "B nage\u202f: 2 à gauche."
    assert log_line(game, ["A dolphin 1 left", "A dolphin 1 up"], "en")["text"] == "A moves dolphin 1 1 left, 1 up."
    assert log_line(game, ["A left", "A grab"], "en")["text"] == "A takes the chest."


def test_turns_are_separated() -> None:
    match = Match("locker", interpreted=True, **LOCKER)
    match.play("sea draw key-3")
    before = match.view()
    match.play("A surface")
    line = log_line(match.game, match.log, "fr", change=(before, match.view()))
    assert line["turn"] == "Tour de B"
    assert [one["text"] for one in line["so"]] == ["A rapporte Clef 3 (0 → 3 points)."]


# What a stranger asks about


@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_each_of_its_values_is_explained_in_both_languages(name: str) -> None:
    game = find_game(name)
    for option in game.options.options:
        for lang in LANGUAGES:
            field = form_field(option, lang, game)
            assert field["help"].strip().endswith("."), option.name
            assert field["title"] != option.name
            if option.explained_by:
                values = [str(value) for value, _ in (*field["values"], *field["each"])]
                bare = {"none", "random", "draft"}  # said by the option's own line
                assert len(field["about"]) == len(set(values) - bare), (option.name, values)


def test_variants_and_divers_are_for_after_a_few_games() -> None:
    later = {option.name for option in find_game("locker").options.options if option.later}
    assert {"variant", "divers"} <= later


def test_every_level_is_explained_in_both_languages() -> None:
    assert list(ABOUT) == list(LEVELS)
    assert all(
        set(text) == set(LANGUAGES) and all(one.endswith(".") for one in text.values()) for text in ABOUT.values()
    )


def test_every_card_diver_variant_power_and_wreck_has_an_entry() -> None:
    wanted = {
        "locker": {"suit": 10, "diver": 17, "variant": 6},
        "reef": {"event": 20},
        "barracuda": {"wreck": 6, "extra": 6},
        "nukha": {"power": 6, "card": 7},
    }
    for name, kinds in wanted.items():
        entries = [entry.kind for entry in aid_entries(find_game(name))]
        assert {kind: entries.count(kind) for kind in kinds} == kinds


def test_who_has_seen_the_next_card_is_not_told_the_odds() -> None:
    """It said "1 suit of 10 sinks you, sinks you"."""
    known = choices_after("locker", ["sea draw drone-3", "sea peek drone-5"], players=2, first="A")
    assert "of 10" not in known["continue"]
    assert known["continue"].count("sinks you") == 1
