"""What an extra brings and is not installed: everybody is told which extra, and how to get it."""

import ast
import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from fathoms.engine.errors import OptionError
from fathoms.lab import gpu
from fathoms.lab.parquet import RowWriter
from tests.cli.conftest import fathoms  # noqa: F401
from tests.cli.told import Fathoms, assert_refused

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def without(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.parametrize(
    ("bridge", "module", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium", "pettingzoo"),
        ("pettingzoo", "PIL", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_bridge_names_its_extra(monkeypatch: pytest.MonkeyPatch, bridge: str, module: str, extra: str) -> None:
    without(monkeypatch, module)
    for loaded in [name for name in sys.modules if name.startswith("fathoms.bridges.")]:
        monkeypatch.delitem(sys.modules, loaded)
    with pytest.raises(ImportError, match=re.escape(f"pip install 'fathoms[{extra}]'")) as told:
        import_module(f"fathoms.bridges.{bridge}")
    assert isinstance(told.value, OptionError)


def test_simulating_on_ray_names_its_extra(monkeypatch: pytest.MonkeyPatch, fathoms: Fathoms) -> None:  # noqa: F811
    without(monkeypatch, "ray")
    told = fathoms("simulate", "locker", "-n", 10, "--on", "ray")
    assert_refused(told, "pip install 'fathoms[cluster]'", "on=cpu")


def test_simulating_on_a_gpu_names_its_extra(monkeypatch: pytest.MonkeyPatch, fathoms: Fathoms) -> None:  # noqa: F811
    without(monkeypatch, "numba.cuda")
    without(monkeypatch, "numba_cuda")
    monkeypatch.delattr("numba.cuda", raising=False)
    gpu.cuda_module.cache_clear()
    told = fathoms("simulate", "locker", "-n", 10, "--on", "gpu")
    gpu.cuda_module.cache_clear()
    assert_refused(told, "pip install 'fathoms[gpu]'", "on=cpu")


def test_rows_in_parquet_name_their_extra(
    monkeypatch: pytest.MonkeyPatch,
    fathoms: Fathoms,  # noqa: F811
    tmp_path: Path,
) -> None:
    without(monkeypatch, "pyarrow")
    with pytest.raises(OptionError, match=re.escape("pip install 'fathoms[parquet]'")):
        RowWriter(tmp_path / "rows.parquet", None)  # type: ignore[arg-type]
    told = fathoms("simulate", "locker", "-n", 10, "--parquet", tmp_path / "rows.parquet")
    assert_refused(told, "pip install 'fathoms[parquet]'", "--json")


def test_every_optional_import_is_guarded() -> None:
    """What only an extra brings is imported inside `with needing(…)`, or by a peer that was looked for first."""
    optional = {"PIL", "gymnasium", "pettingzoo", "pyarrow", "pyspiel", "open_spiel", "ray"}
    bare = []
    for path in (ROOT / "fathoms").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        guarded = {id(node) for block in ast.walk(tree) if _is_guard(block) for node in ast.walk(block)}
        for node in ast.walk(tree):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            if {name.split(".")[0] for name in names} & optional and id(node) not in guarded:
                bare.append(str(path.relative_to(ROOT / "fathoms")))
    looked_for = {"lab/bench/peers.py", "lab/bench/search.py", "bridges/against_openspiel.py"}
    assert set(bare) <= looked_for | {"table/web/study/moment_pixels.py"}


def _is_guard(node: ast.AST) -> bool:
    return isinstance(node, ast.With) and "needing(" in ast.unparse(node.items[0])


def test_every_extra_that_is_named_exists() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "fathoms").rglob("*.py"))
    named = set(re.findall(r'needing\("(\w+)"', source))
    assert named == {"cluster", "parquet", "openspiel", "pettingzoo", "gpu"}
    assert named <= set(EXTRAS)
