"""Draw the README's picture of the terminal from a real position: `python scripts/terminal_picture.py`."""

import io
from pathlib import Path

from rich.console import Console

from fathoms import Match, Sea
from fathoms.bots.levels import Bot
from fathoms.games.drawing import draw_view

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
# Rich's own frame without its web fonts: nothing is fetched from elsewhere.
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def some_moment(game: str, seed: int, events: int, **options: object) -> Match:
    match, sea, bot = Match(game, interpreted=True, **options), Sea.from_seed(seed), Bot("sailor", seed)
    match.drift(sea)
    while not match.over and (len(match.log) < events or "A" not in match.to_act or len(match.view()["row"]) < 4):
        seat = match.to_act[0]
        match.play(f"{seat} {bot.choose(match, seat)}")
        match.drift(sea)
    return match


def draw(game: str, match: Match) -> None:
    console = Console(record=True, width=86, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(draw_view(match.game, match.view("A"), "en"))
    console.save_svg(str(FOLDER / "terminal.svg"), title=match.game.title["en"], code_format=FRAME)


if __name__ == "__main__":
    draw("locker", some_moment("locker", 3, 62, players=4, divers="random"))
