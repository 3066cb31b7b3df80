"""The first tables.

Revision ID: 2026_11_22_0423
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0423"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "bucket",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("left", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_bucket")),
    )
    op.create_table(
        "form_answer",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_form_answer")),
    )
    op.create_table(
        "heartbeat",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("uptime", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "mailbox",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("uid_validity", ID, nullable=False),
        sa.Column("uid", ID, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_mailbox")),
    )
    op.create_table(
        "player",
        sa.Column("id", ID, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("address_key", sa.String(254), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("proven_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("organiser_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("muted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("wants_log", sa.Boolean(), nullable=False),
        sa.Column("bounce_score", sa.Float(), nullable=False),
        sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("secret_generation", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("address_key", name=op.f("uq_player_address_key")),
    )
    op.create_table(
        "refusal",
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_refusal")),
    )
    op.create_table(
        "release",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("domain", sa.String(64), nullable=False),
        sa.Column("deliverer", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release")),
    )
    op.create_index("ix_release_at", "release", ["at"])
    op.create_index("ix_release_domain_at", "release", ["domain", "at"])
    op.create_index("ix_release_mailbox_at", "release", ["mailbox", "at"])
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
        sa.Column("laid_open_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_run_id", ID, nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("slug", name=op.f("uq_season_slug")),
    )
    op.create_table(
        "trial",
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_trial")),
    )
    op.create_index("ix_trial_expires_at", "trial", ["expires_at"])
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
    op.create_index("ix_entry_player_id", "entry", ["player_id"])
    op.create_table(
        "follower",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_follower_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_follower_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_follower")),
        sa.UniqueConstraint("season_id", "player_id", name=op.f("uq_follower_season_id_player_id")),
    )
    op.create_index("ix_follower_player_id", "follower", ["player_id"])
    op.create_table(
        "mail",
        sa.Column("id", ID, nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=True),
        sa.Column("message_key", sa.String(64), nullable=True),
        sa.Column("identity", sa.String(64), nullable=True),
        sa.Column("action", sa.String(20), nullable=True),
        sa.Column("note", sa.JSON(), nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_mail_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail")),
        sa.UniqueConstraint("identity", name=op.f("uq_mail_identity")),
        sa.UniqueConstraint("sha256", name=op.f("uq_mail_sha256")),
    )
    op.create_index("ix_mail_message_key", "mail", ["message_key"])
    op.create_index("ix_mail_player_id", "mail", ["player_id"])
    op.create_index("ix_mail_state_id", "mail", ["state", "id"])
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
        sa.Column("claim", sa.String(64), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_with", sa.Integer(), nullable=False),
        sa.Column("alone_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("basis_id", ID, nullable=True),
        sa.Column("taken_over", sa.Integer(), nullable=False),
        sa.Column("halted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["basis_id"], ["run.id"], name=op.f("fk_run_basis_id_run")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_run_season_id_season")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        sa.UniqueConstraint("season_id", "serial", name=op.f("uq_run_season_id_serial")),
    )
    op.create_index("ix_run_inputs_digest", "run", ["inputs_digest"])
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
    op.create_index("ix_security_event_at", "security_event", ["at"])
    op.create_index("ix_security_event_player_id", "security_event", ["player_id"])
    op.create_index("ix_security_event_season_id", "security_event", ["season_id"])
    op.create_table(
        "sign_in",
        sa.Column("id", ID, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=True),
        sa.Column("form_token", sa.String(64), nullable=False),
        sa.Column("label", sa.String(100), nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proven_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_sign_in_player_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_sign_in_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_in_token_hash")),
    )
    op.create_index("ix_sign_in_player_id", "sign_in", ["player_id"])
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
    op.create_index("ix_audit_season_id", "audit", ["season_id"])
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
    op.create_index("ix_revision_entry_id", "revision", ["entry_id"])
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
        sa.Column("claim", sa.String(64), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deliverer", sa.String(32), nullable=True),
        sa.Column("released_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withheld", sa.String(20), nullable=False),
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
    op.create_index("ix_letter_player_id", "letter", ["player_id"])
    op.create_index("ix_letter_state_due_at", "letter", ["state", "due_at"])
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
    op.create_table(
        "seal",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("closing", sa.Integer(), nullable=False),
        sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entry_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision_id", ID, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_seal_entry_id_entry")),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["revision.id"], name=op.f("fk_seal_revision_id_revision")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_seal_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seal")),
        sa.UniqueConstraint(
            "season_id", "closing", "entry_id", name=op.f("uq_seal_season_id_closing_entry_id")
        ),
    )
    # Each points to a table that comes after it.
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
    op.drop_table("seal")
    op.drop_table("result")
    op.drop_table("letter")
    op.drop_table("revision")
    op.drop_table("audit")
    op.drop_table("sign_in")
    op.drop_table("security_event")
    op.drop_table("second_factor")
    op.drop_table("run")
    op.drop_table("mail")
    op.drop_table("follower")
    op.drop_table("entry")
    op.drop_table("trial")
    op.drop_table("season")
    op.drop_table("release")
    op.drop_table("refusal")
    op.drop_table("player")
    op.drop_table("mailbox")
    op.drop_table("heartbeat")
    op.drop_table("form_answer")
    op.drop_table("bucket")
