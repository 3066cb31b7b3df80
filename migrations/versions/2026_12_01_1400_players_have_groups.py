"""Players found groups, and are members of one by their own yes.

Revision ID: 2026_12_01_1400
Revises: 2026_12_01_1300
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_1400"
down_revision = "2026_12_01_1300"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "player_group",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("name_key", sa.String(length=300), nullable=False),
        sa.Column("leader_id", ID, nullable=True),
        sa.Column("founded_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("hidden_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["leader_id"],
            ["player.id"],
            name="fk_player_group_leader_id_player",
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_player_group"),
        sa.UniqueConstraint("game", "name_key", name="uq_player_group_game_name_key"),
    )
    op.create_index("ix_player_group_leader_id", "player_group", ["leader_id"])
    op.create_index("ix_player_group_due_at", "player_group", ["due_at"])
    op.create_table(
        "group_member",
        sa.Column("id", ID, nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("member_of", sa.String(length=64), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["player_group.id"],
            name="fk_group_member_group_id_player_group",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name="fk_group_member_player_id_player",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_group_member"),
        sa.UniqueConstraint("group_id", "player_id", name="uq_group_member_group_id_player_id"),
        sa.UniqueConstraint("player_id", "member_of", name="uq_group_member_player_id_member_of"),
    )


def downgrade() -> None:
    op.drop_table("group_member")
    op.drop_table("player_group")
