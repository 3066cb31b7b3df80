"""Players choose how long their letters are.

Revision ID: 2026_11_22_1325
Revises: 2026_11_22_1214
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1325"
down_revision = "2026_11_22_1214"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player", schema=None) as batch_op:
        for name in ("wants_text_only", "wants_short_report"):
            batch_op.add_column(
                sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
            )
    with op.batch_alter_table("player", schema=None) as batch_op:
        for name in ("wants_text_only", "wants_short_report"):
            batch_op.alter_column(name, server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.drop_column("wants_short_report")
        batch_op.drop_column("wants_text_only")
