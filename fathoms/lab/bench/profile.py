"""Where the time goes: a share of the time of random play for each thing that is done, and what is left to gain."""

import statistics
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.kinds import Json
from fathoms.lab.bench.kernels import CHOICES, FATES, HASH, NOTHING, TO_ACT, play_again

WORK = {"who acts": TO_ACT, "choices": CHOICES, "fates": FATES, "hash": HASH}
REPEATS = 2
GAMES = 1000
ROUNDS = 7


def profile(game: Game) -> dict[str, float]:
    """Nanoseconds a decision: of everything, and of each part; the rest is the rules at work (play and befall)."""
    states, blank = np.zeros(1, game.state), np.zeros(1, game.state)
    options = np.array([game.options.encode(game.options.read())])
    most = max(game.most_choices, game.most_fates)
    buffers = np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(game.most_fates, np.int64)

    def run(again: int) -> float:
        start = perf_counter()
        decisions, _ = play_again(states, blank, options, GAMES, again, REPEATS, buffers)
        return 1e9 * (perf_counter() - start) / int(decisions)

    run(NOTHING)  # compiles
    spent: dict[int, list[float]] = {part: [] for part in (NOTHING, *WORK.values())}
    for _ in range(ROUNDS):
        for part, times in spent.items():
            times.append(run(part))
    found = {"all": statistics.median(spent[NOTHING])}
    for name, part in WORK.items():
        more = statistics.median(again - once for once, again in zip(spent[NOTHING], spent[part], strict=True))
        found[name] = max(0.0, more / REPEATS)
    return found


def profile_section(progress: Callable[[str], None], folder: Path | None) -> list[str]:
    rows = [
        "| game | ns a decision | " + " | ".join(WORK) + " | play, befall and the rest |",
        "| --- | ---: |" + " ---: |" * (len(WORK) + 1),
    ]
    for name in game_names():
        progress(f"profile of {name}")
        rows.append(_row(name, profile(find_game(name))))
    return ["## Where the time goes", "", *_READING, "", *rows]


def _row(name: str, found: Json) -> str:
    whole = found["all"]
    shares = [found[part] / whole for part in WORK]
    told = " | ".join(f"{share:.0%}" for share in [*shares, 1 - sum(shares)])
    return f"| {name} | {whole:.0f} | {told} |"


_READING = (
    "Random play on one core with a thing done three times instead of once; half the time that adds is that thing's",
    "share. What remains is the rules at work: a decision carried out, a fate that befalls, the choosing among fates",
    "by weight. A list of choices or fates is written out whole before one is picked: a verb that picks one at random",
    "without the list could gain at most the columns `choices` and `fates`, and would be a second source of the same",
    "rules; so it was left.",
)
