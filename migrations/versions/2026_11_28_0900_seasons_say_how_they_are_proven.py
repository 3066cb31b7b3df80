"""Seasons say how they are proven.

Revision ID: 2026_11_28_0900
Revises: 2026_11_28_0730
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0900"
down_revision = "2026_11_28_0730"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season") as table:
        table.add_column(sa.Column("proof", sa.Integer(), nullable=False, server_default="1"))
    # What is not announced yet is opened as all seasons from now on.
    op.execute("UPDATE season SET proof = 2 WHERE state = 'draft' AND opened_at IS NULL")
    with op.batch_alter_table("season") as table:
        table.alter_column("proof", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season") as table:
        table.drop_column("proof")
