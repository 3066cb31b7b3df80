"""A battle told in full, played again whenever somebody reads it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang, Line, Ruleset, Sheet, Side, Tone
from app.league.results import FinishedRun, Participant, sheet_of
from app.store.tables import Revision
from app.tournament.full_table import Entrant
from app.web.rendering import not_modified, page
from app.web.site import IN_LANGUAGE, Reading
from app.web.views.cards import Card, row_of
from app.web.views.published import PublishedSeason, index_of

router = APIRouter(prefix=IN_LANGUAGE)

_FRAME = " \u3000[]【】-―—▼"
"""What a telling sets around its headings; pages have headings of their own."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where battles were fought: what that is called, and the address above its pages."""

    name: str
    here: str
    game: Ruleset
    rules_version: str
    digest: str = ""
    is_public: bool = True
    """Whether anybody may find it, not only who has its address."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Who meets somebody, where it stands in the table, and what it brings to the telling."""

    who: Entrant
    place: int
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of the battle as the page shows it."""

    who: Entrant
    place: int
    labels: Mapping[str, str]
    row: list[Card]
    hp: int
    won: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the telling. Of those that tell the same event, the first has its anchor."""

    line: Line
    has_anchor: bool

    @property
    def text(self) -> str:
        """What it says; a heading without its frame."""
        is_heading = self.line.tone in (Tone.TURN, Tone.PHASE)
        return (is_heading and self.line.text.strip(_FRAME)) or self.line.text


@dataclass(frozen=True, slots=True)
class Scene:
    """Lines under a heading, or without one."""

    heading: Said | None
    lines: list[Said] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Act:
    """A turn, or what comes before and after the turns."""

    heading: Said | None
    scenes: list[Scene] = field(default_factory=list)


@router.get("/seasons/{slug}/battles/{home:int}-{away:int}")
def battle(
    request: Request, lang: Lang, results: PublishedSeason, home: int, away: int, session: Reading
) -> Response:
    """The battle from home's side, its cards, its sentences, and how it ended."""
    if known := not_modified(request, results.etag):
        return known
    run = results.run()
    pair = (index_of(run, home), index_of(run, away))
    if home == away:
        raise HTTPException(404)
    contenders = []
    for index in pair:
        who = run.participants[index]
        sheet = sheet_of(session.get_one(Revision, who.revision_id))
        contenders.append(Contender(who, run.standing(index).place, sheet))
    season = results.season
    stage = Stage(
        season.title(lang),
        f"/{lang}/seasons/{season.slug}",
        run.game,
        run.game.rules_version,
        run.digest,
    )
    return told(request, lang, stage, contenders, _neighbours(run, *pair), results.etag)


def told(
    request: Request,
    lang: Lang,
    stage: Stage,
    contenders: Sequence[Contender],
    neighbours: Sequence[Entrant | None],
    etag: str,
) -> Response:
    """The page of the battle between these two, the first at home; `neighbours` stand above and below the other."""
    home, away = contenders
    game = stage.game
    played = game.play(home.who.build.nameless(), away.who.build.nameless())
    before, after = neighbours
    return page(
        request,
        lang,
        "battle.html",
        etag=etag,
        stage=stage,
        game=game,
        battle=played,
        ending=game.ending(game.reasons.index(played.reason), lang),
        sides=[
            Fighter(
                each.who,
                each.place,
                each.sheet.labels,
                row_of(game, each.who.build, each.sheet.flavour),
                hp,
                played.winner is side,
            )
            for each, hp, side in zip(contenders, played.hp, Side, strict=True)
        ],
        acts=acts(game.tell(played.events, home.sheet, away.sheet, lang)),
        before=before,
        after=after,
    )


def acts(lines: Iterable[Line]) -> list[Act]:
    """The telling, laid out: what stands in it as a heading becomes one."""
    laid_out = [Act(None, [Scene(None)])]
    seen: set[int] = set()
    for line in lines:
        if line.tone in (Tone.TITLE, Tone.BLANK):
            continue
        said = Said(line, line.n not in seen)
        seen.add(line.n)
        if line.tone is Tone.TURN:
            laid_out.append(Act(said, [Scene(None)]))
        elif line.tone is Tone.PHASE:
            laid_out[-1].scenes.append(Scene(said))
        else:
            laid_out[-1].scenes[-1].lines.append(said)
    return [act for act in laid_out if act.heading or act.scenes[0].lines]


def _neighbours(run: FinishedRun, home: int, away: int) -> tuple[Participant | None, ...]:
    """The opponents of home that stand above and below this one in the table."""
    met = [each.entry for each in run.standings if each.entry != home]
    at = met.index(away)
    above = run.participants[met[at - 1]] if at else None
    below = run.participants[met[at + 1]] if at + 1 < len(met) else None
    return above, below
