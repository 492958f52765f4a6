"""The rule books on their pages: three layers in two languages, pictures of legal positions, links that lead on."""

import re
from html import unescape

import pytest

from fathoms.engine.errors import OptionError
from fathoms.engine.game import find_game, game_names
from fathoms.engine.parts.pictures import Picture, pictures_of, replay
from fathoms.engine.rulebook import LANGUAGES, rule_texts
from fathoms.table.web.book import pictures
from fathoms.table.web.book.pictures import MOST_CALLOUTS, draw, draw_board, find_piece
from fathoms.table.web.book.text import PICTURE, read_book, search
from tests.table.playing import Host

GAMES = game_names()
LAYERS = ("", "/quick", "/reference", "/aid")
PICTURES = [(game, picture) for game in GAMES for picture in pictures_of(find_game(game))]
BOOKS = [(game, lang) for game in GAMES for lang in LANGUAGES]


def page_of(host: Host, path: str, lang: str = "en", accept: str = "*/*") -> tuple[int, str]:
    headers = {"Cookie": f"fathoms_lang={lang}", "Accept": accept}
    answer = host.web.get(f"{host.base}/rules/{path}", headers=headers)
    return answer.status_code, answer.text


def sentences(html: str) -> list[str]:
    """What is said in paragraphs and items, without pictures, tables and links to rules in brackets."""
    html = re.sub(r'<div class="scene".*?</section></div>', "", html, flags=re.DOTALL)
    found = re.findall(
        r"<(?:p|li|figcaption)[^>]*>((?:(?!</?(?:p|li|ol|ul)\b).)*?)</(?:p|li|figcaption)>", html, re.DOTALL
    )
    return [unescape(re.sub(r"<[^>]+>", "", one)).strip() for one in found]


def book_texts(game: str, lang: str) -> list[str]:
    found = find_game(game)
    return [found.learn(lang), found.book(lang)]


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_every_layer_is_told_in_whole_sentences_without_markup(host: Host, game: str, lang: str) -> None:
    for layer in LAYERS:
        status, page = page_of(host, f"{game}{layer}", lang)
        main = page.partition("<article")[2] or page
        assert status == 200
        assert "picture:" not in main
        for said in sentences(main):
            assert not re.search(r"[`*|]|\]\(|\*\*", said), said
    for text in book_texts(game, lang):
        paragraphs = [one for one in re.split(r"\n\n|\n(?=- |\d\. )", text) if one and one[0] not in "#|!"]
        assert [one for one in paragraphs if not re.search(r"[.!?…:*]$", one.strip())] == []


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_a_game_is_learned_on_one_page(game: str, lang: str) -> None:
    """Aim, a picture of the table, a turn in three steps, a worked turn, how it ends, three tips; and no more."""
    found = find_game(game)
    book = read_book(found, found.learn(lang), lang, "x")
    table, steps, worked, ends, tips = book.sections
    assert re.search(r"<strong>(Aim|But) ?:", book.intro)
    assert "<figure>" in table.html
    assert [section.html.count("<li>") for section in (steps, worked, ends, tips)] == [3, 0, 0, 3]
    assert steps.html.count("<ol>") == 1
    assert len(found.learn(lang).split()) < 420


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_links_between_rules_lead_somewhere(host: Host, game: str, lang: str) -> None:
    _, reference = page_of(host, f"{game}/reference", lang)
    places = set(re.findall(r'\bid="([\w-]+)"', reference))
    assert set(rule_texts(find_game(game).book(lang))) <= places
    assert set(re.findall(r'href="#([\w-]+)"', reference.partition("<main")[2])) <= places
    for layer in ("", "/aid"):
        _, page = page_of(host, f"{game}{layer}", lang)
        linked = set(re.findall(rf'href="/rules/{game}/reference#(\w+)"', page))
        assert linked
        assert linked <= places


def test_every_mention_of_a_rule_is_a_link() -> None:
    book = find_game("reef").book("en")
    html = "".join(section.html for section in read_book(find_game("reef"), book, "en").sections)
    bare = re.sub(r'<a class="id".*?</a>|<[^>]+>', "", html)
    assert re.findall(r"\bR\d+\b", bare) == []


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_a_book_has_contents_options_questions_examples_and_what_is_ours(host: Host, game: str, lang: str) -> None:
    _, page = page_of(host, f"{game}/reference", lang)
    contents = re.search(r'<nav class="contents".*?</nav>', page, re.DOTALL)
    assert contents is not None
    titles = re.findall(r">([^<]+)</a></li>", contents[0])
    assert {"en": {"Examples", "Questions"}, "fr": {"Exemples", "Questions"}}[lang] <= set(titles)
    assert titles[-1] == {"en": "What is ours", "fr": "Ce que nous avons ajouté"}[lang]
    assert titles[-2] == {"en": "What a table can choose", "fr": "Ce qu’une table peut choisir"}[lang]
    assert '<section class="part ours"' in page


@pytest.mark.parametrize(("game", "lang"), BOOKS)
def test_rules_of_options_stand_in_the_appendix(game: str, lang: str) -> None:
    """What a table may choose otherwise comes after the game as it is usually played."""
    optional = {"locker": "L62", "reef": "R53", "barracuda": "B30", "nukha": "N41"}
    appendix = re.search(
        rf"^## (?:Appendix|Annexe)(?:(?!^## ).)*\*\*{optional[game]} ",
        find_game(game).book(lang),
        re.DOTALL | re.MULTILINE,
    )
    assert appendix is not None


# Pictures


@pytest.mark.parametrize(("game", "name"), PICTURES)
def test_a_picture_is_of_a_legal_position(game: str, name: str) -> None:
    picture = pictures_of(find_game(game))[name]
    match, _ = replay(find_game(game), picture)
    assert match.log == picture.lines
    assert picture.seat is None or picture.seat in match.seats


@pytest.mark.parametrize(("game", "name"), PICTURES)
def test_every_number_on_a_picture_points_at_a_piece_that_is_drawn(game: str, name: str) -> None:
    picture = pictures_of(find_game(game))[name]
    assert len(picture.callouts) <= MOST_CALLOUTS
    for lang in LANGUAGES:
        board = draw_board(find_game(game), picture, lang)
        assert [one.piece for one in picture.callouts if find_piece(board, one.piece) is None] == []
        drawn = draw(game, name, lang)
        assert re.findall(r'data-callout="(\d)"', drawn) == sorted(
            (str(number) for number in range(1, len(picture.callouts) + 1)),
            key=lambda number: drawn.index(f'data-callout="{number}"'),
        )
        assert all(re.search(r"[.!?]$", one.text[lang]) for one in picture.callouts)


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_in_the_book_and_the_other_way_round(game: str) -> None:
    for lang in LANGUAGES:
        named = set(re.findall(r"\(picture:([\w-]+)\)", "".join(book_texts(game, lang))))
        assert named == set(pictures_of(find_game(game)))


def test_a_picture_that_the_rules_forbid_says_which_line() -> None:
    with pytest.raises(OptionError, match="players=9"):
        replay(find_game("locker"), Picture({"players": 9}, [], None, []))
    with pytest.raises(Exception, match="'B surface' is not allowed"):
        replay(find_game("locker"), Picture({"players": 2, "first": "A"}, ["B surface"], None, []))


def test_a_piece_that_is_not_drawn_is_named() -> None:
    with pytest.raises(OptionError, match="no piece 'kraken'"):
        pictures.point_at('<p data-vt="deck">', "kraken", 1)
    with pytest.raises(OptionError, match=r"locker has no picture 'x'; allowed: setup"):
        draw("locker", "x", "en")


def test_two_pictures_of_a_page_share_no_id(host: Host) -> None:
    for game in GAMES:
        _, page = page_of(host, f"{game}/reference")
        ids = re.findall(r'\bid="([\w-]+)"', page)
        assert len(ids) == len(set(ids)), game


# One rule, and a search


@pytest.mark.parametrize(
    ("lang", "word"),
    [("en", "There is no rule R99; here is the book."), ("fr", "Il n’y a pas de règle R99\u202f; voici le livre.")],
)
def test_a_rule_that_does_not_exist_is_the_book_with_a_word(host: Host, lang: str, word: str) -> None:
    status, page = page_of(host, "reef/R99", lang, "text/html")
    assert status == 404
    assert word in page
    assert 'id="R21"' in page


def test_a_link_to_a_rule_leads_to_its_place_in_the_book(host: Host) -> None:
    for asked in ("R21", "r21"):
        answer = host.web.get(
            f"{host.base}/rules/reef/{asked}", headers={"Accept": "text/html"}, follow_redirects=False
        )
        assert answer.status_code == 303
        assert answer.headers["location"] == "/rules/reef/reference#R21"


def test_a_script_that_asks_for_a_rule_that_is_not_there_is_told(host: Host) -> None:
    status, text = page_of(host, "reef/R99")
    assert status == 404
    assert "reef has no rule R99" in text


def test_rules_are_searched_by_all_words_whatever_the_case() -> None:
    locker = find_game("locker")
    assert [rule for rule, _ in search(locker, "en", "squid DRONE")] == ["L15", "L19", "L37"]
    assert [rule for rule, _ in search(locker, "fr", "l'ancre carte")] == ["L14"]
    assert [rule for rule, _ in search(locker, "en", "L15")] == ["L15"]
    assert search(locker, "en", "  ") == []


def test_a_search_works_without_a_script(host: Host) -> None:
    _, page = page_of(host, "locker/reference?q=squid+drone")
    assert "3 rules say that." in page
    assert '<li><a class="id" href="#L15">L15</a>' in page
    _, page = page_of(host, "locker/reference?q=%3Cb%3E", "fr")
    assert "Aucune règle n’en parle." in page
    assert "<b>&lt;" not in page
    assert 'value="&lt;b&gt;"' in page


def test_a_picture_stands_where_the_text_names_it() -> None:
    assert PICTURE.search('<p><img src="picture:setup" alt="The table." /></p>')
    html = read_book(find_game("locker"), "# T\n\n![It is so.](picture:setup)\n", "en").intro
    assert "<figcaption>It is so.</figcaption>" in html
    assert html.count('class="callout') == 6


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_has_the_style_of_a_table(host: Host, game: str) -> None:
    """Cards lay across the whole picture: the sheet that all boards share was not asked for."""
    book = host.web.get(f"{host.base}/rules/{game}").text
    sheets = [book.find(f"/{sheet}") for sheet in ("board.css", "table.css", "book.css")]
    assert -1 not in sheets
    assert sheets == sorted(sheets)
