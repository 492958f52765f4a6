"""Compiled code is kept between runs, and forgotten when the rules it came from change."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

from fathoms.engine import cache

TOY = Path(__file__).parent / "toy"
PROGRAM = """
import sys
from fathoms import Match
from fathoms.engine import kernels
for name in sys.argv[1:]:
    game = __import__(name).GAME
    print(game.name, Match(game).position.sound(), sum(kernels.sound.stats.cache_misses.values()))
"""


@pytest.fixture
def shore(tmp_path: Path) -> Path:
    """A folder with two games in packages of their own."""
    for name in ("oyster", "mussel"):
        folder = tmp_path / name
        folder.mkdir()
        for source in TOY.glob("*.py"):
            if source.name != "broken.py":
                text = source.read_text().replace("tests.engine.toy", name).replace('"pearls"', f'"{name}"')
                text = text.replace('("calm", np', f'("calm_{name}", np').replace("s.calm", f"s.calm_{name}")
                (folder / source.name).write_text(text)
    return tmp_path


def play(shore: Path, *games: str) -> dict[str, tuple[int, int]]:
    """Game -> what its `sound` says at the start, and how often it had been compiled anew until then."""
    env = {**os.environ, "FATHOMS_CACHE": str(shore / "kept"), "PYTHONPATH": str(shore)}
    run = subprocess.run([sys.executable, "-c", PROGRAM, *games], env=env, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return {name: (int(told), int(new)) for name, told, new in map(str.split, run.stdout.splitlines())}


def test_editing_one_game_compiles_that_one_anew_and_no_other(shore: Path) -> None:
    assert play(shore, "oyster", "mussel") == {"oyster": (0, 1), "mussel": (0, 2)}
    assert play(shore, "oyster", "mussel") == {"oyster": (0, 0), "mussel": (0, 0)}
    assert list((shore / "kept").rglob("*.nbc"))
    rules = shore / "oyster" / "rules.py"
    rules.write_text(rules.read_text().replace("return 0 if union", "return 7 if union"))
    assert play(shore, "oyster", "mussel") == {"oyster": (7, 1), "mussel": (0, 1)}


def test_two_who_begin_at_once_compile_once(shore: Path) -> None:
    """Each compiled all of it: three workers of the tests took three times as long over the same code."""
    with ThreadPoolExecutor(2) as both:
        told = list(both.map(lambda _: play(shore, "oyster")["oyster"], range(2)))
    assert sorted(told) == [(0, 0), (0, 1)]


def test_the_shared_folder_is_not_named_after_what_is_not_compiled_for_all() -> None:
    """So that a change in one game, or in a page, leaves compiled code alone."""
    shared = {str(source.relative_to(cache.PACKAGE)) for source in cache._shared_sources()}
    assert shared == {"engine/dialect.py", "engine/hooks.py", "engine/rule_compiler.py", "engine/verbs.py"}
    assert all(source.exists() for source in cache._shared_sources())


def test_a_kernel_is_compiled_anew_when_kernels_it_is_written_with_change() -> None:
    import_module("fathoms.engine.conform")
    import_module("fathoms.lab.simulate.simulation")
    sources = cache._kernel_sources("fathoms.engine.conform.checks")
    assert cache.PACKAGE / "engine" / "conform" / "kernels.py" in sources
    sources = {source.name for source in cache._kernel_sources("fathoms.lab.simulate.kernels")}
    assert sources == {"kernels.py", "chance_kernels.py"}


@pytest.mark.parametrize(
    ("edited", "engine_anew", "bots_anew"),
    [("rules/turn.py", True, True), ("heuristic.py", False, True), ("features.py", False, True),
     ("words.py", False, False), ("view.py", False, False)],
)  # fmt: skip
def test_an_edit_compiles_anew_what_depends_on_it_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, edited: str, engine_anew: bool, bots_anew: bool
) -> None:
    monkeypatch.setattr(cache, "_watched", {})
    cache.watch("record", tmp_path)
    before = _digests()
    (tmp_path / edited).parent.mkdir(exist_ok=True)
    (tmp_path / edited).write_text("x = 1\n")
    assert [new != old for new, old in zip(_digests(), before, strict=True)] == [engine_anew, bots_anew]


def _digests() -> list[tuple[str, ...]]:
    cache._digest_of_game.cache_clear()
    return [cache._game_digests(["record"], module) for module in ("fathoms.engine.kernels", "fathoms.bots.kernels")]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one kernel in it, whose game is marked as compiled."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "kernels.py").write_text("pass\n")
    monkeypatch.setattr(cache, "PACKAGE", package)
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "kept")
    cache.mark_warm("record")
    assert cache.is_warm("record")
    return package


def test_what_was_compiled_elsewhere_is_not_taken_for_ready(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba finds it by the place of its file: at a second copy people waited for what was said to be there."""
    monkeypatch.setattr(cache, "PACKAGE", shutil.copytree(package, package.parent / "copy"))
    assert not cache.is_warm("record")


def test_what_numba_takes_for_changed_is_not_taken_for_ready(package: Path) -> None:
    os.utime(package / "kernels.py", (1, 1))
    assert not cache.is_warm("record")


def test_every_module_with_kernels_says_so_in_its_name() -> None:
    """The cache looks for compiled code in those modules alone."""
    for source in cache.PACKAGE.rglob("*.py"):
        if re.search(r"^@(kernel|rule)\b", source.read_text(), re.MULTILINE):
            assert "games" in source.parts or source in cache._shared_sources() or source.stem.endswith("kernels"), (
                source
            )


def test_what_another_installation_has_compiled_is_not_taken_for_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled code is found by the place of its source: the same source elsewhere is compiled anew."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "kept")
    cache.mark_warm("a record")
    assert cache.is_warm("a record")
    (tmp_path / "fathoms").symlink_to(cache.PACKAGE)
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "fathoms")
    assert not cache.is_warm("a record")


@pytest.mark.parametrize("what", ["version", "processor", "compiler"])
def test_what_another_python_or_processor_has_compiled_is_not_taken_for_ready(
    package: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A home that moves to another machine, or an upgrade of Python: the first move took 38 s."""
    if what == "version":
        monkeypatch.setattr(cache.sys, "version", "9.9")
    elif what == "processor":
        monkeypatch.setattr(cache.binding, "get_host_cpu_name", lambda: "abacus")
    else:
        monkeypatch.setattr(cache.llvmlite, "__version__", "99")
    assert not cache.is_warm("record")


def test_what_was_compiled_for_a_copy_that_is_gone_is_cleared(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = package.parent / "kept"
    here = kept / cache._kept_in(package)
    here.mkdir()
    assert cache.clear_dead_installs() == []
    monkeypatch.setattr(cache, "PACKAGE", package.rename(package.parent / "elsewhere"))
    assert cache.clear_dead_installs() == [str(package)]
    assert not here.exists()


UNWRITABLE = """
from fathoms import Match
from fathoms.engine import cache
match = Match("locker", interpreted=False)
print(cache.can_keep(), match.to_act, cache.how_to_keep())
"""


def test_a_home_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    """It ended in RuntimeError: cannot cache function."""
    (tmp_path / "file").write_text("")
    env = {**os.environ, "FATHOMS_CACHE": str(tmp_path / "file" / "cache"), "FATHOMS_INTERPRETED": "1"}
    run = subprocess.run([sys.executable, "-c", UNWRITABLE], env=env, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("False ['sea'] compiled code cannot be kept in")
    assert "set FATHOMS_CACHE" in run.stdout
