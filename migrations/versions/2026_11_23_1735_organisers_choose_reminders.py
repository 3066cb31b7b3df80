"""Organisers choose when players are reminded, and which.

Revision ID: 2026_11_23_1735
Revises: 2026_11_23_1730
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1735"
down_revision = "2026_11_23_1730"
branch_labels = None
depends_on = None

COLUMNS = (("reminders", "48,6"), ("reminded", "earlier,watching,held"))


def upgrade() -> None:
    with op.batch_alter_table("season") as table:
        for name, usual in COLUMNS:
            table.add_column(
                sa.Column(name, sa.String(length=40), nullable=False, server_default=usual)
            )
    with op.batch_alter_table("season") as table:
        for name, _ in COLUMNS:
            table.alter_column(name, server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season") as table:
        for name, _ in COLUMNS:
            table.drop_column(name)
