"""Pearls, broken on purpose: each variant has a record type of its own and one thing wrong."""

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from fathoms.engine.dialect import EVERYONE, HIDDEN, below, random_bit, rule
from fathoms.engine.game import Game
from fathoms.engine.seats import Naming, by_letter
from fathoms.engine.verbs import OPTIONAL, VERBS
from tests.engine.toy import rules, toy, words
from tests.engine.toy.state import CHOOSE, KEEP, record

ENTRY_POINTS: dict[str, str] = {}


def broken(name: str, changes: dict[str, Any] | None = None, **verbs: Any) -> Game:
    """The toy with other verbs (or other parts of the Game), under a name of its own."""
    module = ModuleType(f"{__name__}_{name}")
    module.__file__ = str(Path(__file__))
    for verb in (*VERBS, *OPTIONAL):
        setattr(module, verb, verbs.get(verb, getattr(rules, verb)))
    ENTRY_POINTS[name] = f"{__name__}:{name.upper()}"
    return toy(name, module, record((name, np.int8)), **(changes or {}))


# --- Secrets ---


@rule
def redact_choices_only(s, viewer):
    for seat in range(int(s.players)):
        if seat != viewer and int(s.picked[seat]) >= 0:
            s.picked[seat] = HIDDEN


@rule
def take_nothing_back(s, viewer):
    return


@rule
def everybody_reads(s, who, event):
    return EVERYONE


@rule
def choose_by_the_other_pearl(s, seat, out):
    n = rules.choices(s, seat, out)
    return 1 if n == 2 and int(s.hands[1 - seat if seat < 2 else 0]) > 3 else n


@rule
def imagine_all_anew(s, viewer, rng):
    """Also the viewer's own pearl, which the viewer knows."""
    if int(s.phase) == CHOOSE:
        for seat in range(int(s.players)):
            rules.hide(s, seat)
    rules.imagine(s, viewer, rng)


@rule
def imagine_twins(s, viewer, rng):
    """Everybody may get the same pearl."""
    deck = int(s.deck)
    for seat in range(int(s.players)):
        if int(s.hands[seat]) == HIDDEN:
            s.hands[seat] = random_bit(deck, rng)
            s.deck = deck & ~(1 << int(s.hands[seat]))
        if int(s.picked[seat]) == HIDDEN:
            s.picked[seat] = KEEP if int(s.calm) else below(rng, 2)


@rule
def redact_more_each_time(s, viewer):
    rules.redact(s, viewer)
    s.restless = int(s.restless) + 1


@rule
def act_less_for_onlookers(s):
    """What nobody has told the viewer must not decide who acts."""
    acting = rules.to_act(s)
    return 1 if acting == 3 and int(s.hands[0]) == HIDDEN else acting


# --- What is offered ---


@rule
def no_choices(s, seat, out):
    return 0


@rule
def one_choice_twice(s, seat, out):
    n = rules.choices(s, seat, out)
    out[1] = out[0]
    return n


@rule
def unknown_choice(s, seat, out):
    n = rules.choices(s, seat, out)
    out[0] = 7
    return n


@rule
def no_fates(s, out, weights):
    return 0


@rule
def a_fate_without_weight(s, out, weights):
    n = rules.fates(s, out, weights)
    weights[0] = 0
    return n


@rule
def one_fate_twice(s, out, weights):
    n = rules.fates(s, out, weights)
    out[0] = out[n - 1]
    return n


@rule
def choose_again(s, seat, action):
    """Nobody ever finishes choosing."""
    s.picked[seat] = -1


@rule
def duplicate_a_pearl(s, fate):
    deck = int(s.deck)
    rules.befall(s, fate)
    s.deck = deck


@rule
def nobody_wins(s):
    return 0


@rule
def reason_nobody_gave(s, seat, action):
    return 99


# --- Two modes, saves, words ---


@rule
def scores_that_overflow(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.hands[seat] << 5  # an int8 in the interpreter, an int64 once compiled


BONUS = 0  # a test changes this after compilation


@rule
def scores_with_a_bonus(s, out):
    rules.scores(s, out)
    out[0] += BONUS


set_ups = 0


def set_up_otherwise_each_time(s, options):
    """Interpreted only: a record that depends on something outside of the options."""
    global set_ups
    set_ups += 1
    rules.setup(s, options)
    s.forgetful = set_ups % 100


def _silent_in_french(line: str, lang: str, name: Naming = by_letter) -> str:
    return "" if lang == "fr" and line.startswith("sea tide") else words.sentence(line, lang)


def _by_letters_alone(line: str, lang: str, name: Naming = by_letter) -> str:
    return words.sentence(line, lang)


def _no_french(line: str, lang: str, name: Naming = by_letter) -> str:
    return {"en": words.sentence(line, "en")}[lang]


def _one_text(code: int) -> str:
    return words.fate_text(0 if code == 1 else code)


def _spaced(code: int) -> str:
    return words.action_text(code) + " "


LEAKY = broken("leaky", redact=redact_choices_only)
LOUD = broken("loud", audience=everybody_reads)
LINGERING = broken("lingering", take_back=take_nothing_back)
CURIOUS = broken("curious", choices=choose_by_the_other_pearl)
DREAMY = broken("dreamy", imagine=imagine_all_anew)
TWINS = broken("twins", imagine=imagine_twins)
RESTLESS = broken("restless", redact=redact_more_each_time)
BLURRED = broken("blurred", to_act=act_less_for_onlookers)
MUTE = broken("mute", choices=no_choices)
STUTTER = broken("stutter", choices=one_choice_twice)
STRANGE = broken("strange", choices=unknown_choice)
DOLDRUMS = broken("doldrums", fates=no_fates)
WEIGHTLESS = broken("weightless", fates=a_fate_without_weight)
ECHO = broken("echo", fates=one_fate_twice)
ENDLESS = broken("endless", play=choose_again)
MINT = broken("mint", befall=duplicate_a_pearl)
FUTILE = broken("futile", winners=nobody_wins)
CURT = broken("curt", why_not=reason_nobody_gave)
OVERFLOW = broken("overflow", scores=scores_that_overflow)
FROZEN = broken("frozen", scores=scores_with_a_bonus)
FORGETFUL = broken("forgetful", setup=set_up_otherwise_each_time)
SILENT = broken("silent", {"sentence": _silent_in_french})
NAMELESS = broken("nameless", {"sentence": _by_letters_alone})
ENGLISH = broken("english", {"sentence": _no_french})
UNLABELLED = broken("unlabelled", {"label": lambda choice, lang, name=by_letter: ""})
NAMESAKE = broken("namesake", {"fate_text": _one_text})
SPACED = broken("spaced", {"action_text": _spaced})
UNREADY = broken("unready", {"describe": lambda s, viewer: {"pearls": {1: "a number is no key in JSON"}}})
UNWRITTEN = broken("unwritten", {"reasons": {**words.REASONS, 9: {"en": "no rule", "fr": "pas de règle"}}})
ONE_TONGUE = broken("one_tongue", {"reasons": {**words.REASONS, 5: {"en": "only English"}}})
