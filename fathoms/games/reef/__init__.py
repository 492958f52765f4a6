"""The Reef / Le Récif: a race for chests under a boat that moves on."""

from pathlib import Path

from fathoms.engine.game import Game
from fathoms.games.reef import notation, rules, words
from fathoms.games.reef.options import OPTIONS
from fathoms.games.reef.state import STATE
from fathoms.games.reef.view import describe

GAME = Game(
    name="reef",
    version=1,
    prefix="R",
    title=words.TITLE,
    state=STATE,
    rules=rules,
    options=OPTIONS,
    actions=notation.ACTIONS,
    fates=notation.FATES,
    most_choices=notation.MOST_CHOICES,
    most_fates=notation.MOST_FATES,
    action_text=notation.action_text,
    fate_text=notation.fate_text,
    describe=describe,
    reasons=words.REASONS,
    sentence=words.sentence,
    label=words.label,
    why=words.WHY,
    remark=words.remark,
    folder=Path(__file__).parent,
)
