"""A whole move where a move is a path: which way to go to its end, and not only the first step.

A game whose part `hints` has `paths(view)` lists the ways that a seat may go, each a list of choices; `is_end(choice)`
says which choice may close one, and `goal(steps, view)` what a move is for: moves with one goal are one move. Nothing
is hidden along a way: the steps are taken on what the seat knows. A first step is tried as the rule of thumb goes on
after it, so that end of a move is the usual one, and others must prove better.
"""

import math
from collections.abc import Hashable, Iterator
from types import ModuleType

import numpy as np

from fathoms.bots import kernels
from fathoms.bots.coach.choice_value import Counts, Streams, try_choices
from fathoms.engine.game import Game
from fathoms.engine.kinds import View
from fathoms.engine.position import Position

Move = tuple[str, ...]  # choices of one seat, in their order
CLEARLY = 2  # standard errors that another end must be better than the usual one


def distinct(told: Position, players: int, seat: int) -> list[int]:
    """A seat's choices, less first steps by which the rule of thumb gets to the same goal in more steps, or as many."""
    words, choices = _words(told.game), told.choices(seat)
    if words is None:
        return choices
    view, shortest = told.view(seat, players), dict[Hashable, tuple[int, int]]()
    for place, action in enumerate(choices):
        move = usual_move(told, players, seat, told.game.action_text(action))
        goal = words.goal(move, view) if is_way(told.game, move[0], view) else move
        shortest[goal] = min(shortest.get(goal, (len(move), place)), (len(move), place))
    kept = sorted(place for _, place in shortest.values())
    return [choices[place] for place in kept] if len(kept) > 1 else choices


def usual_move(told: Position, players: int, seat: int, first: str) -> Move:
    """A first step, and how the rule of thumb goes on until the move is over; any other choice is a move by itself."""
    words, move, after = _words(told.game), [first], follow(told, seat, (first,))
    if words is None or not is_way(told.game, first, told.view(seat, players)):
        return (first,)
    rng = np.array([1], np.uint64)
    while seat in after.actors() and not words.is_end(move[-1]) and _goes_on(words, after, players, seat):
        action = int(kernels.think(after.states, seat, rng))
        move.append(told.game.action_text(action))
        after.happen(seat, action)
    return tuple(move)


def is_way(game: Game, first: str, view: View) -> bool:
    """Whether a choice is a first step: then a way consists of it alone."""
    words = _words(game)
    return words is not None and [first] in words.paths(view)


def _words(game: Game) -> ModuleType | None:
    """A game's part `hints`, where a move is a path."""
    words = game.part("hints")
    return words if hasattr(words, "paths") else None


def best_whole_move(told: Position, players: int, seat: int, usual: Move, streams: Streams) -> Move:
    """The best whole move found that begins as the usual one does: that itself, unless another is clearly better."""
    moves = list(whole_moves(told, players, seat, usual[0]))
    if not moves:
        return usual
    half = len(streams) // 2
    worth = [int(try_move(told, players, seat, move, streams[:half]).sum()) for move in moves]
    best = moves[int(np.argmax(worth))]
    gain = np.subtract(*(try_move(told, players, seat, move, streams[half:]) for move in (best, usual)))
    return best if gain.mean() > CLEARLY * gain.std(ddof=1) / math.sqrt(len(gain)) else usual


def _goes_on(words: ModuleType, after: Position, players: int, seat: int) -> bool:
    """Whether the move may still be lengthened, or has a choice that ends it."""
    offered = map(after.game.action_text, after.choices(seat))
    return bool(words.paths(after.view(seat, players))) or any(words.is_end(choice) for choice in offered)


def whole_moves(told: Position, players: int, seat: int, first: str) -> Iterator[Move]:
    words = _words(told.game)
    if words is None:
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
