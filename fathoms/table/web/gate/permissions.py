"""Who may do what: every route belongs to an action, and who asks is looked at here, once, before any of them.

`docs/reference/permissions.md` is made from this table. What depends on more than who asks, such as whose turn it is or
whether the game is over, its route says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from fathoms.table.rooms.room import Room
from fathoms.table.web.gate.visitor import is_here
from fathoms.table.web.hosting.key import has_key, may_set_tables
from fathoms.table.web.request import person_of, place_of, seats_of


class Who(StrEnum):
    """What somebody is to a table, or to the server; one may be several."""

    SEAT = "seat"  # sits there: a person by their cookie, a program by the seat's token
    HOST = "host"  # has set it
    LOOKER_ON = "looker-on"  # somebody known here by a cookie, who has the link
    STRANGER = "stranger"  # anybody who has the link
    OPERATOR = "operator"  # has the secret of the server's own page
    MACHINE = "machine"  # asks from the very machine the server runs on


class Refusal(str):
    """Why somebody may not, said in the asker's language."""


EVERYBODY = frozenset({Who.SEAT, Who.HOST, Who.LOOKER_ON, Who.STRANGER})
KNOWN = EVERYBODY - {Who.STRANGER}
SEATED, HOSTING, OPERATING = frozenset({Who.SEAT}), frozenset({Who.HOST}), frozenset({Who.OPERATOR})
NO_SUCH_THING = Refusal("there is nothing here")
NOT_SEATED = Refusal("only those who sit here can do this")
NOT_YOUR_SEAT = Refusal("you do not sit there; allowed: a move with the seat's own token, or from its player's browser")
NOT_HOST = Refusal("only the one who set the table can do this")
NOT_OPERATOR = Refusal("this page is for the host; its link is printed when the server starts")
NOT_KNOWN = Refusal("nobody has played on this device yet")


@dataclass(frozen=True)
class Action:
    """Something that is done here: who may, by which routes, and what else it depends on, in words."""

    what: str
    may: frozenset[Who]
    routes: tuple[str, ...]
    refusal: str = NOT_SEATED
    only: str = ""
    sets_tables: bool = False  # on a private server the operator alone does


ACTIONS = (
    # At a table
    Action(
        "Look on: the public table, and one's own hand to whoever sits there",
        EVERYBODY,
        (
            "GET /t/{table_id}",
            "GET /t/{table_id}/board",
            "GET /t/{table_id}/qr.svg",
            "GET /api/tables/{table_id}",
            "WS /t/{table_id}/live",
            "WS /api/tables/{table_id}/live",
        ),
    ),
    Action(
        "Look back",
        EVERYBODY,
        (
            "GET /t/{table_id}/replay",
            "GET /t/{table_id}/replay.json",
            "GET /t/{table_id}/turns",
            "GET /t/{table_id}/moment.{kind}",
            "GET /t/{table_id}/fair",
            "GET /api/tables/{table_id}/record",
        ),
        only="with one's own eyes; with all eyes once the game is over",
    ),
    Action(
        "See what decided a game, what the coach says, and the sea's secrets",
        EVERYBODY,
        (
            "GET /t/{table_id}/ending",
            "GET /t/{table_id}/coach",
            "GET /api/tables/{table_id}/coach",
            "GET /t/{table_id}/worth",
            "GET /t/{table_id}/fair.json",
        ),
        only="once the game is over",
    ),
    Action(
        "Sit down",
        EVERYBODY,
        ("POST /t/{table_id}/join", "POST /api/tables/{table_id}/join"),
        only="where a seat is open; not who was removed",
    ),
    Action(
        "Speak",
        EVERYBODY,
        ("POST /t/{table_id}/say",),
        only="where the table has a chat; not who was removed; to allies, from a seat that has some",
    ),
    Action("See a hand of one's own behind the curtain of a shared screen", SEATED, ("GET /t/{table_id}/hand",)),
    Action(
        "Move",
        SEATED,
        ("POST /api/tables/{table_id}/moves",),
        NOT_YOUR_SEAT,
        only="for one's own seat, when it is to move",
    ),
    Action(
        "Ask for a hint",
        SEATED,
        ("POST /api/tables/{table_id}/hint",),
        NOT_YOUR_SEAT,
        only="for one's own seat, where the table allows hints",
    ),
    Action("Point a choice out to allies", SEATED, ("POST /t/{table_id}/point",), only="from a seat that has allies"),
    Action(
        "Commit to words for the sea, and tell them",
        SEATED,
        ("POST /api/tables/{table_id}/commit", "POST /api/tables/{table_id}/words"),
        only="before the sea begins",
    ),
    Action(
        "Ask the others for something, and answer: a move back, a rematch, an end, a bot for somebody, a removal",
        SEATED,
        ("POST /t/{table_id}/ask", "POST /t/{table_id}/answer"),
    ),
    Action("Nudge", SEATED, ("POST /t/{table_id}/nudge",), only="somebody else who is to move, once a minute"),
    Action("Hand one's seat to a bot, take it back", SEATED, ("POST /t/{table_id}/away",)),
    Action("Give one's seat up", SEATED, ("POST /t/{table_id}/leave",), only="before the end"),
    Action("Go on with a lesson", SEATED, ("POST /t/{table_id}/lesson",)),
    Action(
        "Take one's seat along to another device",
        SEATED,
        ("POST /t/{table_id}/device",),
        Refusal("only those who sit here can take their seat along"),
        only="from a browser; a seat's token is not enough",
    ),
    Action(
        "Free a seat",
        HOSTING | SEATED,
        ("POST /t/{table_id}/free",),
        only="who sits there: one whose words the sea has waited for",
    ),
    Action(
        "Fill the table with bots, begin with fewer, remove somebody, close the table",
        HOSTING,
        ("POST /t/{table_id}/fill", "POST /t/{table_id}/remove", "POST /t/{table_id}/close"),
        NOT_HOST,
    ),
    # Without a table
    Action(
        "Set a table",
        EVERYBODY,
        ("POST /api/tables", "POST /play/{game}", "POST /new/{game}", "POST /t/{table_id}/branch", "POST /open"),
        Refusal("only the host sets tables on this server; ask for a link to one"),
        only="on a private server the operator; from a moment of another game, once that is over; from a file",
        sets_tables=True,
    ),
    Action("Learn a game", EVERYBODY, ("GET /learn/{game}", "POST /learn/{game}")),
    Action(
        "Read: home, forms, rules, pictures, the state of the server",
        EVERYBODY,
        (
            "GET /",
            "GET /new/{game}",
            "GET /open",
            "GET /rules/{game}",
            "GET /rules/{game}/quick",
            "GET /rules/{game}/aid",
            "GET /rules/{game}/reference",
            "GET /rules/{game}/{rule}",
            "GET /art/{game}/{name}",
            "GET /static",
            "GET /manifest.webmanifest",
            "GET /sw.js",
            "GET /offline",
            "GET /healthz",
            "GET /api/openapi.json",
        ),
    ),
    Action("Choose a language", EVERYBODY, ("POST /lang/{lang}",)),
    Action("Ask the laboratory", EVERYBODY, ("GET /lab", "GET /lab/report.css", "POST /lab")),
    # Who one is
    Action(
        "See one's own games, and what it takes to be called",
        EVERYBODY,
        ("GET /mine", "GET /mine/waiting", "GET /mine/next", "GET /mine/push"),
    ),
    Action(
        "Become somebody by the link of another device of theirs",
        EVERYBODY,
        ("GET /device", "POST /device"),
        only="with the link's secret",
    ),
    Action(
        "Take all one's games along to another device, name and revoke devices, change one's secret",
        KNOWN,
        ("POST /mine/device", "POST /mine/devices/name", "POST /mine/devices/revoke", "POST /mine/revoke"),
        NOT_KNOWN,
    ),
    Action(
        "Be called, be called no more",
        KNOWN,
        ("POST /mine/push", "POST /mine/push/test", "POST /mine/push/stop"),
        NOT_KNOWN,
        only="who sits at some table",
    ),
    # The server
    Action(
        "Come to the server's own page, leave it",
        EVERYBODY,
        ("GET /host", "POST /host", "POST /host/leave"),
        only="its desk is the operator's",
    ),
    Action(
        "Close, reopen and remove tables, ban and pardon, clear up, renew the link, copy the database",
        OPERATING,
        (
            "POST /host/close",
            "POST /host/reopen",
            "POST /host/remove",
            "POST /host/ban",
            "POST /host/pardon",
            "POST /host/prune",
            "POST /host/link",
            "POST /host/backup",
        ),
        NOT_OPERATOR,
    ),
    Action(
        "Read the figures",
        OPERATING | {Who.MACHINE},
        ("GET /metrics",),
        Refusal("figures are for the host; allowed: from this machine, or with the host's secret"),
        only="or from this machine",
    ),
)
ACTION_OF = {route: action for action in ACTIONS for route in action.routes}

IS: dict[Who, Callable[[HTTPConnection, Room | None], bool]] = {  # in this order: a wrong token is refused at a seat
    Who.HOST: lambda asked, room: room is not None and room.is_host(person_of(asked)),
    Who.SEAT: lambda asked, room: room is not None and bool(seats_of(asked, room)),
    Who.LOOKER_ON: lambda asked, room: person_of(asked) is not None,
    Who.OPERATOR: lambda asked, room: has_key(asked),
    Who.MACHINE: lambda asked, room: is_here(asked),
}


async def check_who_asks(asked: HTTPConnection) -> None:
    """Refuse whoever may not do what a route does; what no action names nobody may."""
    action = ACTION_OF.get(_route(asked))
    if action is None:
        raise HTTPException(404, NO_SUCH_THING)
    if action.sets_tables and not may_set_tables(asked):
        raise HTTPException(403, action.refusal)
    if Who.STRANGER in action.may:
        return
    table_id = asked.path_params.get("table_id")
    room = (await place_of(asked, table_id)).room if table_id else None
    if not any(who in action.may and is_one(asked, room) for who, is_one in IS.items()):
        raise HTTPException(403, action.refusal)


def _route(asked: HTTPConnection) -> str:
    return f"{asked.scope.get('method', 'WS')} {asked.scope['route'].path}"
