"""Visibility of a season by reader and time: pages, commands, programs and letters all ask here.

Until the announced deadline only its player sees what is in an entry. Organisers do not, even if
they closed the season earlier. Without an announced deadline, closing unseals it. After publication
everything is public. Participants and their names are public once a season opens. What is still
sealed when a season is called off stays sealed for good, since its builds may be entered elsewhere.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused, UnknownSeason
from app.notices.registry import kind_of
from app.store import entrants, seasons
from app.store.database import once_an_edition
from app.store.entrants import PublicEntrant
from app.store.results import runs, stages
from app.store.tables import (
    OVER,
    PUBLIC,
    SEALED,
    Duel,
    DuelEnding,
    Letter,
    Run,
    Season,
    SeasonState,
)
from app.tournament.formats import round_robin

_MOST_SHOWN: Final = 80


class Reader(StrEnum):
    """The readers of a season."""

    PUBLIC = "public"
    ORGANISER = "organiser"
    PLAYER = "player"
    """A player who asks for an entry of their own."""


def shows_entries(season: Season, reader: Reader, now: datetime) -> bool:
    """Whether builds, lore, names of slots, words and labels may be shown to this reader now.

    The same applies to everything made of them: outcomes, standings, statistics, previews, digests,
    records.
    """
    if reader is Reader.PLAYER or is_public(season):
        return True
    return reader is Reader.ORGANISER and _is_laid_open(season, now)


def is_public(season: Season) -> bool:
    """Whether all of the season is public; its secret addresses and links are dead then."""
    return season.state in PUBLIC


def release_at(season: Season) -> datetime | None:
    """The announced time of publication; None for drafts, without an announcement, and once it is past or called off."""
    is_announced = season.state is not SeasonState.DRAFT and season.state not in OVER
    return season.release_at if is_announced else None


def released_rounds(season: Season) -> int:
    """How many rounds of the results under review everyone may read, night by night.

    0 before the first night, and once all are public. Only winners and what follows from them are
    shown. Builds stay sealed until the last night, since with them anyone could play the rest.
    """
    return season.released_rounds if season.state is SeasonState.REVIEW else 0


def rounds(session: Session, season: Season, run: Run) -> list[tuple[int, int]]:
    """Every round of the run in the order in which they come out, each with the place of its stage.

    0 where everybody met everybody.
    """
    if not season.stages:
        return [(0, each) for each in range(1, round_robin.rounds(run.entries) + 1)]
    played = stages.played(session, run)
    return sorted({(stage, each.round) for stage, met in played.items() for each in met})


def require_unreleased(season: Season) -> None:
    """Raise `SeasonRefused` while some results under review are shown; they must first be taken back."""
    if released_rounds(season):
        raise SeasonRefused([Problem("half-released", season=season.slug)])


def shows_season(season: Season, reader: Reader) -> bool:
    """Whether this reader may know of the season; only organisers know of a draft."""
    return reader is Reader.ORGANISER or season.state is not SeasonState.DRAFT


def sealed_until(season: Season, now: datetime) -> datetime | None:
    """The announced deadline until which a season that was closed before it stays sealed; else None."""
    closes_at = season.closes_at
    is_closed = season.state not in (*SEALED, SeasonState.CALLED_OFF)
    return closes_at if is_closed and closes_at and now < closes_at else None


def has_closed(season: Season) -> bool:
    """Whether it takes no entries, and their seals are public."""
    never_did = season.state is SeasonState.CALLED_OFF and season.closed_at is None
    return season.state not in SEALED and not never_did


def is_due(season: Season, now: datetime) -> bool:
    """Whether the season is unsealed by now, and this has not been noted yet."""
    return season.laid_open_at is None and _is_laid_open(season, now)


def lay_open(season: Season, now: datetime) -> bool:
    """Note since when organisers can see the builds, if they can; returns whether this is new.

    That is the closing, or the announced deadline if the season was closed before it. It is noted
    once, so later additions and changes can always be recognised, even after the season has taken
    entries again.
    """
    if not is_due(season, now):
        return False
    closed_at = season.closed_at or now
    season.laid_open_at = max(closed_at, season.closes_at or closed_at)
    return True


def require_laid_open(season: Season, now: datetime) -> None:
    """Raise `SeasonRefused` unless an organiser may see the builds; it says until when they are sealed."""
    if shows_entries(season, Reader.ORGANISER, now):
        return
    if until := sealed_until(season, now):
        raise SeasonRefused([Problem("sealed-until", season=title_of(season), until=until)])
    raise SeasonRefused([Problem("sealed", season=title_of(season))])


def sealed_season(problem: Problem) -> str:
    """The season whose sealed things an organiser asked for, for the security log; empty for other problems."""
    title = problem["season"] if problem.code in ("sealed", "sealed-until") else ""
    return title[0] if isinstance(title, tuple) else ""


def title_of(season: Season) -> tuple[str, str, str]:
    """The season's title for a problem."""
    return season.slug, season.title_ja, season.title_en


def require_letter_shown(session: Session, letter: Letter, now: datetime) -> None:
    """Raise `SeasonRefused` if the letter would show an organiser a sealed entry or a player's secrets of a match.

    A letter that quotes a mail may belong to any season, so it is shown once no season is sealed.
    So is a letter that names a part of a mail that was not taken.
    """
    kind = kind_of(letter)
    if kind.tells_duel:
        raise SeasonRefused([Problem("duel-of-others")])
    if kind.tells_match:
        _require_results(session, letter)
    is_quoting = kind.quotes_mail or bool(letter.about.get("untaken"))
    if not kind.tells_entry and not is_quoting:
        return
    season = session.get(Season, letter.season_id) if letter.season_id else None
    if season and not is_quoting:
        require_laid_open(season, now)
        return
    for each in sealed_seasons(session, now):
        require_laid_open(each, now)


def _require_results(session: Session, letter: Letter) -> None:
    season = session.get(Season, letter.season_id) if letter.season_id else None
    if season and not is_public(season):
        raise SeasonRefused([Problem("match-sealed", match=season.slug)])


def _is_laid_open(season: Season, now: datetime) -> bool:
    """Whether the season is unsealed for organisers; a duel's never is, and one called off stays as it was."""
    if season.state is SeasonState.CALLED_OFF:
        return season.laid_open_at is not None
    return not season.of_duel and season.state not in SEALED and sealed_until(season, now) is None


def listed(those: Iterable[Season]) -> list[Season]:
    """Those of these that are listed for everyone, by pages, programs, letters and answers across seasons."""
    return [each for each in those if each.listed and shows_season(each, Reader.PUBLIC)]


def open_ones(session: Session) -> list[Season]:
    """The listed seasons that take entries, oldest first."""
    return listed(seasons.open_ones(session))


def shows_beside(season: Season, other: Season) -> bool:
    """Whether this season's pages and letters link to the other; an unlisted one is linked only from unlisted ones."""
    return shows_season(other, Reader.PUBLIC) and (other.listed or not season.listed)


def public_seasons(session: Session) -> list[Season]:
    """All listed seasons, newest first."""
    return listed(seasons.every(session))


def public_season(session: Session, slug: str) -> Season:
    """Return the season. Raises `UnknownSeason`, also for a draft; it names only listed and open seasons."""
    season = once_an_edition(session, ("season", slug), lambda: seasons.with_slug(session, slug))
    if not season or not shows_season(season, Reader.PUBLIC):
        there_are = tuple(each.slug for each in open_ones(session))
        typed = slug[:_MOST_SHOWN]
        raise UnknownSeason([Problem("unknown-season", season=typed, suggestions=there_are)])
    return season


def published_run(session: Session, season: Season) -> Run | None:
    """The public run; None before publication."""
    id_ = season.published_run_id
    if not is_public(season) or not id_:
        return None
    return once_an_edition(session, ("run", id_), lambda: runs.with_id(session, id_))


def finished_run(session: Session, season: Season, now: datetime) -> Run | None:
    """The latest run as an organiser may see it; None before it is finished, and while the season is sealed."""
    run = runs.latest(session, season)
    if not run or not run.digest or not shows_entries(season, Reader.ORGANISER, now):
        return None
    return run


def require_finished_run(session: Session, season: Season, now: datetime) -> Run:
    """Return the latest run as an organiser may see it.

    Raises `SeasonRefused` without a run, or while it is sealed.
    """
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise SeasonRefused([Problem("no-results", season=season.slug)])
    require_laid_open(season, now)
    return run


def shows_open_cards(duel: Duel, seat: str, reader: str) -> bool:
    """Whether the reader in this seat may see the open cards of that seat.

    Their own always, and both once both have sent. After the battle also readers in no seat who
    have the link to its result.
    """
    if reader == seat or duel.ending is DuelEnding.BATTLE:
        return True
    return bool(reader) and all(each.shown for each in duel.duelists)


def shows_duel_build(duel: Duel, seat: str, reader: str) -> bool:
    """Whether the reader in this seat may see the whole build of that one.

    Where there was no battle, nobody sees what the other had sent.
    """
    return reader == seat or duel.ending is DuelEnding.BATTLE


def entrants_of(session: Session, season: Season, lang: Lang) -> list[PublicEntrant]:
    """The participants in order of arrival, without names that organisers hide.

    `commitment` is blank while the season is open, and `salt` until its results are public.
    """
    everybody = entrants.of_season(session, season, lang)
    if is_public(season):
        return everybody
    if not has_closed(season):
        return [each._replace(commitment="", salt=None) for each in everybody]
    return [each._replace(salt=None) for each in everybody]


def sealed_seasons(session: Session, now: datetime) -> list[Season]:
    """Return the seasons whose entries an organiser may not see yet.

    Drafts have no entries. A season that was called off hides nothing in mails once its deadline is
    past.
    """
    return [
        season
        for season in seasons.every(session)
        if season.state is not SeasonState.DRAFT
        and not (season.state is SeasonState.CALLED_OFF and (season.closes_at or now) <= now)
        and not shows_entries(season, Reader.ORGANISER, now)
    ]
