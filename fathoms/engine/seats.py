"""How seats are told apart everywhere: a shape and a colour beside the letter, never colour alone."""

SEAT_MARKS = {
    "A": ("●", "#E69F00"),
    "B": ("▲", "#56B4E9"),
    "C": ("■", "#009E73"),
    "D": ("◆", "#CC79A7"),
    "E": ("★", "#D55E00"),
    "F": ("⬟", "#0072B2"),
}


def pennant(seat: str) -> str:
    """A seat's mark and letter, as Rich markup."""
    mark, colour = SEAT_MARKS[seat]
    return f"[{colour}]{mark}[/] {seat}"
