"""Which devices somebody plays from: a cookie tells them apart, and a word on disk now and then says when."""

import re
import time

from fastapi import Request
from fastapi.responses import Response

from fathoms.table.rooms.people.devices import note_device
from fathoms.table.rooms.people.identity import hash_secret, new_table_id
from fathoms.table.web.request import DEVICE, device_cookie, hub_of, person_of

AGAIN_SECONDS = 3600.0  # between two words on disk of one device
MOST_NOTED = 10_000
BROWSERS = {  # the first whose mark is found: most claim to be others too
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
_noted: dict[tuple[str, str], float] = {}  # when each device was last put on disk by this process


def device_of(request: Request) -> str:
    """The cookie of this device; empty if it has none, or one that is none of ours."""
    device = request.cookies.get(DEVICE, "")
    return device if re.fullmatch("[0-9a-z]{1,24}", device) else ""


def label_of(request: Request) -> str:
    """What kind of browser asks, in a few words: “Firefox, Android”."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return ", ".join(filter(None, (browser, system))) or "?"


async def note_seen(request: Request) -> str:
    """Remember that somebody was here on this device; which one it is, for `remember_device`."""
    person = person_of(request)
    if person is None:
        return ""
    device = device_of(request) or new_table_id()
    who, now = (hash_secret(person), device), time.monotonic()
    if now - _noted.get(who, -AGAIN_SECONDS) >= AGAIN_SECONDS:
        if len(_noted) >= MOST_NOTED:
            _noted.clear()
        _noted[who] = now
        hub = hub_of(request)
        await hub.run(note_device, hub.store, *who, label_of(request))
    return device


def remember_device(request: Request, response: Response, device: str) -> None:
    """Leave a device its cookie, if it has none yet."""
    if device and device != device_of(request):
        response.set_cookie(**device_cookie(device))
