"""Rules as the table shows them: in the dialog "why?", on the page of a book, and in a refusal."""

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.rulebook import LANGUAGES, rule_texts
from fathoms.table.web.i18n import typeset
from tests.table.playing import Host, people


def in_language(lang: str) -> dict[str, str]:
    return {"Cookie": f"fathoms_lang={lang}"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_rule_pops_up_whole_and_typeset(host: Host, name: str, lang: str) -> None:
    """What the dialog "why?" shows is what the book says, without its markup and set like a page."""
    for rule, text in rule_texts(find_game(name).book(lang)).items():
        told = host.web.get(f"{host.base}/rules/{name}/{rule}", headers=in_language(lang)).json()
        assert told == {"rule": rule, "text": typeset(text, lang)}


def test_french_points_of_a_rule_keep_to_their_words(host: Host) -> None:
    told = host.web.get(f"{host.base}/rules/barracuda/B2", headers=in_language("fr")).json()["text"]
    assert "rangée du bas\u202f: 2, 3, 5" in told


@pytest.mark.parametrize(("lang", "title"), [("en", "What is ours"), ("fr", "Ce que nous avons ajouté")])
def test_a_book_on_its_page_says_what_is_ours(host: Host, lang: str, title: str) -> None:
    for name in game_names():
        page = host.web.get(f"{host.base}/rules/{name}/reference", headers=in_language(lang))
        assert f"<h2>{title}</h2>" in page.text


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "It is another player's turn (L12)."), ("fr", "C’est le tour d’un autre joueur (L12).")],
)
def test_a_refusal_is_a_sentence_with_its_rule(host: Host, lang: str, told: str) -> None:
    table = host.table("locker", people(2))
    waiting = next(one for one in "AB" if not table.view(one)["choices"])
    early = {"move": "surface", "id": "early", "seat": waiting}
    headers = {**table.headers(waiting), **in_language(lang)}
    answer = table.web.post(f"{table.api}/moves", json=early, headers=headers)
    assert answer.json()["message"] == told
