"""A book's Markdown as parts of a page: anchors at the rules, links between them, pictures, a search."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt

from fathoms.engine.game import Game
from fathoms.engine.rulebook import rule_texts
from fathoms.table.web.book.pictures import draw

PICTURE = re.compile(r'<p><img src="picture:([\w-]+)" alt="([^"]*)" /></p>')
_MARKDOWN = MarkdownIt("commonmark").enable("table")
_SECTION = re.compile(r"^## ", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A part of a book under a heading of its own."""

    anchor: str
    title: str
    html: str


@dataclass(frozen=True)
class Book:
    """What stands before the first heading, and the sections."""

    title: str
    intro: str
    sections: list[Section]


def read_book(game: Game, text: str, lang: str, page: str = "") -> Book:
    """A text of a game's book as HTML; ids link to `page`, the one with the rules."""
    opening, *parts = _SECTION.split(text)
    title, _, intro = opening.partition("\n")
    rules = set(rule_texts(game.book(lang)))

    def shown(markdown: str) -> str:
        return _with_pictures(_linked(_anchored(_MARKDOWN.render(markdown)), rules, page), game, lang)

    split = [part.partition("\n") for part in parts]
    sections = [Section(f"part-{n}", name.strip(), shown(body)) for n, (name, _, body) in enumerate(split, 1)]
    return Book(title.removeprefix("# ").strip(), shown(intro), sections)


def _anchored(html: str) -> str:
    """Rule ids become places one can link to."""
    html = re.sub(r"<li>(\s*<p>)?<strong>([A-Z]\d+)", r'<li id="\2">\1<strong>\2', html)
    return re.sub(r"<tr>\s*<td>([A-Z]\d+)</td>", r'<tr id="\1"><td>\1</td>', html)


def _linked(html: str, rules: set[str], page: str) -> str:
    """Every mention of a rule leads there."""

    def link(found: re.Match[str]) -> str:
        return f'<a class="id" href="{page}#{found[0]}">{found[0]}</a>' if found[0] in rules else found[0]

    pieces = re.split(r"(<[^>]*>)", html)
    return "".join(one if one.startswith("<") else re.sub(r"\b[A-Z]\d+\b", link, one) for one in pieces)


def _with_pictures(html: str, game: Game, lang: str) -> str:
    """Pictures where the text names them: `![what it shows](picture:setup)`."""

    def figure(found: re.Match[str]) -> str:
        return f"<figure>{draw(game.name, found[1], lang)}<figcaption>{found[2]}</figcaption></figure>"

    return PICTURE.sub(figure, html)


def search(game: Game, lang: str, wanted: str) -> list[tuple[str, str]]:
    """The rules whose id or text holds all the words that were asked for."""
    words = wanted.casefold().replace("'", "’").split()
    texts = rule_texts(game.book(lang)).items()
    searched = {rule: f"{rule} {text}".casefold().replace("'", "’") for rule, text in texts}
    return [(rule, text) for rule, text in texts if words and all(word in searched[rule] for word in words)]
