"""Barracuda's options: players, teams, goal, layout and extra cards, and how bad ones are refused."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fathoms.engine.errors import OptionError
from fathoms.engine.options import Choice, Flag, Option, OptionSet, Values
from fathoms.games.barracuda.pieces import EXTRAS as EXTRA_CARDS
from fathoms.games.barracuda.pieces import FIRST_LAYOUT, GRID, MOST_EXTRAS, NOTHING, TEAM_GOAL, WRECKS
from fathoms.games.barracuda.words import action_name, action_text

# The encoded options, as `setup` reads them; the cells of wrecks 1 to 6 follow CELLS, the first -1 for a random layout.
PLAYERS, TEAMS, GOAL, EXTRAS, CELLS = range(5)
ENCODED = CELLS + WRECKS

_LONGEST = 200  # characters of a layout worth reading


@dataclass(frozen=True)
class Layout(Option):
    """`first`, `random`, or rows of one's own: `614/235`."""

    def allowed(self, players: int, lang: str = "en") -> str:
        return {
            "en": "first, random, or rows of your own like 614/235 (1 to 6 once each, all connected, . for no card)",
            "fr": "first, random, ou vos propres rangées comme 614/235 (1 à 6 une fois chacun, reliés, . sans carte)",
        }[lang]

    def examples(self, players: int) -> list[str]:
        return ["first", "random", "random", "123456", "1/2/3/4/5/6", "6../1../234/..5"]

    def read(self, value: object, players: int) -> str:
        if value in ("first", "random"):
            return str(value)
        if not isinstance(value, str) or len(value) > _LONGEST or set(value) - set("123456./"):
            raise self.refuse(str(value)[:_LONGEST], players)
        self._check_numbers(value)
        cells = _cells(value)
        if not _connected(set(cells.values())):
            raise OptionError(
                f"{self.name}={value!r} is not connected: each wreck must share a side with another",
                f"« {value} » n’est pas d’un seul tenant : chaque Épave doit avoir un côté commun avec une autre",
            )
        return _text(cells)

    def _check_numbers(self, value: str) -> None:
        twice = [n for n in "123456" if value.count(n) > 1]
        missing = [n for n in "123456" if n not in value]
        faults = [f"names {n} more than once" for n in twice] + [f"lacks {n}" for n in missing]
        if faults:
            raise OptionError(
                f"{self.name}={value!r} {', '.join(faults)}; it must hold each number 1 to 6 once",
                f"« {value} » doit compter chaque numéro de 1 à 6 une fois",
            )


@dataclass(frozen=True)
class Extras(Option):
    """The numbers of the wrecks whose extra card is used: a list, or `2,5`."""

    def allowed(self, players: int, lang: str = "en") -> str:
        return {
            "en": f"none, or at most {MOST_EXTRAS} of the numbers 1 to {WRECKS}, like 2,5",
            "fr": f"none, ou au plus {MOST_EXTRAS} des numéros 1 à {WRECKS}, comme 2,5",
        }[lang]

    def examples(self, players: int) -> list[list[int]]:
        numbers = range(1, WRECKS + 1)
        return [[], *([n] for n in numbers), *([n, m] for n in numbers for m in numbers if n < m)]

    def read(self, value: object, players: int) -> list[int]:
        words = self._words(value, players)
        if any(word not in ("1", "2", "3", "4", "5", "6") for word in words) or len(words) > WRECKS:
            raise self.refuse(str(value)[:_LONGEST], players)
        if len(set(words)) < len(words):
            raise OptionError(
                f"{self.name}: a number is named twice; each wreck has one extra card",
                "un numéro est nommé deux fois ; chaque Épave n’a qu’une carte supplémentaire",
            )
        if len(words) > MOST_EXTRAS:
            raise OptionError(
                f"{self.name}: {len(words)} extra cards are too many; allowed: {self.allowed(players)}",
                f"{len(words)} cartes supplémentaires sont trop ; permis : {self.allowed(players, 'fr')}",
            )
        return sorted(int(word) for word in words)

    def _words(self, value: object, players: int) -> list[str]:
        if value is None or value in ("", "none"):
            return []
        if isinstance(value, str):
            return [word.strip() for word in value.split(",")]
        if isinstance(value, int) and not isinstance(value, bool):
            return [str(value)]
        if isinstance(value, Sequence):
            return [str(word).strip() for word in value]
        raise self.refuse(value, players)


def _cells(layout: str) -> dict[int, int]:
    """The cell of each wreck, moved to the top left corner."""
    places = {
        int(mark): (row, column)
        for row, line in enumerate(layout.split("/"))
        for column, mark in enumerate(line)
        if mark != "."
    }
    top = min(row for row, _ in places.values())
    left = min(column for _, column in places.values())
    # A row longer than the grid is never connected, but must not wrap round before that is seen.
    return {n: (row - top) * _WIDE + column - left for n, (row, column) in places.items()}


_WIDE = 2 * _LONGEST


def _connected(cells: set[int]) -> bool:
    reached = {min(cells)}
    while True:
        beside = {cell + step for cell in reached for step in (-_WIDE, -1, 1, _WIDE)} & cells - reached
        if not beside:
            return reached == cells
        reached |= beside


def _text(cells: dict[int, int]) -> str:
    """The layout in notation, every row as wide as the widest."""
    marks = {cell: str(n) for n, cell in cells.items()}
    rows = max(cell // _WIDE for cell in marks) + 1
    width = max(cell % _WIDE for cell in marks) + 1
    return "/".join("".join(marks.get(row * _WIDE + c, ".") for c in range(width)) for row in range(rows))


def _check(values: Values) -> None:
    if values["teams"] and values["players"] != 4:
        raise OptionError(
            f"teams=true takes 4 players, not {values['players']}; allowed: players=4, or teams=false",
            f"on joue en équipes à 4, pas à {values['players']} ; permis : 4 joueurs, ou sans équipes",
        )


def _encode(values: Values) -> npt.NDArray[np.int64]:
    options = np.full(ENCODED, -1, np.int64)
    options[PLAYERS] = values["players"]
    options[TEAMS] = int(values["teams"])
    options[GOAL] = TEAM_GOAL if values["teams"] else values["goal"]
    options[EXTRAS] = sum(1 << number for number in values["extras"])
    if values["layout"] != "random":
        layout = FIRST_LAYOUT if values["layout"] == "first" else values["layout"]
        for number, cell in _cells(layout).items():
            options[CELLS + number - 1] = cell // _WIDE * GRID + cell % _WIDE
    return options


def _extra_name(number: int, lang: str) -> str:
    """A wreck's extra card by what it does: `3: +2, shelter`."""
    card = EXTRA_CARDS[number]
    deeds = [action_name(action_text(action), lang) for action in (card.unique, card.common) if action.kind != NOTHING]
    return f"{number}{' :' if lang == 'fr' else ':'} {', '.join(deeds)}"


OPTIONS = OptionSet(
    players=range(2, 5),
    default_players=4,
    options=(
        Flag(
            "teams",
            False,
            {
                "en": "With four players, 2 against 2: A and C against B and D, 12 coins to win.",
                "fr": "À quatre, 2 contre 2 : A et C contre B et D, 12 pièces pour gagner.",
            },
            title={"en": "Teams", "fr": "Équipes"},
        ),
        Choice(
            "goal",
            8,
            {"en": "How many coins in the chest win.", "fr": "Combien de pièces au coffre font gagner."},
            values=(8, 10),
            title={"en": "Goal", "fr": "But"},
            names={"8": {"en": "8 coins", "fr": "8 pièces"}, "10": {"en": "10 coins", "fr": "10 pièces"}},
        ),
        Layout(
            "layout",
            "first",
            {"en": "How the wrecks lie on the sea bed.", "fr": "Comment les Épaves reposent au fond."},
            title={"en": "Wrecks", "fr": "Disposition des Épaves"},
            later=True,
            names={
                "first": {"en": "For a first game", "fr": "Pour une première partie"},
                "random": {"en": "At random", "fr": "Au hasard"},
            },
            own={
                "en": "rows like 614/235, a dot for no wreck",
                "fr": "des rangées comme 614/235, un point sans Épave",
            },
        ),
        Extras(
            "extras",
            [],
            {
                "en": f"Wrecks whose extra card replaces the usual one, {MOST_EXTRAS} at most.",
                "fr": f"Les Épaves dont la carte supplémentaire remplace l’habituelle, {MOST_EXTRAS} au plus.",
            },
            title={"en": "Extra cards", "fr": "Cartes supplémentaires"},
            names={
                str(number): {lang: _extra_name(number, lang) for lang in ("en", "fr")}
                for number in range(1, WRECKS + 1)
            },
            several=True,
            explained_by="extra",
            later=True,
        ),
    ),
    encode=_encode,
    check=_check,
)
