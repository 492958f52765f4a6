"""The kinds of data that are handed about: arrays of compiled code by what is in them, and what is told in JSON."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

State = Any  # one record of a game: its fields are those of its dtype, which Numba knows and a type checker does not
StateType = np.dtype[np.void]
Records = npt.NDArray[np.void]  # of a game's state, or of a kernel's own
Raw = npt.NDArray[np.unsignedinteger]  # the same memory as whole words, a row a record
Rng = npt.NDArray[np.uint64]  # one number, where random ones come from
Codes = npt.NDArray[np.int32]  # actions or fates
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Marks = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]  # of networks
Doubles = npt.NDArray[np.float64]

Json = dict[str, Any]  # an object that is written, or was read, as JSON
View = Mapping[str, Any]  # what a viewer may know, JSON-ready: docs/reference/views.md has the fields
