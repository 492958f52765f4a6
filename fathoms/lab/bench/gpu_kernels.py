"""Other layouts of playing and stepping on a GPU, to compare with those that are used."""

import numba

from fathoms.lab.gpu import record_words
from fathoms.lab.simulate.kernels import play_run
from fathoms.lab.vector.kernels import step_game


def records_kernel(game, cuda):
    """The other layout of simulation: games are played in place, in one array of records in the card's memory."""
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def simulate_in_place(states, scratch, games, results):
        rng = cuda.local.array(1, numba.uint64)
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        score = cuda.local.array(6, numba.int64)
        t, threads = cuda.grid(1), cuda.gridsize(1)
        mine, told = states[t : t + 1], scratch[t : t + 1]
        play_run(mine, (told, rng, out, weights, score), games, t, threads, results)

    return simulate_in_place


def step_copied_kernel(game, cuda, by_words):
    """Other layouts of stepping: a record is copied to the thread and back, from an array of records or of words."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def step_words(kept, begin, actions, batch, rngs):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        mine = cuda.local.array(words, word)
        i = cuda.grid(1)
        if i < len(rngs):
            for w in range(words):
                mine[w] = kept[w, i]
            step_game(i, mine.view(state), (told, out, weights), begin, actions[i], batch, rngs)
            for w in range(words):
                kept[w, i] = mine[w]

    @cuda.jit
    def step_copies(states, begin, actions, batch, rngs):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        mine = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(rngs):
            mine[0] = states[i]
            step_game(i, mine, (told, out, weights), begin, actions[i], batch, rngs)
            states[i] = mine[0]

    return step_words if by_words else step_copies


def pick_kernel(cuda):
    """Any choice of each game, the same on a core: see `pick_on_core`."""

    @cuda.jit
    def pick(batch, turn, actions):
        i = cuda.grid(1)
        if i < len(actions):
            actions[i] = batch.choices[i, (i * 7919 + turn * 104_729) % batch.counts[i]]

    return pick
