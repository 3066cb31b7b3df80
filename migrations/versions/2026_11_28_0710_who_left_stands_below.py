"""Runs know who has left; who was taken out after all matches were over has left, and stands in the table.

Revision ID: 2026_11_28_0710
Revises: 2026_11_24_0256
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0710"
down_revision = "2026_11_24_0256"
branch_labels = None
depends_on = None

_PLAYED = """
    select contestant.entry_id from contestant
    join entry on entry.id = contestant.entry_id
    join season on season.id = entry.season_id
    where entry.current_id is null and season.state in ('closed', 'running', 'review')
    and exists (
        select 1 from match where match.state = 'over' and entry.id in (match.entry_a_id, match.entry_b_id)
    )
"""


def upgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.add_column(sa.Column("left", sa.JSON(), nullable=False, server_default="[]"))
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.alter_column("left", server_default=None)
    played = [row[0] for row in op.get_bind().execute(sa.text(_PLAYED))]
    for entry in played:
        for change in (
            "update contestant set left_at = coalesce(left_at, (select max(at) from audit where act = 'withdraw' and audit.entry_id = :entry)) where entry_id = :entry",
            "update revision set state = 'accepted' where id = (select revision_id from contestant where entry_id = :entry)",
            "update entry set current_id = (select revision_id from contestant where entry_id = :entry) where id = :entry",
        ):
            op.get_bind().execute(sa.text(change), {"entry": entry})


def downgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_column("left")
