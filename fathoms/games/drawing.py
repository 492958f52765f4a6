"""A view in characters, as the game's own `terminal.py` draws it: for the terminal and for programs that want text."""

from rich.console import RenderableType
from rich.table import Table

from fathoms.engine.game import Game
from fathoms.engine.kinds import View


def draw_view(game: Game, view: View, lang: str) -> RenderableType:
    """A view as the game's own `terminal.py` draws it, or as plain fields where it has none."""
    terminal = game.part("terminal")
    picture: RenderableType = terminal.draw(view, lang) if terminal else _fields(view)
    return picture


def _fields(view: View) -> Table:
    table = Table.grid(padding=(0, 2))
    for name, value in view.items():
        table.add_row(f"[bold]{name}[/]", str(value))
    return table
