"""Where compiled code is kept between runs.

Numba's cache does not notice a change in another file than the compiled function's own, so the folder's name is a hash
of the package's sources: any edit starts a new one.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import config

PACKAGE = Path(__file__).resolve().parent.parent
_KEEP_SECONDS = 14 * 24 * 3600


def _home() -> Path:
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fathoms"
    return Path(os.environ.get("FATHOMS_CACHE") or default)


@cache
def cache_folder() -> Path:
    """The folder for this state of the sources; folders of older states are cleared away after two weeks."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(PACKAGE.rglob("*.py")):
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    folder = _home() / digest.hexdigest()[:16]
    if not folder.exists():
        _clear_old(_home())
    return folder


def _clear_old(home: Path) -> None:
    for old in home.glob("?" * 16):
        if time.time() - old.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


def is_warm(name: str) -> bool:
    """Whether the compiled code `name` stands for (a game, a tool) was marked as cached by `mark_warm`."""
    return (cache_folder() / f"{name}.warm").exists()


def mark_warm(name: str) -> None:
    cache_folder().mkdir(parents=True, exist_ok=True)
    (cache_folder() / f"{name}.warm").touch()


def kernel(function: Callable[..., Any], *, parallel: bool = False) -> Any:
    """Compile `function` on first use, without the GIL, and keep the result in our own cache folder."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(cache=True, nogil=True, parallel=parallel)(function)
    finally:
        config.CACHE_DIR = before
