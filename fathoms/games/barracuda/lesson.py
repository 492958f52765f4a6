"""The first game of Barracuda: choose at once with the others, bank in time, steer the fish, mind who meets whom."""

from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.lesson import ANY, Answer, Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        before=("B play 4",),
        say={
            "en": "Gold lies in five wrecks, and something with teeth swims between them. 8 coins in your chest win. "
            "Everything explains itself: hold a finger on it, or point at it with the mouse. Try the fish. "
            "A tap plays.",
            "fr": "De l’or dort dans cinq Épaves, et quelque chose rôde, tout en dents. 8 pièces au coffre, et vous "
            "gagnez. Tout s’explique : gardez le doigt dessus, ou pointez avec la souris. Essayez sur le poisson. "
            "Toucher, c’est jouer.",
        },
        point='[data-vt="barracuda"]',
        held={
            "en": "That is it. It works on every wreck, card and sign, and never plays anything.",
            "fr": "C’est cela. Chaque Épave, carte ou signe le fait, et rien n’est joué.",
        },
    ),
    Step(
        say={
            "en": "Everybody chooses a wreck in secret, all at once. {B} has chosen. Wreck 3 is generous: play your 3.",
            "fr": "Chacun choisit une Épave en secret, tous en même temps. {B} a choisi. L’Épave 3 est généreuse : "
            "jouez votre 3.",
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
            "en": "Alone on your wreck, you do both its actions: first ★, the Unique one, 3 coins; then ○, the Common "
            "one, 1 more. They are in your bag. Meanwhile dice moved the Barracuda to wreck 2.",
            "fr": "Sans personne d’autre sur l’Épave, vous faites ses deux actions : d’abord ★, l’Unique, 3 pièces ; "
            "puis ○, la Commune, 1 de plus. Elles sont dans votre sac. Les dés ont mené le Barracuda sur l’Épave 2.",
        },
        point=".wreck.r1.c1 .deed",
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
            "en": "Six coins in your chest. The Barracuda came to wreck 3, and {B}’s whole bag spilled: 5 coins. At "
            "most 4 stay lying there; the rest is gone. The Common action then brought {B} 1 new coin.",
            "fr": "Six pièces au coffre. Le Barracuda est passé par l’Épave 3, et tout le sac {B:de} s’est vidé : 5 "
            "pièces. 4 au plus restent sur place, le reste disparaît. L’action Commune lui en a rendu 1.",
        },
        point=".wreck.r1.c1 .coins",
    ),
    Step(
        before=("B play 2",),
        say={
            "en": "Instead of diving you can bait: you lie down where you are. If yours is the only Barracuda card "
            "played, you steer the fish, and it spares you. Play it.",
            "fr": "Au lieu de plonger, on peut appâter : on se couche là où l’on est. Si votre carte Barracuda est la "
            "seule jouée, c’est vous qui menez le poisson, et il vous épargne. Jouez-la.",
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
        say={
            "en": "The card you baited with lies at the Centre. All such cards come back when the Barracuda stops at "
            "wreck 6, or when nobody has one left in hand.",
            "fr": "Votre appât est au Centre. Toutes les cartes Barracuda en reviennent quand le poisson s’arrête sur "
            "l’Épave 6, ou quand plus personne n’en a en main.",
        },
        point=".centre",
    ),
    Step(
        before=("B play 5",),
        say={
            "en": "Other cards stay in front of you. Wreck 5 gives three of them back, and shelter from the fish. "
            "Play your 5.",
            "fr": "Vos autres cartes jouées restent devant vous. L’Épave 5 en rend trois, et offre un abri contre le "
            "poisson. Jouez votre 5.",
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
            "en": "{B} is there too. Whoever has fewer cards in front has the initiative: you. You alone do the Unique "
            "action, or steal the other’s bag; then all do the Common one. A tie: only Common. Take your cards back.",
            "fr": "{B} est là aussi. L’initiative va à qui a le moins de cartes devant soi : vous. À vous seul "
            "l’action Unique, ou le sac de l’autre ; puis tous font la Commune. À égalité, la Commune seule. Reprenez "
            "vos cartes.",
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
            "en": "Your cards are back. {B} has one left: whoever plays the last one takes all five back at once. And "
            "the fish stopped at wreck 6, so your Barracuda card is back from the Centre.",
            "fr": "Vos cartes sont revenues. {B} n’en a plus qu’une : qui joue la dernière reprend les cinq aussitôt. "
            "Et le poisson s’est arrêté sur l’Épave 6 : votre carte Barracuda est revenue du Centre.",
        },
        point=".mine .hand",
    ),
    Step(
        before=("B play barracuda",),
        say={
            "en": "Try to steer once more: play your Barracuda card.",
            "fr": "Essayez de mener encore le poisson : jouez votre carte Barracuda.",
        },
        point='.mine [data-move="play barracuda"]',
        do=("play barracuda",),
        wrong={
            ANY: {
                "en": "Soon. First see what {B} is up to: the Barracuda card.",
                "fr": "Bientôt. Voyez d’abord ce que mijote {B} : la carte Barracuda.",
            }
        },
    ),
    Step(
        before=("sea roll 1 towards 2",),
        say={
            "en": "{B} baited as well. With two Barracuda cards nobody steers: the dice decide, and whoever lies in "
            "its way is bitten. As nobody had one left in hand, both cards came back.",
            "fr": "{B} appâte aussi. Avec deux cartes Barracuda, personne ne mène : les dés décident, et personne "
            "n’est épargné. Plus aucune n’étant en main, les deux cartes sont revenues.",
        },
        point='[data-vt="barracuda"]',
    ),
    Step(
        before=("B play 1",),
        say={
            "en": "Four coins still lie on wreck 3. Before all else they go, all of them, to whoever has the "
            "initiative there; in a tie they stay. Fetch them: play your 3.",
            "fr": "Quatre pièces traînent encore sur l’Épave 3. Avant tout le reste, elles vont, toutes, à qui y a "
            "l’initiative ; à égalité, elles restent. Allez les chercher : jouez votre 3.",
        },
        point='.mine [data-move="play 3"]',
        do=("play 3",),
        wrong={
            ANY: {
                "en": "Four coins for the taking lie on wreck 3. Play the 3.",
                "fr": "Quatre pièces n’attendent que vous sur l’Épave 3. Jouez le 3.",
            }
        },
    ),
    Step(
        before=("sea roll 1 towards 3",),
        say={
            "en": "You had them, and then the Barracuda came: your whole bag lies on the wreck again. Where the fish "
            "is, nobody does the Unique action; the Common one brought you 1 coin.",
            "fr": "Vous les aviez, puis le Barracuda est venu : tout votre sac est de nouveau sur l’Épave. Là où il "
            "est, personne ne fait l’action Unique ; la Commune vous a donné 1 pièce.",
        },
        point=".mine .bag",
    ),
    Step(
        say={
            "en": "Three questions, on the board as it is. Tap your answer; nothing is played. The fish comes to your "
            "wreck. Which of these can you lose?",
            "fr": "Trois questions, sur le plateau tel qu’il est. Touchez la réponse ; rien n’est joué. Le poisson "
            "vient sur votre Épave. Que pouvez-vous perdre ?",
        },
        ask=(
            Answer(
                {"en": "Your chest", "fr": "Votre coffre"},
                ".mine .hoard",
                {
                    "en": "No: coins in a chest can never be lost or stolen.",
                    "fr": "Non : les pièces d’un coffre ne se perdent ni ne se volent.",
                },
            ),
            Answer(
                {"en": "Your bag", "fr": "Votre sac"},
                ".mine .bag",
                {
                    "en": "Yes: all of it, unless you steer. At most 4 coins stay on a wreck; the rest is gone.",
                    "fr": "Oui : tout entier, sauf si vous menez. 4 pièces au plus restent là ; le reste disparaît.",
                },
                right=True,
            ),
            Answer(
                {"en": "Your cards", "fr": "Vos cartes"},
                ".mine .hand",
                {
                    "en": "No: it bites bags open, and leaves cards alone.",
                    "fr": "Non : il ouvre les sacs, et laisse les cartes.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "The fish has gone. You and {B} meet on wreck 3, with as many cards in front. Which do you get?",
            "fr": "Le poisson est parti. {B} et vous arrivez sur l’Épave 3, avec autant de cartes devant vous. "
            "Qu’obtenez-vous ?",
        },
        ask=(
            Answer(
                {"en": "The coins that lie there", "fr": "Les pièces qui y traînent"},
                ".wreck.r1.c1 .coins",
                {
                    "en": "No: in a tie nobody has the initiative, and the coins stay where they are.",
                    "fr": "Non : à égalité, personne n’a l’initiative, et les pièces restent là.",
                },
            ),
            Answer(
                {"en": "★ The Unique action", "fr": "★ L’action Unique"},
                ".wreck.r1.c1 .unique",
                {
                    "en": "No: it takes the initiative, which nobody has in a tie.",
                    "fr": "Non : il faut l’initiative, et à égalité personne ne l’a.",
                },
            ),
            Answer(
                {"en": "○ The Common action", "fr": "○ L’action Commune"},
                ".wreck.r1.c1 .common",
                {
                    "en": "Yes: everybody who stands there does it, tie or not. Here: 1 coin each.",
                    "fr": "Oui : tous ceux qui y sont debout la font, égalité ou non. Ici : 1 pièce chacun.",
                },
                right=True,
            ),
        ),
    ),
    Step(
        say={
            "en": "You have baited, and want your Barracuda card back from the Centre. Where must the fish stop?",
            "fr": "Vous avez appâté, et voulez reprendre votre carte Barracuda au Centre. Où le poisson doit-il "
            "s’arrêter ?",
        },
        ask=(
            Answer(
                {"en": "Wreck 6", "fr": "L’Épave 6"},
                ".wreck.r0.c0",
                {
                    "en": "Yes: then everybody takes the Barracuda card back. So do all when nobody has one in hand.",
                    "fr": "Oui : chacun reprend alors sa carte Barracuda. De même quand plus personne n’en a en main.",
                },
                right=True,
            ),
            Answer(
                {"en": "Wreck 2", "fr": "L’Épave 2"},
                ".wreck.r1.c0",
                {
                    "en": "No: there it is a diver who can take the card back, by the Unique action.",
                    "fr": "Non : là, c’est un plongeur qui peut la reprendre, par l’action Unique.",
                },
            ),
            Answer(
                {"en": "Wreck 5", "fr": "L’Épave 5"},
                ".wreck.r1.c2",
                {
                    "en": "No: wreck 5 gives back the cards that lie in front of you, to a diver.",
                    "fr": "Non : l’Épave 5 rend au plongeur les cartes qu’il a devant lui.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "That is the game: guess where the others go, and where the fish will be. You have 6 coins in the "
            "chest, and need 8. Play on against {B}; from here on, the sea improvises.",
            "fr": "Tout est là : deviner où vont les autres, et où sera le poisson. Vous avez 6 pièces au coffre ; il "
            "en faut 8. Jouez contre {B} ; désormais, la mer improvise.",
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
