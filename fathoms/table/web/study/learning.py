"""Learning a game by playing it: the way to a lesson, to the one that was begun, and on from step to step."""

from math import ceil

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel

from fathoms.engine.errors import OptionError
from fathoms.engine.game import installed_game
from fathoms.engine.parts.lesson import lesson_of, seconds_of
from fathoms.table.rooms import lessons, lobby
from fathoms.table.rooms.people.identity import is_secret
from fathoms.table.rooms.store import Row
from fathoms.table.web.pages import go_to_table, known_tables, name_of
from fathoms.table.web.render import render
from fathoms.table.web.request import (
    Count,
    check_room_for_a_table,
    hub_of,
    lang_of,
    person_of,
    person_or_new,
    place_of,
    seats_of,
)

router = APIRouter(include_in_schema=False)


@router.get("/learn/{game}")
async def learn(request: Request, game: str) -> Response:
    """On with the lesson that was begun here; else a word on what it is. Looking at a page sets no table."""
    found = installed_game(game)
    begun = await _begun(request, game)
    if begun is not None:
        return RedirectResponse(f"/t/{begun.id}", 303)
    lesson = lesson_of(found)
    minutes = ceil(seconds_of(lesson, lang_of(request)) / 60) if lesson else 0
    return render(request, "learn.html", 200 if lesson else 404, game=found, minutes=minutes)


@router.post("/learn/{game}")
async def begin(request: Request, game: str, name: str = Form(""), again: str = Form("")) -> Response:
    """Begin a lesson, or go on with it."""
    hub, person = hub_of(request), person_or_new(request)
    lesson = lessons.needed_lesson(installed_game(game))
    begun = None if again else await _begun(request, game)
    if begun is not None:
        return go_to_table(request, begun.id, person, name)
    await check_room_for_a_table(request)
    seats = [{"kind": "person", "name": name_of(request, name)}]
    seats += [{"kind": "bot", "level": lessons.TEACHER}] * (int(lesson.options["players"]) - 1)
    settings = lessons.new_settings(lesson)
    made = await hub.run(lobby.make_table, hub.store, game, dict(lesson.options), seats, settings, person)
    return go_to_table(request, made.row.id, person, name)


async def _begun(request: Request, game: str) -> Row | None:
    """A lesson of this game that the asker has begun and not ended, by the script it has now."""
    return next((row for row in await known_tables(request) if _goes_on(row, game, person_of(request))), None)


def _goes_on(row: Row, game: str, person: str | None) -> bool:
    theirs = any(is_secret(person, seat.person) for seat in row.seats)
    return row.game == game and theirs and lessons.is_on(row) and not lessons.is_outdated(row)


class StepIn(BaseModel):
    step: Count
    to: Count | None = None  # a step to go to, back or on; else the one after `step`


@router.post("/t/{table_id}/lesson")
async def go_on(request: Request, table_id: str, read: StepIn) -> dict[str, int]:
    """The learner has read a step: what comes next happens. Said twice, it happens once."""
    place, hub = await place_of(request, table_id), hub_of(request)
    seats = seats_of(request, place.room)
    if not seats:
        raise OptionError(
            "only the learner goes on with a lesson; allowed: to look on",
            "seul l’élève avance dans une leçon ; permis : regarder",
        )
    to = read.to
    if to is None:
        await hub.change(place, lambda draft: draft.go_on(read.step))
    else:
        await hub.change(place, lambda draft: draft.go_to_step(seats[0], to))
    return {"version": place.room.version}
