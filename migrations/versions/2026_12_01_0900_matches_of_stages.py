"""A match belongs to a stage, and a pairing of a stage may have several.

Revision ID: 2026_12_01_0900
Revises: 2026_11_30_0910
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_0900"
down_revision = "2026_11_30_0910"
branch_labels = None
depends_on = None

BEFORE = ["season_id", "round", "board"]
AFTER = ["season_id", "stage", "round", "board", "leg"]
NEW = {"correspondence": ["is_to_pair"], "match": ["stage", "leg"]}
"""What every row has from now on."""


def upgrade() -> None:
    with op.batch_alter_table("correspondence") as batch:
        batch.add_column(
            sa.Column("is_to_pair", sa.Boolean, nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("match") as batch:
        batch.add_column(sa.Column("stage", sa.Integer, nullable=False, server_default="0"))
        batch.add_column(sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("leg", sa.Integer, nullable=False, server_default="1"))
        batch.drop_constraint(op.f("uq_match_season_id_round_board"), type_="unique")
        batch.create_unique_constraint(op.f("uq_match_season_id_stage_round_board_leg"), AFTER)
    for table, columns in NEW.items():
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.alter_column(column, server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("match") as batch:
        batch.drop_constraint(op.f("uq_match_season_id_stage_round_board_leg"), type_="unique")
        batch.create_unique_constraint(op.f("uq_match_season_id_round_board"), BEFORE)
        batch.drop_column("leg")
        batch.drop_column("ends_at")
        batch.drop_column("stage")
    with op.batch_alter_table("correspondence") as batch:
        batch.drop_column("is_to_pair")
