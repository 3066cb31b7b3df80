"""Seasons may be played by matches.

Revision ID: 2026_11_23_0111
Revises: 2026_11_22_1944
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_0111"
down_revision = "2026_11_22_1944"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "correspondence",
        sa.Column("season_id", ID, autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("root", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name="fk_correspondence_season_id_season"
        ),
        sa.PrimaryKeyConstraint("season_id", name="pk_correspondence"),
    )
    op.create_table(
        "exchange",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_exchange_season_id_season"),
        sa.PrimaryKeyConstraint("id", name="pk_exchange"),
        sa.UniqueConstraint("season_id", "deadline", name="uq_exchange_season_id_deadline"),
    )
    op.create_table(
        "match",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(100), nullable=False),
        sa.Column("entry_a_id", ID, nullable=False),
        sa.Column("entry_b_id", ID, nullable=False),
        sa.Column("mirror_of", sa.String(100), nullable=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("awaits", sa.String(2), nullable=False),
        sa.Column("missed_a", sa.Integer(), nullable=False),
        sa.Column("missed_b", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(10), nullable=False),
        sa.Column("snapshot", sa.JSON(), nullable=True),
        sa.Column("halves_a", sa.Integer(), nullable=True),
        sa.Column("halves_b", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("exchange_id", ID, nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claim", sa.String(64), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry_a_id"], ["entry.id"], name="fk_match_entry_a_id_entry"),
        sa.ForeignKeyConstraint(["entry_b_id"], ["entry.id"], name="fk_match_entry_b_id_entry"),
        sa.ForeignKeyConstraint(
            ["exchange_id"], ["exchange.id"], name="fk_match_exchange_id_exchange"
        ),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_match_season_id_season"),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.UniqueConstraint("game_id", name="uq_match_game_id"),
        sa.UniqueConstraint("season_id", "round", "board", name="uq_match_season_id_round_board"),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index("ix_match_entry_a_id", ["entry_a_id"], unique=False)
        batch_op.create_index("ix_match_entry_b_id", ["entry_b_id"], unique=False)
        batch_op.create_index("ix_match_exchange_id", ["exchange_id"], unique=False)
        batch_op.create_index("ix_match_state_due_at", ["state", "due_at"], unique=False)

    op.create_table(
        "contestant",
        sa.Column("id", ID, nullable=False),
        sa.Column("entry_id", ID, nullable=False),
        sa.Column("revision_id", ID, nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("own_nonce", sa.Boolean(), nullable=False),
        sa.Column("extensions", sa.Integer(), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name="fk_contestant_entry_id_entry"),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name="fk_contestant_revision_id_revision"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_contestant"),
        sa.UniqueConstraint("entry_id", name="uq_contestant_entry_id"),
    )
    op.create_table(
        "match_line",
        sa.Column("id", ID, nullable=False),
        sa.Column("match_id", ID, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("h", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_match_line_match_id_match",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_match_line"),
        sa.UniqueConstraint("match_id", "n", name="uq_match_line_match_id_n"),
    )
    op.create_table(
        "match_plan",
        sa.Column("id", ID, nullable=False),
        sa.Column("match_id", ID, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("parsed", sa.JSON(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        sa.Column("offers_draw", sa.Boolean(), nullable=False),
        sa.Column("is_played", sa.Boolean(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("fates", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_match_plan_match_id_match",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_match_plan"),
        sa.UniqueConstraint("match_id", "turn", "seat", name="uq_match_plan_match_id_turn_seat"),
    )
    op.create_table(
        "standing_orders",
        sa.Column("id", ID, nullable=False),
        sa.Column("match_id", ID, nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("parsed", sa.JSON(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_standing_orders_match_id_match",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_standing_orders"),
        sa.UniqueConstraint("match_id", "seat", name="uq_standing_orders_match_id_seat"),
    )


def downgrade() -> None:
    op.drop_table("standing_orders")
    op.drop_table("match_plan")
    op.drop_table("match_line")
    op.drop_table("contestant")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("ix_match_state_due_at")
        batch_op.drop_index("ix_match_exchange_id")
        batch_op.drop_index("ix_match_entry_b_id")
        batch_op.drop_index("ix_match_entry_a_id")

    op.drop_table("match")
    op.drop_table("exchange")
    op.drop_table("correspondence")
