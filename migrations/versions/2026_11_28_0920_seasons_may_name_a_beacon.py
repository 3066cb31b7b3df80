"""Seasons may name a beacon: public randomness in their dice.

Revision ID: 2026_11_28_0920
Revises: 2026_11_28_0910
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0920"
down_revision = "2026_11_28_0910"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season") as table:
        table.add_column(
            sa.Column("beacon", sa.String(length=200), nullable=False, server_default="")
        )
        table.add_column(sa.Column("beacon_facts", sa.JSON(), nullable=True))
    with op.batch_alter_table("season") as table:
        table.alter_column("beacon", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season") as table:
        table.drop_column("beacon_facts")
        table.drop_column("beacon")
