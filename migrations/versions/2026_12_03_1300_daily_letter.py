"""Players may have one letter a day.

Revision ID: 2026_12_03_1300
Revises: 2026_12_03_1200
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_1300"
down_revision = "2026_12_03_1200"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("daily_hour", sa.Integer(), nullable=True))


def downgrade() -> None:
    # What was held leaves by itself.
    letters = sa.table("letter", sa.column("state", sa.String))
    op.execute(letters.update().where(letters.c.state == "held").values(state="ready"))
    with op.batch_alter_table("player") as player:
        player.drop_column("daily_hour")
