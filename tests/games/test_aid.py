"""Every quick reference: each card, action and event of the notation has a line, in both languages."""

import re
from pathlib import Path

import pytest

from fathoms.engine.aid import Entry, aid_entries, aid_groups, entries_for
from fathoms.engine.game import find_game, game_names
from fathoms.engine.rulebook import LANGUAGES, rule_texts
from fathoms.table.web.i18n import typeset

GAMES = game_names()
ENTRIES = [(game, entry) for game in GAMES for entry in aid_entries(find_game(game))]


def symbols(folder: Path) -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)"', (folder / "art.svg").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_line(name: str) -> None:
    game = find_game(name)
    actions = [game.action_text(code) for code in range(game.actions)]
    assert [action for action in actions if not entries_for(game, action)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_fate_has_a_line(name: str) -> None:
    game = find_game(name)
    fates = [f"sea {game.fate_text(code)}" for code in range(game.fates) if code % 97 == 0 or code < 400]
    assert [fate for fate in fates if not entries_for(game, fate)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_pattern_explains_something(name: str) -> None:
    """A pattern that no line of the notation answers to is a slip."""
    game = find_game(name)
    lines = [game.action_text(code) for code in range(game.actions)]
    lines += [f"sea {game.fate_text(code)}" for code in range(game.fates)][:1000]
    spoken = {id(entry) for line in lines for entry in entries_for(game, line)}
    assert [entry.id for entry in aid_entries(game) if entry.lines and id(entry) not in spoken] == []


@pytest.mark.parametrize(("game", "entry"), ENTRIES, ids=lambda one: one.id if isinstance(one, Entry) else one)
def test_a_line_is_whole_in_both_languages_and_cites_its_rule(game: str, entry: Entry) -> None:
    found = find_game(game)
    assert entry.icon in symbols(found.folder) or len(entry.icon) <= 3
    for lang in LANGUAGES:
        assert entry.rule in rule_texts(found.book(lang))
        assert re.search(r"[.!?…]$", entry.text[lang])
        assert not re.search(r"[`*|_{}]|\s\s", entry.text[lang] + entry.name[lang])
        assert len(entry.text[lang]) <= 140, "a line is a line"
        assert not re.search(r" [:;!?»%]|« ", typeset(entry.text[lang], lang)) or lang == "en"


@pytest.mark.parametrize("name", GAMES)
def test_every_entry_stands_in_a_group_once(name: str) -> None:
    game = find_game(name)
    listed = [(entry.kind, entry.id) for group in aid_groups(game) for entry in group.entries]
    assert listed == [(entry.kind, entry.id) for entry in aid_entries(game)]
    assert len(set(listed)) == len(listed)
    assert all(group.entries and set(group.title) == set(LANGUAGES) for group in aid_groups(game))
