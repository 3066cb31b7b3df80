"""Lots hang on the entries of the first closing, and organisers can retire entries and set pairings.

Revision ID: 2026_11_28_0930
Revises: 2026_11_28_0920
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0930"
down_revision = "2026_11_28_0920"
branch_labels = None
depends_on = None

COLUMNS = (("lottery", "tickets", "[]"), ("season", "rulings", "{}"), ("run", "rulings", "{}"))


def upgrade() -> None:
    for name, column, empty in COLUMNS:
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column(column, sa.JSON(), nullable=False, server_default=empty))
        with op.batch_alter_table(name) as table:
            table.alter_column(column, server_default=None)


def downgrade() -> None:
    for name, column, _ in COLUMNS:
        with op.batch_alter_table(name) as table:
            table.drop_column(column)
