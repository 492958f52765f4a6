"""The quick reference of a game: every card, action and event in a line, as the game's `aid.py` lists them.

It is printed on one page of the rule book, and is what a table shows beside the game.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from fathoms.engine.game import Game
from fathoms.engine.options import Text


class Entry(NamedTuple):
    """One line of a quick reference."""

    kind: str  # the group it stands in
    id: str  # as pieces, options and notation call it
    icon: str  # a symbol of the game's `art.svg`, or up to three characters
    name: Text
    text: Text  # whole sentences
    rule: str  # that says all of it
    lines: tuple[str, ...] = ()  # the choices and sea lines it explains, as patterns: "knife *", "sea draw anchor-*"


class Group(NamedTuple):
    """Entries of one kind, with what they are called, in the order of the game's `aid.py`."""

    kind: str
    title: Text
    entries: list[Entry]


class Line(NamedTuple):
    """An entry in one language."""

    id: str
    icon: str
    name: str
    text: str
    rule: str


def both(en: str, fr: str) -> Text:
    """A text in both languages."""
    return {"en": en, "fr": fr}


def key_of(entry: Entry) -> str:
    """What an entry is called among all of a game's: `suit-anchor`."""
    return f"{entry.kind}-{entry.id}"


def aid_entries(game: Game) -> tuple[Entry, ...]:
    """The lines of a game's quick reference; none where it has no `aid.py`."""
    part = game.part("aid")
    return part.AID if part else ()


def aid_groups(game: Game) -> Iterator[Group]:
    """The quick reference in its groups."""
    part = game.part("aid")
    for kind, title in part.GROUPS.items() if part else ():
        yield Group(kind, title, [entry for entry in aid_entries(game) if entry.kind == kind])


def aid_of(game: Game, lang: str) -> list[tuple[str, list[Line]]]:
    """The quick reference in a language: the title of each group, and its lines."""
    return [
        (
            group.title[lang],
            [Line(key_of(one), one.icon, one.name[lang], one.text[lang], one.rule) for one in group.entries],
        )
        for group in aid_groups(game)
    ]


def entries_for(game: Game, line: str) -> list[Entry]:
    """The entries that explain a choice (`knife B chest`) or a line of the sea (`sea draw anchor-5`)."""
    return [entry for entry in aid_entries(game) if any(fnmatchcase(line, pattern) for pattern in entry.lines)]
