"""Compiling all a table asks of a game ahead of time: in a process of its own, so that nobody waits for it."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterable

import numba

from fathoms.bots.coach.coach import compile_coach
from fathoms.bots.coach.hints import give_hint
from fathoms.bots.levels import LEVELS, Bot
from fathoms.engine.cache import is_warm, mark_warm
from fathoms.engine.conform import Dice
from fathoms.engine.errors import IllegalMove
from fathoms.engine.game import Game, working_games
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
    match, sea, dice = Match(game, interpreted=False), Sea.from_seed(1), Dice(1)
    bots = [Bot(level, 1, iterations=20) for level in LEVELS]
    match.drift(sea)
    while not match.over:
        seat = match.to_act[0]
        _refuse_something(match)
        match.play(f"{seat} {dice.pick(bots).choose(match, seat)}")
        match.drift(sea)
    match.view("A")
    mark_warm(_record(game))


def warm_coach(game: Game) -> None:
    """Compile what the coach and hints ask of a game."""
    compile_coach(game)
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


def start_warming() -> subprocess.Popen[bytes] | None:
    """Compile what is not ready yet, in another process; None if everything is."""
    if all(is_ready(game) and (is_ready(game, "coach") or not has_heuristic(game)) for game in working_games()):
        return None
    return subprocess.Popen([sys.executable, "-m", "fathoms.bots.warm"])


def warm_all(games: Iterable[Game]) -> None:
    """Compile what is not ready yet, game by game; people can play before the coach can speak."""
    played = [game for game in games if is_ready(game) or _goes_well(warm, game)]
    for game in played:
        if has_heuristic(game) and not is_ready(game, "coach"):
            _goes_well(warm_coach, game)


def _goes_well(work: Callable[[Game], None], game: Game) -> bool:
    """Whether a game compiles; if not, that is logged and keeps no other game waiting."""
    try:
        work(game)
    except Exception:
        log.exception("%s could not be compiled ahead", game.name)
        return False
    return True


if __name__ == "__main__":
    warm_all(working_games())
