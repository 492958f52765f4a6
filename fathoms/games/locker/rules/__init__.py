"""The rules of Davy Jones' Locker, as verbs over its record (`docs/howto/add-a-game.md`).

`setup` before the first card; `decisions` and `sea`, what players and the sea may do; `turn`, what that sets in motion;
`score`; `secrets`, who knows what; `refusals`, why not; `invariants`, what always holds.
"""

from fathoms.games.locker.rules.decisions import choices, play, to_act
from fathoms.games.locker.rules.invariants import sound
from fathoms.games.locker.rules.refusals import why_not
from fathoms.games.locker.rules.score import scores, winners
from fathoms.games.locker.rules.sea import befall, fates
from fathoms.games.locker.rules.secrets import audience, imagine, redact, unveils
from fathoms.games.locker.rules.setup import setup

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
