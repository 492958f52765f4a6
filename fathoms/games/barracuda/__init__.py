"""Barracuda: choose at the same time, dive for gold, and mind the fish."""

from pathlib import Path

from fathoms.engine.game import Game
from fathoms.games.barracuda import notation, rules, words
from fathoms.games.barracuda.options import OPTIONS
from fathoms.games.barracuda.state import STATE
from fathoms.games.barracuda.view import describe

GAME = Game(
    name="barracuda",
    version=1,
    prefix="B",
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
