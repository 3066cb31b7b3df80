"""Organisers have roles, and tokens of programs have scopes; those that there are keep what they may do.

Revision ID: 2026_11_22_1550
Revises: 2026_11_22_1547
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_1550"
down_revision = "2026_11_22_1547"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(sa.Column("role", sa.String(20), nullable=True))
        batch_op.add_column(
            sa.Column("desk_name", sa.String(100), nullable=False, server_default="")
        )
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.alter_column("desk_name", server_default=None)
    player = sa.table("player", sa.column("organiser_since"), sa.column("role", sa.String))
    op.execute(player.update().where(player.c.organiser_since.is_not(None)).values(role="owner"))
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.add_column(sa.Column("scopes", sa.String(200), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.drop_column("scopes")
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.drop_column("desk_name")
        batch_op.drop_column("role")
