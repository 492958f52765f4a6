"""Davy Jones' Locker / Le Cimetière marin: push your luck with ten suits of effects."""

from pathlib import Path

from fathoms.engine.game import Game
from fathoms.games.locker import notation, rules, words
from fathoms.games.locker.options import OPTIONS
from fathoms.games.locker.state import STATE
from fathoms.games.locker.view import describe

GAME = Game(
    name="locker",
    version=1,
    prefix="L",
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
    remark=words.remark,
    why=words.WHY,
    folder=Path(__file__).parent,
)
