"""Who stays at a table and who goes: seats given up, freed and stood in for, nudges, and closing it for good."""

import time

from fathoms.engine.errors import FathomsError, OptionError
from fathoms.table.rooms import stirring
from fathoms.table.rooms.draft import Draft
from fathoms.table.rooms.seats import OPEN, PERSON, STAND_IN, TableSeat

NUDGE_SECONDS = 60  # between two nudges of one seat


class TooSoon(FathomsError):
    """Somebody does again what is allowed now and then."""


def free(draft: Draft, letter: str) -> None:
    """Others free a person's seat."""
    stirring.check_may_free(draft.row, letter)
    vacate(draft, letter)


def vacate(draft: Draft, letter: str) -> None:
    """A person's seat is free again. Where the game is on, it waits for somebody or a bot plays, as the table chose."""
    seat, status = draft.seat(letter), draft.row.status
    if seat.kind != PERSON or status not in ("open", "playing"):
        raise OptionError(
            "this seat cannot be freed; allowed: the seat of a person, before the end of the game",
            "cette place ne peut pas être libérée ; permis : la place d’une personne, avant la fin de la partie",
        )
    if status == "open":
        draft.leave_sea(letter)
    played = status == "playing" and (seat.away or draft.row.settings.absent == STAND_IN)
    draft.reseat(letter, **vars(TableSeat(letter, OPEN, away=played, stand_in="sailor" if played else None)))
    draft.set(question=None)  # whoever asked or answered may be gone


def give_up(draft: Draft, letters: list[str]) -> None:
    """Somebody leaves their seats to whoever comes."""
    for letter in letters:
        vacate(draft, letter)


def remove(draft: Draft, letter: str) -> None:
    """Free a seat, and let its person sit down or speak here no more."""
    person = draft.seat(letter).person
    free(draft, letter)
    if person:
        draft.set(removed=(*draft.row.settings.removed, person))


def stand_in(draft: Draft, letter: str) -> None:
    """A bot plays for somebody who is gone, or for a free seat, until somebody comes."""
    if draft.row.status == "playing" and draft.seat(letter).kind in (PERSON, OPEN) and not draft.seat(letter).away:
        draft.reseat(letter, away=True, stand_in="sailor", gone=True)


def come_back(draft: Draft, letters: list[str]) -> None:
    """People who were gone have their seats again, where they left them."""
    for letter in letters:
        if draft.seat(letter).gone:
            draft.reseat(letter, away=False, gone=False)
            draft.resume_clocks()


def close(draft: Draft, by: str) -> None:
    """Nothing more happens in this game: the host closed it, or all agreed to end it."""
    if draft.row.status not in ("open", "playing"):
        raise OptionError("this game is over already", "cette partie est déjà finie")
    draft.row.status = "closed"
    draft.set(ended=by, question=None)


def nudge(draft: Draft, letter: str, seats: list[str]) -> None:
    """Remind somebody that the table waits for them."""
    nudged, now, seat = draft.row.settings.nudged, time.time(), draft.seat(letter)
    waited_for = draft.row.status == "playing" and letter in draft.match.to_act and not seat.away
    if seat.kind != PERSON or letter in seats or not waited_for:
        raise OptionError(
            "nobody waits for this seat; allowed: to nudge somebody else who is to move",
            "personne n’attend cette place ; permis : relancer quelqu’un d’autre qui doit jouer",
        )
    if now - nudged.get(letter, 0.0) < NUDGE_SECONDS:
        raise TooSoon("they have just been nudged; allowed: once a minute")
    draft.set(nudged={**nudged, letter: now})
