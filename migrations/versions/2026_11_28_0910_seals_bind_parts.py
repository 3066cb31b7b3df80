"""Seals bind parts, whose salts can be destroyed.

Revision ID: 2026_11_28_0910
Revises: 2026_11_28_0900
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0910"
down_revision = "2026_11_28_0900"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("revision") as table:
        table.add_column(sa.Column("digests", sa.JSON(), nullable=False, server_default="{}"))
    with op.batch_alter_table("revision") as table:
        table.alter_column("digests", server_default=None)
    # An entry that an organiser made in a draft has the seal that it was received with.
    op.execute(
        "UPDATE season SET proof = 1 WHERE id IN (SELECT season_id FROM entry WHERE id IN (SELECT entry_id FROM revision))"
    )


def downgrade() -> None:
    with op.batch_alter_table("revision") as table:
        table.drop_column("digests")
