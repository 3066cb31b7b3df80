"""Letters are written from one kind of database each."""

import pytest

from tests.support.databases import either_kind


@pytest.fixture
def database_kind(request: pytest.FixtureRequest) -> str:
    """Letters hold no SQL: what they ask is asked of both kinds of database by the tests of the league and the store."""
    return either_kind(request.node.nodeid)
