"""Games by rule of thumb to learn from, compiled: the facts of quiet positions, and who won in the end."""

import numpy as np

from fathoms.bots.insight_kernels import is_quiet, seat_facts, table_facts
from fathoms.bots.search_kernels import move_on, share_out
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import below, next_random

_SPREAD = np.uint64(0xD1342543DE82EF95)


@kernel
def play_lessons(worlds, blank, options, seed, first, careless, sparse, out, weights, seats, table, shares, players):
    """Fill the rows of `seats`, `table`, `shares` and `players`; one quiet position in `sparse` is kept.

    `options` rows are taken in turn from game `first` on. Gives the number of rows filled and the next game.
    """
    rng = np.zeros(1, np.uint64)
    rewards = np.zeros(6, np.float64)
    row = 0
    game = first
    while row < len(players):
        rng[0] = np.uint64(seed) * _SPREAD + np.uint64(game)
        rng[0] = next_random(rng)
        worlds[0] = blank[0]
        s = worlds[0]
        verbs.setup(s, options[game % len(options)])
        start = row
        acting = verbs.to_act(s)
        while acting != 0:
            if row < len(players) and is_quiet(s) and below(rng, sparse) == 0:
                for seat in range(int(s.players)):
                    seat_facts(s, seat, seats[row, seat])
                table_facts(s, table[row])
                players[row] = s.players
                row += 1
            move_on(worlds, acting, careless, out, weights, rng)
            acting = verbs.to_act(s)
        share_out(s, rewards)
        for i in range(start, row):
            shares[i] = rewards
        game += 1
    return game
