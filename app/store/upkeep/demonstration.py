"""Whether a database belongs to a real site or to the demonstration. Neither may use the other's."""

from typing import Final

from app.store.database import Database, StoreUnavailable, saying_outages
from app.store.upkeep import migrations

DEMO_ID: Final = int.from_bytes(b"Demo")
"""The application id in the header of its SQLite file."""


def is_demo(database: Database) -> bool:
    """Whether the demonstration made it, which is always a SQLite file."""
    if not database.is_sqlite:
        return False
    with saying_outages(), database.engine.connect() as connection:
        return bool(connection.exec_driver_sql("PRAGMA application_id").scalar() == DEMO_ID)


def require_own(database: Database, *, demo: bool) -> None:
    """Check that the database is of this kind. An empty one becomes the demonstration's if `demo` is set.

    Raises `StoreUnavailable`, which names the file, if it is of the other kind.
    """
    if is_demo(database) == demo:
        return
    file = database.engine.url.database
    if not demo:
        raise StoreUnavailable(
            f"{file} is the database of the demonstration; hikyaku --demo works on it,"
            " and a real site needs another one"
        )
    if migrations.current(database) is not None:
        raise StoreUnavailable(
            f"{file} is not the database of the demonstration. Move it away first"
        )
    with saying_outages(), database.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {DEMO_ID}")
        connection.commit()
