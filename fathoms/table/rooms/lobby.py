"""Setting tables: who may sit where, with which options; joining, beginning with fewer players, leaving a seat to a
bot, and counting hints.

What changes a table takes a draft of it: `Hub.change` and `Room.change` bring one, and keep it.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fathoms.bots.levels import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import installed_game
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match
from fathoms.engine.options import Option, PerSeat, Seat
from fathoms.table.rooms import lessons, stirring
from fathoms.table.rooms.course import Course
from fathoms.table.rooms.draft import Draft, NotSeated, Stale
from fathoms.table.rooms.people.identity import clean_name, hash_secret, is_secret, new_secret, new_table_id
from fathoms.table.rooms.seats import ABSENT, BOT, KINDS, OPEN, PERSON, WAIT, TableSeat, TableSettings
from fathoms.table.rooms.store import Row, Store

BOT_NAMES = ("Coral", "Pearl", "Barnacle", "Kelp", "Nautilus", "Brine")


@dataclass(frozen=True)
class Made:
    """A new table, with the secrets of the seats that were given to somebody."""

    row: Row
    tokens: dict[str, str]


def make_table(
    store: Store,
    game: str,
    options: Json,
    seats: list[Json],
    settings: Mapping[str, Any] | None = None,
    person: str | None = None,
    listed: bool = False,
    lines: Sequence[str] = (),
) -> Made:
    """A table on disk, begun if no seat is open, with the events it goes on from. People's seats get a token each."""
    values = installed_game(game).options.read(**options)
    letters = SEATS[: values["players"]]
    if len(seats) > len(letters):
        raise OptionError(f"{len(seats)} seats for {len(letters)} players; allowed: at most one a player")
    tokens: dict[str, str] = {}
    wanted = [*seats, *[{"kind": OPEN}] * (len(letters) - len(seats))]
    seated = tuple(_seat(letter, one, tokens, person) for letter, one in zip(letters, wanted, strict=True))
    if (absent := (settings or {}).get("absent", WAIT)) not in ABSENT:
        raise OptionError(f"absent={absent!r} is not possible; allowed: {', '.join(ABSENT)}")
    chosen = TableSettings(**{**(settings or {}), "host": hash_secret(person) if person else None})
    row = Row(new_table_id(), game, values, seated, chosen, secrets.token_bytes(32), listed=listed)
    for seat, one in zip(letters, wanted, strict=True):
        if one.get("kind") == PERSON:
            stirring.commit(row, [seat], stirring.checked(one.get("commitment")))
    made = Draft.fresh(row, lines)
    store.write(lambda connection: store.add(connection, made.row, made.course.events()))
    return Made(made.row, tokens)


def _seat(letter: str, wanted: Mapping[str, Any], tokens: dict[str, str], person: str | None) -> TableSeat:
    kind = wanted.get("kind", OPEN)
    if kind not in KINDS:
        raise OptionError(f"seat {letter}: kind={kind!r} is not possible; allowed: {', '.join(KINDS)}")
    if kind == BOT:
        return TableSeat(letter, kind, _bot_name(letter), _level(wanted.get("level")))
    if kind == OPEN:
        return TableSeat(letter)
    tokens[letter] = new_secret()
    owner = hash_secret(person) if person and wanted.get("here", True) else None
    name = clean_name(str(wanted.get("name") or ""), letter)
    return TableSeat(letter, kind, name, token=hash_secret(tokens[letter]), person=owner)


def _level(raw: Any) -> str:
    level = str(raw or "sailor")
    if level not in LEVELS:
        raise OptionError(f"level={level!r} is not possible; allowed: {', '.join(LEVELS)}")
    return level


def _bot_name(letter: str) -> str:
    return BOT_NAMES[SEATS.index(letter)]


def join(draft: Draft, letter: str | None, name: str, person: str, commitment: str = "") -> tuple[str, str]:
    """Sit down in an open seat (any, if none is named): the seat and its token. The last to come begins the game, or
    the telling of words for it.
    """
    stirring.checked(commitment)
    seats, settings = draft.row.seats, draft.row.settings
    if hash_secret(person) in settings.removed:
        raise NotSeated("you were removed from this table; allowed: looking on")
    already = [seat.seat for seat in seats if seat.kind == PERSON and is_secret(person, seat.person)]
    if already and not settings.shared:
        raise OptionError(
            f"you already sit at this table, in seat {already[0]}",
            f"vous êtes déjà à cette table, à la place {already[0]}",
        )
    free = open_seats(draft.row, draft.match) if draft.row.status in ("open", "playing") else []
    if not free or letter not in (None, *free):
        others = ", ".join(free)
        raise OptionError(
            f"seat {letter or ''} is taken; allowed: {others or 'watching, the table is full'}",
            f"la place {letter or ''} est prise ; permis : {others or 'regarder, la table est complète'}",
        )
    taken, token = letter or free[0], new_secret()
    owner = TableSeat(taken, PERSON, clean_name(name, taken), None, hash_secret(token), hash_secret(person))
    draft.reseat(taken, **vars(owner))
    if draft.row.status == "playing":
        draft.resume_clocks()
    elif commitment:  # the sea of a game that is on has begun
        stirring.commit(draft.row, [taken], commitment)
    draft.begin_if_full()
    return taken, token


def fill_with_bots(draft: Draft, level: str = "sailor") -> None:
    """Bots for the seats still open, and the game begins."""
    chosen = _level(level)
    for seat in draft.row.seats:
        if seat.kind == OPEN:
            draft.reseat(seat.seat, **vars(TableSeat(seat.seat, BOT, _bot_name(seat.seat), chosen)))
    draft.begin_if_full()


# Fewer players than seats


def begin_with_those_here(draft: Draft) -> None:
    """Drop the open seats and begin. Those who stay keep their order and take the first letters, with their words.

    Nobody has told words for the sea while a seat is open, so nobody can know what they would gain or lose by this.
    """
    options = options_of_those_here(draft.row)
    if options is None:
        raise OptionError(
            "this table cannot begin with those who are here; allowed: before the game, with as many as it takes",
            "cette table ne peut pas commencer avec ceux qui sont là ; permis : avant la partie, avec assez de joueurs",
        )
    letters, row = _letters_of_those_here(draft.row), draft.row
    row.options = options
    row.seats = tuple(replace(one, seat=letters[one.seat]) for one in row.seats if one.seat in letters)
    draft.set(stirring=stirring.state_of(row).relettered(letters), question=None)
    draft.course = Course.start(row)
    draft.begin_if_full()


def options_of_those_here(row: Row) -> Json | None:
    """The options of an open table without its open seats; None where it cannot be played so."""
    letters = _letters_of_those_here(row)
    if row.status != "open" or row.version or len(letters) == len(row.seats):
        return None
    if all(seat.kind != PERSON for seat in row.seats):
        return None
    known = installed_game(row.game).options
    try:
        kept = {one.name: _moved(one, row.options[one.name], letters) for one in known.options}
        return known.read(**{**kept, "players": len(letters)})
    except OptionError:
        return None


def _letters_of_those_here(row: Row) -> dict[str, str]:
    """The letters of the seats that are taken -> the letters they would have without the others."""
    return dict(zip((seat.seat for seat in row.seats if seat.kind != OPEN), SEATS, strict=False))


def _moved(option: Option, value: Any, letters: Mapping[str, str]) -> Any:
    """The value of an option for seats that have other letters: old letter -> new one."""
    if isinstance(option, Seat):
        return letters.get(value)
    if isinstance(option, PerSeat) and isinstance(value, list):
        return [value[SEATS.index(old)] for old in letters]
    return value


# Who plays with whom


def teams_of(match: Match) -> list[list[str]]:
    """The letters of each team; none where everybody plays for themselves."""
    return match.moment.view().get("teams") or []


def open_seats(row: Row, match: Match) -> list[str]:
    """The seats still open, in the order they are offered: those beside the host first."""
    host = {seat.seat for seat in row.seats if seat.person and seat.person == row.settings.host}
    beside = {seat for team in teams_of(match) if host & set(team) for seat in team}
    found = [seat.seat for seat in row.seats if seat.kind == OPEN]
    return sorted(found, key=lambda seat: seat not in beside)


def seating_facts(row: Row, match: Match) -> Json:
    """What the waiting page and the join form tell: the seats on offer, the teams, and with how many it may begin."""
    fewer = options_of_those_here(row)
    return {
        "open_seats": open_seats(row, match),
        "teams": teams_of(match),
        "fewer": fewer["players"] if fewer else None,
    }


# During a game


def hand_over(draft: Draft, letters: list[str], away: bool, level: str = "sailor") -> None:
    """Let a bot play for a person's seats, or take them back."""
    chosen = _level(level)
    for letter in letters:
        if draft.seat(letter).kind == PERSON:
            draft.reseat(letter, away=away, stand_in=chosen, gone=False)
    if not away:
        draft.resume_clocks()


def hints_allowed(row: Row) -> bool:
    """Whether those who sit here may ask for hints: as the host chose, else only somebody alone against bots."""
    if lessons.is_on(row):
        return False
    chosen = row.settings.hints
    return sum(seat.kind != BOT for seat in row.seats) == 1 if chosen is None else chosen


def decision_of(log: list[str], seat: str) -> int:
    """Which decision a seat is at: the number of the event of its last one, or 0."""
    return next((n for n in range(len(log), 0, -1) if log[n - 1].startswith(f"{seat} ")), 0)


def note_hint(draft: Draft, seat: str, decision: int, known: str) -> bool:
    """Keep count of the hints a seat has taken: everybody at the table may know. The same one again is free.

    One that comes too late is not counted: its decision is made, or was taken from the seat.
    """
    if seat not in draft.match.to_act or decision_of(draft.match.log, seat) != decision:
        raise Stale("your decision is already made: the hint comes too late, and does not count")
    settings = draft.row.settings
    if settings.hinted_at.get(seat) == known:
        return False
    draft.set(
        hinted_at={**settings.hinted_at, seat: known},
        hinted={**settings.hinted, seat: settings.hinted.get(seat, 0) + 1},
    )
    return True
