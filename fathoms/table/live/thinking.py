"""How long bots may think when many want to, how long they take with nothing to think about, and how far they swim."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any

from fathoms.bots.levels import QUICK_LEVELS, SECONDS, Bot
from fathoms.engine.match import Match
from fathoms.table.live.pools import THINKERS, Pool

REMEMBERED = 32  # times that a kind of bot has thought


def thinking_seconds(level: str, waiting: int) -> float:
    """What a bot may think about a move when so many want to: less in a crowd, so that no table waits for long."""
    full = SECONDS[level]
    return max(full / max(1.0, waiting / THINKERS), min(SECONDS.values()))


def play_on(match: Match, seat: str, choice: str) -> bool:
    """Play a choice; whether the seat may take one more step of the swim that it is of."""
    line, game = f"{seat} {choice}", match.game
    match.play(line)
    possible = match.choices(seat) if game.has_swims and seat in match.to_act else []
    return any(game.goes_on(line, f"{seat} {one}") for one in possible)


class Tempo:
    """How long each kind of bot has thought lately: with one choice it takes as long, and so tells nothing."""

    def __init__(self) -> None:
        self._lately: dict[Hashable, deque[float]] = {}

    def note(self, kind: Hashable, seconds: float) -> None:
        self._lately.setdefault(kind, deque(maxlen=REMEMBERED)).append(seconds)

    def draw(self, kind: Hashable, otherwise: float) -> float:
        """One of the last times; `otherwise`, where that kind has not thought here yet."""
        return secrets.choice(self._lately.get(kind) or (otherwise,))


@dataclass(frozen=True)
class Thinker:
    """A bot in a seat of a table."""

    table_id: str
    seat: str
    level: str
    hides_its_time: bool  # people follow its pace, and how soon it moves would tell what it holds


class Thinking:
    """The bots of a server, at their decisions."""

    def __init__(self, run: Callable[..., Awaitable[Any]], pool: Pool) -> None:
        self.tempo = Tempo()
        self._run, self._pool = run, pool  # for what takes no time, and for searches
        self._waiting = 0  # bots that search, or wait for their turn to

    async def swim(self, bot: Thinker, match: Match, choice: str) -> tuple[list[str], str | None]:
        """A swim from a bot's choice to its end, which people see as one; and what it does then, if it has chosen."""
        path = list[str]()
        while await self._run(play_on, match, bot.seat, choice):
            path.append(choice)
            choice = await self.choose(bot, match)
            if not match.game.goes_on(f"{bot.seat} {path[-1]}", f"{bot.seat} {choice}"):
                return path, choice
        return [*path, choice], None

    async def choose(self, bot: Thinker, match: Match) -> str:
        """What a bot chooses; with one choice, a searching one takes as long where its speed would give that away."""
        if bot.level in QUICK_LEVELS:
            return str(await self._run(Bot(bot.level).choose, match, bot.seat))
        kind, possible = (match.game.name, bot.level, match.position.interpreted), match.choices(bot.seat)
        if len(possible) > 1:
            began = time.monotonic()
            choice = await self._search(bot, match)
            self.tempo.note(kind, time.monotonic() - began)
            return choice
        if bot.hides_its_time:
            usual = 0.0 if match.position.interpreted else thinking_seconds(bot.level, self._waiting + 1)
            await asyncio.sleep(self.tempo.draw(kind, usual))
        return possible[0]

    async def _search(self, bot: Thinker, match: Match) -> str:
        """Off the loop, in the time that the crowd leaves."""

        def choose() -> str:
            return Bot(bot.level, seconds=thinking_seconds(bot.level, self._waiting)).choose(match, bot.seat)

        self._waiting += 1
        try:
            return await self._pool.run(bot.table_id, choose)
        finally:
            self._waiting -= 1
