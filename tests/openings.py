"""Openings that a test needs: tables are set until one has it, so that nothing hangs on the luck of a deal."""

from collections.abc import Callable
from typing import Any, TypeVar

MOST_DEALS = 400  # one of Locker's openings in ten begins with a Map: it is missed so often once in 10**18
Deal = TypeVar("Deal")


def deal_until(wanted: Callable[[Deal], bool], deal: Callable[[], Deal]) -> Deal:
    """The first deal that is as wanted."""
    for _ in range(MOST_DEALS):
        if wanted(dealt := deal()):
            return dealt
    raise AssertionError(f"none of {MOST_DEALS} deals was as wanted")


def is_calm(view: dict[str, Any], first: str = "A") -> bool:
    """Locker, as who begins sees it: one card lies there that asks nothing and shows nothing; press on or surface."""
    may = sorted(view["choices"]) == ["continue", "surface"]
    return view["to_act"] == [first] and may and len(view["row"]) == 1 and not view["peeked"]


def has_map(view: dict[str, Any]) -> bool:
    """Locker, as who begins sees it: a Map shows three cards, one of which is to be taken."""
    return len(view["shown"]) == 3
