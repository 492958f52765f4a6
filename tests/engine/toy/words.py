"""Pearls in words."""

from fathoms.engine.dialect import HIDDEN, SEATS
from fathoms.engine.seats import Naming, by_letter
from tests.engine.toy.state import F_DEAL, PEARLS, TIDES

REASONS = {
    2: {"en": "the pearls are being dealt", "fr": "on distribue les perles"},
    3: {"en": "this seat has chosen", "fr": "cette place a déjà choisi"},
    4: {"en": "the game is over", "fr": "la partie est finie"},
    5: {"en": "nobody may throw in a calm sea", "fr": "on ne rejette rien par mer calme"},
}

_SENTENCES = {
    "tide": {"en": "The tide is {}.", "fr": "La marée est {}."},
    "deal": {"en": "{} gets {}.", "fr": "{} reçoit {}."},
    "keep": {"en": "{} keeps the pearl.", "fr": "{} garde sa perle."},
    "throw": {"en": "{} throws the pearl back.", "fr": "{} rejette sa perle."},
    "?": {"en": "{} has chosen.", "fr": "{} a choisi."},
}
_LABELS = {"keep": {"en": "Keep", "fr": "Garder"}, "throw": {"en": "Throw back", "fr": "Rejeter"}}


def pearl(code: int) -> str | None:
    return "?" if code == HIDDEN else None if code < 0 else f"pearl-{code + 1}"


def action_text(code: int) -> str:
    return ("keep", "throw")[code]


def fate_text(code: int) -> str:
    if code < F_DEAL:
        return f"tide {TIDES[code]}"
    seat, number = divmod(code - F_DEAL, PEARLS)
    return f"deal {SEATS[seat]} pearl-{number + 1}"


def sentence(line: str, lang: str, name: Naming = by_letter) -> str:
    who, verb, *rest = line.split(" ")
    words = [name(word) if word in SEATS else word for word in (rest if who == "sea" else [who])]
    return _SENTENCES[verb][lang].format(*words)


def label(choice: str, lang: str, name: Naming = by_letter) -> str:
    return _LABELS[choice][lang]
