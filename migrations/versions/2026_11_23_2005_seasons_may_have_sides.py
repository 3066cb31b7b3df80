"""Seasons may have sides.

Revision ID: 2026_11_23_2005
Revises: 2026_11_23_2000
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_2005"
down_revision = "2026_11_23_2000"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("sides", sa.JSON(), nullable=False, server_default=sa.text("'{}'"))
        )
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.alter_column("sides", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("sides")
