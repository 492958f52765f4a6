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
_LOOSE = re.compile(" (?=[:;!?»%·])")


class Texts(dict[str, str]):
    """Texts by the English ones; what has no translation stays as it is."""

    def __missing__(self, text: str) -> str:
        return text


@cache
def catalogue(lang: str) -> Texts:
    """English text -> the text in a language; English needs none."""
    if lang == "en":
        return Texts()
    with (LOCALE / lang / "LC_MESSAGES" / "fathoms.po").open("rb") as file:
        found = [message for message in read_po(file) if message.id and message.string]
    return Texts({str(message.id): str(message.string) for message in found})


def speaker(lang: str) -> Callable[[str], str]:
    """`_` of a page: the text in the page's language."""
    return catalogue(lang).__getitem__


def translated(text: str, lang: str) -> str:
    """A sentence in a language, whatever numbers it holds; as it is where it has no translation."""
    known = catalogue(lang).get(NUMBER.sub("{}", text))
    return typeset(known.format(*NUMBER.findall(text)), lang) if known else text


def typeset(text: str, lang: str) -> str:
    """French points and middle dots keep to the word before them: a thin space that does not break."""
    if lang == "fr":
        text = "\u202f".join(_LOOSE.split(text))  # a page is searched several times sooner so than by replacing each
        if "«" in text:
            text = text.replace("« ", "«\u202f")
    return text


def ordinal(number: int, lang: str) -> str:
    """`1st`, `2nd`, `3rd`; `1er`, `2e`."""
    if lang == "fr":
        return "1er" if number == 1 else f"{number}e"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def language_of(cookie: str | None, accepted: str | None) -> str:
    """The language somebody chose, or else the browser's, or else English."""
    if cookie in LANGUAGES:
        return str(cookie)
    wanted = [part.split(";")[0].strip() for part in (accepted or "").split(",")]
    return negotiate_locale([w for w in wanted if w], LANGUAGES, sep="-") or "en"
