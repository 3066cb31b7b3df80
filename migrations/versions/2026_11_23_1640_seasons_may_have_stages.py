"""Seasons may have stages: a plan, the secret of their lots, and lists of what was paired.

Revision ID: 2026_11_23_1640
Revises: 2026_11_23_1633
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1640"
down_revision = "2026_11_23_1633"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("season") as batch_op:
        batch_op.add_column(sa.Column("stages", sa.JSON(), nullable=False, server_default="[]"))
    with op.batch_alter_table("season") as batch_op:
        batch_op.alter_column("stages", server_default=None)
    with op.batch_alter_table("run") as batch_op:
        batch_op.add_column(sa.Column("battles", sa.Integer(), nullable=True))
    op.create_table(
        "lottery",
        sa.Column("season_id", ID, autoincrement=False, nullable=False),
        sa.Column("root", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("drawn_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_lottery_season_id_season"),
        sa.PrimaryKeyConstraint("season_id", name="pk_lottery"),
    )
    op.create_table(
        "pairing_list",
        sa.Column("id", ID, nullable=False),
        sa.Column("run_id", ID, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("battles", sa.Integer(), nullable=False),
        sa.Column("results", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_pairing_list_run_id_run"),
        sa.PrimaryKeyConstraint("id", name="pk_pairing_list"),
        sa.UniqueConstraint("run_id", "serial", name="uq_pairing_list_run_id_serial"),
    )


def downgrade() -> None:
    op.drop_table("pairing_list")
    op.drop_table("lottery")
    with op.batch_alter_table("run") as batch_op:
        batch_op.drop_column("battles")
    with op.batch_alter_table("season") as batch_op:
        batch_op.drop_column("stages")
