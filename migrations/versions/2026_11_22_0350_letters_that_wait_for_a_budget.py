"""Letters that somebody unproven causes: who did, and when budgets released them.

Revision ID: 2026_11_22_0350
Revises: 2026_11_22_0345
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0350"
down_revision = "2026_11_22_0345"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("letter") as batch_op:
        batch_op.add_column(sa.Column("deliverer", sa.String(32), nullable=True))
        batch_op.add_column(sa.Column("released_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("withheld", sa.String(20), nullable=False, server_default=""))
    with op.batch_alter_table("letter") as batch_op:
        batch_op.alter_column("withheld", server_default=None)
    op.create_table(
        "release",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("domain", sa.String(64), nullable=False),
        sa.Column("deliverer", sa.String(32), nullable=False),
    )
    op.create_index("ix_release_at", "release", ["at"])
    op.create_index("ix_release_mailbox_at", "release", ["mailbox", "at"])
    op.create_index("ix_release_domain_at", "release", ["domain", "at"])
    op.create_table(
        "refusal",
        sa.Column("mailbox", sa.String(64), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("refusal")
    op.drop_table("release")
    with op.batch_alter_table("letter") as batch_op:
        batch_op.drop_column("withheld")
        batch_op.drop_column("released_at")
        batch_op.drop_column("deliverer")
