"""What a thread of a GPU does. The work is done by functions of `kernels.py`, `vector_kernels.py`, `arena_kernels.py`.

A kernel is made for a game because the memory of a thread is laid out when it is compiled.
"""

import numba
import numpy as np

from fathoms.lab.arena_kernels import look_back_at, next_decision, open_table
from fathoms.lab.kernels import play_run
from fathoms.lab.vector_kernels import reset_game, step_game

_WORDS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def record_words(state):
    """A record as whole words of its alignment: their type and how many they are."""
    word = np.dtype(_WORDS[state.alignment])
    return numba.from_dtype(word), state.itemsize // word.itemsize


def simulation_kernel(game, cuda):
    """Each thread plays every n-th game of a batch, in records of its own."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def simulate_on_gpu(blank, options, bots, seed, first, results, check):
        rng = cuda.local.array(1, numba.uint64)
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        score = cuda.local.array(6, numba.int64)
        mine = cuda.local.array(words, word).view(state)
        told = cuda.local.array(words, word).view(state)
        thread, threads = cuda.grid(1), cuda.gridsize(1)
        play_run(
            mine, told, blank, options, bots, seed, first, thread, threads, rng, out, weights, score, results, check
        )

    return simulate_on_gpu


def stepping_kernels(game, cuda):
    """Resetting and stepping, a thread a game; the records lie in one array."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def reset_on_gpu(states, blank, options, seed, batch, rngs):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            reset_game(i, states[i : i + 1], told, blank, options, seed, batch, rngs, out, weights)

    @cuda.jit
    def step_on_gpu(states, blank, options, seed, actions, batch, rngs):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            step_game(i, states[i : i + 1], told, blank, options, seed, actions[i], batch, rngs, out, weights)

    return reset_on_gpu, step_on_gpu


def learning_kernels(game, cuda):
    """Opening tables, deciding at them, and looking back at what came of it, a thread a table."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def open_on_gpu(states, begin, batch, others):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            open_table(i, states[i : i + 1], told, begin, batch, others, out, weights)

    @cuda.jit
    def decide_on_gpu(step, states, begin, batch, others):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            next_decision(i, step, states[i : i + 1], told, begin, batch, others, out, weights)

    @cuda.jit
    def look_back_on_gpu(batch, fade):
        later = cuda.local.array(6, numba.float32)
        gain = cuda.local.array(6, numba.float32)
        i = cuda.grid(1)
        if i < len(batch.numbers):
            look_back_at(i, batch, fade, later, gain)

    return open_on_gpu, decide_on_gpu, look_back_on_gpu
