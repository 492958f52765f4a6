"""What the terminal says around a game, in French and English."""

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "players": {"en": "{least} to {most}", "fr": "de {least} à {most}"},
    "default": {"en": "default", "fr": "par défaut"},
    "true": {"en": "true", "fr": "oui"},
    "false": {"en": "false", "fr": "non"},
    "none": {"en": "none", "fr": "aucun"},
    "your_move": {"en": "{seat}, your move", "fr": "{seat}, à vous de jouer"},
    "prompt": {"en": "number, or ? for help", "fr": "numéro, ou ? pour l’aide"},
    "help": {
        "en": "A number or a move in words plays it · hint · aid · rules · rule ID · log · view · save · quit",
        "fr": "Un numéro ou un coup en mots le joue · hint · aid · rules · rule ID · log · view · save · quit",
    },
    "unknown": {
        "en": "“{word}” is none of your choices. Type a number from 1 to {n}, or ? for help.",
        "fr": "« {word} » n’est pas un de vos choix. Tapez un numéro de 1 à {n}, ou ? pour l’aide.",
    },
    "lesson_step": {"en": "Step {n} of {all}", "fr": "Étape {n} sur {all}"},
    "go_on": {"en": "Enter: go on ›", "fr": "Entrée : poursuivre ›"},
    "answer": {"en": "Your answer (Enter: go on) ›", "fr": "Votre réponse (Entrée : poursuivre) ›"},
    "free": {
        "en": "From here on you choose freely, and the sea decides.",
        "fr": "À partir d’ici, vous choisissez librement, et la mer décide.",
    },
    "lesson_left": {"en": "Go on with: fathoms learn {game}", "fr": "Pour reprendre : fathoms learn {game}"},
    "thinking": {
        "en": "Thinking (the first hint of a game takes longer: it is compiled once) …",
        "fr": "Réflexion (le premier conseil d’un jeu prend plus longtemps : il se compile une fois)…",
    },
    "saved": {"en": "Saved in {file}.", "fr": "Partie enregistrée dans {file}."},
    "resume": {"en": "Go on with: fathoms play --save {file}", "fr": "Pour reprendre : fathoms play --save {file}"},
    "resumed": {"en": "Going on after {n} moves from {file}.", "fr": "Reprise après {n} coups depuis {file}."},
    "curtain": {
        "en": "Hand the screen to {seat}, then press Enter.",
        "fr": "Passez l’écran à {seat}, puis appuyez sur Entrée.",
    },
    "over": {"en": "The game is over.", "fr": "La partie est finie."},
    "wins": {"en": "{seats} wins.", "fr": "{seats} gagne."},
    "shared": {"en": "{seats} share the victory.", "fr": "{seats} partagent la victoire."},
    "score": {"en": "score", "fr": "score"},
    "seat": {"en": "seat", "fr": "place"},
    "bot": {"en": "bot", "fr": "robot"},
    "person": {"en": "person", "fr": "joueur"},
    "check": {
        "en": "The sea can be checked: fathoms verify {file}",
        "fr": "La mer se vérifie : fathoms verify {file}",
    },
    "step": {
        "en": "Enter: next · b: back · a number: go there · q: quit",
        "fr": "Entrée : suivant · b : retour · un nombre : y aller · q : quitter",
    },
    "unfinished": {
        "en": "This game is not over: what stands for the result is the coach's estimate of now.",
        "fr": "Cette partie n’est pas finie : l’estimation du moment tient lieu de résultat.",
    },
    "moments": {"en": "What decided the game", "fr": "Ce qui a décidé de la partie"},
    "ledger": {"en": "Luck or skill?", "fr": "Chance ou talent ?"},
    "ledger_note": {
        "en": "Points are points of winning chance, out of 100; each row adds up. "
        "Counted over {n} games played on from every move.",
        "fr": "Les points sont des chances de gagner, sur 100 ; chaque ligne s’additionne. Compté sur {n} fins "
        "de partie jouées depuis chaque coup.",
    },
    "column_start": {"en": "at the start", "fr": "au départ"},
    "column_luck": {"en": "luck", "fr": "chance"},
    "column_own": {"en": "own decisions", "fr": "ses décisions"},
    "column_others": {"en": "others' decisions", "fr": "celles des autres"},
    "column_result": {"en": "result", "fr": "résultat"},
    "every_event": {"en": "Every move", "fr": "Chaque coup"},
    "what": {"en": "what happened", "fr": "ce qui s’est passé"},
    "change": {"en": "change", "fr": "effet"},
    "cost": {"en": "cost (better)", "fr": "coût (mieux)"},
    "event": {"en": "move {n} of {all}", "fr": "coup {n} sur {all}"},
    "start": {"en": "before the first move", "fr": "avant le premier coup"},
}


def say(key: str, lang: str, **values: object) -> str:
    return WORDS[key][lang].format(**values)


def say_value(value: object, lang: str) -> str:
    """An option's value as people say it."""
    key = str(value).lower()
    return say(key, lang) if key in ("true", "false", "none") else str(value)
