"""What is kept of a letter has placeholders where its secrets stood: they are put in when it leaves.

Revision ID: 2026_11_22_0404
Revises: 2026_11_22_0358
"""

import base64
import re
import struct

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0404"
down_revision = "2026_11_22_0358"
branch_labels = None
depends_on = None

AT_ONCE = 100
PURPOSES = {
    "+r-": "reply",
    "+c-": "confirm",
    "+b-": "bounce",
    "/my/": "reply",
    "/confirm/": "confirm",
    "/follow/": "follow",
    "/letters/stop/": "mute",
}
SECRET = re.compile(rf"({'|'.join(map(re.escape, PURPOSES))})([a-z2-7]{{32}})(?![A-Za-z2-7])")

letters = sa.table(
    "letter", sa.column("id"), sa.column("subject"), sa.column("text"), sa.column("html")
)


def upgrade() -> None:
    connection = op.get_bind()
    question = sa.select(letters).where(letters.c.subject.is_not(None)).order_by(letters.c.id)
    last = 0
    while some := connection.execute(question.where(letters.c.id > last).limit(AT_ONCE)).all():
        for letter in some:
            words = {name: without(getattr(letter, name)) for name in ("subject", "text", "html")}
            connection.execute(letters.update().where(letters.c.id == letter.id).values(words))
        last = some[-1].id


def without(text: str | None) -> str | None:
    if text is None:
        return None
    return SECRET.sub(placeholder, text.replace("⟦", "["))


def placeholder(found: re.Match[str]) -> str:
    """As app.mail.placeholders writes it; a token begins with the rows that it is about."""
    first, second = struct.unpack(">II", base64.b32decode(found[2].upper())[:8])
    return f"{found[1]}⟦secret: {PURPOSES[found[1]]} {first} {second}⟧"


def downgrade() -> None:
    """An older program would send the placeholders: letters that have not left get their words anew."""
    op.execute("UPDATE letter SET subject = NULL, text = NULL, html = NULL WHERE state = 'ready'")
