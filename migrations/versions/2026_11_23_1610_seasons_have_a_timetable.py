"""Seasons have a timetable.

Revision ID: 2026_11_23_1610
Revises: 2026_11_23_0816
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1610"
down_revision = "2026_11_23_0816"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "step",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("quiet", sa.Boolean(), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_step_season_id_season"),
        sa.PrimaryKeyConstraint("id", name="pk_step"),
        sa.UniqueConstraint("season_id", "kind", name="uq_step_season_id_kind"),
    )
    op.create_index("ix_step_due_at", "step", ["due_at"])


def downgrade() -> None:
    op.drop_index("ix_step_due_at", "step")
    op.drop_table("step")
