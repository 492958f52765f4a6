"""What people at a table ask of each other: to take a move back, to play again."""

import secrets
from dataclasses import replace

from fathoms.engine.errors import OptionError
from fathoms.engine.options import Seat
from fathoms.table.rooms.draft import Draft, people_at
from fathoms.table.rooms.identity import new_table_id
from fathoms.table.rooms.seats import Question, TableSeat
from fathoms.table.rooms.store import Row


def owe_an_answer(row: Row, question: Question) -> list[str]:
    """The people who have not answered; who let a bot play for them need not, while the game is on."""
    away = {seat.seat for seat in row.seats if seat.away and row.status != "over"}
    answered = {*question.agreed, *question.declined, *away}
    return [seat for seat in people_at(row) if seat not in answered]


def ask_undo(draft: Draft, seat: str, seats: list[str]) -> bool:
    """Ask to take one's last move back; True if nobody but the asker's own `seats` has to agree and it is done."""
    if not draft.may_undo(seat):
        raise OptionError(
            "this cannot be taken back; allowed: one's own last move, before the sea or anybody acts",
            "ce coup ne se reprend pas ; permis : son propre dernier coup, avant que la mer ou quelqu’un n’agisse",
        )
    asked = Question("undo", seat, tuple(sorted({seat, *seats})), version=draft.version)
    return _undo_if_agreed(draft, asked)


def answer_undo(draft: Draft, seats: list[str], agree: bool) -> bool:
    """Agree to somebody's undo, or refuse it; True if everybody has agreed and it is done."""
    asked = draft.row.settings.question
    if not asked or asked.kind != "undo" or asked.version != draft.version or not draft.may_undo(asked.seat):
        raise OptionError(
            "nobody asks to take a move back now", "personne ne demande plus à reprendre un coup maintenant"
        )
    if agree:
        return _undo_if_agreed(draft, asked.answered(seats, True))
    draft.set(question=None)
    return False


def _undo_if_agreed(draft: Draft, asked: Question) -> bool:
    agreed = not owe_an_answer(draft.row, asked)
    draft.set(question=None if agreed else asked)
    if agreed:
        draft.take_back()
    return agreed


def ask_rematch(draft: Draft, seats: list[str], agree: bool = True, start: bool = False) -> str | None:
    """Ask for a rematch, agree to one, or decline: the new table once all people agree; bots always do.

    With `start`, who agrees begins at once: the seats of those who have not agreed are free at the new table.
    """
    row = draft.row
    if row.status != "over":
        raise OptionError("a rematch comes after the end of the game", "une revanche vient après la fin de la partie")
    if row.next_table is None:
        asked = row.settings.question
        asked = (asked if asked and asked.kind == "rematch" else Question("rematch", seats[0], ())).answered(
            seats, agree
        )
        draft.set(question=asked if asked.agreed else None)  # or nobody asks any more
        waiting = set(people_at(row)) - set(asked.agreed)
        if agree and (start or not waiting):
            again = Draft.fresh(_again(draft, waiting))
            draft.tables.append(again)
            row.next_table = again.row.id
    return row.next_table


def _again(draft: Draft, free: set[str]) -> Row:
    """The same people and bots in the same seats, so that everybody keeps colour and shape; another seat begins."""
    row = draft.row
    seats = tuple(TableSeat(seat.seat) if seat.seat in free else replace(seat, away=False) for seat in row.seats)
    options = {**row.options, **_who_begins_next(draft)}
    settings = row.settings.for_the_next_game()
    return Row(new_table_id(), row.game, options, seats, settings, secrets.token_bytes(32))


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
