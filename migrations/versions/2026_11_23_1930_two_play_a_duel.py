"""Two play a duel: face to face, outside all seasons.

Revision ID: 2026_11_23_1930
Revises: 2026_11_23_1915
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1930"
down_revision = "2026_11_23_1915"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "duel",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("rules_version", sa.String(length=64), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=20), nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("ending", sa.String(length=20), nullable=True),
        sa.Column("winner", sa.String(length=1), nullable=True),
        sa.Column("follows_id", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["follows_id"], ["duel.id"], name="fk_duel_follows_id_duel", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_duel"),
        sa.UniqueConstraint("follows_id", name="uq_duel_follows_id"),
    )
    op.create_index("ix_duel_stage_due_at", "duel", ["stage", "due_at"])
    op.create_index("ix_duel_ended_at", "duel", ["ended_at"])
    op.create_table(
        "duelist",
        sa.Column("id", ID, nullable=False),
        sa.Column("duel_id", ID, nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("deliverer", sa.String(length=32), nullable=False),
        sa.Column("is_proven", sa.Boolean(), nullable=False),
        sa.Column("reminded_at", MOMENT, nullable=True),
        sa.Column("shown", sa.Text(), nullable=True),
        sa.Column("shown_at", MOMENT, nullable=True),
        sa.Column("shown_salt", sa.LargeBinary(), nullable=True),
        sa.Column("shown_seal", sa.String(length=64), nullable=True),
        sa.Column("build", sa.Text(), nullable=True),
        sa.Column("build_at", MOMENT, nullable=True),
        sa.Column("build_salt", sa.LargeBinary(), nullable=True),
        sa.Column("build_seal", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["duel_id"], ["duel.id"], name="fk_duelist_duel_id_duel", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_duelist_player_id_player", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_duelist"),
        sa.UniqueConstraint("duel_id", "seat", name="uq_duelist_duel_id_seat"),
    )
    op.create_index("ix_duelist_player_id", "duelist", ["player_id"])


def downgrade() -> None:
    op.drop_table("duelist")
    op.drop_table("duel")
