"""The first game of The Nukha's Cave: say what you found, true or not; be believed, be accused, become the Captain."""

from fathoms.engine.options import Text
from fathoms.engine.parts.lesson import ANY, Answer, Lesson, Step, Turn
from fathoms.engine.seats import Naming

STEPS = (
    Step(
        before=("sea discard egg", "sea discard lizard", "sea discard lantern-2", "sea find lantern-3"),
        say={
            "en": "You loot a monster’s cave while it is out, and whoever leaves richest wins. Everything here "
            "explains itself: hold a finger on it, or point at it with the mouse. Try your find. A tap plays.",
            "fr": "Le monstre est sorti : on vide sa grotte, et qui repart le plus riche gagne. Ici, tout s’explique : "
            "gardez le doigt dessus, ou pointez avec la souris. Essayez sur votre trouvaille. Toucher, c’est jouer.",
        },
        point='[data-vt="find"]',
        held={
            "en": "That is it. It works on every card, coin and player, and never plays anything.",
            "fr": "C’est cela. Chaque carte, Pièce ou joueur le fait, et rien n’est joué.",
        },
    ),
    Step(
        say={
            "en": "You found a Lantern, worth 3. Tell {C}, the Captain, what it is. You may lie; this once, try the "
            "truth.",
            "fr": "Vous avez trouvé une Lanterne, qui vaut 3. Annoncez-la à {C}, le Capitaine. Mentir est permis ; "
            "pour cette fois, essayez la vérité.",
        },
        point='[data-vt="find"]',
        do=("claim lantern",),
        wrong={
            ANY: {
                "en": "Lying already? A promising start. But you will soon have to: claim the Lantern.",
                "fr": "Déjà un mensonge ? Prometteur. Mais vous y viendrez bien assez tôt : annoncez la Lanterne.",
            }
        },
    ),
    Step(
        before=("C leave",),
        say={
            "en": "The Captain could have bought it for a coin, and left it to you instead. You keep it face down, and "
            "must attack with what you said: a Lantern turns up a hidden card. Attack {B}.",
            "fr": "Le Capitaine pouvait l’acheter une Pièce, et vous la laisse. Vous la gardez, face cachée, et devez "
            "attaquer avec ce que vous avez annoncé : une Lanterne dévoile une carte cachée. Attaquez {B}.",
        },
        point='.rival [data-move="attack B"] | .choices [data-move="attack B"] | .rival[data-seat="B"]',
        do=("attack B",),
    ),
    Step(
        before=("B accept",),
        say={
            "en": "{B} believes you, so it happens. Choose the hidden card.",
            "fr": "{B} vous croit : l’effet s’applique. Désignez la carte cachée.",
        },
        point='.rival [data-move="pick hidden"] | .choices [data-move="pick hidden"] | .rival[data-seat="B"]',
        do=("pick hidden",),
    ),
    Step(
        before=("sea pick purse", "sea find egg", "B claim grapple", "C leave", "B attack A"),
        say={
            "en": "A Purse. Now {B} claims a Grapple and attacks you: it would take one of your cards. "
            "Is it a Grapple? If you doubt it, accuse.",
            "fr": "Une Bourse. À présent {B} annonce un Grappin et vous attaque : il prendrait une de vos cartes. "
            "Est-ce bien un Grappin ? Dans le doute, accusez.",
        },
        point='.victim [data-move="accuse"] | .choices [data-move="accuse"]',
        do=("accuse",),
        wrong={
            "accept": {
                "en": "Then a card of yours would be gone, Grapple or not. Look {B} in the eye: accuse.",
                "fr": "Une de vos cartes s’en irait, Grappin ou pas. Regardez {B} dans les yeux : accusez.",
            }
        },
    ),
    Step(
        before=("sea reveal egg",),
        say={
            "en": "An Egg! A bluff does nothing once it is called, and {B} pays you a coin. Had it been true, you "
            "would have lost a card, and a coin on top.",
            "fr": "Un Œuf ! Un bluff démasqué n’a aucun effet, et {B} vous paie une Pièce. Si c’était vrai, vous "
            "perdiez une carte, et une Pièce avec.",
        },
        point=".mine .hoard",
    ),
    Step(
        before=("sea find egg",),
        say={
            "en": "You found an Egg too. It costs a point and cannot be announced: nobody is making omelettes. "
            "So you must lie. The Captain likes Lanterns: claim one.",
            "fr": "Un Œuf pour vous aussi. Il coûte un point et ne s’annonce pas : personne ne fait d’omelette ici. "
            "Il faut donc mentir. Le Capitaine aime les Lanternes : annoncez-en une.",
        },
        point='[data-vt="find"]',
        do=("claim lantern",),
        wrong={
            ANY: {
                "en": "A fine lie for another day. This Captain has a weakness for Lanterns.",
                "fr": "Un beau mensonge, pour un autre jour. Ce Capitaine-ci a un faible pour les Lanternes.",
            }
        },
    ),
    Step(
        before=("C buy", "sea reveal egg"),
        say={
            "en": "Sold! A coin for you, and the Captain has an Egg. What a Captain buys is shown; had it been true, "
            "the Captain would attack with it.",
            "fr": "Vendu ! Une Pièce pour vous, et l’Œuf au Capitaine. Ce qu’il achète est montré ; si c’était vrai, "
            "il attaquerait avec.",
        },
        point=".quarters",
    ),
    Step(
        before=("sea find lantern-2", "B claim lantern", "C leave", "B attack A"),
        say={
            "en": "{B} attacks with a Lantern. It would only show one of your cards, and a wrong accusation costs a "
            "coin. Let it happen: accept.",
            "fr": "{B} attaque à la Lanterne. Elle ne ferait que montrer une de vos cartes, et une accusation fausse "
            "coûte une Pièce. Laissez faire : acceptez.",
        },
        point='.choices [data-move="accept"]',
        do=("accept",),
        wrong={
            "accuse": {
                "en": "If it is a Lantern, you pay a coin for nothing, and you will need your coins. Accept.",
                "fr": "Si c’est une Lanterne, vous payez une Pièce pour rien, et vous en aurez besoin. Acceptez.",
            }
        },
    ),
    Step(
        before=("B pick hidden", "sea pick purse"),
        say={
            "en": "Count the coins: 5 for you, 4 for the Captain. Whoever begins a turn richer than the Captain must "
            "pay a coin of allegiance, or take over. Mutiny!",
            "fr": "Comptez les Pièces : 5 pour vous, 4 pour le Capitaine. Qui commence son tour plus riche que lui "
            "doit payer une Pièce d’allégeance, ou prendre sa place. Mutinerie !",
        },
        point='.finder [data-move="mutiny"] | .choices [data-move="mutiny"]',
        do=("mutiny",),
        wrong={
            "pledge": {
                "en": "Loyal, and a coin poorer. The Bottle would suit you better: mutiny.",
                "fr": "Loyal, et plus pauvre d’une Pièce. La Bouteille vous irait mieux : mutinez-vous.",
            }
        },
    ),
    Step(
        before=("sea find grapple", "B claim grapple"),
        say={
            "en": "You are the Captain; one coin of the reserve came with the Bottle. Nobody attacks you, and you "
            "alone may look at the discard. {B} says Grapple: pay a coin for it, or leave it? Buy it.",
            "fr": "Vous voilà Capitaine ; une Pièce de la réserve vient avec la Bouteille. Personne ne vous attaque, "
            "et vos yeux seuls voient la défausse. {B} annonce un Grappin : l’acheter, ou le laisser ? Achetez.",
        },
        point='.quarters [data-move="buy"] | .choices [data-move="buy"]',
        do=("buy",),
        wrong={
            "leave": {
                "en": "Prudent. But then {B} keeps it, and attacks with it. See what buying does.",
                "fr": "Prudent. Mais {B} le garde alors, et attaque avec. Voyez plutôt ce qu’achat veut dire.",
            }
        },
    ),
    Step(
        before=("sea reveal grapple",),
        say={
            "en": "It was true, so you attack with it, and nobody may accuse a Captain. Attack {B}, "
            "and take the Purse: it is worth 1.",
            "fr": "C’était vrai : vous attaquez avec, et l’on n’accuse pas un Capitaine. Attaquez {B}, "
            "et prenez la Bourse : elle vaut 1.",
        },
        point='.rival [data-move="attack B"] | .choices [data-move="attack B"] | .rival[data-seat="B"]',
        do=("attack B", "pick purse"),
        wrong={
            "attack C": {
                "en": "There is nothing but your old Egg to take there. Attack {B}.",
                "fr": "Là, il n’y a que votre vieil Œuf à prendre. Attaquez {B}.",
            },
            ANY: {
                "en": "Eggs cost a point, and a hidden card may be one. The Purse is worth 1 for sure.",
                "fr": "Un Œuf coûte un point, et la carte cachée en est peut-être un. La Bourse vaut 1, c’est sûr.",
            },
        },
    ),
    Step(
        before=("sea find egg", "C claim lantern"),
        say={
            "en": "Buying whets the appetite. {C} says Lantern, and those are worth 2 or 3. Buy it.",
            "fr": "L’appétit vient en achetant. {C} annonce une Lanterne, et elles valent 2 ou 3. Achetez.",
        },
        point='.quarters [data-move="buy"] | .choices [data-move="buy"]',
        do=("buy",),
        wrong={
            "leave": {
                "en": "Suspicious, and rightly so. But find out what a lie costs a Captain: buy it.",
                "fr": "De la méfiance, et à raison. Mais voyez ce qu’un mensonge coûte au Capitaine : achetez.",
            }
        },
    ),
    Step(
        before=("sea reveal egg", "sea find pistol", "B claim pistol"),
        say={
            "en": "An Egg, and your coin is {C}’s. Now {B} says Pistol: it sends a card of somebody’s loot to the "
            "discard. A Captain is never attacked: leave it.",
            "fr": "Un Œuf, et votre Pièce est à {C}. Maintenant {B} annonce un Pistolet, qui envoie une carte d’un "
            "butin à la défausse. On n’attaque pas le Capitaine : laissez.",
        },
        point='.quarters [data-move="leave"] | .choices [data-move="leave"]',
        do=("leave",),
        wrong={
            "buy": {
                "en": "Keep your coins together: there are 4 left, and {C} has 5. Leave it.",
                "fr": "Gardez vos Pièces : il vous en reste 4, et {C} en a 5. Laissez.",
            }
        },
    ),
    Step(
        before=("B attack C", "C accept", "B pick egg"),
        say={
            "en": "{C} lost a card, and few tears over it: an Egg. It lies face down in the discard. Only the Captain "
            "may look there, and for the moment that is you.",
            "fr": "{C} perd une carte, et sans larmes : un Œuf. Il est dans la défausse, face cachée. Seul le "
            "Capitaine peut la regarder, et pour l’instant, c’est vous.",
        },
        point=".quarters .discard",
    ),
    Step(
        before=("C mutiny",),
        say={
            "en": "{C} began the turn with 5 coins against your 4: mutiny, and a coin of the reserve with it. The "
            "Bottle and the discard change hands. You explore again.",
            "fr": "{C} commence son tour avec 5 Pièces contre vos 4 : mutinerie, et une Pièce de la réserve en prime. "
            "Bouteille et défausse changent de mains. Vous explorez de nouveau.",
        },
        point=".quarters",
    ),
    Step(
        say={
            "en": "Coins, Lanterns and Purses count; Eggs cost 1. At the very end, most Pistols, most Grapples and "
            "most Lizards earn a token of 4 each. A tie: nobody gets it. Until then tokens are not counted.",
            "fr": "Pièces, Lanternes et Bourses comptent ; un Œuf coûte 1. Tout à la fin, le plus de Pistolets, de "
            "Grappins, de Lézards : un jeton de 4 chacun. À égalité, personne. D’ici là, les jetons ne comptent pas.",
        },
        point=".prizes",
    ),
    Step(
        say={
            "en": "Three questions, on the board as it is. Tap your answer; nothing is played. "
            "Who may look at the discard now?",
            "fr": "Trois questions, sur la table telle qu’elle est. Touchez la réponse ; rien n’est joué. "
            "Qui peut regarder la défausse à présent ?",
        },
        ask=(
            Answer(
                {"en": "You", "fr": "Vous"},
                ".mine",
                {
                    "en": "No longer: you gave the discard up with the Bottle.",
                    "fr": "Plus maintenant : la défausse est partie avec la Bouteille.",
                },
            ),
            Answer(
                {"en": "{B}", "fr": "{B}"},
                '.rival[data-seat="B"]',
                {
                    "en": "No: Explorers never see it, not even who fired the Pistol.",
                    "fr": "Non : un Explorateur ne la voit jamais, pas même qui a tiré.",
                },
            ),
            Answer(
                {"en": "{C}", "fr": "{C}"},
                '.rival[data-seat="C"]',
                {
                    "en": "Yes: whoever is the Captain, and nobody else, may look at it at any time.",
                    "fr": "Oui : le Capitaine du moment, et nul autre, peut la regarder quand il veut.",
                },
                right=True,
            ),
        ),
    ),
    Step(
        say={
            "en": "The Nomads come, and {B} has a Grapple, like you. Which of these still brings you points?",
            "fr": "Les Nomades arrivent, et {B} a un Grappin, comme vous. Qu’est-ce qui vous rapporte encore ?",
        },
        ask=(
            Answer(
                {"en": "The token for Grapples", "fr": "Le jeton des Grappins"},
                ".prizes",
                {
                    "en": "No: with one Grapple each it is a tie, and nobody gets the token.",
                    "fr": "Non : un Grappin chacun, c’est une égalité, et personne n’a le jeton.",
                },
            ),
            Answer(
                {"en": "Your Purses", "fr": "Vos Bourses"},
                ".mine .card.purse",
                {
                    "en": "Yes: 1 each. Lanterns and coins count as well.",
                    "fr": "Oui : 1 chacune. Les Lanternes et les Pièces comptent aussi.",
                },
                right=True,
            ),
            Answer(
                {"en": "Your Grapple", "fr": "Votre Grappin"},
                ".mine .card.grapple",
                {
                    "en": "No: it is worth nothing itself. Only the token counts, for whoever has most.",
                    "fr": "Non : il ne vaut rien par lui-même. Seul compte le jeton, pour qui en a le plus.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "Your next turn begins. Which of these must be fewer than your own coins, for you to mutiny?",
            "fr": "Votre prochain tour commence. Que faut-il dépasser, avec vos Pièces, pour vous mutiner ?",
        },
        ask=(
            Answer(
                {"en": "The coins of {C}, the Captain", "fr": "Les Pièces {C:de}, le Capitaine"},
                ".quarters",
                {
                    "en": "Yes: with more coins than the Captain you must choose: mutiny, or pay one coin.",
                    "fr": "Oui : plus riche que le Capitaine, il faut choisir : mutinerie, ou une Pièce d’allégeance.",
                },
                right=True,
            ),
            Answer(
                {"en": "The coins of {B}", "fr": "Les Pièces {B:de}"},
                '.rival[data-seat="B"]',
                {
                    "en": "No: other Explorers do not matter, only the Captain does.",
                    "fr": "Non : les autres Explorateurs n’y font rien, seul compte le Capitaine.",
                },
            ),
            Answer(
                {"en": "The reserve", "fr": "La réserve"},
                ".depths",
                {
                    "en": "No: a mutiny brings you one coin from there, but you are not measured against it.",
                    "fr": "Non : la mutinerie en tire une Pièce pour vous, mais on ne s’y mesure pas.",
                },
            ),
        ),
    ),
    Step(
        say={
            "en": "That is the game. It ends at once when the Nomads turn up, among the last four cards. A tie at the "
            "top goes to the Captain, then to the most coins. Play on; from here on, the sea improvises.",
            "fr": "Tout est là. La partie s’arrête net à l’arrivée des Nomades, parmi les quatre dernières cartes. Une "
            "égalité en tête va au Capitaine, puis à qui a le plus de Pièces. Jouez ; désormais, la mer improvise.",
        },
        point=".depths",
    ),
)

_RICHER: Text = {
    "en": "Coins: {now} ({change}). Cards and coins, not counting majority prizes: {worth}.",
    "fr": "Pièces : {now} ({change}). Cartes et Pièces, sans compter les prix de majorité : {worth}.",
}
_CAPTAIN: Text = {
    "en": "An Explorer with more than your {now} may mutiny at the start of their turn.",
    "fr": "Un Explorateur qui a plus que vos {now} peut se mutiner au début de son tour.",
}
_CLOSE: Text = {
    "en": "The Captain has {captain}: begin a turn with more, and mutiny is yours.",
    "fr": "Le Capitaine en a {captain} : commencez un tour avec plus, et la mutinerie est à vous.",
}


def word(turn: Turn, lang: str, name: Naming) -> str:
    """What a turn did to one's coins and worth, and what that means for the Bottle."""
    before, after = turn.views[0], turn.views[-1]
    if after["over"]:
        return ""
    now, captain = after["coins"][turn.seat], after["captain"]
    change = f"{now - before['coins'][turn.seat]:+d}".replace("-", "−").replace("+0", "±0")
    told = (_RICHER, _CAPTAIN if captain == turn.seat else _CLOSE)
    facts = {"now": now, "change": change, "worth": after["worth"], "captain": after["coins"][captain]}
    return " ".join(text[lang].format(**facts) for text in told)


LESSON = Lesson({"players": 3, "captain": "C", "adventurers": "none"}, STEPS, word, enough=36)
