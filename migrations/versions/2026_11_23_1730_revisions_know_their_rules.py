"""Revisions know the rules that they were sealed under, which their season may have left since.

Revision ID: 2026_11_23_1730
Revises: 2026_11_23_1705
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1730"
down_revision = "2026_11_23_1705"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("revision") as table:
        table.add_column(sa.Column("rules_version", sa.String(length=64), nullable=True))
    op.execute(
        "UPDATE revision SET rules_version = (SELECT season.rules_version FROM season "
        "JOIN entry ON entry.season_id = season.id WHERE entry.id = revision.entry_id)"
    )
    with op.batch_alter_table("revision") as table:
        table.alter_column("rules_version", existing_type=sa.String(length=64), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("revision") as table:
        table.drop_column("rules_version")
