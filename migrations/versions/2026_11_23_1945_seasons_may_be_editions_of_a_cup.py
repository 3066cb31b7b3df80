"""Seasons may be editions of a cup.

Revision ID: 2026_11_23_1945
Revises: 2026_11_23_1930
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_1945"
down_revision = "2026_11_23_1930"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cup",
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("title_ja", sa.String(length=200), nullable=False),
        sa.Column("title_en", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("slug", name="pk_cup"),
    )
    with op.batch_alter_table("season") as table:
        table.add_column(sa.Column("cup", sa.String(length=64), nullable=True))
        table.add_column(sa.Column("edition", sa.Integer(), nullable=True))
        table.create_foreign_key("fk_season_cup_cup", "cup", ["cup"], ["slug"])
        table.create_unique_constraint("uq_season_cup_edition", ["cup", "edition"])


def downgrade() -> None:
    with op.batch_alter_table("season") as table:
        table.drop_constraint("uq_season_cup_edition", type_="unique")
        table.drop_constraint("fk_season_cup_cup", type_="foreignkey")
        table.drop_column("edition")
        table.drop_column("cup")
    op.drop_table("cup")
