"""A site knows which secrets it has had, and whether its database is a copy.

Revision ID: 2026_11_29_1000
Revises: 2026_11_29_0900
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_29_1000"
down_revision = "2026_11_29_0900"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fact",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("fact")
