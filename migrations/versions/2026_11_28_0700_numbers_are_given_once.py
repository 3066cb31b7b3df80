"""Numbers of rows are given once, and tokens of new players are over with them.

SQLite counts on from the highest number that a row has, or that letters, mails and the log name; see
`app.store.upkeep.migrations`.

Revision ID: 2026_11_28_0700
Revises: 2026_11_24_0256
"""

import re
from collections import defaultdict
from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op

revision = "2026_11_28_0700"
down_revision = "2026_11_24_0256"
branch_labels = None
depends_on = None

_DETAILS = ("audit.detail", "letter.about", "mail.note", "security_event.detail")
_NAMED = {
    "player": ("player", "writer"),
    "letter": ("letter",),
    "mail": ("mail", "mails"),
    "entry": ("entry",),
    "revision": ("revision", "played", "before", "replaces", "declined"),
    "run": ("earlier",),
    "sign_in": ("sign_in",),
    "duel": ("duel",),
    "match": ("match",),
}
"""The words by which these details name rows of a table."""
_REASONS = {
    "block": ("blocked", "unblocked"),
    "duel": ("duel",),
    "exchange": ("missing", "extended"),
    "mail": ("reply", "problems:mail", "mail"),
    "player": ("links", "post"),
    "revision": ("dropped", "approval", "place", "corrected", "withdrawn"),
    "run": ("report", "digest", "bulletin"),
    "season": ("opened", "reminder", "announcement", "turn", "follow"),
    "sign_in": ("sign-in", "proof"),
}
"""The words before the number of a row in the reason of a letter."""


def upgrade() -> None:
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(
            sa.Column("secret_salt", sa.String(length=32), nullable=False, server_default="")
        )
    with op.batch_alter_table("player") as batch_op:
        batch_op.alter_column("secret_salt", server_default=None)
    if op.get_bind().dialect.name == "sqlite":
        _count_from_what_is_named()


def _count_from_what_is_named() -> None:
    bind = op.get_bind()
    highest: dict[str, int] = defaultdict(int)

    def look(column: str, named: Mapping[str, tuple[str, ...]], pattern: str) -> None:
        of_word = {word: table for table, words in named.items() for word in words}
        table, _, name = column.partition(".")
        asked = sa.select(sa.cast(sa.column(name), sa.Text)).select_from(sa.table(table))
        for (text,) in bind.execute(asked):
            for word, numbers in re.findall(pattern.format("|".join(of_word)), text or ""):
                named_there = max(map(int, numbers.split(", ")))
                highest[of_word[word]] = max(highest[of_word[word]], named_there)

    for column in _DETAILS:
        look(column, _NAMED, r'"({})": \[?((?:[0-9]{{1,15}}(?:, )?\b)+)')
    look("letter.dedup_key", _REASONS, r"\b({}):([0-9]{{1,15}})\b")
    if highest:
        # A table that counts brings the one in which SQLite counts, which stays.
        bind.execute(sa.text("CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)"))
        bind.execute(sa.text("DROP TABLE counted"))
        rows = [{"name": name, "number": number} for name, number in highest.items()]
        bind.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), rows)
        bind.execute(sa.text("INSERT INTO sqlite_sequence VALUES (:name, :number)"), rows)


def downgrade() -> None:
    with op.batch_alter_table("player") as batch_op:
        batch_op.drop_column("secret_salt")
