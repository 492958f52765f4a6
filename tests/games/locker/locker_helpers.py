"""A short way to write games of Davy Jones' Locker down, and to read where the cards are."""

from collections.abc import Iterable
from typing import Any

from fathoms import Match

SUITS = ("anchor", "squid", "map", "key", "chest", "knife", "drone", "net", "harpoon", "mermaid")
CARDS = [f"{suit}-{value + (2 if suit == 'mermaid' else 0)}" for suit in SUITS for value in range(2, 8)]
LOWEST = ["anchor-2", "squid-2", "map-2", "key-2", "chest-2", "knife-2", "drone-2", "net-2", "harpoon-2", "mermaid-4"]
BOTH = ["continue", "surface"]

# The skills of each character, from the table of L31 to L47.
CHARACTERS = {
    "Bosun": {"safe-harbour"},
    "Blade": {"clean-sweep", "salvage", "backfire"},
    "Locksmith": {"plunder", "windfall"},
    "Trawler": {"double-haul", "dry-net"},
    "Tamer": {"squid-fisher", "beastmaster"},
    "Cartographer": {"navigator"},
    "Songkeeper": {"golden-scales", "charmer"},
    "Pilot": {"mystic"},
    "Harpooner": {"freebooter", "decoy"},
    "Saboteur": {"saboteur"},
}
SKILLS = sorted(skill for skills in CHARACTERS.values() for skill in skills)
VARIANTS = ("none", "neighbours", "hoard", "sudden-death", "full-house", "strange-waters", "depth-limit")


def suit(card: str) -> str:
    return card.partition("-")[0]


# --- Lines ---


def dive(seat: str, *cards: str) -> list[str]:
    """A turn that draws these cards, where no effect asks anything but a Squid or a Drone, and surfaces."""
    return [*sink(seat, *cards), f"{seat} surface"]


def sink(seat: str, *cards: str) -> list[str]:
    """Like `dive` as far as the last card: an Incident, if it meets its suit."""
    lines: list[str] = []
    debt = 0
    for i, card in enumerate(cards):
        looked = i > 0 and suit(cards[i - 1]) == "drone"
        if looked:
            lines.append(f"sea peek {card}")
        if i > 0 and (debt == 0 or looked):
            lines.append(f"{seat} continue")
        lines.append(f"sea draw {card}")
        debt = 2 if suit(card) == "squid" else max(0, debt - 1)
    return lines


def show(*cards: str) -> list[str]:
    return [f"sea show {card}" for card in cards]


def peek(*cards: str) -> list[str]:
    return [f"sea peek {card}" for card in cards]


def bonus(*cards: str) -> list[str]:
    return [f"sea bonus {card}" for card in cards]


def chart(seat: str, *cards: str) -> list[str]:
    """A Map shows these cards, and the first is taken."""
    return [*show(*cards), f"{seat} take {cards[0]}"]


# --- Matches ---


def table(*lines: str | Iterable[str], **options: Any) -> Match:
    """A match after these lines: two players, A first, and a view that tells what the Locker holds."""
    return go(Match("locker", **{"players": 2, "first": "A", "tracker": True, **options}), *lines)


def go(match: Match, *lines: str | Iterable[str]) -> Match:
    for line in lines:
        for one in [line] if isinstance(line, str) else line:
            match.play(one)
    return match


def near_end(*keep: str, turn: str = "A", **options: Any) -> Match:
    """A match whose deck holds these cards only, with empty Holds, and this seat in turn."""
    for first in "ABCD":
        match = drain(table(**{**options, "first": first}), *keep)
        if match.view()["turn"] == turn:
            break
    assert not any(match.view()["holds"].values())
    assert (match.view()["turn"], set(deck(match))) == (turn, set(keep))
    return match


SPARED = {"squid-fisher": "squid", "charmer": "mermaid", "mystic": "drone"}  # suits the others had better lose


def drain(match: Match, *keep: str) -> Match:
    """Lose every card of the deck but these to the Locker, Incident by Incident, while all Holds are empty."""
    while (rest := [card for card in deck(match) if card not in keep]) or row(match):
        if match.to_act == ["sea"]:
            match.play(f"sea {_losing_fate(match, rest)}")
        else:
            seat = match.to_act[0]
            match.play(f"{seat} {_losing_choice(match.choices(seat))}")
    return match


def _losing_fate(match: Match, rest: list[str]) -> str:
    """A card that meets its suit; else one without a pair, a Map last, which takes a Map."""
    fates = list(match.fates())
    if len(fates) == 1 or fates[0].startswith("show"):
        return next((fate for fate in fates if " map-" in fate), fates[0])
    verb = fates[0].split(" ")[0]
    view = match.view()
    spared = {SPARED.get(skill): seat for seat, skill in view["divers"].items()}
    rest = [card for card in rest if spared.get(suit(card)) != view["turn"]]
    urgent = [card for card in rest if suit(card) in spared]
    in_row = {suit(card) for card in row(match)}
    count = {name: sum(suit(card) == name for card in rest) for name in SUITS}
    order = ("squid", "drone", "mermaid", "anchor", "key", "chest", "knife", "net", "harpoon", "map")
    trigger = [card for card in rest if suit(card) in in_row]
    single = sorted((card for card in rest if count[suit(card)] % 2 or suit(card) == "map"), key=_by_suit(order))
    pair = sorted(rest, key=_by_suit(order))
    return f"{verb} {(trigger or urgent or single or pair)[0]}"


def _by_suit(order: tuple[str, ...]) -> Any:
    return lambda card: order.index(suit(card))


def _losing_choice(choices: list[str]) -> str:
    return next((choice for choice in choices if choice.startswith(("continue", "take map"))), choices[0])


# --- Where the cards are ---


def row(match: Match) -> list[str]:
    return list(match.view()["row"])


def hold(match: Match, seat: str) -> list[str]:
    return list(match.view()["holds"][seat])


def locker(match: Match) -> list[str]:
    """What the Locker holds; the match has a tracker."""
    return list(match.view()["tracker"])


def lost(match: Match) -> list[str]:
    """What the Locker holds besides the ten cards it began with."""
    return [card for card in locker(match) if card not in LOWEST]


def deck(match: Match) -> list[str]:
    view = match.view()
    elsewhere = {*view["row"], *view["tracker"]}.union(*view["holds"].values())
    return [card for card in CARDS if card not in elsewhere]


def sea_verbs(match: Match) -> set[str]:
    """What kind of event the sea owes; empty if it owes none."""
    return {fate.split(" ")[0] for fate in match.fates()}


def squid(match: Match) -> int:
    """How many cards a Squid still asks for."""
    return int(match.view()["squid"])
