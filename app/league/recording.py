"""The record of a season: everything that anybody needs to play it again and compare."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.opening import scoring_of
from app.league.standing import Scoring, TieBreak
from app.store import runs
from app.store.tables import Season

Hex = Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]


class _Part(BaseModel):
    """Read strictly: a record with anything missing or unknown in it is none."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RecordedScoring(_Part):
    """What results were worth, and what separated equals."""

    win: int
    draw: int
    loss: int
    tie_breaks: list[str]

    def scoring(self) -> Scoring:
        """The scoring; raises ValueError for a tie-break that there is not."""
        return Scoring(self.win, self.draw, self.loss, tuple(map(TieBreak, self.tie_breaks)))


class RecordedEntry(_Part):
    """An entry as it took part; `salt` opens its `commitment`."""

    number: int
    name: str
    owner: str
    url: str
    build: str
    lore: str
    extras: dict[str, Any]
    salt: Hex
    commitment: Hex


class RecordedSeason(_Part):
    """What was played."""

    slug: str
    game: str
    title_ja: str
    title_en: str


class Record(_Part):
    """`outcomes[i]` holds a byte (two hex digits) for each later entry, the lower number at home.

    A byte: bits 0-1 who won (0 nobody, 1 home, 2 away), bits 2-7 why (index into the game's reasons).
    """

    format: Literal["hikyaku-record-1"]
    season: RecordedSeason
    rules: str
    scoring: RecordedScoring
    entries: list[RecordedEntry]
    outcomes: list[Hex]
    digest: Hex


def record(session: Session, season: Season) -> Record:
    """The record of the season's latest finished run. Raises `SeasonRefused` if there is none.

    It holds builds and salts: nobody but the organiser may see it before publication.
    """
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise SeasonRefused([Problem("no-results", words=(season.slug,))])
    scoring = scoring_of(season)
    rows = [row or b"" for row in runs.outcomes(session, run)]
    return Record(
        format="hikyaku-record-1",
        season=RecordedSeason(
            slug=season.slug, game=season.game, title_ja=season.title_ja, title_en=season.title_en
        ),
        rules=run.rules_version,
        scoring=RecordedScoring(
            win=scoring.win,
            draw=scoring.draw,
            loss=scoring.loss,
            tie_breaks=[tie_break.value for tie_break in scoring.tie_breaks],
        ),
        entries=[
            RecordedEntry(
                number=each.number,
                name=each.revision.name,
                owner=each.revision.owner,
                url=each.revision.url,
                build=each.revision.build,
                lore=each.revision.lore,
                extras=each.revision.extras,
                salt=each.revision.salt.hex(),
                commitment=each.revision.commitment,
            )
            for each in runs.participants(session, run)
        ],
        outcomes=[row[place + 1 :].hex() for place, row in enumerate(rows)],
        digest=run.digest,
    )
