"""The words of balance reports, in English and French; figures as each language writes them."""

import math
import re

from fathoms.engine.options import Text

_TEXTS: dict[str, Text] = {
    "title": {"en": "{game}: balance", "fr": "{game} : équilibre"},
    "made": {
        "en": "{games} games of {level}, {players} players, seed {seed}.",
        "fr": "{games} parties, niveau {level}, {players} joueurs, graine {seed}.",
    },
    "with-deckhand": {
        "en": "Found with deckhands, bots that play any legal move: it tells what chance makes of the game, not how "
        "people play it.",
        "fr": "Trouvé avec des mousses, des robots qui jouent n’importe quel coup permis : cela dit ce que le hasard "
        "fait du jeu, pas comment on y joue.",
    },
    "with-sailor": {
        "en": "Found with sailors, bots that play by a rule of thumb: a first answer. Better players may see what "
        "these overlook, so a small difference may vanish with them, or turn round.",
        "fr": "Trouvé avec des matelots, des robots qui suivent quelques bons principes : une première réponse. De "
        "meilleurs joueurs peuvent voir ce qui échappe à ceux-là ; un petit écart peut alors disparaître, ou "
        "s’inverser.",
    },
    "with-search": {
        "en": "Found with bots of the level “{level}”, which think ahead: nearer to how good players fare, but from "
        "fewer games, so with wider intervals.",
        "fr": "Trouvé avec des robots du niveau « {level} », qui réfléchissent à l’avance : plus près de bons joueurs, "
        "mais en moins de parties, donc avec des intervalles plus larges.",
    },
    "stopped": {
        "en": "Stopped before everything asked for was played: the figures hold for the games that were.",
        "fr": "Arrêté avant que tout soit joué : les chiffres valent pour les parties qui l’ont été.",
    },
    "changed": {"en": "Options: {options}.", "fr": "Options : {options}."},
    "verdict": {"en": "The verdict", "fr": "Le verdict"},
    "even": {
        "en": "The seats are even: no place in the turn order wins more, or less, than chance explains.",
        "fr": "Les places se valent : aucune ne gagne plus, ni moins, que le hasard ne l’explique.",
    },
    "nearly-even": {
        "en": "The seats are all but even: no place is more than two percent of a share from its own.",
        "fr": "Les places se valent presque : aucune ne s’écarte de sa part de plus de deux pour cent.",
    },
    "small-edge": {
        "en": "A small edge: the {place} place wins {most} times its share, the {other} {least} times.",
        "fr": "Un léger avantage : la {place} place gagne {most} fois sa part, la {other} {least} fois.",
    },
    "unfair": {
        "en": "Unfair seats: the {place} place wins {most} times its share, the {other} only {least} times.",
        "fr": "Des places inégales : la {place} place gagne {most} fois sa part, la {other} seulement {least} fois.",
    },
    "length": {
        "en": "A game takes {q50} turns; nine in ten take {q05} to {q95}.",
        "fr": "Une partie dure {q50} tours ; neuf sur dix en durent de {q05} à {q95}.",
    },
    "open": {
        "en": "Wide open at half-time: whoever leads then wins {share} of the time (an equal share is {fair}).",
        "fr": "Tout reste ouvert à mi-partie : qui mène alors gagne {share} du temps (une part égale : {fair}).",
    },
    "leaning": {
        "en": "The first half counts without deciding: whoever leads at half-time wins {share} of the time.",
        "fr": "La première moitié compte sans décider : qui mène à mi-partie gagne {share} du temps.",
    },
    "decided": {
        "en": "Decided early: whoever leads at half-time wins {share} of the time.",
        "fr": "Joué d’avance : qui mène à mi-partie gagne {share} du temps.",
    },
    "leads": {
        "en": "The lead changes hands {changes} times a game; the last at half-time still wins {last}.",
        "fr": "La tête change de mains {changes} fois par partie ; le dernier à mi-partie gagne encore {last}.",
    },
    "leads-alone": {
        "en": "The lead changes hands {changes} times a game.",
        "fr": "La tête change de mains {changes} fois par partie.",
    },
    "trial-overrated": {
        "en": "The bots overrate a choice: one player who goes without it ({title}) wins {value} times a fair share.",
        "fr": "Les robots surestiment un choix : qui s’en prive seul ({title}) gagne {value} fois une part égale.",
    },
    "close": {
        "en": "The winner scores {score} (the median), {margin} ahead of the best of the others.",
        "fr": "Le vainqueur marque {score} en médiane, {margin} de plus que le meilleur des autres.",
    },
    "trial-best": {
        "en": "Worth most when one player alone has it: {title}, {value} times a fair share.",
        "fr": "Le plus précieux pour qui est seul à l’avoir : {title}, {value} fois une part égale.",
    },
    "trial-worst": {
        "en": "Missed most when one player goes without: {title}, {value} times a fair share.",
        "fr": "Ce qui manque le plus à qui s’en prive : {title}, {value} fois une part égale.",
    },
    "found": {"en": "With “{setting}”: {changes}.", "fr": "Avec « {setting} » : {changes}."},
    "found-none": {
        "en": "With “{setting}”: no difference found in {games} games.",
        "fr": "Avec « {setting} » : aucune différence trouvée en {games} parties.",
    },
    "places": {"en": "Who wins, by place in the turn order", "fr": "Qui gagne, selon la place à table"},
    "places-note": {
        "en": "Wins as a multiple of an equal share, from whoever begins; 1 is fair. Bars are 95 % intervals.",
        "fr": "Victoires en multiple d’une part égale, à partir de qui commence ; 1 est équitable. Barres : "
        "intervalles à 95 %.",
    },
    "seats": {"en": "Who wins, by seat", "fr": "Qui gagne, selon le siège"},
    "seats-note": {
        "en": "The same by seat letter, whoever began. The rules know no letters where the sea names the first "
        "player, so a difference here is the bots' habit (ties broken in the order of the seats), not the "
        "game's.",
        "fr": "Le même compte selon la lettre du siège, quel que soit le premier joueur. Les règles ignorent les "
        "lettres quand la mer désigne qui commence : un écart ici vient des robots (égalités tranchées dans "
        "l’ordre des sièges), non du jeu.",
    },
    "seat": {"en": "seat {letter}", "fr": "siège {letter}"},
    "habit": {
        "en": "The bots play unevenly by seat letter (from {least} to {most} times a share): read the places with "
        "that in mind.",
        "fr": "Les robots jouent inégalement selon la lettre du siège (de {least} à {most} fois une part) : à "
        "garder en tête en lisant les places.",
    },
    "place": {"en": "{ordinal} place", "fr": "{ordinal} place"},
    "turns": {"en": "How long", "fr": "La durée"},
    "turns-note": {
        "en": "Turns a game: median {q50}, mean {mean}; {decisions} decisions of players.",
        "fr": "Tours par partie : médiane {q50}, moyenne {mean} ; {decisions} décisions de joueurs.",
    },
    "leader": {"en": "When is it decided?", "fr": "Quand est-ce joué ?"},
    "leader-note": {
        "en": "How often the one who leads alone after so much of the game is among the winners; dashed: an equal "
        "share. At half-time {games} of the games have a sole leader.",
        "fr": "Combien de fois celui qui mène seul à ce moment figure parmi les vainqueurs ; pointillé : une part "
        "égale. À mi-partie, {games} des parties ont un seul meneur.",
    },
    "changes": {"en": "Lead changes", "fr": "Changements de tête"},
    "changes-note": {
        "en": "Games by how often the sole leader became another: mean {mean}.",
        "fr": "Parties selon le nombre de fois où le meneur a changé : moyenne {mean}.",
    },
    "last-note": {
        "en": "The one alone in last place at half-time wins {last}.",
        "fr": "Le seul dernier à mi-partie gagne {last}.",
    },
    "scores": {"en": "How far apart", "fr": "Les écarts"},
    "scores-note": {
        "en": "Scores by rank: line from 5 to 95 %, box from 25 to 75 %, mark at the median.",
        "fr": "Scores par rang : trait de 5 à 95 %, boîte de 25 à 75 %, repère à la médiane.",
    },
    "margins": {"en": "The margin of victory", "fr": "La marge du vainqueur"},
    "margins-note": {
        "en": "Games by how far the winner was ahead of the best of the others: median {q50}, mean {mean}.",
        "fr": "Parties selon l’avance du vainqueur sur le meilleur des autres : médiane {q50}, moyenne {mean}.",
    },
    "held": {"en": "{kind} held at the end", "fr": "{kind} en main à la fin"},
    "used": {"en": "{kind}", "fr": "{kind}"},
    "things-note": {
        "en": "How whoever had it fared, each use counted: wins as a multiple of an equal share. This goes with "
        "winning; it need not cause it.",
        "fr": "Ce que gagne qui l’a eu, chaque fois comptée, en multiple d’une part égale. Cela va avec la "
        "victoire, sans forcément la causer.",
    },
    "thing": {"en": "{title} · {n} a game", "fr": "{title} · {n} par partie"},
    "held-thing": {"en": "{title} · {share} of players", "fr": "{title} · {share} des joueurs"},
    "trials-denied": {"en": "What if one player may not?", "fr": "Et si un joueur s’en privait ?"},
    "trials-denied-note": {
        "en": "One player, each seat in turn, never makes that choice while another is legal (then: any other, at "
        "random); the others may. Wins as a multiple of an equal share, {games} games each.",
        "fr": "Un joueur, chaque siège à son tour, ne fait jamais ce choix tant qu’un autre est permis (alors un "
        "autre, au hasard) ; les autres peuvent. Victoires en multiple d’une part égale, {games} parties "
        "chacun.",
    },
    "trials-given": {"en": "What if one player alone has it?", "fr": "Et si un seul joueur l’avait ?"},
    "trials-given-note": {
        "en": "One player, each seat in turn, has it and nobody else has any. Wins as a multiple of an equal share,"
        " {games} games each.",
        "fr": "Un joueur, chaque siège à son tour, en dispose et nul autre. Victoires en multiple d’une part égale,"
        " {games} parties chacun.",
    },
    "rules": {"en": "Rules that came up", "fr": "Les règles en jeu"},
    "rules-note": {
        "en": "Times a game. Counted are events, by the rule that “why?” names first, and what the game's own watch"
        " notices; a rule that no event stands for is not listed. Bars by the square root.",
        "fr": "Fois par partie. On compte les événements, par la règle que « pourquoi ? » nomme d’abord, et ce que "
        "le jeu relève ; une règle qu’aucun événement ne désigne n’est pas listée. Barres selon la racine "
        "carrée.",
    },
    "compared": {"en": "With {setting}", "fr": "Avec {setting}"},
    "compared-note": {
        "en": "The same {games} game numbers, so the same random numbers, in both settings: changes in percent of "
        "the first, with 95 % intervals. Lit: found, all comparisons of this report taken together.",
        "fr": "Les mêmes {games} numéros de partie, donc les mêmes tirages, des deux côtés : changements en pour "
        "cent du premier réglage, intervalles à 95 %. En couleur : trouvé, toutes les comparaisons prises "
        "ensemble.",
    },
    "levels": {"en": "By skill", "fr": "Selon le niveau"},
    "level-detail": {"en": "All plots for {level}", "fr": "Tous les graphiques : {level}"},
    "figures": {"en": "The figures", "fr": "Les chiffres"},
    "how": {"en": "How to make this report", "fr": "Comment refaire ce rapport"},
    "h-level": {"en": "level", "fr": "niveau"},
    "h-games": {"en": "games", "fr": "parties"},
    "h-first": {"en": "first place", "fr": "1re place"},
    "h-turns": {"en": "turns", "fr": "tours"},
    "h-half": {"en": "half-time leader wins", "fr": "meneur à mi-partie gagne"},
    "h-changes": {"en": "lead changes", "fr": "changements"},
    "h-last": {"en": "last at half-time wins", "fr": "dernier à mi-partie gagne"},
    "h-what": {"en": "what", "fr": "quoi"},
    "h-value": {"en": "figure", "fr": "valeur"},
    "h-interval": {"en": "± 95 %", "fr": "± 95 %"},
    "h-base": {"en": "first setting", "fr": "premier réglage"},
    "h-other": {"en": "this one", "fr": "celui-ci"},
    "h-difference": {"en": "difference", "fr": "différence"},
    "h-share": {"en": "share", "fr": "part"},
    "m-place": {"en": "wins, {ordinal} place", "fr": "victoires, {ordinal} place"},
    "m-turns": {"en": "turns a game", "fr": "tours par partie"},
    "m-decisions": {"en": "decisions a game", "fr": "décisions par partie"},
    "m-changes": {"en": "lead changes", "fr": "changements de tête"},
    "m-half-time": {"en": "won by the half-time leader", "fr": "gagnées par le meneur à mi-partie"},
    "m-score": {"en": "winner's score", "fr": "score du vainqueur"},
    "m-margin": {"en": "margin of victory", "fr": "marge du vainqueur"},
    "k-choice": {"en": "Choices and turns of fortune", "fr": "Choix et coups du sort"},
    "k-suit": {"en": "Suits", "fr": "Familles"},
    "k-skill": {"en": "Skills", "fr": "Compétences"},
    "k-event": {"en": "Events drawn", "fr": "Événements tirés"},
    "k-chest": {"en": "Chests", "fr": "Malles"},
    "k-wreck": {"en": "Wrecks chosen", "fr": "Épaves choisies"},
    "k-adventurer": {"en": "Adventurers", "fr": "Aventuriers"},
    "k-card": {"en": "Cards", "fr": "Cartes"},
    "l-deckhand": {"en": "deckhand", "fr": "mousse"},
    "l-sailor": {"en": "sailor", "fr": "matelot"},
    "l-mate": {"en": "mate", "fr": "second"},
    "l-captain": {"en": "captain", "fr": "capitaine"},
    "l-abyss": {"en": "abyss", "fr": "abysse"},
    "rank": {"en": "{ordinal}", "fr": "{ordinal}"},
}
_ORDINALS = {"en": ("1st", "2nd", "3rd", "4th", "5th", "6th"), "fr": ("1re", "2e", "3e", "4e", "5e", "6e")}


def say(key: str, lang: str, **values: object) -> str:
    """A text in a language, its holes filled; a key that is unknown (a kind of another package) says itself."""
    text = _TEXTS[key][lang] if key in _TEXTS else key.partition("-")[2]
    return spaced(text.format(**values), lang)


def spaced(text: str, lang: str) -> str:
    """French puts narrow no-break spaces before double punctuation and inside its quotation marks."""
    if lang != "fr":
        return text
    return re.sub(r" ([:;!?%»])", "\u202f\\1", text).replace("« ", "«\u202f")


def ordinal(place: int, lang: str) -> str:
    return _ORDINALS[lang][place]


def number(value: float, lang: str, digits: int = 2) -> str:
    """A figure with its decimals, thousands grouped, as a language writes it."""
    if not math.isfinite(value):
        return "–"
    text = f"{value:,.{digits}f}"
    return text.replace(",", "\u202f").replace(".", ",") if lang == "fr" else text


def percent(share: float, lang: str, digits: int = 0) -> str:
    return spaced(f"{number(100 * share, lang, digits)} %", lang)


def signed(value: float, lang: str, digits: int = 2) -> str:
    return ("+" if value > 0 else "") + number(value, lang, digits).replace("-", "−")


def level_name(level: str, lang: str) -> str:
    return say(f"l-{level}", lang)
