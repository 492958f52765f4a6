"""The Reef in words: names, sentences for events, labels for choices, reasons for refusals."""

from collections import Counter
from itertools import groupby
from typing import Any

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.telling import Phrases, always_open, asked_in, with_values
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.reef.pieces import SIZES, VALUES
from fathoms.games.reef.words.names import CARD_NAMES, DIRECTION_NAMES, EVENT_NAMES, EVENT_TEXTS, SIZE_NAMES
from fathoms.games.reef.words.refusals import REASONS as REASONS  # found by its name

TITLE: Text = {"en": "The Reef", "fr": "Le Récif"}
PROMISE: Text = {
    "en": "Race for chests under a boat that will not wait.",
    "fr": "La course aux malles, sous un bateau qui n’attend pas.",
}
MINUTES = 30  # that a game takes, about
SHELF = 2  # its place among the covers: the simplest first

WHY: dict[str, tuple[str, ...]] = {
    "sea first": ("R6",),
    "sea spin": ("R10", "R5"),
    "sea event": ("R12", "R8"),
    "sea open": ("R27", "R4"),
    "spin": ("R9",),
    "ascend": ("R24", "R25"),
    "card": ("R11", "R13"),
    "up": ("R14", "R19"),
    "down": ("R14",),
    "left": ("R14",),
    "right": ("R14",),
    "enter": ("R15",),
    "grab": ("R18", "R25"),
    "stop": ("R14", "R17"),
    "done": ("R13", "R20"),
    "dolphin": ("R20", "R21"),
    "swap": ("R36",),
    "drift": ("R37",),
    "tow": ("R38",),
    "rescue": ("R40",),
    "tide": ("R42",),
    "refresh": ("R47",),
    "lead": ("R48",),
}

_EVENT: Text = {"en": "{0}: “{1}”", "fr": "{0} : « {1} »"}
_SEA_SENTENCES: dict[str, Text] = {
    "first": {"en": "{0} begins.", "fr": "{0} commence."},
    "open": {"en": "{0} opens a {1}: {2}.", "fr": "{0} ouvre une {1} : {2}."},
}

_SEAT_SENTENCES: dict[str, Text] = {
    "spin": {"en": "{0} spins the helm.", "fr": "{0} tourne la barre."},
    "ascend": {"en": "{0} gives up the dive and ascends.", "fr": "{0} interrompt la plongée et remonte."},
    "card": {"en": "{0} plays a dive card: {1}.", "fr": "{0} joue une carte de plongée : {1}."},
    "enter": {"en": "{0} dives in at column {1}.", "fr": "{0} plonge colonne {1}."},
    "grab": {"en": "{0} takes the {1}.", "fr": "{0} se saisit de la {1}."},
    "stop": {"en": "{0} stops there.", "fr": "{0} s’arrête là."},
    "done": {"en": "{0} lets the dolphin be.", "fr": "{0} laisse le dauphin tranquille."},
    "dolphin": {"en": "{0} moves dolphin {1} {2}.", "fr": "{0} déplace le dauphin {1} {2}."},
    "swap": {"en": "{0} swaps chests with {1}.", "fr": "{0} échange sa malle avec {1}."},
    "drift": {"en": "{0} lets all divers drift {1}.", "fr": "{0} fait dériver tous les plongeurs {1}."},
    "tow": {"en": "{0} takes {1} in tow.", "fr": "{0} prend {1} en remorque."},
    "rescue": {
        "en": "{0} comes to {1}'s rescue at {2}, and takes the chest.",
        "fr": "{0} secourt {1} en {2} et prend la malle.",
    },
    "refresh": {
        "en": "{0} turns a dive card up again: {1}.",
        "fr": "{0} remet une carte de plongée face visible : {1}.",
    },
    "lead": {"en": "{0} dives straight to the chest at {1}.", "fr": "{0} plonge droit vers la malle en {1}."},
}

_STEPS: dict[str, Text] = {
    "up": {"en": "{0} goes up.", "fr": "{0} remonte d’une case."},
    "down": {"en": "{0} goes down.", "fr": "{0} descend d’une case."},
    "left": {"en": "{0} goes left.", "fr": "{0} va à gauche."},
    "right": {"en": "{0} goes right.", "fr": "{0} va à droite."},
}
_TAKES_ONE: Text = {"en": "{0} takes the chest.", "fr": "{0} se saisit de la malle."}
_SPUN: Text = {"en": "The helm shows {0}.", "fr": "La barre indique {0}."}
_QUESTION: Text = {"en": "The helm shows ?: an event.", "fr": "La barre indique ? : un événement."}
_TIDES: dict[str, Text] = {
    "forward": {"en": "{0} lets the boat run forward.", "fr": "{0} fait avancer le bateau."},
    "back": {"en": "{0} lets the boat fall back.", "fr": "{0} fait reculer le bateau."},
}

_LABELS: dict[str, Text] = {
    "spin": {"en": "Spin the helm", "fr": "Tourner la barre"},
    "ascend": {"en": "Give up the dive", "fr": "Interrompre la plongée"},
    "card": {"en": "Dive card {0}", "fr": "Carte de plongée {0}"},
    "up": {"en": "Up", "fr": "Monter"},
    "down": {"en": "Down", "fr": "Descendre"},
    "left": {"en": "Left", "fr": "À gauche"},
    "right": {"en": "Right", "fr": "À droite"},
    "enter": {"en": "Dive in at {0}", "fr": "Plonger colonne {0}"},
    "grab": {"en": "Take the {0}", "fr": "Prendre la {0}"},
    "stop": {"en": "Stop here", "fr": "S’arrêter là"},
    "done": {"en": "Done with the dolphin", "fr": "Laisser le dauphin"},
    "dolphin": {"en": "Dolphin {0} {1}", "fr": "Dauphin {0} {1}"},
    "swap": {"en": "Swap with {0}", "fr": "Échanger avec {0}"},
    "drift": {"en": "All drift {0}", "fr": "Tous {0}"},
    "tow": {"en": "Tow {0}", "fr": "Remorquer {0}"},
    "rescue": {"en": "Rescue {0} at {1}", "fr": "Secourir {0} en {1}"},
    "refresh": {"en": "Turn up {0}", "fr": "Remettre face visible : {0}"},
    "lead": {"en": "Dive to {0}", "fr": "Plonger vers {0}"},
}
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}  # columns and rows
CHEST_VALUES = {size: (int(VALUES[n].min()), int(VALUES[n].max())) for n, size in enumerate(SIZES)}

_GROUPS: dict[str, Text] = {
    "dolphin": {"en": "Dolphin {0}", "fr": "Dauphin {0}"},
    "rescue": {"en": "Rescue {0}", "fr": "Secourir {0}"},
    "lead": {"en": "To a {0}", "fr": "Vers une {0}"},
    "swim": {"en": "Swim", "fr": "Nager"},
}
_ASKED: dict[str, Text] = {
    "turn": {"en": "Spin the helm, or give up?", "fr": "La barre, ou interrompre ?"},
    "spin": {"en": "Spin the helm.", "fr": "Tournez la barre."},
    "card": {"en": "Play one of your dive cards.", "fr": "Jouez une de vos cartes de plongée."},
    "diver": {"en": "Swim: {cells} left.", "fr": "Nagez : encore {cells}."},
    "either": {
        "en": "Swim ({cells}), or first move a dolphin ({dolphin}).",
        "fr": "Nagez ({cells}), ou déplacez d’abord un dauphin ({dolphin}).",
    },
    "dolphin": {"en": "Move a dolphin: up to {dolphin}.", "fr": "Déplacez un dauphin : jusqu’à {dolphin}."},
    "chest": {"en": "Take the chest, or leave it?", "fr": "Prendre la malle, ou la laisser ?"},
    "steps": {"en": "Move {who}'s diver: {cells} to go.", "fr": "Déplacez le plongeur {who:de} : encore {cells}."},
}
_EVENT_ASKS: dict[str, Text] = {
    "enter": {"en": "where do you dive in?", "fr": "où plonger ?"},
    "swap": {"en": "whose chest do you want?", "fr": "la malle de qui ?"},
    "drift": {"en": "which way do all drift?", "fr": "dans quelle direction ?"},
    "tow": {"en": "whom do you tow?", "fr": "qui remorquer ?"},
    "rescue": {"en": "whom do you rescue?", "fr": "qui secourir ?"},
    "tide": {"en": "boat forward, or back?", "fr": "bateau en avant, ou en arrière ?"},
    "refresh": {"en": "which card comes back up?", "fr": "quelle carte remettre face visible ?"},
    "lead": {"en": "to which chest?", "fr": "vers quelle malle ?"},
}
_COLON: Text = {"en": ": ", "fr": " : "}
_ENDS: Text = {"en": "Ends when the boat arrives: {0} to go.", "fr": "Fin à l’arrivée du bateau : {0}."}

_LABEL_TAKE: Text = {"en": "Take the chest", "fr": "Prendre la malle"}
_LABEL_TIDES: dict[str, Text] = {
    "forward": {"en": "Boat forward", "fr": "Bateau en avant"},
    "back": {"en": "Boat back", "fr": "Bateau en arrière"},
}


def _word(word: str, lang: str, name: Naming) -> str:
    if word in SEATS:
        return name(word)
    for names in (SIZE_NAMES, CARD_NAMES, DIRECTION_NAMES):
        if word in names:
            return names[word][lang]
    return word


_PHRASES = Phrases(_SEA_SENTENCES, _SEAT_SENTENCES, _LABELS, _word)


def _sea_sentence(verb: str, rest: list[str], lang: str, name: Naming) -> str:
    if verb == "event":
        return _EVENT[lang].format(EVENT_NAMES[rest[0]][lang], EVENT_TEXTS[rest[0]][lang])
    if verb == "spin":
        return _QUESTION[lang] if rest[0] == "?" else _SPUN[lang].format(rest[0])
    return _PHRASES.sentence("sea", verb, rest, lang, name)


def sentence(line: str, lang: str, name: Naming = by_letter) -> str:
    """An event line as a sentence."""
    who, verb, *rest = line.split(" ")
    if who == "sea":
        return _sea_sentence(verb, rest, lang, name)
    if verb in _STEPS:
        return _STEPS[verb][lang].format(name(who))
    if verb == "tide":
        return _TIDES[rest[0]][lang].format(name(who))
    if verb == "grab" and not rest:
        return _TAKES_ONE[lang].format(name(who))
    return _PHRASES.sentence(who, verb, rest, lang, name)


def label(choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice as the words on a button."""
    verb, *rest = choice.split(" ")
    if verb == "tide":
        return _LABEL_TIDES[rest[0]][lang]
    if verb == "grab" and not rest:
        return _LABEL_TAKE[lang]
    return _PHRASES.label(verb, rest, lang, name)


def cells(number: int, lang: str) -> str:
    """`1 cell`, `3 cases`: how far a diver may still swim."""
    return with_noun(number, {"en": "cell", "fr": "case"}, lang)


SCORE = {"en": ("in chests", "in chests"), "fr": ("en malles", "en malles")}  # points are for swimming alone

# The count at the end: what its line is called, and which chests were opened

_COUNTED: Text = {"en": "Chests", "fr": "Malles"}
COUNT_ART = {"chests": "chest-medium"}
TIES: dict[str, Text] = {"shared": {"en": "nothing divides them", "fr": "rien ne les départage"}}


def counted(view: View, seat: str, what: str, lang: str) -> tuple[str, str]:
    """What the line of the count is called, and the sizes of the chests."""
    sizes = Counter(view["won"][seat])
    told = [f"{sizes[size]}\u00a0× {called[lang]}" for size, called in SIZE_NAMES.items() if sizes[size]]
    return _COUNTED[lang], ", ".join(told)


# What a choice does, in the chooser's position

_WITH: dict[str, Text] = {
    "card": {"en": "{label}: swim {0}", "fr": "{label} : nager de {0}"},
    "card dolphin": {"en": "{label}: swim {0}, move a dolphin", "fr": "{label} : nager de {0}, déplacer un dauphin"},
    "dolphin only": {"en": "{label}: move a dolphin", "fr": "{label} : déplacer un dauphin"},
    "grab": {"en": "Take the {0}\nworth {1} to {2}", "fr": "Prendre la {0}\nvaut de {1} à {2}"},
    "up aboard": {"en": "Climb aboard", "fr": "Grimper à bord"},
    "up aboard with": {"en": "Climb aboard with the {0}", "fr": "Grimper à bord avec la {0}"},
    "stop": {"en": "{label}, {0} unused", "fr": "{label}, sans nager {0}"},
    "swap": {"en": "Swap your {1} for {0}'s {2}", "fr": "Échanger votre {1} contre la {2} {0:de}"},
    "rescue": {"en": "{label}, take the {0}", "fr": "{label}, prendre la {0}"},
    "lead": {"en": "{label}: {0}", "fr": "{label} : {0}"},
    "step": {"en": "{label} to {0}", "fr": "{label}, en {0}"},
}


def label_in(view: View, choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice with its values: how far a card lets one swim, what a chest may be worth, what is lost or swapped."""
    verb, *rest = choice.split(" ")
    key, found = _values(view, verb, rest, lang, name)
    return with_values(_WITH, key, found, label(choice, lang, name), lang)


def _values(view: View, verb: str, rest: list[str], lang: str, name: Naming) -> tuple[str, list[Any]]:
    """Which words a choice has with its values, and those; "" where its own words say it all."""
    mine = view["divers"][view["turn"]]["carries"]
    if verb == "card":
        helm = int(view["helm"]) if view["helm"] not in (None, "?") else 0
        by_dolphin = "card dolphin" if helm else "dolphin only"
        return by_dolphin if rest[0] == "dolphin" else "card", [_swim(helm, rest[0], lang)]
    if verb == "grab":
        size = rest[0] if rest else view["chests"][view["divers"][view["turn"]]["at"]][0]
        return "grab", [SIZE_NAMES[size][lang], *CHEST_VALUES[size]]
    if verb == "stop" and view["points"]:
        return "stop", [cells(view["points"], lang)]
    if verb == "swap" and mine:
        return "swap", [name(rest[0]), *(SIZE_NAMES[size][lang] for size in (mine, view["divers"][rest[0]]["carries"]))]
    if verb == "rescue":
        return "rescue", [SIZE_NAMES[view["divers"][rest[0]]["carries"]][lang]]
    if verb == "lead":
        return "lead", [", ".join(SIZE_NAMES[size][lang] for size in view["chests"][rest[0]])]
    return _step(view, verb, mine, lang) if verb in STEPS else ("", [])


def _swim(helm: int, card: str, lang: str) -> str:
    return cells(helm + (int(card) if card.isdigit() else 0), lang)


def _step(view: View, verb: str, mine: str | None, lang: str) -> tuple[str, list[Any]]:
    """Where a step leads to: up from the cells under the boat, on board."""
    forced = view["forced"]
    diver = view["divers"][forced["diver"] if forced else view["turn"]]
    column, row = map(int, diver["at"].split("."))
    if verb == "up" and row == 1 and column in view["boat"] and not forced:
        return ("up aboard with", [SIZE_NAMES[mine][lang]]) if mine else ("up aboard", [])
    across, down = STEPS[verb]
    return "step", [f"{column + across}.{row + down}"]


# Who came to grief: the word beside the name until the next turn, and what a choice says that would do it to oneself.
GRIEFS: dict[str, dict[str, Text]] = {
    "lost": {
        "mark": {"en": "chest lost", "fr": "malle perdue"},
        "you": {"en": "loses your chest", "fr": "perd votre malle"},
    },
    "no air": {
        "mark": {"en": "out of air", "fr": "plus d’air"},
        "you": {"en": "uses up your air", "fr": "épuise votre air"},
    },
    "robbed": {
        "mark": {"en": "chest taken", "fr": "malle prise"},
        "you": {"en": "takes your chest", "fr": "prend votre malle"},
    },
}


is_open = always_open  # whether what follows from a choice is known to the chooser: here always

# Choosing among many: whom, then what.


def group_of(view: View, choice: str, lang: str, name: Naming = by_letter) -> tuple[str, str]:
    """Under which heading a choice stands where there are many: a dolphin, whom to rescue, which chests."""
    verb, *rest = choice.split(" ")
    if verb == "dolphin":
        return f"dolphin {rest[0]}", _GROUPS["dolphin"][lang].format(rest[0])
    if verb == "rescue":
        return f"rescue {rest[0]}", _GROUPS["rescue"][lang].format(name(rest[0]))
    if verb == "lead":
        size = view["chests"][rest[0]][0]
        return f"lead {size}", _GROUPS["lead"][lang].format(SIZE_NAMES[size][lang])
    return ("swim", _GROUPS["swim"][lang]) if verb in (*STEPS, "enter") else (verb, "")


# What is asked, and how near the end is


def asked(view: View, lang: str, name: Naming = by_letter) -> str:
    """What the seat that decides is asked."""
    if view["phase"] == "steps":
        words = {"who": name(view["forced"]["diver"]), "cells": cells(view["forced"]["steps"], lang)}
        return _ASKED["steps"][lang].format(**words)
    if view["phase"] == "asked":
        return EVENT_NAMES[view["event"]][lang] + _COLON[lang] + _EVENT_ASKS[view["choices"][0].split(" ")[0]][lang]
    if view["phase"] in ("diver", "either") and not view["points"] and not view["dolphin_steps"]:
        return _ASKED["chest"][lang]
    if view["phase"] == "turn" and len(view["choices"]) == 1:
        return _ASKED["spin"][lang]
    key = "dolphin" if view["phase"] == "either" and not view["points"] else view["phase"]
    told = {"cells": cells(view["points"], lang), "dolphin": cells(view["dolphin_steps"], lang)}
    return asked_in(_ASKED, key, lang, **told)


def ends(view: View, lang: str) -> str:
    """When the game ends, and how near that is."""
    return _ENDS[lang].format(cells(view["ends"]["steps_left"], lang))


# A swim is one line of the log

_SWIMS: Text = {"en": "{who} swims {way}.", "fr": "{who} nage : {way}."}
_DIVES: Text = {
    "en": "{who} dives in at column {column}, then {way}.",
    "fr": "{who} plonge colonne {column}, puis {way}.",
}
_LEADS: Text = {"en": "{who} moves dolphin {n} {way}.", "fr": "{who} déplace le dauphin {n} : {way}."}
_STEERS: Text = {"en": "{who} moves {other}'s diver {way}.", "fr": "{who} déplace le plongeur {other:de} : {way}."}
_WAYS: dict[str, Text] = {
    "up": {"en": "{} up", "fr": "{} vers le haut"},
    "down": {"en": "{} down", "fr": "{} vers le bas"},
    "left": {"en": "{} left", "fr": "{} à gauche"},
    "right": {"en": "{} right", "fr": "{} à droite"},
}


def goes_on(earlier: str, line: str) -> bool:
    """Whether an event is the next step of the same swim, a diver's or a dolphin's."""
    (who, verb, *rest), (again, further, *more) = earlier.split(" "), line.split(" ")
    if who != again:
        return False
    swims = verb in (*STEPS, "enter") and further in STEPS
    return swims or (verb == further == "dolphin" and rest[0] == more[0])


def told_together(lines: list[str], before: View | None, lang: str, name: Naming = by_letter) -> str:
    """The steps of a swim as one sentence; `before` is the view before the first of them, where it is known."""
    who, verb, *rest = lines[0].split(" ")
    steps = [line.split(" ")[-1] for line in lines if line.split(" ")[1] != "enter"]
    way = ", ".join(_WAYS[step][lang].format(len(list(run))) for step, run in groupby(steps))
    words = {"who": name(who), "way": way, "column": rest[0] if verb == "enter" else "", "n": rest[0] if rest else ""}
    if verb == "dolphin":
        return _LEADS[lang].format(**words)
    if before and before["forced"] and before["forced"]["diver"] != who:
        return _STEERS[lang].format(**words, other=name(before["forced"]["diver"]))
    if verb == "enter":
        return (_DIVES[lang] if steps else _SEAT_SENTENCES["enter"][lang].format(name(who), rest[0])).format(**words)
    return _SWIMS[lang].format(**words)


_WON: Text = {"en": "You: {0} won", "fr": "Vous : {0}"}


def standing(view: View, seat: str, lang: str) -> str:
    """How a seat stands: what its chests are worth is not known before the end."""
    return _WON[lang].format(with_noun(len(view["won"][seat]), {"en": "chest", "fr": "malle"}, lang))
