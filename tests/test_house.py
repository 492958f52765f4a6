"""The house keeps its order: what belongs to a game lies in its folder, and no package names one."""

import ast
import re
from pathlib import Path

import pytest

from fathoms.engine.game import game_names

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


def test_no_folder_is_crowded() -> None:
    folders = {source.parent for source in PACKAGE.rglob("*.py")}
    crowded = {str(folder.relative_to(PACKAGE)): len(list(folder.glob("*.py"))) for folder in folders}
    assert {folder for folder, count in crowded.items() if count > 17} <= {"engine"}  # sixteen and `__init__`
