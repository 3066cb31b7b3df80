"""Organisers pair by hand.

Revision ID: 2026_11_23_2010
Revises: 2026_11_23_2005
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_2010"
down_revision = "2026_11_23_2005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("season", "run"):
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("pairings", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    for name in ("season", "run"):
        with op.batch_alter_table(name) as table:
            table.drop_column("pairings")
