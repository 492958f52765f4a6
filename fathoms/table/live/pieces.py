"""What of a drawn table is new: a page that has the last drawing is sent the pieces that differ, and no others."""

from functools import lru_cache

RUN = 3  # tags in a row that are worth pointing at; fewer are sent as they are

Pieces = list[int | str]  # two numbers: so many tags of the last drawing, from there; a text: as it is


@lru_cache(128)  # those who see the same are told the same
def changed(before: str, after: str) -> Pieces:
    """How `after` is put together from the tags of `before`, cut at every `<`; `rebuilt` puts it together."""
    old, new = before.split("<"), after.split("<")
    known: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(old) - RUN + 1):
        known.setdefault(tuple(old[at : at + RUN]), []).append(at)
    pieces: Pieces = []
    fresh: list[str] = []
    here = there = 0
    while here < len(new):
        there = _nearest(known.get(tuple(new[here : here + RUN]), []), there)
        length = _run(old, new, there, here) if there >= 0 else 0
        if length < RUN:
            fresh.append(new[here])
            here, there = here + 1, max(there, 0)
            continue
        pieces += ["<".join(fresh)] if fresh else []
        fresh = []
        pieces += [there, length]
        here, there = here + length, there + length
    return pieces + (["<".join(fresh)] if fresh else [])


def _nearest(places: list[int], wanted: int) -> int:
    """The place next to where one would go on; -1: there is none."""
    return min(places, key=lambda place: abs(place - wanted), default=-1)


def _run(old: list[str], new: list[str], there: int, here: int) -> int:
    length = 0
    while there + length < len(old) and here + length < len(new) and old[there + length] == new[here + length]:
        length += 1
    return length


def rebuilt(before: str, pieces: Pieces) -> str:
    """As a page does it (`socket.js`)."""
    old, parts, left = before.split("<"), list[str](), list(pieces)
    while left:
        one = left.pop(0)
        if isinstance(one, str):
            parts.append(one)
        else:
            parts += old[one : one + int(left.pop(0))]
    return "<".join(parts)
