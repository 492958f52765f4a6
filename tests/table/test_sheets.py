"""Style sheets for people: one palette, rules inside the thing they are about, and what boards share said once."""

import re
from pathlib import Path

import pytest

from fathoms.engine.game import game_names

PACKAGE = Path(__file__).parents[2] / "fathoms"
PALETTE = PACKAGE / "table/static/palette.css"
SHEETS = sorted(PACKAGE.rglob("*.css"))
TEMPLATES = sorted(PACKAGE.rglob("*.html"))
LITERAL = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch))\(|(?<!-)\b(?:white|black)\b(?!-)", re.I
)


def _said(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)


def _defined(text: str) -> set[str]:
    return set(re.findall(r"(--[\w-]+):", text))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(PACKAGE)))
def test_a_colour_is_spelt_out_in_the_palette_only(sheet: Path) -> None:
    values = re.findall(r":\s*([^;{}]+);", _said(sheet))
    assert sheet == PALETTE or [value for value in values if LITERAL.search(value)] == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: str(template.relative_to(PACKAGE)))
def test_no_template_paints_past_the_palette(template: Path) -> None:
    painted = re.findall(r'\b(?:fill|stroke|stop-color|style)="([^"]*)"', template.read_text(encoding="utf-8"))
    assert [value for value in painted if LITERAL.search(value)] == []


def test_every_colour_has_a_name_that_is_used_and_every_name_a_colour() -> None:
    said = "".join(map(_said, SHEETS)) + "".join(page.read_text(encoding="utf-8") for page in TEMPLATES)
    assert _defined(_said(PALETTE)) - set(re.findall(r"var\((--[\w-]+)", said)) == set()
    assert set(re.findall(r"var\((--[\w-]+)\)", said)) - _defined(said) == set()


@pytest.mark.parametrize("name", game_names())
def test_a_games_sheet_is_about_that_game_alone(name: str) -> None:
    """Every rule stands under `.game-x`: two games may call different things by one name."""
    sheet = PACKAGE / "games" / name / "table.css"
    opened = re.findall(r"(?m)^(?![\s}@])(.*)\{", _said(sheet))
    frames = {selector for selector in opened if re.fullmatch(r"(from|to|[\d.%, ]+) ", selector)}
    assert [selector for selector in opened if f".game-{name}" not in selector and selector not in frames] == []


def test_boards_share_what_they_share() -> None:
    """No block of three declarations or more is found in every game's sheet: it would belong into board.css."""
    blocks = [
        {frozenset(re.findall(r"[\w-]+: [^;]+;", inside)) for inside in re.findall(r"\{([^{}]*)\}", _said(sheet))}
        for sheet in (PACKAGE / "games" / name / "table.css" for name in game_names())
    ]
    assert {block for block in set.intersection(*blocks) if len(block) > 2} == set()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(PACKAGE)))
def test_sizes_follow_the_letters_the_reader_likes(sheet: Path) -> None:
    """The root keeps the browser's own size, and a layout counts the window in letters."""
    assert "px" not in "".join(re.findall(r"(?m)^html \{[^}]*?\bfont(?:-size)?:([^;]*);", _said(sheet)))
    assert [asked for asked in re.findall(r"@media ([^{]*)\{", _said(sheet)) if "px" in asked] == []


# What pages dress on boards, too: marks of seats, what is only said, how cards and dice turn, empty places; `many`
# dresses nothing but the choices in it.
ON_BOARDS = {"pennant", "hidden", "turned", "tumbling", "empty", "many"}


@pytest.mark.parametrize("sheet", sorted(PALETTE.parent.glob("*.css")), ids=lambda sheet: sheet.name)
def test_what_dresses_a_page_does_not_dress_a_piece_of_a_board_by_the_same_name(sheet: Path) -> None:
    """A place on the page of the end put a frame round every wreck of Barracuda, and hid its picture."""
    boards = "".join((PACKAGE / "games" / name / "table.html").read_text(encoding="utf-8") for name in game_names())
    said = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", boards, flags=re.S)
    pieces = {name for names in re.findall(r'class="([^"]*)"', said) for name in names.split()}
    lists = re.findall(r"(?m)^(\.[^{}]*)\{", _said(sheet))
    dressed = {one.strip()[1:] for chosen in lists for one in chosen.split(",") if re.fullmatch(r"\s*\.[\w-]+\s*", one)}
    assert sheet.name == "board.css" or dressed & pieces <= ON_BOARDS
