"""The first tables.

Revision ID: 2026_11_21_0950
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_0950"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", ID, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("address_key", sa.String(254), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("proven_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("address_key", name=op.f("uq_player_address_key")),
    )
    op.create_table(
        "season",
        sa.Column("id", ID, nullable=False),
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.String(64), nullable=False),
        sa.Column("title_ja", sa.String(200), nullable=False),
        sa.Column("title_en", sa.String(200), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("win", sa.Integer(), nullable=False),
        sa.Column("draw", sa.Integer(), nullable=False),
        sa.Column("loss", sa.Integer(), nullable=False),
        sa.Column("tie_breaks", sa.String(100), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_run_id", ID, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("slug", name=op.f("uq_season_slug")),
    )
    op.create_table(
        "entry",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("name_key", sa.String(300), nullable=True),
        sa.Column("current_id", ID, nullable=True),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_entry_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_entry_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry")),
        sa.UniqueConstraint("season_id", "name_key", name=op.f("uq_entry_season_id_name_key")),
        sa.UniqueConstraint("season_id", "number", name=op.f("uq_entry_season_id_number")),
        sa.UniqueConstraint("season_id", "player_id", name=op.f("uq_entry_season_id_player_id")),
    )
    with op.batch_alter_table("entry") as batch_op:
        batch_op.create_index(batch_op.f("ix_entry_player_id"), ["player_id"], unique=False)

    op.create_table(
        "mail",
        sa.Column("id", ID, nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("identity", sa.String(64), nullable=True),
        sa.Column("action", sa.String(20), nullable=True),
        sa.Column("note", sa.JSON(), nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_mail_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail")),
        sa.UniqueConstraint("identity", name=op.f("uq_mail_identity")),
    )
    with op.batch_alter_table("mail") as batch_op:
        batch_op.create_index(batch_op.f("ix_mail_player_id"), ["player_id"], unique=False)
        batch_op.create_index("ix_mail_state_id", ["state", "id"], unique=False)

    op.create_table(
        "run",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(64), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("inputs_digest", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_run_season_id_season")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        sa.UniqueConstraint("season_id", "serial", name=op.f("uq_run_season_id_serial")),
    )
    with op.batch_alter_table("run") as batch_op:
        batch_op.create_index(batch_op.f("ix_run_inputs_digest"), ["inputs_digest"], unique=False)

    op.create_table(
        "audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.String(100), nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("season_id", ID, nullable=True),
        sa.Column("entry_id", ID, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_audit_entry_id_entry")),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_audit_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit") as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_season_id"), ["season_id"], unique=False)

    op.create_table(
        "revision",
        sa.Column("id", ID, nullable=False),
        sa.Column("entry_id", ID, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("name", sa.String(300), nullable=False),
        sa.Column("owner", sa.String(300), nullable=False),
        sa.Column("build", sa.Text(), nullable=False),
        sa.Column("lore", sa.Text(), nullable=False),
        sa.Column("url", sa.String(2000), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mail_id", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entry.id"], name=op.f("fk_revision_entry_id_entry")
        ),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_revision_mail_id_mail")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
    )
    with op.batch_alter_table("revision") as batch_op:
        batch_op.create_index(batch_op.f("ix_revision_entry_id"), ["entry_id"], unique=False)

    op.create_table(
        "letter",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("dedup_key", sa.String(200), nullable=False),
        sa.Column("message_id", sa.String(200), nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("season_id", ID, nullable=True),
        sa.Column("run_id", ID, nullable=True),
        sa.Column("revision_id", ID, nullable=True),
        sa.Column("mail_id", ID, nullable=True),
        sa.Column("in_reply_to", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("html", sa.Text(), nullable=True),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claim", sa.String(32), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["mail_id"], ["mail.id"], name=op.f("fk_letter_mail_id_mail")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_letter_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name=op.f("fk_letter_revision_id_revision")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_letter_run_id_run")),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_letter_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("dedup_key", name=op.f("uq_letter_dedup_key")),
        sa.UniqueConstraint("message_id", name=op.f("uq_letter_message_id")),
    )
    with op.batch_alter_table("letter") as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_player_id"), ["player_id"], unique=False)
        batch_op.create_index("ix_letter_state_due_at", ["state", "due_at"], unique=False)

    op.create_table(
        "result",
        sa.Column("id", ID, nullable=False),
        sa.Column("run_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision_id", ID, nullable=False),
        sa.Column("outcomes", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name=op.f("fk_result_revision_id_revision")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_result_run_id_run")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result")),
        sa.UniqueConstraint("run_id", "number", name=op.f("uq_result_run_id_number")),
    )
    with op.batch_alter_table("entry") as batch_op:
        batch_op.create_foreign_key(
            "fk_entry_current_id_revision", "revision", ["current_id"], ["id"]
        )
    with op.batch_alter_table("season") as batch_op:
        batch_op.create_foreign_key(
            "fk_season_published_run_id_run", "run", ["published_run_id"], ["id"]
        )


def downgrade() -> None:
    with op.batch_alter_table("season") as batch_op:
        batch_op.drop_constraint("fk_season_published_run_id_run", type_="foreignkey")
    with op.batch_alter_table("entry") as batch_op:
        batch_op.drop_constraint("fk_entry_current_id_revision", type_="foreignkey")
    op.drop_table("result")
    with op.batch_alter_table("letter") as batch_op:
        batch_op.drop_index("ix_letter_state_due_at")
        batch_op.drop_index(batch_op.f("ix_letter_player_id"))

    op.drop_table("letter")
    with op.batch_alter_table("revision") as batch_op:
        batch_op.drop_index(batch_op.f("ix_revision_entry_id"))

    op.drop_table("revision")
    with op.batch_alter_table("audit") as batch_op:
        batch_op.drop_index(batch_op.f("ix_audit_season_id"))

    op.drop_table("audit")
    with op.batch_alter_table("run") as batch_op:
        batch_op.drop_index(batch_op.f("ix_run_inputs_digest"))

    op.drop_table("run")
    with op.batch_alter_table("mail") as batch_op:
        batch_op.drop_index("ix_mail_state_id")
        batch_op.drop_index(batch_op.f("ix_mail_player_id"))

    op.drop_table("mail")
    with op.batch_alter_table("entry") as batch_op:
        batch_op.drop_index(batch_op.f("ix_entry_player_id"))

    op.drop_table("entry")
    op.drop_table("season")
    op.drop_table("player")
