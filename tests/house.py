"""The house in numbers, of a folder or of a commit, beside one another.

    python -m tests.house 4a56828        # what a commit was, and what the working tree is
    python -m tests.house 4a56828 HEAD   # two commits

Counted is the Python of the package and of `scripts`, tests apart: training moved from one to the other.
"""

import ast
import io
import subprocess
import sys
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
LONG_FUNCTION, MOST_PARAMETERS, MOST_MODULES = 50, 8, 16
ALIKE = 6  # lines that two places share before they count as a duplicate
TOO_COMMON = 8  # places of the same lines: boilerplate

Sources = dict[str, str]  # a path in the tree -> what is written there
Function = ast.FunctionDef | ast.AsyncFunctionDef


def read_sources(tree: str) -> Sources:
    """The Python files of a folder, or of a commit."""
    return _in_folder(Path(tree)) if Path(tree).is_dir() else _in_commit(tree)


def _in_folder(folder: Path) -> Sources:
    files = [file for part in ("fathoms", "scripts", "tests") for file in sorted((folder / part).rglob("*.py"))]
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


def _in_commit(commit: str) -> Sources:
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    found: Sources = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            data = archive.extractfile(member) if member.name.endswith(".py") else None
            if data is not None and member.name.startswith(("fathoms/", "scripts/", "tests/")):
                found[member.name] = data.read().decode("utf-8")
    return found


def functions(sources: Sources) -> Iterator[tuple[str, Function]]:
    """Every function of the sources, with where it is."""
    for path, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, Function):
                yield f"{path}:{node.lineno} {node.name}", node


def with_many_parameters(sources: Sources) -> dict[str, int]:
    """Functions that take more than people can keep apart."""
    found = {}
    for where, node in functions(sources):
        asked = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
        if len(asked) > MOST_PARAMETERS:
            found[where] = len(asked)
    return found


def long_functions(sources: Sources) -> dict[str, int]:
    lengths = {where: (node.end_lineno or node.lineno) - node.lineno + 1 for where, node in functions(sources)}
    return {where: length for where, length in lengths.items() if length > LONG_FUNCTION}


def modules_by_folder(paths: Iterable[str]) -> Counter[str]:
    """How many modules a folder has; what a package says of itself is not one."""
    return Counter(str(PurePosixPath(path).parent) for path in paths if not path.endswith("__init__.py"))


def lines_with_any(sources: Sources) -> int:
    """Lines of code that name the type `Any`, its imports included."""
    return sum(len({line for line, name in _names(ast.parse(text)) if name == "Any"}) for text in sources.values())


def _names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.alias):
            yield node.lineno, node.name


def duplicate_runs(sources: Sources) -> int:
    """Pairs of places that share six lines or more to the letter; a longer run counts once."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for path, text in sources.items():
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for start in range(len(lines) - ALIKE + 1):
            run = tuple(lines[start : start + ALIKE])
            if sum(len(line) > 12 and not line.startswith(("import ", "from ")) for line in run) >= ALIKE // 2:
                places[run].append((path, start))
    pairs = {
        (one, other)
        for found in places.values()
        if 1 < len(found) <= TOO_COMMON
        for number, one in enumerate(found)
        for other in found[number + 1 :]
    }
    return sum(((a, i - 1), (b, j - 1)) not in pairs for (a, i), (b, j) in pairs)


def figures(everything: Sources) -> dict[str, int]:
    """What the house is in numbers."""
    code = {path: text for path, text in everything.items() if not path.startswith("tests/")}
    tests = {path: text for path, text in everything.items() if path.startswith("tests/")}
    return {
        "files of code": len(code),
        "lines of code": sum(text.count("\n") for text in code.values()),
        "files of tests": len(tests),
        "lines of tests": sum(text.count("\n") for text in tests.values()),
        f"functions over {LONG_FUNCTION} lines": len(long_functions(code)),
        f"functions with more than {MOST_PARAMETERS} parameters": len(with_many_parameters(code)),
        "most modules in a folder": max(modules_by_folder(code).values(), default=0),
        "lines with `Any`": lines_with_any(code),
        f"pairs of places with {ALIKE} lines alike": duplicate_runs(code),
    }


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    before, after = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else str(ROOT)
    then, now = figures(read_sources(before)), figures(read_sources(after))
    print(f"| | {before} | {'working tree' if after == str(ROOT) else after} |\n| --- | ---: | ---: |")
    for what, count in then.items():
        print(f"| {what} | {count:,} | {now[what]:,} |")


if __name__ == "__main__":
    main()
