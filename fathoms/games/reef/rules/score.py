"""What everybody has in the end of The Reef, and who wins."""

from fathoms.engine.dialect import rule
from fathoms.games.reef.state import OVER

# --- The end (R26, R27) ---


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.score[seat]


@rule
def winners(s):
    """Most points; a tie is shared, also with nothing won at all."""
    if int(s.phase) != OVER:
        return 0
    best = 0
    mask = 0
    for seat in range(int(s.players)):
        score = int(s.score[seat])
        if score > best:
            best = score
            mask = 0
        if score == best:
            mask |= 1 << seat
    return mask
