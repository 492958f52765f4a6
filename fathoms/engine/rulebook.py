"""The rule books as data: ids, texts, and which tests guard which rule."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from fathoms.engine import options
from fathoms.engine.errors import OptionError, shorten
from fathoms.engine.game import Game

LANGUAGES = options.LANGUAGES
_ID = re.compile(r"^(?:- \*\*|\| ?)([A-Z]\d+)\b")
_MARKUP = re.compile(r"[*`]")


def rule_texts(book: str) -> dict[str, str]:
    """Rule id -> its text as one plain paragraph of whole sentences, in the book's order."""
    texts: dict[str, str] = {}
    open_item = ""  # the rule whose list item the next indented lines go on with
    for line in book.splitlines():
        if found := _ID.match(line):
            in_table, rule = line.startswith("|"), found[1]
            texts[rule] = _row(line) if in_table else _plain(line.removeprefix(f"- **{rule}"))
            open_item = "" if in_table else rule
        elif open_item and line.startswith("  "):
            texts[open_item] += f" {_plain(line)}"
        elif line.strip():
            open_item = ""
    return texts


def _row(line: str) -> str:
    """A row of a table as sentences: what the rule is called, then what it says."""
    *names, said = [_plain(cell) for cell in line.strip().strip("|").split("|")[1:]]
    return " ".join(f"{part[:1].upper()}{part[1:].removesuffix('.')}." for part in (", ".join(names), said) if part)


def _plain(text: str) -> str:
    return _MARKUP.sub("", text).strip()


def rule_text(game: Game, rule: str, lang: str) -> str:
    texts = rule_texts(game.book(lang))
    if rule not in texts:
        raise OptionError(f"{game.name} has no rule {rule!r}; allowed: {shorten(texts, 100)}")
    return texts[rule]


def tests_by_rule(folder: Path) -> dict[str, list[str]]:
    """Rule id -> the tests marked with it (`@pytest.mark.rule("L15")`) in a folder of tests."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for test, rules in _marked_tests(ast.parse(path.read_text(encoding="utf-8"))):
            for rule in rules:
                found.setdefault(rule, []).append(f"{path.relative_to(folder)}::{test}")
    return found


def _marked_tests(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            rules = [rule for mark in node.decorator_list for rule in _rules_of(mark)]
            if rules:
                yield node.name, rules


def _rules_of(mark: ast.expr) -> list[str]:
    if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "pytest.mark.rule":
        return []
    return [str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant)]
