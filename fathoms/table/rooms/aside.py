"""A table that cannot be read, or that the host has closed, is set aside with its reason; no other suffers from it."""

import logging

import sqlalchemy as sa

from fathoms.engine.errors import OptionError
from fathoms.table.logs import tell
from fathoms.table.rooms.hosting import HOST, SERVER, Aside, aside, set_aside, take_up
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Store

NOT_THE_TABLE = (sa.exc.SQLAlchemyError, OSError, MemoryError)  # what fails for reasons outside the table

CLOSED = "the host has closed this table", "l’hôte a fermé cette table"
UNREADABLE = (
    "this table cannot be opened and was set aside; nothing of it is lost, and the host is told why",
    "cette table ne s’ouvre plus et a été mise de côté ; rien n’en est perdu, et l’hôte en sait la raison",
)


class SetAside(OptionError):
    """Somebody asked for a table that is not played on."""

    def __init__(self, by: str, reason: str) -> None:
        english, french = CLOSED if by == HOST else UNREADABLE
        super().__init__(f"{english}: {reason}", f"{french} : {reason}")
        self.by = by
        self.reason = reason


def load_room(store: Store, table_id: str) -> Room | None:
    """A table as it stands on disk. One that does not replay is set aside; one that does again is taken up."""
    known = aside(store, table_id)
    if known is not None and known.by == HOST:
        raise SetAside(known.by, known.reason)
    try:
        room = Room.load(store, table_id)
    except NOT_THE_TABLE:
        raise
    except Exception as error:
        raise _set_aside(store, table_id, known, f"{type(error).__name__}: {error}") from error
    if known is not None:
        take_up(store, table_id)
    return room


def _set_aside(store: Store, table_id: str, known: Aside | None, reason: str) -> SetAside:
    if known is None:
        set_aside(store, table_id, SERVER, reason)
        tell("table set aside", logging.WARNING, kind=table_id, table=table_id, reason=reason)
    return SetAside(SERVER, reason)
