"""Calls people who are not at their table when it is their turn, and reminds them before a long clock runs out."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from fathoms.engine.kinds import Json
from fathoms.table.live.hub import Hub, Place
from fathoms.table.live.presence import HERE, OFFLINE
from fathoms.table.push.sender import Sender
from fathoms.table.rooms.lobby import decision_of
from fathoms.table.rooms.people.sittings import waiting_for
from fathoms.table.rooms.people.subscriptions import Subscription, claim_call, due_before, subscriptions_of
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.seats import PERSON

log = logging.getLogger("fathoms")
CALL_SECONDS = 5.0  # after a turn begins: whoever is there, or just loads the page anew, is not called
LOOK_SECONDS = 60.0  # between two looks at clocks
WAKE_SECONDS = 180.0  # before its clock runs out, a table is taken into memory
LONG_CLOCK = 3600.0  # seconds a move, from which on somebody is reminded
REMIND_SECONDS = 6 * 3600.0  # before the end; or when a quarter of the time is left, if that is later
TURN, LATE, NUDGE = "turn", "late", "nudge"


@dataclass(frozen=True)
class Call:
    """Why somebody is called, and to which table."""

    kind: str
    table_id: str
    game: str
    others: tuple[str, ...]  # the names of those who wait


Words = Callable[[Call, Subscription], Json]  # title and body, in the language of a browser


class Calling:
    """Watches over whom tables wait for."""

    def __init__(self, hub: Hub, sender: Sender, words: Words) -> None:
        self.hub, self.sender, self.words = hub, sender, words
        self._pending: set[Place] = set()
        self._told: WeakKeyDictionary[Place, dict[str, str]] = WeakKeyDictionary()  # who has seen it themselves

    def look(self, place: Place) -> None:
        """Something has changed at a table, or who is there: soon see whether somebody is to be called."""
        if self.sender.on and place not in self._pending and _owing(place.room):
            self._pending.add(place)
            self.hub.spawn(self._soon(place))

    async def _soon(self, place: Place) -> None:
        try:
            await asyncio.sleep(CALL_SECONDS)
        finally:
            self._pending.discard(place)
        present, told = self.hub.present(place), self._told.setdefault(place, {})
        for seat, decision in _owing(place.room).items():
            if present.get(seat) == HERE:
                told[seat] = decision
            elif present.get(seat) == OFFLINE and told.get(seat) != decision:
                told[seat] = decision
                await self._call(place.room, seat, TURN, decision)

    async def nudge(self, place: Place, seat: str) -> None:
        """Somebody asks after a player who is not there."""
        if self.sender.on and self.hub.present(place).get(seat) == OFFLINE:
            await self._call(place.room, seat, NUDGE)

    async def _call(self, room: Room, seat: str, kind: str, decision: str = "") -> None:
        person = next((one.person for one in room.row.seats if one.seat == seat), None)
        if person:
            for to, message in await self.hub.run(self._messages, room, person, kind, decision):
                self.sender.send(to, message)

    def _messages(self, room: Room, person: str, kind: str, decision: str) -> list[tuple[Subscription, Json]]:
        """What to send to each browser of somebody; nothing where they were called to this decision before."""
        row, store = room.row, self.hub.store
        browsers = subscriptions_of(store, person)
        others = tuple(one.name for one in row.seats if one.kind == PERSON and one.person != person)
        also = f"{LATE if kind == TURN else kind}:{decision}"  # whoever was reminded needs no first call
        claimed = not decision or claim_call(store, person, row.id, f"{kind}:{decision}", also) if browsers else False
        if not claimed or not others:  # bots are patient
            return []
        call, waiting = Call(kind, row.id, row.game, others), len(waiting_for(store, person))
        beside = {"url": f"/t/{row.id}", "tag": row.id, "waiting": waiting}
        return [(one, {**self.words(call, one), **beside}) for one in browsers]

    # Long clocks

    async def follow_clocks(self) -> None:
        """Wake tables whose clock is about to run out, and remind people in time."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look_at_clocks(time.time())
            except Exception:
                log.exception("clocks could not be looked at")

    async def look_at_clocks(self, now: float) -> None:
        for table_id, due in await self.hub.run(due_before, self.hub.store, now + REMIND_SECONDS):
            row = await self.hub.run(self.hub.store.get, table_id)
            if row is None:
                continue
            whole = row.settings.move_seconds
            early = due - now > min(REMIND_SECONDS, whole / 4)
            if due - now < WAKE_SECONDS or (whole >= LONG_CLOCK and not early):
                await self._remind(table_id, whole >= LONG_CLOCK)

    async def _remind(self, table_id: str, long: bool) -> None:
        place = await self.hub.place(table_id)
        if place is None:
            return
        present, clocks = self.hub.present(place), place.room.clocks(time.time())
        for seat, decision in _owing(place.room).items() if long else ():
            running = seat in clocks and clocks[seat].left < min(
                REMIND_SECONDS, place.room.row.settings.move_seconds / 4
            )
            if running and present.get(seat) == OFFLINE:
                await self._call(place.room, seat, LATE, decision)


def _owing(room: Room) -> dict[str, str]:
    """The people who owe a decision, each with a name for it that no other decision of theirs has."""
    if room.row.status != "playing":
        return {}
    people = {seat.seat for seat in room.row.seats if seat.kind == PERSON and seat.person and not seat.away}
    acting, log_lines, undone = room.match.to_act, room.match.log, room.row.settings.undone
    return {seat: f"{decision_of(log_lines, seat)}.{undone}" for seat in acting if seat in people}
