"""When servers were there: no clock runs while none is."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "uptimes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("uptimes")
