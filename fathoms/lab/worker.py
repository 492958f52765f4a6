"""A process that measures one plan for somebody who waits: JSON in on stdin, JSON out on stdout, at low priority.

The table starts it, so that neither compiling nor playing a few thousand games slows anybody's game down.
"""

import json
import os
import sys
from typing import Any

from fathoms.engine.errors import FathomsError
from fathoms.engine.game import installed_game
from fathoms.lab.balance import Plan, measure
from fathoms.lab.watching import compile_watching


def work(asked: dict[str, Any]) -> dict[str, Any]:
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
        compile_watching(game)
        return measure(plan)
    except FathomsError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    os.nice(10)
    print(json.dumps(work(json.load(sys.stdin))))
