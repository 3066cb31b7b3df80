"""Runs know who has left; who was taken out after their matches were over has left, and stands in the table.

Revision ID: 2026_11_28_0710
Revises: 2026_11_28_0700
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0710"
down_revision = "2026_11_28_0700"
branch_labels = None
depends_on = None

_PLAYED = """
SELECT contestant.entry_id FROM contestant
JOIN entry ON entry.id = contestant.entry_id
JOIN season ON season.id = entry.season_id
WHERE entry.current_id IS NULL AND season.state IN ('closed', 'review') AND EXISTS (
    SELECT 1 FROM match
    WHERE match.state = 'over' AND entry.id IN (match.entry_a_id, match.entry_b_id)
)
"""
_PUT_BACK = (
    """
    UPDATE contestant SET left_at = coalesce(
        left_at,
        (SELECT max(at) FROM audit WHERE act = 'withdraw' AND audit.entry_id = :entry),
        (SELECT closed_at FROM season JOIN entry ON entry.season_id = season.id WHERE entry.id = :entry)
    ) WHERE entry_id = :entry
    """,
    """
    UPDATE revision SET state = 'accepted'
    WHERE id = (SELECT revision_id FROM contestant WHERE entry_id = :entry)
    """,
    """
    UPDATE entry SET current_id = (SELECT revision_id FROM contestant WHERE entry_id = :entry)
    WHERE id = :entry
    """,
    """
    UPDATE season SET state = 'closed', release_at = NULL
    WHERE id = (SELECT season_id FROM entry WHERE id = :entry)
    """,
)


def upgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.add_column(sa.Column("left", sa.JSON(), nullable=False, server_default="[]"))
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.alter_column("left", server_default=None)
    put_back(op.get_bind())


def put_back(connection: sa.Connection) -> None:
    """Whose matches are in the record of a season that is not published has their line in it, too, once it is run again."""
    for entry in connection.execute(sa.text(_PLAYED)).scalars().all():
        for change in _PUT_BACK:
            connection.execute(sa.text(change), {"entry": entry})


def downgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_column("left")
