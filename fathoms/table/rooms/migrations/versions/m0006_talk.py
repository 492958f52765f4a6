"""Chat: whom it is for, and who said it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("chat", sa.Column("channel", sa.String(8), nullable=False, server_default=""))
    op.add_column("chat", sa.Column("author", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for name in ("author", "channel"):
        op.drop_column("chat", name)
