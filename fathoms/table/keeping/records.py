"""Games as files, before their tables are cleared."""

import contextlib
import logging
import os
from pathlib import Path

from fathoms.engine.errors import FathomsError
from fathoms.table.rooms.aside import load_room
from fathoms.table.rooms.store import Store

log = logging.getLogger("fathoms")


def keep_record(store: Store, table_id: str, folder: str) -> bool:
    """A game as a file: whole if it is over, else what everybody may know. False if there is nothing to keep."""
    try:
        room = load_room(store, table_id)
    except FathomsError as reason:
        log.warning("no record of table %s can be kept: %s", table_id, reason)
        return False
    if room is None or not room.version:
        return False
    file = Path(folder) / room.game.name / f"{table_id}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_suffix(".part")
    with contextlib.ExitStack() as undo:
        undo.callback(written.unlink, missing_ok=True)
        written.write_text(room.record_for(None), encoding="utf-8")
        os.replace(written, file)
    return True
