"""Compiling all a table asks of a game ahead of time: in a process of its own, so that nobody waits for it."""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numba

from fathoms.bots import compiler
from fathoms.bots.coach.coach import compile_coach
from fathoms.bots.coach.hints import give_hint
from fathoms.bots.coach.working_out import compile_working_out
from fathoms.bots.levels import LEVELS, Bot
from fathoms.bots.matches import decisions, sea_drift
from fathoms.engine.cache import cache_folder, can_keep, clear_dead_installs, how_to_keep, is_warm, mark_warm
from fathoms.engine.conform import Dice
from fathoms.engine.errors import IllegalMove
from fathoms.engine.game import Game, by_shelf, installed_game, working_games
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.match import Match
from fathoms.engine.sea import Sea

log = logging.getLogger("fathoms")
_ready: set[tuple[str, str]] = set()


def is_ready(game: Game, purpose: str = "table") -> bool:
    """Whether what a table (or the `coach`) asks of a game can be loaded from the cache at once."""
    if (game.name, purpose) not in _ready:
        has_heuristic(game)
        if is_warm(_record(game), purpose):
            _ready.add((game.name, purpose))
    return (game.name, purpose) in _ready


def _record(game: Game) -> object:
    return numba.from_dtype(game.state)


def warm(game: Game) -> None:
    """Compile all that a table asks of a game, by playing one game of it."""
    match, dice, bots = Match(game, interpreted=False), Dice(1), [Bot(level, 1, iterations=20) for level in LEVELS]
    at_the_table: dict[str, Bot] = {}
    for seat in decisions(match, at_the_table, sea_drift(Sea.from_seed(1))):
        _refuse_something(match)
        at_the_table[seat] = dice.pick(bots)
    match.view("A")
    mark_warm(_record(game))


def warm_coach(game: Game) -> None:
    """Compile what the coach and hints ask of a game."""
    compile_coach(game)
    compile_working_out(game)
    match = Match(game, interpreted=False)
    match.drift(Sea.from_seed(1))
    hint = give_hint(match, match.to_act[0], worlds=4)
    hint.context.later(hint.best)
    mark_warm(_record(game), "coach")


def _refuse_something(match: Match) -> None:
    if len(match.log) < 5:
        legal = match.choices(match.to_act[0])
        text = next((text for text in match.game.action_codes if text not in legal), None)
        if text is None:
            return
        try:
            match.play(f"{match.to_act[0]} {text}")
        except IllegalMove:
            return


PURPOSES: dict[str, Callable[[Game], None]] = {"table": warm, "coach": warm_coach}


@dataclass(frozen=True)
class Compiled:
    """How far a game is, for the host."""

    name: str
    title: Mapping[str, str]
    ready: bool
    at_work: bool


def jobs(games: Iterable[Game]) -> list[str]:
    """What is not ready yet, as GAME:PURPOSE, simple games first; all can be played before a coach can speak."""
    known = by_shelf(games)
    wanted = [(game, "table") for game in known] + [(game, "coach") for game in known if has_heuristic(game)]
    return [f"{game.name}:{purpose}" for game, purpose in wanted if not is_ready(game, purpose)]


def start_warming() -> subprocess.Popen[bytes] | None:
    """Compile what is not ready yet, in another process that ends with this one; None if there is nothing to do."""
    wanted = jobs(working_games())
    if wanted and not can_keep():
        log.warning("games stay interpreted: %s", how_to_keep())
        return None
    if not wanted:
        return None
    return subprocess.Popen([sys.executable, compiler.__file__, str(cache_folder().parent), str(os.getpid()), *wanted])


def progress() -> list[Compiled]:
    """How far each game is."""
    try:
        at_work = (cache_folder().parent / compiler.AT_WORK).read_text(encoding="utf-8").partition(":")[0]
    except OSError:
        at_work = ""
    return [Compiled(game.name, game.title, is_ready(game), game.name == at_work) for game in working_games()]


def warm_all(games: Iterable[Game]) -> None:
    """Compile what is not ready yet, in this process: for an image, where nobody waits and nothing else runs."""
    for job in jobs(games):
        warm_one(*job.split(":"))


def warm_one(name: str, purpose: str) -> bool:
    """Compile a game, if nobody else has meanwhile; one that fails is logged and keeps no other waiting."""
    game = installed_game(name)
    if is_ready(game, purpose):
        return True
    began, worked = time.monotonic(), time.process_time()
    try:
        PURPOSES[purpose](game)
    except Exception:
        log.exception("%s could not be compiled ahead (%s)", name, purpose)
        return False
    took = {"seconds": round(time.monotonic() - began, 1), "processor_seconds": round(time.process_time() - worked, 1)}
    facts = {"event": "compiled", "game": name, "purpose": purpose, **took, "mib": _most_memory()}
    if not sys.stderr.isatty():  # for the host's log; somebody at a terminal is not told
        print(json.dumps(facts), file=sys.stderr, flush=True)
    return True


def _most_memory() -> int | None:
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    if len(sys.argv) == 3:
        clear_dead_installs()
        sys.exit(0 if warm_one(*sys.argv[1:]) else 1)
    warm_all(working_games())
