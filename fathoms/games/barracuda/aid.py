"""Barracuda on one page: a turn, who meets whom, the actions and the twelve wreck cards, a line each."""

from fathoms.engine.options import Text
from fathoms.engine.parts.aid import Entry, both
from fathoms.games.barracuda import pieces as p

GROUPS: dict[str, Text] = {
    "turn": both("A turn", "Un tour"),
    "meet": both("On a wreck, from 1 to 5", "Sur une Épave, de 1 à 5"),
    "deed": both("What wrecks do", "Ce que font les Épaves"),
    "wreck": both("The wreck cards", "Les cartes Épave"),
    "extra": both("Extra cards, after a few games", "Cartes supplémentaires, après quelques parties"),
    "team": both("2 against 2", "2 contre 2"),
}

_TURN = (
    Entry(
        "turn",
        "play",
        "cards",
        both("1. Choose a card", "1. Choisir une carte"),
        both(
            "All at the same time, face down. Card 3 takes your diver to wreck 3 and stays in front of you.",
            "Tous en même temps, face cachée. La carte 3 mène votre pion sur l’Épave 3 et reste devant vous.",
        ),
        "B11",
        ("play [12345]",),
    ),
    Entry(
        "turn",
        "barracuda",
        "fish",
        both("… or the Barracuda card", "… ou la carte Barracuda"),
        both(
            "Your diver stays and lies down. If nobody else plays theirs, you control the Barracuda.",
            "Votre pion reste et se couche. Si personne d’autre ne joue la sienne, vous contrôlez le Barracuda.",
        ),
        "B16",
        ("play barracuda", "send *", "sea roll [12]"),
    ),
    Entry(
        "turn",
        "roll",
        "barracuda",
        both("2. The Barracuda swims", "2. Le Barracuda nage"),
        both(
            "No Barracuda card or several: the dice say how far, and towards which wreck.",
            "Aucune carte Barracuda, ou plusieurs : les dés disent jusqu’où, et vers quelle Épave.",
        ),
        "B14",
        ("sea roll * towards *",),
    ),
    Entry(
        "turn",
        "last",
        "5",
        both("The fifth card", "La cinquième carte"),
        both(
            "Play your last Movement card, and all five come back to your hand at once.",
            "Jouez votre dernière carte Déplacement, et les cinq reviennent aussitôt en main.",
        ),
        "B13",
    ),
    Entry(
        "turn",
        "front",
        "3",
        both("Cards in front", "Les cartes devant soi"),
        both(
            "Played cards stay here, faded, until you recover them. Whoever has the fewest has the initiative.",
            "Elles y restent, pâles, jusqu’à leur récupération. Le moins de cartes donne l’initiative.",
        ),
        "B12",
    ),
    Entry(
        "turn",
        "centre",
        "fish",
        both("The Centre", "Le Centre"),
        both(
            "Played Barracuda cards. Bait (wreck 2) brings one back. All come back when the fish is on 6, or when "
            "nobody has one in hand.",
            "Les cartes Barracuda jouées. L’appât (Épave 2) en rend une. Toutes reviennent si le poisson est sur 6, "
            "ou si personne n’en a.",
        ),
        "B27",
    ),
    Entry(
        "turn",
        "bag",
        "bag",
        both("The bag", "Le sac"),
        both(
            "What your diver carries: it can be stolen, or lost to the Barracuda, until it is banked.",
            "Ce que porte votre pion : on peut le voler, et le Barracuda peut le vider.",
        ),
        "B3",
    ),
    Entry(
        "turn",
        "boat",
        "boat",
        both("The boat", "Le bateau"),
        both(
            "Divers start here. In the boat nobody acts, and nobody is bitten.",
            "Les pions partent d’ici. À bord, rien n’agit ni ne mord.",
        ),
        "B3",
    ),
    Entry(
        "turn",
        "layout",
        "wreck-6",
        both("The layout", "La disposition"),
        both(
            "For a first game: top row 6, 1, 4; bottom row 2, 3, 5. Later the sea may lay the wrecks out.",
            "Au début, en haut 6, 1, 4 ; en bas 2, 3, 5. Plus tard, la mer peut disposer les Épaves.",
        ),
        "B1",
        ("sea layout *",),
    ),
    Entry(
        "turn",
        "end",
        "chest",
        both("The end", "La fin"),
        both(
            "8 coins in your chest: you win at once. You bank on wreck 1. What is in a chest is safe.",
            "8 pièces au coffre, rempli sur l’Épave 1 : vous gagnez aussitôt. L’or n’y risque rien.",
        ),
        "B28",
    ),
)

_MEETINGS = (
    Entry(
        "meet",
        "coins",
        "coin",
        both("Coins lying about", "L’or abandonné"),
        both(
            "Picked up before all else by the standing diver with the initiative.",
            "Ramassé avant tout le reste par le pion debout qui a l’initiative.",
        ),
        "B18",
    ),
    Entry(
        "meet",
        "alone",
        "1",
        both("Alone", "En solitaire"),
        both("The Unique action, then the Common one.", "L’action Unique, puis l’action Commune."),
        "B21",
    ),
    Entry(
        "meet",
        "company",
        "diver",
        both("In company", "À plusieurs"),
        both(
            "Whoever has the initiative takes the Unique action or steals a bag; then all who stand do the Common "
            "action.",
            "Qui a l’initiative joue l’action Unique ou vole un sac ; puis l’action Commune pour les pions debout.",
        ),
        "B23",
        ("unique", "rob *"),
    ),
    Entry(
        "meet",
        "initiative",
        "<",
        both("Initiative", "Initiative"),
        both(
            "The fewest Movement cards in front. If tied, nobody has it.",
            "Le moins de cartes Déplacement devant soi. À égalité, personne ne l’a.",
        ),
        "B20",
    ),
    Entry(
        "meet",
        "bitten",
        "barracuda",
        both("With the Barracuda", "Avec le Barracuda"),
        both(
            "The coins of your bag stay on the wreck, where at most 4 can lie; then the Common action only.",
            "Votre or reste sur l’Épave, 4 pièces au plus ; puis l’action Commune seulement.",
        ),
        "B22",
    ),
    Entry(
        "meet",
        "lying",
        "fish",
        both("Lying", "Couché"),
        both(
            "No action, and others may rob you. Only whoever controls the Barracuda is safe from it.",
            "Aucune action, et l’on peut vous voler. Seule la personne qui contrôle le Barracuda ne le craint pas.",
        ),
        "B25",
    ),
)

_DEEDS = (
    Entry(
        "deed",
        "unique",
        "★",
        both("Unique action", "Action Unique"),
        both(
            "For one diver: alone on the wreck, or with the initiative.",
            "Pour un seul pion : celui qui est seul sur l’Épave, ou qui a l’initiative.",
        ),
        "B4",
    ),
    Entry(
        "deed",
        "common",
        "○",
        both("Common action", "Action Commune"),
        both("For all divers who stand there.", "Pour tous les pions debout sur l’Épave."),
        "B4",
    ),
    Entry(
        "deed",
        "gain",
        "gain",
        both("Gain", "Pièces"),
        both("That many coins from the reserve into your bag.", "Autant de pièces de la réserve dans votre sac."),
        "B5",
    ),
    Entry(
        "deed",
        "bank",
        "bank",
        both("Bank", "Au coffre"),
        both("Coins from your bag into your chest.", "Des pièces de votre sac au coffre."),
        "B6",
    ),
    Entry(
        "deed",
        "recover",
        "recover",
        both("Recover", "Récupérer"),
        both(
            "At the end of the turn, that many of your oldest cards come back.",
            "À la fin du tour, autant de vos plus anciennes cartes reviennent en main.",
        ),
        "B7",
    ),
    Entry(
        "deed",
        "shelter",
        "shelter",
        both("Shelter", "Abri"),
        both("The Barracuda does not touch you here.", "Le Barracuda ne vous touche pas ici."),
        "B8",
    ),
    Entry(
        "deed",
        "bait",
        "bait",
        both("Bait", "Appât"),
        both(
            "Take back your Barracuda card, or make somebody discard theirs.",
            "Récupérez votre carte Barracuda, ou forcez quelqu’un à jeter la sienne.",
        ),
        "B9",
        ("bait", "unbait *"),
    ),
    Entry(
        "deed",
        "meddle",
        "meddle",
        both("Recover or meddle", "Récupérer ou fouiller"),
        both(
            "Recover, or at the end of the turn draw two cards of an opponent's hand and lay one down as if played.",
            "Récupérez, ou fouillez à la fin du tour la main d’un adversaire : de deux cartes tirées, placez-en une "
            "comme s’il l’avait jouée.",
        ),
        "B10",
        ("recover", "meddle *", "discard *", "sea pick *"),
    ),
)

_SAID: dict[int, Text] = {  # what a line of a wreck card does
    p.NOTHING: both("nothing", "rien"),
    p.GAIN: both("gain {0}", "{0} pièces"),
    p.BANK: both("bank up to {0}", "jusqu’à {0} au coffre"),
    p.RECOVER: both("recover {0}", "récupérer {0}"),
    p.SHELTER: both("shelter", "abri"),
    p.BAIT: both("bait", "appât"),
    p.RECOVER_OR_MEDDLE: both("recover {0} or meddle", "récupérer {0} ou fouiller"),
}
_BANK_ALL = both("bank all", "tout au coffre")
_GAIN_ONE = both("gain 1", "1 pièce")
_LINE = both(
    "★ Unique, for one diver: {0}. ○ Common, for all who stand there: {1}.",
    "★ Unique, un seul pion : {0}. ○ Commune, pions debout : {1}.",
)
_LAIR: dict[int, Text] = {
    p.CARDS_BACK: both(
        "When the Barracuda stops here, everybody takes back the Barracuda card.",
        "Quand le Barracuda s’y arrête, chacun récupère sa carte Barracuda.",
    ),
    p.SEND_AWAY: both(
        "When the Barracuda stops here, the direction die sends it straight to that wreck.",
        "Quand le Barracuda s’y arrête, le dé de direction l’envoie droit sur l’Épave indiquée.",
    ),
}


def _said(action: p.Action, lang: str) -> str:
    if action.kind == p.BANK and action.amount == p.NO_LIMIT:
        return _BANK_ALL[lang]
    if action == p.Action(p.GAIN, 1):
        return _GAIN_ONE[lang]
    return _SAID[action.kind][lang].format(action.amount)


def _wreck_text(card: p.WreckCard) -> Text:
    if card.unique.kind in _LAIR:
        return _LAIR[card.unique.kind]
    return {lang: _LINE[lang].format(_said(card.unique, lang), _said(card.common, lang)) for lang in _LINE}


def _wreck(kind: str, number: int, card: p.WreckCard) -> Entry:
    name = both(f"Wreck {number}", f"Épave {number}")
    sent = ("sea send *",) if card.unique.kind == p.SEND_AWAY else ()
    return Entry(kind, f"{kind}-{number}", f"wreck-{number}", name, _wreck_text(card), "B17" if sent else "B4", sent)


_TEAMS = (
    Entry(
        "team",
        "team",
        "chest",
        both("Teams", "Équipes"),
        both("Two bags, one chest; 12 coins win.", "Deux sacs, un coffre ; 12 pièces donnent la victoire."),
        "B30",
    ),
    Entry(
        "team",
        "share",
        "bag",
        both("Share", "Partager"),
        both(
            "With the initiative, instead of the Unique action: divide both bags anew.",
            "Avec l’initiative, au lieu de l’action Unique : répartissez à nouveau les deux sacs.",
        ),
        "B32",
        ("share *",),
    ),
)

AID: tuple[Entry, ...] = (
    *_TURN,
    *_MEETINGS,
    *_DEEDS,
    *(_wreck("wreck", number, card) for number, card in p.STARTERS.items()),
    *(_wreck("extra", number, card) for number, card in p.EXTRAS.items()),
    *_TEAMS,
)
