"""Documents lead where they say."""

import ast
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
import typer

from fathoms.cli.common import DRAWN_FILES, app, read_game_options
from fathoms.cli.laboratory import settings_beside
from fathoms.engine.game import find_game, game_names
from fathoms.engine.verbs import OPTIONAL, VERBS
from fathoms.table import web

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("fathoms/**/README.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_finds_one(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [to for to in targets if "://" not in to and not (page.parent / to).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_document_named_in_a_document_is_there(page: Path) -> None:
    named = re.findall(r"\bdocs/[\w./-]+\.(?:md|jsonl|png|svg)\b", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_document_is_found_from_the_index() -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    pages = [str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")]
    left_out = {"index.md", "lab/gpu.md"}  # the second is the source of a part of lab/performance.md
    unlisted = [page for page in pages if page not in left_out and not page.startswith("lab/balance/")]
    assert [page for page in unlisted if f"({page})" not in index] == []


# The newcomer's walk

WALK = re.search(
    r"^## A newcomer's walk\n(.*?)^## ",
    (ROOT / "docs/explain/architecture.md").read_text("utf-8"),
    re.DOTALL | re.MULTILINE,
)


def steps_of_the_walk() -> list[tuple[str, str]]:
    """Every function the walk names, with the file named last before it."""
    assert WALK is not None
    steps, file = [], ""
    for word in re.findall(r"`([^`]+)`", WALK[1]):
        if re.fullmatch(r"[\w/]+\.(py|js)", word):
            file = word
        elif file and re.fullmatch(r"[\w.]+", word):
            steps.append((file, word))
    return steps


def functions_in(file: Path) -> set[str]:
    """The functions and classes of a file; methods with their class."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return set(re.findall(r"^(?:export )?const (\w+) = ", text, re.MULTILINE))
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    top = [node for node in ast.parse(text).body if isinstance(node, named)]
    methods = [(one, node) for one in top for node in ast.iter_child_nodes(one) if isinstance(node, named)]
    return {node.name for node in top} | {f"{one.name}.{node.name}" for one, node in methods}


def test_every_function_of_the_newcomers_walk_is_where_it_says() -> None:
    steps = steps_of_the_walk()
    assert len(steps) > 60
    missing = [(file, name) for file, name in steps if name not in functions_in(ROOT / "fathoms" / file)]
    assert missing == []


# What stands for something else in a command that a document shows.
_MEANT = {
    "COMMAND": "games",
    "P": "400",
    "GAME": "locker",
    "N": "3",
    "FILE": "game.json",
    "PACKAGE.MODULE:GAME": "locker",
}


def _commands(page: Path) -> list[str]:
    """The command lines that a page shows: in code of its own lines, or within a line."""
    text = page.read_text(encoding="utf-8")
    inline = re.findall(r"`(fathoms(?: [^`]+)?)`", text)
    blocks = re.findall(r"^(?: {4}|\$ |\.venv/bin/)?(fathoms(?: .*)?)$", "\n".join(_code_lines(text)), re.MULTILINE)
    return [re.sub(r"\s+", " ", line.split(" # ")[0].split(" > ")[0]).strip() for line in [*inline, *blocks]]


def _code_lines(text: str) -> list[str]:
    fenced = [line for block in re.findall(r"^```\w*\n(.*?)^```", text, re.S | re.M) for line in block.splitlines()]
    return [*fenced, *(line for line in text.splitlines() if line.startswith("    fathoms"))]


def _words(line: str) -> list[str]:
    words = [_MEANT.get(word, word) for word in shlex.split(line)[1:]]
    return [word for word in words if word != "…"]


SHOWN = sorted({line for page in PAGES if page.name != "CHANGELOG.md" for line in _commands(page)})


def test_documents_show_many_commands() -> None:
    assert len(SHOWN) > 60


@pytest.mark.parametrize("line", SHOWN)
def test_every_command_that_a_document_shows_is_one(line: str) -> None:
    command: Any = typer.main.get_command(app)
    words = _words(line)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    assert not (getattr(command, "commands", {}) and words and not words[0].startswith("-")), f"no command {words[0]}"
    if not words:
        return  # named, not shown with what follows it
    context = command.make_context("fathoms", words, resilient_parsing="--help" in words)
    game = context.params.get("game")
    drawn = any(word.endswith(DRAWN_FILES) for word in context.args)  # a file that the reader has
    if context.args and game in game_names() and not drawn:
        found, words = find_game(game), context.args
        options = settings_beside(found, words, [], [])[1] if command.name == "balance" else read_game_options(words)
        found.options.read(**options)


def test_every_verb_and_no_other_is_in_the_reference_of_the_dialect() -> None:
    page = (ROOT / "docs/reference/dialect.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)\(", page, re.MULTILINE)) == {*VERBS, *OPTIONAL}


def test_every_call_of_the_protocol_is_answered_and_every_answer_told() -> None:
    page = (ROOT / "docs/reference/protocol.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(GET|POST|WS) (/api/[^?`]*)", page, re.MULTILINE))
    found = {call for router in _routers() for route in router.routes for call in _calls(route)}
    assert told == {
        (verb, path.replace("{table_id}", "{id}")) for verb, path in found if path.startswith("/api/tables")
    }


def _routers() -> list[Any]:
    names = [module.name for module in walk_packages(web.__path__, "fathoms.table.web.")]
    return [module.router for module in map(import_module, names) if hasattr(module, "router")]


def _calls(route: Any) -> Iterator[tuple[str, str]]:
    for verb in getattr(route, "methods", None) or {"WS"}:
        yield verb, route.path
