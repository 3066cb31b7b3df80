"""Places in published results are kept, for pages across seasons; a job counts those of earlier seasons.

Revision ID: 2026_11_23_2015
Revises: 2026_11_23_2010
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_2015"
down_revision = "2026_11_23_2010"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "placing",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("entry_id", _ID, nullable=False),
        sa.Column("revision_id", _ID, nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("number", "place", "points", "wins", "draws", "losses")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_placing_run_id_run"),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name="fk_placing_entry_id_entry"),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name="fk_placing_revision_id_revision"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_placing"),
        sa.UniqueConstraint("run_id", "number", name="uq_placing_run_id_number"),
    )
    op.create_index("ix_placing_entry_id", "placing", ["entry_id"])


def downgrade() -> None:
    op.drop_table("placing")
