"""How seats are told apart and named: a shape and a colour beside the letter, and a name where somebody sits there."""

import re
from collections.abc import Callable

SEAT_MARKS = {
    "A": ("●", "#E69F00"),
    "B": ("▲", "#56B4E9"),
    "C": ("■", "#009E73"),
    "D": ("◆", "#CC79A7"),
    "E": ("★", "#D55E00"),
    "F": ("⬟", "#0072B2"),
}

_ELIDES = re.compile(r"h?[aeiouàâäéèêëîïôöùûüœæ]|y[^aeiouéè]", re.IGNORECASE)


class Name(str):
    """Who sits somewhere, as sentences say it; in French `{0:de}` is « de Bob » and « d’Anne »."""

    def __format__(self, spec: str) -> str:
        if spec != "de":
            return super().__format__(spec)
        return f"d’{self}" if len(self) > 1 and _ELIDES.match(self) else f"de {self}"


Naming = Callable[[str], Name]  # a seat's letter -> what it is called
by_letter: Naming = Name


def pennant(seat: str) -> str:
    """A seat's mark and letter, as Rich markup."""
    mark, colour = SEAT_MARKS[seat]
    return f"[{colour}]{mark}[/] {seat}"
