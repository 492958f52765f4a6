"""Versions of what Fathoms is built on that have known holes: a list we keep, for `make check` and `serve --check`.

`python -m fathoms.table.admin.holes` looks at the floors in pyproject.toml, the pins in constraints.txt and at what is
installed; exit code 1 if one of them is on the list. Where the network can be reached `make audit` asks the world's.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

HOLES = (  # package, the first version without the hole, and its name
    ("certifi", "2024.7.4", "CVE-2024-39689"),
    ("filelock", "3.20.1", "CVE-2025-68146"),
    ("h11", "0.16.0", "CVE-2025-43859"),
    ("idna", "3.7", "CVE-2024-3651"),
    ("jinja2", "3.1.6", "CVE-2025-27516"),
    ("mako", "1.2.2", "CVE-2022-40023"),
    ("pillow", "11.3.0", "CVE-2025-48379"),
    ("protobuf", "6.31.1", "CVE-2025-4565"),
    ("pyarrow", "14.0.1", "CVE-2023-47248"),
    ("pygments", "2.15.0", "CVE-2022-40896"),
    ("python-multipart", "0.0.18", "CVE-2024-53981"),
    ("ray", "2.52.0", "CVE-2025-62593"),
    ("requests", "2.32.4", "CVE-2024-47081"),
    ("starlette", "0.49.1", "CVE-2025-62727"),
    ("urllib3", "2.6.0", "CVE-2025-66418"),
    ("uvicorn", "0.11.7", "CVE-2020-7695"),
    ("websockets", "9.1", "CVE-2021-33880"),
    ("werkzeug", "3.0.6", "CVE-2024-49766"),
)
NAMED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*(?:>=|==)\s*([0-9][0-9A-Za-z.]*)")


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def order(version: str) -> tuple[int, ...]:
    """A version's numbers; what comes after them is left out."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def hole_in(name: str, version: str) -> str | None:
    """What is known against a version: the hole, and the first version without it."""
    for package, mended, hole in HOLES:
        if plain(name) == package and order(version) < order(mended):
            return f"{package} {version} has {hole}; allowed: {mended} or newer"
    return None


def holes_in(named: Iterator[tuple[str, str]]) -> list[str]:
    return [found for name, version in named if (found := hole_in(name, version))]


def installed() -> Iterator[tuple[str, str]]:
    """What is installed of the packages on the list."""
    for package, _, _ in HOLES:
        try:
            yield package, metadata.version(package)
        except metadata.PackageNotFoundError:
            continue


def pinned(constraints: str) -> Iterator[tuple[str, str]]:
    yield from (found.groups() for line in constraints.splitlines() if (found := NAMED.match(line)))  # type: ignore[misc]


def floors(project: str) -> Iterator[tuple[str, str]]:
    """The lowest version of each package that the project admits."""
    declared = tomllib.loads(project)["project"]
    extras = declared["optional-dependencies"].values()
    yield from pinned("\n".join([*declared["dependencies"], *(one for extra in extras for one in extra)]))


def main() -> int:
    found = [f"installed: {one}" for one in holes_in(installed())]
    found += [f"constraints.txt: {one}" for one in holes_in(pinned(Path("constraints.txt").read_text("utf-8")))]
    found += [f"pyproject.toml: {one}" for one in holes_in(floors(Path("pyproject.toml").read_text("utf-8")))]
    print("\n".join(found) or "no version with a known hole")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
