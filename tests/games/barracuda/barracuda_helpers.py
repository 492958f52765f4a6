"""A short way to write games of Barracuda down: a string a turn, `"3 b: sea roll 2; B send 4"`."""

from typing import Any

from fathoms import Match

STAY = "sea roll 1 towards 6"  # leaves the Barracuda on 6, where it starts


def table(*turns: str, **options: Any) -> Match:
    """A match after these turns."""
    match = Match("barracuda", interpreted=True, **options)
    for turn in turns:
        go(match, turn)
    return match


def go(match: Match, turn: str) -> Match:
    """Play a turn: the cards of A, B … (`b` for the Barracuda card), then the lines that follow the reveal."""
    cards, _, lines = turn.partition(":")
    for seat, card in zip(match.seats, cards.split(), strict=False):
        match.play(f"{seat} play {'barracuda' if card == 'b' else card}")
    for line in filter(None, (line.strip() for line in lines.split(";"))):
        match.play(STAY if line == "stay" else line)
    return match


def told(match: Match, *fields: str) -> Any:
    """A field of a spectator's view, and of its parts: told(match, "divers", "A", "wreck")."""
    part: Any = match.view(None)
    for field in fields:
        part = part[field]
    return part


def bags(match: Match) -> list[int]:
    return list(told(match, "bags").values())


def chests(match: Match) -> list[int]:
    return list(told(match, "chests").values())


def lying_coins(match: Match) -> dict[int, int]:
    """Coins on wrecks, where there are any."""
    return {wreck["number"]: wreck["coins"] for wreck in told(match, "wrecks") if wreck["coins"]}


def holds_barracuda(match: Match) -> str:
    """The seats with their Barracuda card in hand, as one word."""
    return "".join(seat for seat, hand in told(match, "hands").items() if "barracuda" in hand)
