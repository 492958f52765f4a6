"""How long games of Barracuda last, who wins, which cards are played.

`python -m tests.games.barracuda.barracuda_balance` prints it. `fathoms simulate barracuda` counts wins; this looks into
the record for what only Barracuda has, turns and cards.
"""

import argparse

import numpy as np

from fathoms.bots.thumb import has_thumb, thumb
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.dialect import SEA_BIT, below, count_bits
from fathoms.engine.game import find_game
from fathoms.games.barracuda.pieces import BARRACUDA, LAST_TURN
from fathoms.lab.kernels import first_seat, let_sea_act, seed_game

TABLES = {
    "2 players": {"players": 2},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "2 against 2": {"players": 4, "teams": True},
}


@kernel
def play_and_count(states, scratch, options, sensible, seed, games, out, weights, turns, wins, cards):
    """Whole games: how often each number of turns, the wins of each seat, and how often each card was played."""
    rng = np.zeros(1, np.uint64)
    blank = np.zeros_like(states)
    for g in range(games):
        seed_game(rng, seed, g)
        states[0] = blank[0]
        s = states[0]
        verbs.setup(s, options[g % len(options)])
        acting = verbs.to_act(s)
        while acting != 0:
            if acting & SEA_BIT:
                let_sea_act(s, out, weights, rng)
            else:
                seat = first_seat(acting)
                if sensible:
                    scratch[0] = s
                    verbs.redact(scratch[0], seat)
                    action = int(thumb(scratch[0], seat, rng))
                else:
                    action = int(out[below(rng, verbs.choices(s, seat, out))])
                if action < BARRACUDA:
                    cards[action] += 1
                verbs.play(s, seat, action)
            acting = verbs.to_act(s)
        turns[int(s.turn)] += 1
        winners = verbs.winners(s)
        for seat in range(int(s.players)):
            if (winners >> seat) & 1:
                wins[seat] += 1 / count_bits(winners)


def measure(name, tables, sensible, games, seed):
    """One line of the report."""
    game = find_game("barracuda")
    has_thumb(game)
    options = np.array([game.options.encode(table) for table in tables])
    turns, cards, wins = np.zeros(LAST_TURN + 1, np.int64), np.zeros(BARRACUDA, np.int64), np.zeros(4)
    out, weights = np.zeros(game.most_fates, np.int32), np.zeros(game.most_fates, np.int64)
    states, scratch = np.zeros(1, game.state), np.zeros(1, game.state)
    play_and_count(states, scratch, options, sensible, seed, games, out, weights, turns, wins, cards)
    low, median, high = (int(np.searchsorted(turns.cumsum(), games * share)) for share in (0.05, 0.5, 0.95))
    seats = {int(table["players"]) for table in tables}
    share = f"{wins.max() / games * seats.pop():.3f}" if len(seats) == 1 else "-"
    played = " ".join(f"{100 * n / cards.sum():.0f}" for n in cards)
    longest = int(np.flatnonzero(turns)[-1])
    print(f"| {name} | {low} | {median} | {high} | {longest} | {int(turns[LAST_TURN])} | {share} | {played} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=20_000, help="games a line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true", help="random play instead of the rule of thumb")
    given = parser.parse_args()
    game = find_game("barracuda")
    dice = Dice(given.seed)
    print(
        "| table | turns, 5 % | median | 95 % | longest | at turn 100 | best seat / its share | cards 1 2 3 4 5 ≈, % |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, table in TABLES.items():
        for extras in ([], [1, 2]):
            told = f"{name}, extras 1 and 2" if extras else name
            measure(told, [game.options.read(**table, extras=extras)], not given.random, given.n, given.seed)
    anything = [random_options(game, dice) for _ in range(1000)]
    measure("any options", anything, not given.random, given.n, given.seed)


if __name__ == "__main__":
    main()
