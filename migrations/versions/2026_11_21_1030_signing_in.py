"""Signing in, rate limits, forms that are sent twice.

Revision ID: 2026_11_21_1030
Revises: 2026_11_21_0950
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_1030"
down_revision = "2026_11_21_0950"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "bucket",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("left", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_bucket")),
    )
    op.create_table(
        "form_answer",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_form_answer")),
    )
    op.create_table(
        "sign_in",
        sa.Column("id", ID, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=True),
        sa.Column("form_token", sa.String(64), nullable=False),
        sa.Column("label", sa.String(100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_sign_in_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_sign_in_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_in_token_hash")),
    )
    with op.batch_alter_table("sign_in") as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_player_id"), ["player_id"], unique=False)

    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("organiser_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("player") as batch_op:
        batch_op.drop_column("organiser_since")

    with op.batch_alter_table("sign_in") as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_in_player_id"))

    op.drop_table("sign_in")
    op.drop_table("form_answer")
    op.drop_table("bucket")
