"""How long bots may think when many want to."""

from fathoms.bots.levels import SECONDS
from fathoms.table.live.pools import THINKERS


def thinking_seconds(level: str, waiting: int) -> float:
    """What a bot may think about a move when so many want to: less in a crowd, so that no table waits for long."""
    full = SECONDS[level]
    return max(full / max(1.0, waiting / THINKERS), min(SECONDS.values()))
