"""What players wish to hear, and whether letters reach them.

Revision ID: 2026_11_21_1540
Revises: 2026_11_21_1110
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_1540"
down_revision = "2026_11_21_1110"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("muted_at", moment, nullable=True))
        batch_op.add_column(
            sa.Column("wants_log", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        batch_op.add_column(
            sa.Column("bounce_score", sa.Float(), nullable=False, server_default="0")
        )
        batch_op.add_column(sa.Column("bounced_at", moment, nullable=True))
        batch_op.add_column(sa.Column("paused_at", moment, nullable=True))
    with op.batch_alter_table("letter") as batch_op:
        batch_op.add_column(sa.Column("bounced_at", moment, nullable=True))
    op.create_table(
        "follower",
        sa.Column("id", id, nullable=False),
        sa.Column("season_id", id, nullable=False),
        sa.Column("player_id", id, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_follower_season_id_season")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_follower_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_follower")),
        sa.UniqueConstraint("season_id", "player_id", name=op.f("uq_follower_season_id_player_id")),
    )
    op.create_index(op.f("ix_follower_player_id"), "follower", ["player_id"])


def downgrade() -> None:
    op.drop_table("follower")
    with op.batch_alter_table("letter") as batch_op:
        batch_op.drop_column("bounced_at")
    with op.batch_alter_table("player") as batch_op:
        for name in ("paused_at", "bounced_at", "bounce_score", "wants_log", "muted_at"):
            batch_op.drop_column(name)
