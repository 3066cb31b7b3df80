"""Seasons may count for the player rank.

Revision ID: 2026_11_23_0421
Revises: 2026_11_23_0447
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_0421"
down_revision = "2026_11_23_0447"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "visit",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_visit_player_id_player"),
        sa.PrimaryKeyConstraint("id", name="pk_visit"),
        sa.UniqueConstraint("player_id", "day", name="uq_visit_player_id_day"),
    )
    op.create_table(
        "rank_change",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entry_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("away", sa.Integer(), nullable=False),
        sa.Column("elo", sa.Integer(), nullable=False),
        sa.Column("absence", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("leads", sa.Boolean(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name="fk_rank_change_entry_id_entry"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_rank_change_player_id_player"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name="fk_rank_change_season_id_season"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_rank_change"),
        sa.UniqueConstraint("season_id", "entry_id", name="uq_rank_change_season_id_entry_id"),
    )
    with op.batch_alter_table("rank_change", schema=None) as batch_op:
        batch_op.create_index("ix_rank_change_entry_id", ["entry_id"], unique=False)
        batch_op.create_index("ix_rank_change_game_player_id", ["game", "player_id"], unique=False)
        batch_op.create_index("ix_rank_change_player_id", ["player_id"], unique=False)

    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("ranked", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        batch_op.add_column(sa.Column("ranked_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.alter_column("ranked", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("ranked_at")
        batch_op.drop_column("ranked")

    with op.batch_alter_table("rank_change", schema=None) as batch_op:
        batch_op.drop_index("ix_rank_change_player_id")
        batch_op.drop_index("ix_rank_change_game_player_id")
        batch_op.drop_index("ix_rank_change_entry_id")

    op.drop_table("rank_change")
    op.drop_table("visit")
