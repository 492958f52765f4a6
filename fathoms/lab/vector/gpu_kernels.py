"""What a thread of a GPU does when games are stepped."""

import numba

from fathoms.lab.gpu import record_words
from fathoms.lab.vector.kernels import reset_game, step_game


def stepping_kernels(game, cuda):
    """Resetting and stepping, a thread a game; the records lie in one array."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def reset_on_gpu(states, begin, batch, rngs):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            reset_game(i, states[i : i + 1], (told, out, weights), begin, batch, rngs)

    @cuda.jit
    def step_on_gpu(states, begin, actions, batch, rngs):
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        told = cuda.local.array(words, word).view(state)
        i = cuda.grid(1)
        if i < len(states):
            step_game(i, states[i : i + 1], (told, out, weights), begin, actions[i], batch, rngs)

    return reset_on_gpu, step_on_gpu
