"""Options of The Reef, and how a match's options reach the rules."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.engine.errors import OptionError
from fathoms.engine.options import Flag, Option, OptionSet, Seat, Values, seat_code
from fathoms.games.reef.charts import read_chart
from fathoms.games.reef.pieces import CHARTS, COLUMNS, EXAMPLE_CHART, MOST_SECTORS, SECTOR_WEIGHTS, SECTORS
from fathoms.games.reef.state import STRIDE

# The encoded options: four numbers, then a block of COLUMNS numbers for the depths and one for each size of chest.
PLAYERS_AT, SCARCE_AT, FIRST_AT, WIDTH_AT, DOLPHINS_AT, DEPTHS_AT = 0, 1, 2, 3, 4, 6
CHESTS_AT = DEPTHS_AT + COLUMNS
HELM_AT = CHESTS_AT + 3 * COLUMNS  # two numbers of two sectors each, four bits a sector; 0 for the helm of the house
ENCODED = HELM_AT + 2

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

    def read(self, value: Any, players: int) -> str:
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

    def read(self, value: Any, players: int) -> str:
        listed = value.split(",") if isinstance(value, str) else value
        if not isinstance(listed, list | tuple) or not 1 <= len(listed) <= MOST_SECTORS:
            raise self.refuse(str(value)[:LONGEST_CHART], players)
        sectors = [str(sector).strip() for sector in listed]
        if any(sector not in SECTORS for sector in sectors):
            raise self.refuse(",".join(sectors), players)
        return ",".join(sorted(sectors, key=SECTORS.index))


STANDARD_HELM = ",".join(name for name, weight in zip(SECTORS, SECTOR_WEIGHTS, strict=True) for _ in range(weight))


def _encode_helm(helm: str) -> list[int]:
    if helm == STANDARD_HELM:
        return [0, 0]
    counts = [helm.split(",").count(sector) for sector in SECTORS]
    return [counts[0] + (counts[1] << 4), counts[2] + (counts[3] << 4)]


def encode(values: Values) -> npt.NDArray[np.int64]:
    """What `setup` reads."""
    named: str = values["chart"]
    chart = read_chart(CHARTS.get(named, named))
    width = len(chart.depths)
    encoded = np.zeros(ENCODED, np.int64)
    encoded[PLAYERS_AT] = values["players"]
    encoded[SCARCE_AT] = values["scarce"]
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
            title={"en": "Scarce air", "fr": "Air compté"},
        ),
        ChartOption(
            "chart",
            "standard",
            {
                "en": "The sea to dive in: the usual one, one narrower and deeper, or one that you have drawn.",
                "fr": "La mer où l’on plonge : l’habituelle, une autre plus étroite et profonde, ou votre dessin.",
            },
            title={"en": "Chart", "fr": "Carte marine"},
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
            names={STANDARD_HELM: {"en": "The usual helm", "fr": "La barre habituelle"}},
            own={"en": "sectors like 1,1,2,3,?", "fr": "des secteurs comme 1,1,2,3,?"},
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
)
