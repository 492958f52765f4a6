"""Whom tables wait for and how they ended, where people sit, their devices, and how they wish to be called."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("to_act", sa.String(8)))
    op.add_column("tables", sa.Column("due", sa.Float))
    op.add_column("tables", sa.Column("places", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "sittings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("called", sa.String(40), nullable=False, server_default=""),
    )
    op.create_index("ix_sittings_table_id", "sittings", ["table_id"])
    op.create_table(
        "devices",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("device", sa.String(40), primary_key=True),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.String(1000), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("lang", sa.String(5), nullable=False),
        sa.Column("base", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    _seat_people()


def _seat_people() -> None:
    """Where people sit at the tables there are."""
    connection, known = op.get_bind(), sa.table("sittings", sa.column("person"), sa.column("table_id"))
    found = []
    for table_id, seats, settings in connection.execute(sa.text("SELECT id, seats, settings FROM tables")):
        people = {seat.get("person") for seat in json.loads(seats)} | {json.loads(settings).get("host")}
        found += [{"person": person, "table_id": table_id} for person in people if person]
    if found:
        op.bulk_insert(known, found)


def downgrade() -> None:
    for name in ("subscriptions", "devices", "sittings"):
        op.drop_table(name)
    for name in ("places", "due", "to_act"):
        op.drop_column("tables", name)
