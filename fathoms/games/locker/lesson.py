"""The first game of Davy Jones' Locker: what a suit is, what an Incident costs, and what cards do to each other."""

from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.lesson import ANY, Answer, Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        before=("sea draw mermaid-6",),
        say={
            "en": "You dive for loot, card by card, and the most valuable Hold wins. Everything here explains itself: "
            "hold a finger on it, or point at it with the mouse. Try it with this Mermaid. A tap plays.",
            "fr": "Vous plongez chercher du butin, carte après carte ; la Cale la plus riche gagne. Ici, tout "
            "s’explique : gardez le doigt dessus, ou pointez avec la souris. Essayez sur cette Sirène. Toucher, c’est "
            "jouer.",
        },
        point='[data-vt="c-mermaid-6"]',
        held={
            "en": "That is it. It works on every card, pile and button, and never plays anything.",
            "fr": "C’est cela. Chaque carte, pile ou bouton le fait, et rien n’est joué.",
        },
    ),
    Step(
        say={
            "en": "A Mermaid does nothing, but counts 4 to 9; all other suits, 2 to 7. Press on: turn up another card.",
            "fr": "Une Sirène n’a aucun effet, mais vaut de 4 à 9 ; les autres familles, de 2 à 7. Continuez : "
            "retournez une autre carte.",
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
            "en": "A Key. Surface with Chest and Key together, and the sea adds as many cards from the Locker as your "
            "row has. Your old Key, the 4, will no longer count, hence +12 points. Go home.",
            "fr": "Une Clef. Remontez avec Coffre et Clef, et la mer ajoute, du Cimetière marin, autant de cartes que "
            "votre ligne en compte. Votre autre Clef, le 4, ne comptera plus, d’où +12 points. Rentrez.",
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
        before=(
            "sea draw key-5",
            "B continue",
            "sea draw anchor-5",
            "B surface",
            "sea draw mermaid-9",
        ),
        say={
            "en": "Your dive again: a Mermaid. Mind the deck: whoever turns up its last card can only surface, with "
            "the whole row. Then the game ends. There is time yet: press on.",
            "fr": "À vous de plonger : une Sirène. Surveillez la pioche : qui en retourne la dernière carte n’a plus "
            "qu’à remonter, avec toute sa ligne. Puis la partie s’arrête. Rien ne presse : continuez.",
        },
        point='[data-vt="deck"]',
        do=("continue",),
        wrong={
            "surface": {
                "en": "A 9 is a fine catch, but only another Mermaid could sink you. Press on.",
                "fr": "Un 9, belle prise, mais seule une autre Sirène vous coulerait. Continuez.",
            }
        },
    ),
    Step(
        before=("sea draw net-5",),
        say={
            "en": "A Net must bring a card from your Hold into the row. Whatever enters the row can sink you, wherever "
            "it comes from: not the Mermaid, then. Bring up the Key.",
            "fr": "Un Filet doit ramener une carte de votre Cale dans la ligne. Tout ce qui entre dans la ligne peut "
            "vous couler, d’où que cela vienne : pas la Sirène, donc. Ramenez la Clef.",
        },
        point='.mine [data-move="net key"]',
        do=("net key",),
        wrong={
            "net mermaid": {
                "en": "A Mermaid already lies in your row: an Incident, and both would be lost. Take the Key.",
                "fr": "Une Sirène est déjà dans votre ligne : Incident, et les deux seraient perdues. Prenez la Clef.",
            },
            ANY: {
                "en": "That works, and the card would do what it does. The Key stays quiet: bring that up.",
                "fr": "C’est possible, et la carte agirait. La Clef, elle, ne fait rien ici : ramenez-la.",
            },
        },
    ),
    Step(
        say={
            "en": "The Key lies in your row now: bring it home, and it counts again. But first see what the deck has. "
            "Press on.",
            "fr": "La Clef est dans votre ligne : remontez-la, et elle comptera de nouveau. Mais voyez d’abord ce que "
            "cache la pioche. Continuez.",
        },
        point='[data-vt="c-key-7"]',
        do=("continue",),
        wrong={
            "surface": {
                "en": "Safe and sound. But one card is still worth seeing: press on.",
                "fr": "Prudent. Mais il reste une carte à voir : continuez.",
            }
        },
    ),
    Step(
        before=("sea draw map-4", "sea show mermaid-7", "sea show anchor-2", "sea show squid-3"),
        say={
            "en": "A Map shows you three cards of the Locker, and one must enter your row. This too can sink you, if "
            "all three are of suits that lie there. Take the Anchor.",
            "fr": "Une Carte au trésor vous montre trois cartes du Cimetière marin ; l’une doit entrer dans la ligne. "
            "Elle peut vous couler, elle aussi. Prenez l’Ancre.",
        },
        point='.board [data-move="take anchor-2"]',
        do=("take anchor-2",),
        wrong={
            "take mermaid-7": {
                "en": "A second Mermaid: that is an Incident, and your row would be lost. Take the Anchor.",
                "fr": "Une deuxième Sirène : Incident, et toute la ligne serait perdue. Prenez l’Ancre.",
            },
            "take squid-3": {
                "en": "The Squid would want two more cards, and five suits could sink you. Take the Anchor.",
                "fr": "Le Calamar voudrait deux cartes de plus, et cinq familles vous menacent. Prenez l’Ancre.",
            },
        },
    ),
    Step(
        say={
            "en": "Three questions, on the board as it lies. Tap your answer; nothing is played. "
            "The deck turns up a card: which of these suits of your Hold would sink you?",
            "fr": "Trois questions, sur le plateau tel qu’il est. Touchez la réponse ; rien n’est joué. "
            "La pioche livre une carte : laquelle de ces familles de votre Cale vous coulerait ?",
        },
        ask=(
            Answer(
                {"en": "Knife", "fr": "Couteau"},
                ".mine .suit-knife",
                {
                    "en": "No: only suits in your row are a danger. A Knife lies in your Hold, not in the row.",
                    "fr": "Non : seules comptent les familles de la ligne. Le Couteau est dans votre Cale.",
                },
            ),
            Answer(
                {"en": "Key", "fr": "Clef"},
                ".mine .suit-key",
                {
                    "en": "Yes: a Key lies in your row, brought there by the Net. A second one is an Incident.",
                    "fr": "Oui : une Clef est dans la ligne, ramenée par le Filet. Une deuxième, et c’est l’Incident.",
                },
                right=True,
            ),
            Answer(
                {"en": "Chest", "fr": "Coffre"},
                ".mine .suit-chest",
                {
                    "en": "No: there is no Chest in your row. It would even be welcome beside the Key.",
                    "fr": "Non : aucun Coffre dans la ligne. À côté de la Clef, il serait même bienvenu.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "Suppose that this Key turns up, and sinks you. Which of these cards would you lose?",
            "fr": "Supposez que cette Clef arrive, et vous coule. Laquelle de ces cartes perdriez-vous ?",
        },
        ask=(
            Answer(
                {"en": "Mermaid 9", "fr": "Sirène 9"},
                '[data-vt="c-mermaid-9"]',
                {
                    "en": "No: she came before the Anchor, so she is saved.",
                    "fr": "Non : elle précède l’Ancre, elle est donc sauvée.",
                },
            ),
            Answer(
                {"en": "Treasure Map 4", "fr": "Carte au trésor 4"},
                '[data-vt="c-map-4"]',
                {
                    "en": "No: the Map came before the Anchor, so it is saved.",
                    "fr": "Non : la Carte au trésor précède l’Ancre, elle est donc sauvée.",
                },
            ),
            Answer(
                {"en": "Anchor 2", "fr": "Ancre 2"},
                '[data-vt="c-anchor-2"]',
                {
                    "en": "Yes: an Anchor saves what came before it. It sinks itself, with all that came after.",
                    "fr": "Oui : une Ancre sauve ce qui la précède. Elle-même coule, avec tout ce qui la suit.",
                },
                right=True,
            ),
        ),
    ),
    Step(
        say={
            "en": "Now suppose that you surface with your row. Which of these in your Hold no longer counts?",
            "fr": "Supposez maintenant que vous remontiez la ligne. Laquelle, dans votre Cale, ne compterait plus ?",
        },
        ask=(
            Answer(
                {"en": "Mermaid 6", "fr": "Sirène 6"},
                ".mine .suit-mermaid",
                {
                    "en": "Yes: the 9 would lie above it, and only the highest card of a suit counts.",
                    "fr": "Oui : le 9 passerait dessus, et seule la plus haute carte d’une famille compte.",
                },
                right=True,
            ),
            Answer(
                {"en": "Chest 6", "fr": "Coffre 6"},
                ".mine .suit-chest",
                {
                    "en": "No: it is your only Chest, and goes on counting 6.",
                    "fr": "Non : c’est votre seul Coffre, et il compte toujours 6.",
                },
            ),
            Answer(
                {"en": "Knife 6", "fr": "Couteau 6"},
                ".mine .suit-knife",
                {
                    "en": "No: there is no other Knife above it. It goes on counting 6.",
                    "fr": "Non : aucun autre Couteau ne le recouvre. Il compte toujours 6.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "That is the game: one more card, or home? Drones will explain themselves. Your dive goes on; play "
            "on against {B}. From here on, the sea improvises.",
            "fr": "Tout est là : encore une carte, ou la surface ? Les Drones s’expliqueront d’eux-mêmes. Votre "
            "plongée continue ; jouez contre {B}. Désormais, la mer improvise.",
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
