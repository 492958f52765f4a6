"""Devices have names, and secrets of their own; links to another device that were asked for before hold the old one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("devices", sa.Column("name", sa.String(40), nullable=False, server_default=""))
    op.create_table(
        "device_keys",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("revoked", sa.Float, index=True),
    )
    op.execute("DELETE FROM luggage")


def downgrade() -> None:
    op.drop_table("device_keys")
    op.drop_column("devices", "name")
