"""The first game of Barracuda: choose at once with the others, bank in time, steer the fish, mind who meets whom."""

from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.lesson import ANY, Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        before=("B play 4",),
        say={
            "en": "Spanish gold lies in five wrecks, and something with teeth swims between them. "
            "Whoever first has 8 coins in the chest wins. Everybody secretly chooses a wreck, all at once. "
            "{B} has chosen. Wreck 3 is generous: play your 3.",
            "fr": "De l’or espagnol dort dans cinq Épaves, et quelque chose rôde, tout en dents. "
            "8 pièces au coffre, et vous gagnez. Chacun choisit une Épave en secret, tous en même temps. "
            "{B} a choisi. L’Épave 3 est généreuse : jouez votre 3.",
        },
        point='.mine [data-move="play 3"]',
        do=("play 3",),
        wrong={
            "play barracuda": {
                "en": "The fish gets its turn. First some gold: play the 3.",
                "fr": "Le poisson aura son tour. D’abord de l’or : jouez le 3.",
            },
            ANY: {
                "en": "That wreck brings less gold now. Play the 3.",
                "fr": "Cette Épave rapporte moins pour l’instant. Jouez le 3.",
            },
        },
    ),
    Step(
        before=("sea roll 1 towards 2",),
        say={
            "en": "Alone on your wreck, you do both its actions: Unique, 3 coins, and Common, 1 more. "
            "They are in your bag. Meanwhile dice moved the Barracuda to wreck 2.",
            "fr": "Sans personne d’autre sur l’Épave, vous faites ses deux actions : l’Unique, 3 pièces, et la "
            "Commune, 1 de plus. Elles sont dans votre sac. Les dés, eux, ont mené le Barracuda sur l’Épave 2.",
        },
        point=".mine .bag",
    ),
    Step(
        before=("B play 3",),
        say={
            "en": "A bag can be bitten open or stolen; a chest is safe for good. Wreck 1 moves coins "
            "from bag to chest. Play your 1.",
            "fr": "Un sac se perd ou se vole ; un coffre, jamais. L’Épave 1 fait passer vos pièces du sac au coffre. "
            "Jouez votre 1.",
        },
        point='.mine [data-move="play 1"]',
        do=("play 1",),
        wrong={
            ANY: {
                "en": "More gold in an open bag, with that fish about? Bank first: play the 1.",
                "fr": "Encore de l’or dans un sac ouvert, avec ce poisson ? Au coffre d’abord : jouez le 1.",
            }
        },
    ),
    Step(
        before=("sea roll 2 towards 3",),
        say={
            "en": "Six coins in your chest. {B} was less lucky: the Barracuda came to wreck 3, and the whole bag "
            "spilled. Four coins lie there now, for whoever comes by.",
            "fr": "Six pièces au coffre. {B} a moins de chance : le Barracuda est passé par l’Épave 3, et le sac s’est "
            "vidé. Quatre pièces y traînent, pour qui passera.",
        },
        point='[data-vt="barracuda"]',
    ),
    Step(
        before=("B play 2",),
        say={
            "en": "Instead of diving you can bait. If yours is the only Barracuda card played, you steer the fish, "
            "and it spares you. Play it.",
            "fr": "Au lieu de plonger, on peut appâter. Si votre carte Barracuda est la seule jouée, c’est vous qui "
            "menez le poisson, et il vous épargne. Jouez-la.",
        },
        point='.mine [data-move="play barracuda"]',
        do=("play barracuda",),
        wrong={
            ANY: {
                "en": "Gold can wait a turn: the Barracuda card.",
                "fr": "L’or attendra un tour : la carte Barracuda.",
            }
        },
    ),
    Step(
        before=("sea roll 2",),
        say={
            "en": "It may swim two wrecks far, where you like. {B} dived to wreck 2. Send it there.",
            "fr": "Il peut nager de deux Épaves, où bon vous semble. {B} est sur l’Épave 2. Envoyez-le là-bas.",
        },
        point='.here[data-move="send 2"]',
        do=("send 2",),
        wrong={
            ANY: {
                "en": "Nobody would notice it there. {B} is on wreck 2.",
                "fr": "Là, personne ne le verrait. {B} se trouve sur l’Épave 2.",
            }
        },
    ),
    Step(
        before=("B play 5",),
        say={
            "en": "The cards you play stay in front of you. Wreck 5 gives three of them back, and shelter from the "
            "fish. Play your 5.",
            "fr": "Les cartes jouées restent devant vous. L’Épave 5 en rend trois, et offre un abri contre le poisson. "
            "Jouez votre 5.",
        },
        point='.mine [data-move="play 5"]',
        do=("play 5",),
        wrong={
            ANY: {
                "en": "Your 3 and your 1 lie in front of you, and you will want them. Wreck 5 gives them back.",
                "fr": "Votre 3 et votre 1 sont devant vous, et vous en aurez besoin. L’Épave 5 les rend.",
            }
        },
    ),
    Step(
        before=("sea roll 1 towards 6",),
        say={
            "en": "{B} had the same idea. Whoever has fewer cards in front has the initiative: you. Then only you do "
            "the Unique action, or steal the other’s bag instead. Take your cards back.",
            "fr": "{B} a eu la même idée. L’initiative va à qui a le moins de cartes devant soi : vous. Elle "
            "donne l’action Unique, ou le sac de l’autre. Reprenez vos cartes.",
        },
        point='.wreck [data-move="unique"]',
        do=("unique",),
        wrong={
            "rob": {
                "en": "There is a single coin in that bag. Your cards are worth more now: the Unique action.",
                "fr": "Ce sac ne contient qu’une pièce. Vos cartes valent mieux : l’action Unique.",
            }
        },
    ),
    Step(
        say={
            "en": "That is the game: guess where the others go, and where the fish will be. You have all your cards, "
            "6 coins in the chest, and need 8. Four lie on wreck 3. Play on; from here on, the sea improvises.",
            "fr": "Tout est là : deviner où vont les autres, et où sera le poisson. Vous avez toutes vos cartes et 6 "
            "pièces au coffre ; il en faut 8. Quatre traînent sur l’Épave 3. Jouez ; désormais, la mer improvise.",
        },
        point=".mine .hand",
    ),
)

_BANKED: Text = {
    "en": "{coins} into the chest, where nobody reaches them. {left} more and you win.",
    "fr": "{coins} au coffre, hors d’atteinte. Encore {left}, et vous gagnez.",
}
_GAINED: Text = {
    "en": "{coins} more in the bag. It can still be lost: {bag} in all.",
    "fr": "{coins} de plus dans le sac. Rien n’est sauvé : {bag} en tout.",
}
_LOST: Text = {
    "en": "Your bag is lighter by {coins}. Your chest is safe: {chest}.",
    "fr": "Votre sac s’est allégé : {coins} en moins. Votre coffre est intact : {chest}.",
}
_SAME: Text = {
    "en": "Nothing gained, nothing lost. {front} in front of you: whoever has fewer goes first where you meet.",
    "fr": "Rien gagné, rien perdu. {front} devant vous : en cas de rencontre, qui en a le moins passe avant.",
}


def word(turn: Turn, lang: str, name: Naming) -> str:
    """What a turn did to bag and chest."""
    before, after = turn.views[0], turn.views[-1]
    bag, chest = (after[what][turn.seat] - before[what][turn.seat] for what in ("bags", "chests"))
    told = _BANKED if chest > 0 else _GAINED if bag > 0 else _LOST if bag < 0 else _SAME
    if after["over"]:
        return ""
    return told[lang].format(
        coins=with_noun(abs(chest or bag), {"en": "coin", "fr": "pièce"}, lang),
        bag=with_noun(after["bags"][turn.seat], {"en": "coin", "fr": "pièce"}, lang),
        chest=with_noun(after["chests"][turn.seat], {"en": "coin", "fr": "pièce"}, lang),
        left=max(0, after["goal"] - after["chests"][turn.seat]),
        front=with_noun(len(after["played"][turn.seat]), {"en": "card", "fr": "carte"}, lang),
    )


LESSON = Lesson({"players": 2}, STEPS, word)
