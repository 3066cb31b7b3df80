"""Outages of the site are kept.

Revision ID: 2026_11_23_0453
Revises: 2026_11_23_0421
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_0453"
down_revision = "2026_11_23_0421"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "outage",
        sa.Column("id", ID, nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_up_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outage"),
        sa.UniqueConstraint("began_at", name="uq_outage_began_at"),
    )


def downgrade() -> None:
    op.drop_table("outage")
