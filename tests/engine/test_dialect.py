"""The words every rules.py shares, against plain Python."""

from collections import Counter
from typing import Any

import numba
import numpy as np
import pytest

from fathoms.engine.dialect import below, count_bits, list_bits, next_random, nth_bit, random_bit, rule
from fathoms.engine.rule_compiler import RuleCompiler

MASKS = [0, 1, 2, 5, 0b1011000, (1 << 60) - 1, 1 << 62, (1 << 63) - 1, 0x5555555555555555, 0x123456789ABCDEF]


def positions(mask: int) -> list[int]:
    return [i for i in range(63) if mask >> i & 1]


@pytest.fixture(autouse=True)
def _wrapping_is_meant():
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize("mask", MASKS)
def test_bits_are_counted_and_listed(mask: int) -> None:
    out = np.full(64, -1, np.int32)
    assert count_bits(mask) == mask.bit_count()
    assert list_bits(mask, 100, out, 1) == 1 + mask.bit_count()
    assert [int(code) - 100 for code in out[1 : 1 + mask.bit_count()]] == positions(mask)
    assert [nth_bit(mask, n) for n in range(mask.bit_count())] == positions(mask)


def test_random_numbers_are_splitmix64() -> None:
    """The reference values of splitmix64 with seed 1234567."""
    rng = np.array([1234567], np.uint64)
    assert [int(next_random(rng)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_below_stays_below_and_is_even() -> None:
    rng = np.array([7], np.uint64)
    counts = Counter(below(rng, 6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert all(1800 < count < 2200 for count in counts.values())
    assert {below(rng, 1) for _ in range(20)} == {0}


def test_random_bits_are_set_bits() -> None:
    rng = np.array([7], np.uint64)
    assert {random_bit(0b1011000, rng) for _ in range(200)} == {3, 4, 6}


def test_compiled_random_numbers_are_the_same() -> None:
    @numba.njit
    def draw(rng):
        return [below(rng, 1000) for _ in range(20)]

    slow, fast = np.array([99], np.uint64), np.array([99], np.uint64)
    assert [below(slow, 1000) for _ in range(20)] == draw(fast)
    assert slow[0] == fast[0]


def test_compiled_bits_are_the_same() -> None:
    @numba.njit
    def look(mask, out):
        return count_bits(mask), list_bits(mask, 100, out, 1), nth_bit(mask, count_bits(mask) - 1)

    for mask in MASKS[1:]:
        slow, fast = np.full(64, -1, np.int32), np.full(64, -1, np.int32)
        assert look.py_func(mask, slow) == look(mask, fast)
        assert slow.tolist() == fast.tolist()


# Rules as parts of kernels


@rule
def third_of(number: Any) -> Any:
    if number % 3:
        raise ValueError("not in three")
    return number // 3


@numba.njit
def ninth_of(number: Any) -> Any:
    return third_of(third_of(number))


def test_rules_are_called_as_they_are_and_from_compiled_code() -> None:
    assert third_of(27) == 9
    assert ninth_of(27) == 3
    for thirds in (third_of, ninth_of):
        with pytest.raises(ValueError, match="not in three"):
            thirds(7)


def test_a_rule_is_made_executable_within_kernels_alone() -> None:
    part = numba.njit(no_cpython_wrapper=True, pipeline_class=RuleCompiler)(third_of)

    @numba.njit
    def whole(number: Any) -> Any:
        return part(number)

    assert whole(6) == 2
    (compiled,), (kernel,) = part.overloads.values(), whole.overloads.values()
    assert compiled.library.get_pointer_to_function(compiled.fndesc.mangled_name) == 0
    assert kernel.library.get_pointer_to_function(kernel.fndesc.mangled_name) != 0
