"""Options of a game: their names, what each takes, and how a bad one is refused."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError

LANGUAGES = ("en", "fr")
Text = Mapping[str, str]  # language -> words, "en" and "fr"
Values = dict[str, Any]  # option name -> value, JSON-ready
_NONE: Text = {"en": "none", "fr": "aucune"}
LONGEST_TOLD = 80


def in_every_language(text: Text) -> Text:
    """A text that a language lacks is told in one it has."""
    if not text or all(lang in text for lang in LANGUAGES):
        return text
    return {lang: text.get(lang) or next(iter(text.values())) for lang in LANGUAGES}


def is_plural(number: int, lang: str) -> bool:
    """Whether a noun beside a number takes its plural: from two on, and in English at zero too."""
    return abs(number) > 1 or (lang == "en" and number == 0)


def with_noun(number: int, noun: Text, lang: str) -> str:
    """`1 cell`, `3 cases`: a number and its noun, whose plural ends in s."""
    return f"{number} {noun[lang]}{'s' if is_plural(number, lang) else ''}"


def cut(text: str) -> str:
    """What somebody wrote, to be said back; cut where it grows long."""
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…"


def told(value: object) -> str:
    """As `cut`, in quotes where it is text."""
    return cut(repr(value))


@dataclass(frozen=True)
class Option:
    """One option. `read` turns what a caller wrote into the value that is kept, or raises OptionError."""

    name: str
    default: Any
    help: Text
    _: KW_ONLY
    title: Text = field(default_factory=dict)  # what people call it
    names: Mapping[str, Text] = field(default_factory=dict)  # what people call its values, as a form offers them
    own: Text = field(default_factory=dict)  # where people may write a value of their own: what to write
    several: bool = False  # whether people choose any number of the named values
    explained_by: str = ""  # the kind of entry in the game's aid that says what its values do
    later: bool = False  # better left for after a few games

    def __post_init__(self) -> None:
        for name in ("help", "title", "own"):
            object.__setattr__(self, name, in_every_language(getattr(self, name)))
        object.__setattr__(self, "names", {value: in_every_language(text) for value, text in self.names.items()})

    def called(self, value: object, lang: str) -> str:
        """A value as people call it."""
        text = written(value)
        name = self.names.get(text, _NONE if text == "none" else None)
        if name is None and isinstance(value, list):
            return ", ".join(self.called(one, lang) for one in value)
        return name[lang] if name else text.splitlines()[0]

    def allowed(self, players: int, lang: str = "en") -> str:
        raise NotImplementedError

    def read(self, value: object, players: int) -> Any:
        raise NotImplementedError

    def refuse(self, value: object, players: int) -> OptionError:
        title = self.title.get("fr", self.name)
        return OptionError(
            f"{self.name}={told(value)} is not possible; allowed: {self.allowed(players)}",
            f"{title} : « {cut(written(value))} » n’est pas possible ; permis : {self.allowed(players, 'fr')}",
        )


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words or numbers."""

    values: Sequence[Any] = ()

    def allowed(self, players: int, lang: str = "en") -> str:
        return ", ".join(str(v) for v in self.values)

    def read(self, value: object, players: int) -> Any:
        for known in self.values:
            if value == known or str(value) == str(known):
                return known
        raise self.refuse(value, players)


@dataclass(frozen=True)
class Flag(Option):
    """On or off."""

    names: Mapping[str, Text] = field(
        default_factory=lambda: {"false": {"en": "no", "fr": "non"}, "true": {"en": "yes", "fr": "oui"}}, kw_only=True
    )

    def allowed(self, players: int, lang: str = "en") -> str:
        return {"en": "true, false", "fr": "true (oui), false (non)"}[lang]

    def read(self, value: object, players: int) -> bool:
        found = {
            "true": True,
            "on": True,
            "yes": True,
            "1": True,
            "false": False,
            "off": False,
            "no": False,
            "0": False,
        }
        if str(value).lower() not in found:
            raise self.refuse(value, players)
        return found[str(value).lower()]


@dataclass(frozen=True)
class Seat(Option):
    """A seat of the table, or None: the sea decides."""

    names: Mapping[str, Text] = field(
        default_factory=lambda: {
            "none": {"en": "The sea decides", "fr": "La mer décide"},
            **{seat: {"en": f"Seat {seat}", "fr": f"Place {seat}"} for seat in SEATS},
        },
        kw_only=True,
    )

    def allowed(self, players: int, lang: str = "en") -> str:
        none = {"en": "or none (the sea decides)", "fr": "ou none (la mer décide)"}[lang]
        return f"{', '.join(SEATS[:players])}, {none}"

    def read(self, value: object, players: int) -> str | None:
        if value is None or str(value).lower() in ("none", "random"):
            return None
        if isinstance(value, str) and len(value) == 1 and value.upper() in SEATS[:players]:
            return value.upper()
        raise self.refuse(value, players)


@dataclass(frozen=True)
class PerSeat(Option):
    """One of a few words for the whole table, or a list with one word a seat."""

    words: Sequence[str] = ()
    each: Sequence[str] = ()
    repeatable: Sequence[str] = ()

    def allowed(self, players: int, lang: str = "en") -> str:
        listed = {"en": f"or a list of {players} of", "fr": f"ou une liste de {players} parmi"}[lang]
        return f"{', '.join(self.words)}, {listed}: {', '.join(self.each)}"

    def read(self, value: object, players: int) -> Any:
        if isinstance(value, str) and value in self.words:
            return value
        listed = value.split(",") if isinstance(value, str) else value
        if not isinstance(listed, Sequence) or len(listed) != players:
            raise self.refuse(value, players)
        return [self._read_one(str(word).strip(), listed, players) for word in listed]

    def _read_one(self, word: str, listed: Sequence[object], players: int) -> str:
        if word not in self.each:
            raise self.refuse(word, players)
        if word not in self.repeatable and [str(w).strip() for w in listed].count(word) > 1:
            raise OptionError(
                f"{self.name}: {word} is named twice; each may be named once",
                f"{self.title.get('fr', self.name)} : « {word} » est nommé deux fois ; chacun ne peut l’être qu’une",
            )
        return word


@dataclass(frozen=True)
class OptionSet:
    """All options of a game, the number of players first."""

    players: range
    default_players: int
    options: Sequence[Option]
    encode: Callable[[Values], npt.NDArray[np.int64]]
    check: Callable[[Values], None] = lambda values: None

    def read(self, /, **given: object) -> Values:
        """The full, checked options of a match."""
        players = self._read_players(given.pop("players", self.default_players))
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(["players", *known])
                raise OptionError(
                    f"unknown option {told(name)}; allowed: {names}",
                    f"option « {cut(name)} » inconnue ; permis : {names}",
                )
        values: Values = {"players": players}
        for name, option in known.items():
            chosen = given.get(name, option.default)
            values[name] = chosen if chosen is option.default else option.read(chosen, players)
        self.check(values)
        return values

    def _read_players(self, value: object) -> int:
        fewest, most = self.players.start, self.players.stop - 1
        refusal = OptionError(
            f"players={told(value)} is not possible; allowed: {fewest} to {most}",
            f"Joueurs : « {cut(str(value))} » n’est pas possible ; permis : de {fewest} à {most}",
        )
        try:
            number = int(str(value))
        except ValueError:
            raise refusal from None
        if number not in self.players:
            raise refusal
        return number

    def told(self, name: str, value: object, lang: str) -> str:
        """An option and a value of it as people call them: `Locker at the start: Empty`."""
        option = next(one for one in self.options if one.name == name)
        return f"{option.title.get(lang, name)}{' : ' if lang == 'fr' else ': '}{option.called(value, lang)}"


def written(value: object) -> str:
    """A value as one writes it: what `read` takes."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return str(value)


def seat_code(letter: str | None) -> int:
    """A seat as the rules count it: 0 for A …, -1 for none."""
    return -1 if letter is None else SEATS.index(letter)
