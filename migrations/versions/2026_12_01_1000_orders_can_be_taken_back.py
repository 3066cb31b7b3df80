"""What orders took the place of is kept as long as they can be taken back.

Revision ID: 2026_12_01_1000
Revises: 2026_12_01_0900
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_1000"
down_revision = "2026_12_01_0900"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("match_plan") as batch:
        batch.add_column(sa.Column("before", sa.JSON, nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("match_plan") as batch:
        batch.drop_column("before")
