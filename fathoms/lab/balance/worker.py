"""A process that measures one plan for somebody who waits: JSON in on stdin, JSON out on stdout, at low priority.

Asked nothing (an empty object), it compiles ahead. Its argument is the process it works for, with which it ends.

The table starts it, so that neither compiling nor playing a few thousand games slows anybody's game down.
"""

import json
import logging
import os
import sys
import threading
import time

from fathoms.engine.errors import FathomsError
from fathoms.engine.game import installed_game, working_games
from fathoms.engine.kinds import Json
from fathoms.lab.balance.measure import Plan, measure
from fathoms.lab.balance.play import compile_balance

LOOK_SECONDS = 0.5
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


def end_with(server: int) -> None:
    """A server that is gone, however it ended, has no use for what is measured here."""
    while os.getppid() == server:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    os.nice(10)
    threading.Thread(target=end_with, args=(int(sys.argv[1]),), daemon=True).start()
    told = json.load(sys.stdin)
    print(json.dumps(work(told) if told else compile_ahead()))
