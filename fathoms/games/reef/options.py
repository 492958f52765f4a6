"""Options of The Reef, and how a match's options reach the rules."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fathoms.engine.errors import OptionError
from fathoms.engine.options import Flag, Option, OptionSet, Seat, Values, seat_code
from fathoms.games.reef.charts import read_chart
from fathoms.games.reef.pieces import (
    CARDS,
    CARDS_FEW,
    CARDS_MANY,
    CHARTS,
    CHESTS_OF_EACH,
    COLUMNS,
    EXAMPLE_CHART,
    MANY_PLAYERS,
    MOST_CARDS,
    MOST_SECTORS,
    SCARCE_FEW,
    SCARCE_MANY,
    SECTOR_WEIGHTS,
    SECTORS,
    SIZES,
    VALUES,
    VALUES_OF_EACH,
)
from fathoms.games.reef.state import STRIDE

# The encoded options: three numbers, the dolphins, then a block of COLUMNS numbers for the depths and one for each size
# of chest; the helm; how many dive cards of each kind; how many chests of each size and value.
PLAYERS_AT, FIRST_AT, WIDTH_AT, DOLPHINS_AT, DEPTHS_AT = 0, 1, 2, 3, 5
CHESTS_AT = DEPTHS_AT + COLUMNS
HELM_AT = CHESTS_AT + 3 * COLUMNS  # two numbers of two sectors each, four bits a sector; 0 for the helm of the house
CARDS_AT = HELM_AT + 2
VALUES_AT = CARDS_AT + len(CARDS)
ENCODED = VALUES_AT + VALUES.size

CHART_FILES = (".txt", ".chart")
LONGEST_CHART = 4000  # characters: a drawing of the largest chart, with room for comments


@dataclass(frozen=True)
class ChartOption(Option):
    """The name of a chart, a drawing, or a Path to a file that holds one; a file's drawing is what is kept.

    Text is never taken for a file: options also come from other people's browsers and records.
    """

    def allowed(self, players: int, lang: str = "en") -> str:
        own = {"en": "a drawing of your own, or a file that ends in", "fr": "votre dessin, ou un fichier en"}[lang]
        return f"{', '.join(CHARTS)}, {own} {', '.join(CHART_FILES)}"

    def examples(self, players: int) -> list[str]:
        """Values for random play."""
        return [*CHARTS, EXAMPLE_CHART]

    def read(self, value: object, players: int) -> str:
        if isinstance(value, Path):
            value = self._read_file(value)
        if not isinstance(value, str) or ("\n" not in value and value not in CHARTS):
            raise self.refuse(value, players)
        if value in CHARTS:
            return value
        drawing = value
        if len(drawing) > LONGEST_CHART:
            raise OptionError(f"{self.name} is too long; allowed: a drawing of at most {LONGEST_CHART} characters")
        read_chart(drawing)
        return drawing

    def _read_file(self, path: Path) -> str:
        try:
            with path.open(encoding="utf-8") as file:
                return file.read(LONGEST_CHART + 1)
        except (OSError, UnicodeDecodeError):
            raise OptionError(f"{self.name}: the file {str(path)!r} cannot be read; is it there, is it text?") from None


@dataclass(frozen=True)
class HelmOption(Option):
    """The equal sectors of the helm, in any order: `1,1,2,2,3,3,?,?` or a list; kept in the order 1 2 3 ?."""

    def allowed(self, players: int, lang: str = "en") -> str:
        return {
            "en": f"1 to {MOST_SECTORS} sectors among {', '.join(SECTORS)}, separated by commas",
            "fr": f"1 à {MOST_SECTORS} secteurs parmi {', '.join(SECTORS)}, séparés par des virgules",
        }[lang]

    def examples(self, players: int) -> list[str]:
        """Values for random play."""
        return [STANDARD_HELM, STANDARD_HELM, "1,2,3,?", "1,1,1,2,2,3,?", "3,?", "2"]

    def read(self, value: object, players: int) -> str:
        sectors = _words(value)
        if not 1 <= len(sectors) <= MOST_SECTORS or any(sector not in SECTORS for sector in sectors):
            raise self.refuse(str(value)[:LONGEST_CHART], players)
        return ",".join(sorted(sectors, key=SECTORS.index))


@dataclass(frozen=True)
class CardsOption(Option):
    """`usual`, or the dive cards that everybody has, in any order: `1,2,3,dolphin`; kept in the order of CARDS."""

    def allowed(self, players: int, lang: str = "en") -> str:
        return {
            "en": f"usual, or 1 to {MOST_CARDS} cards among {', '.join(CARDS)}, separated by commas",
            "fr": f"usual, ou 1 à {MOST_CARDS} cartes parmi {', '.join(CARDS)}, séparées par des virgules",
        }[lang]

    def examples(self, players: int) -> list[str]:
        """Values for random play."""
        return [USUAL_CARDS, USUAL_CARDS, "1,2,3", "1,1,2,2,3,3", "2,dolphin", "dolphin", "3"]

    def read(self, value: object, players: int) -> str:
        if value == USUAL_CARDS:
            return USUAL_CARDS
        listed = _words(value)
        if not 1 <= len(listed) <= MOST_CARDS or any(word not in CARDS for word in listed):
            raise self.refuse(str(value)[:LONGEST_CHART], players)
        return ",".join(sorted(listed, key=CARDS.index))


@dataclass(frozen=True)
class ChestsOption(Option):
    """What the six chests of each size are worth: `2,2,3,3,4,4/3,3,4,4,5,5/4,4,5,5,6,6`, small ones first."""

    def allowed(self, players: int, lang: str = "en") -> str:
        (low_s, *_, high_s), (low_m, *_, high_m), (low_l, *_, high_l) = VALUES.tolist()
        return {
            "en": f"six small chests worth {low_s} to {high_s}, six medium ones {low_m} to {high_m} and six large ones "
            f"{low_l} to {high_l}, like {STANDARD_CHESTS}",
            "fr": f"six petites malles de {low_s} à {high_s}, six moyennes de {low_m} à {high_m} et six grosses de "
            f"{low_l} à {high_l}, comme {STANDARD_CHESTS}",
        }[lang]

    def examples(self, players: int) -> list[str]:
        """Values for random play."""
        return [
            STANDARD_CHESTS,
            STANDARD_CHESTS,
            "2,2,2,2,2,2/5,5,5,5,5,5/4,6,6,6,6,6",
            "2,3,3,3,3,4/3,3,3,5,5,5/4,4,4,4,4,4",
        ]

    def read(self, value: object, players: int) -> str:
        groups = value.split("/") if isinstance(value, str) and len(value) <= LONGEST_CHART else []
        found = [sorted(_words(group)) for group in groups]
        if len(found) != len(SIZES) or any(len(group) != CHESTS_OF_EACH for group in found):
            raise self.refuse(str(value)[:LONGEST_CHART], players)
        for size, group in enumerate(found):
            if set(group) - {str(known) for known in VALUES[size]}:
                raise self.refuse(value, players)
        return "/".join(",".join(group) for group in found)


def _words(value: object) -> list[str]:
    """The words of a list, or of a text that commas divide; nothing if it is neither."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    listed = value.split(",") if isinstance(value, str) else value
    return [str(word).strip() for word in listed] if isinstance(listed, list | tuple) else []


STANDARD_HELM = ",".join(name for name, weight in zip(SECTORS, SECTOR_WEIGHTS, strict=True) for _ in range(weight))
STANDARD_CHESTS = "/".join(",".join(str(value) for value in row for _ in range(VALUES_OF_EACH)) for row in VALUES)
USUAL_CARDS = "usual"


def _encode_helm(helm: str) -> list[int]:
    if helm == STANDARD_HELM:
        return [0, 0]
    counts = [helm.split(",").count(sector) for sector in SECTORS]
    return [counts[0] + (counts[1] << 4), counts[2] + (counts[3] << 4)]


def _encode_cards(values: Values) -> list[int]:
    """How many dive cards of each kind everybody has (R7, R55)."""
    if values["cards"] != USUAL_CARDS:
        return [values["cards"].split(",").count(card) for card in CARDS]
    few, many = (SCARCE_FEW, SCARCE_MANY) if values["scarce"] else (CARDS_FEW, CARDS_MANY)
    return [int(count) for count in (many if values["players"] >= MANY_PLAYERS else few)]


def _encode_chests(chests: str) -> list[int]:
    """How many chests of each size and value (R4, R54)."""
    groups = [group.split(",") for group in chests.split("/")]
    return [groups[size].count(str(value)) for size in range(len(SIZES)) for value in VALUES[size]]


def _check(values: Values) -> None:
    if values["scarce"] and values["cards"] != USUAL_CARDS:
        raise OptionError(
            f"scarce=true and cards={values['cards']} both choose the dive cards; "
            "allowed: scarce=false, or cards=usual",
            "l’Oxygène réduit et vos propres cartes de plongée ne vont pas ensemble ; permis : l’un ou l’autre",
        )


def encode(values: Values) -> npt.NDArray[np.int64]:
    """What `setup` reads."""
    named: str = values["chart"]
    chart = read_chart(CHARTS.get(named, named))
    width = len(chart.depths)
    encoded = np.zeros(ENCODED, np.int64)
    encoded[PLAYERS_AT] = values["players"]
    encoded[FIRST_AT] = seat_code(values["first"])
    encoded[WIDTH_AT] = width
    for dolphin, number in enumerate("12"):
        column, row = chart.dolphins[number]
        encoded[DOLPHINS_AT + dolphin] = column * STRIDE + row
    encoded[DEPTHS_AT : DEPTHS_AT + width] = chart.depths
    for size in range(3):
        start = CHESTS_AT + size * COLUMNS
        encoded[start : start + width] = [held[size] for held in chart.chests]
    encoded[HELM_AT : HELM_AT + 2] = _encode_helm(values["helm"])
    encoded[CARDS_AT : CARDS_AT + len(CARDS)] = _encode_cards(values)
    encoded[VALUES_AT : VALUES_AT + VALUES.size] = _encode_chests(values["chests"])
    return encoded


OPTIONS = OptionSet(
    players=range(2, 6),
    default_players=3,
    options=(
        Flag(
            "scarce",
            False,
            {
                "en": "Fewer dive cards: 1 1 2 dolphin with two or three players, 1 2 3 dolphin with four or five.",
                "fr": "Moins de cartes de plongée : 1 1 2 dauphin à deux ou trois, 1 2 3 dauphin à quatre ou cinq.",
            },
            title={"en": "Scarce air", "fr": "Oxygène réduit"},
            later=True,
        ),
        ChartOption(
            "chart",
            "standard",
            {
                "en": "The sea to dive in: the usual one, one narrower and deeper, or one that you have drawn.",
                "fr": "La mer où l’on plonge : l’habituelle, une autre plus étroite et profonde, ou votre dessin.",
            },
            title={"en": "Chart", "fr": "Plan de jeu"},
            later=True,
            names={
                "standard": {"en": "The reef", "fr": "Le récif"},
                "trench": {"en": "The trench", "fr": "La fosse"},
            },
            own={
                "en": "~ surface, . water, # reef; 1 and 2 dolphins; s m l chests",
                "fr": "~ surface, . eau, # récif ; 1 et 2 dauphins ; s m l malles",
            },
        ),
        HelmOption(
            "helm",
            STANDARD_HELM,
            {
                "en": "The equal sectors of the helm: the usual ones, or your own.",
                "fr": "Les secteurs égaux de la barre : les habituels, ou les vôtres.",
            },
            title={"en": "Helm", "fr": "Barre"},
            later=True,
            names={STANDARD_HELM: {"en": "The usual helm", "fr": "La barre habituelle"}},
            own={"en": "sectors like 1,1,2,3,?", "fr": "des secteurs comme 1,1,2,3,?"},
        ),
        CardsOption(
            "cards",
            USUAL_CARDS,
            {
                "en": "The dive cards that everybody has: the usual ones, or your own.",
                "fr": "Les cartes de plongée de chacun : les habituelles, ou les vôtres.",
            },
            title={"en": "Dive cards", "fr": "Cartes de plongée"},
            later=True,
            names={USUAL_CARDS: {"en": "The usual cards", "fr": "Les cartes habituelles"}},
            own={"en": "cards like 1,2,3,dolphin", "fr": "des cartes comme 1,2,3,dolphin"},
        ),
        ChestsOption(
            "chests",
            STANDARD_CHESTS,
            {
                "en": "What the chests are worth, six of each size: as usual, or as you like.",
                "fr": "Ce que valent les malles, six de chaque taille : comme d’habitude, ou à votre goût.",
            },
            title={"en": "Chests", "fr": "Malles"},
            later=True,
            names={STANDARD_CHESTS: {"en": "The usual values", "fr": "Les valeurs habituelles"}},
            own={
                "en": "six small, six medium, six large, like 2,2,3,3,4,4/3,3,4,4,5,5/4,4,5,5,6,6",
                "fr": "six petites, six moyennes, six grosses, comme 2,2,3,3,4,4/3,3,4,4,5,5/4,4,5,5,6,6",
            },
        ),
        Seat(
            "first",
            None,
            {
                "en": "Who begins; the sea decides if nobody is named.",
                "fr": "Qui commence ; la mer décide si personne n’est désigné.",
            },
            title={"en": "First diver", "fr": "Premier plongeur"},
        ),
    ),
    encode=encode,
    check=_check,
)
