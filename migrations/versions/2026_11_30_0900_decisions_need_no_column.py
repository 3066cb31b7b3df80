"""A season keeps decisions that have no column of their own.

Revision ID: 2026_11_30_0900
Revises: 2026_11_29_1000
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_30_0900"
down_revision = "2026_11_29_1000"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("decisions", sa.JSON(), nullable=False, server_default=sa.text("'{}'"))
        )
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.alter_column("decisions", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("decisions")
