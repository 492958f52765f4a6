"""The laboratory's pages begin with an answer, and the answer is what their own tables say."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fathoms.lab.answers import balance_answer, performance_answer, solved_answer, strength_answer, tables

LAB = Path(__file__).parents[2] / "docs/lab"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("balance", balance_answer),
        ("performance", performance_answer),
        ("solved", solved_answer),
        ("strength", strength_answer),
    ],
)
def test_a_page_opens_with_what_its_tables_say(name: str, answer: Callable[[str], str]) -> None:
    page = (LAB / f"{name}.md").read_text(encoding="utf-8")
    told = answer(page)
    assert page.split("\n\n")[1] == told
    assert len(told.splitlines()) == 5


@pytest.mark.parametrize("page", sorted(LAB.glob("*.md")), ids=lambda page: page.name)
def test_every_page_of_the_laboratory_opens_with_an_answer(page: Path) -> None:
    opening = page.read_text(encoding="utf-8").split("\n\n")[1]
    assert page.name == "gpu.md" or 4 <= len(opening.splitlines()) <= 6, "gpu.md is a part of performance.md"


def test_a_table_is_read_by_its_columns() -> None:
    page = "# T\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n| y | 2 |\n\nWords.\n\n| c |\n| --- |\n| z |\n"
    assert tables(page) == [[{"a": "x", "b": "1"}, {"a": "y", "b": "2"}], [{"c": "z"}]]


def test_what_was_not_measured_is_not_told() -> None:
    assert performance_answer("# Performance\n") == ""
    assert "Not played yet." in strength_answer("# Strength\n")
