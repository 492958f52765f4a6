"""A process that measures one plan for somebody who waits: JSON in on stdin, JSON out on stdout, at low priority.

Asked nothing (an empty object), it compiles ahead.

The table starts it, so that neither compiling nor playing a few thousand games slows anybody's game down.
"""

import json
import logging
import os
import sys

from fathoms.engine.errors import FathomsError
from fathoms.engine.game import installed_game, working_games
from fathoms.engine.kinds import Json
from fathoms.lab.balance.measure import Plan, measure
from fathoms.lab.balance.play import compile_balance

log = logging.getLogger("fathoms")


def compile_ahead() -> Json:
    """Compile what watching needs of every game, so that the first question is answered in time."""
    for game in working_games():
        try:
            compile_balance(game)
        except Exception:  # a game of somebody else's must not keep the others waiting
            log.exception("%s could not be compiled ahead", game.name)
    return {}


def work(asked: Json) -> Json:
    """The figures of a plan, or what is wrong with it."""
    try:
        game = installed_game(asked["game"])
        plan = Plan(
            game,
            asked["options"],
            [asked["level"]],
            asked["games"],
            compare=[asked["compare"]] if asked["compare"] else [],
            cores=1,
            seconds=asked["seconds"],
        )
        compile_balance(game)
        return measure(plan)
    except FathomsError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    os.nice(10)
    told = json.load(sys.stdin)
    print(json.dumps(work(told) if told else compile_ahead()))
