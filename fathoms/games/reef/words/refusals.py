"""Why The Reef refuses a move, by the number of the rule."""

from fathoms.engine.options import Text

REASONS: dict[int, Text] = {
    1: {"en": "there is reef, or the edge of the sea", "fr": "il y a là le récif, ou le bord de la mer"},
    6: {"en": "it is another player's turn", "fr": "c’est le tour d’un autre joueur"},
    7: {"en": "no such dive card was dealt", "fr": "cette carte de plongée n’a pas été distribuée"},
    9: {
        "en": "a turn begins with the helm, or a diver in the water gives up the dive",
        "fr": "le tour commence par la barre, ou un plongeur dans l’eau interrompt sa plongée",
    },
    10: {"en": "the helm is still turning", "fr": "la barre tourne encore"},
    11: {
        "en": "one unused dive card is played, after the helm and before the move",
        "fr": "on joue une carte de plongée visible, après la barre et avant le déplacement",
    },
    12: {"en": "an event card must be drawn first", "fr": "il faut d’abord tirer une carte-événement"},
    13: {
        "en": "a dolphin moves with a dolphin card only, before or after the diver's move, not in between",
        "fr": "un dauphin ne se déplace qu’avec une carte dauphin, avant ou après le plongeur, jamais entre-temps",
    },
    14: {"en": "the diver has no cells left to swim", "fr": "le plongeur n’a plus de case à nager"},
    15: {
        "en": "from the boat the first cell is one of the five under it, and a diver who can enter must",
        "fr": "du bateau, la première case est l’une des cinq en dessous, et un plongeur qui peut plonger le doit",
    },
    16: {
        "en": "a cell holds one diver or one dolphin, and nobody swims through another",
        "fr": "une case ne contient qu’un plongeur ou un dauphin, et personne ne traverse un autre",
    },
    18: {
        "en": "only a diver without a chest, on a cell with one, can take it",
        "fr": "seul un plongeur sans malle, sur la case d’une malle, peut s’en saisir",
    },
    19: {"en": "the boat is not above", "fr": "le bateau n’est pas au-dessus"},
    20: {
        "en": "one dolphin moves, at least one cell if it can, and it stays in the water",
        "fr": "un seul dauphin se déplace, d’une case au moins s’il le peut, et il reste dans l’eau",
    },
    21: {
        "en": "the divers in front cannot be pushed: the cell beyond is not free water",
        "fr": "on ne peut pousser ces plongeurs : la case au-delà n’est pas de l’eau libre",
    },
    24: {
        "en": "a dive is given up before the helm is spun",
        "fr": "on interrompt sa plongée avant de tourner la barre",
    },
    25: {
        "en": "a chest that lies alone is simply taken; where several lie, one that is there is named by its size",
        "fr": "une malle seule se prend sans la nommer ; s’il y en a plusieurs, on en nomme une par sa taille",
    },
    26: {"en": "the game is over", "fr": "la partie est finie"},
    27: {"en": "the boat has arrived; the chests are being opened", "fr": "le bateau est arrivé ; on ouvre les malles"},
    31: {
        "en": "the left neighbour moves the diver, 2 cells in the water",
        "fr": "le joueur de gauche déplace le plongeur, de 2 cases dans l’eau",
    },
    32: {
        "en": "the current moves the diver 1 cell in the water",
        "fr": "le courant pousse le plongeur d’une case, dans l’eau",
    },
    33: {"en": "the siren asks where the dive begins", "fr": "la sirène demande où commence la plongée"},
    35: {"en": "the shark asks where the dive begins", "fr": "le requin demande où commence la plongée"},
    36: {
        "en": "a carried chest is exchanged with another diver who carries one",
        "fr": "on échange la malle que l’on porte avec celle d’un autre plongeur chargé",
    },
    37: {
        "en": "the divers drift in one direction in which at least one of them can go",
        "fr": "les plongeurs dérivent dans une direction où l’un d’eux au moins peut aller",
    },
    38: {
        "en": "one diver in the water who can move is towed, 3 cells in the water",
        "fr": "on remorque un plongeur dans l’eau qui peut bouger, de 3 cases dans l’eau",
    },
    40: {
        "en": "a diver without a chest goes to a free cell beside one who carries one",
        "fr": "un plongeur sans malle va sur une case libre à côté d’un plongeur chargé",
    },
    42: {
        "en": "the tide moves the boat forward, or back but not beyond its start",
        "fr": "le courant déplace le bateau en avant, ou en arrière mais pas au-delà de son départ",
    },
    43: {"en": "the lost lamp asks where the dive begins", "fr": "la lampe perdue demande où commence la plongée"},
    46: {"en": "a dolphin must be moved, 1 to 3 cells", "fr": "il faut déplacer un dauphin, de 1 à 3 cases"},
    47: {"en": "one used dive card is turned up again", "fr": "on remet face visible une carte de plongée déjà jouée"},
    48: {
        "en": "a diver without a chest goes to a chest on a free cell",
        "fr": "un plongeur sans malle va vers une malle dont la case est libre",
    },
    50: {"en": "a dolphin must be moved, 1 to 5 cells", "fr": "il faut déplacer un dauphin, de 1 à 5 cases"},
}
