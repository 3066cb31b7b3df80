"""Alembic's way into our database; `app.store.upkeep.migrations` hands over the connection."""

from typing import Literal

from alembic import context
from sqlalchemy import BigInteger
from sqlmodel.sql.sqltypes import AutoString

from app.store.tables import METADATA, EnumColumn, Utc


def render_item(kind: str, item: object, _: object) -> str | Literal[False]:
    """Write a column's type as the database knows it, so that migrations do not change with the program."""
    if kind == "type":
        match item:
            case Utc():
                return "sa.DateTime(timezone=True)"
            case EnumColumn():
                return f"sa.String({item.impl_instance.length})"
            case AutoString():
                return f"sa.String({item.length})" if item.length else "sa.Text()"
            case BigInteger():
                return "ID"
    return False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    render_item=render_item,
)
context.run_migrations()
