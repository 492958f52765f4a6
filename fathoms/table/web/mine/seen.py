"""Which devices somebody plays from: what kind each is, and when it was last here."""

import re
import time

from fastapi import Request
from fastapi.responses import Response

from fathoms.table.rooms.people.devices import add_key_where_shared, note_device
from fathoms.table.rooms.people.identity import DeviceSecret, hash_secret, new_table_id
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
    """The id of this device: the one its secret belongs to, or the one in its cookie; empty if it has none."""
    if isinstance(person := person_of(request), DeviceSecret):
        return person.device
    device = request.cookies.get(DEVICE, "")
    return device if re.fullmatch("[0-9a-z]{1,24}", device) else ""


def label_of(request: Request) -> str:
    """What kind of browser asks: “Firefox, Android”, which pages show as “Firefox on Android”."""
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
    if device and device != request.cookies.get(DEVICE):
        response.set_cookie(**device_cookie(device))


async def own_secret(request: Request, device: str) -> str | None:
    """A secret of its own for a device that shares one with others, as all devices did before version 0008."""
    person, hub = person_of(request), hub_of(request)
    if person is None or isinstance(person, DeviceSecret):
        return None
    return await hub.run(add_key_where_shared, hub.store, hash_secret(person), device)
