"""What makes mails the same, and how far mailboxes have been read.

Revision ID: 2026_11_21_1600
Revises: 2026_11_21_1550
"""

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_1600"
down_revision = "2026_11_21_1550"
branch_labels = None
depends_on = None


def upgrade() -> None:
    id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("mail") as batch_op:
        batch_op.add_column(sa.Column("sha256", sa.String(64), nullable=True))
        batch_op.add_column(sa.Column("message_key", sa.String(64), nullable=True))
    _hash_what_is_kept()
    with op.batch_alter_table("mail") as batch_op:
        batch_op.create_unique_constraint(op.f("uq_mail_sha256"), ["sha256"])
    op.create_index(op.f("ix_mail_message_key"), "mail", ["message_key"])
    op.create_table(
        "mailbox",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("uid_validity", id, nullable=False),
        sa.Column("uid", id, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_mailbox")),
    )


def downgrade() -> None:
    op.drop_table("mailbox")
    op.drop_index(op.f("ix_mail_message_key"), "mail")
    with op.batch_alter_table("mail") as batch_op:
        batch_op.drop_constraint(op.f("uq_mail_sha256"), type_="unique")
        batch_op.drop_column("message_key")
        batch_op.drop_column("sha256")


def _hash_what_is_kept() -> None:
    """The first mail of each content has its hash; until now the same one could be kept twice."""
    mail = sa.table("mail", sa.column("id"), sa.column("raw"), sa.column("sha256"))
    connection = op.get_bind()
    numbers = connection.scalars(sa.select(mail.c.id).order_by(mail.c.id)).all()
    known = set()
    for number in numbers:
        raw = connection.scalar(sa.select(mail.c.raw).where(mail.c.id == number))
        digest = sha256(raw).hexdigest()
        if digest not in known:
            connection.execute(sa.update(mail).where(mail.c.id == number).values(sha256=digest))
        known.add(digest)
