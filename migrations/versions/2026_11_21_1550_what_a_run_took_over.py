"""What a run took over from another, how fast it goes, and why it was halted.

Revision ID: 2026_11_21_1550
Revises: 2026_11_21_1540
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_1550"
down_revision = "2026_11_21_1540"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("run") as batch_op:
        batch_op.add_column(sa.Column("claimed_at", moment, nullable=True))
        batch_op.add_column(
            sa.Column("claimed_with", sa.Integer(), nullable=False, server_default="0")
        )
        batch_op.add_column(sa.Column("basis_id", id, nullable=True))
        batch_op.add_column(
            sa.Column("taken_over", sa.Integer(), nullable=False, server_default="0")
        )
        batch_op.add_column(sa.Column("halted_at", moment, nullable=True))
        batch_op.add_column(sa.Column("problems", sa.JSON(), nullable=False, server_default="[]"))
        batch_op.create_foreign_key(op.f("fk_run_basis_id_run"), "run", ["basis_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("run") as batch_op:
        batch_op.drop_constraint(op.f("fk_run_basis_id_run"), type_="foreignkey")
        for name in (
            "problems",
            "halted_at",
            "taken_over",
            "basis_id",
            "claimed_with",
            "claimed_at",
        ):
            batch_op.drop_column(name)
