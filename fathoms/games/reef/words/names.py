"""What the pieces of The Reef are called, and what its event cards say."""

from fathoms.engine.options import Text

COLON: Text = {"en": ":", "fr": " :"}

SIZE_NAMES: dict[str, Text] = {
    "small": {"en": "small chest", "fr": "petite malle"},
    "medium": {"en": "medium chest", "fr": "malle moyenne"},
    "large": {"en": "large chest", "fr": "grosse malle"},
}

CARD_NAMES: dict[str, Text] = {
    "1": {"en": "1", "fr": "1"},
    "2": {"en": "2", "fr": "2"},
    "3": {"en": "3", "fr": "3"},
    "dolphin": {"en": "dolphin", "fr": "dauphin"},
}

DIRECTION_NAMES: dict[str, Text] = {
    "up": {"en": "up", "fr": "vers le haut"},
    "down": {"en": "down", "fr": "vers le bas"},
    "left": {"en": "left", "fr": "vers la gauche"},
    "right": {"en": "right", "fr": "vers la droite"},
}

EVENT_NAMES: dict[str, Text] = {
    "watch": {"en": "Lost watch", "fr": "Montre perdue"},
    "current": {"en": "Current", "fr": "Courant marin"},
    "siren": {"en": "Siren", "fr": "Sirène"},
    "octopus": {"en": "Octopus", "fr": "Pieuvre"},
    "shark": {"en": "Shark", "fr": "Requin"},
    "swap": {"en": "Swap", "fr": "Échange"},
    "drift": {"en": "All adrift", "fr": "Dérive générale"},
    "tow": {"en": "Tow", "fr": "Remorque"},
    "wave": {"en": "Great wave", "fr": "Immense vague"},
    "rescue": {"en": "Rescue", "fr": "Sauvetage"},
    "distress": {"en": "Boat in distress", "fr": "Bateau en difficulté"},
    "tide": {"en": "Strong currents", "fr": "Forts courants"},
    "lamp": {"en": "Lost lamp", "fr": "Lampe perdue"},
    "jellyfish": {"en": "Jellyfish", "fr": "Méduse"},
    "lunch": {"en": "Lunch", "fr": "Déjeuner"},
    "friend": {"en": "Dolphin friend", "fr": "Ami dauphin"},
    "air": {"en": "Air to spare", "fr": "Oxygène bien géré"},
    "lead": {"en": "A good lead", "fr": "Bonne piste"},
    "cyclone": {"en": "Cyclone", "fr": "Cyclone"},
    "fright": {"en": "Frightened dolphin", "fr": "Dauphin effrayé"},
}

EVENT_TEXTS: dict[str, Text] = {  # what the cards say
    "watch": {
        "en": "You have lost your watch. Your left neighbour moves your diver 2 cells.",
        "fr": "Vous avez perdu votre montre. Le joueur à votre gauche déplace votre plongeur de 2 cases.",
    },
    "current": {
        "en": "A current pushes you one cell, in the direction of your choice.",
        "fr": "Un courant marin vous pousse d’une case dans la direction de votre choix.",
    },
    "siren": {
        "en": "You follow a siren. Dive 2 cells.",
        "fr": "Vous poursuivez une sirène : plongez de 2 cases.",
    },
    "octopus": {
        "en": "A monstrous octopus is after you. If you carry a chest, you drop it.",
        "fr": "Une pieuvre monstrueuse vous poursuit. Si vous portez une malle, vous la lâchez.",
    },
    "shark": {
        "en": "A shark is coming. Dive 3 cells.",
        "fr": "Un requin arrive : plongez de 3 cases.",
    },
    "swap": {
        "en": "If you carry a chest, exchange it with another diver's.",
        "fr": "Si vous portez une malle, échangez-la avec celle d’un autre plongeur.",
    },
    "drift": {
        "en": "All divers move one cell, in the direction of your choice.",
        "fr": "Déplacez tous les plongeurs d’une case dans la direction de votre choix.",
    },
    "tow": {
        "en": "Move a diver of your choice 3 cells.",
        "fr": "Déplacez un plongeur de votre choix de 3 cases.",
    },
    "wave": {
        "en": "A huge wave drives the boat back one cell.",
        "fr": "Une immense vague repousse le bateau d’une case en arrière.",
    },
    "rescue": {
        "en": "A diver with a chest is in danger. If you carry nothing, go there and take over the chest.",
        "fr": "Un plongeur chargé est en danger. Si vous ne portez rien, rejoignez-le et prenez sa malle.",
    },
    "distress": {
        "en": "The boat is in trouble. All divers come aboard with what they carry. The boat advances.",
        "fr": "Le bateau est en difficulté. Tous les plongeurs le rejoignent avec leurs malles. Le bateau avance.",
    },
    "tide": {
        "en": "Strong currents. Move the boat one cell, forward or back.",
        "fr": "Il y a de forts courants marins. Déplacez le bateau d’une case, vers l’avant ou vers l’arrière.",
    },
    "lamp": {
        "en": "You have lost your lamp. Dive straight to the bed.",
        "fr": "Vous avez perdu votre lampe de plongée. Plongez à la verticale, jusqu’au fond.",
    },
    "jellyfish": {
        "en": "A jellyfish below you. Rise 3 cells, if you can.",
        "fr": "Une méduse nage en dessous de vous. Remontez de 3 cases, si cela est possible.",
    },
    "lunch": {
        "en": "The cook calls for lunch. You come aboard, with a chest or without.",
        "fr": "Le cuisinier appelle pour le déjeuner. Avec ou sans malle, vous rejoignez le bateau.",
    },
    "friend": {
        "en": "You have made friends with a dolphin. Move it 1 to 3 cells.",
        "fr": "Un dauphin vous prend en amitié. Déplacez-le de 1 à 3 cases.",
    },
    "air": {
        "en": "You have been careful with your air. Turn a used dive card up again.",
        "fr": "Vous avez bien géré votre oxygène. Remettez une carte de plongée déjà jouée face visible.",
    },
    "lead": {
        "en": "If you carry nothing, dive at once to a chest of your choice.",
        "fr": "Si vous ne portez rien, plongez aussitôt vers une malle de votre choix.",
    },
    "cyclone": {
        "en": "A cyclone drives the boat two cells to the left.",
        "fr": "Un cyclone fait dériver le bateau de deux cases vers la gauche.",
    },
    "fright": {
        "en": "You have frightened a dolphin. Move it 1 to 5 cells.",
        "fr": "Vous venez d’effrayer un dauphin. Déplacez-le de 1 à 5 cases.",
    },
}
