"""Players change their address.

Revision ID: 2026_12_03_1000
Revises: 2026_12_02_1000
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_1000"
down_revision = "2026_12_02_1000"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "address_change",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("mark", ID, nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("old_said_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("new_said_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stood_in_by", sa.String(length=200), nullable=False),
        sa.Column("objected_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("over_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name="fk_address_change_player_id_player",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["target_id"],
            ["player.id"],
            name="fk_address_change_target_id_player",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_address_change"),
    )
    for name in ("player_id", "target_id", "over_at"):
        op.create_index(f"ix_address_change_{name}", "address_change", [name])


def downgrade() -> None:
    op.drop_table("address_change")
