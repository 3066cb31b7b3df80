"""Organisers may hide the name of an entry, and that of its owner.

Revision ID: 2026_11_22_1944
Revises: 2026_11_22_1841
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1944"
down_revision = "2026_11_22_1841"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name_hidden_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("owner_hidden_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_column("owner_hidden_at")
        batch_op.drop_column("name_hidden_at")
