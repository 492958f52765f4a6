"""The Nukha's Cave on one page: a turn, the cards, what is seen by whom and the adventurers, a line each."""

from fathoms.engine.options import Text
from fathoms.engine.parts.aid import Entry, both
from fathoms.games.nukha.words import ADVENTURER_NAMES

GROUPS: dict[str, Text] = {
    "turn": both("An Explorer's turn", "Le tour d’un Explorateur"),
    "card": both("The cards", "Les cartes"),
    "seen": both("When does a card lie face up?", "Quand une carte est-elle visible ?"),
    "end": both("The Nomads count", "Les Nomades comptent"),
    "power": both("The adventurers", "Les Aventuriers"),
}

_TURN = (
    Entry(
        "turn",
        "loyalty",
        "bottle",
        both("Richer than the Captain?", "Plus riche que le Capitaine ?"),
        both(
            "Mutiny: take the Bottle, the discard and a coin, and be Captain. Or pledge: pay the Captain a coin.",
            "Mutinerie : prenez la Bouteille, la défausse et une Pièce, et soyez Capitaine. Ou allégeance : donnez une "
            "Pièce au Capitaine.",
        ),
        "N7",
        ("mutiny", "pledge"),
    ),
    Entry(
        "turn",
        "claim",
        "cave",
        both("Search and claim", "Fouiller et annoncer"),
        both(
            "Look at your find in secret and announce a Lantern, a Grapple, a Pistol or a Lizard. True or not.",
            "Regardez votre trouvaille en secret et annoncez Lanterne, Grappin, Pistolet ou Lézard. Vrai ou non.",
        ),
        "N12",
        ("claim *",),
    ),
    Entry(
        "turn",
        "buy",
        "coin",
        both("The Captain buys", "Le Capitaine achète"),
        both(
            "1 coin for you, the card for the Captain, face up. If you told the truth, the Captain attacks with it.",
            "1 Pièce pour vous, la carte pour le Capitaine, face visible. Si vous aviez dit vrai, il s’en sert pour "
            "attaquer.",
        ),
        "N14",
        ("buy",),
    ),
    Entry(
        "turn",
        "leave",
        "aim",
        both("The Captain leaves it", "Le Capitaine laisse"),
        both(
            "The card is yours, face down. Attack another Explorer with what you announced; keep a straight face.",
            "La carte est à vous, face cachée. Attaquez un autre Explorateur avec ce que vous avez annoncé, sans rire.",
        ),
        "N15",
        ("leave", "attack *"),
    ),
    Entry(
        "turn",
        "respond",
        "eye",
        both("Attacked? Accept or accuse", "On vous attaque ? Acceptez ou accusez"),
        both(
            "If it is a lie: no effect, and 1 coin for you. If it is true: it happens, and you pay 1 coin for the "
            "insult.",
            "Un mensonge : pas d’effet, et 1 Pièce pour vous. La vérité : vous subissez, et payez 1 Pièce pour "
            "l’affront.",
        ),
        "N17",
        ("accept", "accuse", "sea reveal *"),
    ),
    Entry(
        "turn",
        "pick",
        "veil",
        both("Which card?", "Quelle carte ?"),
        both(
            "The attacker names a face-up card, or takes a hidden one at random.",
            "L’attaquant nomme une carte visible, ou en prend une cachée au hasard.",
        ),
        "N28",
        ("pick *", "sea pick *"),
    ),
    Entry(
        "turn",
        "captain",
        "hat",
        both("The Captain", "Le Capitaine"),
        both(
            "Starts with 5 coins against your 3, takes no turn, and alone sees the discard. Unfair? See mutiny.",
            "Commence avec 5 Pièces contre vos 3, ne joue pas de tour, et voit seul la défausse. Injuste ? Voyez "
            "mutinerie.",
        ),
        "N2",
        ("sea captain *",),
    ),
    Entry(
        "turn",
        "discard",
        "back",
        both("The discard", "La défausse"),
        both(
            "Three cards at first, under the Bottle. The Captain looks, and smiles.",
            "Trois cartes au départ, sous la Bouteille. Le Capitaine regarde, et sourit.",
        ),
        "N5",
        ("sea discard *",),
    ),
)

_CARDS = (
    Entry(
        "card",
        "egg",
        "egg",
        both("Nukha Egg, −1", "Œuf de Nukha, −1"),
        both(
            "No effect. You found no Egg, you never will, and there is no omelette tonight.",
            "Sans effet. Vous n’avez pas trouvé d’Œuf, jamais, et il n’y a pas d’omelette au menu.",
        ),
        "N12",
        ("sea find egg",),
    ),
    Entry(
        "card",
        "lantern",
        "lantern",
        both("Lantern, 2 or 3", "Lanterne, 2 ou 3"),
        both(
            "Turns one of the target's hidden cards face up. Dull work, well paid.",
            "Dévoile une carte cachée de la cible. Terne, mais ça se revend bien.",
        ),
        "N20",
        ("sea find lantern-*",),
    ),
    Entry(
        "card",
        "pistol",
        "pistol",
        both("Pistol", "Pistolet"),
        both("Sends one of the target's cards to the discard.", "Envoie une carte de la cible à la défausse."),
        "N21",
        ("sea find pistol",),
    ),
    Entry(
        "card",
        "lizard",
        "lizard",
        both("Lizard", "Lézard"),
        both("Takes one of the target's coins. So cute.", "Vole une Pièce à la cible. Si mignon."),
        "N22",
        ("sea find lizard",),
    ),
    Entry(
        "card",
        "grapple",
        "grapple",
        both("Grapple", "Grappin"),
        both(
            "Takes one of the target's cards, face up or down as it was.",
            "Prend une carte à la cible, visible ou cachée comme elle était.",
        ),
        "N23",
        ("sea find grapple",),
    ),
    Entry(
        "card",
        "purse",
        "purse",
        both("Purse, 1", "Bourse, 1"),
        both("Every Explorer starts with one, face down.", "Chaque Explorateur en reçoit une au départ, face cachée."),
        "N2",
        ("sea find purse",),
    ),
    Entry(
        "card",
        "nomads",
        "nomads",
        both("The Nomads", "Les Nomades"),
        both(
            "One of the last four cards of the cave. The game ends on the spot.",
            "L’une des quatre dernières cartes de la Grotte. La partie s’arrête sur-le-champ.",
        ),
        "N11",
        ("sea find nomads",),
    ),
)

_SEEN = (
    Entry(
        "seen",
        "bought",
        "coin",
        both("Bought", "Achetée"),
        both("The Captain has bought it.", "Le Capitaine l’a achetée."),
        "N14",
    ),
    Entry(
        "seen",
        "lit",
        "lantern",
        both("Lit up", "Éclairée"),
        both("A Lantern has shown it.", "Une Lanterne l’a révélée."),
        "N20",
    ),
    Entry(
        "seen",
        "accused",
        "eye",
        both("Accused", "Accusée"),
        both(
            "Its owner was accused over it, rightly or not.",
            "On a accusé son propriétaire à son sujet, à tort ou à raison.",
        ),
        "N17",
    ),
)

_END = (
    Entry(
        "end",
        "token",
        "token",
        both("Majorities, 4 each", "Majorités, 4 chacune"),
        both(
            "The most Pistols, the most Grapples, the most Lizards. If tied: nobody.",
            "Le plus de Pistolets, de Grappins, de Lézards. À égalité : personne.",
        ),
        "N25",
    ),
    Entry(
        "end",
        "coin",
        "coin",
        both("Coins, 1 each", "Pièces, 1 chacune"),
        both(
            "Lanterns and Purses count their value, an Egg costs 1. If tied, the Captain wins, of course.",
            "Lanternes et Bourses comptent leur valeur, un Œuf en retire 1. À égalité, le Capitaine gagne, évidemment.",
        ),
        "N26",
    ),
)

_POWERS: dict[str, tuple[str, Text, tuple[str, ...]]] = {
    "nostromo": (
        "N30",
        both(
            "At his mutiny he may take a card of the discard, in secret.",
            "À sa mutinerie, il peut prendre une carte de la défausse, en secret.",
        ),
        ("recover *", "pass"),
    ),
    "siana": (
        "N31",
        both(
            "Attacked with a Lantern, Grapple or Pistol, she chooses the card herself, never an Egg.",
            "Attaquée avec une Lanterne, un Grappin ou un Pistolet, elle désigne elle-même la carte, jamais un Œuf.",
        ),
        ("offer *",),
    ),
    "moon": (
        "N32",
        both(
            "At the end of her turn she may turn up to 2 face-up cards face down.",
            "À la fin de son tour, elle peut retourner face cachée jusqu’à 2 cartes visibles.",
        ),
        ("hide *", "done"),
    ),
    "red": (
        "N33",
        both(
            "Poorest of all at the end of his turn, he steals a coin from an Explorer.",
            "Le plus pauvre de tous à la fin de son tour, il vole une Pièce à un Explorateur.",
        ),
        ("steal *",),
    ),
    "ulrich": (
        "N34",
        both("An accusation he wins brings him 2 coins.", "Une accusation remportée lui rapporte 2 Pièces."),
        (),
    ),
    "lys": (
        "N35",
        both("She wins ties for the majority tokens.", "Elle remporte les égalités pour les jetons Majorité."),
        (),
    ),
}

AID: tuple[Entry, ...] = (
    *_TURN,
    *_CARDS,
    *_SEEN,
    *_END,
    *(
        Entry(
            "power",
            name,
            name,
            dict.fromkeys(("en", "fr"), ADVENTURER_NAMES[name]),
            text,
            rule,
            (f"choose {name}", *lines),
        )
        for name, (rule, text, lines) in _POWERS.items()
    ),
)
