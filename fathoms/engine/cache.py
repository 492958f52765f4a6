"""Where compiled code is kept between runs, and when it is no longer good.

Numba's cache notices a change in the compiled function's own file only. Ours also notices the rules: the folder's name
is a hash of what all compiled code shares (dialect, compiler and verbs), and the key of a cached function holds
a hash of the kernels it is written with and one of the sources of the game it was compiled for. Editing one game leaves
the others' compiled code alone, and editing what is not compiled leaves everything alone. So code that is compiled for
all games lives in a module whose name ends in `kernels`, and nowhere else.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy
from llvmlite import binding
from numba.core import caching
from numba.core import config as numba_config
from numba.core.compiler_lock import global_compiler_lock

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parent.parent
_KEEP_SECONDS = 14 * 24 * 3600

ENGINE = "fathoms.engine."
NOT_COMPILED = {"words", "view", "terminal", "hints", "board", "levels", "learn"}  # parts of a game, told to people
BEYOND_RULES = {"heuristic", "features", "metrics"}  # compiled parts that the engine's own kernels do not call
_watched: dict[Any, Path] = {}  # record type -> the folder of the game


def watch(record: Any, folder: Path) -> None:
    """Let compiled code for a record type depend on the sources of the game in a folder."""
    _watched[record] = folder


def _digest(sources: Iterable[Path]) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _digest_of_game(folder: Path, rules_only: bool) -> str:
    left_out = NOT_COMPILED | BEYOND_RULES if rules_only else NOT_COMPILED
    sources = [source for source in folder.rglob("*.py") if _part_of(source, folder) not in left_out]
    return _digest(sources)


def _part_of(source: Path, folder: Path) -> str:
    """The part of a game that a file belongs to: `rules` for `rules/turn.py`."""
    return source.relative_to(folder).parts[0].removesuffix(".py")


def _shared_sources() -> list[Path]:
    return [PACKAGE / "engine" / name for name in ("dialect.py", "hooks.py", "rule_compiler.py", "verbs.py")]


def _kernel_sources(module: str) -> set[Path]:
    """A module's file and, of the modules it takes names from, those that hold kernels, and theirs."""
    waiting, found = [module], set()
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            used = (
                getattr(value, "__module__", getattr(value, "__name__", None))
                for value in vars(sys.modules[name]).values()
            )
            waiting += [other for other in used if isinstance(other, str) and other.endswith("kernels")]
    return {Path(str(sys.modules[name].__file__)) for name in found}


def _home() -> Path:
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fathoms"
    return Path(os.environ.get("FATHOMS_CACHE") or default)


@cache
def cache_folder() -> Path:
    """The folder for this state of the shared sources; those that nobody has used for two weeks are cleared away."""
    folder = _home() / _digest(_shared_sources())
    if not folder.exists():
        _clear_old(_home())
    with contextlib.suppress(OSError):
        os.utime(folder)
    return folder


def _clear_old(home: Path) -> None:
    for old in home.glob("?" * 16):
        if time.time() - old.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


@cache
def can_keep() -> bool:
    """Whether compiled code can be kept at all; where it cannot, each process compiles for itself."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=cache_folder()).close()
    except OSError:
        return False
    return True


def how_to_keep() -> str:
    """What to do where compiled code cannot be kept."""
    return f"compiled code cannot be kept in {_home()}; set FATHOMS_CACHE to a folder that can be written"


def clear_dead_installs() -> list[str]:
    """Clear what was compiled for copies of the package that are gone; where they were."""
    gone = []
    for note in cache_folder().glob("install-*"):
        place = Path(note.read_text(encoding="utf-8"))
        if not place.is_dir():
            for part in {source.parent.relative_to(PACKAGE) for source in PACKAGE.rglob("*.py")}:
                shutil.rmtree(cache_folder() / _kept_in(place / part), ignore_errors=True)
            note.unlink(missing_ok=True)
            gone.append(str(place))
    return gone


def _kept_in(folder: Path) -> str:
    """Where Numba keeps what it compiled from the sources in a folder."""
    return str(caching._CacheLocator.get_suitable_cache_subpath(str(folder / "source.py")))


def _note_install() -> None:
    name = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]
    (cache_folder() / f"install-{name}").write_text(str(PACKAGE), encoding="utf-8")


def is_warm(record: Any, purpose: str = "table") -> bool:
    """Whether everything a table (or the coach) needs of a record type's game is in the cache (`mark_warm`)."""
    return _warm_mark(record, purpose).exists()


def mark_warm(record: Any, purpose: str = "table") -> None:
    if can_keep():
        cache_folder().mkdir(parents=True, exist_ok=True)
        _note_install()
        _warm_mark(record, purpose).touch()


def _warm_mark(record: Any, purpose: str) -> Path:
    return cache_folder() / f"warm-{'-'.join((purpose, _kernels_as_numba_sees_them(), *_game_digests([record])))}"


def _machine() -> tuple[str, ...]:
    """What compiled code is good for beside its source: this Python, this processor, these compilers."""
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    return sys.version, *processor, numba.__version__, llvmlite.__version__, numpy.__version__


def _kernels_as_numba_sees_them() -> str:
    """Numba looks up compiled code by its file's place, time and size: the same code elsewhere is compiled again."""
    digest = hashlib.sha256(repr(_machine()).encode())
    for source in sorted(PACKAGE.rglob("*kernels.py")):
        seen = source.stat()
        digest.update(f"{source} {seen.st_mtime} {seen.st_size} ".encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def _game_digests(records: Iterable[Any], module: str = "") -> tuple[str, ...]:
    """Of the sources that a module's compiled code for these record types depends on, or all."""
    folders = sorted(_watched[record] for record in records if record in _watched)
    return tuple(_digest_of_game(folder, module.startswith(ENGINE)) for folder in folders)


class _RulesAwareCache(caching.FunctionCache):
    """Numba's own cache, with the sources of the game and of the kernels in the key."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._module = function.__module__

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        records = {getattr(argument, "dtype", None) for argument in sig}
        written_in = _digest(_kernel_sources(self._module))
        return (*super()._index_key(sig, codegen), written_in, _game_digests(records, self._module))


@cache
def _turns() -> int | None:
    """A file whose bytes processes lock, one for each piece of code; None where files cannot be locked."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        return os.open(cache_folder() / "turns", os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        return None


@contextmanager
def _turn(what: str) -> Iterator[None]:
    """Wait for another process that compiles just this: what it has compiled is then there to be loaded.

    The compiler's own lock comes first, as it does for what is compiled on the way: two threads cannot wait for each
    other. A process that ends gives its turns up.
    """
    place = int.from_bytes(hashlib.sha256(what.encode()).digest()[:6], "big")
    with global_compiler_lock:
        file = _turns()
        if fcntl is None or file is None:
            yield
            return
        with suppress(OSError):  # a disk that knows no locks: both compile
            fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
        try:
            yield
        finally:
            with suppress(OSError):
                fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


def _compile_in_turn(dispatcher: Any) -> None:
    """No two processes compile the same at the same time: one does, and the others load it."""
    compile_or_load, name = dispatcher.compile, f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}"

    def compile_in_turn(signature: Any) -> Any:
        with _turn(f"{name} {signature}"):
            return compile_or_load(signature)

    dispatcher.compile = compile_in_turn


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on first use, without the GIL, and keep the result in our own cache."""
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if not can_keep():
        return dispatcher
    config: Any = numba_config  # its settings are made at run time, out of a type checker's sight
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        dispatcher._cache = _RulesAwareCache(function)
    finally:
        config.CACHE_DIR = before
    _compile_in_turn(dispatcher)
    return dispatcher
