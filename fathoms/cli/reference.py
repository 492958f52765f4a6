"""Pages of docs/reference/ that are made from what the package declares: its parser, options, notation, permissions."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fathoms.cli.common import app, console
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game, game_names, installed_game
from fathoms.engine.options import Option, written

FOLDER = Path("docs/reference")
MOST_LISTED = 14  # words that a place in a line may take, before the first and the last stand for all
_MADE = "Made by `fathoms reference`; do not edit it by hand.\n"
_WHERE_GAMES_DIFFER = "and the options of the game, as in `--players 4` ([options.md](options.md))"


@app.command()
def reference(
    write: Annotated[Path, typer.Option(help="The folder whose pages are written anew.")] = FOLDER,
) -> None:
    """Write the reference pages anew: the command line, the games' options and notation, and who may do what."""
    for name, text in pages().items():
        (write / name).write_text(text, encoding="utf-8")
        console.print(str(write / name), highlight=False)


def pages() -> dict[str, str]:
    """File name -> text, of every page that is made."""
    games = [installed_game(name) for name in game_names()]
    return {
        "command-line.md": command_page(),
        "options.md": options_page(games),
        "notation.md": notation_page(games),
        "permissions.md": permissions_page(),
    }


def _table(head: str, rows: Iterator[Sequence[str]]) -> str:
    columns = head.split("|")
    lines = [f"| {head.replace('|', ' | ')} |", f"|{' --- |' * len(columns)}"]
    return "\n".join([*lines, *(f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows)])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# --- The command line ---


def command_page() -> str:
    root = typer.main.get_command(app)
    parts = [_command_part(name, command) for name, command in commands(root)]
    return "\n\n".join(["# The command line", _MADE + "`fathoms COMMAND --help` says the same.", *parts]) + "\n"


def commands(command: Any, name: str = "fathoms") -> Iterator[tuple[str, Any]]:
    """A command and all below it, by full name; hidden ones, and groups that do nothing themselves, are left out."""
    if command.hidden:
        return
    below = getattr(command, "commands", {})
    if not below or command.invoke_without_command:
        yield name, command
    for word in sorted(below):
        yield from commands(below[word], f"{name} {word}")


def _command_part(name: str, command: Any) -> str:
    shown = [one for one in command.params if one.name != "help"]
    usage = " ".join([name, *(_argument_name(one) for one in shown if one.param_type_name == "argument")])
    text = [f"## `{usage}`", re.sub(r"\s+", " ", command.help or "").strip()]
    if shown:
        text.append(_table("option|meaning|without it", (_parameter_row(one) for one in shown)))
    if command.ignore_unknown_options or command.context_settings.get("ignore_unknown_options"):
        text.append(f"… {_WHERE_GAMES_DIFFER}.")
    return "\n\n".join(part for part in text if part)


def _argument_name(argument: Any) -> str:
    name = str(argument.name).upper()
    return name if argument.required else f"[{name}]"


def _parameter_row(parameter: Any) -> tuple[str, str, str]:
    if parameter.param_type_name == "argument":
        names = f"`{_argument_name(parameter)}`"
    else:
        names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
    return names, parameter.help or "", _default(parameter)


def _default(parameter: Any) -> str:
    if parameter.required:
        return "must be given"
    value = parameter.default
    if parameter.name == "cores" and value:
        return "all cores"  # of whichever machine
    if isinstance(value, bool):
        return "on" if value else ""
    return f"`{value}`" if isinstance(value, (int, float, str, Path)) and str(value) else ""


# --- The options of the games ---


def options_page(games: Sequence[Game]) -> str:
    head = (
        "# Options of the games",
        _MADE + "At the table they are in the form; at the command line they follow the command (`fathoms play locker "
        '--variant hoard`); from Python they are arguments (`Match("locker", variant="hoard")`).',
    )
    return "\n\n".join([*head, *(_options_part(game) for game in games)]) + "\n"


def _options_part(game: Game) -> str:
    options = game.options
    allowed = f"{options.players[0]} to {options.players[-1]}"
    players = ("`players`", "How many sit at the table.", allowed, f"`{options.default_players}`")
    rows = [players, *(_option_row(option, options.default_players) for option in options.options)]
    named = [_values_part(option) for option in options.options if option.names and _tells_more(option)]
    return "\n\n".join(
        [f"## {game.title['en']} (`{game.name}`)", _table("option|meaning|allowed|usual", iter(rows)), *named]
    )


def _option_row(option: Option, players: int) -> tuple[str, str, str, str]:
    title = f"**{option.title['en']}.** " if option.title else ""
    own = f" Your own: {option.own['en']}." if option.own else ""
    usual = written(option.default).splitlines()[0]
    return f"`{option.name}`", f"{title}{option.help['en']}{own}", option.allowed(players), f"`{usual}`"


def _tells_more(option: Option) -> bool:
    """Whether the names of its values say more than the values themselves."""
    plain = {"true", "false", "none", *SEATS}
    return any(value not in plain and text["en"].lower() != value for value, text in option.names.items())


def _values_part(option: Option) -> str:
    rows = ((f"`{value}`", text["en"], text["fr"]) for value, text in option.names.items())
    return f"`{option.name}` in words:\n\n" + _table("value|English|French", rows)


# --- Notation ---


def notation_page(games: Sequence[Game]) -> str:
    head = (
        "# Notation",
        _MADE + "An event is a line: who (`A` to `F`, or `sea`), a verb, and what it is about. Records, the API, "
        "`Match.play` and the log speak it. To a viewer who may not know the last word it reads `?` "
        "(`sea find ?`). A table below has a row for each verb: where several words are possible they are listed, "
        "and the last column says one of these lines as people read it.",
    )
    return "\n\n".join([*head, *(_notation_part(game) for game in games)]) + "\n"


def _notation_part(game: Game) -> str:
    actions = [f"A {game.action_text(code)}" for code in range(game.actions)]
    fates = [f"sea {game.fate_text(code)}" for code in range(game.fates)]
    return "\n\n".join(
        [
            f"## {game.title['en']} (`{game.name}`)",
            "Players:",
            _table("line|for example|in words", (_line_row(game, lines) for lines in _by_verb(actions))),
            "The sea:",
            _table("line|for example|in words", (_line_row(game, lines) for lines in _by_verb(fates))),
        ]
    )


def _by_verb(lines: Sequence[str]) -> list[list[str]]:
    """Lines of the same verb and the same number of words, in the order of their first."""
    found: dict[tuple[str, int], list[str]] = {}
    for line in lines:
        words = line.split(" ")
        found.setdefault((words[1], len(words)), []).append(line)
    return list(found.values())


def _line_row(game: Game, lines: Sequence[str]) -> tuple[str, str, str]:
    places = [list(dict.fromkeys(words)) for words in zip(*(line.split(" ")[1:] for line in lines), strict=True)]
    said = " ".join(_place(words) for words in places)
    shown = next((line for line in lines if line.split(" ")[2:3] == ["B"]), lines[0])
    return f"`{said}`", f"`{shown}`", game.sentence(shown, "en")


def _place(words: Sequence[str]) -> str:
    if len(words) == 1:
        return words[0]
    if set(words) <= set(SEATS):
        return "SEAT"
    return f"({' | '.join(words)})" if len(words) <= MOST_LISTED else f"({words[0]} … {words[-1]})"


# --- Who may do what ---

_WHO = """\
- A **seat** is whoever sits at the table: a person by their browser's cookie, a program by the seat's token.
- The **host** has set the table, and may sit there or not.
- A **looker-on** has the table's link, and is known to the server by a cookie from a table of their own.
- A **stranger** has the link and nothing else. Without the link there is nothing to see: a table's address has 60
  random bits, and every other address is answered 404, to whoever asks.
- The **operator** has the secret of the server's own page (`/host`), and is what they are at a table besides.

Whoever may not is answered 403; nothing changes and nobody is told. What else an action depends on stands beside it.
The table is `fathoms/table/web/gate/permissions.py`: who asks is looked at there before any route, and a route that it
does not name is nobody's. `tests/table/test_permissions.py` tries every route as each of the first four."""


def permissions_page() -> str:
    from fathoms.table.web.gate.permissions import ACTIONS, Who

    columns = (Who.SEAT, Who.HOST, Who.LOOKER_ON, Who.STRANGER, Who.OPERATOR)
    may = _table(
        "|".join(["action", *columns, "only"]),
        (
            (one.what, *("yes" if {who, Who.STRANGER} & one.may else "–" for who in columns), one.only)
            for one in ACTIONS
        ),
    )
    routes = _table("action|routes", ((one.what, ", ".join(f"`{route}`" for route in one.routes)) for one in ACTIONS))
    return "\n\n".join(["# Who may do what", f"{_MADE}\n{may}", _WHO, "## Which routes these are", routes]) + "\n"
