"""Second factors, proofs, kinds of browsers, new secret addresses.

Revision ID: 2026_11_22_0358
Revises: 2026_11_22_0350
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0358"
down_revision = "2026_11_22_0350"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "second_factor",
        sa.Column("player_id", ID, autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_step", ID, nullable=False),
        sa.Column("recovery", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name=op.f("fk_second_factor_player_id_player"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_second_factor")),
    )
    with op.batch_alter_table("sign_in") as batch_op:
        batch_op.add_column(sa.Column("browser", sa.String(40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("proven_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(
            sa.Column("secret_generation", sa.Integer(), nullable=False, server_default="0")
        )


def downgrade() -> None:
    with op.batch_alter_table("player") as batch_op:
        batch_op.drop_column("secret_generation")
    with op.batch_alter_table("sign_in") as batch_op:
        batch_op.drop_column("proven_at")
        batch_op.drop_column("browser")
    op.drop_table("second_factor")
