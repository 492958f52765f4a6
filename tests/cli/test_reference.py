"""The pages of docs/reference/ that are made say what the package says now."""

from pathlib import Path

import pytest
import typer

from fathoms.cli.common import app
from fathoms.cli.reference import commands, pages
from fathoms.engine.game import game_names, installed_game

FOLDER = Path(__file__).parents[2] / "docs/reference"


@pytest.mark.parametrize("name", ["command-line.md", "options.md", "notation.md", "permissions.md"])
def test_a_page_that_is_made_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], "write it anew: fathoms reference"


def test_no_page_that_is_made_is_left_out_of_the_test_above() -> None:
    assert set(pages()) == {"command-line.md", "options.md", "notation.md", "permissions.md"}


def test_every_command_says_what_it_does_and_what_its_options_mean() -> None:
    told = dict(commands(typer.main.get_command(app)))
    assert len(told) > 20
    assert [name for name, command in told.items() if not command.help] == []
    unsaid = [
        f"{name} {one.name}" for name, command in told.items() for one in command.params if not getattr(one, "help", "")
    ]
    assert unsaid == []


@pytest.mark.parametrize("name", game_names())
def test_every_option_of_a_game_has_a_title_and_a_meaning_in_both_languages(name: str) -> None:
    for option in installed_game(name).options.options:
        assert set(option.title) == set(option.help) == {"en", "fr"}, option.name
