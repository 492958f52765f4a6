"""The figures of docs/balance-nukha.md: who wins, how games end, how often players lie, accuse and mutiny.

python -m tests.games.nukha.nukha_figures --games 20000
"""

import argparse

import numpy as np

from fathoms.bots.thumb import has_thumb
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, count_bits, rule
from fathoms.engine.game import find_game
from fathoms.games.nukha.notation import ACCEPT, ACCUSE, BUY, CHOOSE, CLAIM_AS, LEAVE, MUTINY, PLEDGE
from fathoms.games.nukha.pieces import ADVENTURERS, CLAIM_OF
from fathoms.lab.kernels import RANDOM, THUMB, decide, first_seat, let_sea_act, seed_game

GAME = find_game("nukha")
CHECKED_RANDOM_GAMES = 200_000

TALLY = np.dtype(
    [
        ("wins", np.float64, (6,)),  # by seats left of the first Captain
        ("last_captain", np.float64),  # wins of the Captain at the end
        ("by_adventurer", np.float64, (6,)),
        ("with_adventurer", np.int64, (6,)),
        ("draws", np.int64, (31,)),  # games by how many cards were drawn after set-up
        ("actions", np.int64, (GAME.actions,)),
        ("lies", np.int64),
        ("right", np.int64),  # accusations of a lie
        ("faults", np.int64),
        ("events", np.int64),
    ],
    align=True,
)


@rule
def tally_action(s, action, count):
    """Before a decision: what kind it is, and whether a lie is told or accused."""
    count.actions[action] += 1
    if CLAIM_AS <= action < CHOOSE and CLAIM_OF[s.found] != action - CLAIM_AS:
        count.lies += 1
    if action == ACCUSE and CLAIM_OF[s.found] != s.claim:
        count.right += 1


@rule
def tally_end(s, first_captain, count):
    """After a game: who won, and with which adventurer."""
    count.draws[27 - s.cave_left] += 1
    winners = verbs.winners(s)
    for seat in range(s.players):
        won = ((winners >> seat) & 1) / count_bits(winners)
        count.wins[(seat - first_captain + s.players) % s.players] += won
        if seat == s.captain:
            count.last_captain += won
        if s.adventurer[seat] >= 0:
            count.with_adventurer[s.adventurer[seat]] += 1
            count.by_adventurer[s.adventurer[seat]] += won


@kernel
def tally_games(states, scratch, options, bot, seed, games, out, weights, tally):
    """Play games and count; the soundness of every position is tested."""
    rng = np.zeros(1, np.uint64)
    blank = np.zeros_like(states)
    count = tally[0]
    for game in range(games):
        seed_game(rng, seed, game)
        states[0] = blank[0]
        s = states[0]
        verbs.setup(s, options[game % len(options)])
        first_captain = -1
        acting = verbs.to_act(s)
        while acting != 0:
            if acting & SEA_BIT:
                let_sea_act(s, out, weights, rng)
            else:
                seat = first_seat(acting)
                action = decide(states, scratch, seat, bot, out, rng)
                tally_action(s, action, count)
                verbs.play(s, seat, action)
            if first_captain < 0:
                first_captain = int(s.captain)
            count.events += 1
            if verbs.sound(s) != 0:
                count.faults += 1
            acting = verbs.to_act(s)
        tally_end(s, first_captain, count)


def play(games: int, bot: int, seed: int, *tables: dict):
    options = np.array([GAME.options.encode(GAME.options.read(**table)) for table in tables])
    tally = np.zeros(1, TALLY)
    buffers = np.zeros(GAME.most_choices, np.int32), np.zeros(GAME.most_fates, np.int64)
    tally_games(np.zeros(1, GAME.state), np.zeros(1, GAME.state), options, bot, seed, games, *buffers, tally)
    return tally.view(np.recarray)[0]


def every_table() -> list[dict]:
    return [{"players": players, "adventurers": how} for players in (3, 4, 5, 6) for how in ("draft", "none")]


def print_random(seed: int) -> None:
    count = play(CHECKED_RANDOM_GAMES, RANDOM, seed, *every_table())
    ends = {draw: int(n) for draw, n in enumerate(count.draws) if n}
    print(f"random play, {CHECKED_RANDOM_GAMES:,} games of 3 to 6 players, adventurers drafted or none:")
    print(f"  {int(count.events):,} positions, {int(count.faults)} unsound; games by their last draw: {ends}")


def print_table(games: int, seed: int, players: int, how: str) -> None:
    count = play(games, THUMB, seed, {"players": players, "adventurers": how})
    shares = [players * wins / games for wins in count.wins[:players]]
    print(f"rule of thumb, {games:,} games, {players} players, adventurers {how}:")
    told = ["the first Captain", *(f"{n} to his left" for n in range(1, players))]
    print("  wins, 1 is a fair share: " + ", ".join(f"{t} {x:.3f}" for t, x in zip(told, shares, strict=True)))
    print(f"  {100 * count.last_captain / games:.1f} % of the games go to the Captain at the end")
    if how == "draft":
        held = [
            (players * won / n, name)
            for won, n, name in zip(count.by_adventurer, count.with_adventurer, ADVENTURERS, strict=True)
            if n
        ]
        print("  by adventurer: " + ", ".join(f"{name} {share:.3f}" for share, name in sorted(held, reverse=True)))


def print_manners(games: int, seed: int) -> None:
    count = play(games, THUMB, seed, *every_table())
    done = count.actions
    claims, answers = done[CLAIM_AS:CHOOSE].sum(), done[ACCEPT] + done[ACCUSE]
    print(f"rule of thumb, {games:,} games of 3 to 6 players, adventurers drafted or none:")
    print(f"  {100 * count.lies / claims:.1f} % of the claims are lies")
    accused, rightly = 100 * done[ACCUSE] / answers, 100 * count.right / done[ACCUSE]
    print(f"  {100 * done[BUY] / (done[BUY] + done[LEAVE]):.1f} % of the finds are bought")
    print(f"  {accused:.1f} % of the attacks are accused, {rightly:.1f} % of those rightly")
    print(f"  {done[MUTINY] / games:.2f} mutinies and {done[PLEDGE] / games:.2f} pledges a game")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    has_thumb(GAME)
    print_random(given.seed)
    for how in ("draft", "none"):
        for players in (3, 4, 5, 6):
            print_table(given.games, given.seed, players, how)
    print_manners(given.games, given.seed)


if __name__ == "__main__":
    main()
