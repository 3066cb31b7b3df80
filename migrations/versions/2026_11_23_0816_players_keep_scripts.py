"""Players keep scripts: standing orders under a name.

Revision ID: 2026_11_23_0816
Revises: 2026_11_23_0759
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_0816"
down_revision = "2026_11_23_0759"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "named_orders",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name="fk_named_orders_player_id_player",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_named_orders"),
        sa.UniqueConstraint(
            "player_id", "game", "name", name="uq_named_orders_player_id_game_name"
        ),
    )


def downgrade() -> None:
    op.drop_table("named_orders")
