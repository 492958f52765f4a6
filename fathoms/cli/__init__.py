"""The command `fathoms`. Each command is a thin shell: it reads arguments, calls the package and prints."""

import sys

from rich.console import Console

from fathoms.cli import (  # each adds its commands to the app
    checking,
    hosting,
    laboratory,
    measuring,
    playing,
    reference,
    training,
)
from fathoms.cli.common import app
from fathoms.engine.errors import FathomsError

__all__ = ["checking", "hosting", "laboratory", "main", "measuring", "playing", "reference", "training"]


def main() -> None:
    """Run a command; what a user did wrong is one line on stderr and exit code 2."""
    try:
        app(standalone_mode=True)
    except (FathomsError, OSError) as error:
        Console(stderr=True).print(f"fathoms: {error}", style="red", highlight=False, markup=False, soft_wrap=True)
        sys.exit(2)
