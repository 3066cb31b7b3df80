"""Mails may wait for an organiser.

Revision ID: 2026_11_22_1202
Revises: 2026_11_22_0423
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1202"
down_revision = "2026_11_22_0423"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("mail", schema=None) as batch_op:
        batch_op.add_column(sa.Column("waits_since", sa.DateTime(timezone=True), nullable=True))
        batch_op.create_index(batch_op.f("ix_mail_waits_since"), ["waits_since"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("mail", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_mail_waits_since"))
        batch_op.drop_column("waits_since")
