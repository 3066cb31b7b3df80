"""Browsers of players are woken by news.

Revision ID: 2026_12_03_1310
Revises: 2026_12_03_1300
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_1310"
down_revision = "2026_12_03_1300"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "push_device",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("endpoint_key", sa.String(length=64), nullable=False),
        sa.Column("seasons", sa.JSON(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_push_device_player_id_player"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_push_device"),
        sa.UniqueConstraint("endpoint_key", name="uq_push_device_endpoint_key"),
    )
    op.create_index("ix_push_device_player_id", "push_device", ["player_id"])
    op.create_index("ix_push_device_due_at", "push_device", ["due_at"])


def downgrade() -> None:
    op.drop_table("push_device")
