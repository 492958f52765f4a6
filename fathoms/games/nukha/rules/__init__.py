"""The rules of The Nukha's Cave, as verbs over its record (`docs/howto/add-a-game.md`).

`setup` before the first turn; `decisions` and `sea`, what players and the sea may do; `turn`, what that sets in motion;
`hands` of cards; `score`; `secrets` and `memory`, who knows what; `refusals`, why not; `invariants`, what always holds.
"""

from fathoms.games.nukha.rules.decisions import choices, play, to_act
from fathoms.games.nukha.rules.invariants import sound
from fathoms.games.nukha.rules.refusals import why_not
from fathoms.games.nukha.rules.score import scores, winners
from fathoms.games.nukha.rules.sea import befall, fates
from fathoms.games.nukha.rules.secrets import audience, imagine, redact, unveils
from fathoms.games.nukha.rules.setup import setup

__all__ = [
    "audience",
    "befall",
    "choices",
    "fates",
    "imagine",
    "play",
    "redact",
    "scores",
    "setup",
    "sound",
    "to_act",
    "unveils",
    "why_not",
    "winners",
]
