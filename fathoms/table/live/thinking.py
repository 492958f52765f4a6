"""How long bots may think when many want to, and how far ahead: a swim is thought of to its end."""

from fathoms.bots.levels import SECONDS, Bot
from fathoms.engine.match import Match
from fathoms.table.live.pools import THINKERS


def thinking_seconds(level: str, waiting: int) -> float:
    """What a bot may think about a move when so many want to: less in a crowd, so that no table waits for long."""
    full = SECONDS[level]
    return max(full / max(1.0, waiting / THINKERS), min(SECONDS.values()))


def think_on(bot: Bot, match: Match, seat: str, first: str | None = None) -> tuple[list[str], str | None]:
    """A decision of a bot, or a swim with all its steps, which people see as one; what it does next, where it knows.

    The match is played on as far as that. `first` is what it has chosen before.
    """
    path, choice = list[str](), first or bot.choose(match, seat)
    while True:
        line = f"{seat} {choice}"
        match.play(line)
        path.append(choice)
        if not _may_go_on(match, seat, line):
            return path, None
        choice = bot.choose(match, seat)
        if not match.game.goes_on(line, f"{seat} {choice}"):
            return path, choice


def _may_go_on(match: Match, seat: str, line: str) -> bool:
    """Whether a seat may take one more step of the swim that this line is of."""
    choices = match.choices(seat) if match.game.has_swims and seat in match.to_act else []
    return any(match.game.goes_on(line, f"{seat} {choice}") for choice in choices)
