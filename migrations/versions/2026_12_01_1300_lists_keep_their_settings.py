"""A list in the laboratory keeps what was chosen for its matches.

Revision ID: 2026_12_01_1300
Revises: 2026_12_01_1200
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_1300"
down_revision = "2026_12_01_1200"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("trial") as batch:
        batch.add_column(sa.Column("settings", sa.Text, nullable=False, server_default=""))
    with op.batch_alter_table("trial") as batch:
        batch.alter_column("settings", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("trial") as batch:
        batch.drop_column("settings")
