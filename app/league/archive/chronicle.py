"""The chronicle of a season: what its public pages show but its record does not bind.

An archive carries it so that restored pages look as they did.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from sqlmodel import Session

from app.league import seals, visibility
from app.league.desk.hidings import Part as Hideable, of as hiding_of
from app.league.entries.pictures import portraits
from app.league.seasons import news
from app.store import entrants, entries
from app.store.matches import exchanges as stored_exchanges, matches
from app.store.series import cups
from app.store.tables import MatchState, Season, SeasonState


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ToldAct(_Part):
    """A public act in the season, with the details shown on its pages."""

    act: Annotated[str, Field(max_length=40)]
    at: AwareDatetime
    detail: dict[str, Any]


class EarlierSeal(_Part):
    """A seal as one closing published it."""

    number: int
    name: str
    commitment: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class EarlierClosing(_Part):
    """The seals of a closing; a season that took entries again has several."""

    at: AwareDatetime
    seals: list[EarlierSeal]


class ToldCup(_Part):
    """The cup that the season is an edition of."""

    slug: Annotated[str, Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
    title_ja: Annotated[str, Field(max_length=200)]
    title_en: Annotated[str, Field(max_length=200)]
    edition: Annotated[int, Field(ge=1, le=9_999)]


class PlayedExchange(_Part):
    """An exchange of matches: its deadline, and when it was played."""

    number: int
    deadline: AwareDatetime
    played_at: AwareDatetime | None


class ToldMatches(_Part):
    """How the matches were arranged and when they were played.

    `settings`: as an organiser decided them. `annulled`: the number of matches that do not count since a player left;
    the record leaves those out.
    """

    settings: dict[str, Any]
    begun_at: AwareDatetime
    exchanges: list[PlayedExchange] = []
    annulled: int = 0


class Chronicle(_Part):
    """Everything an archive keeps beside the record.

    `pictures`: the SHA-256 of each character's picture, by the number of its entry.
    """

    format: Literal["hikyaku-chronicle-1"] = "hikyaku-chronicle-1"
    state: Literal["published", "archived"] = "published"
    description_ja: str = ""
    description_en: str = ""
    word: str = ""
    cup: ToldCup | None = None
    opened_at: AwareDatetime | None = None
    closes_at: AwareDatetime | None = None
    closed_at: AwareDatetime | None = None
    laid_open_at: AwareDatetime | None = None
    published_at: AwareDatetime | None = None
    set_number: Annotated[int, Field(ge=1, le=9_999)] | None = Field(
        default=None, exclude_if=lambda number: number is None
    )
    """In a call for cards: the number of its set."""
    acts: list[ToldAct] = []
    closings: list[EarlierClosing] = []
    pictures: dict[int, Annotated[str, Field(pattern="^[0-9a-f]{64}$")]] = {}
    hidings: dict[int, dict[Hideable, str]] = Field(default={}, exclude_if=lambda found: not found)
    """What organisers hide of entries, by number, with the reason if it is public. Erased entries are left out."""
    matches: ToldMatches | None = Field(default=None, exclude_if=lambda matches: matches is None)


def chronicle(session: Session, season: Season) -> Chronicle:
    """Return the chronicle of a season with public results, without anything that organisers hide."""
    run = visibility.published_run(session, season)
    pictures = portraits.shown(session, season)
    numbers = {each.entry_id: each.number for each in entrants.of_run(session, run)}
    return Chronicle(
        state="archived" if season.state is SeasonState.ARCHIVED else "published",
        description_ja=season.description_ja,
        description_en=season.description_en,
        word=run.word if run else "",
        cup=of_cups(session, season.cup or "", season.edition),
        opened_at=season.opened_at,
        closes_at=season.closes_at,
        closed_at=season.closed_at,
        laid_open_at=season.laid_open_at,
        published_at=season.published_at,
        set_number=season.set_number,
        acts=[
            ToldAct(act=act, at=at, detail=detail)
            for act, at, detail in news.public_acts(session, season)
        ],
        closings=[
            EarlierClosing(
                at=closing.at,
                seals=[
                    EarlierSeal(number=each.number, name=each.name, commitment=each.commitment)
                    for each in seals.of_closing(session, season, closing.serial, "en")
                ],
            )
            for closing in seals.closings(session, season)
        ],
        pictures={
            numbers[entry]: digest for entry, digest in sorted(pictures.items()) if entry in numbers
        },
        hidings=_hidings(session, season, numbers),
        matches=_matches(session, season),
    )


def _hidings(
    session: Session, season: Season, numbers: Mapping[int, int]
) -> dict[int, dict[Hideable, str]]:
    found = {
        numbers[each.id]: hiding_of(session, each)
        for each in entries.of_season(session, season)
        if each.id in numbers
    }
    return {
        number: {part: each.reason if each.is_public else "" for part, each in hidden.items()}
        for number, hidden in sorted(found.items())
        if hidden
    }


def _matches(session: Session, season: Season) -> ToldMatches | None:
    found = matches.begun(session, season)
    if found is None or found.begun_at is None:
        return None
    return ToldMatches(
        settings=found.settings,
        begun_at=found.begun_at,
        exchanges=[
            PlayedExchange(number=each.number, deadline=each.deadline, played_at=each.played_at)
            for each in stored_exchanges.exchanges(session, season)
        ],
        annulled=sum(
            each.state is MatchState.ANNULLED for each in matches.of_season(session, season)
        ),
    )


def of_cups(session: Session, slug: str, edition: int | None) -> ToldCup | None:
    """Return this edition of a cup for a chronicle, or None if the season belongs to no cup."""
    cup = cups.with_slug(session, slug) if slug else None
    if cup is None or edition is None:
        return None
    return ToldCup(slug=slug, title_ja=cup.title_ja, title_en=cup.title_en, edition=edition)
