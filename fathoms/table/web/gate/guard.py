"""What every request must respect (size, origin, text, how often it comes) and what every answer carries."""

import json
import logging
import re
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathoms.table.logs import tell
from fathoms.table.metrics import ANSWERS, REFUSALS
from fathoms.table.web.gate.visitor import address_of, household_of
from fathoms.table.web.i18n import NUMBER, translated
from fathoms.table.web.render import error_page
from fathoms.table.web.request import lang_of, person_of, same_origin

MOST_BODY = 64 * 1024
MOST_DIGITS = 18  # of a number in JSON: more than any version or clock has, and no more than a database takes
MOST_DEPTH = 16  # of lists within lists
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",  # unless an answer says otherwise: what a seat sees is for that seat alone
}
HSTS = "max-age=31536000"  # where the way here is by TLS: for a year by nothing else
OURS = ("same-origin", "none")  # of `Sec-Fetch-Site`, which browsers send and pages cannot forge
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
CHARSET = re.compile(r"charset\s*=\s*\"?([^\s;\"]*)")


class Guard:
    """Stands before all routes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _complete(MutableHeaders(scope=message), request)
                ANSWERS.labels(message["status"]).inc()
            await send(message)

        if (ban := request.app.state.decisions.refuses(address_of(request), person_of(request))) is not None:
            REFUSALS.labels("banned").inc()
            tell("refusal", logging.WARNING, kind="banned", reason=ban.reason)
            await _turned_away(request, ban.reason)(scope, receive, send_guarded)
            return
        refusal = _refusal(request)
        if refusal is None and request.method not in ("GET", "HEAD", "OPTIONS") and not _is_form(request):
            received = await _whole_body(receive)
            refusal, receive = _fault_of_json(received), _again(received, receive)
        if refusal is not None:
            note_refusal(*refusal)
        follow = _refused(request, *refusal) if refusal else self.app
        await follow(scope, receive, send_guarded)


def told(request: Request, error: str) -> dict[str, str]:
    """What went wrong, for programs and in the language of whoever asked."""
    return {"error": error, "message": translated(error, lang_of(request))}


def _refused(request: Request, status: int, error: str) -> Response:
    """An answer to what no route should see: a page for whoever sent a form, else JSON."""
    said = told(request, error)
    if "text/html" in request.headers.get("accept", ""):
        return error_page(request, status, said["message"], lang_of(request))
    return JSONResponse(said, status)


def note_refusal(status: int, error: str) -> None:
    """Count a refusal, and tell the host of its kind: the words without their numbers."""
    kind = NUMBER.sub("…", error.split("; allowed")[0])
    REFUSALS.labels(kind).inc()
    tell("refusal", logging.WARNING, kind=kind, status=status)


def _turned_away(request: Request, reason: str) -> Response:
    """An answer to somebody who must stay away."""
    said = told(request, "the host of this server has asked you to stay away")
    if "text/html" in request.headers.get("accept", ""):
        return error_page(request, 403, f"{said['message']}: {reason}", lang_of(request))
    return JSONResponse({**said, "reason": reason}, 403)


def _complete(headers: MutableHeaders, request: Request) -> None:
    """The headers of every answer; behind TLS no cookie may leave without it, and no browser come without it."""
    for name, value in HEADERS.items():
        if name != "Cache-Control" or not request.scope["path"].startswith("/static/"):
            headers.setdefault(name, value)
    if request.scope["scheme"] == "https" or request.app.state.settings.public_url.startswith("https:"):
        headers.setdefault("Strict-Transport-Security", HSTS)
        headers.raw[:] = [(name, value + b"; Secure" * (name == b"set-cookie")) for name, value in headers.raw]


def _refusal(request: Request) -> tuple[int, str] | None:
    limits, settings = request.app.state, request.app.state.settings
    address = household_of(request)
    if not limits.hosts.admit(request.headers.get("host")):
        return 421, "this server does not go by that name; allowed: those its host has set (public_url, hosts)"
    if request.method in ("GET", "HEAD", "OPTIONS"):
        if limits.look_limit.allows(address):
            return None
        return 429, f"too many requests; allowed: {settings.looks_a_minute} a minute"
    if "transfer-encoding" in request.headers or int(request.headers.get("content-length") or 0) > MOST_BODY:
        return 413, f"too large, or of unknown size; allowed: {MOST_BODY} bytes"
    if not from_our_pages(request):
        return 403, "this request comes from another site"
    if not limits.move_limit.allows(address):
        return 429, f"too many requests; allowed: {settings.moves_a_minute} a minute"
    if _charset(request) not in ("", "utf-8", "utf8"):
        return 415, "this text is in an encoding that is not read here; allowed: UTF-8"
    return None


def from_our_pages(asked: HTTPConnection) -> bool:
    """Whether what changes something comes from a page of ours, or from a program: those send neither header."""
    if asked.headers.get("sec-fetch-site", OURS[0]) not in OURS:
        return False
    public = asked.app.state.settings.public_url
    origin = asked.headers.get("origin")
    return same_origin(origin, asked.headers.get("host")) or (bool(public) and origin == public)


def _charset(request: Request) -> str:
    found = CHARSET.search(request.headers.get("content-type", "").lower())
    return found[1] if found else ""


def _is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").lower().startswith(FORMS)


async def _whole_body(receive: Receive) -> list[Message]:
    """All messages of a body; it is not longer than it said, and that was looked at before."""
    received = [await receive()]
    while received[-1].get("more_body", False):
        received.append(await receive())
    return received


def _again(received: list[Message], receive: Receive) -> Receive:
    """The messages once more, for the route."""
    left = iter(received)

    async def once_more() -> Message:
        return next(left, None) or await receive()

    return once_more


class _Fault(Exception):
    """Something JSON can say that means nothing here."""


def _fault_of_json(received: list[Message]) -> tuple[int, str] | None:
    """What is wrong with a body, if it is JSON that no route should see; what is not JSON the route refuses itself."""
    body = b"".join(one.get("body", b"") for one in received)
    try:
        _check(json.loads(body, parse_int=_whole_number, parse_float=_number, parse_constant=_number))
    except _Fault as fault:
        return 422, str(fault)
    except UnicodeError:
        return 422, "this text holds what is no letter; allowed: whole letters in UTF-8"
    except RecursionError:
        return 422, f"lists within lists without end; allowed: at most {MOST_DEPTH} deep"
    except ValueError:
        return None
    return None


def _check(value: Any, depth: int = MOST_DEPTH) -> None:
    """Whether every text can be written down, and nothing lies too deep."""
    if isinstance(value, str):
        value.encode()
    elif depth == 0:
        raise RecursionError
    elif isinstance(value, dict | list):
        for one in [*value, *value.values()] if isinstance(value, dict) else value:
            _check(one, depth - 1)


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise _Fault(f"this number is too long; allowed: at most {MOST_DIGITS} digits")
    return int(digits)


def _number(text: str) -> Any:
    value = float(text)
    if value - value != 0:  # neither infinity nor "not a number" is nothing less itself
        raise _Fault("this is no number one can count with; allowed: a number between -1e308 and 1e308")
    return value
