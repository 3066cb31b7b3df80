"""Every table with anything of a person in it says what that is, and how it ends."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sqlalchemy import MetaData, Table
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from app.store.tables import Player, SecondFactor, SignIn
from app.store.tables.personal import PersonalData

OF_PEOPLE = {"mailbox", "client", "deliverer", "who", "by", "created_by", "owner", "raw", "seat"}
"""Columns that tell of a person without leading to one."""


def silent(tables: Iterable[type[SQLModel]]) -> Iterator[str]:
    """Those of the tables that have a person in them, and do not say so themselves."""
    for each in tables:
        table: Table = vars(each)["__table__"]
        leads = {key.target_fullname for column in table.columns for key in column.foreign_keys}
        tells = OF_PEOPLE & {*table.columns.keys()} or leads & {"player.id", "entry.id"}
        if tells and not isinstance(vars(each).get("holds"), PersonalData):
            yield each.__name__


def every() -> list[type[SQLModel]]:
    return [each.class_ for each in Player._sa_registry.mappers]


def test_each_table_with_a_person_in_it_says_so() -> None:
    assert len(every()) > 40
    assert [*silent(every())] == []


def test_what_a_table_says_of_itself_can_be_done() -> None:
    """Every column named in `holds` exists: those by which rows are found, and those that are
    overwritten when a person is erased.
    """
    for each in every():
        held, columns = vars(each).get("holds"), {*vars(each)["__table__"].columns.keys()}
        if held:
            assert {name for name in (held.whose, held.signed) if name} <= columns, each
            assert {*held.leaves} <= columns, each
            assert not (held.goes and held.leaves), each
            assert held.goes or held.leaves.get(held.whose) is None, each


def test_a_table_with_a_person_in_it_that_does_not_say_so_is_found() -> None:
    class Elsewhere(SQLModel, registry=registry(metadata=MetaData())):
        """Tables that no site has."""

    class Pet(Elsewhere, table=True):
        id: int = Field(primary_key=True)
        owner: str

    class Tame(Elsewhere, table=True):
        holds: ClassVar = PersonalData("Its owner.", goes=True)
        id: int = Field(primary_key=True)
        owner: str

    class Stone(Elsewhere, table=True):
        id: int = Field(primary_key=True)

    assert [*silent([Pet, Tame, Stone, SignIn, SecondFactor])] == ["Pet"]
