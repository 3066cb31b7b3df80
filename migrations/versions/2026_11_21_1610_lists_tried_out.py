"""Lists tried out in the laboratory.

Revision ID: 2026_11_21_1610
Revises: 2026_11_21_1600
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_1610"
down_revision = "2026_11_21_1600"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "trial",
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_trial")),
    )
    with op.batch_alter_table("trial") as batch_op:
        batch_op.create_index(batch_op.f("ix_trial_expires_at"), ["expires_at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("trial") as batch_op:
        batch_op.drop_index(batch_op.f("ix_trial_expires_at"))

    op.drop_table("trial")
