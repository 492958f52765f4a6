"""My games: where it is my turn, what goes on, how it ended; and who I am on which devices."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from babel.dates import format_date, format_timedelta
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from fathoms.engine.kinds import Json
from fathoms.table.live.hub import Hub
from fathoms.table.rooms import lessons
from fathoms.table.rooms.people.devices import Device, devices_of, name_device, revoke_device
from fathoms.table.rooms.people.identity import clean_name, hash_secret, new_secret
from fathoms.table.rooms.people.sittings import Sitting, rename_person, sittings_of, waiting_for
from fathoms.table.web.devices import link_to_become
from fathoms.table.web.i18n import speaker
from fathoms.table.web.mine.seen import device_of, note_seen, own_secret, remember_device
from fathoms.table.web.pages import titles_of
from fathoms.table.web.render import render
from fathoms.table.web.request import hub_of, lang_of, person_cookie, person_of

router = APIRouter(include_in_schema=False)
LATELY = timedelta(days=1)  # when the hour of a visit is told, and not only the day
MOST_DEVICE_NAME = 40
MOST_LOOKED_AT = 20  # tables that are read whole to know whose turn it is: of before that was noted


@dataclass
class Games:
    """Somebody's tables, as the page lists them."""

    turn: list[Sitting] = field(default_factory=list)  # others wait for them
    others: list[Sitting] = field(default_factory=list)  # others are to move, or still to come
    bots: list[Sitting] = field(default_factory=list)  # nobody waits
    past: list[Sitting] = field(default_factory=list)

    @property
    def none(self) -> bool:
        return not (self.turn or self.others or self.bots or self.past)


def sorted_games(sittings: list[Sitting]) -> Games:
    games = Games()
    for one in sittings:
        going_on = one.row.status in ("open", "playing") and not one.aside
        if one.waits:
            games.turn.append(one)
        elif going_on and (one.company or one.row.status == "open"):
            games.others.append(one)
        else:
            (games.bots if going_on else games.past).append(one)
    games.turn.sort(key=lambda one: (one.row.due or float("inf"), one.touched))
    return games


@router.get("/mine")
async def mine(request: Request) -> Response:
    hub, person, lang = hub_of(request), person_of(request), lang_of(request)
    this = await note_seen(request)
    own = await own_secret(request, this)
    sittings = await _known_turns(hub, await hub.run(sittings_of, hub.store, hash_secret(person))) if person else []
    values: Json = {
        "mine": sorted_games(sittings),
        "titles": titles_of([one.row for one in sittings]),
        "lessons": {one.row.id for one in sittings if lessons.is_on(one.row)},
        "devices": await hub.run(devices_of, hub.store, hash_secret(person)) if person else [],
        "this": this,
        "left": lambda one: _left(one, lang),
        "day": lambda when: _day(when, lang),
        "last_seen": lambda when: _last_seen(when, lang),
        "device_name": lambda one: _device_name(one, lang),
        "said": request.query_params.get("said", ""),
    }
    page = render(request, "mine.html", **values)
    remember_device(request, page, this)
    if own is not None:
        page.set_cookie(**person_cookie(own))
    return page


async def _known_turns(hub: Hub, sittings: list[Sitting]) -> list[Sitting]:
    """With whose turn it is at tables that have not changed since that is noted."""
    asked = [one.row.id for one in sittings if one.turn is None and not one.aside][:MOST_LOOKED_AT]
    places = {table_id: await hub.place(table_id) for table_id in asked}
    found = {table_id: place.room.match.to_act for table_id, place in places.items() if place is not None}
    return [one.acting(found[one.row.id]) if one.row.id in found else one for one in sittings]


def _left(sitting: Sitting, lang: str) -> str:
    left = sitting.left(time.time())
    return "" if left is None else format_timedelta(timedelta(seconds=left), threshold=1.2, locale=lang)


def _day(when: datetime | float, lang: str) -> str:
    found = when if isinstance(when, datetime) else datetime.fromtimestamp(when, UTC)
    return str(format_date(found.date(), "long", locale=lang))


def _last_seen(when: float, lang: str) -> str:
    """When a device was last here: “2 hours ago”, or the day. Visits are noted once an hour."""
    _, passed = speaker(lang), timedelta(seconds=max(60.0, time.time() - when))
    if passed > LATELY:
        return _("last seen on {}").format(_day(when, lang))
    return _("last seen {}").format(format_timedelta(-passed, granularity="minute", add_direction=True, locale=lang))


def _device_name(device: Device, lang: str) -> str:
    """What its owner calls a device, or the kind of browser: “Chrome on Android”."""
    _, (browser, _comma, system) = speaker(lang), device.label.partition(", ")
    guessed = _("{} on {}").format(browser, system) if system else browser
    return device.name or (guessed if guessed != "?" else _("Another device"))


@router.get("/mine/waiting")
async def waiting(request: Request, at: str = "") -> Json:
    """How many tables wait for whoever asks, and the next of them but the one they are at."""
    hub, person = hub_of(request), person_of(request)
    found = await hub.run(waiting_for, hub.store, hash_secret(person)) if person else []
    following = next((one.row for one in found if one.row.id != at), None)
    if following is None:
        return {"waiting": len(found), "next": None}
    title = titles_of([following])[following.game][lang_of(request)]
    return {"waiting": len(found), "next": {"table": following.id, "title": title}}


@router.get("/mine/next")
async def to_the_next(request: Request) -> Response:
    """One tap: the table that waits for whoever asks, or else the list."""
    told = await waiting(request)
    return RedirectResponse(f"/t/{told['next']['table']}" if told["next"] else "/mine", 303)


# Who I am


@router.post("/mine/device")
async def offer(request: Request) -> Response:
    """A link by which another device becomes this person."""
    return await link_to_become(request, _somebody(request))


@router.post("/mine/devices/name")
async def rename_device(
    request: Request, device: str = Form("", max_length=40), name: str = Form("", max_length=200)
) -> Response:
    """Give one's device a name; without one it is called by its browser again."""
    hub, chosen = hub_of(request), clean_name(name, "", MOST_DEVICE_NAME)
    if not await hub.run(name_device, hub.store, hash_secret(_somebody(request)), device, chosen):
        raise HTTPException(404, "you have no such device")
    return RedirectResponse("/mine?said=named#devices", 303)


@router.post("/mine/devices/revoke")
async def revoke_one(request: Request, device: str = Form("", max_length=40)) -> Response:
    """End the access of another device of this person, at once."""
    hub, person, this = hub_of(request), _somebody(request), device_of(request)
    if device == this:
        raise HTTPException(422, "this is the device you are on; allowed: another one")
    own = await own_secret(request, this)
    if not await hub.run(revoke_device, hub.store, hash_secret(person), device):
        raise HTTPException(404, "you have no such device")
    await request.app.state.known_devices.look()
    response = RedirectResponse("/mine?said=gone#devices", 303)
    if own is not None:
        response.set_cookie(**person_cookie(own))
    return response


@router.post("/mine/revoke")
async def revoke(request: Request) -> Response:
    """Another secret for this person: this device has it, and no other one is them any more."""
    hub, person, fresh = hub_of(request), _somebody(request), new_secret()
    names = hash_secret(person), hash_secret(fresh)
    tables = await hub.run(rename_person, hub.store, *names, device_of(request))
    await request.app.state.known_devices.look()
    for table_id in tables:
        await hub.heard(table_id, "table")  # pages elsewhere are told that they only look on now
        hub.notify(table_id, "table")
    response = RedirectResponse("/mine?said=revoked", 303)
    response.set_cookie(**person_cookie(fresh))
    return response


def _somebody(request: Request) -> str:
    """Who asks; nobody else comes here (`gate/permissions.py`)."""
    person = person_of(request)
    assert person is not None
    return person
