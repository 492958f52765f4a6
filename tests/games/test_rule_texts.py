"""Every rule of every book, as it is shown by itself: whole sentences, and no markup."""

import re

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.rulebook import LANGUAGES, rule_texts
from fathoms.table.web.i18n import typeset

BOOKS = [(game, lang) for game in game_names() for lang in LANGUAGES]
OURS = {"en": "What is ours", "fr": "Ce que nous avons ajouté"}


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_no_rule_ends_in_mid_sentence(game: str, lang: str) -> None:
    texts = rule_texts(find_game(game).book(lang))
    assert {rule: text for rule, text in texts.items() if not re.search(r"[.!?…]$", text)} == {}


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_no_rule_shows_markup(game: str, lang: str) -> None:
    texts = rule_texts(find_game(game).book(lang))
    assert {rule: text for rule, text in texts.items() if re.search(r"[`*|_]|\s\s|\n|^\W", text)} == {}


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_every_sentence_of_a_rule_begins_with_a_capital(game: str, lang: str) -> None:
    texts = rule_texts(find_game(game).book(lang))
    assert {rule: text for rule, text in texts.items() if not text[0].isupper()} == {}


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_no_rule_speaks_in_names_of_options(game: str, lang: str) -> None:
    """Who reads a rule at the table sees options by their titles: what is written in code is for programs."""
    found = find_game(game)
    book = found.book(lang)
    options = {option.name for option in found.options.options}
    assert {name for name in options if f"`{name}`" in book} == set()


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_no_refusal_shows_markup(game: str, lang: str) -> None:
    reasons = {rule: text[lang] for rule, text in find_game(game).reasons.items()}
    assert {rule: text for rule, text in reasons.items() if re.search(r"[`*|_]|\s\s|[.]$", text)} == {}


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_no_option_is_explained_in_the_words_of_a_program(game: str, lang: str) -> None:
    for option in find_game(game).options.options:
        assert option.title
        assert re.search(r"[.!?]$", option.help[lang])
        assert "`" not in option.help[lang] + option.title[lang]


def test_a_wrapped_rule_is_whole() -> None:
    texts = rule_texts(find_game("barracuda").book("en"))
    assert texts["B5"] == "Gain. That many coins from the reserve into your bag."
    assert texts["B7"].endswith("the card played this turn is the newest.")


def test_a_rule_of_a_table_is_a_sentence() -> None:
    reef = {lang: rule_texts(find_game("reef").book(lang)) for lang in LANGUAGES}
    assert reef["en"]["R33"] == "Siren. Dive 2 cells straight down."
    assert reef["fr"]["R33"] == "Sirène. Plongez de 2 cases à la verticale."
    assert rule_texts(find_game("locker").book("en"))["L32"].startswith("Blade, clean sweep. Your Knife sends")


@pytest.mark.parametrize("game", game_names())
def test_french_rules_can_be_typeset(game: str) -> None:
    for rule, text in rule_texts(find_game(game).book("fr")).items():
        assert not re.search(r" [:;!?»%]|« ", typeset(text, "fr")), rule


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_every_book_ends_by_saying_what_is_ours(game: str, lang: str) -> None:
    last = find_game(game).book(lang).split("\n## ")[-1]
    assert last.startswith(OURS[lang])
    assert len(last.split()) > 20
