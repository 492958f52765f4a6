"""The kinds of arrays that compiled code is handed, by what is in them."""

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[np.void]  # of a game's state, or of a kernel's own
Raw = npt.NDArray[np.unsignedinteger]  # the same memory as whole words, a row a record
Rng = npt.NDArray[np.uint64]  # one number, where random ones come from
Codes = npt.NDArray[np.int32]  # actions or fates
Ints = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]  # of networks
Doubles = npt.NDArray[np.float64]
