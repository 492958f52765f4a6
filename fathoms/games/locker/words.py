"""Davy Jones' Locker in words: names, sentences for events, labels for choices, reasons for refusals."""

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.telling import Phrases, always_open, asked_in
from fathoms.engine.seats import Naming, by_letter

TITLE: Text = {"en": "Davy Jones' Locker", "fr": "Le Cimetière marin"}
PROMISE: Text = {
    "en": "Turn up one more card, or go home while you can.",
    "fr": "Retourner une carte de plus, ou rentrer tant qu’il est temps.",
}
MINUTES = 20  # that a game takes, about
SHELF = 1  # its place among the covers: the simplest first

SUIT_NAMES: dict[str, Text] = {
    "anchor": {"en": "Anchor", "fr": "Ancre"},
    "squid": {"en": "Giant Squid", "fr": "Calamar géant"},
    "map": {"en": "Treasure Map", "fr": "Carte au trésor"},
    "key": {"en": "Key", "fr": "Clef"},
    "chest": {"en": "Chest", "fr": "Coffre"},
    "knife": {"en": "Knife", "fr": "Couteau"},
    "drone": {"en": "Exploration Drone", "fr": "Drone explorateur"},
    "net": {"en": "Net", "fr": "Filet"},
    "harpoon": {"en": "Harpoon", "fr": "Harpon"},
    "mermaid": {"en": "Mermaid", "fr": "Sirène"},
}

# What a suit does, in as few words as a card has room for.
SUIT_DEEDS: dict[str, Text] = {
    "anchor": {"en": "holds what came before", "fr": "retient ce qui précède"},
    "squid": {"en": "two more cards", "fr": "encore deux cartes"},
    "map": {"en": "one of three from the Locker", "fr": "une sur trois du Cimetière"},
    "key": {"en": "with a Chest: twice as much", "fr": "avec un Coffre : le double"},
    "chest": {"en": "with a Key: twice as much", "fr": "avec une Clef : le double"},
    "knife": {"en": "cuts a rival’s top card", "fr": "tranche une carte adverse"},
    "drone": {"en": "shows you the next card", "fr": "vous montre la suivante"},
    "net": {"en": "one of your own cards", "fr": "reprend une de vos cartes"},
    "harpoon": {"en": "takes a rival’s top card", "fr": "prend une carte adverse"},
    "mermaid": {"en": "no effect, high values", "fr": "sans effet, fortes valeurs"},
}

SKILL_NAMES: dict[str, Text] = {
    "none": {"en": "no diver", "fr": "sans Scaphandrier"},
    "safe-harbour": {"en": "Bosun, safe harbour", "fr": "Le Bosco, bon port"},
    "clean-sweep": {"en": "Blade, clean sweep", "fr": "La Lame, coup de balai"},
    "salvage": {"en": "Blade, salvage", "fr": "La Lame, droit d’épave"},
    "backfire": {"en": "Blade, backfire", "fr": "La Lame, retour de manche"},
    "plunder": {"en": "Locksmith, plunder", "fr": "La Serrurière, pillage"},
    "windfall": {"en": "Locksmith, windfall", "fr": "La Serrurière, aubaine"},
    "double-haul": {"en": "Trawler, double haul", "fr": "Le Chalutier, double prise"},
    "dry-net": {"en": "Trawler, dry net", "fr": "Le Chalutier, filet sec"},
    "squid-fisher": {"en": "Tamer, squid fisher", "fr": "La Dompteuse, pêche au Calamar"},
    "beastmaster": {"en": "Tamer, beastmaster", "fr": "La Dompteuse, maîtresse des bêtes"},
    "navigator": {"en": "Cartographer, navigator", "fr": "La Cartographe, fine navigatrice"},
    "golden-scales": {"en": "Songkeeper, golden scales", "fr": "Le Chantre, écailles d’or"},
    "charmer": {"en": "Songkeeper, charmer", "fr": "Le Chantre, charmeur de Sirènes"},
    "mystic": {"en": "Pilot, mystic", "fr": "La Pilote, voyante"},
    "freebooter": {"en": "Harpooner, freebooter", "fr": "Le Harponneur, flibustier"},
    "decoy": {"en": "Harpooner, decoy", "fr": "Le Harponneur, leurre"},
    "saboteur": {"en": "Saboteur", "fr": "La Saboteuse"},
}

SKILL_RULES = {name: f"L{30 + number}" for number, name in enumerate(SKILL_NAMES) if number}

VARIANT_NAMES: dict[str, Text] = {
    "none": {"en": "no variant", "fr": "sans Variante"},
    "neighbours": {"en": "Good Neighbours", "fr": "Bons voisins"},
    "hoard": {"en": "Hoard", "fr": "Magot"},
    "sudden-death": {"en": "Sudden Death", "fr": "Mort subite"},
    "full-house": {"en": "Full House", "fr": "Collection complète"},
    "strange-waters": {"en": "Strange Waters", "fr": "Eaux étranges"},
    "depth-limit": {"en": "Depth Limit", "fr": "Profondeur limite"},
}

REASONS: dict[int, Text] = {
    5: {"en": "the sea must act first", "fr": "c’est d’abord à la mer de jouer"},
    7: {"en": "the choice is to continue or to surface", "fr": "il faut Continuer ou Remonter à la surface"},
    12: {"en": "it is another player's turn", "fr": "c’est le tour d’un autre joueur"},
    13: {"en": "the Loot deck is empty", "fr": "la pioche Butin est vide"},
    15: {"en": "the Giant Squid still asks for cards", "fr": "le Calamar géant réclame encore des cartes"},
    17: {
        "en": "one of the cards the Map shows must be taken",
        "fr": "il faut prendre une des cartes montrées par la Carte au trésor",
    },
    18: {
        "en": "the Knife must hit a suit an opponent holds",
        "fr": "le Couteau doit viser une famille dans la Cale d’un adversaire",
    },
    21: {
        "en": "the Net must bring a suit of your own Hold",
        "fr": "le Filet doit ramener une famille de votre propre Cale",
    },
    22: {
        "en": "the Harpoon must steal a suit that an opponent holds and you do not",
        "fr": "le Harpon doit voler à un adversaire une famille que vous n’avez pas dans votre Cale",
    },
    24: {"en": "the game is over", "fr": "la partie est finie"},
    34: {
        "en": "a Knife turned back must hit your own Hold",
        "fr": "le Couteau retourné doit frapper votre propre Cale",
    },
    35: {
        "en": "you must plunder an opponent who holds cards",
        "fr": "il faut piller un adversaire dont la Cale n’est pas vide",
    },
    46: {
        "en": "the decoy lets a Harpoon take nothing but a Squid",
        "fr": "le leurre ne laisse au Harpon que les Calamars",
    },
    47: {"en": "the Saboteur must first choose an opponent", "fr": "la Saboteuse doit d’abord choisir un adversaire"},
}

WHY: dict[str, tuple[str, ...]] = {
    "sea first": ("L4",),
    "sea diver": ("L30",),
    "sea draw": ("L5", "L6", "L8"),
    "sea show": ("L17", "L61"),
    "sea peek": ("L19", "L61"),
    "sea bonus": ("L20", "L35", "L36"),
    "continue": ("L7", "L5"),
    "surface": ("L7", "L11"),
    "knife": ("L18",),
    "net": ("L21", "L10"),
    "harpoon": ("L22", "L10"),
    "take": ("L17", "L10"),
    "plunder": ("L35",),
    "sabotage": ("L47",),
}

_SEA_SENTENCES: dict[str, Text] = {
    "first": {"en": "{0} dives first.", "fr": "{0} plonge en premier."},
    "diver": {"en": "{0} is dealt: {1}.", "fr": "{0} reçoit : {1}."},
    "draw": {"en": "The deck turns up {0}.", "fr": "La pioche révèle : {0}."},
    "show": {"en": "The Map shows {0}.", "fr": "La Carte au trésor montre : {0}."},
    "peek": {"en": "The Drone films {0}.", "fr": "Le Drone filme : {0}."},
    "bonus": {"en": "Key and Chest bring {0}.", "fr": "Clef et Coffre rapportent : {0}."},
}

_SEAT_SENTENCES: dict[str, Text] = {
    "continue": {"en": "{0} presses on.", "fr": "{0} continue l’Exploration."},
    "surface": {"en": "{0} returns to the surface.", "fr": "{0} remonte à la surface."},
    "knife": {"en": "{0} cuts {2} from {1}'s Hold.", "fr": "{0} tranche dans la Cale {1:de} : {2}."},
    "net": {"en": "{0} nets {1} from the Hold.", "fr": "{0} sort de sa Cale au Filet : {1}."},
    "harpoon": {"en": "{0} harpoons {2} from {1}'s Hold.", "fr": "{0} harponne dans la Cale {1:de} : {2}."},
    "take": {"en": "{0} takes {1} from the Locker.", "fr": "{0} prend au Cimetière marin : {1}."},
    "plunder": {"en": "{0} plunders {1}'s Hold.", "fr": "{0} pille la Cale {1:de}."},
    "sabotage": {"en": "{0} sabotages {1}.", "fr": "{0} sabote {1}."},
}

_LABELS: dict[str, Text] = {
    "continue": {"en": "Press on", "fr": "Continuer"},
    "surface": {"en": "Surface", "fr": "Remonter à la surface"},
    "knife": {"en": "Cut {1} from {0}", "fr": "Trancher chez {0} : {1}"},
    "net": {"en": "Net {0}", "fr": "Ramener au Filet : {0}"},
    "harpoon": {"en": "Harpoon {1} from {0}", "fr": "Harponner chez {0} : {1}"},
    "take": {"en": "Take {0}", "fr": "Prendre : {0}"},
    "plunder": {"en": "Plunder {0}", "fr": "Piller {0}"},
    "sabotage": {"en": "Sabotage {0}", "fr": "Saboter {0}"},
}

AND: Text = {"en": "and", "fr": "et"}
COLON: Text = {"en": ":", "fr": " :"}
_BY_SUIT: Text = {
    "en": "Press on\n{0} of {1} suits sink you",
    "fr": "Continuer\n{0} familles sur {1} vous font couler",
}
_BY_ONE: Text = {"en": "Press on\n{0} suit of {1} sinks you", "fr": "Continuer\n{0} famille sur {1} vous fait couler"}
_BY_VALUE: Text = {"en": "Press on\na {0} sinks you", "fr": "Continuer\nvaleur {0} : vous coulez"}
_HOME: Text = {"en": "Surface with {0}", "fr": "Remonter avec {0}"}
_CARDS: Text = {"en": "all {0} cards", "fr": "les {0} cartes"}

_FROM: Text = {"en": "From {0}", "fr": "Chez {0}"}
_ASKED: dict[str, Text] = {
    "choose": {"en": "Press on, or surface?", "fr": "Continuer, ou remonter ?"},
    "squid": {"en": "The Squid wants more: press on.", "fr": "Le Calamar en veut encore : continuez."},
    "empty": {"en": "The deck is empty: surface.", "fr": "La pioche est vide : remontez."},
    "knife": {"en": "Knife: whose card goes to the Locker?", "fr": "Couteau : quelle carte coule ?"},
    "net": {"en": "Net: which card of your Hold joins the row?", "fr": "Filet : quelle carte de votre Cale ?"},
    "harpoon": {"en": "Harpoon: whose card do you steal?", "fr": "Harpon : quelle carte voler ?"},
    "take": {"en": "Map: which card joins the row?", "fr": "Carte au trésor : laquelle prendre ?"},
    "plunder": {"en": "Whose Hold do you plunder?", "fr": "Quelle Cale piller ?"},
    "sabotage": {"en": "Whom do you sabotage?", "fr": "Qui saboter ?"},
}
_CARD: Text = {"en": "card", "fr": "carte"}
_LAST: Text = {"en": "Ends with the deck: {0} left.", "fr": "Fin avec la pioche : {0}."}
_LAST_TURN: Text = {"en": "The deck is empty: this turn is the last.", "fr": "Pioche vide : c’est le dernier tour."}
_SUDDEN: Text = {"en": "Or at once with {0} points.", "fr": "Ou dès {0} points."}

_UNSEEN: Text = {"en": "a card unseen by others", "fr": "une carte cachée aux autres"}


def card_name(card: str, lang: str) -> str:
    """`anchor-5` as people say it."""
    suit, _, value = card.partition("-")
    return f"{SUIT_NAMES[suit][lang]} {value}"


def _word(word: str, lang: str, name: Naming) -> str:
    if word in SEATS:
        return name(word)
    if word == "?":
        return _UNSEEN[lang]
    for names in (SUIT_NAMES, SKILL_NAMES):
        if word in names:
            return names[word][lang]
    suit, dash, value = word.partition("-")
    return card_name(word, lang) if dash and value.isdigit() and suit in SUIT_NAMES else word


_PHRASES = Phrases(_SEA_SENTENCES, _SEAT_SENTENCES, _LABELS, _word)


def sentence(line: str, lang: str, name: Naming = by_letter) -> str:
    """An event line as a sentence."""
    who, verb, *rest = line.split(" ")
    return _PHRASES.sentence(who, verb, rest, lang, name)


def label(choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice as the words on a button."""
    verb, *rest = choice.split(" ")
    return _PHRASES.label(verb, rest, lang, name)


def points(number: int, lang: str) -> str:
    """`1 point`, `23 points`; what a Hold is worth, and nothing else, is counted in points."""
    return with_noun(number, {"en": "point", "fr": "point"}, lang)


def joined(words: list[str], lang: str) -> str:
    """`Anchor 4, Key 3 and Net 2`."""
    *first, last = words
    return f"{', '.join(first)} {AND[lang]} {last}" if first else last


# What a choice does, in the chooser's position


def label_in(view: View, choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice with its values: which card of a suit it is, and what comes home."""
    verb, *rest = choice.split(" ")
    if verb in ("knife", "harpoon"):
        return label(f"{verb} {rest[0]} {_top(view['holds'][rest[0]], rest[1])}", lang, name)
    if verb == "net":
        return label(f"net {_top(view['holds'][view['turn']], rest[0])}", lang, name)
    if verb == "continue" and view["stakes"]["sink"] and not view["peeked"]:  # who has seen the next card knows more
        return _risk(view["stakes"], lang)
    if verb == "surface" and view["row"]:
        cards = [card_name(card, lang) for card in view["row"]]
        return _HOME[lang].format(joined(cards, lang) if len(cards) < 4 else _CARDS[lang].format(len(cards)))
    return label(choice, lang, name)


def _risk(stakes: View, lang: str) -> str:
    """To press on, with what would sink one."""
    sink = stakes["sink"]
    if stakes["by"] == "value":
        return _BY_VALUE[lang].format(joined(sink, lang))
    return (_BY_SUIT if len(sink) > 1 else _BY_ONE)[lang].format(len(sink), stakes["of"])


def _top(hold: list[str], suit: str) -> str:
    return [card for card in hold if card.startswith(f"{suit}-")][-1]


# Who came to grief: the word beside the name until the next turn, and what a choice says that would do it to oneself.
GRIEFS: dict[str, dict[str, Text]] = {
    "sunk": {"mark": {"en": "Incident", "fr": "Incident"}, "you": {"en": "sinks you", "fr": "vous fait couler"}},
    "cut": {
        "mark": {"en": "cut", "fr": "carte tranchée"},
        "you": {"en": "cuts your own Hold", "fr": "tranche dans votre Cale"},
    },
    "robbed": {
        "mark": {"en": "robbed", "fr": "carte volée"},
        "you": {"en": "costs you a card", "fr": "vous coûte une carte"},
    },
}


is_open = always_open  # whether what follows from a choice is known to the chooser: here always

# Choosing among many: whom, then what.


def group_of(view: View, choice: str, lang: str, name: Naming = by_letter) -> tuple[str, str]:
    """Under which heading a choice stands where there are many: whose Hold, or which suit of the Locker."""
    verb, *rest = choice.split(" ")
    if verb in ("knife", "harpoon"):
        return rest[0], _FROM[lang].format(name(rest[0]))
    if verb == "take":
        suit = rest[0].partition("-")[0]
        return suit, SUIT_NAMES[suit][lang]
    return "", ""


# The count at the end: what its lines are called, and what lies there

_COUNTED: dict[str, Text] = {
    **SUIT_NAMES,
    "golden-scales": SKILL_NAMES["golden-scales"],
    "absent": {"en": "Suits you lack", "fr": "Familles absentes"},
}
TIES: dict[str, Text] = {
    "cards": {"en": "more cards in the Hold decided", "fr": "le plus de cartes en Cale l’emporte"},
    "shared": {"en": "as many cards too", "fr": "autant de cartes aussi"},
}


def counted(view: View, seat: str, what: str, lang: str) -> tuple[str, str]:
    """What a line of the count is called, and the values of its cards."""
    return _COUNTED[what][lang], "\u00a0·\u00a0".join(
        card.split("-")[1] for card in view["holds"][seat] if card.startswith(f"{what}-")
    )


# What is asked, and how near the end is


def asked(view: View, lang: str, name: Naming = by_letter) -> str:
    """What the seat that decides is asked."""
    if view["phase"] == "choose" and view["squid"]:
        return _ASKED["squid"][lang]
    if view["phase"] == "choose" and not view["deck"]:
        return _ASKED["empty"][lang]
    return asked_in(_ASKED, view["phase"], lang)


def ends(view: View, lang: str) -> str:
    """When the game ends, and how near that is."""
    left, worth = view["ends"]["cards_left"], view["ends"]["worth"]
    told = (_LAST if view["deck"] else _LAST_TURN)[lang].format(with_noun(left, _CARD, lang))
    return f"{told} {_SUDDEN[lang].format(worth)}" if worth else told
