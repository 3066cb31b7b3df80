"""The base of tables that get rows from every mail."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sqlmodel import SQLModel


class Row(SQLModel):
    """A table whose new rows have their values at once, like rows that were read.

    Otherwise the session would track each value of a new row, although it writes all of them anyway. It must only be
    told to which rows a new one points.
    """

    def __init__(self, **values: Any) -> None:
        others = {
            each: values.pop(each) for each in self.__sqlmodel_relationships__.keys() & values
        }
        plain, made = _defaults(type(self))
        self.__dict__ |= (
            plain | {name: make() for name, make in made if name not in values} | values
        )
        for name, other in others.items():
            setattr(self, name, other)


@lru_cache
def _defaults(
    table: type[SQLModel],
) -> tuple[dict[str, Any], list[tuple[str, Callable[[], Any]]]]:
    """The defaults of its columns: constant values, and functions that make values."""
    fields = {name: each for name, each in table.model_fields.items() if not each.is_required()}
    made = [(name, each.default_factory) for name, each in fields.items() if each.default_factory]
    plain = {name: each.default for name, each in fields.items() if not each.default_factory}
    return plain, made  # type: ignore[return-value]
