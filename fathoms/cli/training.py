"""Commands that learn what the bots know, and that measure how strong they are: `train` and `ladder`."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from fathoms.bots.levels import LEVELS
from fathoms.cli.common import GameName, app, console, read_file, with_options
from fathoms.engine.game import Game, find_game
from fathoms.lab.contest import ladder
from fathoms.lab.learn.imitation import ImitationSettings, train_imitation
from fathoms.lab.learn.learned import Settings
from fathoms.lab.learn.lookahead import LookaheadSettings, train_lookahead
from fathoms.lab.learn.policy import PolicySettings, train_policy
from fathoms.lab.learn.values import ValueSettings, train_values

T = TypeVar("T", bound=Settings)
train_app = typer.Typer(help="Learn what the bots know, again or anew. With several cores set OPENBLAS_NUM_THREADS=1.")
ladder_app = typer.Typer(help="Every bot level against the one below, for docs/lab/strength.md.")
app.add_typer(train_app, name="train")
app.add_typer(ladder_app, name="ladder")
GameNames = Annotated[str, typer.Option("--games", help="Some of the games only: locker,reef …")]


def tell(text: str) -> None:
    print(text, flush=True)


def _add_training(how: type[T], train: Callable[[Game, T, Callable[[str], None]], Path], text: str) -> None:
    """A command whose options are the fields of its settings."""

    def command(game: GameName, chosen: T) -> None:
        tell(f"kept in {train(find_game(game), chosen, tell).name}")

    command.__annotations__["chosen"] = how
    train_app.command(how.kind, help=text)(with_options(command))


_add_training(ValueSettings, train_values, "Values: which share of the win a position is worth to each seat.")
_add_training(PolicySettings, train_policy, "A policy by self-play (PPO): what to do, from what a seat knows.")
_add_training(ImitationSettings, train_imitation, "A policy that chooses as a level that searches does.")
_add_training(LookaheadSettings, train_lookahead, "What the end of a turn is worth, in a game for two.")


@ladder_app.command("calibrate")
def calibrate_command(
    games: GameNames = "",
    seconds: Annotated[float, typer.Option(help="For each level.", min=0.1)] = 20.0,
) -> None:
    """Iterations per second of every level that searches, on this machine."""
    ladder.calibrate(seconds, _names(games), tell)


@ladder_app.command("run")
def run_command(
    file: Annotated[Path, typer.Argument(help="Results, one line per deal; what is there is not played again.")],
    games: GameNames = "",
    levels: Annotated[str, typer.Option(help="Some levels only, each against the one below.")] = ",".join(LEVELS),
    players: Annotated[str, typer.Option(help="Tables of so many only: 2,3 …")] = ",".join(map(str, ladder.TABLES)),
    cores: Annotated[int, typer.Option(help="Cores to play on.", min=1)] = 2,
    minutes: Annotated[float, typer.Option(help="How long; compiling counts.")] = 14.0,
) -> None:
    """Play the deals that are missing, and add them to the file."""
    wanted = [
        cell
        for cell in ladder.cells(_names(games))
        if cell.first in levels.split(",") and str(cell.players) in players.split(",")
    ]
    ladder.run(file, cores, minutes, wanted)


@ladder_app.command("render")
def render_command(
    files: Annotated[list[Path], typer.Argument(help="Results, of one machine or several.")],
    write: Annotated[Path, typer.Option(help="The page that is written.")] = Path("docs/lab/strength.md"),
) -> None:
    """Write the page of the results: which level is for whom, the tables, and how to read them."""
    for file in files:
        read_file(file)
    write.write_text(ladder.render(files), encoding="utf-8")
    console.print(f"written: {write}", highlight=False)


def _names(games: str) -> list[str]:
    return [find_game(name).name for name in games.split(",") if name]
