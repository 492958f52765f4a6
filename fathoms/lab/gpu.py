"""The way to a GPU: numba-cuda, imported in this one place.

Its kernels (`gpu_kernels.py` of `simulate`, `vector` and `learn`) call the very functions that a core runs, so the same
seed gives the same games. A kernel is made for a game because the memory of a thread is laid out when it is compiled.
"""

from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numba
import numpy as np

from fathoms.engine.errors import OptionError
from fathoms.engine.extras import MissingExtra, needing
from fathoms.engine.kinds import StateType

_RENAMED = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}
_WORDS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


@cache
def cuda_module() -> ModuleType:
    """`numba.cuda`, with the names that some of its versions still ask of NumPy."""
    for old, new in _RENAMED.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    with needing("gpu", instead="on=cpu, on=ray"):
        from numba import cuda
    return cuda


def need_gpu() -> ModuleType:
    """`numba.cuda`, on a machine where it can run; otherwise an OptionError that says what is missing."""
    try:
        cuda = cuda_module()
        cuda.current_context()
    except MissingExtra:
        raise
    except Exception as error:  # whatever a half-installed driver raises
        lines = [line.strip(" :") for line in str(error).splitlines()]
        told = ": ".join([line for line in lines if line][:2]) or type(error).__name__
        first = "" if find_spec("numba_cuda") else "; with an NVIDIA card: pip install 'fathoms[gpu]'"
        raise OptionError(f"no GPU can be used here ({told}); allowed: on=cpu, on=ray{first}") from error
    return cuda


def gpu_name() -> str:
    name = need_gpu().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def record_words(state: StateType) -> tuple[Any, int]:
    """A record as whole words of its alignment: their type and how many they are."""
    word = np.dtype(_WORDS[state.alignment])
    return numba.from_dtype(word), state.itemsize // word.itemsize
