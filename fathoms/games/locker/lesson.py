"""The first game of Davy Jones' Locker: what a suit is, what an Incident costs, and what cards do to each other."""

from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.lesson import Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        before=("sea draw mermaid-6",),
        say={
            "en": "You dive for loot, one card at a time. When the deck is empty, the most valuable Hold wins. "
            "Your first find is a Mermaid. Press on: turn up another card.",
            "fr": "Vous plongez chercher du butin, carte après carte. Quand la pioche est vide, la Cale la plus riche "
            "gagne. Première trouvaille : une Sirène. Continuez : retournez une autre carte.",
        },
        point='[data-vt="deck"]',
        do=("continue",),
        wrong={
            "surface": {
                "en": "Home already, with a single card? Only another Mermaid could hurt you now. Press on.",
                "fr": "Rentrer déjà, pour une seule carte ? Seule une autre Sirène vous menace. Continuez.",
            }
        },
    ),
    Step(
        before=("sea draw key-4",),
        say={
            "en": "This is the danger. If the next card is of a suit that already lies in your row, everything in it "
            "is lost. Enough for a first dive: surface.",
            "fr": "Voilà le danger. Si la prochaine carte est d’une famille déjà présente dans votre ligne, toute la "
            "ligne est perdue. Assez pour une première plongée : remontez.",
        },
        point=".danger",
        do=("surface",),
        wrong={
            "continue": {
                "en": "Brave. But bring these two home first, and see what that is worth.",
                "fr": "Quel courage. Mais rapportez d’abord ces deux cartes, pour voir ce que cela vaut.",
            }
        },
    ),
    Step(
        say={
            "en": "What you bring up lies in your Hold, and counts: 6 for the Mermaid, 4 for the Key. "
            "Now it is {B}’s turn to dive.",
            "fr": "Ce que vous remontez va dans votre Cale, et compte : 6 pour la Sirène, 4 pour la Clef. "
            "Au tour {B:de} de plonger.",
        },
        point=".mine",
    ),
    Step(
        before=("sea draw chest-6", "B continue", "sea draw mermaid-8", "B surface", "sea draw harpoon-3"),
        say={
            "en": "{B} came home with two cards. You find a Harpoon, and most cards do something as soon as they lie "
            "there: a Harpoon must steal a suit you do not own yet. Take that Chest.",
            "fr": "{B} rapporte deux cartes. Vous trouvez un Harpon, et la plupart des cartes agissent "
            "dès qu’elles sont posées : le Harpon doit voler une famille qui vous manque. Prenez ce Coffre.",
        },
        point='.rival [data-move="harpoon B chest"] | .rival[data-seat="B"]',
        do=("harpoon B chest",),
    ),
    Step(
        say={
            "en": "A stolen card lies in your row like any other. A Chest wants a Key in the same row. "
            "Press on and look for one.",
            "fr": "La carte volée entre dans votre ligne comme les autres. Un Coffre appelle une Clef dans la même "
            "ligne. Continuez, et cherchez-la.",
        },
        point='[data-vt="c-chest-6"]',
        do=("continue",),
        wrong={
            "surface": {
                "en": "You could, but a Chest without a Key stays shut. Try one more card.",
                "fr": "Possible, mais un Coffre sans Clef reste fermé. Tentez encore une carte.",
            }
        },
    ),
    Step(
        before=("sea draw key-7",),
        say={
            "en": "A Key. Surface with Chest and Key together, and the sea adds as many cards as your row has: "
            "three more, from the Locker. Of two Keys only the better one counts: your old 4 no longer will, "
            "hence +12 points. Go home.",
            "fr": "Une Clef. Remontez avec Coffre et Clef ensemble, et la mer ajoute autant de cartes que votre ligne "
            "en compte : trois de plus, tirées du Cimetière marin. De deux Clefs, seule la meilleure compte : votre 4 "
            "ne comptera plus, d’où +12 points. Rentrez.",
        },
        point='[data-vt="c-key-7"]',
        do=("surface",),
        wrong={
            "continue": {
                "en": "Three suits would sink you now, and the Chest is open. Go home with it.",
                "fr": "Trois familles vous couleraient à présent, et le Coffre est ouvert. Rentrez avec.",
            }
        },
    ),
    Step(
        before=("sea bonus map-2", "sea bonus drone-2", "sea bonus squid-2"),
        say={
            "en": "Look at your Hold: the small dot beside the 7 is your other Key, underneath. Of each suit, only the "
            "highest card scores. Many suits beat many cards.",
            "fr": "Regardez votre Cale : le petit rond à côté du 7, c’est votre autre Clef, en dessous. Dans chaque "
            "famille, seule la plus haute carte compte. Mieux vaut beaucoup de familles que beaucoup de cartes.",
        },
        point=".mine .suit-key",
    ),
    Step(
        before=("sea draw squid-5", "sea draw mermaid-7", "sea draw squid-3"),
        say={
            "en": "{B} met a Giant Squid: it wants two more cards before anybody may surface. The second was another "
            "Squid. That is an Incident: the turn is over, and the whole row sinks into the Locker.",
            "fr": "{B} a croisé un Calamar géant : il exige deux cartes de plus avant toute remontée. La "
            "deuxième était encore un Calamar : Incident de plongée. Tour terminé, toute la ligne coule au Cimetière "
            "marin.",
        },
        point='[data-vt="locker"]',
    ),
    Step(
        before=("sea draw knife-6",),
        say={
            "en": "Your turn. A Knife sends the top card of a rival’s suit to the Locker. Cut {B}’s Mermaid, "
            "then press on.",
            "fr": "À vous. Un Couteau envoie au Cimetière marin la plus haute carte d’une famille adverse. Tranchez "
            "la Sirène {B:de}, puis continuez.",
        },
        point='.rival [data-move="knife B mermaid"] | .rival[data-seat="B"]',
        do=("knife B mermaid", "continue"),
        wrong={
            "surface": {
                "en": "One card is a thin catch, and only a second Knife could sink you. Press on.",
                "fr": "Une seule carte, maigre pêche, et seul un autre Couteau vous coulerait. Continuez.",
            }
        },
    ),
    Step(
        before=("sea draw anchor-4",),
        say={
            "en": "An Anchor: whatever came before it is saved, even from an Incident. Your Knife is safe, "
            "so press on.",
            "fr": "Une Ancre : tout ce qui la précède est sauvé, même d’un Incident. Votre Couteau ne craint rien : "
            "continuez.",
        },
        point='[data-vt="c-anchor-4"]',
        do=("continue",),
        wrong={
            "surface": {
                "en": "That would bring both cards home. But see first what an Anchor is good for: press on.",
                "fr": "Cela rapporterait les deux cartes. Mais voyez d’abord à quoi sert une Ancre : continuez.",
            }
        },
    ),
    Step(
        before=("sea draw knife-3",),
        say={
            "en": "A second Knife: an Incident. The first one came before the Anchor, so it is yours. "
            "The Anchor and the new Knife sink.",
            "fr": "Un deuxième Couteau : Incident. Le premier précédait l’Ancre, il est donc à vous. "
            "L’Ancre et le nouveau Couteau coulent.",
        },
        point=".mine .suit-knife",
    ),
    Step(
        say={
            "en": "That is the game: one more card, or home? Maps, Nets and Drones will explain themselves. "
            "When the deck is empty, the richest Hold wins. Play on against {B}; from here on, the sea improvises.",
            "fr": "Tout est là : encore une carte, ou la surface ? Cartes au trésor, Filets et Drones s’expliqueront "
            "d’eux-mêmes. Pioche vide, la Cale la plus riche gagne. Jouez contre {B} ; désormais, la mer improvise.",
        },
        point='[data-vt="deck"]',
    ),
)

_HOME: Text = {
    "en": "You brought up {cards}: {points}. One card more, and {suits} of ten could have sunk you.",
    "fr": "Vous avez remonté {cards} : {points}. Une carte de plus, et {suits} sur dix {could} vous couler.",
}
_SUNK: Text = {
    "en": "{suits} of ten could sink you, and it happened: {points}.",
    "fr": "{suits} sur dix {could} vous couler, et c’est arrivé : {points}.",
}


def word(turn: Turn, lang: str, name: Naming) -> str:
    """What a dive brought, and what it risked."""
    rows = [view for view in turn.views[:-1] if view["row"]]
    if not rows:
        return ""
    sink = len(rows[-1]["stakes"]["sink"])
    change = turn.views[-1]["scores"][turn.seat] - turn.views[0]["scores"][turn.seat]
    told = _HOME if f"{turn.seat} surface" in turn.lines else _SUNK
    return told[lang].format(
        cards=_number(len(rows[-1]["row"]), {"en": "card", "fr": "carte"}, lang),
        suits=_number(sink, {"en": "suit", "fr": "famille"}, lang),
        could="pouvait" if sink == 1 else "pouvaient",
        points=_number(change, {"en": "point", "fr": "point"}, lang, "+" if change > 0 else ""),
    )


def _number(number: int, what: Text, lang: str, sign: str = "") -> str:
    return f"{sign}{with_noun(number, what, lang)}".replace("-", "−")


LESSON = Lesson({"players": 2, "first": "A"}, STEPS, word)
