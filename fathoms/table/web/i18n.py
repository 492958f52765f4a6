"""French and English on the pages: gettext catalogues read from their sources, and which language a page is in."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.pofile import read_po

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parents[1] / "locale"
NUMBER = re.compile(r"\d+")
_POINTS = [("«", "« ", "«\u202f"), *[(point, f" {point}", f"\u202f{point}") for point in ":;!?»%"]]


@cache
def catalogue(lang: str) -> dict[str, str]:
    """English text -> the text in a language; English needs none."""
    if lang == "en":
        return {}
    with (LOCALE / lang / "LC_MESSAGES" / "fathoms.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id and message.string}


def speaker(lang: str) -> Callable[[str], str]:
    """`_` of a page: the text in the page's language."""
    texts = catalogue(lang)
    return lambda text: texts.get(text, text)


def translated(text: str, lang: str) -> str:
    """A sentence in a language, whatever numbers it holds; as it is where it has no translation."""
    known = catalogue(lang).get(NUMBER.sub("{}", text))
    return typeset(known.format(*NUMBER.findall(text)), lang) if known else text


def typeset(text: str, lang: str) -> str:
    """French points keep to the word beside them: a thin space that does not break."""
    if lang == "fr":
        for point, loose, tied in _POINTS:  # a page is searched several times sooner so than by an expression
            if point in text:
                text = text.replace(loose, tied)
    return text


def language_of(cookie: str | None, accepted: str | None) -> str:
    """The language somebody chose, or else the browser's, or else English."""
    if cookie in LANGUAGES:
        return str(cookie)
    wanted = [part.split(";")[0].strip() for part in (accepted or "").split(",")]
    return negotiate_locale([w for w in wanted if w], LANGUAGES, sep="-") or "en"
