"""One's other device: a link, good once and for a short time, by which a second browser becomes the same person.

The link's secret stands after its `#`, which browsers do not send, so no log and no proxy sees it; it is handed in by a
form. What it opens lies in the database sealed by the secret itself. The second browser gets a secret of its own.
"""

import hashlib
import json
import time

import segno
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from fathoms.engine.kinds import Json
from fathoms.table.rooms.people.devices import add_key, note_device
from fathoms.table.rooms.people.identity import hash_secret, new_secret, new_table_id
from fathoms.table.web.mine.seen import label_of
from fathoms.table.web.render import nickname_of, render
from fathoms.table.web.request import (
    TABLES,
    base_of,
    hub_of,
    name_cookie,
    person_cookie,
    person_of,
    place_of,
    tables_cookie,
)

router = APIRouter(include_in_schema=False)
GOOD_FOR = 600  # seconds
PRIVATE = {"Cache-Control": "no-store"}


@router.post("/t/{table_id}/device")
async def offer(request: Request, table_id: str) -> Response:
    """A link for somebody who sits here to open on another device; it takes the place of one asked for before."""
    place, person = await place_of(request, table_id), person_of(request)
    if person is None or not place.room.seats_of_person(person):  # a program, by the seat's token
        raise HTTPException(403, "only those who sit here can take their seat along")
    return await link_to_become(request, person, table_id)


async def link_to_become(request: Request, person: str, table_id: str = "") -> Response:
    """A link by which another browser becomes this person, and goes to a table of theirs or to the list of them."""
    hub, secret = hub_of(request), new_secret()
    luggage = {"person": hash_secret(person), "name": nickname_of(request), "tables": request.cookies.get(TABLES, "")}
    sealed = _sealed(secret, json.dumps({**luggage, "table": table_id}).encode())
    await hub.run(hub.store.leave, hash_secret(secret), hash_secret(person), sealed, time.time() + GOOD_FOR)
    link = f"{base_of(request)}/device#{secret}"
    return JSONResponse({"link": link, "picture": _picture(link)}, headers=PRIVATE)


@router.get("/device")
async def arrive(request: Request) -> Response:
    """The page a link leads to. It changes nothing: somebody has to press its button."""
    page = render(request, "device.html", known=person_of(request) is not None)
    page.headers.update(PRIVATE)
    return page


@router.post("/device")
async def become(request: Request, secret: str = Form("", max_length=80)) -> Response:
    """Hand in a link's secret: this browser is from now on the person who asked for it."""
    hub = hub_of(request)
    sealed = await hub.run(hub.store.collect, hash_secret(secret), time.time())
    if sealed is None:
        raise HTTPException(403, "this link was used before, or its time is up; ask for a new one at the table")
    luggage: Json = json.loads(_sealed(secret, sealed))
    response = RedirectResponse(f"/t/{luggage['table']}" if luggage["table"] else "/mine", 303, PRIVATE)
    device = new_table_id()
    await hub.run(note_device, hub.store, luggage["person"], device, label_of(request))
    response.set_cookie(**person_cookie(await hub.run(add_key, hub.store, luggage["person"], device)))
    response.set_cookie(**tables_cookie(luggage["table"], luggage["tables"]))
    if luggage["name"]:
        response.set_cookie(**name_cookie(luggage["name"]))
    return response


def _sealed(secret: str, text: bytes) -> bytes:
    """Seal, or open again: each secret seals one text only, so its pad is used once."""
    pad = hashlib.shake_256(b"fathoms luggage " + secret.encode()).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))


def _picture(link: str) -> str:
    """A QR code as an address of its own: none that could be asked for again."""
    return str(segno.make(link, error="m").svg_data_uri(scale=5, dark="#08202E", light="#F4FAF7"))
