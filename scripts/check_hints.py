"""Do hints hold? The order of choosing must change nothing, and what is starred be best where the best is known.

`python scripts/check_hints.py -n 200` prints a line for each question; with `--seconds 60` none is looked for longer,
by the processor. What a hint has worked out to the end is right by itself: it is counted apart from what was tried,
and all is asked once more as if there were nothing but trying.
"""

import argparse
import itertools
import random
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np

from fathoms import Match, Sea
from fathoms.bots.coach import hints, working_out
from fathoms.bots.coach.hints import Hint, give_hint, weigh_choices
from fathoms.bots.solver.solver import Solver, TooLarge, solve_game
from fathoms.bots.statistics import Z
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import find_game
from fathoms.engine.kinds import Json
from fathoms.engine.position import Position
from fathoms.lab.solved import barracuda, locker

TABLES: list[Json] = [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}]
WORLDS = 400
ROOM = 1 << 18  # positions of one ending of Locker: more than hints work out, and quickly found to be too many


def allied(options: Json, one: str, other: str) -> bool:
    return bool(options.get("teams")) and (SEATS.index(one) ^ SEATS.index(other)) == 2


def pairs(options: Json, seed: int) -> Iterator[tuple[Match, Match, str]]:
    """Random positions in which a seat is to choose, before and after some opponents have chosen face down."""
    rng = random.Random(seed)
    while True:
        match, sea = Match("barracuda", interpreted=False, **options), Sea.from_seed(rng.randrange(1 << 30))
        match.drift(sea)
        while not match.over:
            seat = rng.choice(match.to_act)
            others = [one for one in match.to_act if one != seat and not allied(options, one, seat)]
            if others and len(match.choices(seat)) > 1 and rng.random() < 0.2:
                after = match.copy()
                for other in rng.sample(others, rng.randint(1, len(others))):
                    after.play(f"{other} {rng.choice(after.choices(other))}")
                yield match, after, seat
            match.play(f"{seat} {rng.choice(match.choices(seat))}")
            match.drift(sea)


def apart(one: Hint, two: Hint) -> bool:
    """Whether two hints differ by more than their intervals."""
    return one.best != two.best or abs(one.share - two.share) > Z * float(np.hypot(one.error, two.error))


T = TypeVar("T")
Question = tuple[Position, int, dict[str, float]]  # where, who is asked, and what each choice is worth


def within(seconds: float, found: Iterable[T]) -> Iterator[T]:
    """As many as there is time for, of the processor's."""
    end = time.process_time() + seconds
    return itertools.takewhile(lambda _: time.process_time() < end, found)


def order(count: int, seconds: float) -> str:
    asked = (itertools.islice(pairs(options, number), count // len(TABLES)) for number, options in enumerate(TABLES))
    found = [
        apart(give_hint(before, seat, WORLDS), give_hint(after, seat, WORLDS))
        for questions in asked
        for before, after, seat in within(seconds / len(TABLES), questions)
    ]
    far = f"{sum(found)} of {len(found)} positions of Barracuda with hints further apart than their intervals"
    return f"the order of choosing: {far}"


def is_right(hint: Hint, values: dict[str, float]) -> bool:
    """Whether the choice that a hint stars is best, or within its interval."""
    return max(values.values()) - values[hint.best] <= Z * hint.error + 1e-9


def locker_ends() -> Iterator[Question]:
    """Endings in which it matters what is chosen."""
    game = find_game("locker")
    solver = Solver(game, ROOM)
    for position in locker.late_questions(1):
        solver.forget()
        try:
            values = solver.values(position)
        except TooLarge:
            continue
        if max(values.values()) - min(values.values()) > locker.EQUAL:
            named = {game.action_text(action): value for action, value in values.items()}
            yield position, position.actors()[0], named


def small_barracuda() -> Iterator[Question]:
    game = find_game("barracuda")
    solver = Solver(game, barracuda.ROOM, remember_fates=False)
    for position in barracuda.late_choices(1, 2):
        solver.forget()
        matrix = solver.matrix(position)
        _, _, theirs = solve_game(matrix)
        worth = (matrix @ theirs).tolist()
        named = {game.action_text(action): value for action, value in zip(position.choices(0), worth, strict=True)}
        yield position, 0, named


def ask(question: Question) -> tuple[Hint, bool]:
    position, seat, values = question
    hint = weigh_choices(position.redacted(seat).taken_back(seat), 2, seat, WORLDS)
    return hint, is_right(hint, values)


def told(name: str, questions: list[Question]) -> str:
    """A line for the hints that star a choice, with how many of them were worked out."""
    starred = [(hint.how != "tried", right) for hint, right in map(ask, questions) if hint.sure != "close"]
    good, share = sum(right for _, right in starred), 100 * sum(right for _, right in starred) / max(1, len(starred))
    tried = [right for worked, right in starred if not worked]
    how = f"{len(starred) - len(tried)} of them worked out, {sum(tried)} of {len(tried)} right by trying"
    held = f"{good} of {len(starred)} starred choices best or within their interval ({share:.1f} %)"
    return f"{name}: {held}; {how}; {len(questions) - len(starred)} too close to call"


def tell_twice(name: str, questions: list[Question]) -> None:
    """As hints are given, and as they would be if nothing were worked out."""
    print(told(name, questions), flush=True)
    working_out.POSITIONS, room = 1, working_out.POSITIONS
    print(told(f"{name}, all tried", questions), flush=True)
    working_out.POSITIONS = room


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("-n", type=int, default=200)
    asked.add_argument("--seconds", type=float, default=600)
    count, seconds = (wanted := asked.parse_args()).n, wanted.seconds
    hints.IMAGINED = 4  # reasons are not looked at here
    print(order(count, seconds), flush=True)
    tell_twice("Locker's endings", list(within(seconds, itertools.islice(locker_ends(), count))))
    few = itertools.islice(small_barracuda(), count // 4)
    tell_twice("Barracuda's small games", list(within(seconds, few)))
