"""Worlds that tests begin from are what their names say, on both kinds of database."""

from collections.abc import Callable

import pytest
from sqlmodel import col, func, select

from app.store.database import Database
from app.store.tables import Exchange, Player, Season, SeasonState
from tests.support.people import NOW

STATES = {
    "open": SeasonState.OPEN,
    "closed": SeasonState.CLOSED,
    "in review": SeasonState.REVIEW,
    "published": SeasonState.PUBLISHED,
    "in stages": SeasonState.PUBLISHED,
    "in matches": SeasonState.RUNNING,
}


@pytest.mark.parametrize("name", STATES)
def test_a_world_is_at_its_moment_and_goes_on(begin: Callable[[str], Database], name: str) -> None:
    """A new row has a key that no row has had: the counters of PostgreSQL have come along."""
    database = begin(name)
    with database.writing() as session:
        season = session.exec(select(Season)).one()
        last = session.exec(select(func.max(col(Player.id)))).one()
        new = Player(address="new@x.org", address_key="new@x.org", lang="en", created_at=NOW)
        session.add(new)
        session.flush()
        exchanges = session.exec(select(func.max(col(Exchange.number)))).one()

    assert season.state is STATES[name]
    assert new.id == (last or 0) + 1
    assert exchanges == (2 if name == "in matches" else None)
