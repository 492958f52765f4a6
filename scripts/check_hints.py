"""Do hints hold? The order of choosing must change nothing, and what is starred be best where the best is known.

`python scripts/check_hints.py -n 200` prints one line for each question.
"""

import argparse
import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from fathoms import Match, Sea
from fathoms.bots.coach import hints
from fathoms.bots.coach.hints import Hint, give_hint, weigh_choices
from fathoms.bots.solver.solver import Solver, TooLarge, solve_game
from fathoms.bots.statistics import Z
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import find_game
from fathoms.engine.position import Position
from fathoms.lab.solved import barracuda, locker

TABLES: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}]
WORLDS = 400


def allied(options: dict[str, Any], one: str, other: str) -> bool:
    return bool(options.get("teams")) and (SEATS.index(one) ^ SEATS.index(other)) == 2


def pairs(options: dict[str, Any], seed: int) -> Iterator[tuple[Match, Match, str]]:
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


def order(count: int) -> str:
    found = [
        apart(give_hint(before, seat, WORLDS), give_hint(after, seat, WORLDS))
        for number, options in enumerate(TABLES)
        for before, after, seat in itertools.islice(pairs(options, number), count // len(TABLES))
    ]
    far = f"{sum(found)} of {len(found)} positions of Barracuda with hints further apart than their intervals"
    return f"the order of choosing: {far}"


def judged(position: Position, seat: int, values: dict[str, float]) -> bool | None:
    """Whether the choice that a hint stars is best, or within its interval; None where it stars none."""
    told = position.redacted(seat).taken_back(seat)
    hint = weigh_choices(told, 2, seat, WORLDS)
    if hint.sure == "close":
        return None
    return max(values.values()) - values[hint.best] <= Z * hint.error + 1e-9


def locker_ends(count: int) -> list[bool | None]:
    game, found = find_game("locker"), list[bool | None]()
    solver = Solver(game, locker.ROOM)
    for position in locker.late_questions(1):
        solver.forget()
        try:
            values = solver.values(position)
        except TooLarge:
            continue
        named = {game.action_text(action): value for action, value in values.items()}
        found.append(judged(position, position.actors()[0], named))
        if len(found) == count:
            return found
    return found


def small_barracuda(count: int) -> list[bool | None]:
    game, found = find_game("barracuda"), list[bool | None]()
    solver = Solver(game, barracuda.ROOM, remember_fates=False)
    for position in itertools.islice(barracuda.late_choices(1, 2), count):
        solver.forget()
        matrix = solver.matrix(position)
        _, _, theirs = solve_game(matrix)
        worth = (matrix @ theirs).tolist()
        named = {game.action_text(action): value for action, value in zip(position.choices(0), worth, strict=True)}
        found.append(judged(position, 0, named))
    return found


def told(name: str, found: list[bool | None]) -> str:
    starred = [one for one in found if one is not None]
    share = 100 * sum(starred) / max(1, len(starred))
    right = f"{sum(starred)} of {len(starred)} starred choices best or within their interval ({share:.1f} %)"
    return f"{name}: {right}; {len(found) - len(starred)} too close to call"


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("-n", type=int, default=200)
    count = asked.parse_args().n
    hints.IMAGINED = 4  # reasons are not looked at here
    print(order(count), flush=True)
    print(told("Locker's endings", locker_ends(count)), flush=True)
    print(told("Barracuda's small games", small_barracuda(count // 4)), flush=True)
