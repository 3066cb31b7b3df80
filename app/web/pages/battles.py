"""A battle told in full, played again whenever somebody reads it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang, Line, Side, Tone
from app.league.reviewing import FinishedRun, Participant, sheet_of
from app.store.tables import Revision
from app.web.cards import Card, row_of
from app.web.published import PublishedSeason, index_of
from app.web.rendering import not_modified, page
from app.web.site import Reading

router = APIRouter()

_FRAME = " \u3000[]【】-―—▼"
"""What a telling sets around its headings; pages have headings of their own."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of the battle."""

    who: Participant
    place: int
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


@router.get("/{lang}/seasons/{slug}/battles/{home:int}-{away:int}")
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
    fighters = [run.participants[index] for index in pair]
    sheets = [sheet_of(session.get_one(Revision, who.revision_id)) for who in fighters]
    played = run.game.play(fighters[0].build.nameless(), fighters[1].build.nameless())
    told = run.game.tell(played.events, sheets[0], sheets[1], lang)
    before, after = _neighbours(run, *pair)
    return page(
        request,
        lang,
        "battle.html",
        etag=results.etag,
        season=results.season,
        game=run.game,
        run=run,
        battle=played,
        ending=run.game.ending(run.game.reasons.index(played.reason), lang),
        sides=[
            Fighter(
                who,
                run.standing(index).place,
                row_of(run.game.slug, who.build, sheet.flavour),
                hp,
                played.winner is side,
            )
            for who, index, sheet, hp, side in zip(
                fighters, pair, sheets, played.hp, Side, strict=True
            )
        ],
        acts=acts(told),
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
