"""Questions at a table, one kind for all, and what people do about each other: on a table in memory and on disk."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fathoms.engine.errors import FathomsError, IllegalMove, OptionError
from fathoms.engine.sea import commitment_of
from fathoms.table.rooms import asking, company, lobby, stirring
from fathoms.table.rooms.asking import Asker, Settled
from fathoms.table.rooms.company import TooSoon
from fathoms.table.rooms.draft import Draft, NotSeated
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.seats import Question
from fathoms.table.rooms.store import Store
from tests.openings import deal_until
from tests.table.playing import bots, seat


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    one = Store(f"sqlite:///{Path(tmp_path_factory.mktemp('asking')) / 'tables.db'}")
    yield one
    one.close()


def table_of(store: Store, count: int = 2, game: str = "locker", **settings: Any) -> Room:
    """A game that is on, A to move: seat A is the host's, the others are people who came by the link."""
    seats = [seat("person", "Ann"), *[seat("open")] * (count - 1)]
    begins = {} if game == "barracuda" else {"first": "A"}

    def deal() -> Room:
        made = lobby.make_table(store, game, {"players": count, **begins}, seats, settings, "A" * 24)
        room = loaded(store, made.row.id)
        for letter, name in zip("BCD", ("Ben", "Cat", "Dan"), strict=False):
            if letter in room.match.seats:
                assert room.change(lambda draft, who=letter, name=name: lobby.join(draft, who, name, who * 24)).result  # type: ignore[misc]
        return room

    return deal_until(lambda room: "A" in room.match.to_act, deal)


def loaded(store: Store, table_id: str) -> Room:
    room = Room.load(store, table_id)
    assert room is not None
    return room


def do(room: Room, work: Callable[[Draft], Any]) -> Any:
    return room.change(work).result


def ask(room: Room, kind: str, who: str, about: str = "", **more: Any) -> Settled:
    settled: Settled = do(room, lambda draft: asking.ask(draft, kind, Asker([who], **more), about))
    return settled


def answer(room: Room, kind: str, who: str, agree: bool, **more: Any) -> Settled:
    settled: Settled = do(room, lambda draft: asking.answer(draft, kind, Asker([who]), agree, **more))
    return settled


def question(room: Room) -> Question | None:
    kept = loaded(room.store, room.row.id).row.settings.question
    assert kept == room.row.settings.question
    return kept


# Ending early


def test_a_game_ends_early_when_all_agree(store: Store) -> None:
    room = table_of(store, 3)
    assert not ask(room, "end", "B").done
    assert not answer(room, "end", "A", True).done
    asked = question(room)
    assert asked is not None
    assert asking.owe_an_answer(room.row, asked) == ["C"]
    assert answer(room, "end", "C", True).done
    assert (room.row.status, room.row.settings.ended, question(room)) == ("closed", "all", None)
    with pytest.raises(IllegalMove, match="ended early"):
        _ = room.move("A", "surface", "late").result
    assert room.bots_to_act() == []
    assert room.time_left(0.0) == {}


def test_a_no_is_seen_until_something_else_is_asked(store: Store) -> None:
    room = table_of(store, 3)
    ask(room, "end", "B")
    answer(room, "end", "A", False)
    asked = question(room)
    assert asked == Question("end", "B", ("B",), ("A",))
    assert asking.owe_an_answer(room.row, asked) == []
    with pytest.raises(OptionError):
        answer(room, "end", "C", True)
    ask(room, "end", "C")
    assert question(room) == Question("end", "C", ("C",))
    answer(room, "end", "C", False)
    assert question(room) is None, "taken back by whoever asked"


def test_one_question_at_a_time(store: Store) -> None:
    room = table_of(store, 3)
    ask(room, "end", "B")
    with pytest.raises(OptionError, match="answer it first"):
        ask(room, "remove", "A", "C")
    assert not ask(room, "end", "A").done, "asking the same is agreeing"
    assert question(room) == Question("end", "B", ("A", "B"))


def test_who_answers_another_question_than_the_one_that_stands_is_told_so(store: Store) -> None:
    room = table_of(store, 3)
    ask(room, "end", "B")
    for kind in ("undo", "rematch", "remove", "stand_in"):
        with pytest.raises(OptionError):
            answer(room, kind, "A", True)
    assert question(room) == Question("end", "B", ("B",))


def undoable(store: Store) -> Room:
    """A table where A may ask to take a move back."""
    room = table_of(store, 2, "reef")
    while not room.may_undo("A"):
        who = room.match.to_act[0]
        assert room.move(who, room.match.choices(who)[0], str(room.version)).result
    return room


def test_an_undo_that_was_asked_before_a_move_is_in_nobodys_way(store: Store) -> None:
    room = undoable(store)
    ask(room, "undo", "A")
    who = room.match.to_act[0]
    assert room.move(who, room.match.choices(who)[0], str(room.version)).result
    assert not ask(room, "end", "B").done
    assert question(room) == Question("end", "B", ("B",))


# Removing


def test_somebody_is_removed_when_the_others_agree(store: Store) -> None:
    room = table_of(store, 3)
    assert not ask(room, "remove", "B", "C").done
    assert answer(room, "remove", "A", True).done
    assert room.open_seats() == ["C"]
    assert room.seats_of_person("C" * 24) == []
    with pytest.raises(NotSeated, match="removed"):
        do(room, lambda draft: lobby.join(draft, "C", "Cat", "C" * 24))
    assert do(room, lambda draft: lobby.join(draft, "C", "Dan", "D" * 24))[0] == "C"


def test_the_hosts_word_is_enough_to_remove_somebody(store: Store) -> None:
    room = table_of(store, 3)
    assert ask(room, "remove", "A", "C", host=True).done
    assert room.row.settings.removed == (hash_secret("C" * 24),)


@pytest.mark.parametrize(("who", "about"), [("B", "A"), ("B", "B"), ("B", "Z"), ("B", "")])
def test_the_host_oneself_and_nobody_are_not_removed(store: Store, who: str, about: str) -> None:
    room = table_of(store, 3)
    with pytest.raises(OptionError):
        ask(room, "remove", who, about)
    assert question(room) is None


def test_one_of_two_does_not_remove_the_other(store: Store) -> None:
    room = table_of(store, 2)
    room.row.settings = room.row.settings.__class__()  # a table without a host
    with pytest.raises(OptionError, match="only the host"):
        ask(room, "remove", "A", "B")


# Standing in


def test_a_bot_stands_in_for_who_is_gone_and_the_seat_is_theirs_when_they_are_back(store: Store) -> None:
    room = table_of(store, 2)
    with pytest.raises(OptionError, match="nobody is missing"):
        ask(room, "stand_in", "A", "B")
    assert ask(room, "stand_in", "A", "B", absent=["B"]).done
    assert (room.played_by_bot("B"), room.seats_of_person("B" * 24)) == ("sailor", ["B"])
    do(room, lambda draft: company.come_back(draft, ["A", "B"]))
    assert room.played_by_bot("B") is None


def test_those_who_are_there_agree_to_a_bot(store: Store) -> None:
    room = table_of(store, 4)
    assert not ask(room, "stand_in", "A", "B", absent=["B", "D"]).done
    assert answer(room, "stand_in", "C", True).done
    assert room.played_by_bot("B") == "sailor"


def test_who_left_the_seat_to_a_bot_themselves_is_not_put_back(store: Store) -> None:
    room = table_of(store, 2)
    do(room, lambda draft: lobby.hand_over(draft, ["B"], True))
    do(room, lambda draft: company.come_back(draft, ["B"]))
    assert room.played_by_bot("B") == "sailor"


# Seats


def test_a_seat_given_up_is_free_and_the_table_waits(store: Store) -> None:
    room = table_of(store, 3)
    log = room.match.log
    do(room, lambda draft: company.give_up(draft, ["B"]))
    assert (room.open_seats(), room.row.status, room.played_by_bot("B")) == (["B"], "playing", None)
    assert ask(room, "stand_in", "A", "B").done is False, "the third has to agree"
    assert answer(room, "stand_in", "C", True).done
    assert room.played_by_bot("B") == "sailor"
    assert do(room, lambda draft: lobby.join(draft, "B", "Dan", "D" * 24, commitment_of("words too late")))[0] == "B"
    assert room.played_by_bot("B") is None
    assert loaded(store, room.row.id).match.log == room.match.log == log, "the sea is the same"


def test_a_seat_given_up_is_a_bots_where_the_table_chose_so(store: Store) -> None:
    room = table_of(store, 2, absent="bot")
    do(room, lambda draft: company.give_up(draft, ["B"]))
    assert (room.open_seats(), room.played_by_bot("B")) == (["B"], "sailor")


def test_a_seat_is_freed_before_the_game_with_its_words_for_the_sea(store: Store) -> None:
    made = lobby.make_table(store, "locker", {"players": 3}, [seat("person", "Ann")], {}, "A" * 24)
    room = loaded(store, made.row.id)
    do(room, lambda draft: lobby.join(draft, "B", "Ben", "B" * 24, commitment_of("waves")))
    assert stirring.state_of(room.row).own == ("B",)
    do(room, lambda draft: company.vacate(draft, "B"))
    assert (room.open_seats(), stirring.state_of(room.row).commitments) == (["B", "C"], {})


def test_bots_and_free_seats_are_not_freed(store: Store) -> None:
    made = lobby.make_table(store, "locker", {"players": 3}, [seat("person"), *bots(1)], {}, "A" * 24)
    room = loaded(store, made.row.id)
    for letter in "BC":
        with pytest.raises(OptionError):
            do(room, lambda draft, letter=letter: company.vacate(draft, letter))  # type: ignore[misc]


def test_one_person_takes_one_seat_unless_the_host_says_otherwise(store: Store) -> None:
    """A seat that was named used to be given to whoever sat there already."""
    for shared in (False, True):
        made = lobby.make_table(store, "locker", {"players": 3}, [], {"shared": shared}, "A" * 24)
        room = loaded(store, made.row.id)
        do(room, lambda draft: lobby.join(draft, "A", "Ann", "A" * 24))
        second = room.change(lambda draft: lobby.join(draft, "B", "Ann", "A" * 24))
        assert isinstance(second.refusal, OptionError) is not shared
        assert room.open_seats() == (["C"] if shared else ["B", "C"])


# Nudges and closing


def test_a_nudge_is_for_who_is_to_move_and_once_a_minute(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room = table_of(store, 2)
    assert room.match.to_act == ["A"]
    nudged = room.change(lambda draft: company.nudge(draft, "A", ["B"]))
    assert nudged.happened.nudged == ["A"]
    assert isinstance(room.change(lambda draft: company.nudge(draft, "A", ["B"])).refusal, TooSoon)
    for whom, by in (("A", "A"), ("B", "A")):
        refused = room.change(lambda draft, whom=whom, by=by: company.nudge(draft, whom, [by])).refusal  # type: ignore[misc]
        assert isinstance(refused, OptionError)
    later = room.row.settings.nudged["A"] + company.NUDGE_SECONDS
    monkeypatch.setattr(company.time, "time", lambda: later)
    assert room.change(lambda draft: company.nudge(draft, "A", ["B"])).happened.nudged == ["A"]


def test_a_closed_table_stays_closed(store: Store) -> None:
    room = table_of(store, 2)
    do(room, lambda draft: company.close(draft, "host"))
    for work in (
        lambda draft: company.close(draft, "host"),
        lambda draft: company.vacate(draft, "B"),
        lambda draft: lobby.join(draft, None, "Dan", "D" * 24),
        lambda draft: asking.ask(draft, "end", Asker(["A"])),
        lambda draft: draft.move("A", ["surface"]),
    ):
        assert isinstance(room.change(work).refusal, FathomsError)
    assert loaded(store, room.row.id).row == room.row
    assert ask(room, "rematch", "A").done is False
    again = answer(room, "rematch", "B", True).table
    assert again is not None
    assert loaded(store, again).row.settings.ended == ""


# Choosing again


def choosing(store: Store) -> Room:
    """Barracuda, where all choose a card face down at the same time."""
    room = table_of(store, 3, "barracuda")
    assert set(room.match.to_act) == {"A", "B", "C"}
    return room


def move(room: Room, who: str, move: str) -> None:
    do(room, lambda draft: draft.move(who, [move]))


def test_a_choice_that_nobody_has_seen_can_be_changed(store: Store) -> None:
    room = choosing(store)
    version = room.version
    move(room, "A", "play 1")
    move(room, "B", "play 2")
    assert room.may_choose_again("A")
    assert ask(room, "change", "A").done
    assert room.version == version + 1
    assert room.match.log_for("B")[-1] == "B play 2"
    assert set(room.match.to_act) == {"A", "C"}
    move(room, "A", "play 3")
    assert room.match.log_for("A")[-1] == "A play 3"
    assert loaded(store, room.row.id).match.log == room.match.log


def test_a_choice_that_is_turned_up_stands(store: Store) -> None:
    room = choosing(store)
    for who, card in (("A", "1"), ("B", "2"), ("C", "3")):
        move(room, who, f"play {card}")
    assert not room.may_choose_again("A")
    with pytest.raises(OptionError, match="no choice to change"):
        ask(room, "change", "A")


def test_who_has_not_chosen_has_nothing_to_change(store: Store) -> None:
    room = choosing(store)
    move(room, "A", "play 1")
    assert not room.may_choose_again("B")


def test_a_move_at_a_game_without_secret_choices_is_not_changed_so(store: Store) -> None:
    room = table_of(store)
    move(room, "A", room.match.view("A")["choices"][0])
    assert not room.may_choose_again("A")


def test_who_was_refused_does_not_ask_again_at_once(store: Store) -> None:
    room = undoable(store)
    ask(room, "undo", "A")
    answer(room, "undo", "B", False)
    with pytest.raises(OptionError, match="refused"):
        ask(room, "undo", "A")


def test_a_move_taken_back_leaves_a_line(store: Store) -> None:
    room = undoable(store)
    ask(room, "undo", "A")
    answer(room, "undo", "B", True)
    assert loaded(store, room.row.id).row.settings.taken_back == (f"{room.version} A",)


def test_who_asked_for_a_rematch_may_think_better_of_it(store: Store) -> None:
    room = table_of(store)
    do(room, lambda draft: company.close(draft, "all"))
    ask(room, "rematch", "A")
    answer(room, "rematch", "A", False)
    assert question(room) is None
