"""What people at a table ask of each other: one kind of question, whatever it is about, and who has answered what."""

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from fathoms.engine.errors import OptionError
from fathoms.engine.options import Seat
from fathoms.table.rooms import stirring
from fathoms.table.rooms.company import close, remove, stand_in
from fathoms.table.rooms.draft import Draft, people_at
from fathoms.table.rooms.people.identity import new_table_id
from fathoms.table.rooms.seats import OPEN, PERSON, Question, TableSeat
from fathoms.table.rooms.store import Row


@dataclass(frozen=True)
class Asker:
    """Who asks or answers: the seats they act for, and what the hub knows of them and the others."""

    seats: list[str]
    host: bool = False
    absent: Collection[str] = ()  # the seats of people who are not here
    commitment: str = ""  # to words for the sea of a rematch


@dataclass(frozen=True)
class Settled:
    """What a question or an answer led to."""

    done: bool = False
    table: str | None = None  # of the rematch


def ask(draft: Draft, kind: str, asker: Asker, about: str = "") -> Settled:
    """Ask something of all; who asks agrees. Done at once where nobody else has to."""
    if kind == "rematch" and draft.row.next_table:
        return Settled(True, draft.row.next_table)
    standing = waits(draft.row, draft.version)
    if standing and (standing.kind, standing.about) == (kind, about) and not _refused(standing):
        return answer(draft, kind, asker, True)
    if standing and not _refused(standing):
        raise OptionError(
            "something else is being asked; allowed: to answer it first",
            "une autre question est posée ; permis : y répondre d’abord",
        )
    asked = KINDS[kind].ask(draft, asker, about)
    return _settle(draft, _answered(asked, asker, True), asker)


def answer(draft: Draft, kind: str, asker: Asker, agree: bool, start: bool = False) -> Settled:
    """Agree or not. Whoever asked takes the question back by not agreeing any more."""
    if kind == "rematch" and draft.row.next_table:  # it has begun
        return Settled(True, draft.row.next_table)
    asked = waits(draft.row, draft.version)
    if asked is None or asked.kind != kind or (_refused(asked) and asked.seat not in asker.seats):
        raise OptionError("nobody asks this any more", "personne ne demande plus cela")
    if not agree and asked.seat in asker.seats and not KINDS[kind].counts_noes:
        draft.set(question=None)
        return Settled()
    return _settle(draft, _answered(asked, asker, agree), asker, start)


def _answered(asked: Question, asker: Asker, agree: bool) -> Question:
    """A question once somebody has answered it; whoever agrees to a rematch may commit to words for its sea."""
    given = dict.fromkeys(asker.seats, stirring.checked(asker.commitment) if agree else "")
    others = {seat: told for seat, told in asked.commitments.items() if seat not in given}
    commitments = {**others, **{seat: told for seat, told in given.items() if told}}
    return replace(asked.answered(asker.seats, agree), commitments=commitments)


def waits(row: Row, version: int) -> Question | None:
    """The question that stands at a table, if it is still about what is there."""
    asked = row.settings.question
    if asked is None or asked.version not in (None, version) or (asked.kind == "rematch" and row.next_table):
        return None
    return asked if asked.kind == "rematch" or row.status == "playing" or asked.kind == "remove" else None


def owe_an_answer(row: Row, question: Question) -> list[str]:
    """The people who have not answered; who let a bot play for them need not, while the game is on."""
    if _refused(question):
        return []
    away = {seat.seat for seat in row.seats if seat.away and row.status == "playing"}
    answered = {*question.agreed, *question.declined, *question.excused, *away}
    return [seat for seat in people_at(row) if seat not in answered]


def _refused(asked: Question) -> bool:
    """Whether somebody said no, where one is enough."""
    return bool(asked.declined) and not KINDS[asked.kind].counts_noes


def _settle(draft: Draft, asked: Question, asker: Asker, start: bool = False) -> Settled:
    """Do what was asked, if it is settled, or let the question stand."""
    kind = KINDS[asked.kind]
    if _refused(asked):
        draft.set(question=asked if kind.shows_noes else None)
        if asked.kind == "undo":
            draft.set(undo_refused=draft.version)
        return Settled()
    owing = [*asked.declined, *owe_an_answer(draft.row, asked)]
    enough = (start and asked.agreed) or (asker.host and kind.hosts_word)
    if enough or (asked.agreed and not owing):
        draft.set(question=asked if kind.counts_noes else None)
        return kind.do(draft, asked, owing)
    draft.set(question=asked if asked.agreed else None)  # or nobody asks any more
    return Settled()


# To take a move back


def _ask_undo(draft: Draft, asker: Asker, about: str) -> Question:
    last = draft.match.log[-1].split(" ")[0] if draft.match.log else ""
    seat = last if last in asker.seats else asker.seats[0]
    if draft.row.settings.undo_refused == draft.version:
        raise OptionError(
            "somebody has refused to have this move taken back; allowed: to play on",
            "quelqu’un a refusé que ce coup soit repris ; permis : continuer la partie",
        )
    if not draft.may_undo(seat):
        raise OptionError(
            "this cannot be taken back; allowed: one's own last move, before the sea or anybody acts",
            "ce coup ne se reprend pas ; permis : son propre dernier coup, avant que la mer ou quelqu’un n’agisse",
        )
    return Question("undo", seat, version=draft.version)


def _undo(draft: Draft, asked: Question, owing: list[str]) -> Settled:
    draft.take_back()
    return Settled(True)


# To choose again what nobody has seen


def _ask_change(draft: Draft, asker: Asker, about: str) -> Question:
    seat = next((one for one in asker.seats if draft.course.chosen_at(one)), asker.seats[0])
    return Question("change", seat, excused=tuple(people_at(draft.row)))


def _change(draft: Draft, asked: Question, owing: list[str]) -> Settled:
    draft.choose_again(asked.seat)
    return Settled(True)


# To end the game early


def _ask_end(draft: Draft, asker: Asker, about: str) -> Question:
    if draft.row.status != "playing":
        raise OptionError(
            "only a game that is on can be ended early", "seule une partie en cours peut être arrêtée avant la fin"
        )
    return Question("end", asker.seats[0])


def _end(draft: Draft, asked: Question, owing: list[str]) -> Settled:
    close(draft, "all")
    return Settled(True)


# To remove somebody


def _ask_remove(draft: Draft, asker: Asker, about: str) -> Question:
    host = draft.row.settings.host
    seat = next((one for one in draft.row.seats if one.seat == about and one.kind == PERSON), None)
    if seat is None or about in asker.seats or (host and seat.person == host):
        raise OptionError(
            "this seat cannot be removed; allowed: the seat of another person who is not the host",
            "cette place ne peut pas être retirée ; permis : celle d’une autre personne qui n’est pas l’hôte",
        )
    others = set(people_at(draft.row)) - {about, *asker.seats}
    if not asker.host and not others:
        raise OptionError(
            "only the host can remove the only other person; allowed: to leave, or to let a bot play for them",
            "seul l’hôte peut retirer la seule autre personne ; permis : partir, ou laisser un robot jouer à sa place",
        )
    return Question("remove", (asker.seats or [""])[0], about=about, excused=(about,))


def _remove(draft: Draft, asked: Question, owing: list[str]) -> Settled:
    remove(draft, asked.about)
    return Settled(True)


# To let a bot play for somebody who is gone


def _ask_stand_in(draft: Draft, asker: Asker, about: str) -> Question:
    seat = next((one for one in draft.row.seats if one.seat == about and not one.away), None)
    gone = seat is not None and (seat.kind == OPEN or (seat.kind == PERSON and about in asker.absent))
    if not gone or draft.row.status != "playing":
        raise OptionError(
            "nobody is missing there; allowed: to let a bot play for somebody who is gone",
            "personne ne manque là ; permis : laisser un robot jouer pour quelqu’un qui est parti",
        )
    return Question("stand_in", asker.seats[0], about=about, excused=tuple(sorted({about, *asker.absent})))


def _stand_in(draft: Draft, asked: Question, owing: list[str]) -> Settled:
    stand_in(draft, asked.about)
    return Settled(True)


# To play again


def _ask_rematch(draft: Draft, asker: Asker, about: str) -> Question:
    if draft.row.status not in ("over", "closed"):
        raise OptionError("a rematch comes after the end of the game", "une revanche vient après la fin de la partie")
    return Question("rematch", asker.seats[0])


def _rematch(draft: Draft, asked: Question, owing: list[str]) -> Settled:
    """The new table, begun if nobody is missing; the seats of those who have not agreed are free there."""
    again = Draft.fresh(_again(draft, asked, set(owing)))
    draft.tables.append(again)
    draft.row.next_table = again.row.id
    return Settled(True, again.row.id)


def _again(draft: Draft, asked: Question, free: set[str]) -> Row:
    """The same people and bots in the same seats, so that everybody keeps colour and shape; another seat begins."""
    row = draft.row
    seats = tuple(
        TableSeat(seat.seat) if seat.seat in free or seat.kind == OPEN else replace(seat, away=False, gone=False)
        for seat in row.seats
    )
    options = {**row.options, **_who_begins_next(draft)}
    settings = row.settings.for_the_next_game()
    again = Row(new_table_id(), row.game, options, seats, settings, secrets.token_bytes(32))
    for seat, commitment in asked.commitments.items():
        if seat not in free:
            stirring.commit(again, [seat], commitment)
    return again


def _who_begins_next(draft: Draft) -> dict[str, str]:
    """Where a game lets a table name who begins (`first`, `captain`): the seat after the one that began.

    That one was named by the options or else by the sea, in the event of the same name. A game without such an option
    leaves it to its rules.
    """
    chosen, letters = {}, draft.match.seats
    for option in draft.course.game.options.options:
        said = f"sea {option.name} "
        named = next((line.removeprefix(said) for line in draft.match.log if line.startswith(said)), None)
        began = draft.row.options.get(option.name) or named
        if isinstance(option, Seat) and began in letters:
            chosen[option.name] = letters[(letters.index(began) + 1) % len(letters)]
    return chosen


@dataclass(frozen=True)
class Kind:
    """What can be asked: when, and what comes of it once all have agreed."""

    ask: Callable[[Draft, Asker, str], Question]  # or OptionError
    do: Callable[[Draft, Question, list[str]], Settled]
    hosts_word: bool = False  # the host's word is enough
    counts_noes: bool = False  # a no is an answer among others, and not the end of the question
    shows_noes: bool = True  # a no stays in sight until something else is asked


KINDS = {
    "undo": Kind(_ask_undo, _undo, shows_noes=False),
    "change": Kind(_ask_change, _change),
    "rematch": Kind(_ask_rematch, _rematch, counts_noes=True),
    "end": Kind(_ask_end, _end),
    "remove": Kind(_ask_remove, _remove, hosts_word=True),
    "stand_in": Kind(_ask_stand_in, _stand_in),
}
