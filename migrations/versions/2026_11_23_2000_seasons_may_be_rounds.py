"""Seasons may be rounds of one competition.

Revision ID: 2026_11_23_2000
Revises: 2026_11_23_1950
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_2000"
down_revision = "2026_11_23_1950"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "round",
        sa.Column("season_id", ID, autoincrement=False, nullable=False),
        sa.Column("before_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("added", sa.Integer(), nullable=True),
        sa.Column("changes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_round_season_id_season"),
        sa.ForeignKeyConstraint(["before_id"], ["season.id"], name="fk_round_before_id_season"),
        sa.PrimaryKeyConstraint("season_id", name="pk_round"),
        sa.UniqueConstraint("before_id", name="uq_round_before_id"),
    )
    op.create_table(
        "carryover",
        sa.Column("entry_id", ID, autoincrement=False, nullable=False),
        sa.Column("revision_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name="fk_carryover_entry_id_entry"),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name="fk_carryover_revision_id_revision"
        ),
        sa.PrimaryKeyConstraint("entry_id", name="pk_carryover"),
    )


def downgrade() -> None:
    op.drop_table("carryover")
    op.drop_table("round")
