"""Two languages at the table: every text translated, every view drawn, every choice reached, every event told."""

import ast
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from babel.messages.pofile import read_po

from fathoms.bots.levels import LEVELS
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.match import Match
from fathoms.engine.rulebook import rule_texts
from fathoms.engine.sea import Sea
from fathoms.table.rooms.seats import TableSeat, TableSettings
from fathoms.table.rooms.store import Row
from fathoms.table.web import i18n, render

TABLE = Path(i18n.__file__).parents[1]
TEXT = re.compile(r"""_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\)""")
LANGUAGES = ("en", "fr")


def templates() -> list[Path]:
    games = [find_game(name).folder / "table.html" for name in game_names()]
    return [*sorted((TABLE / "templates").glob("*.html")), *[path for path in games if path.exists()]]


def wrapped() -> set[str]:
    """Every text in `_()`, and the levels of bots, which a template names by variable."""
    found = {a or b for path in templates() for a, b in TEXT.findall(path.read_text(encoding="utf-8"))}
    found |= {a or b for path in TABLE.rglob("*.py") for a, b in TEXT.findall(path.read_text(encoding="utf-8"))}
    for path in TABLE.rglob("*.py"):
        found |= set(re.findall(r"""speaker\([^"\n]*\)\("([^"]+)"\)""", path.read_text(encoding="utf-8")))
    return found | set(LEVELS) | refusals()


REFUSING = ("HTTPException", "Stale", "NotSeated", "TooSoon", "Gone", "Busy", "TooMany", "FathomsError", "Refusal")
OTHERWISE = "{…}"  # a refusal that names more than numbers is for programs: no page asks for such a thing


def refusals() -> set[str]:
    """What a server answers to people who ask for what cannot be, with `{}` for numbers."""
    found: set[str] = set()
    for path in TABLE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (*REFUSING, "_Fault", "told"):
                found |= {_pattern(one) for one in node.args}
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("_show_out", "_turn_away"):
                found.add(_pattern(node.args[-1]))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "OptionError" and len(node.args) == 1:
                found.add(_pattern(node.args[0]))  # those with a second text bring their French along
            elif (
                isinstance(node, ast.Return)
                and isinstance(node.value, ast.Tuple)
                and path.name in ("app.py", "guard.py")
            ):
                found.add(_pattern(node.value.elts[-1]))
    return {text for text in found if text and OTHERWISE not in text}


def _pattern(node: ast.expr) -> str:
    """A literal text; in a formatted one, `{}` for what counts or limits something."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts = [part.value if isinstance(part, ast.Constant) else _placeholder(part) for part in node.values]
    return "".join(map(str, parts))


def _placeholder(part: ast.expr) -> str:
    named = ast.unparse(part)
    return "{}" if re.search("version|minute|a_day|request_seconds|MOST|most", named) else OTHERWISE


def test_what_a_server_refuses_is_said_in_french_whatever_its_numbers() -> None:
    told = "the table is at version 17, the move was for 15; look and choose again"
    assert i18n.translated(told, "en") == told
    assert "version 17" in (french := i18n.translated(told, "fr"))
    assert french.index("17") < french.index("15")
    assert "regardez" in french
    assert i18n.translated("nothing of ours, 3 times", "fr") == "nothing of ours, 3 times"


def translated() -> dict[str, str]:
    with (TABLE / "locale" / "fr" / "LC_MESSAGES" / "fathoms.po").open("rb") as file:
        return {str(one.id): str(one.string) for one in read_po(file, abort_invalid=True) if one.id}


def test_every_text_has_a_french_translation() -> None:
    french = translated()
    assert sorted(text for text in wrapped() if not french.get(text)) == []


def test_no_translation_is_stale_or_doubtful() -> None:
    assert sorted(set(translated()) - wrapped()) == []
    with (TABLE / "locale" / "fr" / "LC_MESSAGES" / "fathoms.po").open("rb") as file:
        catalogue = read_po(file)
    assert [one.id for one in catalogue if one.fuzzy and one.id] == []
    assert not catalogue.obsolete


def test_no_template_speaks_english_outside_its_translations() -> None:
    """Words between tags that no `_()` and no language table chose."""
    for path in (TABLE / "templates").glob("*.html"):
        plain = re.sub(r"\{[{%#].*?[#%}]\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        words = [word.strip() for word in re.findall(r">([^<>]*)<", plain)]
        said = {word for word in words if re.search(r"[A-Za-z]{4,}", word) and "=" not in word} - {"Fathoms"}
        assert said == set(), path.name


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ("en-GB", "en"),
        ("de,fr;q=0.5", "fr"),
        ("", "en"),
        ("xx;;q,,", "en"),
        ("*", "en"),
    ],
)
def test_a_page_speaks_the_browsers_language(accepted: str, lang: str) -> None:
    assert i18n.language_of(None, accepted) == lang
    assert i18n.language_of("en", accepted) == "en"
    assert i18n.language_of("nonsense", accepted) == lang


# Random games, drawn and told


class _Moves(HTMLParser):
    """The moves a fragment offers, as buttons and anywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[str] = []
        self.all: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        move = dict(attrs).get("data-move")
        if move:
            self.all.update(move.split(";"))
            if tag == "button":
                self.buttons.append(move)


def offered(html: str) -> _Moves:
    parser = _Moves()
    parser.feed(html)
    return parser


def room_with(match: Match) -> Any:
    """What the drawing of a table asks of its room."""
    seats = tuple(TableSeat(letter, "bot", f"Name-{letter}", "sailor") for letter in match.seats)
    status = "over" if match.over else "playing"
    row = Row("table", match.game.name, match.options, seats, TableSettings(), b"", status=status)
    return SimpleNamespace(
        row=row, game=match.game, match=match, version=len(match.log), times=[], may_undo=lambda seat: False,
        may_choose_again=lambda seat: False, time_left=lambda now: {},
    )  # fmt: skip


def walk(game: Game, seed: int) -> Iterator[Match]:
    """A match after every step of a random game with random options."""
    dice, rng = Dice(seed), random.Random(seed)
    match, sea = Match(game, interpreted=True, **random_options(game, dice)), Sea.from_seed(seed, 1024)
    yield match
    while not match.over:
        if match.to_act == ["sea"]:
            match.play(f"sea {rng.choice(list(match.fates()))}")
        else:
            who = rng.choice(match.to_act)
            match.play(f"{who} {rng.choice(match.choices(who))}")
        yield match
    assert sea.used == 0


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", [1, 2])
def test_every_view_of_a_random_game_is_drawn_with_every_legal_choice(name: str, seed: int) -> None:
    game = find_game(name)
    for step, match in enumerate(walk(game, seed)):
        lang = LANGUAGES[step % 2]
        room = room_with(match)
        viewers = [None, *match.seats]
        acting = [who for who in match.to_act if who != "sea"]
        for viewer in {viewers[step % len(viewers)], *acting[:1]}:
            view = match.view(viewer)
            moves = offered(render.fragment(room, viewer, view, lang, False))
            assert moves.all == set(view["choices"]) or moves.all > set(view["choices"]), f"{match.log[-3:]}"
            assert set(view["choices"]) <= set(moves.buttons), "every choice is there as a plain button too"
            if not view["choices"]:
                assert not moves.all
        if step % 5 == 0:
            assert not offered(render.fragment(room, None, match.view(None), lang, True)).all


@pytest.mark.parametrize("name", game_names())
def test_every_move_a_fragment_offers_is_legal_now_or_on_the_way(name: str) -> None:
    """A button may hold several moves (`up;up;grab`): the first is legal now, and each next one after it."""
    for step, match in enumerate(walk(find_game(name), 3)):
        if match.over or match.to_act == ["sea"] or step % 3:
            continue
        viewer = match.to_act[0]
        for move in set(offered(render.fragment(room_with(match), viewer, match.view(viewer), "en", False)).buttons):
            twin = match.copy()
            for one in move.split(";"):
                if twin.to_act == ["sea"]:
                    break  # what comes after depends on the sea
                assert one in twin.choices(viewer), f"{move!r} after {match.log[-3:]}"
                twin.play(f"{viewer} {one}")


@pytest.mark.parametrize("name", game_names())
def test_every_event_has_a_sentence_in_both_languages_and_its_rules_exist(name: str) -> None:
    game = find_game(name)
    books = {lang: rule_texts(game.book(lang)) for lang in LANGUAGES}
    assert {rule for rules in game.why.values() for rule in rules} <= set(books["en"]) & set(books["fr"])
    for seed in (4, 5):
        last: Match | None = None
        for match in walk(game, seed):
            last = match
            for viewer in (None, match.seats[-1]) if match.log else ():
                line = match.log_for(viewer)[-1]
                told = {lang: render.log_line(game, [line], lang) for lang in LANGUAGES}
                for lang, one in told.items():
                    assert one["text"].strip(), line
                    assert set(one["rules"]) <= set(books[lang])
                    assert one["rules"], f"no rule answers why: {line!r}"
        assert last is not None
        told_fr = [game.sentence(line, "fr") for line in last.log]
        told_en = [game.sentence(line, "en") for line in last.log]
        assert sum(a != b for a, b in zip(told_en, told_fr, strict=True)) > len(told_en) // 2


@pytest.mark.parametrize("name", game_names())
def test_every_choice_has_a_label_in_both_languages(name: str) -> None:
    game = find_game(name)
    for text in game.action_codes:
        assert all(game.label(text, lang).strip() for lang in LANGUAGES)
