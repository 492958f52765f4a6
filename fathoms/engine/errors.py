"""What can go wrong for a caller, one class a cause; every message says what is allowed."""

from collections.abc import Iterable, Mapping


class FathomsError(Exception):
    """The root of the errors below."""


class OptionError(FathomsError):
    """A game or an option of it that does not exist, or a value it does not take."""


class PartError(FathomsError):
    """A part of a game that is there and does not import."""


class IllegalMove(FathomsError):
    """An event that cannot happen now.

    `rule` is the id of the rule that forbids it, or None for bad notation; `reason` says why in every language.
    """

    def __init__(self, message: str, rule: str | None = None, reason: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.reason = reason or {}


class BadRecord(FathomsError):
    """A save that cannot be read or does not replay; `event` is the number of the event at fault, from 1."""

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message)
        self.event = event


def shorten(allowed: Iterable[str], most: int = 12) -> str:
    """A readable list of what is allowed, cut where it grows long."""
    words = list(allowed)
    shown = ", ".join(words[:most])
    return f"{shown}, … ({len(words)} in all)" if len(words) > most else shown or "nothing"
