"""`make quick`: the tests of what has changed since the last commit, without those that took long the last time.

A file of the package is tested by the folder of the same name; a test that has changed by itself. The browser's tests
are left to `make test`, unless one of them is what has changed.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
LONG = 2.0  # seconds, of one test
WITHIN = 40.0  # seconds, of all tests on one processor
EVERYWHERE = {"pyproject.toml", "constraints.txt", "tests/conftest.py"}
SMALL = ["tests/engine", "tests/games/test_conformance.py"]  # for what everything rests on


def changed_files() -> list[str]:
    """What differs from the last commit, also what git does not track yet."""
    asked = (["diff", "--name-only", "HEAD"], ["ls-files", "--others", "--exclude-standard"])
    told = [subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True) for words in asked]
    return sorted({line for answer in told for line in answer.stdout.splitlines()})


def select_tests(changed: Iterable[str]) -> list[str]:
    """Files and folders of tests, none of them twice."""
    found = {test for path in changed for test in _select_for_one(PurePosixPath(path))}
    return sorted(test for test in found if not any(str(above) in found for above in PurePosixPath(test).parents))


def _select_for_one(path: PurePosixPath) -> list[str]:
    if str(path) in EVERYWHERE:
        return SMALL
    if path.parts[0] == "tests":
        return [str(path)] if path.name.startswith("test_") else []
    if path.parts[0] != "fathoms" or len(path.parts) < 3:
        return []
    places = [PurePosixPath("tests", *path.parts[1:depth]) for depth in range(len(path.parts) - 1, 1, -1)]
    return [str(next(place for place in places if (ROOT / place).is_dir()))]


def main() -> int:
    tests = [test for test in select_tests(changed_files()) if (ROOT / test).exists()]
    if not tests:
        print("Nothing has changed that a quick test knows of; `make test` runs everything.")
        return 0
    print("Testing", *tests)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "--at-most", str(LONG)]
    command += ["--within", str(WITHIN * (os.cpu_count() or 1))]
    return subprocess.run([*command, *tests], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
