"""What the rules are written in: the few words every `rules.py` shares.

Rules are plain Python over one fixed-size record, kept to integers, fields and buffers that are passed in, so that
the interpreter, Numba on the CPU and numba-cuda on a GPU all run the same source.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import extending

from fathoms.engine.rule_compiler import RuleCompiler

SEATS = "ABCDEF"
SPECTATOR = 6  # as a viewer, after the six possible seats
SEA = 7  # as one who acts
SEA_BIT = 1 << SEA
EVERYONE = (1 << SEA) - 1  # every seat and the spectators, as an audience
HIDDEN = -2  # what `redact` writes where a viewer may not look

_FROM_COMPILED_CODE_ONLY: Any = {"no_cfunc_wrapper": True}  # Numba's types leave it out
_COMPILED_FOR: dict[str, Any] = {
    "cpu": {**_FROM_COMPILED_CODE_ONLY, "no_cpython_wrapper": True, "pipeline_class": RuleCompiler},
    "cuda": _FROM_COMPILED_CODE_ONLY,
}

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function of the rules: callable as it is, and from compiled code."""
    _say_for_compiled_code(function, lambda *args, **named: function, strict=False)
    return function


def overload(function: Function) -> Callable[[Function], Function]:
    """Say what compiled code calls in the place of a function: for the verbs and hooks, which are bound to games."""

    def say(chooser: Function) -> Function:
        _say_for_compiled_code(function, chooser)
        return chooser

    return say


def _say_for_compiled_code(function: Function, chooser: Callable[..., Any], strict: bool = True) -> None:
    for target, options in _COMPILED_FOR.items():
        extending.overload(function, jit_options=options, strict=strict, target=target)(chooser)


_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@rule
def next_random(rng):
    """The next 64 random bits of `rng`, a one-element uint64 array (splitmix64)."""
    rng[0] = rng[0] + _GOLDEN
    z = rng[0]
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@rule
def below(rng, n):
    """A random integer in 0..n-1; n must be under 2**31, and the bias is then under n / 2**32."""
    high = int(next_random(rng) >> _S32)
    return (high * int(n)) >> 32


@rule
def pick_share(weights, n, left):
    """The index below `n` at which `left`, a part of the sum of the weights, is used up: the one weighted draw."""
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


@rule
def count_bits(mask):
    """How many bits of a mask are set; the mask is not negative and under 2**63.

    Written as compilers know it: they make one instruction of it.
    """
    n = int(mask)
    n -= (n >> 1) & 0x5555555555555555
    n = (n & 0x3333333333333333) + ((n >> 2) & 0x3333333333333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((n * 0x0101010101010101) >> 56) & 127


@rule
def lowest_bit(mask):
    """The position of the lowest set bit of `mask`; the caller knows that there is one."""
    return count_bits((mask & -mask) - 1)


@rule
def nth_bit(mask, n):
    """The position of the set bit number `n` of `mask`, counted from zero; the caller knows that there is one."""
    left = int(mask)
    for _ in range(n):
        left &= left - 1
    return lowest_bit(left)


@rule
def random_bit(mask, rng):
    """The position of a set bit of `mask`, each equally likely; the caller knows that there is one."""
    return nth_bit(mask, below(rng, count_bits(mask)))


@rule
def list_bits(mask, start, out, n):
    """Write `start` + position of every set bit of `mask` to `out` from index `n` on; the new count."""
    left = int(mask)
    while left != 0:
        out[n] = int(start) + lowest_bit(left)
        n += 1
        left &= left - 1
    return n
