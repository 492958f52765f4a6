"""Being called on this browser: asking for it, leaving it, and what a call says."""

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field

from fathoms.engine.kinds import Json
from fathoms.table.live.calling import LATE, NUDGE, TURN, Call
from fathoms.table.push.addresses import MOST_ADDRESS, split_endpoint
from fathoms.table.push.message import check_keys
from fathoms.table.push.sender import Sender
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.people.sittings import sittings_of
from fathoms.table.rooms.people.subscriptions import Subscription, drop, subscribe
from fathoms.table.web.i18n import speaker
from fathoms.table.web.mine.seen import note_seen
from fathoms.table.web.pages import title_of
from fathoms.table.web.request import base_of, hub_of, lang_of, person_of

router = APIRouter(include_in_schema=False)


class KeysIn(BaseModel):
    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=30)


class SubscriptionIn(BaseModel):
    """What a browser gives to be called by."""

    endpoint: str = Field(max_length=MOST_ADDRESS)
    keys: KeysIn


class EndpointIn(BaseModel):
    endpoint: str = Field(max_length=MOST_ADDRESS)


def _sender(request: Request) -> Sender:
    sender: Sender = request.app.state.sender
    return sender


@router.get("/mine/push")
async def push_key(request: Request) -> Json:
    """The key by which a browser's push service knows this server; none where the host wants no calls."""
    sender = _sender(request)
    return {"key": sender.public_key if sender.on else None}


@router.post("/mine/push")
async def call_me(request: Request, wanted: SubscriptionIn) -> Json:
    """Call whoever asks on this browser when it is their turn."""
    hub, person, sender = hub_of(request), person_of(request), _sender(request)
    if person is None or not await hub.run(sittings_of, hub.store, hash_secret(person)):
        raise HTTPException(403, "only those who sit at a table are called")
    if not sender.on:
        raise HTTPException(403, "the host of this server wants nobody called")
    try:
        split_endpoint(wanted.endpoint, sender.local)
        check_keys(wanted.keys.p256dh, wanted.keys.auth)
    except ValueError:  # a forbidden address too
        raise HTTPException(
            422, "this is no subscription of a browser; allowed: the one it gives for this page"
        ) from None
    told = Subscription(wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth, lang_of(request), base_of(request)[:200])
    await hub.run(subscribe, hub.store, hash_secret(person), await note_seen(request), told)
    return {"ok": True}


@router.post("/mine/push/stop")
async def call_me_no_more(request: Request, named: EndpointIn) -> Json:
    hub, person = hub_of(request), person_of(request)
    assert person is not None  # gate/permissions.py
    await hub.run(drop, hub.store, named.endpoint, hash_secret(person))
    return {"ok": True}


def call_words(call: Call, to: Subscription) -> Json:
    """A call in the language of the browser it goes to."""
    _ = speaker(to.lang)
    said = {
        TURN: _("It is your turn."),
        LATE: _("It is your turn, and your time runs out."),
        NUDGE: _("You are being waited for."),
    }
    return {"title": f"{title_of(call.game)[to.lang]} · {', '.join(call.others)}", "body": said[call.kind]}
