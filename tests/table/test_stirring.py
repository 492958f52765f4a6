"""Words for the sea: committed to before any are told, told before it begins, held back to no avail."""

import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fathoms.engine.errors import OptionError
from fathoms.engine.records.verify import verify_record
from fathoms.engine.sea import Sea, choose_fate, commitment_of, published_root
from fathoms.table.rooms import asking, company, lobby, stirring
from fathoms.table.rooms.asking import Asker
from fathoms.table.rooms.course import LEAVES
from fathoms.table.rooms.draft import Draft, NotSeated
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Row, Store
from tests.table.playing import Host, Table, bots, people, seat

ANN, BEN, CID = "A" * 24, "B" * 24, "C" * 24


@pytest.fixture
def store(tmp_path: Path) -> Any:
    one = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield one
    one.close()


def do(room: Room, work: Callable[[Draft], Any]) -> Any:
    return room.change(work).result


def open_table(store: Store, players: int = 2, words: str = "ann's words") -> Room:
    """A table that Ann has set and sits at with words of her own; the other seats are open."""
    me = {**seat("person", "Ann"), "commitment": commitment_of(words)}
    made = lobby.make_table(store, "locker", {"players": players}, [me], {}, ANN)
    return loaded(store, made.row.id)


def loaded(store: Store, table: str) -> Room:
    room = Room.load(store, table)
    assert room is not None
    return room


def join(room: Room, name: str, person: str, words: str = "") -> str:
    commitment = commitment_of(words) if words else ""
    return str(do(room, lambda draft: lobby.join(draft, None, name, person, commitment))[0])


def tell(room: Room, letter: str, words: str) -> None:
    do(room, lambda draft: draft.tell_words([letter], words))


def long_sea(row: Row, entropy: dict[str, str]) -> list[int]:
    """Fates as somebody foretells them who knows the secret of the sea."""
    sea = Sea.from_master(row.secret, LEAVES)
    return [choose_fate(bytes.fromhex(sea.secret(leaf)), leaf, entropy, [1] * 1000) for leaf in range(20)]


def test_a_host_who_knows_all_secrets_cannot_choose_the_deal(store: Store) -> None:
    """He tries 39 words before he sits down, with everything that the database holds: none of it comes true."""
    room = open_table(store)
    kept = store.get(room.row.id)
    assert kept is not None
    tried = [f"word {number}" for number in range(39)]
    foretold = {words: long_sea(kept, {**kept.entropy, **stirring.state_of(kept).words, "B": words}) for words in tried}
    join(room, "Host", BEN, tried[7])
    assert room.row.status == "open"
    with pytest.raises(OptionError, match="not the words that this seat committed to"):
        tell(room, "B", tried[8])
    tell(room, "A", "ann's words")
    with pytest.raises(OptionError, match="not the words that this seat committed to"):
        tell(room, "B", tried[9])
    tell(room, "B", tried[7])
    assert room.row.status == "playing"
    assert long_sea(room.row, room.row.entropy) not in foretold.values()
    assert room.row.secret == kept.secret


def test_words_are_not_told_before_all_have_committed(store: Store) -> None:
    room = open_table(store)
    with pytest.raises(OptionError, match="every seat has committed"):
        tell(room, "A", "ann's words")
    assert stirring.facts(room.row, room.sea.root)["root"] is None


def test_a_full_table_is_listed_no_more_while_words_are_told(store: Store) -> None:
    me = {**seat("person", "Ann"), "commitment": commitment_of("ann's words")}
    made = lobby.make_table(store, "locker", {"players": 2}, [me], {}, ANN, listed=True)
    assert [row.id for row in store.listed()] == [made.row.id]
    room = loaded(store, made.row.id)
    join(room, "Ben", BEN)
    assert (room.row.status, stirring.owed(room.row)) == ("open", ["A"])
    assert store.listed() == []
    do(room, lambda draft: company.give_up(draft, ["A"]))  # somebody is missing again
    assert [row.id for row in store.listed()] == [made.row.id]


def test_full_tables_leave_those_that_wait_on_the_list(store: Store) -> None:
    waits = lobby.make_table(store, "locker", {"players": 2}, [seat("person", "Ann")], {}, ANN, listed=True)
    full = [{**seat("person"), "commitment": commitment_of("words")}, *bots(1)]
    for _ in range(3):
        lobby.make_table(store, "locker", {"players": 2}, full, {}, BEN, listed=True)
    assert [row.id for row in store.listed(2)] == [waits.row.id]


def test_the_root_that_is_published_is_the_records(store: Store) -> None:
    room = open_table(store, 3)
    join(room, "Ben", BEN, "ben's words")
    assert stirring.owed(room.row) == []
    join(room, "Program", CID)
    told = room.sea_told()
    assert (told["owed"], told["by_server"], room.version) == (["A", "B"], ["C"], 0)
    tell(room, "B", "ben's words")
    assert room.sea_told()["owed"] == ["A"]
    tell(room, "A", "ann's words")
    tell(room, "A", "ann's words")  # a page that was not sure
    assert room.row.status == "playing"
    assert room.sea_told()["root"] == told["root"]
    tide = room.match.to_record().sea[0]
    assert tide.published == told["root"] == published_root(tide.root, tide.commitments, ["C"])
    assert {seat: commitment_of(words) for seat, words in tide.entropy.items()} == tide.commitments
    again = loaded(store, room.row.id)
    assert again.match.to_record() == room.match.to_record()


def test_nothing_tells_words_before_the_sea_begins(store: Store) -> None:
    room = open_table(store, 3)
    join(room, "Ben", BEN, "ben's words")
    join(room, "Program", CID)
    tell(room, "B", "ben's words")
    told = json.dumps(room.sea_told())
    assert not any(words in told for words in stirring.state_of(room.row).words.values())


def test_whoever_holds_their_words_back_loses_the_seat_and_the_sea_is_another(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = open_table(store)
    join(room, "Host", BEN, "ben's words")
    tell(room, "A", "ann's words")
    before = room.row.secret
    with pytest.raises(OptionError, match="60 seconds"):
        do(room, lambda draft: company.free(draft, "B"))
    monkeypatch.setattr(stirring, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(OptionError, match="owes its words"):
        do(room, lambda draft: company.free(draft, "A"))  # she has told hers: nobody sends her away for them
    do(room, lambda draft: company.free(draft, "B"))
    assert room.row.secret != before
    assert room.sea_told()["withheld"] == ["Host"]
    assert room.sea.root == loaded(store, room.row.id).sea.root == Sea.from_master(room.row.secret, LEAVES).root
    with pytest.raises(NotSeated):
        join(room, "Host", BEN, "other words")
    join(room, "Cid", CID, "cid's words")
    assert room.sea_told()["owed"] == ["A"], "she commits anew first"
    assert room.sea_told()["root"] is None
    with pytest.raises(OptionError, match="every seat has committed"):
        tell(room, "B", "cid's words")
    do(room, lambda draft: draft.commit(["A"], commitment_of("ann's other words")))
    with pytest.raises(OptionError, match="bound already"):
        do(room, lambda draft: draft.commit(["A"], commitment_of("a third time")))
    tell(room, "B", "cid's words")
    tell(room, "A", "ann's other words")
    assert (room.row.status, room.row.entropy) == ("playing", {"A": "ann's other words", "B": "cid's words"})


def test_who_leaves_while_words_are_told_does_not_come_back(store: Store) -> None:
    room = open_table(store)
    join(room, "Host", BEN, "ben's words")
    do(room, lambda draft: company.give_up(draft, ["B"]))
    with pytest.raises(NotSeated):
        join(room, "Host", BEN)


def test_who_leaves_before_may_come_back(store: Store) -> None:
    room = open_table(store, 3)
    join(room, "Ben", BEN, "ben's words")
    do(room, lambda draft: company.give_up(draft, ["B"]))
    assert join(room, "Ben", BEN, "others") == "B"


def test_a_table_of_bots_and_programs_begins_at_once(host: Host) -> None:
    table = host.table("locker", [*people(1), *bots(1)])
    told = table.look()
    assert told["status"] == "playing"
    assert told["sea"]["by_server"] == ["A", "B"]


def test_play_now_stirs(host: Host) -> None:
    with host.browser() as ann:
        words = uuid.uuid4().hex
        page = ann.post("/play/locker", data={"commitment": commitment_of(words)})
        table = Table(host.base, page.headers["location"].split("/")[-1], {}, ann)
        told = table.look()
        assert (told["status"], told["sea"]["owed"]) == ("open", ["A"])
        answer = ann.post(f"{table.api}/words", json={"words": words})
        assert answer.status_code == 200, answer.text
        assert table.look()["status"] == "playing"


def test_a_program_stirs(host: Host) -> None:
    words = {"A": "one", "B": "two"}
    seats = [{**seat("person", "Ann"), "commitment": commitment_of("one")}, seat("open")]
    table = host.table("locker", seats)
    body = {"name": "Ben", "commitment": commitment_of("two")}
    table.tokens["B"] = host.web.post(f"{table.api}/join", json=body).json()["token"]
    root = table.look()["sea"]["root"]
    for who in "AB":
        told = host.web.post(f"{table.api}/words", json={"words": words[who]}, headers=table.headers(who))
        assert told.status_code == 200, told.text
    table.play_on(lambda choices: choices[-1])
    text = table.get(f"{table.api}/record").text
    assert verify_record(text).roots == (root,)
    assert json.loads(text)["sea"][0]["entropy"] == words
    assert table.get(f"{table.page}/fair.json").json()["tides"][0]["commitments"].keys() == words.keys()


@pytest.mark.parametrize("commitment", ["abc", "Z" * 64, "é" * 64, "A" * 64])
def test_what_is_no_commitment_is_refused(host: Host, commitment: str) -> None:
    seats = [{**seat("person", "Ann"), "commitment": commitment}, seat("open")]
    answer = host.ask_table("locker", seats, options={"players": 2})
    assert answer.status_code == 422
    assert "SHA-256" in answer.json()["error"]


@pytest.mark.parametrize("words", ["", "x" * 65, "é", "a\nb", None, 7])
def test_what_are_no_words_is_refused(host: Host, words: Any) -> None:
    table = host.table("locker", [*people(1), seat("open")])
    answer = host.web.post(f"{table.api}/words", json={"words": words}, headers=table.headers("A"))
    assert answer.status_code == 422


def test_a_rematch_is_stirred_by_those_who_agree(store: Store) -> None:
    made = lobby.make_table(store, "locker", {"players": 2}, people(2), {}, None)
    room = loaded(store, made.row.id)
    do(room, lambda draft: company.close(draft, "host"))
    do(room, lambda draft: asking.ask(draft, "rematch", Asker(["A"], commitment=commitment_of("again"))))
    settled = do(room, lambda draft: asking.answer(draft, "rematch", Asker(["B"]), True))
    again = loaded(store, settled.table)
    assert (again.row.status, again.sea_told()["owed"], again.sea_told()["by_server"]) == ("open", ["A"], ["B"])
    tell(again, "A", "again")
    assert again.row.status == "playing"


def test_a_game_begun_before_seats_committed_goes_on(store: Store) -> None:
    room = open_table(store)
    row = room.row
    row.entropy, row.status = {"A": "salt"}, "playing"
    row.settings = lobby.TableSettings()
    old = Draft.fresh(row)
    old._happened(old._drift())
    assert old.match.to_record().sea[0].commitments == {}
    assert stirring.facts(old.row, old.course.sea.root)["root"] == old.course.sea.root
