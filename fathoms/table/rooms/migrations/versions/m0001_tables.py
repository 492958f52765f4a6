"""Tables, their events and moves, and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("entropy", sa.Text, nullable=False, server_default="{}"),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("next_table", sa.String(24)),
        sa.Column("created", sa.DateTime, server_default=sa.func.now()),
        sa.Column("touched", sa.DateTime, server_default=sa.func.now()),
    )
    owner = "tables.id"
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(24), sa.ForeignKey(owner, ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.String(120), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(24), sa.ForeignKey(owner, ondelete="CASCADE"), primary_key=True),
        sa.Column("move_id", sa.String(80), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey(owner, ondelete="CASCADE"), index=True, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(280), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("chat", "moves", "events", "tables"):
        op.drop_table(name)
