"""The set of cards that a call has come to keeps its number.

Revision ID: 2026_12_01_1200
Revises: 2026_12_01_1100
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_1200"
down_revision = "2026_12_01_1100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season") as batch:
        batch.add_column(sa.Column("set_number", sa.Integer, nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("season") as batch:
        batch.drop_column("set_number")
