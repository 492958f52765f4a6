"""Opening a database: what keeps it from opening is said in one line, with what is allowed."""

import sqlalchemy as sa
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from fathoms.engine.errors import OptionError
from fathoms.table.rooms.store import MIGRATIONS, Store


def open_store(database: str) -> Store:
    """The database, migrated; OptionError where it cannot be had."""
    try:
        return Store(database)
    except CommandError as error:
        newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
        raise OptionError(
            f"database={shown(database)!r} is of a newer Fathoms ({error}; known here: up to {newest}); "
            "allowed: that Fathoms, a newer one, or a backup from before"
        ) from None
    except (sa.exc.SQLAlchemyError, OSError) as error:
        raise OptionError(
            f"database={shown(database)!r} cannot be opened: {why(error)}; allowed: a file that may be written, "
            "or a PostgreSQL that answers"
        ) from None


def shown(database: str) -> str:
    """The address of a database without its password."""
    try:
        return sa.make_url(database).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return database


def why(error: Exception) -> str:
    """The first line of what a database says of itself."""
    told = str(getattr(error, "orig", None) or error).strip()
    return told.splitlines()[0] if told else type(error).__name__
