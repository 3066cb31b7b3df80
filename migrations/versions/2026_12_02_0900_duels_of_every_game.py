"""Two play a duel of any game: with settings, and a match of theirs alone where the game is played by decisions.

Revision ID: 2026_12_02_0900
Revises: 2026_12_01_1400
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_02_0900"
down_revision = "2026_12_01_1400"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("season") as season:
        season.add_column(
            sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true())
        )
    with op.batch_alter_table("season") as season:
        season.alter_column("listed", server_default=None)
    given = _given()
    with op.batch_alter_table("duel") as duel:
        duel.add_column(sa.Column("config", sa.JSON(), nullable=False, server_default="{}"))
        duel.add_column(sa.Column("asks", sa.String(length=1), nullable=False, server_default=""))
        duel.add_column(sa.Column("season_id", ID, nullable=True))
        duel.create_foreign_key("fk_duel_season_id_season", "season", ["season_id"], ["id"])
        duel.create_unique_constraint("uq_duel_season_id", ["season_id"])
    with op.batch_alter_table("duel") as duel:
        duel.alter_column("config", server_default=None)
        duel.alter_column("asks", server_default=None)
    if given:
        row = {"number": given}
        op.get_bind().execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'duel'"))
        op.get_bind().execute(sa.text("INSERT INTO sqlite_sequence VALUES ('duel', :number)"), row)


def _given() -> int | None:
    """The highest number that duels have had, where SQLite counts them: it forgets it with the table that is made anew."""
    bind = op.get_bind()
    if bind.dialect.name != "sqlite" or not sa.inspect(bind).has_table("sqlite_sequence"):
        return None
    found: int | None = bind.scalar(sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'duel'"))
    return found


def downgrade() -> None:
    """What the program before does not know is over, and shown to nobody: a draft is seen in no list."""
    op.execute("UPDATE season SET state = 'draft' WHERE NOT listed")
    op.execute(
        "UPDATE duel SET stage = 'over', ending = 'withdrawn', winner = NULL,"
        " ended_at = COALESCE(ended_at, due_at) WHERE stage = 'match' OR ending = 'unsettled'"
    )
    with op.batch_alter_table("duel") as duel:
        duel.drop_constraint("uq_duel_season_id", type_="unique")
        duel.drop_constraint("fk_duel_season_id_season", type_="foreignkey")
        duel.drop_column("season_id")
        duel.drop_column("asks")
        duel.drop_column("config")
    with op.batch_alter_table("season") as season:
        season.drop_column("listed")
