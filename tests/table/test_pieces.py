"""What of a table is sent: the pieces that differ from the last drawing, and the page has the whole again."""

import random
import statistics
from itertools import pairwise

import pytest

from fathoms.engine.game import game_names
from fathoms.table.live.connection import Frame
from fathoms.table.live.pieces import changed, rebuilt
from fathoms.table.rooms.store import Store
from scripts.bytes_an_event import messages, weights
from tests.table.playing import Host, people

MOST_BYTES = 3000  # of an event at the median, before compression


@pytest.mark.parametrize("game", game_names())
def test_an_event_is_small_and_the_table_whole(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('pieces') / 'tables.db'}")
    frames = messages(store, game, random.Random(2), "fr")
    store.close()
    for was, now in pairwise(frames):
        assert rebuilt(was.html, changed(was.html, now.html)) == now.html
    assert statistics.median(weights(frames)[1]) < MOST_BYTES


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_drawn_can_be_put_together(seed: int) -> None:
    rng = random.Random(seed)
    before, after = (
        "".join(rng.choices(["<b>", "</b>", "x", "🦑", '"', "\n", "<"], k=rng.randrange(60))) for _ in "ab"
    )
    assert rebuilt(before, changed(before, after)) == after


def test_a_page_that_has_no_drawing_is_sent_the_whole() -> None:
    frame = Frame.of({"kind": "event", "html": "<p>é</p>", "version": 1})
    assert frame.after("") == frame.text == '{"kind":"event","version":1,"html":"<p>é</p>"}'
    assert Frame.of({"kind": "ping"}).after("<p></p>") == '{"kind":"ping"}'


def test_only_a_page_that_asks_for_pieces_is_sent_them(host: Host) -> None:
    """One that was loaded before the server was renewed knows nothing of them."""
    table = host.table("reef", people(2), first="A")
    with table.live("A", page=True) as old, table.live("A", page=True, after="0&pieces=1") as new:  # type: ignore[arg-type]
        drawn = [socket.next()["html"] for socket in (old, new)]
        table.move("A", table.view("A")["choices"][0])
        whole, pieces = old.next(), new.next()
        assert "pieces" not in whole
        assert "html" not in pieces
        assert rebuilt(drawn[1], pieces["pieces"]) == whole["html"]
