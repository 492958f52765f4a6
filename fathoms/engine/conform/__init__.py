"""Conformance: what every game owes the engine, checked by random play. Shipped, so that any game can run it."""

from fathoms.engine.conform.advice import Advice, Advise, check_advice
from fathoms.engine.conform.checks import (
    Finding,
    Nonconformity,
    check_book,
    check_matches,
    check_modes,
    check_notation,
    check_positions,
    check_telling,
    conform,
)
from fathoms.engine.conform.dice import Dice, random_options

__all__ = [
    "Advice",
    "Advise",
    "Dice",
    "Finding",
    "Nonconformity",
    "check_advice",
    "check_book",
    "check_matches",
    "check_modes",
    "check_notation",
    "check_positions",
    "check_telling",
    "conform",
    "random_options",
]
