"""A list in the laboratory may be played by the rules of a season.

Revision ID: 2026_11_28_0715
Revises: 2026_11_28_0710
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0715"
down_revision = "2026_11_28_0710"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("trial") as table:
        table.add_column(sa.Column("season", sa.String(64), nullable=False, server_default=""))
    with op.batch_alter_table("trial") as table:
        table.alter_column("season", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("trial") as table:
        table.drop_column("season")
