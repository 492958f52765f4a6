"""Static files under an address that names their content, so that a browser may keep them for ever.

The stamp is a part of the path, not a query: what a script imports beside itself comes from the same state of the
files. A page of an older state still finds the newest files, and is told not to keep them.
"""

import hashlib
import os
import re
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "static"
_STAMPED = re.compile(r"v-([0-9a-f]{10})[/\\]")
_FOR_EVER = "public, max-age=31536000, immutable"


@cache
def stamp() -> str:
    """Short for the content of all static files."""
    digest = hashlib.sha256()
    for file in sorted(file for file in FOLDER.rglob("*") if file.is_file()):
        digest.update(str(file.relative_to(FOLDER)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:10]


def asset(name: str) -> str:
    """The address of a static file, new whenever any of them is."""
    return f"/static/v-{stamp()}/{name}"


class Assets(StaticFiles):
    """The static files, with or without a stamp before their names."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        stamped = _STAMPED.match(path)
        answer = await super().get_response(os.path.normpath(path[stamped.end() :]) if stamped else path, scope)
        kept = stamped is not None and stamped[1] == stamp()
        answer.headers["cache-control"] = _FOR_EVER if kept else "no-cache"
        return answer
