"""What whoever guards this site wants to know of.

Revision ID: 2026_11_22_0330
Revises: 2026_11_22_0325
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0330"
down_revision = "2026_11_22_0325"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "security_event",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("event", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("client", sa.String(16), nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("season_id", ID, nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name=op.f("fk_security_event_player_id_player"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["season_id"],
            ["season.id"],
            name=op.f("fk_security_event_season_id_season"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_security_event")),
        sa.UniqueConstraint("key", name=op.f("uq_security_event_key")),
    )
    with op.batch_alter_table("security_event") as batch_op:
        for column in ("at", "player_id", "season_id"):
            batch_op.create_index(batch_op.f(f"ix_security_event_{column}"), [column], unique=False)


def downgrade() -> None:
    op.drop_table("security_event")
