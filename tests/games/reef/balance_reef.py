"""The figures of docs/balance-reef.md: `python -m tests.games.reef.balance_reef [games] [chart]`.

The rule of thumb plays in every seat and A begins, so that a seat's letter is its place in the turn order.
"""

import sys

import numpy as np

from fathoms.bots.thumb import has_thumb, thumb
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.engine.game import find_game
from fathoms.lab.kernels import first_seat, let_sea_act, seed_game

DIVES, HOME, WON, TAKEN = 0, 1, 2, 5  # columns of the tally: dives, with a chest; won and taken by size
TALLY = 8
GAMES = 20_000


@rule
def count_below(s, size):
    total = 0
    for column in range(1, int(s.width) + 1):
        total += int(s.chests[column, size])
    return total


@rule
def note(before, now, tally):
    """Dives that ended, and chests that left the bed or were won, in the last event."""
    for seat in range(int(now.players)):
        if int(before.at[seat]) != 0 and int(now.at[seat]) == 0:
            tally[DIVES] += 1
        for size in range(3):
            brought = int(now.won[seat, size]) - int(before.won[seat, size])
            tally[HOME] += brought
            tally[WON + size] += brought
    for size in range(3):
        tally[TAKEN + size] += max(0, count_below(before, size) - count_below(now, size))


@kernel
def play_games(states, before, options, seed, games, wins, points, tally):
    """Whole games by the rule of thumb; a shared win counts as a part. Returns the number of decisions."""
    rng = np.zeros(1, np.uint64)
    blank = np.zeros_like(states)
    out, weights = np.zeros(64, np.int32), np.zeros(64, np.int64)
    score = np.zeros(6, np.int64)
    decisions = 0
    for game in range(games):
        seed_game(rng, seed, game)
        states[0] = blank[0]
        s = states[0]
        verbs.setup(s, options)
        acting = verbs.to_act(s)
        while acting != 0:
            before[0] = states[0]
            if acting & SEA_BIT:
                let_sea_act(s, out, weights, rng)
            else:
                seat = first_seat(acting)
                verbs.play(s, seat, int(thumb(s, seat, rng)))
                decisions += 1
            note(before[0], s, tally)
            acting = verbs.to_act(s)
        winners = verbs.winners(s)
        verbs.scores(s, score)
        shared = 0
        for seat in range(6):
            shared += (winners >> seat) & 1
        for seat in range(6):
            wins[seat] += ((winners >> seat) & 1) / shared
            points[seat] += score[seat]
    return decisions


def table_row(players, games, chart, scarce=False, seed=1):
    """One row of the table: wins by place over the fair share, then what the dives brought."""
    game = find_game("reef")
    has_thumb(game)
    options = game.options.encode(game.options.read(players=players, chart=chart, first="A", scarce=scarce))
    states, before = np.zeros(1, game.state), np.zeros(1, game.state)
    wins, points, tally = np.zeros(6), np.zeros(6), np.zeros(TALLY, np.int64)
    decisions = play_games(states, before, options, seed, games, wins, points, tally)
    by_place = " ".join(f"{wins[seat] / games * players:.3f}" for seat in range(players))
    mean = " ".join(f"{points[seat] / games:.1f}" for seat in range(players))
    home = tally[HOME] / tally[DIVES]
    taken, won = tally[TAKEN:] / games, tally[WON:TAKEN] / games
    sizes = " / ".join(f"{t:.2f} {w:.2f}" for t, w in zip(taken, won, strict=True))
    return f"| {players} | {by_place} | {mean} | {home:.1%} | {sizes} | {decisions / games:.0f} |"


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    chart = sys.argv[2] if len(sys.argv) > 2 else "standard"
    print(
        "| players | wins by place, over a fair share | points by place | dives that bring a chest "
        "| taken and won a game: small / medium / large | decisions |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for players in range(2, 6):
        print(table_row(players, games, chart))


if __name__ == "__main__":
    main()
