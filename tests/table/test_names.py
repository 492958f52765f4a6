"""What people are called at a table: by name, in both languages, told apart, and never mistaken for markup."""

import re
from dataclasses import replace
from typing import Any

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.seats import Name
from fathoms.table.rooms.seats import TableSeat
from fathoms.table.web import i18n, render
from fathoms.table.web.render import News
from fathoms.table.web.telling.log import log_line
from fathoms.table.web.telling.names import names_of
from tests.table.playing import Host, seat
from tests.table.test_words import LANGUAGES, room_with, walk


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Bob", "de Bob"),
        ("Anne", "d’Anne"),
        ("Élise", "d’Élise"),
        ("Hugo", "d’Hugo"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("A", "de A"),
        ("{0}", "de {0}"),
    ],
)
def test_french_elides(name: str, said: str) -> None:
    assert f"la Cale {Name(name):de}" == f"la Cale {said}"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["Ann", "Bob", ""], ["Ann", "Bob", "C"]),
        (["Ann", "ANN", "Bob"], ["Ann (A)", "ANN (B)", "Bob"]),
        (["B", "", "Bob"], ["B (A)", "B (B)", "Bob"]),
        (["Ann", "Ann", "Ann (A)"], ["Ann (A)", "Ann (B)", "Ann (A) (C)"]),
    ],
)
def test_two_of_one_name_are_told_apart(given: list[str], told: list[str]) -> None:
    match = next(walk(find_game("locker"), 1))
    room = room_with(match)
    room.row.seats = tuple(TableSeat(letter, "person", name) for letter, name in zip("ABC", given, strict=True))
    assert list(names_of(room).values()) == told


@pytest.mark.parametrize("game", game_names())
def test_sentences_remarks_and_labels_speak_of_names(game: str) -> None:
    """Wherever a line without names has a letter of a seat, the line with names has a name."""
    found = find_game(game)
    before: Any = None
    for step, match in enumerate(walk(found, 7)):
        lang = LANGUAGES[step % 2]
        after = match.view()
        for line in match.log[-1:]:
            letters = found.sentence(line, lang), found.remark(line, before, after, lang) or ""
            names = (
                found.sentence(line, lang, _marked),
                found.remark(line, before, after, lang, _marked) or "",
            )
            assert [re.sub("[‹›]", "", text) for text in names] == list(letters)
            assert not re.search(r"(?<!‹)\b[B-F]\b(?!›)", " ".join(names)), names
        before = after
    for text in found.action_codes:
        told = found.label(text, "fr", _marked)
        assert told.replace("‹", "").replace("›", "") == found.label(text, "fr")
        assert all(f"‹{word}›" in told for word in text.split(" ") if word in "ABCDEF")


def _marked(seat: str) -> Name:
    return Name(f"‹{seat}›")


HOSTILE = '<img src=x onerror=alert(1)>{0}{{7*7}}"&'


@pytest.mark.parametrize("game", game_names())
def test_a_name_is_never_markup(game: str) -> None:
    """A name that is HTML, a format and a template stays what it is: text."""
    for step, match in enumerate(walk(find_game(game), 8)):
        if step % 4 and not match.over:
            continue
        room = room_with(match)
        room.row.seats = tuple(replace(one, name=f"{HOSTILE}{one.seat}") for one in room.row.seats)
        viewer = [None, *match.seats][step % (len(match.seats) + 1)]
        news = News(match.log_for(viewer)[-8:])
        html = render.fragment(room, viewer, match.view(viewer), LANGUAGES[step % 2], False, news)
        assert "<img src=x" not in html
        assert "{0}" in html or HOSTILE[:4] not in html
        assert "{49}" not in html
        for line in match.log[-1:]:
            told = log_line(match.game, [line], "en", names_of(room).__getitem__)["text"]
            assert all(f"{HOSTILE}{word}" in told for word in line.split(" ") if word in match.seats)


def test_the_page_its_log_its_socket_and_its_replay_speak_of_names(host: Host) -> None:
    table = host.table("locker", [seat("person", "Ondine"), seat("person", "Neptune")])
    dived = table.events()[0] == "sea first B"
    first, other = ("B", "A") if dived else ("A", "B")
    names = {"A": "Ondine", "B": "Neptune"}
    name = names[first]
    for lang, begun in (("en", f"{name} dives first."), ("fr", f"{name} plonge en premier.")):
        headers = {"Cookie": f"fathoms_lang={lang}"}
        replay = table.get(f"{table.page}/replay.json?at=1", headers=headers).json()
        assert replay["text"] == begun
        assert begun in table.get(table.page, headers=headers).text
    with table.live(other, page=True, headers={"Cookie": "fathoms_lang=fr"}) as live:
        state = live.next()
        mover = next(one for one in names if table.view(one)["choices"])  # the first cards may sink the first diver
        table.move(mover, table.view(mover)["choices"][0])
        told = live.events(state["version"] + 1)[-1]
        assert names[mover] in told["log"]["text"]


@pytest.mark.parametrize(
    ("raw", "set_"),
    [
        ("Aller : non ! « Oui » ; ah ?", "Aller\u202f: non\u202f! «\u202fOui\u202f»\u202f; ah\u202f?"),
        ("Elle gagne 60 % des parties.", "Elle gagne 60\u202f% des parties."),
        ('<a href="x" title="Rien : rien">12:30</a>', '<a href="x" title="Rien\u202f: rien">12:30</a>'),
    ],
)
def test_french_points_keep_to_their_words(raw: str, set_: str) -> None:
    assert i18n.typeset(raw, "fr") == set_
    assert i18n.typeset(raw, "en") == raw
