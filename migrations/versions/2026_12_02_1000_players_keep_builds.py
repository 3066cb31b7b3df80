"""Players keep builds under names, and challenge each other with them.

Revision ID: 2026_12_02_1000
Revises: 2026_12_02_0900
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_02_1000"
down_revision = "2026_12_02_0900"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "own_build",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=300), nullable=False),
        sa.Column("build", sa.Text(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("page", sa.String(length=32), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_own_build_player_id_player", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_own_build"),
        sa.UniqueConstraint(
            "player_id", "game", "name_key", name="uq_own_build_player_id_game_name_key"
        ),
        sa.UniqueConstraint("page", name="uq_own_build_page"),
    )
    op.create_table(
        "challenge",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("challenger_id", ID, nullable=False),
        sa.Column("challenged_id", ID, nullable=False),
        sa.Column("build", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenger_id"],
            ["player.id"],
            name="fk_challenge_challenger_id_player",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["challenged_id"],
            ["player.id"],
            name="fk_challenge_challenged_id_player",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_challenge"),
        sa.UniqueConstraint(
            "challenger_id",
            "challenged_id",
            "game",
            name="uq_challenge_challenger_id_challenged_id_game",
        ),
    )
    op.create_index("ix_challenge_challenged_id", "challenge", ["challenged_id"])


def downgrade() -> None:
    op.drop_table("challenge")
    op.drop_table("own_build")
