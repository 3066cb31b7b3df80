"""Seats change hands: who asks, offers, and takes them over; and the rank of a season counts for several of an entry.

Seasons that have been opened keep what they were opened with: there the house plays on.

Revision ID: 2026_12_03_1200
Revises: 2026_12_03_1100
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_03_1200"
down_revision = "2026_12_03_1100"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
RANKED = "uq_rank_change_season_id_entry_id"


def upgrade() -> None:
    op.create_table(
        "takeover",
        sa.Column("id", ID, nullable=False),
        sa.Column("entry_id", ID, nullable=False),
        sa.Column("former_id", ID, nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("offered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("name", sa.String(length=300), nullable=False),
        sa.Column("over", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entry.id"], name="fk_takeover_entry_id_entry", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["former_id"], ["player.id"], name="fk_takeover_former_id_player", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_takeover_player_id_player", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_takeover"),
    )
    for column in ("entry_id", "former_id", "player_id"):
        op.create_index(f"ix_takeover_{column}", "takeover", [column])
    op.create_table(
        "seat_offer",
        sa.Column("id", ID, nullable=False),
        sa.Column("takeover_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("declined_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["takeover_id"],
            ["takeover.id"],
            name="fk_seat_offer_takeover_id_takeover",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_seat_offer_player_id_player", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_seat_offer"),
        sa.UniqueConstraint("takeover_id", "player_id", name="uq_seat_offer_takeover_id_player_id"),
    )
    op.create_index("ix_seat_offer_player_id", "seat_offer", ["player_id"])
    with op.batch_alter_table("entry") as batch:
        batch.add_column(sa.Column("successors", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("entry") as batch:
        batch.alter_column("successors", server_default=None)
    with op.batch_alter_table("rank_change") as batch:
        batch.drop_constraint(RANKED, type_="unique")
        batch.create_unique_constraint(
            f"{RANKED}_player_id", ["season_id", "entry_id", "player_id"]
        )
    season = sa.table("season", sa.column("id"), sa.column("state"))
    played = sa.table("correspondence", sa.column("season_id"), sa.column("settings", sa.JSON()))
    connection = op.get_bind()
    opened = sa.select(season.c.id).where(season.c.state != "draft")
    found = connection.execute(sa.select(played).where(played.c.season_id.in_(opened)))
    for id, settings in found.all():
        kept = played.update().where(played.c.season_id == id)
        connection.execute(kept.values(settings={**settings, "takeover": "house"}))


def downgrade() -> None:
    with op.batch_alter_table("rank_change") as batch:
        batch.drop_constraint(f"{RANKED}_player_id", type_="unique")
        batch.create_unique_constraint(RANKED, ["season_id", "entry_id"])
    with op.batch_alter_table("entry") as batch:
        batch.drop_column("successors")
    op.drop_table("seat_offer")
    op.drop_table("takeover")
