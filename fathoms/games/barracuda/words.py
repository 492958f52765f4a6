"""Barracuda in words: names of cards and actions, sentences for events, labels for choices, reasons for refusals."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.telling import asked_in
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.barracuda import pieces as p

TITLE: Text = {"en": "Barracuda", "fr": "Barracuda"}
PROMISE: Text = {
    "en": "Everybody chooses at once; something with teeth is about.",
    "fr": "Tous choisissent en même temps ; quelque chose rôde, avec des dents.",
}
MINUTES = 20  # that a game takes, about
SHELF = 3  # its place among the covers: the simplest first

WHY: dict[str, tuple[str, ...]] = {
    "sea layout": ("B1",),
    "sea roll": ("B14", "B15"),
    "sea send": ("B17",),
    "sea pick": ("B10",),
    "play": ("B11", "B12", "B13"),
    "send": ("B16",),
    "unique": ("B23", "B20"),
    "rob": ("B23", "B25"),
    "share": ("B32",),
    "bait": ("B9",),
    "unbait": ("B9",),
    "recover": ("B10", "B7"),
    "meddle": ("B10",),
    "discard": ("B10",),
}

REASONS: dict[int, Text] = {
    9: {
        "en": "bait takes back your own Barracuda card from the centre or makes another player discard theirs",
        "fr": "l’appât rend votre carte Barracuda du centre, ou force quelqu’un à jeter celle qu’il a en main",
    },
    10: {
        "en": "to recover or to meddle with an opponent is asked on wreck 2, and one of the picked cards is discarded",
        "fr": "récupérer ou fouiller une main se choisit sur l’Épave 2, et l’on place une des cartes tirées",
    },
    11: {
        "en": "each player chooses one card per turn, at the start of it, and keeps to it",
        "fr": "chacun choisit une seule carte, au début du tour, et s’y tient",
    },
    12: {
        "en": "that card is not in the hand: it lies in front of its player or at the centre",
        "fr": "cette carte n’est pas en main : elle est devant son joueur ou au centre de la table",
    },
    16: {
        "en": "only the controller sends the Barracuda, no further than the distance die allows",
        "fr": "seule la personne qui contrôle le Barracuda le déplace, au plus de la valeur du dé de distance",
    },
    20: {
        "en": "the initiative is another player's",
        "fr": "l’initiative revient à quelqu’un d’autre",
    },
    23: {
        "en": "the Unique action or a theft is for whoever has the initiative, among the divers of the same wreck",
        "fr": "l’action Unique ou le vol revient au pion qui a l’initiative, entre ceux d’une même Épave",
    },
    28: {"en": "the game is over", "fr": "la partie est finie"},
    32: {
        "en": "bags are shared in 2 against 2, with the ally on the same wreck, and some coins must change hands",
        "fr": "en 2 contre 2, on partage avec son allié sur la même Épave, et des pièces changent de sac",
    },
    33: {"en": "allies do not rob each other", "fr": "on ne vole pas son allié"},
}

_CARD: Text = {"en": "Movement card {0}", "fr": "la carte Déplacement {0}"}
_BARRACUDA_CARD: Text = {"en": "the Barracuda card", "fr": "la carte Barracuda"}

_SEA_SENTENCES: dict[str, Text] = {
    "layout": {"en": "The wrecks are laid out: {0}.", "fr": "Les Épaves sont disposées : {0}."},
    "roll": {
        "en": "The Barracuda swims {0} towards wreck {2}.",
        "fr": "Le Barracuda se déplace de {0} vers l’Épave {2}.",
    },
    "distance": {"en": "The distance die shows {0}.", "fr": "Le dé de distance indique {0}."},
    "send": {
        "en": "The direction die sends the Barracuda straight to wreck {0}.",
        "fr": "Le dé de direction envoie le Barracuda droit sur l’Épave {0}.",
    },
    "pick": {"en": "Picked from the hand: {0}.", "fr": "Tirée de la main : {0}."},
    "pick ?": {"en": "A card is picked from the hand.", "fr": "Une carte est tirée de la main."},
}

_SEAT_SENTENCES: dict[str, Text] = {
    "play": {"en": "{0} plays {1}.", "fr": "{0} joue {1}."},
    "play ?": {"en": "{0} has chosen a card.", "fr": "{0} a choisi une carte."},
    "send": {"en": "{0} sends the Barracuda to wreck {1}.", "fr": "{0} envoie le Barracuda sur l’Épave {1}."},
    "unique": {"en": "{0} takes the Unique action.", "fr": "{0} joue l’action Unique."},
    "rob": {"en": "{0} steals {1}'s bag.", "fr": "{0} vole le sac {1:de}."},
    "share": {"en": "{0} shares with {1} and keeps {2}.", "fr": "{0} partage avec {1} et garde {2}."},
    "bait": {"en": "{0} takes back the Barracuda card.", "fr": "{0} récupère sa carte Barracuda."},
    "unbait": {"en": "{0} makes {1} discard the Barracuda card.", "fr": "{0} force {1} à jeter sa carte Barracuda."},
    "recover": {
        "en": "{0} will take back the oldest Movement card.",
        "fr": "{0} récupérera sa plus ancienne carte Déplacement.",
    },
    "meddle": {
        "en": "{0} will meddle with {1}'s hand at the end of the turn.",
        "fr": "{0} fouillera la main {1:de} à la fin du tour.",
    },
    "discard": {
        "en": "{0} lays {1} in front of its owner.",
        "fr": "{0} place {1} devant son propriétaire.",
    },
    "discard barracuda": {
        "en": "{0} sends the Barracuda card to the centre.",
        "fr": "{0} envoie la carte Barracuda au centre de la table.",
    },
}

_LABELS: dict[str, Text] = {
    "play": {"en": "Dive to wreck {0}", "fr": "Plonger sur l’Épave {0}"},
    "play barracuda": {"en": "Play the Barracuda card", "fr": "Jouer la carte Barracuda"},
    "send": {"en": "Send it to wreck {0}", "fr": "L’envoyer sur l’Épave {0}"},
    "unique": {"en": "Unique action", "fr": "Action Unique"},
    "rob": {"en": "Steal {0}'s bag", "fr": "Voler le sac {0:de}"},
    "share": {"en": "Share with {0}, keep {1}", "fr": "Partager avec {0}, garder {1}"},
    "bait": {"en": "Take back my Barracuda card", "fr": "Récupérer ma carte Barracuda"},
    "unbait": {"en": "Make {0} discard the Barracuda card", "fr": "Forcer {0} à jeter sa carte Barracuda"},
    "recover": {"en": "Recover a card", "fr": "Récupérer une carte"},
    "meddle": {"en": "Meddle with {0}'s hand", "fr": "Fouiller la main {0:de}"},
    "discard": {"en": "Lay down card {0}", "fr": "Placer la carte {0}"},
    "discard barracuda": {"en": "Send the Barracuda card to the centre", "fr": "Jeter la carte Barracuda au centre"},
}

# What wreck cards do, by the first word or words of the view's text, and its number if it has one.
_ACTIONS: dict[str, Text] = {
    "nothing": {"en": "nothing", "fr": "rien"},
    "gain": {"en": "+{0}", "fr": "+{0}"},
    "bank up to": {"en": "bank up to {0}", "fr": "jusqu’à {0} au coffre"},
    "bank all": {"en": "bank all", "fr": "tout au coffre"},
    "recover": {"en": "recover {0}", "fr": "récupérer {0}"},
    "shelter": {"en": "shelter", "fr": "abri"},
    "bait": {"en": "bait", "fr": "appât"},
    "recover or meddle": {"en": "recover {0}/meddle", "fr": "récup. {0}/fouiller"},
    "cards back": {"en": "cards back", "fr": "cartes reprises"},
    "send away": {"en": "sends it away", "fr": "le renvoie"},
}


_GROUPS: dict[str, Text] = {
    "share": {"en": "Share with {0}, keep {1} to {2}", "fr": "Partager avec {0}, garder {1} à {2}"},
    "rob": {"en": "Steal a bag", "fr": "Voler un sac"},
    "send": {"en": "Send the Barracuda", "fr": "Envoyer le Barracuda"},
}
_ASKED: dict[str, Text] = {
    "choose": {"en": "Choose a card, face down.", "fr": "Choisissez une carte."},
    "steer": {
        "en": "Send the Barracuda, up to {distance} away.",
        "fr": "Envoyez le Barracuda, à {distance} au plus.",
    },
    "act": {"en": "Wreck {wreck}: you have the initiative.", "fr": "Épave {wreck} : vous avez l’initiative."},
    "bait": {
        "en": "Wreck {wreck}, bait: whose Barracuda card?",
        "fr": "Épave {wreck}, appât : la carte Barracuda de qui ?",
    },
    "recover or meddle": {"en": "Wreck {wreck}: recover or meddle?", "fr": "Épave {wreck} : récupérer, ou fouiller ?"},
    "discard": {"en": "Which card do you lay down?", "fr": "Quelle carte placer ?"},
}
_WRECK: Text = {"en": "wreck", "fr": "Épave"}
_ENDS: Text = {"en": "Ends at {0} coins in a chest: {1} to go.", "fr": "Fin à {0} pièces au coffre : encore {1}."}

_ACTION_TEXTS = {
    p.NOTHING: "nothing",
    p.GAIN: "gain {0}",
    p.BANK: "bank up to {0}",
    p.RECOVER: "recover {0}",
    p.SHELTER: "shelter",
    p.BAIT: "bait",
    p.RECOVER_OR_MEDDLE: "recover {0} or meddle",
    p.CARDS_BACK: "cards back",
    p.SEND_AWAY: "send away",
}


def action_text(action: p.Action) -> str:
    """What a line of a wreck card does, as the rules name it: `gain 3`, `bank all`."""
    if action.kind == p.BANK and action.amount == p.NO_LIMIT:
        return "bank all"
    return _ACTION_TEXTS[action.kind].format(action.amount)


def action_name(text: str, lang: str) -> str:
    """What a wreck card does, as the view tells it (`gain 3`), in few words."""
    words = text.split(" ")
    number = next((word for word in words if word.isdigit()), "")
    return _ACTIONS[" ".join(word for word in words if not word.isdigit())][lang].format(number)


def card_name(card: str, lang: str) -> str:
    """A card of a hand in a sentence."""
    return _BARRACUDA_CARD[lang] if card == "barracuda" else _CARD[lang].format(card)


def coins(number: str, lang: str) -> str:
    """`3 coins`, `1 pièce d’or`, or nothing at all."""
    if number == "0":
        return {"en": "nothing", "fr": "le sac vide"}[lang]
    if lang == "fr":
        return f"{number} pièce{'s' if number != '1' else ''} d’or"
    return f"{number} coin{'s' if number != '1' else ''}"


def _key(verb: str, rest: list[str], known: dict[str, Text]) -> str:
    """The entry for a line: a special one for its last word where there is one."""
    special = f"{verb} {rest[-1]}" if rest else verb
    return special if special in known else verb


def _words(verb: str, rest: list[str], lang: str, name: Naming) -> list[str]:
    """What stands after a verb, in words: seats by their names, coins counted."""
    if verb == "share":
        return [name(rest[0]), coins(rest[1], lang)]
    return [name(rest[0])] if verb in ("rob", "unbait", "meddle") else rest


def sentence(line: str, lang: str, name: Naming = by_letter) -> str:
    """An event line as a sentence."""
    who, verb, *rest = line.split(" ")
    shows_card = verb in ("play", "discard", "pick")
    words = [card_name(rest[0], lang)] if shows_card else _words(verb, rest, lang, name)
    if who != "sea":
        return _SEAT_SENTENCES[_key(verb, rest, _SEAT_SENTENCES)][lang].format(name(who), *words)
    if verb == "roll" and len(rest) == 1:
        return _SEA_SENTENCES["distance"][lang].format(*words)
    return _SEA_SENTENCES[_key(verb, rest, _SEA_SENTENCES)][lang].format(*words)


def label(choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice as the words on a button."""
    verb, *rest = choice.split(" ")
    return _LABELS[_key(verb, rest, _LABELS)][lang].format(*_words(verb, rest, lang, name))


# What a choice does, in the chooser's position

_WITH: dict[str, Text] = {
    "play": {"en": "{label}\nUnique: {0}; Common: {1}", "fr": "{label}\nUnique : {0} ; Commune : {1}"},
    "play barracuda": {"en": "{label}\nyour diver lies down", "fr": "{label}\nvotre pion se couche"},
    "send": {"en": "{label}\n{0}", "fr": "{label}\n{0}"},
    "unique": {"en": "{label}: {0}", "fr": "{label} : {0}"},
    "rob": {"en": "{label}\n{0}", "fr": "{label}\n{0}"},
    "recover": {"en": "Recover card {0} at the end of the turn", "fr": "Récupérer la carte {0} à la fin du tour"},
}
_THERE: Text = {"en": "there: {0}", "fr": "là-bas : {0}"}
_NOBODY: Text = {"en": "nobody there", "fr": "personne là-bas"}


def label_in(view: View, choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice with its values: what a wreck does, whose bag holds how much, who is where."""
    verb, *rest = choice.split(" ")
    plain = label(choice, lang, name)
    found = _values(view, verb, rest, lang, name)
    return _WITH[_key(verb, rest, _WITH)][lang].format(*found, label=plain) if found is not None else plain


def _values(view: View, verb: str, rest: list[str], lang: str, name: Naming) -> list[str] | None:
    """What a choice's own words leave out; None where they leave out nothing."""
    if verb == "play" and rest[0] == "barracuda":
        return []
    if verb == "play":
        wreck = view["wrecks"][int(rest[0]) - 1]
        return [action_name(wreck["unique"], lang), action_name(wreck["common"], lang)]
    if verb == "send":
        there = [seat for seat, diver in view["divers"].items() if diver["wreck"] == int(rest[0])]
        told = ", ".join(f"{name(seat)} {view['bags'][seat]}" for seat in there)
        return [_THERE[lang].format(told) if there else _NOBODY[lang]]
    if verb == "unique":
        return [action_name(view["wrecks"][view["resolving"] - 1]["unique"], lang)]
    if verb == "rob":
        return [coins(str(view["bags"][rest[0]]), lang)]
    oldest = view["played"][view["to_act"][0]][:1] if verb == "recover" else []
    return oldest or None


# Who came to grief: the word beside the name until the next turn, and what a choice says that would do it to oneself.
GRIEFS: dict[str, dict[str, Text]] = {
    "bitten": {"mark": {"en": "bitten", "fr": "morsure"}, "you": {"en": "bites you", "fr": "vous mord"}},
    "robbed": {"mark": {"en": "robbed", "fr": "sac volé"}, "you": {"en": "empties your bag", "fr": "vide votre sac"}},
}


def is_open(view: View, choice: str) -> bool:
    """Whether all that follows, up to the next chance, hangs on what the chooser knows: not on cards face down."""
    return bool(view["phase"] != "choose")


SCORE = {"en": ("in the chest", "in the chest"), "fr": ("au coffre", "au coffre")}

# The count at the end: what its line is called, and what did not count

_COUNTED: dict[str, Text] = {
    "chest": {"en": "Coins in the chest", "fr": "Pièces au coffre"},
    "team chest": {"en": "Coins in the team’s chest", "fr": "Pièces au coffre de l’équipe"},
}
_IN_THE_BAG: Text = {"en": "{} left in the bag", "fr": "encore {} dans le sac"}
COUNT_ART = {"chest": "chest", "team chest": "chest"}
TIES: dict[str, Text] = {
    "bag": {"en": "the fuller bag decided", "fr": "le sac le plus plein l’emporte"},
    "bags": {"en": "the fuller bags decided", "fr": "les sacs les plus pleins l’emportent"},
    "shared": {"en": "as much in the bags too", "fr": "autant dans les sacs aussi"},
}


def counted(view: View, seat: str, what: str, lang: str) -> tuple[str, str]:
    """What the line of the count is called, and what is still in the bag."""
    bag = view["bags"][seat]
    return _COUNTED[what][lang], _IN_THE_BAG[lang].format(bag) if bag else ""


# Choosing among many: whom, then what.


def group_of(view: View, choice: str, lang: str, name: Naming = by_letter) -> tuple[str, str]:
    """Under which heading a choice stands where there are many: shares by their tens, the rest by whom they hit."""
    verb, *rest = choice.split(" ")
    if verb == "share":
        low = int(rest[1]) // 10 * 10
        return f"share {low}", _GROUPS["share"][lang].format(name(rest[0]), low, low + 9)
    return (verb, _GROUPS[verb][lang]) if verb in _GROUPS else (choice, "")


# What is asked, and how near the end is


def asked(view: View, lang: str, name: Naming = by_letter) -> str:
    """What the seat that decides is asked."""
    distance = with_noun(view["distance"] or 0, _WRECK, lang)
    return asked_in(_ASKED, view["phase"], lang, wreck=view["resolving"], distance=distance)


def ends(view: View, lang: str) -> str:
    """When the game ends, and how near that is."""
    return _ENDS[lang].format(view["goal"], view["ends"]["coins_left"])
