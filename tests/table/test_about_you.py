"""What the coach says of one player is about that player."""

from types import SimpleNamespace
from typing import Any

import pytest

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach.choice_value import ChoiceValue
from fathoms.bots.coach.coach import Account, Happening, Report
from fathoms.engine.game import find_game
from fathoms.engine.seats import Name
from fathoms.table.web.study import about_you

NAMES = {"A": Name("Coral"), "B": Name("Pearl"), "C": Name("Finn")}


def report() -> Report:
    """A surfaces: that gains A 12 %, and costs B more than that."""
    before, after = (30, 60, 10), (42, 20, 38)
    change = tuple(b - a for a, b in zip(before, after, strict=True))
    judged = ChoiceValue("surface", "surface", 40, 20 * WHOLE_WIN, 20 * WHOLE_WIN, 0.0)
    one = Happening(1, "A surface", before, after, change, (0.001,) * 3, (0.001,) * 3, judged)
    ledger = {seat: Account(0, 0, 0, 0, 0, {}) for seat in NAMES}
    return Report("locker", tuple(NAMES), True, 40, 100, (one,), ledger)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "That took Coral from 30 % to 42 %."), ("fr", "Cela fait passer Coral de 30\u202f% à 42\u202f%.")],
)
def test_ones_best_decision_names_the_one_who_made_it(lang: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about_you, "names_of", lambda room: NAMES)
    room: Any = SimpleNamespace(game=find_game("locker"))
    best = about_you.about_seat(room, report(), "A", lang).best
    assert best is not None
    assert best[1].endswith(said)
