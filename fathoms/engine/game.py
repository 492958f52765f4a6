"""What the engine knows of a game, and where it finds one by name."""

import logging
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Protocol

import numba

from fathoms.engine import hooks, verbs
from fathoms.engine.cache import watch
from fathoms.engine.dialect import SEA
from fathoms.engine.errors import BrokenPart, FathomsError, OptionError, shorten
from fathoms.engine.kinds import Json, State, StateType, View
from fathoms.engine.options import OptionSet, Text, in_every_language
from fathoms.engine.seats import Naming, by_letter

log = logging.getLogger("fathoms")


class Speak(Protocol):
    """Words for an event line or a choice, in a language; seats by their letters unless they are named."""

    def __call__(self, text: str, lang: str, name: Naming = by_letter, /) -> str: ...


class Remark(Protocol):
    """What an event line does not say, from the public views before and after it."""

    def __call__(self, line: str, before: View, after: View, lang: str, name: Naming = by_letter, /) -> str | None: ...


def _no_remark(line: str, before: View, after: View, lang: str, name: Naming = by_letter) -> str | None:
    return None


@dataclass(frozen=True)
class Consequence:
    """One thing that an event brought about: who gained or lost what, and the rules of that."""

    text: str
    rules: tuple[str, ...] = ()
    hurt: Mapping[str, str] = field(default_factory=dict)  # seats that came to grief -> by what, a word of `GRIEFS`


class Because(Protocol):
    """The rules behind an event line, most telling first; the public views before and after it where they are known."""

    def __call__(self, line: str, before: View | None, after: View | None, /) -> tuple[str, ...]: ...


def _by_verb(line: str, before: View | None, after: View | None) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its record, its rules, and how both are told to people."""

    name: str
    version: int  # of the rules: raised when an old save would replay otherwise
    prefix: str  # of the rule ids: "L" in L15
    title: Text
    state: StateType
    rules: ModuleType  # the verbs
    options: OptionSet
    actions: int  # action ids are 0 .. actions-1
    fates: int  # fate ids are 0 .. fates-1
    most_choices: int  # buffer sizes that `choices` and `fates` never exceed
    most_fates: int
    action_text: Callable[[int], str]  # an action id in notation, without the seat
    fate_text: Callable[[int], str]
    describe: Callable[[State, int], Json]  # a redacted record and its viewer -> the game's part of the view
    reasons: Mapping[int, Text]  # rule number -> why it forbids a move
    sentence: Speak  # an event line -> a sentence
    label: Speak  # a choice -> words for a button
    remark: Remark = _no_remark
    why: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # an event's verb ("sea draw", "surface") -> rules
    because: Because = _by_verb  # where a verb does not say which rules answer "why?"
    folder: Path = field(default_factory=Path)
    simultaneous: bool = False  # whether several seats may owe a decision at the same time
    remembers: bool = True  # whether a record redacted for a viewer holds all that viewer was ever told

    def __post_init__(self) -> None:
        verbs.bind(self.state, self.rules)
        hooks.bind(self)
        watch(numba.from_dtype(self.state), _folder_of(self.rules))
        if in_every_language(self.title) is not self.title:
            self._speak_what_it_can()

    def _speak_what_it_can(self) -> None:
        """A game with words in one language is told in that one to everybody."""
        sentence, label, remark, spoken = self.sentence, self.label, self.remark, next(iter(self.title))
        told: Json = {
            "title": in_every_language(self.title),
            "sentence": lambda text, lang, name=by_letter: sentence(text, spoken, name),
            "label": lambda text, lang, name=by_letter: label(text, spoken, name),
            "remark": lambda line, old, new, lang, name=by_letter: remark(line, old, new, spoken, name),
        }
        for field_name, value in told.items():
            object.__setattr__(self, field_name, value)

    @cached_property
    def action_codes(self) -> dict[str, int]:
        return {self.action_text(code): code for code in range(self.actions)}

    @cached_property
    def fate_codes(self) -> dict[str, int]:
        return {self.fate_text(code): code for code in range(self.fates)}

    def text(self, who: int, code: int) -> str:
        return self.fate_text(code) if who == SEA else self.action_text(code)

    def code(self, who: int, text: str) -> int | None:
        return (self.fate_codes if who == SEA else self.action_codes).get(text)

    def consequences(
        self, line: str, before: View, after: View, lang: str, name: Naming = by_letter
    ) -> list[Consequence]:
        """What an event brought about beyond its line, one thing each, from the views before and after it."""
        own = getattr(self.part("why"), "consequences", None)
        if own is not None:
            told: list[Consequence] = own(line, before, after, lang, name)
            return told
        said = self.remark(line, before, after, lang, name)
        return [Consequence(said, self.rules_of(line, before, after))] if said else []

    def goes_on(self, earlier: str, line: str) -> bool:
        """Whether an event is seen and told as one with the event before it: the next step of the same swim."""
        return self.has_swims and bool(needed_part(self.package, "words").goes_on(earlier, line))

    @property
    def has_swims(self) -> bool:
        """Whether several events may be seen and told as one."""
        return hasattr(self.part("words"), "goes_on")

    def label_in(self, view: View, choice: str, lang: str, name: Naming = by_letter) -> str:
        """A choice as the words on a button, with the values that the chooser's view has for it.

        What need not stand on the button itself is on a second line.
        """
        own: Callable[..., str] | None = getattr(self.part("words"), "label_in", None)
        return own(view, choice, lang, name) if own else self.label(choice, lang, name)

    def rules_of(self, line: str, before: View | None = None, after: View | None = None) -> tuple[str, ...]:
        """The rules behind an event line and what it brought about, most telling first: the answer to "why?"."""
        who, verb = line.split(" ")[:2]
        return self.because(line, before, after) or self.why.get(f"sea {verb}" if who == "sea" else verb, ())

    def rule_id(self, number: int) -> str:
        return f"{self.prefix}{number}"

    def book(self, lang: str) -> str:
        """The rule book, as Markdown: in this language, or in the one it was written in."""
        return self._text("book", lang)

    def learn(self, lang: str) -> str:
        """How to play, on one page, as Markdown; nothing where the game leaves that to its rule book."""
        return self._text("learn", lang)

    def _text(self, name: str, lang: str) -> str:
        found = [self.folder / f"{name}.{lang}.md", *sorted(self.folder.glob(f"{name}.*.md"))]
        return next((file.read_text(encoding="utf-8") for file in found if file.exists()), "")

    @property
    def package(self) -> str:
        """The package that holds everything of the game."""
        return self.rules.__name__.rpartition(".")[0]

    def part(self, name: str) -> ModuleType | None:
        """A part of the game's folder, or None where it is left out (`docs/howto/add-a-game.md` lists them)."""
        return part_of(self.package, name)


@cache
def part_of(package: str, name: str) -> ModuleType | None:
    """A module of a package, or None where there is none."""
    return needed_part(package, name) if package and find_spec(f"{package}.{name}") else None


def needed_part(package: str, name: str) -> ModuleType:
    """A module of a package; what keeps it from being imported is told with its name."""
    part = f"{package}.{name}" if name else package
    try:
        return import_module(part)
    except FathomsError:
        raise
    except Exception as error:
        raise BrokenPart(f"{part} does not import: {type(error).__name__}: {error}") from error


def _folder_of(rules: ModuleType) -> Path:
    """A game's folder; its rules are a module there, or a package."""
    here = Path(str(rules.__file__)).parent
    return here.parent if hasattr(rules, "__path__") else here


def game_of(package: str, *, version: int, prefix: str) -> Game:
    """The game a folder holds, from the files every game's folder has (`docs/howto/add-a-game.md`)."""
    notation, rules, words = (needed_part(package, name) for name in ("notation", "rules", "words"))
    why = part_of(package, "why")
    return Game(
        name=package.rsplit(".", 1)[-1],
        version=version,
        prefix=prefix,
        title=words.TITLE,
        state=needed_part(package, "state").STATE,
        rules=rules,
        options=needed_part(package, "options").OPTIONS,
        actions=notation.ACTIONS,
        fates=notation.FATES,
        most_choices=notation.MOST_CHOICES,
        most_fates=notation.MOST_FATES,
        action_text=notation.action_text,
        fate_text=notation.fate_text,
        describe=needed_part(package, "view").describe,
        reasons=words.REASONS,
        sentence=words.sentence,
        label=words.label,
        remark=_joined(why) if hasattr(why, "consequences") else getattr(words, "remark", _no_remark),
        why=getattr(words, "WHY", {}),
        because=why.because if why else _by_verb,
        folder=_folder_of(rules),
        simultaneous=getattr(notation, "SIMULTANEOUS", False),
    )


def _joined(why: ModuleType | None) -> Remark:
    """What an event brought about in one breath, where a game tells it thing by thing."""

    def remark(line: str, before: View, after: View, lang: str, name: Naming = by_letter) -> str | None:
        return " ".join(one.text for one in why.consequences(line, before, after, lang, name)) or None  # type: ignore[union-attr]

    return remark


def game_names() -> list[str]:
    """The installed games, also those other packages bring under the entry point group `fathoms.games`."""
    return sorted(_entry_points())


_LAST_SHELF = 1000
_left_out: set[str] = set()  # games that do not load, each told once


def working_games() -> list[Game]:
    """The installed games that load. What keeps one from it is logged, once, and the others are there all the same."""
    found = []
    for name in game_names():
        try:
            found.append(installed_game(name))
        except FathomsError as error:
            if name not in _left_out:
                log.error("the game %s is left out: %s", name, error)
            _left_out.add(name)
    return found


def by_shelf(games: Iterable[Game]) -> list[Game]:
    """The simplest first, as their words say where they stand; games that do not say come last."""
    return sorted(games, key=lambda game: (getattr(game.part("words"), "SHELF", _LAST_SHELF), game.name))


def find_game(name: str) -> Game:
    """A game by its name, or by `module:ATTRIBUTE` for one that is not installed."""
    return _load(name) if ":" in name else installed_game(name)


def installed_game(name: str) -> Game:
    """A game by its name alone; a file never makes us import what is not installed as a game."""
    found = _entry_points()
    if name not in found:
        raise OptionError(f"unknown game {name!r}; allowed: {shorten(sorted(found))}")
    return _load(found[name])


def _entry_points() -> dict[str, str]:
    return _entry_points_on(tuple(sys.path))


@cache
def _entry_points_on(path: tuple[str, ...]) -> dict[str, str]:
    """What is installed on a path; reading it takes milliseconds, and every table asks."""
    return {point.name: point.value for point in metadata.entry_points(group="fathoms.games")}


def _load(path: str) -> Game:
    module, _, attribute = path.partition(":")
    try:
        game = getattr(import_module(module), attribute)
    except FathomsError:
        raise
    except (NameError, SyntaxError) as error:
        raise BrokenPart(f"{module} does not import: {type(error).__name__}: {error}") from error
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise OptionError(f"no game at {path!r} ({error}); allowed: package.module:ATTRIBUTE") from error
    if not isinstance(game, Game):
        raise OptionError(f"{path!r} is not a Game")
    return game
