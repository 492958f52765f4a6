"""Davy Jones' Locker on one page: a turn, the ten suits, the divers and the variants, a line each."""

from fathoms.engine.options import Text
from fathoms.engine.parts.aid import Entry, both
from fathoms.games.locker.words import SKILL_NAMES, SKILL_RULES, SUIT_NAMES, VARIANT_NAMES

GROUPS: dict[str, Text] = {
    "turn": both("Your turn", "Votre tour"),
    "suit": both("The ten suits", "Les dix familles"),
    "diver": both("Divers, after a few games", "Scaphandriers, après quelques parties"),
    "variant": both("Variants, after a few games", "Variantes, après quelques parties"),
}

_TURN = (
    Entry(
        "turn",
        "continue",
        "back",
        both("Press on", "Continuer"),
        both(
            "Turn up the top card of the deck. A new suit joins the row and acts at once.",
            "Retournez la première carte de la pioche. Une famille nouvelle rejoint l’Exploration et agit aussitôt.",
        ),
        "L7",
        ("continue",),
    ),
    Entry(
        "turn",
        "surface",
        "↑",
        both("Surface", "Remonter"),
        both(
            "The whole row joins your Hold, and your turn is over.",
            "Toute l’Exploration rejoint votre Cale, et votre tour est fini.",
        ),
        "L11",
        ("surface",),
    ),
    Entry(
        "turn",
        "incident",
        "!",
        both("Incident", "Incident"),
        both(
            "A suit that is already in the row: the row and that card go to the Locker, and your turn is over.",
            "Une famille déjà présente : l’Exploration et cette carte vont au Cimetière marin, et votre tour est fini.",
        ),
        "L8",
    ),
    Entry(
        "turn",
        "row",
        "diver",
        both("The row", "L’Exploration"),
        both(
            "The diver stands where the row of this turn ends. Nothing in it is yours before you surface.",
            "Le scaphandrier se tient au bout de l’Exploration de ce tour. Rien n’y est à vous avant de remonter.",
        ),
        "L6",
    ),
    Entry(
        "turn",
        "locker",
        "locker",
        both("The Locker", "Le Cimetière marin"),
        both(
            "What is lost lies here, face down. A Map brings a card back; Key and Chest bring several.",
            "Ce qui est perdu gît ici, face cachée. Une Carte au trésor en ramène une ; Clef et Coffre, plusieurs.",
        ),
        "L2",
    ),
    Entry(
        "turn",
        "end",
        "0",
        both("The end", "La fin"),
        both(
            "Whoever turns up the last card of the deck finishes the turn; then the best cards of each suit are added "
            "up.",
            "Le tour où sort la dernière carte de la pioche est le dernier. On additionne la plus forte carte de "
            "chaque famille.",
        ),
        "L24",
    ),
    Entry(
        "turn",
        "first",
        "1",
        both("Who begins", "Qui commence"),
        both(
            "The sea decides. At a real table, whoever saw the ocean last begins.",
            "La mer décide. En vrai, la personne qui a vu l’océan en dernier commence.",
        ),
        "L4",
        ("sea first *",),
    ),
)

_SUITS: dict[str, tuple[str, Text, tuple[str, ...]]] = {
    "anchor": (
        "L14",
        both(
            "In an Incident you keep all that was placed before it.",
            "En cas d’Incident, vous gardez tout ce qui a été placé avant elle.",
        ),
        (),
    ),
    "squid": (
        "L15",
        both(
            "Two more cards must be placed before you may surface.",
            "Il faut placer deux cartes de plus avant de pouvoir remonter.",
        ),
        (),
    ),
    "map": (
        "L17",
        both(
            "Look at three cards of the Locker, and place one of them.",
            "Regardez trois cartes du Cimetière marin, et placez-en une.",
        ),
        ("take *", "sea show *"),
    ),
    "key": (
        "L20",
        both(
            "Surface with Key and Chest: as many cards again come from the Locker.",
            "Remontez avec Clef et Coffre : autant de cartes encore viennent du Cimetière marin.",
        ),
        (),
    ),
    "chest": (
        "L20",
        both(
            "Surface with Chest and Key: as many cards again come from the Locker.",
            "Remontez avec Coffre et Clef : autant de cartes encore viennent du Cimetière marin.",
        ),
        ("sea bonus *",),
    ),
    "knife": (
        "L18",
        both(
            "An opponent loses the top card of a suit to the Locker.",
            "Un adversaire perd la plus forte carte d’une famille, au Cimetière marin.",
        ),
        ("knife *",),
    ),
    "drone": (
        "L19",
        both(
            "Look at the next card in secret, then press on or surface.",
            "Regardez en secret la carte suivante, puis continuez ou remontez.",
        ),
        ("sea peek *",),
    ),
    "net": (
        "L21",
        both(
            "The top card of a suit of your own Hold enters the row.",
            "La plus forte carte d’une famille de votre Cale entre dans l’Exploration.",
        ),
        ("net *",),
    ),
    "harpoon": (
        "L22",
        both(
            "Steal an opponent's top card of a suit you do not hold; it enters the row.",
            "Volez à un adversaire la plus forte carte d’une famille que vous n’avez pas ; elle entre dans "
            "l’Exploration.",
        ),
        ("harpoon *",),
    ),
    "mermaid": (
        "L23",
        both("No effect, but worth 4 to 9 instead of 2 to 7.", "Sans effet, mais vaut de 4 à 9 au lieu de 2 à 7."),
        (),
    ),
}

_DIVERS: dict[str, tuple[str, Text]] = {
    "safe-harbour": (
        "anchor",
        both(
            "Your Anchor also saves itself and the two cards after it.",
            "Votre Ancre se sauve elle-même, avec les deux cartes qui la suivent.",
        ),
    ),
    "clean-sweep": (
        "knife",
        both(
            "Your Knife sends the whole suit to the Locker.",
            "Votre Couteau envoie toute la famille au Cimetière marin.",
        ),
    ),
    "salvage": (
        "knife",
        both("Your Knife brings the card to your own Hold.", "Votre Couteau ramène la carte dans votre Cale."),
    ),
    "backfire": (
        "knife",
        both("An opponent's Knife hits that opponent's own Hold.", "Le Couteau d’un adversaire frappe sa propre Cale."),
    ),
    "plunder": (
        "key",
        both(
            "Your Key-and-Chest bonus comes from an opponent's Hold.",
            "Votre bonus Clef et Coffre vient de la Cale d’un adversaire.",
        ),
    ),
    "windfall": (
        "chest",
        both("Your Key-and-Chest bonus is twice as large.", "Votre bonus Clef et Coffre est doublé."),
    ),
    "double-haul": (
        "net",
        both(
            "Your Net brings two cards, one after the other.",
            "Votre Filet ramène deux cartes, l’une après l’autre.",
        ),
    ),
    "dry-net": (
        "net",
        both(
            "In an Incident you keep your Nets and what they brought.",
            "En cas d’Incident, vous gardez vos Filets et ce qu’ils ont ramené.",
        ),
    ),
    "squid-fisher": (
        "squid",
        both(
            "A Squid you draw goes straight to your Hold.",
            "Un Calamar que vous piochez va droit dans votre Cale.",
        ),
    ),
    "beastmaster": (
        "squid",
        both("Opponents' Squids ask for four cards.", "Les Calamars adverses réclament quatre cartes."),
    ),
    "navigator": (
        "map",
        both(
            "Your Map lets you choose any card of the Locker.",
            "Votre Carte au trésor laisse choisir n’importe quelle carte du Cimetière marin.",
        ),
    ),
    "golden-scales": (
        "mermaid",
        both("Your Mermaids are worth 5 more.", "Vos Sirènes valent 5 de plus."),
    ),
    "charmer": (
        "mermaid",
        both(
            "A Mermaid you draw goes straight to your Hold.",
            "Une Sirène que vous piochez va droit dans votre Cale.",
        ),
    ),
    "mystic": (
        "drone",
        both("Your Drone looks at three cards.", "Votre Drone regarde trois cartes."),
    ),
    "freebooter": (
        "harpoon",
        both(
            "Your Harpoon may take suits you already hold.",
            "Votre Harpon peut prendre une famille que vous avez déjà.",
        ),
    ),
    "decoy": (
        "harpoon",
        both("Opponents' Harpoons may take nothing but Squids.", "Les Harpons adverses ne prennent que des Calamars."),
    ),
    "saboteur": (
        "back",
        both(
            "Choose an opponent: what they lose to the Locker by an Incident comes to your Hold.",
            "Choisissez un adversaire : ce qu’il perd au Cimetière marin par un Incident vient dans votre Cale.",
        ),
    ),
}
_SKILL_CHOICES = {"plunder": ("plunder *",), "saboteur": ("sabotage *",)}

_VARIANTS: dict[str, tuple[str, str, Text]] = {
    "neighbours": (
        "L50",
        "→",
        both(
            "What an Incident takes goes to the Hold of the player on the left.",
            "Ce que prend un Incident va dans la Cale du joueur de gauche.",
        ),
    ),
    "hoard": ("L51", "Σ", both("Every card of the Hold scores.", "Toutes les cartes de la Cale comptent.")),
    "sudden-death": (
        "L52",
        "50",
        both("A Hold worth 50 at the end of a turn wins.", "Une Cale qui vaut 50 à la fin d’un tour gagne."),
    ),
    "full-house": (
        "L53",
        "−5",
        both("You lose 5 points for every suit you lack.", "Vous perdez 5 points par famille absente."),
    ),
    "strange-waters": (
        "L54",
        "=",
        both(
            "Two cards of the same value cause an Incident; two of the same suit do not.",
            "Deux cartes de même valeur déclenchent l’Incident ; deux de même famille, non.",
        ),
    ),
    "depth-limit": (
        "L55",
        "60",
        both("The highest score under 60 wins.", "Le plus haut score au-dessous de 60 gagne."),
    ),
}

AID: tuple[Entry, ...] = (
    *_TURN,
    *(
        Entry("suit", suit, suit, SUIT_NAMES[suit], text, rule, (f"sea draw {suit}-*", *lines))
        for suit, (rule, text, lines) in _SUITS.items()
    ),
    *(
        Entry(
            "diver",
            skill,
            icon,
            SKILL_NAMES[skill],
            text,
            SKILL_RULES[skill],
            (f"sea diver * {skill}", *_SKILL_CHOICES.get(skill, ())),
        )
        for skill, (icon, text) in _DIVERS.items()
    ),
    *(Entry("variant", name, icon, VARIANT_NAMES[name], text, rule) for name, (rule, icon, text) in _VARIANTS.items()),
)
