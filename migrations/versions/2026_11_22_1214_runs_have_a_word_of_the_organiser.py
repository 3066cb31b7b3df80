"""Runs have a word of the organiser.

Revision ID: 2026_11_22_1214
Revises: 2026_11_22_1202
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1214"
down_revision = "2026_11_22_1202"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.add_column(sa.Column("word", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.alter_column("word", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_column("word")
