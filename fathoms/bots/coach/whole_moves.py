"""A whole move where a move is a path: which way to go to its end, and not only the first step.

A game whose part `hints` has `paths(view)` lists the ways that a seat may go, each a list of choices; `is_end(choice)`
says which choice may close one. Nothing is hidden along a way: the steps are taken on what the seat knows.
"""

from collections.abc import Iterator

import numpy as np

from fathoms.bots.coach.choice_value import Counts, Streams, try_choices
from fathoms.engine.position import Position

Move = tuple[str, ...]  # choices of one seat, in their order


def best_whole_move(told: Position, players: int, seat: int, first: str, streams: Streams) -> Move:
    """The best whole move found that begins with a choice; of equals the longest, and the choice alone if none does."""
    moves = sorted(whole_moves(told, players, seat, first), key=len, reverse=True)
    if not moves:
        return (first,)
    worth = [int(try_move(told, players, seat, move, streams).sum()) for move in moves]
    return moves[int(np.argmax(worth))]


def whole_moves(told: Position, players: int, seat: int, first: str) -> Iterator[Move]:
    words = told.game.part("hints")
    if words is None or not hasattr(words, "paths"):
        return
    for path in words.paths(told.view(seat, players)):
        if path[0] == first:
            after = follow(told, seat, tuple(path))
            offered = map(told.game.action_text, after.choices(seat))
            ends = [choice for choice in offered if words.is_end(choice)]
            yield from ((*path, end) for end in ends) if ends else [tuple(path)]


def follow(told: Position, seat: int, move: Move) -> Position:
    """A position after some choices of a seat."""
    after = told.copy()
    for choice in move:
        after.happen(seat, told.game.action_codes[choice])
    return after


def try_move(told: Position, players: int, seat: int, move: Move, streams: Streams) -> Counts:
    """The seat's parts of the win after a whole move, one for each stream."""
    before = follow(told, seat, move[:-1])
    return try_choices(before, players, seat, [told.game.action_codes[move[-1]]], streams)[:, 0]
