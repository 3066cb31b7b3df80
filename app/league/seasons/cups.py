"""Cups: series of seasons, each an edition. `app.league.visibility` decides who may see which edition."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused, UnknownCup
from app.league import visibility
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.series import cups
from app.store.tables import Cup, Season
from app.text.characters import hidden_in, is_slug, shown

MOST_TITLE: Final = 200
MOST_EDITION: Final = 9_999


def create(
    session: Session, slug: str, by: Organiser, *, title_ja: str = "", title_en: str = ""
) -> Cup:
    """Create a cup without editions. Without titles, its slug is the title.

    Raises `SeasonRefused` with every problem.
    """
    problems = [*_title_problems(title_ja, title_en)]
    if not is_slug(slug):
        problems.append(Problem("bad-slug", typed=shown(slug[:40])))
    elif cups.with_slug(session, slug):
        problems.append(Problem("cup-taken", cup=slug))
    if problems:
        raise SeasonRefused(problems)
    title_ja, title_en = title_ja or title_en or slug, title_en or title_ja or slug
    cup = Cup(slug=slug, title_ja=title_ja, title_en=title_en, created_at=by.now)
    session.add(cup)
    session.flush()
    audits.note(session, by, "cup", None, detail={"cup": slug, "titles": [title_ja, title_en]})
    return cup


def rename(
    session: Session, slug: str, by: Organiser, *, title_ja: str = "", title_en: str = ""
) -> Cup:
    """Change the titles of the cup; an empty title is left as it is. Raises `UnknownCup` and `SeasonRefused`."""
    cup = by_slug(session, slug)
    if problems := [*_title_problems(title_ja, title_en)]:
        raise SeasonRefused(problems)
    cup.title_ja, cup.title_en = title_ja or cup.title_ja, title_en or cup.title_en
    told = {"cup": slug, "titles": [cup.title_ja, cup.title_en]}
    audits.note(session, by, "cup", None, detail=told)
    return cup


def delete(session: Session, slug: str, by: Organiser) -> None:
    """Delete the cup. Raises `UnknownCup`, and `SeasonRefused` while seasons belong to it."""
    cup = by_slug(session, slug)
    if editions := cups.seasons_of(session, slug):
        raise SeasonRefused(
            [
                Problem(
                    "cup-has-seasons", cup=slug, seasons=", ".join(each.slug for each in editions)
                )
            ]
        )
    session.delete(cup)
    audits.note(session, by, "cup", None, detail={"cup": slug, "deleted": True})


def by_slug(session: Session, slug: str) -> Cup:
    """Return the cup. Raises `UnknownCup`, which suggests all cups."""
    cup = cups.with_slug(session, slug)
    if cup is None:
        there_are = tuple(each.slug for each in cups.every(session))
        raise UnknownCup([Problem("unknown-cup", cup=shown(slug[:40]), suggestions=there_are)])
    return cup


def problems_of_place(
    session: Session, cup: str, edition: int | None, season: Season | None = None
) -> Iterator[Problem]:
    """Yield what keeps a season from being this edition of this cup.

    `edition=None`: the next edition. `season`: the season itself if it exists, so that its own edition is not taken.
    """
    if not cup:
        if edition is not None:
            yield Problem("edition-alone", edition=str(edition))
        return
    try:
        by_slug(session, cup)
    except UnknownCup as refusal:
        yield from refusal.problems
        return
    if edition is None:
        return
    if not 1 <= edition <= MOST_EDITION:
        yield Problem("bad-edition", typed=f"{edition:,}", least="1", most=f"{MOST_EDITION:,}")
        return
    other = cups.with_edition(session, cup, edition)
    if other and (season is None or other.id != season.id):
        yield Problem("edition-taken", cup=cup, edition=str(edition), season=other.slug)


def edition_of(session: Session, cup: str, edition: int | None) -> int | None:
    """Return the edition for a season of this cup: the given one, else the next. None without a cup."""
    if not cup:
        return None
    return edition or cups.last_edition(session, cup) + 1


def _title_problems(*titles: str) -> Iterator[Problem]:
    for title in titles:
        if len(title) > MOST_TITLE or next(hidden_in(title), None) is not None:
            yield Problem("bad-title", typed=shown(title[:40]))


# --- what everybody reads -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a season in its cup, with the public editions before and after it."""

    cup: Cup
    edition: int
    before: Season | None
    after: Season | None

    @property
    def told(self) -> tuple[object, ...]:
        """Everything that a page shows of the place."""
        beside = (
            (each.slug, each.title_ja, each.title_en) for each in (self.before, self.after) if each
        )
        return self.cup.slug, self.cup.title_ja, self.cup.title_en, self.edition, *beside


def public_editions(session: Session, slug: str) -> list[Season]:
    """Return the public editions of the cup, the latest first."""
    return visibility.listed(cups.seasons_of(session, slug)[::-1])


def public_cup(session: Session, slug: str) -> tuple[Cup, list[Season]]:
    """Return the cup with its public editions. Raises `UnknownCup`, also if it has none."""
    editions = public_editions(session, slug)
    cup = cups.with_slug(session, slug)
    if cup is None or not editions:
        raise UnknownCup([Problem("unknown-cup", cup=shown(slug[:40]))])
    return cup, editions


def public_cups(session: Session) -> list[tuple[Cup, list[Season]]]:
    """Return all cups that have public editions."""
    found = ((cup, public_editions(session, cup.slug)) for cup in cups.every(session))
    return [(cup, editions) for cup, editions in found if editions]


def place_of(session: Session, season: Season) -> _Place | None:
    """Return the place of this season in its cup; None without a cup."""
    if season.cup is None or season.edition is None:
        return None
    number = season.edition
    others = [(each.edition or 0, each) for each in public_editions(session, season.cup)]
    before = next((each for edition, each in others if edition < number), None)
    after = next((each for edition, each in others[::-1] if edition > number), None)
    return _Place(by_slug(session, season.cup), number, before, after)
