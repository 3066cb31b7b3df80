"""Matches know what was told of them.

Revision ID: 2026_11_23_0417
Revises: 2026_11_23_0111
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_0417"
down_revision = "2026_11_23_0111"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("told_a", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("told_b", sa.Integer(), nullable=False, server_default="0"))
    op.execute('UPDATE "match" SET told_a = step, told_b = step')
    with op.batch_alter_table("match") as table:
        table.alter_column("told_a", server_default=None)
        table.alter_column("told_b", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("match") as table:
        table.drop_column("told_b")
        table.drop_column("told_a")
