"""The first game of The Reef: down to a chest and up again before the air is used up, while the boat drifts away."""

from fathoms.engine.match import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.lesson import ANY, Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        say={
            "en": "Treasure lies on the sea bed. Dive, take a chest, and be back on the boat before your air runs out. "
            "The most valuable chests win. Spin the helm.",
            "fr": "Le fond regorge de malles au trésor. Plongez, prenez-en une, et remontez à bord avant de manquer "
            "d’air. Les malles les plus précieuses gagnent. Tournez la barre.",
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
            "en": "{B} has a bigger chest, further off. Every turn costs you a card. If you are still below when the "
            "last one is used up, your chest sinks. Three left: spin.",
            "fr": "{B} tient une malle plus grosse, plus loin. Chaque tour vous coûte une carte. La dernière jouée, si "
            "vous êtes encore sous l’eau, votre malle coule. Il en reste trois : tournez la barre.",
        },
        point=".mine .air",
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
            "whenever a dive ends. At the left edge the game is over, and what nobody has or carries stays below.",
            "fr": "Un « ? » amène un événement, ici un cyclone : le bateau dérive de deux colonnes. Il avance aussi "
            "d’une à chaque fin de plongée. Au bord gauche, la partie s’arrête ; ce que personne n’a ni ne porte "
            "reste au fond.",
        },
        point='[data-vt="boat"]',
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
