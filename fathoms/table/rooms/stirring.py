"""Words for the sea: every seat commits to its own before any are told, and the sea begins once all are.

A browser or a program sends the hash of its words when it sits down, and the words once every seat has committed. For
seats that send no hash, bots' among them, the server makes words, and says so. Whoever holds their words back does not
choose between two seas: there is none, until somebody else has the seat, and then it is drawn anew for all.
docs/explain/sea.md says what this proves against whom.
"""

import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from fathoms.engine.errors import OptionError
from fathoms.engine.kinds import Json
from fathoms.engine.sea import commitment_of, published_root
from fathoms.table.rooms import lessons
from fathoms.table.rooms.seats import OPEN, Stirring
from fathoms.table.rooms.store import Row

PATIENCE_SECONDS = 60.0  # that the others wait for somebody's words before they may free the seat
WORDS = r"[ -~]{1,64}"


def checked(commitment: str | None) -> str:
    """A commitment as somebody sent it; none at all leaves the words to the server."""
    if commitment and not re.fullmatch("[0-9a-f]{64}", commitment):
        raise OptionError(
            f"commitment={commitment[:70]!r} is not possible; allowed: the SHA-256 of one's words, in 64 hex digits",
            "cet engagement n’est pas possible ; permis : 64 chiffres hexadécimaux, le SHA-256 de vos mots",
        )
    return commitment or ""


def state_of(row: Row) -> Stirring:
    return row.settings.stirring or Stirring()


def _set(row: Row, state: Stirring) -> None:
    row.settings = replace(row.settings, stirring=state)


def is_full(row: Row) -> bool:
    """Whether nobody is missing, and the sea has not begun: words are being told."""
    return row.status == "open" and all(seat.kind != OPEN for seat in row.seats)


def commit(row: Row, letters: Sequence[str], commitment: str) -> None:
    """Seats say what their words will hash to; as often as they like, until nobody is missing."""
    if not commitment:
        return
    state = state_of(row)
    if row.status != "open" or (is_full(row) and any(letter in state.commitments for letter in letters)):
        raise OptionError(
            "the sea is bound already; allowed: a commitment before every seat has one",
            "la mer est déjà engagée ; permis : un engagement avant que chaque place n’ait le sien",
        )
    given = dict.fromkeys(letters, checked(commitment))
    own = tuple(sorted({*state.own, *letters}))
    words = {seat: told for seat, told in state.words.items() if seat not in given}
    _set(row, replace(state, commitments={**state.commitments, **given}, words=words, own=own))


def owed(row: Row) -> list[str]:
    """The seats whose commitment or words the sea waits for, once nobody is missing."""
    if not is_full(row):
        return []
    state = state_of(row)
    late = [seat for seat in state.own if seat not in state.commitments]
    return late or [seat for seat in state.own if seat not in state.words]


def fill_in(row: Row) -> None:
    """Nobody is missing: the server commits to words for the seats that sent no commitment."""
    state = state_of(row)
    since = state.since or time.time()
    if any(seat not in state.commitments for seat in state.own):  # the sea was drawn anew, and they are to commit first
        return _set(row, replace(state, since=since))
    made = {seat.seat: secrets.token_hex(32) for seat in row.seats if seat.seat not in state.commitments}
    hashes = {seat: commitment_of(words) for seat, words in made.items()}
    commitments, words = {**state.commitments, **hashes}, {**state.words, **made}
    return _set(row, replace(state, commitments=commitments, words=words, since=since))


def tell(row: Row, letters: Sequence[str], words: str) -> None:
    """Somebody tells the words of their seats; told again, nothing changes."""
    state, told = state_of(row), commitment_of(words)
    if row.status == "open" and (not is_full(row) or any(seat not in state.commitments for seat in state.own)):
        raise OptionError(
            "words are told when every seat has committed to its own; allowed: to wait",
            "les mots se disent quand chaque place s’est engagée ; permis : attendre",
        )
    mine = [seat for seat in letters if seat in state.own and state.commitments.get(seat) == told]
    if not mine:
        raise OptionError(
            "these are not the words that this seat committed to; allowed: those whose SHA-256 it sent",
            "ce ne sont pas les mots auxquels cette place s’est engagée ; permis : ceux dont elle a envoyé le SHA-256",
        )
    _set(row, replace(state, words={**state.words, **dict.fromkeys(mine, words)}))


def leave(row: Row, letter: str) -> None:
    """Somebody gives a seat up before the sea begins; the seat is still theirs here.

    Where all had committed, what they held back may have been worth something to them: the sea is drawn anew, everybody
    commits anew, and they do not sit down here again.
    """
    state, seat = state_of(row), next(one for one in row.seats if one.seat == letter)
    own = tuple(one for one in state.own if one != letter)
    if not is_full(row):
        told = {one: hashed for one, hashed in state.commitments.items() if one != letter}
        return _set(row, replace(state, commitments=told, own=own))
    row.secret = secrets.token_bytes(32)
    if seat.person:
        row.settings = replace(row.settings, removed=(*row.settings.removed, seat.person))
    return _set(row, Stirring(own=own, withheld=(*state.withheld, seat.name or letter)))


def check_may_free(row: Row, letter: str) -> None:
    """While words are told, only a seat that keeps the others waiting can be freed: nobody is sent away for theirs."""
    if is_full(row) and (letter not in owed(row) or time.time() - state_of(row).since < PATIENCE_SECONDS):
        raise OptionError(
            f"the sea is being stirred; allowed: to free a seat that owes its words for {PATIENCE_SECONDS:.0f} seconds",
            f"la mer se mélange ; permis : libérer une place qui doit ses mots depuis {PATIENCE_SECONDS:.0f} secondes",
        )


def by_server(row: Row) -> list[str]:
    state = state_of(row)
    return sorted(seat for seat in state.commitments if seat not in state.own)


def facts(row: Row, secrets_root: str) -> Json:
    """What all may know of a table's sea before its end. The root is there once all have committed."""
    state = state_of(row)
    bound = not is_full(row) or all(seat in state.commitments for seat in state.own)
    known = row.status != "open" or (is_full(row) and bound)
    return {
        "root": published_root(secrets_root, state.commitments, by_server(row)) if known else None,
        "secrets": secrets_root,
        "commitments": dict(state.commitments),
        "own": list(state.own),
        "by_server": by_server(row),
        "owed": owed(row),
        "withheld": list(state.withheld),
        "lesson": lessons.is_lesson(row),
    }
