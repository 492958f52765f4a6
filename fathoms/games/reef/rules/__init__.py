"""The rules of The Reef, as verbs over its record (`docs/howto/add-a-game.md`).

`setup` before the first turn; `decisions` and `sea`, what players and the sea may do; `turn`, `moves` and `events`,
what that sets in motion; `score`; `secrets`, who knows what; `refusals`, why not; `invariants`, what always holds.
"""

from fathoms.games.reef.rules.decisions import choices, play, to_act
from fathoms.games.reef.rules.invariants import sound
from fathoms.games.reef.rules.refusals import why_not
from fathoms.games.reef.rules.score import scores, winners
from fathoms.games.reef.rules.sea import befall, fates
from fathoms.games.reef.rules.secrets import audience, imagine, redact, unveils
from fathoms.games.reef.rules.setup import setup

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
