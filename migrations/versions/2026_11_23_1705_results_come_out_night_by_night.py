"""Results come out night by night.

Revision ID: 2026_11_23_1705
Revises: 2026_11_23_1655
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1705"
down_revision = "2026_11_23_1655"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("step") as table:
        table.add_column(sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("nights", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("rounds", sa.Integer(), nullable=True))
        table.drop_constraint("uq_step_season_id_kind", type_="unique")
        table.create_unique_constraint(
            "uq_step_season_id_kind_number", ["season_id", "kind", "number"]
        )
    with op.batch_alter_table("step") as table:
        table.alter_column("number", server_default=None)
        table.alter_column("nights", server_default=None)
    with op.batch_alter_table("season") as table:
        table.add_column(
            sa.Column("released_rounds", sa.Integer(), nullable=False, server_default="0")
        )
    with op.batch_alter_table("season") as table:
        table.alter_column("released_rounds", server_default=None)


def downgrade() -> None:
    op.execute("DELETE FROM step WHERE kind = 'night'")
    with op.batch_alter_table("season") as table:
        table.drop_column("released_rounds")
    with op.batch_alter_table("step") as table:
        table.drop_constraint("uq_step_season_id_kind_number", type_="unique")
        table.create_unique_constraint("uq_step_season_id_kind", ["season_id", "kind"])
        table.drop_column("rounds")
        table.drop_column("nights")
        table.drop_column("number")
