"""Seasons have a description and places.

Revision ID: 2026_11_22_1517
Revises: 2026_11_22_1510
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1517"
down_revision = "2026_11_22_1510"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        for name in ("description_ja", "description_en"):
            batch_op.add_column(sa.Column(name, sa.Text(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("capacity", sa.Integer(), nullable=True))
    with op.batch_alter_table("season", schema=None) as batch_op:
        for name in ("description_ja", "description_en"):
            batch_op.alter_column(name, server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("capacity")
        batch_op.drop_column("description_en")
        batch_op.drop_column("description_ja")
