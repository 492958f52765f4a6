"""The console of the commands: where French points stand when lines are wrapped."""

import io
import re

import pytest
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fathoms.engine.game import find_game, game_names
from fathoms.terminal.console import TypesetConsole

SAID = "Le bateau avance ; la mer décide : qui plonge ? « Moi ! » dit-on."


def shown(renderable: object, width: int) -> list[str]:
    printed = io.StringIO()
    TypesetConsole(file=printed, width=width).print(renderable)
    return [line.strip(" │╭╮╰╯─") for line in printed.getvalue().splitlines()]


def in_a_table(text: str) -> Table:
    table = Table.grid()
    table.add_row(text)
    return table


@pytest.mark.parametrize("made", [str, Text, Markdown, in_a_table, lambda text: Panel(Text(text))])
def test_no_line_begins_with_a_french_point(made: type) -> None:
    for width in range(14, 70):
        lines = [line for line in shown(made(SAID), width) if line]
        assert not [line for line in lines if re.match("[:;!?»]", line) or line.endswith("«")]
        assert " ".join(lines) == SAID


@pytest.mark.parametrize("game", game_names())
def test_no_line_of_a_french_book_begins_with_a_point(game: str) -> None:
    book = re.sub(r"^!\[.*$", "", find_game(game).book("fr"), flags=re.MULTILINE)
    assert [line for line in shown(Markdown(book), 60) if re.match("[:;!?»] ", line)] == []
