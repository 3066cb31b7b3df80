"""Things can be reported.

Revision ID: 2026_12_01_1100
Revises: 2026_12_01_1000
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_1100"
down_revision = "2026_12_01_1000"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "complaint",
        sa.Column("id", ID, nullable=False),
        sa.Column("entry_id", ID, nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_by", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entry.id"], name=op.f("fk_complaint_entry_id_entry"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name=op.f("fk_complaint_player_id_player"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_complaint")),
    )
    with op.batch_alter_table("complaint") as batch:
        batch.create_index(batch.f("ix_complaint_entry_id"), ["entry_id"], unique=False)
        batch.create_index(batch.f("ix_complaint_player_id"), ["player_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("complaint") as batch:
        batch.drop_index(batch.f("ix_complaint_player_id"))
        batch.drop_index(batch.f("ix_complaint_entry_id"))

    op.drop_table("complaint")
