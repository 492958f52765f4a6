"""The Nukha's Cave in words: names, sentences for events, labels for choices, reasons for refusals."""

from typing import Any

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.telling import Phrases, asked_in, with_values
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.nukha.pieces import CARDS, CLAIM_OF, CLAIMS, TOKEN_POINTS, VALUES

TITLE: Text = {"en": "The Nukha's Cave", "fr": "La Grotte du Nukha"}
PROMISE: Text = {
    "en": "Bluff the Captain, or become the Captain.",
    "fr": "Bluffer le Capitaine, ou le devenir.",
}
MINUTES = 30  # that a game takes, about
SHELF = 4  # its place among the covers: the simplest first

CARD_NAMES: dict[str, Text] = {
    "egg": {"en": "a Nukha Egg", "fr": "un Œuf de Nukha"},
    "lantern-3": {"en": "a Lantern worth 3", "fr": "une Lanterne de valeur 3"},
    "lantern-2": {"en": "a Lantern worth 2", "fr": "une Lanterne de valeur 2"},
    "lantern": {"en": "a Lantern", "fr": "une Lanterne"},
    "grapple": {"en": "a Grapple", "fr": "un Grappin"},
    "pistol": {"en": "a Pistol", "fr": "un Pistolet"},
    "lizard": {"en": "a Lizard", "fr": "un Lézard"},
    "purse": {"en": "a Purse", "fr": "une Bourse"},
    "nomads": {"en": "the Arrival of the Nomads", "fr": "l’Arrivée des Nomades"},
    "hidden": {"en": "a hidden card", "fr": "une carte cachée"},
    "?": {"en": "a card kept secret", "fr": "une carte tenue secrète"},
}

SHORT_NAMES: dict[str, Text] = {
    "egg": {"en": "Egg", "fr": "Œuf"},
    "lantern-3": {"en": "Lantern 3", "fr": "Lanterne 3"},
    "lantern-2": {"en": "Lantern 2", "fr": "Lanterne 2"},
    "lantern": {"en": "Lantern", "fr": "Lanterne"},
    "grapple": {"en": "Grapple", "fr": "Grappin"},
    "pistol": {"en": "Pistol", "fr": "Pistolet"},
    "lizard": {"en": "Lizard", "fr": "Lézard"},
    "purse": {"en": "Purse", "fr": "Bourse"},
    "nomads": {"en": "Nomads", "fr": "Nomades"},
    "hidden": {"en": "hidden card", "fr": "carte cachée"},
}

# What the face of a card says it is worth (N26); 0 on those that count for a majority, and on the Nomads.
TRUE_CLAIM: dict[str, str] = {card: CLAIMS[CLAIM_OF[kind]] for kind, card in enumerate(CARDS) if CLAIM_OF[kind] >= 0}
CARD_POINTS: dict[str, int] = {**dict.fromkeys(CARDS, 0), **{CARDS[kind]: int(v) for kind, v in enumerate(VALUES)}}

ADVENTURER_NAMES: dict[str, str] = {
    "nostromo": "Nostromo",
    "siana": "Siana",
    "moon": "Moon",
    "red": "Red",
    "ulrich": "Ulrich",
    "lys": "Lys",
}

POWERS: dict[str, Text] = {
    "nostromo": {
        "en": "at his mutiny, may take a card of the discard",
        "fr": "à sa mutinerie, peut prendre une carte de la défausse",
    },
    "siana": {
        "en": "attacked, chooses the card herself, never an Egg",
        "fr": "attaquée, choisit elle-même la carte, jamais un Œuf",
    },
    "moon": {
        "en": "at the end of her turn, may turn 2 cards face down",
        "fr": "à la fin de son tour, peut retourner 2 cartes face cachée",
    },
    "red": {
        "en": "poorest of all at the end of his turn, steals a coin",
        "fr": "le plus pauvre à la fin de son tour, vole une Pièce",
    },
    "ulrich": {
        "en": "wins 2 coins on an accusation",
        "fr": "gagne 2 Pièces sur une accusation",
    },
    "lys": {
        "en": "wins ties for the majority tokens",
        "fr": "remporte les égalités des jetons Majorité",
    },
}

# What an attack does to its target, in few words.
EFFECTS: dict[str, Text] = {
    "lantern": {"en": "turns one of their hidden cards face up", "fr": "dévoile une carte cachée de la cible"},
    "grapple": {"en": "takes one of their cards", "fr": "prend une carte à la cible"},
    "pistol": {"en": "sends one of their cards to the discard", "fr": "défausse une carte de la cible"},
    "lizard": {"en": "takes one of their coins", "fr": "prend une Pièce à la cible"},
}

MAJORITY_NAMES: dict[str, Text] = {
    "pistol": {"en": "Pistols", "fr": "Pistolets"},
    "grapple": {"en": "Grapples", "fr": "Grappins"},
    "lizard": {"en": "Lizards", "fr": "Lézards"},
}
MAJORITY_PRIZE: Text = {
    "en": f"Most of them at the end, {TOKEN_POINTS} points each:",
    "fr": f"Majorité à la fin, {TOKEN_POINTS} points chacune :",
}

WHY: dict[str, tuple[str, ...]] = {
    "sea captain": ("N2",),
    "sea discard": ("N5",),
    "sea find": ("N10", "N11"),
    "sea reveal": ("N17", "N14"),
    "sea pick": ("N28",),
    "choose": ("N3",),
    "mutiny": ("N7", "N8"),
    "pledge": ("N7", "N9"),
    "claim": ("N12",),
    "buy": ("N13", "N14"),
    "leave": ("N13", "N15"),
    "attack": ("N15", "N14"),
    "accept": ("N16",),
    "accuse": ("N17", "N18"),
    "pick": ("N28",),
    "offer": ("N31",),
    "recover": ("N30",),
    "pass": ("N30",),
    "hide": ("N32",),
    "done": ("N32",),
    "steal": ("N33",),
}

REASONS: dict[int, Text] = {
    3: {
        "en": "adventurers are chosen counter-clockwise from the Captain, among those left",
        "fr": "on choisit parmi les Aventuriers qui restent, en sens antihoraire à partir du Capitaine",
    },
    7: {
        "en": "mutiny or pledge is for an Explorer strictly richer than the Captain, at the start of the turn",
        "fr": "mutinerie ou allégeance : au début de votre tour, si vous êtes strictement plus riche que le Capitaine",
    },
    12: {
        "en": "the Explorer with the cave claims what was just found",
        "fr": "c’est à l’Explorateur qui vient de fouiller d’annoncer sa trouvaille",
    },
    13: {
        "en": "the Captain answers a claim, and needs a coin to buy",
        "fr": "c’est au Capitaine de répondre à l’annonce, et il lui faut une Pièce pour acheter",
    },
    14: {
        "en": "the Captain attacks an Explorer on whom the card can act",
        "fr": "le Capitaine attaque un Explorateur sur qui l’effet peut s’appliquer",
    },
    15: {
        "en": "an Explorer to whom the find was left attacks another Explorer, never the Captain",
        "fr": "on attaque un autre Explorateur, jamais le Capitaine, une fois la trouvaille laissée",
    },
    16: {
        "en": "only the target of an Explorer's attack accepts or accuses",
        "fr": "seul l’Explorateur visé accepte l’attaque ou accuse",
    },
    20: {
        "en": "a Lantern acts on a face-down card, and this is none",
        "fr": "la Lanterne révèle une carte face cachée, et ce n’en est pas une",
    },
    21: {"en": "a Pistol needs a card to hit", "fr": "le Pistolet vise un Butin où il y a une carte"},
    22: {"en": "a Lizard needs a coin to take", "fr": "le Lézard ne vole que celui qui a une Pièce"},
    23: {"en": "a Grapple needs a card to take", "fr": "le Grappin vise un Butin où il y a une carte"},
    24: {"en": "the Nomads have come: the game is over", "fr": "les Nomades sont arrivés : la partie est finie"},
    28: {
        "en": "the attacker picks a face-up card of the target's loot by name, or a hidden one",
        "fr": "l’attaquant choisit dans le Butin visé une carte visible par son nom, ou une carte cachée",
    },
    30: {
        "en": "only Nostromo, in his mutiny, recovers a card that lies in the discard",
        "fr": "seul Nostromo, à sa mutinerie, récupère une carte de la défausse",
    },
    31: {
        "en": "only Siana, attacked, offers a card she has and that the attack can take, never an Egg",
        "fr": "seule Siana, attaquée, désigne une carte de son Butin que l’attaque peut viser, jamais un Œuf",
    },
    32: {
        "en": "only Moon, at the end of her turn, hides a face-up card of her own",
        "fr": "seule Moon, à la fin de son tour, retourne une carte visible de son Butin",
    },
    33: {
        "en": "only Red, poorest of all at the end of his turn, steals from another Explorer",
        "fr": "seul Red, le plus pauvre à la fin de son tour, vole un autre Explorateur",
    },
}

_SEA_SENTENCES: dict[str, Text] = {
    "captain": {"en": "{0} takes the Bottle and is Captain.", "fr": "{0} reçoit la Bouteille : c’est le Capitaine."},
    "find": {"en": "Out of the cave comes {0}.", "fr": "De la Grotte sort {0}."},
    "discard": {"en": "Under the Bottle goes {0}.", "fr": "Sous la Bouteille, on glisse {0}."},
    "reveal": {"en": "The card is turned: {0}.", "fr": "On retourne la carte : {0}."},
    "pick": {"en": "Blindly drawn: {0}.", "fr": "Tirée au hasard : {0}."},
}

_SEAT_SENTENCES: dict[str, Text] = {
    "choose": {"en": "{0} is {1}.", "fr": "{0} sera {1}."},
    "mutiny": {
        "en": "{0} leads a mutiny and takes the Bottle.",
        "fr": "{0} déclare une mutinerie et prend la Bouteille.",
    },
    "pledge": {
        "en": "{0} pledges allegiance and gives the Captain a coin.",
        "fr": "{0} déclare son allégeance et donne une Pièce au Capitaine.",
    },
    "claim": {"en": "{0}: “Captain! I found {1}!”", "fr": "{0} : « Oh Capitaine ! J’ai trouvé {1} ! »"},
    "buy": {"en": "{0} buys the find.", "fr": "{0} achète la trouvaille."},
    "leave": {"en": "{0} leaves the find to its finder.", "fr": "{0} laisse la trouvaille."},
    "attack": {"en": "{0} attacks {1}.", "fr": "{0} attaque {1}."},
    "accept": {"en": "{0} takes it without a word.", "fr": "{0} accepte l’attaque sans broncher."},
    "accuse": {"en": "{0} says it is a bluff.", "fr": "{0} accuse : « Tu bluffes. »"},
    "pick": {"en": "{0} picks {1}.", "fr": "{0} choisit {1}."},
    "offer": {"en": "{0} offers {1}.", "fr": "{0} désigne {1}."},
    "offer hidden": {"en": "{0} offers, face down, {1}.", "fr": "{0} désigne, face cachée, {1}."},
    "recover": {"en": "{0} recovers {1} from the discard.", "fr": "{0} récupère dans la défausse {1}."},
    "pass": {"en": "{0} recovers nothing.", "fr": "{0} ne récupère rien."},
    "hide": {"en": "{0} turns {1} face down.", "fr": "{0} retourne face cachée {1}."},
    "done": {"en": "{0} has turned enough.", "fr": "{0} s’en tient là."},
    "steal": {
        "en": "{0}, poorest of all, steals a coin from {1}.",
        "fr": "{0}, le plus pauvre de tous, vole une Pièce à {1}.",
    },
}

_LABELS: dict[str, Text] = {
    "choose": {"en": "Be {0}", "fr": "Incarner {0}"},
    "mutiny": {"en": "Mutiny", "fr": "Mutinerie"},
    "pledge": {"en": "Pledge allegiance (1 coin)", "fr": "Allégeance (1 Pièce)"},
    "claim": {"en": "Claim {0}", "fr": "Annoncer {0}"},
    "buy": {"en": "Buy it (1 coin)", "fr": "Acheter (1 Pièce)"},
    "leave": {"en": "Leave it", "fr": "Laisser"},
    "attack": {"en": "Attack {0}", "fr": "Attaquer {0}"},
    "accept": {"en": "Accept", "fr": "Accepter"},
    "accuse": {"en": "Accuse: a bluff", "fr": "Accuser : « Tu bluffes »"},
    "pick": {"en": "Pick {0}", "fr": "Choisir {0}"},
    "offer": {"en": "Offer {0}", "fr": "Désigner {0}"},
    "offer hidden": {"en": "Offer {0}, face down", "fr": "Désigner {0}, face cachée"},
    "recover": {"en": "Recover {0}", "fr": "Récupérer {0}"},
    "pass": {"en": "Recover nothing", "fr": "Ne rien récupérer"},
    "hide": {"en": "Hide {0}", "fr": "Cacher {0}"},
    "done": {"en": "Done", "fr": "C’est bon"},
    "steal": {"en": "Steal a coin from {0}", "fr": "Voler une Pièce à {0}"},
}


_GROUPS: dict[str, Text] = {
    "up": {"en": "A card face up", "fr": "Une carte visible"},
    "down": {"en": "A card face down", "fr": "Une carte cachée"},
}
_ASKED: dict[str, Text] = {
    "draft": {"en": "Choose an adventurer.", "fr": "Choisissez un Aventurier."},
    "loyalty": {"en": "You are richer than the Captain.", "fr": "Vous êtes plus riche que le Capitaine."},
    "recover": {"en": "Take a card from under the Bottle?", "fr": "Prendre une carte sous la Bouteille ?"},
    "claim": {"en": "What do you say you found?", "fr": "Qu’annoncez-vous ?"},
    "answer": {"en": "Captain, buy it or leave it?", "fr": "Capitaine, acheter ou laisser ?"},
    "target": {"en": "Whom do you attack with the {claim}?", "fr": "Qui attaquer ? ({claim})"},
    "respond": {
        "en": "{by} attacks you with a {claim}: is it one?",
        "fr": "{by} vous attaque ({claim}) : y croyez-vous ?",
    },
    "pick": {"en": "Which card?", "fr": "Quelle carte ?"},
    "offer": {"en": "Which of your cards will it be?", "fr": "Laquelle de vos cartes ?"},
    "hide": {"en": "Turn a card face down?", "fr": "Retourner une carte face cachée ?"},
    "steal": {
        "en": "You are the poorest: whose coin do you steal?",
        "fr": "Vous avez le moins de Pièces : à qui en voler une ?",
    },
}
_ENDS: Text = {"en": "Nomads end the game in {0} to {1} cards.", "fr": "Fin avec les Nomades : dans {0} à {1} cartes."}
_LAST: Text = {"en": "The next card is the Nomads.", "fr": "La prochaine carte : les Nomades."}
_WORTH: Text = {"en": "You: {0}, majorities not counted", "fr": "Vous : {0}, sans les majorités"}


def _word(word: str, lang: str, name: Naming) -> str:
    if word in SEATS:
        return name(word)
    if word in CARD_NAMES:
        return CARD_NAMES[word][lang]
    return ADVENTURER_NAMES.get(word, word)


_PHRASES = Phrases(_SEA_SENTENCES, _SEAT_SENTENCES, _LABELS, _word)


def _split(text: str) -> tuple[str, list[str]]:
    """The verb and its words; `offer hidden` is a verb of its own."""
    verb, *rest = text.split(" ")
    return (f"{verb} {rest[0]}", rest[1:]) if len(rest) == 2 else (verb, rest)


def sentence(line: str, lang: str, name: Naming = by_letter) -> str:
    """An event line as a sentence."""
    who, _, text = line.partition(" ")
    verb, rest = _split(text)
    return _PHRASES.sentence(who, verb, rest, lang, name)


def label(choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice as the words on a button."""
    verb, rest = _split(choice)
    return _PHRASES.label(verb, rest, lang, name)


def coins(number: int, lang: str) -> str:
    """`1 coin`, `2 Pièces`."""
    return with_noun(number, {"en": "coin", "fr": "Pièce"}, lang)


def points(number: int, lang: str) -> str:
    return with_noun(number, {"en": "point", "fr": "point"}, lang)


# What a choice does, in the chooser's position

_WITH: dict[str, Text] = {
    "mutiny": {"en": "{label}: become the Captain", "fr": "{label} : devenir Capitaine"},
    "accept": {"en": "{label}: {0}", "fr": "{label} : {0}"},
    "accuse": {
        "en": "{label}\nif it is: +{0}; if not: {1}",
        "fr": "{label}\nsi oui : +{0} ; sinon : {1}",
    },
}
_NOTHING: Text = {"en": "nothing", "fr": "rien"}
_ON_ME: dict[str, Text] = {
    "lantern": {"en": "show a hidden card", "fr": "montrer une carte cachée"},
    "grapple": {"en": "lose a card", "fr": "perdre une carte"},
    "pistol": {"en": "lose a card to the discard", "fr": "perdre une carte, à la défausse"},
    "lizard": {"en": "lose a coin", "fr": "perdre une Pièce"},
}


def label_in(view: View, choice: str, lang: str, name: Naming = by_letter) -> str:
    """A choice with its values: what an answer costs or may bring. Powers, claims and effects are read on the stage."""
    key, found = _values(view, choice.split(" ")[0], lang)
    return with_values(_WITH, key, found, label(choice, lang, name), lang)


def _values(view: View, verb: str, lang: str) -> tuple[str, list[Any]]:
    """Which words a choice has with its values, and those; "" where its own words say it all."""
    if verb == "accept":
        return verb, [_ON_ME[view["claim"]][lang]]
    if verb == "accuse":
        return verb, [view["stakes"]["lie_brings"], _cost(view["stakes"]["truth_costs"], lang)]
    return ("mutiny", []) if verb == "mutiny" else ("", [])


def _cost(number: int, lang: str) -> str:
    """`−1 coin`, `−2 Pièces`; `nothing` where there is nothing to pay."""
    return f"−{coins(number, lang)}" if number else _NOTHING[lang]


# Who came to grief: the word beside the name until the next turn, and what a choice says that would do it to oneself.
GRIEFS: dict[str, dict[str, Text]] = {
    "caught": {"mark": {"en": "caught", "fr": "bluff éventé"}, "you": {"en": "exposes you", "fr": "vous démasque"}},
    "wrong": {
        "mark": {"en": "wrong", "fr": "accuse à tort"},
        "you": {"en": "proves you wrong", "fr": "vous donne tort"},
    },
    "robbed": {"mark": {"en": "robbed", "fr": "vol"}, "you": {"en": "you are robbed", "fr": "on vous vole"}},
    "lit": {
        "mark": {"en": "lit up", "fr": "carte dévoilée"},
        "you": {"en": "shows your card", "fr": "montre votre carte"},
    },
    "shot": {
        "mark": {"en": "hit", "fr": "carte perdue"},
        "you": {"en": "costs you a card", "fr": "vous coûte une carte"},
    },
}

FATES_ARE_OPEN = False  # what may come out of the cave hangs on cards that nobody at the table sees


def is_open(view: View, choice: str) -> bool:
    """Whether all that follows, up to the next chance, hangs on what the chooser knows: not on a card to be turned."""
    return view["phase"] != "draft" and choice not in ("buy", "leave", "accuse")


# Choosing among many: whom, then what.


def group_of(view: View, choice: str, lang: str, name: Naming = by_letter) -> tuple[str, str]:
    """Under which heading a choice stands where there are many: cards face up, and cards face down."""
    verb, *rest = choice.split(" ")
    if verb == "offer":
        down = rest[0] == "hidden"
        return ("down", _GROUPS["down"][lang]) if down else ("up", _GROUPS["up"][lang])
    return "", ""


# The count at the end: what its lines are called

_COINS: Text = {"en": "Coins", "fr": "Pièces"}
_TOKEN: Text = {"en": "the majority", "fr": "la majorité"}
TIES: dict[str, Text] = {
    "captain": {"en": "the Captain takes it", "fr": "elle revient au Capitaine"},
    "coins": {"en": "the most coins wins", "fr": "le plus de Pièces l’emporte"},
    "shared": {"en": "as many coins too", "fr": "autant de Pièces aussi"},
}


def counted(view: View, seat: str, what: str, lang: str) -> tuple[str, str]:
    """What a line of the count is called, and whether it brought a token."""
    if what == "coin":
        return _COINS[lang], ""
    return SHORT_NAMES[what][lang], _TOKEN[lang] if view["tokens"].get(what) == seat else ""


# What is asked, and how near the end is, and how one stands


def asked(view: View, lang: str, name: Naming = by_letter) -> str:
    """What the seat that decides is asked."""
    claim = SHORT_NAMES[view["claim"]][lang] if view["claim"] else ""
    by = name(view["attacker"]) if view["attacker"] else ""
    return asked_in(_ASKED, view["phase"], lang, claim=claim, by=by)


def ends(view: View, lang: str) -> str:
    """When the game ends, and how near that is."""
    left, soonest = view["ends"]["cards_left"], view["ends"]["soonest"]
    return (_ENDS if soonest < left else _LAST)[lang].format(soonest, left)


def standing(view: View, seat: str, lang: str) -> str:
    """How a seat stands, while scores are secret; its own view tells."""
    return _WORTH[lang].format(points(view["worth"], lang)) if view["worth"] is not None else ""
