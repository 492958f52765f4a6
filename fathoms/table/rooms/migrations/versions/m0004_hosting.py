"""What a host decides: the secret of the host's page, who is banned, tables set aside, and word of changes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "host_facts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "set_aside",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("by", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_autoincrement=True,  # a number is not given twice, or a decision would be overlooked
    )
    op.create_index("ix_tables_status_touched", "tables", ["status", "touched"])


def downgrade() -> None:
    op.drop_index("ix_tables_status_touched", "tables")
    for name in ("decisions", "set_aside", "bans", "host_facts"):
        op.drop_table(name)
