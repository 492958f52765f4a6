"""Alembic's way to our database: always through a connection that the store hands over."""

from alembic import context

from fathoms.table.rooms.store import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
