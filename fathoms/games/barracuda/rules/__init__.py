"""The rules of Barracuda, as verbs over its record (`docs/howto/add-a-game.md`).

`setup` and `layout` before the first turn; `decisions` and `sea`, what players and the sea may do; `turn` and `wrecks`,
what that sets in motion; `table`, who is who; `score`; `secrets`, who knows what; `refusals`, why not; `invariants`,
what always holds.
"""

from fathoms.games.barracuda.rules.decisions import choices, play, to_act
from fathoms.games.barracuda.rules.invariants import sound
from fathoms.games.barracuda.rules.refusals import why_not
from fathoms.games.barracuda.rules.score import scores, winners
from fathoms.games.barracuda.rules.sea import befall, fates
from fathoms.games.barracuda.rules.secrets import audience, imagine, redact, take_back, unveils
from fathoms.games.barracuda.rules.setup import setup

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
    "take_back",
    "to_act",
    "unveils",
    "why_not",
    "winners",
]
