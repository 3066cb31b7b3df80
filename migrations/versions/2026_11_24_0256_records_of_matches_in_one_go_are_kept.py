"""Records of matches that are played in one go are kept, packed; those of earlier runs are made anew as before.

Revision ID: 2026_11_24_0256
Revises: 2026_11_23_2015
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_24_0256"
down_revision = "2026_11_23_2015"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "match_record",
        sa.Column("match_id", _ID, autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_match_record_match_id_match", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name="pk_match_record"),
    )


def downgrade() -> None:
    op.drop_table("match_record")
