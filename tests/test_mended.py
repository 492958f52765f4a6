"""What a proof-reader struck out stays out: old wordings, in the books, the words, the pages and the documents."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXTS = [
    file
    for pattern in ("fathoms/**/*.py", "fathoms/**/*.html", "fathoms/**/*.md", "fathoms/**/*.po", "fathoms/**/*.toml")
    for file in ROOT.glob(pattern)
] + [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
READ = {file: " ".join(file.read_text(encoding="utf-8").split()).replace("’", "'") for file in TEXTS}

STRUCK_OUT = (
    # the books, in French
    "La plus forte carte de chaque famille de la Cale, additionnées",
    "en ayant payé une carte à un Calamar",
    "à plusieurs, le plus haut",
    "après le regard d'un Drone",
    "De deux Ancres, la dernière compte",
    "a les seuls points de la carte",
    "Avec un point et une de ces cases libre, il le faut",
    "finit à l'instant, quoi qui l'ait fait avancer",
    "Ce qui est dû l'est si c'est possible",
    "et retournent leurs cartes",
    "vers sa propre Épave, il reste",
    "ni à l'abri ni au contrôle du Barracuda",
    "La pioche a lieu",
    "pioche chez un adversaire",
    "piocher chez un adversaire",
    '"fr": "{0} au coffre"',
    "Il faut une carte",
    "sans le sou",
    "Air compté",
    # the books, in English
    "in this way only, also one that a Drone has shown",
    "having paid a Squid one card",
    "which one it is, no one is told",
    "one of them is free, you must.",
    "What must be done must be done if it is possible",
    "any seat alike",
    "scores are nobody's to know",
    # the pages and the documents
    "Dresser une table",
    "de soi-même",
    "le premier lancement d'un jeu est compilé",
    "vous seul la voyez",
    "Être Nostromo",
    "The line is down",
    "how fast that was found out",
    "is here a position that there is room for",
)


@pytest.mark.parametrize("words", STRUCK_OUT)
def test_what_was_struck_out_stays_out(words: str) -> None:
    assert [str(file.relative_to(ROOT)) for file, text in READ.items() if words.lower() in text.lower()] == []
