"""Seasons in stages whose entries have not closed yet are read by the second version of what formats mean.

Revision ID: 2026_11_28_0730
Revises: 2026_11_28_0715
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0730"
down_revision = "2026_11_28_0715"
branch_labels = None
depends_on = None

_SEASON = sa.table(
    "season", sa.column("id"), sa.column("state", sa.String), sa.column("stages", sa.JSON)
)


def upgrade() -> None:
    _rewrite(2)


def downgrade() -> None:
    _rewrite(None)


def _rewrite(version: int | None) -> None:
    found = op.get_bind().execute(
        sa.select(_SEASON.c.id, _SEASON.c.stages).where(_SEASON.c.state.in_(["draft", "open"]))
    )
    for id_, stages in found.all():
        for stage in stages:
            stage.pop("version", None)
            if version:
                stage["version"] = version
        if stages:
            changed = sa.update(_SEASON).where(_SEASON.c.id == id_).values(stages=stages)
            op.get_bind().execute(changed)
