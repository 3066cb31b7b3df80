"""What the entries of a season were sealed as whenever they closed.

Revision ID: 2026_11_22_0423
Revises: 2026_11_22_0404
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0423"
down_revision = "2026_11_22_0404"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "seal",
        sa.Column("id", _ID, nullable=False),
        sa.Column("season_id", _ID, nullable=False),
        sa.Column("closing", sa.Integer(), nullable=False),
        sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entry_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision_id", _ID, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_seal_season_id_season")
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_seal_entry_id_entry")),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name=op.f("fk_seal_revision_id_revision")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seal")),
        sa.UniqueConstraint(
            "season_id", "closing", "entry_id", name=op.f("uq_seal_season_id_closing_entry_id")
        ),
    )
    # Of seasons that have closed before: what counts now and had come by then.
    op.execute(
        """
        INSERT INTO seal (season_id, closing, sealed_at, entry_id, number, revision_id, commitment)
        SELECT season.id, 1, season.closed_at, entry.id, entry.number, revision.id, revision.commitment
        FROM season
        JOIN entry ON entry.season_id = season.id
        JOIN revision ON revision.id = entry.current_id
        WHERE season.closed_at IS NOT NULL AND entry.number IS NOT NULL
          AND revision.received_at <= season.closed_at
        """
    )


def downgrade() -> None:
    op.drop_table("seal")
