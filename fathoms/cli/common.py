"""What the commands share: the app itself, how arguments are read, and how waiting is shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from fathoms.engine.cache import cache_folder
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.options import Values
from fathoms.engine.rulebook import LANGUAGES
from fathoms.terminal.console import TypesetConsole

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Four underwater treasure-hunt games.",
)
console = TypesetConsole()

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
GameName = Annotated[str, typer.Argument(help="The game: see `fathoms games`.")]
Lang = Annotated[str, typer.Option(help="en or fr.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.", min=0, max=2**63 - 1)]
DRAWN_FILES = (".txt", ".chart")  # values that end so are files of the one who types


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes a dataclass: each of its fields becomes an option.

    A field is annotated as a parameter of a command would be, or with the help of an option that has its name.
    """
    hints = get_type_hints(command, include_extras=True)
    name = next(name for name, kind in hints.items() if is_dataclass(kind))
    kind: Any = hints[name]
    mine = [one.replace(annotation=hints[one.name]) for one in signature(command).parameters.values()]
    asked = [one for one in mine if one.name != name] + [_as_parameter(kind, one.name) for one in fields(kind)]

    @wraps(command)
    def run(**given: Any) -> None:
        chosen = {one.name: given.pop(one.name) for one in fields(kind)}
        command(**given, **{name: kind(**chosen)})

    run.__signature__ = Signature(asked)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in asked}
    return run


def _as_parameter(kind: Any, name: str) -> Parameter:
    told: Any = get_type_hints(kind, include_extras=True)[name]
    if isinstance(told.__metadata__[0], str):
        told = Annotated[told.__origin__, typer.Option(f"--{name}", help=told.__metadata__[0])]
    default = next(one.default for one in fields(kind) if one.name == name)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=told)


def read_game_options(extra: list[str]) -> Values:
    """`--variant hoard --scarce` as options of the game; the game itself checks them."""
    options: Values = {}
    words = list(extra)
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            raise OptionError(f"{word!r} is not an option; allowed: --name value, as `fathoms options GAME` lists them")
        name, equals, value = word[2:].partition("=")
        if not equals:
            value = words.pop(0) if words and not words[0].startswith("--") else "true"
        options[name.replace("-", "_")] = Path(value) if value.endswith(DRAWN_FILES) else value
    return options


def read_language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise OptionError(f"lang={lang!r} is not possible; allowed: {', '.join(LANGUAGES)}")
    return lang


def read_file(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read {file}: {error}; allowed: a record saved by Fathoms") from error


def one_seat(seat: str | None, match: Match) -> str | None:
    letter = seat.upper() if seat else None
    if letter is not None and letter not in match.seats:
        raise OptionError(f"seat={letter!r} is not possible; allowed: {', '.join(match.seats)}")
    return letter


@contextmanager
def spinning(text: str) -> Iterator[Callable[[str], None]]:
    """A spinner; what it yields is told what is being done."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text)
        yield lambda text: progress.update(task, description=text)


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[..., None]]:
    """A progress bar; what it yields is told how many are done, and of what and how many if that has changed."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)

        def show(done: int, what: str | None = None, total: int | None = None) -> None:
            progress.update(task, completed=done, description=what, total=total)

        yield show


def compile_visibly(game: Game, work: Callable[[Game], None], what: str) -> None:
    """Compile with a spinner; from the cache this takes a blink."""
    with spinning(f"Getting {game.name} ready for {what} (compiled once, kept in {cache_folder().parent})"):
        work(game)
