"""Letters that were in doubt at any time, however soon another worker sent them again."""

from typing import Final

from sqlalchemy import text

from app.store.database import Database

_SQLITE: Final = (
    "CREATE TABLE in_doubt (message_id TEXT)",
    """CREATE TRIGGER note_doubt AFTER UPDATE ON letter WHEN NEW.state = 'doubt'
       BEGIN INSERT INTO in_doubt VALUES (NEW.message_id); END""",
)
_POSTGRESQL: Final = (
    "CREATE TABLE in_doubt (message_id TEXT)",
    """CREATE FUNCTION note_doubt() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN INSERT INTO in_doubt VALUES (NEW.message_id); RETURN NULL; END $$""",
    """CREATE TRIGGER note_doubt AFTER UPDATE ON letter
       FOR EACH ROW WHEN (NEW.state = 'doubt') EXECUTE FUNCTION note_doubt()""",
)


def watch_doubts(database: Database) -> None:
    """From here on the database itself notes each letter that comes to be in doubt.

    A look from outside comes too late: a worker that begins gives up the claims of a dead one and sends its letters
    again in one transaction.
    """
    with database.writing() as session:
        for statement in _SQLITE if database.is_sqlite else _POSTGRESQL:
            session.connection().execute(text(statement))


def were_in_doubt(database: Database) -> set[str]:
    """The Message-IDs of the letters that have been in doubt since it is watched."""
    with database.reading() as session:
        return set(session.connection().execute(text("SELECT message_id FROM in_doubt")).scalars())
