"""Where perfect play is known: studies of small positions, game by game, as one page."""

from collections.abc import Callable
from pathlib import Path

from fathoms.engine.errors import OptionError
from fathoms.engine.game import find_game
from fathoms.lab.answers import solved_answer
from fathoms.lab.markdown import write_section
from fathoms.lab.solved import barracuda, locker, nukha
from fathoms.lab.solved.levels import ITERATIONS
from fathoms.lab.solved.report import HEAD, Progress

STUDIES: dict[str, Callable[[int, int, Progress], str]] = {
    "locker": locker.study,
    "barracuda": barracuda.study,
    "nukha": nukha.study,
}


def study(game: str, count: int, seed: int, progress: Progress) -> str:
    """What is known of a game, as Markdown; `count` positions are looked at where positions are drawn by lot."""
    if game not in STUDIES:
        raise OptionError(f"nothing is worked out for {game!r}; allowed: {', '.join(STUDIES)}")
    return STUDIES[game](count, seed, progress)


def write_page(file: Path, game: str, count: int, seed: int, text: str) -> None:
    """Put a game's section on a page, with the command that makes it; what the page says of others stays."""
    budgets = ", ".join(f"{level} {number:,}" for level, number in ITERATIONS.items())
    command = f"Made by `fathoms solved {game} -n {count} --seed {seed} --write {file}`."
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    head = HEAD.replace("{budgets}", budgets)
    page = write_section(before, find_game(game).title["en"], f"{command}\n\n{text}", head)
    file.write_text(page.replace("{answer}", solved_answer(page)), encoding="utf-8")
