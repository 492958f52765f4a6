"""The Nukha's Cave / La Grotte du Nukha: bluff, a Captain, mutiny."""

from pathlib import Path

from fathoms.engine.game import Game
from fathoms.games.nukha import notation, rules, words
from fathoms.games.nukha.options import OPTIONS
from fathoms.games.nukha.state import STATE
from fathoms.games.nukha.view import describe

GAME = Game(
    name="nukha",
    version=1,
    prefix="N",
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
    folder=Path(__file__).parent,
)
