"""Claims name the process that made them; the living say so every few seconds.

Revision ID: 2026_11_22_0334
Revises: 2026_11_22_0330
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0334"
down_revision = "2026_11_22_0330"
branch_labels = None
depends_on = None

CLAIMING = ("run", "letter")


def upgrade() -> None:
    for table in CLAIMING:
        with op.batch_alter_table(table) as batch_op:
            batch_op.alter_column(
                "claim", existing_type=sa.String(32), type_=sa.String(64), existing_nullable=True
            )
    with op.batch_alter_table("run") as batch_op:
        batch_op.add_column(sa.Column("alone_since", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "heartbeat",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("uptime", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_heartbeat")),
    )


def downgrade() -> None:
    op.drop_table("heartbeat")
    with op.batch_alter_table("run") as batch_op:
        batch_op.drop_column("alone_since")
    for table in CLAIMING:
        # A longer claim is of a process that ran by the later tables: it is over.
        op.execute(f"UPDATE {table} SET claim = substr(claim, 1, 32) WHERE claim IS NOT NULL")  # noqa: S608
        with op.batch_alter_table(table) as batch_op:
            batch_op.alter_column(
                "claim", existing_type=sa.String(64), type_=sa.String(32), existing_nullable=True
            )
