"""Exchanges remind of themselves once.

Revision ID: 2026_11_23_0447
Revises: 2026_11_23_0417
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_0447"
down_revision = "2026_11_23_0417"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("exchange") as table:
        table.add_column(sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("exchange") as table:
        table.drop_column("reminded_at")
