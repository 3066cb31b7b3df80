"""Queries for entrants: the entries in the field of a season or a run."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, get_args

from sqlalchemy import bindparam, case, exists
from sqlmodel import Session, col, func, or_, select

from app.engine import Lang
from app.i18n import N_, translations
from app.store.database import once_an_edition
from app.store.results import parts
from app.store.tables import Entry, Result, Revision, Run, Seal, Season

_AT_ONCE: Final = 500
MOST_WINNERS: Final = 5
"""At most this many joint winners are named on one line."""
Part = Literal["name", "owner", "lore"]
_NUMBERED: Final = N_("Entry %(number)s")
_UNNUMBERED: Final = N_("An entry with a hidden name")


def other_name(number: int | None, lang: Lang) -> str:
    """The name shown for an entry whose name organisers hide: `Entry 7`. Made only here."""
    _ = translations(lang).gettext
    return _(_NUMBERED) % {"number": number} if number else _(_UNNUMBERED)


OWNERS: Final = case(
    (col(Entry.successors) == "", Revision.owner),
    else_=func.ltrim(Revision.owner + " → " + Entry.successors),
)
"""The owner, followed by the players who have taken over the seat."""
HOLDER: Final = case((col(Entry.successors) == "", Revision.owner), else_=Entry.successors)
"""The name of the current player of the entry: the owner, or the last player who took it over."""


class PublicEntrant(NamedTuple):
    """The public part of a counting entry, without build and lore."""

    entry_id: int
    number: int | None
    """None until entries close."""
    name: str
    owner: str
    accepted_at: datetime
    commitment: str
    salt: bytes | None
    is_name_hidden: bool = False
    is_owner_hidden: bool = False
    is_lore_hidden: bool = False

    @property
    def opening(self) -> dict[str, Any]:
        """What opens its seal, once salts are public."""
        is_hidden = (self.is_name_hidden, self.is_owner_hidden, self.is_lore_hidden)
        hidden = [part for part, is_ in zip(get_args(Part), is_hidden, strict=True) if is_]
        return parts.opening(self.salt, hidden)


class ShownEntrant(NamedTuple):
    """An entry in a field, without its lore, since a field may have ten thousand entries."""

    number: int
    entry_id: int
    revision_id: int
    player_id: int | None
    name: str
    owner: str
    build: str
    outcomes: bytes | None = None
    """Compressed."""


_OF_ENTRANT: Final = (
    Entry.id,
    Revision.id,
    Entry.player_id,
    Revision.name,
    OWNERS.label("owner"),
    Revision.build,
)
"""The columns of an `Entrant` between its number and its outcomes."""


def of_season(
    session: Session, season: Season, lang: Lang, reader: int | None = None
) -> list[PublicEntrant]:
    """All entries that take part, by number or in order of arrival, with the names that this reader may see."""
    statement = (
        select(  # type: ignore[call-overload]
            Entry.id,
            Entry.number,
            Revision.name,
            OWNERS.label("owner"),
            Entry.accepted_at,
            Revision.commitment,
            Revision.salt,
            *(
                col(hidden_at).is_not(None) & col(Entry.player_id).is_distinct_from(reader or 0)
                for hidden_at in (Entry.name_hidden_at, Entry.owner_hidden_at, Entry.lore_hidden_at)
            ),
        )
        .join(Revision, col(Entry.current_id) == col(Revision.id))
        .where(Entry.season_id == season.id)
        .order_by(
            col(Entry.number).is_(None), col(Entry.number), col(Entry.accepted_at), col(Entry.id)
        )
    )
    found = [PublicEntrant(*row) for row in session.execute(statement)]
    return [
        each._replace(
            name=other_name(each.number, lang) if each.is_name_hidden else each.name,
            owner="" if each.is_owner_hidden else each.owner,
        )
        for each in found
    ]


_COUNTS: Final = (
    select(Entry.season_id, func.count())
    .where(col(Entry.current_id).is_not(None))
    .group_by(col(Entry.season_id))
)


def counts(session: Session) -> dict[int, int]:
    """The number of entries that take part, by season; seasons without any are left out."""
    return dict(session.exec(_COUNTS).all())


def numbered(session: Session, season: Season) -> list[ShownEntrant]:
    """The current field: the counting entries with numbers, in order of number."""
    statement = (
        select(Entry.number, *_OF_ENTRANT)  # type: ignore[call-overload]
        .join(Revision, col(Entry.current_id) == col(Revision.id))
        .where(Entry.season_id == season.id, col(Entry.number).is_not(None))
        .order_by(col(Entry.number))
    )
    return [ShownEntrant(*row) for row in session.execute(statement)]


def of_first_closing(session: Session, season: Season) -> list[ShownEntrant]:
    """The field as its first closing sealed it, in order of number."""
    statement = (
        select(Seal.number, *_OF_ENTRANT)  # type: ignore[call-overload]
        .join(Revision, col(Seal.revision_id) == col(Revision.id))
        .join(Entry, col(Seal.entry_id) == col(Entry.id))
        .where(Seal.season_id == season.id, Seal.closing == 1)
        .order_by(col(Seal.number))
    )
    return [ShownEntrant(*row) for row in session.execute(statement)]


def extras_of(session: Session, field: Sequence[ShownEntrant]) -> list[Mapping[str, Any]]:
    """What each of these entrants brings besides its build."""
    found: dict[int, Mapping[str, Any]] = {}
    for start in range(0, len(field), _AT_ONCE):
        some = [each.revision_id for each in field[start : start + _AT_ONCE]]
        statement = select(Revision.id, Revision.extras).where(col(Revision.id).in_(some))
        found.update(session.exec(statement).all())
    return [found[each.revision_id] for each in field]


def of_run(session: Session, run: Run | None) -> list[ShownEntrant]:
    """The field of a run in order of number, with the outcomes known so far; empty without a run."""
    if run is None:
        return []
    statement = (
        select(Result.number, *_OF_ENTRANT, Result.outcomes)  # type: ignore[call-overload]
        .join(Revision, col(Result.revision_id) == col(Revision.id))
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(Result.run_id == run.id)
        .order_by(col(Result.number))
    )
    return [ShownEntrant(*row) for row in session.execute(statement)]


_LORE: Final = (  # put together once: every season's page asks it
    select(Revision.id, Revision.lore, Entry.lore_hidden_at)
    .join(Entry, col(Revision.entry_id) == col(Entry.id))
    .where(col(Revision.id).in_(bindparam("ids", expanding=True)))
)


def lore_of(session: Session, revisions: Iterable[int]) -> dict[int, str]:
    """The lore of these revisions as the public may read it: empty if organisers hide it."""
    found = session.execute(_LORE, {"ids": [*revisions]})
    return {id_: "" if hidden else lore for id_, lore, hidden in found}


def hidden_parts(entry: Entry) -> list[Part]:
    """The parts of this entry that organisers hide, apart from a picture."""
    return [part for part in get_args(Part) if getattr(entry, f"{part}_hidden_at")]


class HiddenParts(NamedTuple):
    """The entries of a season of which organisers hide the name, the owner, or the lore."""

    names: frozenset[int]
    owners: frozenset[int]
    lore: frozenset[int]


_PARTS_HIDDEN: Final = [
    col(each) for each in (Entry.name_hidden_at, Entry.owner_hidden_at, Entry.lore_hidden_at)
]
_HIDDEN: Final = select(Entry.id, *_PARTS_HIDDEN).where(  # put together once: every page asks it
    Entry.season_id == bindparam("season_id"), or_(*(each.is_not(None) for each in _PARTS_HIDDEN))
)


def hidden(session: Session, season: Season) -> HiddenParts:
    """The entries of this season of which organisers hide parts."""
    return once_an_edition(session, ("hidden", season.id), lambda: _hidden(session, season))


def _hidden(session: Session, season: Season) -> HiddenParts:
    found = session.execute(_HIDDEN, {"season_id": season.id}).all()
    return HiddenParts(*(frozenset(row[0] for row in found if row[at]) for at in (1, 2, 3)))


_ERASED: Final = select(Entry.id).where(
    Entry.season_id == bindparam("season_id"),
    or_(col(Entry.player_id).is_(None), Entry.successors != ""),
    col(Entry.owner_hidden_at).is_not(None),
    col(Entry.lore_hidden_at).is_not(None),
    ~exists().where(
        col(Revision.entry_id) == Entry.id,
        or_(Revision.owner != "", Revision.lore != "", Revision.url != ""),
    ),
)


def erased(session: Session, season: Season) -> frozenset[int]:
    """The entries of this season whose players, and so also hidden parts, have been erased."""
    return once_an_edition(
        session,
        ("erased", season.id),
        lambda: frozenset(session.exec(_ERASED, params={"season_id": season.id})),
    )


class NamedEntrant(NamedTuple):
    """A numbered entry as a list across seasons shows it."""

    season_id: int
    number: int
    name: str
    owner: str
    """Empty where organisers hide it."""


def named(
    session: Session, seasons: Iterable[int], words: Iterable[str], most: int
) -> list[NamedEntrant]:
    """Up to `most` numbered entries of these seasons, the newest first, whose name or owner has all these words.

    Letters of ASCII match in either case. What organisers hide is not looked at.
    """
    owner = case((col(Entry.owner_hidden_at).is_(None), OWNERS), else_="")
    shown = Revision.name + "\n" + owner
    statement = (
        select(Entry.season_id, Entry.number, Revision.name, owner)
        .join(Revision, col(Entry.current_id) == col(Revision.id))
        .where(
            col(Entry.season_id).in_([*seasons]),
            col(Entry.number).is_not(None),
            col(Entry.name_hidden_at).is_(None),
            *(shown.icontains(each, autoescape=True) for each in words),
        )
        .order_by(col(Entry.id).desc())
        .limit(most)
    )
    return [NamedEntrant(*row) for row in session.execute(statement)]


_WON: Final = select(Run.id, Run.winners).where(col(Run.id).in_(bindparam("ids", expanding=True)))
_NAMED: Final = (
    select(Revision.id, Revision.name, Entry.number, Entry.name_hidden_at)
    .join(Entry, col(Revision.entry_id) == col(Entry.id))
    .where(col(Revision.id).in_(bindparam("ids", expanding=True)))
)


def winners(session: Session, runs: Iterable[int | None], lang: Lang) -> dict[int, list[str]]:
    """The names of the winners by run, for published runs."""
    ids = [each for each in runs if each]
    won = dict(session.execute(_WON, {"ids": ids}).all())
    revisions = [each for first in won.values() for each in first[:MOST_WINNERS]]
    names = {
        id_: other_name(number, lang) if hidden else name
        for id_, name, number, hidden in session.execute(_NAMED, {"ids": revisions})
    }
    return {run: [names[each] for each in first[:MOST_WINNERS]] for run, first in won.items()}
