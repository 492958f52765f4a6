"""What is wrong with the fields of a request, in plain words and both languages, and what is allowed instead."""

from collections.abc import Mapping, Sequence
from typing import Any

from fathoms.engine.kinds import Json
from fathoms.engine.options import Text
from fathoms.table.web.i18n import typeset
from fathoms.table.web.request import MOST_COUNT

_TEXT: Text = {"en": "this must be a text", "fr": "ce doit être un texte"}
_WHOLE: Text = {
    "en": f"this must be a whole number; allowed: up to {MOST_COUNT}",
    "fr": f"ce doit être un nombre entier ; permis : jusqu’à {MOST_COUNT}",
}
_NUMBER: Text = {"en": "this must be a number", "fr": "ce doit être un nombre"}
_EITHER: Text = {"en": "this must be true or false", "fr": "ce doit être « true » ou « false »"}
_OBJECT: Text = {"en": "this must be an object of JSON", "fr": "ce doit être un objet JSON"}
_FAULTS: dict[str, Text] = {  # by the name that pydantic has for it; what it knows of the limit goes into the braces
    "missing": {"en": "this is missing", "fr": "ceci manque"},
    "json_invalid": {"en": "this is no JSON", "fr": "ce n’est pas du JSON"},
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_long": {
        "en": "this is too long; allowed: up to {max_length} characters",
        "fr": "c’est trop long ; permis : jusqu’à {max_length} caractères",
    },
    "string_too_short": {
        "en": "this is too short; allowed: from {min_length} characters",
        "fr": "c’est trop court ; permis : à partir de {min_length} caractères",
    },
    "string_pattern_mismatch": {
        "en": "this is not in the form it must have; allowed: {pattern}",
        "fr": "ceci n’a pas la forme voulue ; permis : {pattern}",
    },
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing_size": {
        "en": f"this number is too large; allowed: up to {MOST_COUNT}",
        "fr": f"ce nombre est trop grand ; permis : jusqu’à {MOST_COUNT}",
    },
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "greater_than_equal": {
        "en": "this number is too small; allowed: from {ge}",
        "fr": "ce nombre est trop petit ; permis : à partir de {ge}",
    },
    "less_than_equal": {
        "en": "this number is too large; allowed: up to {le}",
        "fr": "ce nombre est trop grand ; permis : jusqu’à {le}",
    },
    "bool_type": _EITHER,
    "bool_parsing": _EITHER,
    "literal_error": {"en": "nothing of that name; allowed: {expected}", "fr": "rien de ce nom ; permis : {expected}"},
    "list_type": {"en": "this must be a list", "fr": "ce doit être une liste"},
    "too_long": {
        "en": "this list is too long; allowed: up to {max_length}",
        "fr": "cette liste est trop longue ; permis : jusqu’à {max_length}",
    },
    "too_short": {
        "en": "this list is too short; allowed: from {min_length}",
        "fr": "cette liste est trop courte ; permis : à partir de {min_length}",
    },
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
}
Fault = Mapping[str, Any]  # one error of pydantic's


def faults_told(faults: Sequence[Fault], lang: str) -> str:
    """All of them: each by its field, where it has one."""
    return typeset((" ; " if lang == "fr" else "; ").join(_told(one, lang) for one in faults), lang)


def _told(fault: Fault, lang: str) -> str:
    words = _FAULTS.get(fault["type"])
    said = words[lang].format(**_limits(fault, lang)) if words else str(fault["msg"])
    field = _field(fault)
    return f"{field}{' :' if lang == 'fr' else ':'} {said}" if field else said


def _limits(fault: Fault, lang: str) -> Json:
    known = dict(fault.get("ctx") or {})
    if lang == "fr" and "expected" in known:
        known["expected"] = known["expected"].replace(" or ", " ou ")
    return known


def _field(fault: Fault) -> str:
    """Where it is: names, and places in lists; not the place of a letter, nor which of several kinds was tried."""
    if fault["type"] == "json_invalid":
        return ""
    return ".".join(str(part) for part in fault["loc"][1:] if isinstance(part, int) or part.isidentifier())
