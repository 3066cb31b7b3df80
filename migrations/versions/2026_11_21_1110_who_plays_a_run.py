"""Who plays a run.

Revision ID: 2026_11_21_1110
Revises: 2026_11_21_1030
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_1110"
down_revision = "2026_11_21_1030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("run") as batch_op:
        batch_op.add_column(sa.Column("claim", sa.String(32), nullable=True))
        batch_op.add_column(sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("run") as batch_op:
        batch_op.drop_column("lease_until")
        batch_op.drop_column("claim")
