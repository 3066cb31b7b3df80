"""A proof cannot be switched off: whatever is changed in a record, hidden parts or not, it holds as a whole no more."""

from copy import deepcopy
from random import Random

import pytest

from app.store.database import Database
from tests.support import leaves


@pytest.mark.parametrize("proof", [1, 2])
@pytest.mark.parametrize("kind", leaves.KINDS)
def test_every_leaf_of_a_record_is_proven_or_told_as_unproven(
    duel: object, database: Database, kind: str, proof: int
) -> None:
    """Of the third format whatever is changed is false, be it hidden or not (1); of earlier ones it may be unproven (3)."""
    dice = Random(f"{kind} {proof}")
    for small in leaves.records(database, kind, proof, dice):
        assert leaves.code_of(small.plain) == small.code, small.name
        for path in leaves.leaves(small.plain):
            code = leaves.changed(small, dice, path)
            assert code is None or code in leaves.expected(small, path), (small.name, path)


def test_a_number_or_a_name_that_nothing_can_hold_is_false(database: Database) -> None:
    with leaves.proven(2):
        (small, _) = leaves.records(database, "plain", 2, Random(1))

    assert leaves.code_of(small.plain) == 0
    for path, value in (
        (("withdrawn", 0, "name"), "\ud800"),
        (("withdrawn", 0, "number"), 2**63),
        (("entries", -1, "number"), 2**63),
    ):
        *way, last = path
        forged = deepcopy(small.plain)
        leaves.at(forged, tuple(way))[last] = value
        assert leaves.code_of(forged) == 1, path
