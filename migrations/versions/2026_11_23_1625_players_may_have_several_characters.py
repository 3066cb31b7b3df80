"""Players may have several characters in a season.

Revision ID: 2026_11_23_1625
Revises: 2026_11_23_1610
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1625"
down_revision = "2026_11_23_1610"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_constraint("uq_entry_season_id_player_id", type_="unique")
        batch_op.create_index("ix_entry_season_id_player_id", ["season_id", "player_id"])
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("characters", sa.Integer(), nullable=False, server_default=sa.text("1"))
        )
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.alter_column("characters", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("season", schema=None) as batch_op:
        batch_op.drop_column("characters")
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_index("ix_entry_season_id_player_id")
        batch_op.create_unique_constraint(
            "uq_entry_season_id_player_id", ["season_id", "player_id"]
        )
