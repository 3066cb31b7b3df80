"""Each door of the site is watched; a closing and a withdrawal keep their moments.

Revision ID: 2026_11_29_0900
Revises: 2026_11_28_0930
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_29_0900"
down_revision = "2026_11_28_0930"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "door",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("off", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_door"),
    )
    with op.batch_alter_table("outage") as table:
        table.add_column(
            sa.Column("door", sa.String(length=16), nullable=False, server_default="clock")
        )
        table.drop_constraint("uq_outage_began_at", type_="unique")
        table.create_unique_constraint("uq_outage_door_began_at", ["door", "began_at"])
        table.create_index("ix_outage_ended_at", ["ended_at"])
    with op.batch_alter_table("outage") as table:
        table.alter_column("door", server_default=None)
    with op.batch_alter_table("season") as table:
        table.add_column(sa.Column("closing_at", sa.DateTime(timezone=True), nullable=True))
        table.add_column(sa.Column("made_up", sa.Float(), nullable=False, server_default="0"))
    with op.batch_alter_table("season") as table:
        table.alter_column("made_up", server_default=None)
    with op.batch_alter_table("entry") as table:
        table.add_column(sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("entry") as table:
        table.drop_column("withdrawn_at")
    with op.batch_alter_table("season") as table:
        table.drop_column("made_up")
        table.drop_column("closing_at")
    op.execute("DELETE FROM outage WHERE door <> 'clock'")
    with op.batch_alter_table("outage") as table:
        table.drop_index("ix_outage_ended_at")
        table.drop_constraint("uq_outage_door_began_at", type_="unique")
        table.create_unique_constraint("uq_outage_began_at", ["began_at"])
        table.drop_column("door")
    op.drop_table("door")
