"""What has not changed is taken over from an earlier run; the table is that of a full replay."""

import zlib
from collections.abc import Sequence

from hypothesis import given, strategies as st

from app.engine import NOT_PLAYED
from app.league.results.runs import order_of, rows
from app.store.entrants import ShownEntrant

Cast = Sequence[tuple[int, str]]
"""Entries with their builds, in order of number."""


def battle(home: tuple[int, str], away: tuple[int, str]) -> int:
    """Some outcome that depends on the builds alone, and is exchanged with the sides."""
    if home == away:
        return NOT_PLAYED
    return 8 | (0 if home[1] == away[1] else 1 if home[1] < away[1] else 2)


def table(cast: Cast) -> list[bytes]:
    """A full replay."""
    return [bytes(battle(one, other) for other in cast) for one in cast]


def entrants_of(cast: Cast) -> list[ShownEntrant]:
    """The cast of a finished run."""
    return [
        ShownEntrant(number, entry_id, 0, None, "", "", build, zlib.compress(row))
        for number, ((entry_id, build), row) in enumerate(zip(cast, table(cast), strict=True), 1)
    ]


casts = st.lists(
    st.tuples(st.integers(1, 9), st.sampled_from("攻核盾")), unique_by=lambda entry: entry[0]
)


@given(casts, casts, st.integers(1, 81))
def test_whatever_has_changed_the_table_is_that_of_a_full_replay(
    before: Cast, now: Cast, at_a_time: int
) -> None:
    """Whether it is unpacked row by row, in strips or at once."""
    found = order_of(entrants_of(now), entrants_of(before))
    played = [now[place] for place in found.places]
    halves = [
        zlib.compress(bytes(battle(one, other) for other in played[i + 1 :]))
        for i, one in enumerate(played[: found.fresh])
    ]

    assert set(played[found.fresh :]) == set(before) & set(now)
    known = [entrant.outcomes or b"" for entrant in entrants_of(before)]
    earlier = [known[place] for place in found.earlier]
    assert list(rows(found, halves, earlier, at_a_time)) == table(now)
    assert not any(earlier), "each is let go of as it is taken"


def test_whoever_is_new_or_has_another_build_plays_first() -> None:
    before, now = [(1, "攻"), (2, "核"), (3, "盾")], [(3, "盾"), (1, "核"), (2, "核"), (4, "攻")]
    found = order_of(entrants_of(now), entrants_of(before))

    assert found.places == (1, 3, 0, 2)
    assert found.earlier == (2, 1)
    assert found.fresh == 2
