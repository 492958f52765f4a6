"""What the host decides, carried out in every server process: tables closed or removed, people who must stay away."""

import asyncio
import contextlib
import ipaddress
import logging

from fathoms.table.live.connection import CHANGED
from fathoms.table.live.hub import Hub, Place
from fathoms.table.rooms.hosting import Ban, Decision, bans, decisions_after, host_key, last_decision
from fathoms.table.rooms.people.identity import hash_secret

log = logging.getLogger("fathoms")
LOOK_SECONDS = 2.0  # until every process knows what the command line, or another process, has decided


class Decisions:
    """Follows what is decided, and knows who must stay away."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.key = ""
        self.people: dict[str, Ban] = {}
        self._networks: list[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, Ban]] = []
        self._last = 0

    async def open(self) -> None:
        self._last = await self.hub.run(last_decision, self.hub.store)
        await self._learn()

    async def follow(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Exception:
                log.exception("what the host has decided cannot be read")

    async def look(self) -> None:
        """Carry out what was decided since the last look."""
        for one in await self.hub.run(decisions_after, self.hub.store, self._last):
            await self._carry_out(one)
            self._last = one.id

    async def _carry_out(self, decision: Decision) -> None:
        if decision.what in ("close", "remove"):
            self._empty(decision.subject)
        elif decision.what in ("ban", "pardon", "link"):
            await self._learn()
        if decision.what == "ban":
            await self._show_out(decision.subject)

    async def _learn(self) -> None:
        self.key = await self.hub.run(host_key, self.hub.store)
        known = await self.hub.run(bans, self.hub.store)
        self.people = {who: one for who, one in known.items() if _network(who) is None}
        self._networks = [(network, one) for who, one in known.items() if (network := _network(who)) is not None]

    # At the door

    def refuses(self, address: str, person: str | None) -> Ban | None:
        """The ban that keeps somebody away, if there is one."""
        if self.people and person and (one := self.people.get(hash_secret(person))):
            return one
        if not self._networks:
            return None
        with contextlib.suppress(ValueError):
            asked = ipaddress.ip_address(address)
            return next((one for network, one in self._networks if asked in network), None)
        return None

    # At the tables

    def _empty(self, table_id: str) -> None:
        """Nobody goes on at a table; pages come back, and are told why."""
        place = self.hub.places.pop(table_id, None)
        if place is None:
            return
        for task in (place.bots, place.clock):
            if task is not None:
                task.cancel()
        self._send_away(place)

    def _send_away(self, place: Place) -> None:
        for connection in list(place.connections):
            self.hub.drop(place, connection, CHANGED if connection.is_page else None)

    async def _show_out(self, who: str) -> None:
        """Sockets of the tables where somebody sits are closed; the others come back at once, and a bot stands in."""
        for table_id, place in list(self.hub.places.items()):
            if any(seat.person == who for seat in place.room.row.seats):
                await self.hub.heard(table_id, "table")
                self._send_away(place)


def _network(who: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(who, strict=False)
    except ValueError:
        return None
