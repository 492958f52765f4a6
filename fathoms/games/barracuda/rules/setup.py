"""Setting Barracuda up."""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda import options as o
from fathoms.games.barracuda.pieces import ALL_MOVEMENT, BARRACUDA_BIT, FIRST_COINS, LAIR
from fathoms.games.barracuda.rules.layout import lay_given
from fathoms.games.barracuda.state import CHOOSE, LAY, NOBODY

ALL_CARDS = ALL_MOVEMENT | BARRACUDA_BIT

# Set-up (B1 to B4)


@rule
def setup(s, options):
    s.players = options[o.PLAYERS]
    s.teams = options[o.TEAMS]
    s.goal = options[o.GOAL]
    s.extras = options[o.EXTRAS]
    s.barracuda = LAIR
    s.turn = 1
    s.controller = NOBODY
    s.actor = NOBODY
    s.meddler = NOBODY
    s.victim = NOBODY
    for seat in range(int(s.players)):
        s.hand[seat] = ALL_CARDS
        s.bag[seat] = FIRST_COINS
    s.issued = FIRST_COINS * int(s.players)
    if options[o.CELLS] < 0:
        s.phase = LAY
    else:
        s.phase = CHOOSE
        lay_given(s, options)
