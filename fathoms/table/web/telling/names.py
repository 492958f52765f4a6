"""What people are called at a table."""

from collections import Counter
from functools import lru_cache

from fathoms.engine.seats import Name
from fathoms.table.rooms.room import Room

Seated = tuple[tuple[str, str], ...]  # the seats with who sits there


def names_of(room: Room) -> dict[str, Name]:
    """What everybody is called at a table; two of one name are told apart by their letters."""
    return told_apart(seated_at(room))


def seated_at(room: Room) -> Seated:
    """Who sits where, by the names they gave: all that the names depend on."""
    return tuple((seat.seat, seat.name or seat.seat) for seat in room.row.seats)


@lru_cache(1024)
def told_apart(seated: Seated) -> dict[str, Name]:
    given = dict(seated)
    lettered = {letter: f"{name} ({letter})" for letter, name in given.items()}
    often = Counter(name.casefold() for name in given.values())
    once = {letter: name if often[name.casefold()] == 1 else lettered[letter] for letter, name in given.items()}
    are_apart = len({name.casefold() for name in once.values()}) == len(once)
    return {letter: Name(name) for letter, name in (once if are_apart else lettered).items()}
