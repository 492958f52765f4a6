"""Setting tables: who may sit where, with which options; joining, leaving a seat to a bot, and rematches."""

import secrets
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from fathoms.bots.levels import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import installed_game
from fathoms.engine.options import Seat
from fathoms.table.rooms import lessons
from fathoms.table.rooms.identity import clean_name, hash_secret, is_secret, new_secret, new_table_id
from fathoms.table.rooms.room import Room, Stale, Step, note_resumed
from fathoms.table.rooms.store import Row, Store

KINDS = ("person", "bot", "open")
BOT_NAMES = ("Coral", "Pearl", "Barnacle", "Kelp", "Nautilus", "Brine")
DEFAULTS: dict[str, Any] = {"pace": None, "chat": True, "hints": None, "move_seconds": 0, "bank_seconds": 0}
# Settings that no rematch takes over.
OF_ONE_GAME = ("lesson", "undo", "undone", "hinted", "hinted_at", "by_clock", "resumed", "rematch")


@dataclass(frozen=True)
class Made:
    """A new table, with the secrets of the seats that were given to somebody."""

    row: Row
    tokens: dict[str, str]


def make_table(
    store: Store,
    game: str,
    options: dict[str, Any],
    seats: list[dict[str, Any]],
    settings: dict[str, Any] | None = None,
    person: str | None = None,
    listed: bool = False,
) -> Made:
    """A table on disk. Seats of kind person get a token each; the rest is open unless a bot sits there."""
    values = installed_game(game).options.read(**options)
    letters = SEATS[: values["players"]]
    if len(seats) > len(letters):
        raise OptionError(f"{len(seats)} seats for {len(letters)} players; allowed: at most one a player")
    tokens: dict[str, str] = {}
    rows = []
    for number, letter in enumerate(letters):
        wanted = seats[number] if number < len(seats) else {"kind": "open"}
        rows.append(_seat(letter, wanted, tokens, person))
    merged = {**DEFAULTS, **(settings or {}), "host": hash_secret(person) if person else None}
    row = Row(new_table_id(), game, values, rows, merged, secrets.token_bytes(32), listed=listed)
    store.add(row)
    return Made(row, tokens)


def _seat(letter: str, wanted: dict[str, Any], tokens: dict[str, str], person: str | None) -> dict[str, Any]:
    kind = wanted.get("kind", "open")
    if kind not in KINDS:
        raise OptionError(f"seat {letter}: kind={kind!r} is not possible; allowed: {', '.join(KINDS)}")
    if kind == "bot":
        return {"seat": letter, "kind": kind, "level": _level(wanted.get("level")), "name": _bot_name(letter)}
    if kind == "open":
        return {"seat": letter, "kind": kind}
    tokens[letter] = new_secret()
    person = person if wanted.get("here", True) else None
    name = clean_name(str(wanted.get("name") or ""), letter)
    owner = hash_secret(person) if person else None
    return {"seat": letter, "kind": kind, "name": name, "token": hash_secret(tokens[letter]), "person": owner}


def _level(raw: Any) -> str:
    level = str(raw or "sailor")
    if level not in LEVELS:
        raise OptionError(f"level={level!r} is not possible; allowed: {', '.join(LEVELS)}")
    return level


def _bot_name(letter: str) -> str:
    return BOT_NAMES[SEATS.index(letter)]


def begin(room: Room) -> list[Step]:
    """Start the game if nobody is missing."""
    steps: list[Step] = []

    def work(connection: sa.Connection, row: Row) -> None:
        room.begin_if_full(connection, row, steps)

    return [*room.change(work), *steps]


def join(room: Room, letter: str | None, name: str, person: str, entropy: str = "") -> tuple[str, str, list[Step]]:
    """Sit down in an open seat (any, if none is named): the seat, its token, and what the game's start brought."""
    steps: list[Step] = []
    given: list[str] = []

    def work(connection: sa.Connection, row: Row) -> None:
        already = [s["seat"] for s in row.seats if s["kind"] == "person" and is_secret(person, s.get("person"))]
        if already and letter is None:
            raise OptionError(
                f"you already sit at this table, in seat {already[0]}",
                f"vous êtes déjà à cette table, à la place {already[0]}",
            )
        free = [seat for seat in row.seats if seat["kind"] == "open" and letter in (None, seat["seat"])]
        if not free:
            others = ", ".join(seat["seat"] for seat in row.seats if seat["kind"] == "open")
            raise OptionError(
                f"seat {letter or ''} is taken; allowed: {others or 'watching, the table is full'}",
                f"la place {letter or ''} est prise ; permis : {others or 'regarder, la table est complète'}",
            )
        given.extend([free[0]["seat"], new_secret()])
        free[0].update(kind="person", name=clean_name(name, given[0]), token=hash_secret(given[1]),
                       person=hash_secret(person))  # fmt: skip
        if entropy:
            row.entropy[given[0]] = entropy[:64]
        room.begin_if_full(connection, row, steps)

    told = room.change(work)
    return given[0], given[1], [*told, *steps]


def fill_with_bots(room: Room, level: str = "sailor") -> list[Step]:
    """Bots for the seats still open, and the game begins."""
    steps: list[Step] = []
    chosen = _level(level)

    def work(connection: sa.Connection, row: Row) -> None:
        for seat in row.seats:
            if seat["kind"] == "open":
                seat.update(kind="bot", level=chosen, name=_bot_name(seat["seat"]))
        room.begin_if_full(connection, row, steps)

    return [*room.change(work), *steps]


def hand_over(room: Room, letter: str, away: bool, level: str = "sailor") -> list[Step]:
    """Let a bot play for a person's seat, or take the seat back."""
    chosen = _level(level)

    def work(connection: sa.Connection, row: Row) -> None:
        for seat in row.seats:
            if seat["seat"] == letter and seat["kind"] == "person":
                seat.update(away=away, stand_in=chosen)
                if not away:
                    note_resumed(row)

    return room.change(work)


def people_at(row: Row) -> list[str]:
    return [seat["seat"] for seat in row.seats if seat["kind"] == "person"]


def ask_rematch(room: Room, store: Store, seats: list[str], agree: bool = True, start: bool = False) -> str | None:
    """Ask for a rematch, agree to one, or decline: the new table once all people agree; bots always do.

    With `start`, who agrees begins at once: the seats of those who have not agreed are free at the new table.
    """
    found: list[str | None] = []

    def work(connection: sa.Connection, row: Row) -> None:
        if row.status != "over":
            raise OptionError(
                "a rematch comes after the end of the game", "une revanche vient après la fin de la partie"
            )
        if row.next_table is None:
            _note_answer(row, seats, agree)
            waiting = set(people_at(row)) - set(row.settings.get("rematch", {}).get("agreed", []))
            if agree and (start or not waiting):
                again = _again(room, row, waiting)
                row.next_table = again.id
                store.insert(connection, again)
        found.append(row.next_table)

    room.change(work)
    return found[0]


def _note_answer(row: Row, seats: list[str], agree: bool) -> None:
    asked = row.settings.get("rematch") or {"seat": seats[0], "agreed": [], "declined": []}
    for answer, given in (("agreed", agree), ("declined", not agree)):
        others = set(asked[answer]) - set(seats)
        asked[answer] = sorted(others | set(seats) if given else others)
    row.settings["rematch"] = asked
    if not asked["agreed"]:  # nobody asks any more
        row.settings.pop("rematch")


def _again(room: Room, row: Row, free: set[str]) -> Row:
    """The same people and bots in the same seats, so that everybody keeps colour and shape; another seat begins."""
    seats = [
        {"seat": seat["seat"], "kind": "open"} if seat["seat"] in free else {**seat, "away": False}
        for seat in row.seats
    ]
    settings = {key: value for key, value in row.settings.items() if key not in OF_ONE_GAME}
    options = {**row.options, **_who_begins_next(room)}
    return Row(new_table_id(), row.game, options, seats, settings, secrets.token_bytes(32))


def _who_begins_next(room: Room) -> dict[str, str]:
    """Where a game lets a table name who begins (`first`, `captain`): the seat after the one that began.

    That one was named by the options or else by the sea, in the event of the same name. A game without such an option
    leaves it to its rules.
    """
    chosen = {}
    for option in room.game.options.options:
        said = f"sea {option.name} "
        named = next((line.removeprefix(said) for line in room.match.log if line.startswith(said)), None)
        began = room.row.options.get(option.name) or named
        if isinstance(option, Seat) and began in room.match.seats:
            letters = room.match.seats
            chosen[option.name] = letters[(letters.index(began) + 1) % len(letters)]
    return chosen


def hints_allowed(row: Row) -> bool:
    """Whether those who sit here may ask for hints: as the host chose, else only somebody alone against bots."""
    if lessons.is_on(row):
        return False
    chosen = row.settings.get("hints")
    return sum(seat["kind"] != "bot" for seat in row.seats) == 1 if chosen is None else bool(chosen)


def decision_of(log: list[str], seat: str) -> int:
    """Which decision a seat is at: the number of the event of its last one, or 0."""
    return next((n for n in range(len(log), 0, -1) if log[n - 1].startswith(f"{seat} ")), 0)


def note_hint(room: Room, seat: str, decision: int, known: str) -> tuple[bool, list[Step]]:
    """Keep count of the hints a seat has taken: everybody at the table may know. The same one again is free.

    One that comes too late is not counted: its decision is made, or was taken from the seat.
    """
    counted: list[bool] = []

    def work(connection: sa.Connection, row: Row) -> None:
        if seat not in room.match.to_act or decision_of(room.match.log, seat) != decision:
            raise Stale("your decision is already made: the hint comes too late, and does not count")
        if row.settings.setdefault("hinted_at", {}).get(seat) != known:
            row.settings["hinted_at"][seat] = known
            hinted = row.settings.setdefault("hinted", {})
            hinted[seat] = hinted.get(seat, 0) + 1
            counted.append(True)

    steps = room.change(work)
    return bool(counted), steps


def ask_undo(room: Room, seat: str, seats: list[str]) -> bool:
    """Ask to take one's last move back; True if nobody but the asker's own `seats` has to agree and it is done."""
    done: list[bool] = []

    def work(connection: sa.Connection, row: Row) -> None:
        if not room.may_undo(seat):
            raise OptionError(
                "this cannot be taken back; allowed: one's own last move, before the sea or anybody acts",
                "ce coup ne se reprend pas ; permis : son propre dernier coup, avant que la mer ou quelqu’un n’agisse",
            )
        row.settings["undo"] = {"seat": seat, "version": room.version, "agreed": sorted({seat, *seats})}
        done.append(_undo_if_agreed(room, connection, row))

    room.change(work)
    return done[0]


def answer_undo(room: Room, seats: list[str], agree: bool) -> bool:
    """Agree to somebody's undo, or refuse it; True if everybody has agreed and it is done."""
    done: list[bool] = []

    def work(connection: sa.Connection, row: Row) -> None:
        asked = row.settings.get("undo")
        if not asked or asked["version"] != room.version or not room.may_undo(asked["seat"]):
            raise OptionError(
                "nobody asks to take a move back now", "personne ne demande plus à reprendre un coup maintenant"
            )
        if agree:
            asked["agreed"] = sorted({*asked["agreed"], *seats})
        else:
            row.settings.pop("undo")
        done.append(agree and _undo_if_agreed(room, connection, row))

    room.change(work)
    return done[0]


def owe_an_answer(row: Row, agreed: list[str]) -> list[str]:
    """The people who have not yet agreed to a move being taken back; who let a bot play for them need not."""
    away = {seat["seat"] for seat in row.seats if seat.get("away")}
    return [seat for seat in people_at(row) if seat not in away and seat not in agreed]


def _undo_if_agreed(room: Room, connection: sa.Connection, row: Row) -> bool:
    if owe_an_answer(row, row.settings["undo"]["agreed"]):
        return False
    row.settings.pop("undo")
    room.take_back(connection, row)
    return True
