"""House cards are kept: their text by the version of the rules that they make, and that of lists in the laboratory.

Revision ID: 2026_11_23_1633
Revises: 2026_11_23_1625
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1633"
down_revision = "2026_11_23_1625"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house_cards",
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("version", name="pk_house_cards"),
    )
    with op.batch_alter_table("trial") as table:
        table.add_column(sa.Column("cards", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("trial") as table:
        table.alter_column("cards", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("trial") as table:
        table.drop_column("cards")
    op.drop_table("house_cards")
