"""Seasons have waves of places, and a waiting list.

Revision ID: 2026_11_23_1655
Revises: 2026_11_23_1640
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1655"
down_revision = "2026_11_23_1640"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.add_column(sa.Column("queued_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("waiting_list", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        batch_op.add_column(
            sa.Column("waves", sa.JSON(), nullable=False, server_default=sa.text("'[]'"))
        )
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.alter_column("waiting_list", server_default=None)
        batch_op.alter_column("waves", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("waves")
        batch_op.drop_column("waiting_list")
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_column("queued_at")
