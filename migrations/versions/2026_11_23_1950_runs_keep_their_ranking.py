"""Runs keep the ranking with which their season began.

Revision ID: 2026_11_23_1950
Revises: 2026_11_23_1945
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1950"
down_revision = "2026_11_23_1945"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("run") as table:
        table.add_column(sa.Column("ranking", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("run") as table:
        table.drop_column("ranking")
