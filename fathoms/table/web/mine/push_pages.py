"""Being called on this browser: asking for it, trying it, leaving it, and what a call says."""

from http import HTTPStatus
from http.client import HTTPException as HTTPFault

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field

from fathoms.engine.kinds import Json
from fathoms.table.live.calling import LATE, NUDGE, TURN, Call
from fathoms.table.live.hub import Hub
from fathoms.table.push.addresses import MOST_ADDRESS, Forbidden, split_endpoint
from fathoms.table.push.message import check_keys, new_key, private_key
from fathoms.table.push.sender import GONE, TOO_MANY, Sender, post
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.people.sittings import sittings_of, waiting_for
from fathoms.table.rooms.people.subscriptions import Subscription, drop, subscribe, subscriptions_of
from fathoms.table.rooms.people.subscriptions import push_key as stored_key
from fathoms.table.web.i18n import speaker, typeset
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
    known = await hub.run(subscribe, hub.store, hash_secret(person), await note_seen(request), told)
    return {"ok": True, "known": known}


@router.post("/mine/push/test")
async def call_me_now(request: Request, named: EndpointIn) -> Json:
    """A notification on this browser at once, and in words how its push service answered."""
    hub, person, sender = hub_of(request), person_of(request), _sender(request)
    assert person is not None  # gate/permissions.py
    mine = await hub.run(subscriptions_of, hub.store, hash_secret(person))
    to = next((one for one in mine if one.endpoint == named.endpoint), None)
    if to is None or not sender.on:
        raise HTTPException(403, "this browser is not called; allowed: one that has asked for it")
    try:
        status = await hub.run(_send_test, hub, to, hash_secret(person), sender.local)
    except (OSError, HTTPFault, Forbidden):
        status = 0
    if status in GONE:
        await hub.run(drop, hub.store, to.endpoint)
    return {"ok": 200 <= status < 300, "message": typeset(answer_words(status, lang_of(request)), lang_of(request))}


def _send_test(hub: Hub, to: Subscription, person: str, local: bool) -> int:
    _ = speaker(to.lang)
    words = {"title": "Fathoms", "body": _("This is how you will be called when it is your turn.")}
    message = {**words, "url": "/mine", "tag": "test", "waiting": len(waiting_for(hub.store, person))}
    return post(to, message, private_key(stored_key(hub.store, new_key)), local).status


def answer_words(status: int, lang: str) -> str:
    """What a push service has answered, and what can be done; 0 where it could not be reached."""
    _ = speaker(lang)
    if 200 <= status < 300:
        return _("Sent. If nothing appears, allow notifications of this browser in the settings of your system.")
    if status in GONE:
        return _("Your browser’s push service no longer knows this browser. Switch notifications on again.")
    if status == TOO_MANY:
        return _("Your browser’s push service is asked too often. Try again in a few minutes.")
    if status >= 500:
        return _("Your browser’s push service has trouble of its own. Try again later. (Its answer: {})").format(status)
    if status:
        said = f"{status} {HTTPStatus(status).phrase}" if status in set(HTTPStatus) else status
        return _("Your browser’s push service refused it. Tell the host of this server. (Its answer: {})").format(said)
    return _("This server cannot reach your browser’s push service. Tell its host.")


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
