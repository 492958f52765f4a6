"""What a thread of a GPU does when networks play themselves."""

import numba

from fathoms.lab.gpu import record_words
from fathoms.lab.learn.gpu.arena_kernels import look_back_at, next_decision, open_table


def learning_kernels(game, cuda):
    """Opening tables, deciding at them, and looking back at what came of it, a thread a table."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def open_on_gpu(states, begin, batch):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            open_table(i, states[i : i + 1], told, begin, batch, out, weights)

    @cuda.jit
    def decide_on_gpu(step, states, begin, batch):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            next_decision(i, step, states[i : i + 1], told, begin, batch, out, weights)

    @cuda.jit
    def look_back_on_gpu(batch, fade):
        later = cuda.local.array(6, numba.float32)
        gain = cuda.local.array(6, numba.float32)
        i = cuda.grid(1)
        if i < len(batch.numbers):
            look_back_at(i, batch, fade, later, gain)

    return open_on_gpu, decide_on_gpu, look_back_on_gpu
