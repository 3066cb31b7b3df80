"""A season of a duel is told from one that is not listed; an entry knows when its player said last that they are there.

Revision ID: 2026_12_03_1400
Revises: 2026_12_03_1310
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_1400"
down_revision = "2026_12_03_1310"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "season", sa.Column("of_duel", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute("UPDATE season SET of_duel = NOT listed")
    with op.batch_alter_table("season") as batch:
        batch.alter_column("of_duel", server_default=None)
    op.add_column("entry", sa.Column("here_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("entry", "here_at")
    op.drop_column("season", "of_duel")
