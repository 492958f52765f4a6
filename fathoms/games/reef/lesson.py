"""The first game of The Reef: down to a chest and up again before the air is used up, while the boat drifts away."""

from fathoms.engine.match import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.lesson import ANY, Answer, Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        say={
            "en": "Dive for a chest, and be back on the boat before your air runs out. The most valuable chests win. "
            "Everything explains itself: hold a finger on it, or point at it with the mouse. Try this chest. "
            "A tap plays.",
            "fr": "Plongez chercher une malle, et remontez avant de manquer d’air. Les plus précieuses gagnent. Ici, "
            "tout s’explique : gardez le doigt dessus, ou pointez avec la souris. Essayez sur cette malle. Toucher, "
            "c’est jouer.",
        },
        point=".chests.c16",
        held={
            "en": "That is it. It works on every piece, card and button, and never plays anything.",
            "fr": "C’est cela. Chaque pièce, carte ou bouton le fait, et rien n’est joué.",
        },
    ),
    Step(
        say={
            "en": "A turn begins at the helm: it gives you 1, 2 or 3 points to swim with, or a “?”. Spin it.",
            "fr": "Un tour commence à la barre : elle donne 1, 2 ou 3 points pour nager, ou un « ? ». Tournez-la.",
        },
        point='[data-vt="helm"]',
        do=("spin",),
    ),
    Step(
        before=("sea spin 2",),
        say={
            "en": "A 2. Add one of your dive cards: these are your air. With the 1 your diver has three points, "
            "just enough for that chest.",
            "fr": "Un 2. Ajoutez une de vos cartes de plongée : c’est votre oxygène. Avec le 1, votre plongeur a trois "
            "points, juste assez pour cette malle.",
        },
        point='.dive[data-move="card 1"]',
        do=("card 1",),
        wrong={
            ANY: {
                "en": "That works too, but three points will do. Keep the big cards for the way home: play the 1.",
                "fr": "Cela irait aussi, mais trois points suffisent. Gardez les grosses cartes pour le retour : "
                "jouez le 1.",
            }
        },
    ),
    Step(
        say={
            "en": "A point is a step to the next cell. Dive in at column 16, then go down two, to the chest.",
            "fr": "Un point, un pas. Plongez colonne 16, puis descendez de deux cases jusqu’à la malle.",
        },
        point=".spot.c16.r3 | .chests.c16",
        do=("enter 16", "down", "down"),
        wrong={
            "stop": {
                "en": "Not yet: stopping here gives the other points away, and the chest is further down.",
                "fr": "Pas encore : vous arrêter ici perdrait vos points, et la malle est plus bas.",
            },
            "enter": {
                "en": "There are chests everywhere, but this one is yours: dive in at column 16.",
                "fr": "Il y a des malles partout, mais celle-ci est pour vous : plongez colonne 16.",
            },
            ANY: {
                "en": "Points are few. The shortest way to the chest is straight down.",
                "fr": "Les points sont comptés. Le plus court vers la malle, c’est tout droit vers le bas.",
            },
        },
    ),
    Step(
        say={
            "en": "Taking a chest costs nothing, but you carry one at a time. Take it.",
            "fr": "Prendre une malle ne coûte rien, mais on n’en porte qu’une à la fois. Prenez-la.",
        },
        point=".grab",
        do=("grab",),
        wrong={
            "stop": {
                "en": "Leave it here, after coming all this way? Take it.",
                "fr": "La laisser là, après tout ce chemin ? Prenez-la.",
            }
        },
    ),
    Step(
        before=(
            *("B spin", "sea spin 3", "B card 3", "B enter 14", "B down", "B down", "B left", "B down", "B grab"),
            "B up",
        ),
        say={
            "en": "{B} has a bigger chest, further off. Every turn costs you a card. Still below when the last one is "
            "used up? You are hauled aboard, and the chest sinks back to the bed. Three cards left.",
            "fr": "{B} tient une malle plus grosse, plus loin. Chaque tour vous coûte une carte. Encore sous l’eau "
            "quand la dernière est jouée ? On vous hisse à bord, et la malle retombe au fond. Il en reste trois.",
        },
        point=".mine .air",
    ),
    Step(
        say={
            "en": "You can also give up the dive, instead of the whole turn: aboard at once, all your air back, but "
            "your chest sinks. You have air enough: spin.",
            "fr": "Vous pouvez aussi interrompre la plongée, au lieu de jouer ce tour : à bord aussitôt, avec tout "
            "votre air, mais la malle retombe. Vous avez assez d’air : tournez la barre.",
        },
        point='.choices [data-move="ascend"]',
        do=("spin",),
        wrong={
            "ascend": {
                "en": "That would bring you up at once, but the chest would stay below. You have air enough: spin.",
                "fr": "Vous seriez à bord aussitôt, mais la malle resterait au fond. Vous avez assez d’air : tournez "
                "la barre.",
            }
        },
    ),
    Step(
        before=("sea spin 3",),
        say={
            "en": "A 3 takes you home on its own. So play the dolphin: you keep the helm’s three points, "
            "and may move a dolphin as well.",
            "fr": "Un 3 suffit pour rentrer. Jouez donc le dauphin : vous gardez les trois points de la barre, "
            "et pouvez déplacer un dauphin en plus.",
        },
        point='.dive[data-move="card dolphin"]',
        do=("card dolphin",),
        wrong={
            ANY: {
                "en": "You would be home, with points to spare for nothing. The dolphin can do more: play it.",
                "fr": "Vous rentreriez, avec des points en trop. Le dauphin fera mieux : jouez-le.",
            }
        },
    ),
    Step(
        say={
            "en": "First yourself: straight up, three steps, and aboard.",
            "fr": "Vous d’abord : tout droit vers le haut, trois pas, et à bord.",
        },
        point='[data-vt="boat"]',
        do=("up", "up", "up"),
        wrong={
            "dolphin": {
                "en": "The dolphin can wait: what you begin with goes first. Up you go.",
                "fr": "Le dauphin attendra : ce que l’on commence passe d’abord. Remontez.",
            },
            ANY: {
                "en": "Three points, and the boat is three steps straight up. Go up.",
                "fr": "Trois points, et le bateau est à trois pas, droit au-dessus. Montez.",
            },
        },
    ),
    Step(
        say={
            "en": "The chest is yours, and your air is back. Now the dolphin: it pushes whoever is in its way. "
            "Dolphin 2, one step down, onto {B}. Then leave it there.",
            "fr": "La malle est à vous, et vous avez repris de l’air. Au dauphin : il pousse qui se trouve devant lui. "
            "Dauphin 2, un pas vers le bas, sur {B}. Puis laissez-le là.",
        },
        point='.swim[data-move="dolphin 2 down"] | [data-vt="dolphin-2"]',
        do=("dolphin 2 down", "done"),
        wrong={
            "done": {
                "en": "So kind. But see what it does first: dolphin 2, down.",
                "fr": "Quelle bonté. Mais voyez d’abord ce qu’il fait : dauphin 2, vers le bas.",
            },
            "dolphin": {
                "en": "{B} is right below dolphin 2: one step down, then leave it.",
                "fr": "{B} se trouve juste sous le dauphin 2 : un pas vers le bas, puis laissez-le.",
            },
        },
    ),
    Step(
        before=("B spin", "sea spin ?", "sea event cyclone", "B card 2", "B left", "B up"),
        say={
            "en": "A “?” brings an event, here a cyclone: the boat drifts two columns. It also moves on by one "
            "whenever a dive ends. At the left edge the game ends at once: a chest still carried is won, even below.",
            "fr": "Un « ? » amène un événement, ici un cyclone : le bateau dérive de deux colonnes. Il avance aussi "
            "d’une à chaque fin de plongée. Au bord gauche, tout s’arrête : une malle encore portée est gagnée, même "
            "sous l’eau.",
        },
        point='[data-vt="boat"]',
    ),
    Step(
        say={
            "en": "Your second dive. Spin the helm.",
            "fr": "Votre deuxième plongée. Tournez la barre.",
        },
        point='[data-vt="helm"]',
        do=("spin",),
    ),
    Step(
        before=("sea spin ?", "sea event wave"),
        say={
            "en": "A “?” of your own. First the event: a wave carries the boat back one column. Then you play a card, "
            "and the card alone gives the points. You need three: play the 3.",
            "fr": "Un « ? » pour vous. D’abord l’événement : une vague ramène le bateau d’une colonne. Puis vous jouez "
            "une carte, et elle seule donne les points. Il en faut trois : jouez le 3.",
        },
        point='.mine [data-move="card 3"]',
        do=("card 3",),
        wrong={
            "card dolphin": {
                "en": "On a “?” the dolphin leaves you without a point. Play the 3.",
                "fr": "Sur un « ? », le dauphin ne vous laisse aucun point. Jouez le 3.",
            },
            ANY: {
                "en": "The helm adds nothing this time, and the chest is three steps down. Play the 3.",
                "fr": "La barre n’ajoute rien cette fois, et la malle est à trois pas. Jouez le 3.",
            },
        },
    ),
    Step(
        say={
            "en": "Down again: in at column 15, two steps, and take the chest.",
            "fr": "On redescend : colonne 15, deux pas, et prenez la malle.",
        },
        point=".spot.c15.r3 | .chests.c15",
        do=("enter 15", "down", "down", "grab"),
        wrong={
            "stop": {
                "en": "Not here: the chest of column 15 is for you.",
                "fr": "Pas ici : la malle de la colonne 15 est pour vous.",
            },
            ANY: {
                "en": "Three points are just enough for the chest of column 15, straight down.",
                "fr": "Trois points suffisent juste pour la malle de la colonne 15, tout droit.",
            },
        },
    ),
    Step(
        say={
            "en": "Three questions, on the board as it is. Tap your answer; nothing is played. "
            "You spun a “?”. Which of these gave you your points?",
            "fr": "Trois questions, sur le plateau tel qu’il est. Touchez la réponse ; rien n’est joué. "
            "Vous aviez un « ? ». D’où venaient vos points ?",
        },
        ask=(
            Answer(
                {"en": "The helm", "fr": "La barre"},
                '[data-vt="helm"]',
                {
                    "en": "No: on a number the helm adds its points. On a “?” it only brings an event.",
                    "fr": "Non : sur un nombre, la barre ajoute ses points. Sur un « ? », elle n’amène qu’un "
                    "événement.",
                },
            ),
            Answer(
                {"en": "The card you played", "fr": "La carte jouée"},
                ".mine .dive.used",
                {
                    "en": "Yes: on a “?” the card alone counts. On a number: helm and card together.",
                    "fr": "Oui : sur un « ? », la carte compte seule. Sur un nombre : barre et carte ensemble.",
                },
                right=True,
            ),
        ),
    ),
    Step(
        say={
            "en": "Suppose that you give up the dive, or run out of air. Which of these do you lose?",
            "fr": "Supposez que vous interrompiez la plongée, ou que l’air vous manque. Que perdez-vous ?",
        },
        ask=(
            Answer(
                {"en": "The chest you carry", "fr": "La malle que vous portez"},
                '.board [data-vt="diver-A"]',
                {
                    "en": "Yes: it sinks to the bed of its column, where anyone may take it. You are aboard, with all "
                    "your cards.",
                    "fr": "Oui : elle retombe au fond, où chacun peut la prendre. Vous êtes à bord, avec toutes vos "
                    "cartes.",
                },
                right=True,
            ),
            Answer(
                {"en": "The chest you have won", "fr": "La malle déjà gagnée"},
                ".mine .haul:first-child",
                {
                    "en": "No: what has been brought aboard is yours for good.",
                    "fr": "Non : ce qui est monté à bord est à vous pour de bon.",
                },
            ),
            Answer(
                {"en": "Your dive cards", "fr": "Vos cartes de plongée"},
                ".mine .air",
                {
                    "en": "No: however a dive ends, all your cards are turned up again.",
                    "fr": "Non : quelle que soit la fin d’une plongée, toutes vos cartes reviennent.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "Suppose that the boat reached the left edge this very moment. Which of these would be won?",
            "fr": "Supposez que le bateau arrive au bord gauche à l’instant. Laquelle de ces malles serait gagnée ?",
        },
        ask=(
            Answer(
                {"en": "The chest in column 14", "fr": "La malle de la colonne 14"},
                ".chests.c14",
                {
                    "en": "No: chests on the bed stay there, and count for nobody.",
                    "fr": "Non : les malles restées au fond ne comptent pour personne.",
                },
            ),
            Answer(
                {"en": "The chest in column 12", "fr": "La malle de la colonne 12"},
                ".chests.c12",
                {
                    "en": "No: {B} is near it, but carries another. On the bed it counts for nobody.",
                    "fr": "Non : {B} est à côté, mais en porte une autre. Au fond, elle ne compte pour personne.",
                },
            ),
            Answer(
                {"en": "The chest that {B} carries", "fr": "La malle que porte {B}"},
                '.board [data-vt="diver-B"]',
                {
                    "en": "Yes: whoever carries a chest when the boat arrives wins it, even below. So would you.",
                    "fr": "Oui : qui porte une malle à l’arrivée du bateau la gagne, même sous l’eau. Vous aussi.",
                },
                right=True,
            ),
        ),
    ),
    Step(
        say={
            "en": "That is the game: how deep, with how much air, and where will the boat be? Bigger chests lie "
            "deeper; they are opened at the end. Play on against {B}; from here on, the sea improvises.",
            "fr": "Tout est là : jusqu’où descendre, avec quel air, et où sera le bateau ? Les grosses malles sont "
            "plus bas ; on les ouvre à la fin. Jouez contre {B} ; désormais, la mer improvise.",
        },
        point='[data-vt="helm"]',
    ),
)

_BROUGHT: Text = {
    "en": "One more chest, and all your air back. The boat has {steps} to go.",
    "fr": "Une malle de plus, et tout votre air retrouvé. Il reste {steps} au bateau.",
}
_SANK: Text = {
    "en": "Your chest is back on the sea bed. The boat has {steps} to go.",
    "fr": "Votre malle est retournée au fond. Il reste {steps} au bateau.",
}
_BELOW: Text = {
    "en": "You have {cards} left, and the boat is at least {points} away.",
    "fr": "Il vous reste {cards}, et le bateau est à {points} au moins.",
}
_ABOARD: Text = {
    "en": "You are on board, with {cards}. The boat has {steps} to go.",
    "fr": "Vous êtes à bord, avec {cards}. Il reste {steps} au bateau.",
}


def word(turn: Turn, lang: str, name: Naming) -> str:
    """What a turn brought; below, how much air is left for which way home."""
    before, after = turn.views[0], turn.views[-1]
    at = after["divers"][turn.seat]["at"]
    if len(after["won"][turn.seat]) > len(before["won"][turn.seat]):
        told = _BROUGHT
    elif before["divers"][turn.seat]["carries"] and not after["divers"][turn.seat]["carries"]:
        told = _SANK
    else:
        told = _ABOARD if at == "boat" else _BELOW
    return told[lang].format(
        steps=with_noun(after["ends"]["steps_left"] if after["ends"] else 0, {"en": "column", "fr": "colonne"}, lang),
        cards=with_noun(len(after["cards"][turn.seat]["up"]), {"en": "dive card", "fr": "carte"}, lang),
        points=with_noun(0 if at == "boat" else _way_home(after, at), {"en": "point", "fr": "point"}, lang),
    )


def _way_home(view: View, at: str) -> int:
    """The fewest points that bring a diver aboard, were nobody and no reef in the way."""
    column, row = map(int, at.split("."))
    boat: list[int] = view["boat"]
    return row + max(0, boat[0] - column, column - boat[-1])


LESSON = Lesson({"players": 2, "first": "A"}, STEPS, word)
