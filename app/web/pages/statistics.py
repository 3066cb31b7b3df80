"""Statistics: what the full table of a season tells, and what would have won for a character."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from app.engine import Build, CardInfo, Lang, Ruleset
from app.i18n import number, translations
from app.league import results as league_results
from app.league import visibility
from app.league.results import FinishedRun
from app.statistics import analysis, matchups, sentences
from app.statistics.analysis import Analysis
from app.statistics.card_use import CardUse, SlotUse, Use
from app.statistics.similarity import Likeness
from app.statistics.what_if import Improvement, Tried
from app.store import runs, seasons
from app.store.database import let_go
from app.tournament import lab
from app.tournament.full_table import Entrant
from app.tournament.standings import Standing
from app.web.pages.battles import Stage
from app.web.pages.desk.overview import desk_page
from app.web.pages.seasons import MOST_LINES
from app.web.rendering import not_modified, page, spoken
from app.web.sessions import SignedInOrganiser
from app.web.site import IN_LANGUAGE, Now, Reading
from app.web.views import charts
from app.web.views.cards import by_id, row_of
from app.web.views.heatmap import Head, drawn, in_order
from app.web.views.pagination import PageNumber, part
from app.web.views.published import PublishedSeason
from app.web.views.what_if import Asked, AskedEntry, worked_out

router = APIRouter(prefix=IN_LANGUAGE)

MOST_RIVALS: Final = 50
"""Of everybody's rivals on the page; the download has all."""
MOST_ALIKE: Final = 20
MOST_DRAWN: Final = 300
"""Of a larger field there is no map of single battles."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card and its use. `is_rule`: enough have it, and enough do not, to say anything about it."""

    info: CardInfo
    family: int
    use: CardUse
    is_rule: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a grid: the class that shades it, what it says, and whether few stand behind it."""

    shade: str
    text: str
    is_faint: bool = False


_NOBODY_LESS: Final = Cell("none", "–")
"""Where all have it, there is nobody to compare with."""


@dataclass(frozen=True, slots=True)
class GridLine:
    """A card and its cells, slot by slot."""

    info: CardInfo
    family: int
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Field:
    """Who met whom, best first, and what was counted. Without an address in its stage nothing is linked."""

    stage: Stage
    ranked: Sequence[Entrant]
    table: Sequence[Standing]
    row_of: Callable[[int], bytes]
    told: Analysis


# --- a season -----------------------------------------------------------------------------------------


@router.get("/seasons/{slug}/statistics")
def statistics(request: Request, lang: Lang, results: PublishedSeason) -> Response:
    """What the full table tells."""
    if known := not_modified(request, results.etag):
        return known
    season, (run, told) = results.season, results.counted()
    here = f"/{lang}/seasons/{season.slug}"
    stage = Stage(season.title(lang), here, run.game, run.game.rules_version)
    crumbs = [(here, spoken(stage.name, lang))]
    content = shown(_of_run(run, told, stage), lang, crumbs)
    return page(request, lang, "statistics.html", etag=results.etag, season=season, **content)


@router.get("/desk/seasons/{slug}/statistics")
def desk_statistics(
    request: Request, lang: Lang, slug: str, signed: SignedInOrganiser, session: Reading, now: Now
) -> Response:
    """The same of the latest finished run, for the organiser, before it is published."""
    season = seasons.by_slug(session, slug)
    latest = runs.latest(session, season)
    if not latest or not latest.digest:
        raise HTTPException(404)
    visibility.require_laid_open(season, now)
    run = league_results.finished(session, season, latest)
    let_go(session)
    name = season.title(lang)
    stage = Stage(name, "", run.game, run.game.rules_version, is_public=False)
    field = _of_run(run, analysis.of(run), stage)
    crumbs = [(f"/{lang}/desk/seasons/{season.slug}", spoken(name, lang))]
    return desk_page(request, lang, "statistics.html", signed, **shown(field, lang, crumbs))


def _of_run(run: FinishedRun, told: Analysis, stage: Stage) -> Field:
    ranked = [run.participants[line.entry] for line in run.standings]
    return Field(stage, ranked, run.standings, run.row, told)


def shown(field: Field, lang: Lang, crumbs: Sequence[tuple[str, Markup]]) -> dict[str, Any]:
    """What the page of this field shows; `crumbs` lead to the pages above it."""
    stage, told, game = field.stage, field.told, field.stage.game
    names = [_named(each, lang, stage.here) for each in field.ranked]
    lines = _card_lines(game, told)
    filled = [use for use in told.slots if use.card is None]
    ruled = [use for use in told.slots if sentences.is_a_rule(use, told.entries)]
    most = max((abs(_gained(use)) for use in ruled), default=0)
    return {
        "stage": stage,
        "crumbs": crumbs,
        "game": game,
        "told": told,
        "table": field.table,
        "ranked": field.ranked,
        "names": names,
        "facts": [*sentences.facts(game, told, names, lang, Markup)],
        "cards": lines,
        "unused": [by_id(game)[use.card][0] for use in sentences.unused(told)],
        "most_gained": max((abs(_gained(each.use)) for each in lines if each.is_rule), default=0),
        "filled": filled,
        "filling": [
            _NOBODY_LESS if use.contribution is None else _slot_cell(use, told.entries, most)
            for use in filled
        ],
        "slots": _slot_lines(game, told, [each.info.id for each in lines], most),
        "tiers": [sentences.tier_label(tier) for tier in told.tiers],
        "scores": [[_score_cell(score) for score in row] for row in told.matrix],
        "map": _map(field),
        "closeness": _closeness(told, lang),
        "bands": list(zip(_bands(len(told.bands)), told.bands, strict=True)),
        "rivals": told.rivals[:MOST_RIVALS],
        "most_alike": MOST_ALIKE,
        "charts": charts,
        "percent": sentences.percent,
        "points": sentences.points,
        "few": sentences.FEW,
    }


def _named(who: Entrant, lang: Lang, here: str) -> Markup:
    """Its name, as a link where there is a page to lead to."""
    if not here:
        return spoken(who.name, lang)
    return Markup('<a href="{}/entries/{}">{}</a>').format(here, who.number, spoken(who.name, lang))


def _map(field: Field) -> Markup | None:
    """Every battle as a dot, unless they are too many, or too few."""
    if not field.stage.here or not 2 < len(field.ranked) <= MOST_DRAWN:
        return None
    heads = [
        Head(who.number, who.name, line.place, line.points)
        for who, line in zip(field.ranked, field.table, strict=True)
    ]
    return drawn(heads, in_order(field.table, field.table, field.row_of), f"{field.stage.here}/")


def _card_lines(game: Ruleset, told: Analysis) -> list[CardLine]:
    """The cards that somebody plays: those that a rule can be made of first, the best contribution first."""
    known = by_id(game)
    lines = [
        CardLine(*known[use.card], use, sentences.is_a_rule(use, told.entries))
        for use in told.cards
        if use.entries
    ]
    return sorted(lines, key=lambda line: (not line.is_rule, -_gained(line.use)))


def _slot_lines(game: Ruleset, told: Analysis, cards: Sequence[str], most: float) -> list[GridLine]:
    """For each of these cards its contribution, slot by slot; the greatest are shaded like `most`."""
    uses = {(use.card, use.slot): use for use in told.slots}
    slots = [use.slot for use in told.slots if use.card is None]
    known = by_id(game)
    return [
        GridLine(
            *known[card],
            [_slot_cell(uses.get((card, slot)), told.entries, most) for slot in slots],
        )
        for card in cards
    ]


def _slot_cell(use: SlotUse | None, entries: int, most: float) -> Cell:
    if not use or use.contribution is None:
        return Cell("none", "")
    text = _signed(100 * use.contribution)
    if not sentences.is_a_rule(use, entries):
        return Cell("none", text, is_faint=True)
    return Cell(charts.shade(use.contribution, most), text)


def _score_cell(score: float | None) -> Cell:
    if score is None:
        return Cell("none", "–")
    return Cell(charts.shade(score - 0.5, 0.5), f"{100 * score:.0f}")


def _gained(use: Use) -> float:
    return use.contribution or 0


def _signed(gained: float) -> str:
    """`+21`, `−3`, `0`."""
    whole = round(gained)
    return f"{whole:+,}".replace("-", "−") if whole else "0"


def _bands(count: int) -> list[str]:
    """`0–10%`, `10–20%`, and so on."""
    width = 100 // count
    return [f"{at * width}–{(at + 1) * width}%" for at in range(count)]


def _closeness(told: Analysis, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    most = max(range(len(told.bands)), key=lambda band: told.bands[band])
    description = _(
        "%(num)s of %(all)s characters have a score of %(band)s, more than of any other."
    )
    filled = {
        "num": number(told.bands[most]),
        "all": number(told.entries),
        "band": _bands(len(told.bands))[most],
    }
    return charts.bars(told.bands, _("Characters by score"), description % filled)


# --- a character --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody whom a character remembers: where it stands, and how many changes its build is away if that is why."""

    who: Entrant
    place: int
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Whom a character remembers, who has the same build, and whose builds are most like it."""

    enemy: Neighbour | None
    victim: Neighbour | None
    twins: Sequence[Neighbour]
    alike: Sequence[Neighbour]


def neighbourhood(
    field: Sequence[Entrant], table: Sequence[Standing], row: bytes, index: int
) -> Neighbourhood:
    """That of the one with this index and these outcomes; found without counting the whole field."""

    def at(rank: int, changes: int = 0) -> Neighbour:
        return Neighbour(field[table[rank].entry], table[rank].place, changes)

    rivals = matchups.rivals_of(row, table)
    rank = next(rank for rank, standing in enumerate(table) if standing.entry == index)
    builds = [field[standing.entry].build.nameless() for standing in table]
    twins = [other for other, build in enumerate(builds) if build == builds[rank] and other != rank]
    return Neighbourhood(
        enemy=None if rivals.enemy is None else at(rivals.enemy),
        victim=None if rivals.victim is None else at(rivals.victim),
        twins=[*map(at, twins)],
        alike=[at(each.index, each.changes) for each in Likeness(builds).nearest(rank)],
    )


@dataclass(frozen=True, slots=True)
class Rescued:
    """A battle that was lost, and the change that wins it, if a single one does."""

    place: int
    who: Entrant
    written: Markup | None
    words: str
    gained: int
    again: str
    """The two as a list for the laboratory, where the battle ends otherwise; nothing if no list can say it."""


@router.get("/seasons/{slug}/entries/{number:int}/what-if")
def what_if(
    request: Request, lang: Lang, slug: str, asked: AskedEntry, now: Now, at: PageNumber
) -> Response:
    """What would have won: every single change, tried against everybody."""
    if known := not_modified(request, asked.etag):
        return known
    stage, who = asked.stage, asked.who
    crumbs = [
        (stage.here, spoken(stage.name, lang)),
        (f"{stage.here}/entries/{who.number}", spoken(who.name, lang)),
    ]
    told = worked_out(request, asked, now)
    api = f"/api/v1/seasons/{slug}/entries/{who.number}/what-if"
    return what_if_page(request, lang, asked, told, at, crumbs, api)


def what_if_page(
    request: Request,
    lang: Lang,
    asked: Asked,
    told: Improvement,
    at: int,
    crumbs: Sequence[tuple[str, Markup]],
    api: str = "",
) -> Response:
    """The page that says what would have won; `crumbs` lead to the pages above it, `api` to the same as JSON."""
    stage, who, game = asked.stage, asked.who, asked.stage.game
    place = asked.table.standing(asked.index).place
    rescued = [
        _rescued(asked, other, asked.table.standing(other).place, tried, told.points, lang)
        for other, tried in sorted(told.rescues, key=lambda each: asked.table.ranks[each[0]])
    ]
    best = told.best.change.build if told.best else None
    return page(
        request,
        lang,
        "what_if.html",
        etag=asked.etag,
        stage=stage,
        crumbs=crumbs,
        api=api,
        game=game,
        who=who,
        told=told,
        place=place,
        sentences=[*sentences.verdict(game, who.build.cards, told, place, lang)],
        row=row_of(game, best) if best else [],
        best=_marked(game, who.build, best) if best else "",
        rescued=part(rescued, at, MOST_LINES),
        replaced=_replaced(game, who.build, told),
        exchanged=_exchanged(who.build, told),
    )


def _rescued(
    asked: Asked, other: int, place: int, tried: Tried | None, points: int, lang: Lang
) -> Rescued:
    game, who, opponent = asked.stage.game, asked.who, asked.field[other]
    if not tried:
        return Rescued(place, opponent, None, "", 0, "")
    two = ((tried.change.build, who.name), (opponent.build, opponent.name))
    lines = [lab.line_of(game, build, name) for build, name in two]
    return Rescued(
        place,
        opponent,
        _marked(game, who.build, tried.change.build),
        sentences.change(game, who.build.cards, tried.change, lang),
        tried.points - points,
        "\n".join(lines) if all(lines) else "",
    )


def _marked(game: Ruleset, before: Build, after: Build) -> Markup:
    """The build in one-character notation, with what has changed standing out."""
    known = by_id(game)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(known[new][0].char) if new != old else known[new][0].char
        for old, new in zip(before.cards, after.cards, strict=True)
    )


def _replaced(game: Ruleset, build: Build, told: Improvement) -> list[GridLine]:
    """What each card would have gained in each slot."""
    gained = {
        (each.change.card, each.change.slot): each.points - told.points
        for each in told.tried
        if each.change.card
    }
    known = by_id(game)
    return [
        GridLine(
            *known[card.id],
            [
                _own(card.id == own) or _gain_cell(gained.get((card.id, slot)), told)
                for slot, own in enumerate(build.cards, 1)
            ],
        )
        for card in game.cards
    ]


def _exchanged(build: Build, told: Improvement) -> list[list[Cell]]:
    """What each exchange of two slots would have gained, row by row."""
    gained: Mapping[frozenset[int], int] = {
        frozenset((each.change.slot, each.change.other)): each.points - told.points
        for each in told.tried
        if each.change.other
    }
    slots = range(1, len(build.cards) + 1)
    return [
        [
            _own(one == other) or _gain_cell(gained.get(frozenset((one, other))), told)
            for other in slots
        ]
        for one in slots
    ]


def _own(is_own: bool) -> Cell | None:
    """Where everything stays as it is."""
    return Cell("own", "・") if is_own else None


def _gain_cell(gained: int | None, told: Improvement) -> Cell:
    """Gains are shaded beside the greatest gain and losses beside the greatest loss: most changes lose much."""
    if gained is None:
        return Cell("none", "")
    points = [each.points - told.points for each in told.tried]
    most = max(points) if gained > 0 else -min(points)
    return Cell(charts.shade(gained, most), _signed(gained))
