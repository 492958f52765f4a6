"""What a thread of a GPU does when it plays whole games."""

import numba

from fathoms.lab.gpu import record_words
from fathoms.lab.simulate.kernels import play_run


def simulation_kernel(game, cuda):
    """Each thread plays every n-th game of a batch, in records of its own."""
    state, (word, words) = game.state, record_words(game.state)
    most_fates, most = game.most_fates, max(game.most_choices, game.most_fates)

    @cuda.jit
    def simulate_on_gpu(games, results):
        rng = cuda.local.array(1, numba.uint64)
        out = cuda.local.array(most, numba.int32)
        weights = cuda.local.array(most_fates, numba.int64)
        score = cuda.local.array(6, numba.int64)
        mine = cuda.local.array(words, word).view(state)
        told = cuda.local.array(words, word).view(state)
        thread, threads = cuda.grid(1), cuda.gridsize(1)
        play_run(mine, (told, rng, out, weights, score), games, thread, threads, results)

    return simulate_on_gpu
