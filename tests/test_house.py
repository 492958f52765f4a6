"""The house keeps its order: what belongs to a game lies in its folder, and no package names one."""

import ast
import re
from pathlib import Path

import pytest

from fathoms.engine.game import game_names
from tests import house

PACKAGE = Path(__file__).parent.parent / "fathoms"
NAMES = set(game_names())
# Studies of these very games, and figures measured with them: they are about a game, as a report is.
ABOUT_GAMES = ("lab/bench", "lab/solved")
SOURCES = [
    source
    for source in sorted(PACKAGE.rglob("*.py"))
    if not str(source.relative_to(PACKAGE)).startswith(("games/", *ABOUT_GAMES))
]
TEMPLATES = sorted(PACKAGE.glob("*/templates/*.html"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(PACKAGE)))
def test_no_module_outside_the_games_names_one(source: Path) -> None:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert said & NAMES == set()
    assert {module for module in imported if re.match(rf"fathoms\.games\.({'|'.join(NAMES)})\b", module)} == set()


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_no_shared_template_names_a_game(template: Path) -> None:
    assert set(re.findall(r"[\"'](\w+)[\"']", template.read_text(encoding="utf-8"))) & NAMES == set()


def test_every_game_has_the_same_rooms_for_its_rules() -> None:
    rooms = {"setup", "decisions", "sea", "turn", "score", "secrets", "refusals", "invariants", "ids"}
    for name in NAMES:
        files = {file.stem for file in (PACKAGE / "games" / name / "rules").glob("*.py")}
        assert rooms <= files, name


SOURCES_OF_ALL = house.read_sources(str(PACKAGE.parent))
CODE = {path: text for path, text in SOURCES_OF_ALL.items() if not path.startswith("tests/")}


def test_no_folder_is_crowded() -> None:
    crowded = house.modules_by_folder(CODE)
    assert {folder: count for folder, count in crowded.items() if count > house.MOST_MODULES} == {}


def test_no_function_takes_more_than_eight_parameters() -> None:
    assert house.with_many_parameters(CODE) == {}


# One of each

ONE_LOOP = {
    "fathoms/bots/matches.py",
    "fathoms/engine/conform/checks.py",  # no bots: any choice
    "fathoms/terminal/play.py",  # people too
}


def test_one_loop_plays_a_match_with_bots() -> None:
    """Whoever plays a match out takes `decisions` of bots/matches.py."""
    loops = {
        path for path, text in CODE.items() if path.startswith("fathoms/") and re.search(r"while not .*\bover:", text)
    }
    assert loops == ONE_LOOP


def test_one_weighted_draw() -> None:
    """Weights are used up in one place, and where they are packed into one integer in one more."""
    draws = {path for path, text in CODE.items() if re.search(r"\bleft -= ", text)}
    assert draws == {"fathoms/engine/dialect.py", "fathoms/games/nukha/rules/hands.py"}
    assert {path for path, text in CODE.items() if re.search(r"\.choice\(.*\bp=", text)} == set()


def test_one_place_for_intervals() -> None:
    """How sure a figure is, is worked out in bots/statistics.py."""
    quantiles = {path for path, text in CODE.items() if re.search(r"\b1\.(96|64)|NormalDist|scipy", text)}
    assert quantiles == {"fathoms/bots/statistics.py"}


def test_pages_are_waited_for_with_functions() -> None:
    """An expression is asked again with `eval`, which our pages forbid: it works only where it holds at once."""
    waits = {path: re.findall(r"wait_for_function\(\s*f?([\"'].*)", text) for path, text in SOURCES_OF_ALL.items()}
    assert any(waits.values())
    assert {path: bad for path, lines in waits.items() if (bad := [one for one in lines if "=>" not in one])} == {}


def test_the_count_sees_many_parameters_crowded_folders_and_what_is_written_twice() -> None:
    """What holds the limits can see what breaks them."""
    nine = ", ".join(f"n{number}" for number in range(9))
    twice = "\n".join(f"    something_long = {number}" for number in range(7))
    sources = {f"fathoms/x/m{number}.py": "" for number in range(17)} | {
        "fathoms/many.py": f"def many({nine}):\n{twice}\n\n\nasync def few(a, *, b):\n{twice}\n",
        "fathoms/any.py": "from typing import Any\n\n\ndef any_of(x: Any) -> Any:\n    return x\n",
    }
    assert house.with_many_parameters(sources) == {"fathoms/many.py:1 many": 9}
    assert house.modules_by_folder(sources).most_common(1) == [("fathoms/x", 17)]
    assert house.lines_with_any(sources) == 2
    assert house.duplicate_runs(sources) == 1
