"""The Reef on one page: a turn, the dive cards, the dolphins and the twenty events, a line each."""

from fathoms.engine.options import Text
from fathoms.engine.parts.aid import Entry, both
from fathoms.games.reef.words.names import EVENT_NAMES

GROUPS: dict[str, Text] = {
    "turn": both("Your turn", "Votre tour"),
    "board": both("In the sea", "Dans la mer"),
    "card": both("Dive cards and chests", "Cartes de plongée et malles"),
    "event": both("The twenty events", "Les vingt événements"),
}

_TURN = (
    Entry(
        "turn",
        "spin",
        "wheel",
        both("Spin the helm", "Tourner la barre"),
        both(
            "A number: play a dive card. Your diver may swim as many cells as helm and card show together.",
            "Un chiffre : jouez une carte de plongée. Votre plongeur peut nager d’autant de cases que la barre et la "
            "carte en donnent ensemble.",
        ),
        "R11",
        ("spin", "sea spin [123]"),
    ),
    Entry(
        "turn",
        "question",
        "?",
        both("A question mark", "Un point d’interrogation"),
        both(
            "Draw an event and carry it out; then swim the number of your dive card alone.",
            "Tirez un événement et appliquez-le ; puis nagez des seules cases de votre carte de plongée.",
        ),
        "R12",
        ("sea spin [?]",),
    ),
    Entry(
        "turn",
        "enter",
        "diver",
        both("Dive in", "Plonger"),
        both(
            "From the boat, your first cell is one of the five under it.",
            "Du bateau, votre première case est l’une des cinq en dessous.",
        ),
        "R15",
        ("enter *",),
    ),
    Entry(
        "turn",
        "move",
        "+",
        both("Swim", "Nager"),
        both(
            "Cell by cell, up, down, left or right. One diver or one dolphin per cell; nobody swims through another.",
            "Case par case, vers le haut, le bas, la gauche ou la droite. Un plongeur ou un dauphin par case ; on ne "
            "traverse personne.",
        ),
        "R14",
        ("up", "down", "left", "right"),
    ),
    Entry(
        "turn",
        "grab",
        "chest-large",
        both("Take a chest", "Prendre une malle"),
        both(
            "Free of charge, one at a time. Swim on if cells are left.",
            "Gratuit, une à la fois. Repartez s’il vous reste des cases.",
        ),
        "R18",
        ("grab", "grab *"),
    ),
    Entry(
        "turn",
        "aboard",
        "boat",
        both("Climb aboard", "Grimper à bord"),
        both(
            "1 cell from under the boat: the chest is won, your cards turn up, the boat advances one cell.",
            "1 case depuis le dessous du bateau : la malle est gagnée, vos cartes redeviennent visibles, le bateau "
            "avance d’une case.",
        ),
        "R22",
    ),
    Entry(
        "turn",
        "stop",
        "■",
        both("Stop", "S’arrêter"),
        both("You need not swim all your cells.", "Rien ne vous oblige à nager de toutes vos cases."),
        "R14",
        ("stop",),
    ),
    Entry(
        "turn",
        "out",
        "0",
        both("Out of air", "Plus d’oxygène"),
        both(
            "You have played your last card and are not on board: your chest sinks and you are pulled aboard.",
            "Vous avez joué votre dernière carte sans être à bord : votre malle sombre et l’on vous ramène au bateau.",
        ),
        "R23",
    ),
    Entry(
        "turn",
        "ascend",
        "↑",
        both("Give up the dive", "Interrompre la plongée"),
        both(
            "Instead of spinning: leave your chest and come aboard.",
            "Au lieu de tourner la barre : abandonnez votre malle et revenez à bord.",
        ),
        "R24",
        ("ascend",),
    ),
    Entry(
        "turn",
        "first",
        "1",
        both("Who begins", "Qui commence"),
        both(
            "The sea decides; then play goes clockwise.",
            "La mer décide ; puis on joue dans le sens des aiguilles d’une montre.",
        ),
        "R6",
        ("sea first *",),
    ),
    Entry(
        "turn",
        "end",
        "←",
        both("The end", "La fin"),
        both(
            "The boat reaches the left edge: divers still win the chest they carry, then all chests are opened.",
            "Le bateau atteint le bord gauche : les plongeurs chargés gagnent encore leur malle, puis on ouvre tout.",
        ),
        "R26",
        ("sea open *",),
    ),
)

_BOARD = (
    Entry(
        "board",
        "boat",
        "boat",
        both("The boat", "Le bateau"),
        both(
            "Divers enter the water from it, and climb aboard from the five cells under it. At the left edge the game "
            "ends.",
            "On plonge sur l’une des cinq cases sous lui, et l’on remonte à bord par là. Quand il touche le bord "
            "gauche, la partie s’achève.",
        ),
        "R3",
    ),
    Entry(
        "board",
        "diver",
        "diver",
        both("A diver", "Un plongeur"),
        both(
            "Swims as many cells as helm and dive card give, and carries one chest at a time.",
            "Il nage d’autant de cases que donnent la barre et la carte, et porte une seule malle à la fois.",
        ),
        "R14",
    ),
    Entry(
        "board",
        "life",
        "star",
        both("Life on the reef", "La vie du récif"),
        both(
            "Starfish, eels and fossils are here to be looked at. They change nothing.",
            "Étoiles de mer, murènes et fossiles sont là pour le plaisir des yeux. Ils ne changent rien.",
        ),
        "R2",
    ),
)

_CARDS = (
    Entry(
        "card",
        "numbers",
        "3",
        both("1, 2, 3", "1, 2, 3"),
        both(
            "Cells to swim. A played card stays down until you are back on board.",
            "Des cases à nager. Une carte jouée reste retournée jusqu’à votre retour à bord.",
        ),
        "R7",
        ("card [123]",),
    ),
    Entry(
        "card",
        "dolphin",
        "dolphin",
        both("Dolphin", "Dauphin"),
        both(
            "The helm's number alone; and a dolphin may swim 1 to 3 cells, before your diver or after.",
            "Les cases de la barre seule ; et un dauphin peut nager de 1 à 3 cases, avant votre plongeur ou après.",
        ),
        "R13",
        ("card dolphin", "dolphin *", "done"),
    ),
    Entry(
        "card",
        "push",
        "dolphin",
        both("Pushing", "Pousser"),
        both(
            "A dolphin pushes the divers in its way one cell on. They keep their chests.",
            "Un dauphin pousse d’une case les plongeurs devant lui. Ils gardent leur malle.",
        ),
        "R21",
    ),
    Entry(
        "card",
        "small",
        "chest-small",
        both("Small chest", "Petite malle"),
        both("Worth 2 to 4.", "Vaut de 2 à 4."),
        "R4",
    ),
    Entry(
        "card",
        "medium",
        "chest-medium",
        both("Medium chest", "Malle moyenne"),
        both("Worth 3 to 5.", "Vaut de 3 à 5."),
        "R4",
    ),
    Entry(
        "card",
        "large",
        "chest-large",
        both("Large chest", "Grosse malle"),
        both("Worth 4 to 6.", "Vaut de 4 à 6."),
        "R4",
    ),
)

_EVENTS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "watch": (
        both(
            "Your left neighbour moves your diver 2 cells.",
            "Votre voisin de gauche déplace votre plongeur de 2 cases.",
        ),
        (),
    ),
    "current": (
        both("Your diver drifts 1 cell, where you choose.", "Votre plongeur dérive d’une case, où vous voulez."),
        (),
    ),
    "siren": (both("Dive 2 cells straight down.", "Plongez de 2 cases à la verticale."), ()),
    "octopus": (both("You drop your chest; it sinks.", "Vous lâchez votre malle ; elle sombre."), ()),
    "shark": (both("Dive 3 cells straight down.", "Plongez de 3 cases à la verticale."), ()),
    "swap": (
        both("Exchange your chest with another diver's.", "Échangez votre malle avec celle d’un autre plongeur."),
        ("swap *",),
    ),
    "drift": (
        both(
            "All divers in the water move 1 cell in one direction, which you choose.",
            "Tous les plongeurs dans l’eau avancent d’une case dans la direction de votre choix.",
        ),
        ("drift *",),
    ),
    "tow": (
        both("Move a diver in the water 3 cells.", "Déplacez un plongeur dans l’eau de 3 cases."),
        ("tow *",),
    ),
    "wave": (both("The boat goes back 1 cell.", "Le bateau recule d’une case."), ()),
    "rescue": (
        both(
            "If you carry nothing, go beside a diver with a chest and take it.",
            "Si vous ne portez rien, rejoignez un plongeur chargé et prenez sa malle.",
        ),
        ("rescue *",),
    ),
    "distress": (
        both(
            "All divers come aboard with their chests; the boat advances 1 cell.",
            "Tous les plongeurs rejoignent le bateau avec leurs malles ; le bateau avance d’une case.",
        ),
        (),
    ),
    "tide": (
        both("Move the boat 1 cell, forward or back.", "Déplacez le bateau d’une case, en avant ou en arrière."),
        ("tide *",),
    ),
    "lamp": (
        both("Dive straight down as far as possible.", "Plongez à la verticale, aussi loin que possible."),
        (),
    ),
    "jellyfish": (both("Rise 3 cells straight up.", "Remontez de 3 cases à la verticale."), ()),
    "lunch": (
        both("Your diver comes aboard, chest included.", "Votre plongeur rejoint le bateau, malle comprise."),
        (),
    ),
    "friend": (both("Move one dolphin 1 to 3 cells.", "Déplacez un dauphin de 1 à 3 cases."), ()),
    "air": (
        both("Turn one used dive card up again.", "Remettez face visible une carte de plongée jouée."),
        ("refresh *",),
    ),
    "lead": (
        both(
            "If you carry nothing, go to a chest of your choice.",
            "Si vous ne portez rien, allez à une malle de votre choix.",
        ),
        ("lead *",),
    ),
    "cyclone": (both("The boat drifts 2 cells to the left.", "Le bateau dérive de 2 cases vers la gauche."), ()),
    "fright": (both("Move one dolphin 1 to 5 cells.", "Déplacez un dauphin de 1 à 5 cases."), ()),
}

AID: tuple[Entry, ...] = (
    *_TURN,
    *_BOARD,
    *_CARDS,
    *(
        Entry("event", name, name, EVENT_NAMES[name], text, f"R{number}", (f"sea event {name}", *lines))
        for number, (name, (text, lines)) in enumerate(_EVENTS.items(), 31)
    ),
)
