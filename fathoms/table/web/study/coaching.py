"""The coach at the table: a finished game is read once, behind the server's back, and the report is kept."""

import asyncio
import logging
from collections import Counter

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from fathoms.bots.coach.choice_value import need_heuristic
from fathoms.bots.coach.coach import Report, read_game, read_report, report_text
from fathoms.bots.coach.reasons import with_reasons
from fathoms.bots.coach.words import moment_text, show_tenths, tenths
from fathoms.bots.warm import is_ready
from fathoms.engine.kinds import Json
from fathoms.table.live.hub import Hub
from fathoms.table.live.pools import TooMany
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.room import Room
from fathoms.table.web.gate.visitor import household_of
from fathoms.table.web.render import render
from fathoms.table.web.request import hub_of, lang_of, person_of, place_of, seats_of
from fathoms.table.web.study.about_you import Earlier, about_seat, earlier_games
from fathoms.table.web.study.curve import draw_curve
from fathoms.table.web.telling.names import names_of

log = logging.getLogger("fathoms")
router = APIRouter()

PLAYOUTS = 300
MOST_WAITING = 100  # games that may wait for the coach
LOOK_AGAIN = 2.0  # seconds until a game that is still being compiled is looked at again


class Coach:
    """Reads finished games one after the other. A report is in the store, being made, or not asked for yet."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._askers: Counter[str] = Counter()  # for how many games each of them waits

    async def report(self, room: Room, who: str = "") -> Report | None:
        """What is kept of a finished game; None, and the reading begins, if there is nothing yet."""
        table_id = room.row.id
        kept = await self.hub.run(self.hub.store.report, table_id)
        if kept is not None:
            return read_report(kept)
        if table_id not in self._reading:
            self._begin(room, who)
        return None

    def _begin(self, room: Room, who: str) -> None:
        if len(self._reading) >= MOST_WAITING:
            raise HTTPException(503, "the coach has too many games to read; come back later")
        if self._askers[who] >= (most := self.hub.settings.coach_games):
            raise TooMany(f"the coach still reads other games for you; allowed: {most} at a time")
        task = self._reading[room.row.id] = asyncio.ensure_future(self._read(room, who))
        self._askers[who] += 1

        def end(_: object) -> None:
            self._reading.pop(room.row.id, None)
            self._askers[who] -= 1
            self._askers += Counter()  # forgets those who wait for nothing

        task.add_done_callback(end)

    async def _read(self, room: Room, who: str) -> None:
        while not is_ready(room.game, "coach"):
            await asyncio.sleep(LOOK_AGAIN)
        try:
            text = await self.hub.pools.coach.run(who, _read_room, room)
            await self.hub.run(self.hub.store.keep_report, room.row.id, text)
        except Exception:  # whoever looks next asks anew
            log.exception("the coach could not read table %s", room.row.id)

    async def close(self) -> None:
        for task in list(self._reading.values()):
            task.cancel()
        await asyncio.gather(*self._reading.values(), return_exceptions=True)  # whoever asks next has it read anew


def _read_room(room: Room) -> str:
    match = room.snapshot()
    return report_text(with_reasons(match, read_game(match, PLAYOUTS)))


async def _finished(request: Request, table_id: str) -> tuple[Room, Report | None]:
    room = (await place_of(request, table_id)).room
    if not room.match.over:
        raise HTTPException(403, "the coach looks at all hands; allowed: once the game is over")
    need_heuristic(room.game)
    coach: Coach = request.app.state.coach
    return room, await coach.report(room, household_of(request))


@router.get("/api/tables/{table_id}/coach")
async def coach_for_programs(request: Request, table_id: str) -> Response:
    """The report of a finished game, in exact numbers; 202 while the coach is thinking."""
    _, report = await _finished(request, table_id)
    if report is None:
        return JSONResponse({"thinking": True}, 202)
    return Response(report_text(report), media_type="application/json")


@router.get("/t/{table_id}/coach", include_in_schema=False)
async def coach_for_pages(request: Request, table_id: str) -> Response:
    """The part of the replay page that the coach fills; 202 while it is thinking."""
    room, report = await _finished(request, table_id)
    if report is None:
        return Response(status_code=202)
    lang, hub, person = lang_of(request), hub_of(request), person_of(request)
    own, earlier = seats_of(request, room), tuple[Earlier, ...]()
    if own and person:
        earlier = await hub.run(earlier_games, hub.store, hash_secret(person), table_id, lang)
    about = [about_seat(room, report, seat, lang, earlier if seat in own else ()) for seat in report.seats]
    mine = [one for one in about if one.seat in own]
    others = [one for one in about if one.seat not in own]
    return render(request, "_coach.html", mine=mine, others=others, **_page_values(room, report, lang))


def _page_values(room: Room, report: Report, lang: str) -> Json:
    names = names_of(room)
    game, name = room.game, names.__getitem__
    return {
        "report": report,
        "curve": draw_curve(report),
        "names": names,
        "moments": [(number, moment_text(report, number, game, lang, name)) for number in report.moments],
        "ledger": {seat: _ledger_row(report, seat, lang) for seat in report.seats},
        "rows": [
            (one.number, game.sentence(one.line, lang, name), _percents(report, one.number))
            for one in report.happenings
        ],
    }


def _percents(report: Report, number: int) -> list[str]:
    return [f"{100 * share:.0f}" for share in report.shares_after(number)]


def _ledger_row(report: Report, seat: str, lang: str) -> list[tuple[str, str]]:
    """Start, luck, own, others and result as shown, each with half its 95 % interval (the result has none)."""
    account = report.ledger[seat]
    shown = [show_tenths(one, lang, 0 < i < 4) for i, one in enumerate(tenths(account, report.whole))]
    errors = [round(1960 * account.errors[name]) for name in ("start", "luck", "own", "others")]
    return list(zip(shown, [*[show_tenths(one, lang) if one else "" for one in errors], ""], strict=True))
