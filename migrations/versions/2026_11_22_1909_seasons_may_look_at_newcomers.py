"""Seasons may look at newcomers.

Revision ID: 2026_11_22_1909
Revises: 2026_11_22_1837
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1909"
down_revision = "2026_11_22_1837"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.add_column(sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("approves_newcomers", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.alter_column("approves_newcomers", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("approves_newcomers")
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_column("approved_at")
