"""When the builds of a season were laid open to its organisers.

Revision ID: 2026_11_22_0325
Revises: 2026_11_21_1610
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0325"
down_revision = "2026_11_21_1610"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("season") as batch_op:
        batch_op.add_column(sa.Column("laid_open_at", sa.DateTime(timezone=True), nullable=True))
    # Until now closing laid everything open.
    season = sa.table("season", sa.column("closed_at"), sa.column("laid_open_at"))
    op.execute(season.update().values(laid_open_at=season.c.closed_at))


def downgrade() -> None:
    with op.batch_alter_table("season") as batch_op:
        batch_op.drop_column("laid_open_at")
