"""The secret of the host's page: a link once, a cookie from then on, or a bearer token for programs."""

import hmac

from starlette.requests import HTTPConnection

from fathoms.table.live.decisions import Decisions
from fathoms.table.web.request import token_of

COOKIE = "fathoms_host"


def decisions_of(asked: HTTPConnection) -> Decisions:
    decisions: Decisions = asked.app.state.decisions
    return decisions


def is_key(asked: HTTPConnection, given: str | None) -> bool:
    key = decisions_of(asked).key
    return bool(given and key) and hmac.compare_digest(str(given).encode(), key.encode())


def has_key(asked: HTTPConnection) -> bool:
    return is_key(asked, asked.cookies.get(COOKIE)) or is_key(asked, token_of(asked))


def may_set_tables(asked: HTTPConnection) -> bool:
    """On a private server the host alone sets tables; everybody with a link to one may sit there."""
    return asked.app.state.settings.who_sets_tables != "host" or has_key(asked)
