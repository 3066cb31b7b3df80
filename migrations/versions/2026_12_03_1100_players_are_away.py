"""Players are away for a time, and organisers pause seasons.

Revision ID: 2026_12_03_1100
Revises: 2026_12_03_1000
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_1100"
down_revision = "2026_12_03_1000"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("back_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_absence_player_id_player", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_absence"),
    )
    op.create_index("ix_absence_player_id", "absence", ["player_id"])
    with op.batch_alter_table("contestant") as batch:
        batch.add_column(sa.Column("absence_id", ID, nullable=True))
        batch.create_foreign_key(
            "fk_contestant_absence_id_absence",
            "absence",
            ["absence_id"],
            ["id"],
            ondelete="SET NULL",
        )
        batch.create_index("ix_contestant_absence_id", ["absence_id"])
    with op.batch_alter_table("season") as batch:
        batch.add_column(sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("pause_reason", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("season") as batch:
        batch.alter_column("pause_reason", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season") as batch:
        batch.drop_column("pause_reason")
        batch.drop_column("paused_at")
    with op.batch_alter_table("contestant") as batch:
        batch.drop_index("ix_contestant_absence_id")
        batch.drop_constraint("fk_contestant_absence_id_absence", type_="foreignkey")
        batch.drop_column("absence_id")
    op.drop_table("absence")
