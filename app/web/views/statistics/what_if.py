"""Changes that would have won: computed while the reader waits, within a limit; and their page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import Response
from markupsafe import Markup

from app.engine import Build, Lang, Ruleset
from app.league.results.results import FinishedRun
from app.statistics import sentences, what_if
from app.statistics.what_if import BuildTrial, Improvement
from app.tournament import lab
from app.tournament.full_table import Entrant, FullTable
from app.web import limits
from app.web.cards import by_id, row_of
from app.web.dependencies import Site, SiteOf
from app.web.errors import lang_of
from app.web.rendering import page, require_change
from app.web.views.fields import StageView
from app.web.views.results import index_of, results_at
from app.web.views.statistics import charts
from app.web.views.statistics.charts import Cell, GridLine, signed
from app.web.views.tables.pagination import MOST_PAIRED, part


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The question which changes would have won for the entrant of this index. `field` has all entrants, by index."""

    stage: StageView
    field: Sequence[Entrant]
    table: FullTable
    index: int
    etag: str

    @property
    def who(self) -> Entrant:
        """The entrant whom it is about."""
        return self.field[self.index]


def stage_at(request: Request, slug: str, site: Site) -> tuple[StageView, FinishedRun, str]:
    """The results of the season with their page and their `etag`. Raises 404 before they are public."""
    lang = lang_of(request)
    # Read at once: no connection is kept while battles are played.
    with site.database.reading() as session:
        results = results_at(request, slug, session)
        require_change(request, results.etag)
        run, name = results.run(), results.season.title(lang)
    here, game = f"/{lang}/seasons/{slug}", run.game
    stage = StageView(name, here, game, game.rules_version, run.digest, by=slug)
    return stage, run, results.etag


def _of_address(request: Request, slug: str, number: int, site: SiteOf) -> Inquiry:
    stage, run, etag = stage_at(request, slug, site)
    return Inquiry(stage, run.participants, run, index_of(run, number), etag)


AskedEntry = Annotated[Inquiry, Depends(_of_address)]
"""The entry of the address. Answers 404 before the results are public, 410 for one that was taken out."""


def work_out(request: Request, inquiry: Inquiry, now: datetime) -> Improvement:
    """The effects of all single changes for it.

    What is known already is free. Raises 429 for a client that asks too often, `Busy` while too many ask,
    and `TooMuchToPlay`.
    """
    if not what_if.is_known(inquiry.table, inquiry.index):
        limits.spend_by_client(request, limits.WHAT_IFS, now)
    return what_if.answer(inquiry.table, inquiry.index)


@dataclass(frozen=True, slots=True)
class _Rescue:
    """A battle that was lost, and the change that wins it, if a single one does."""

    place: int
    who: Entrant
    written: Markup | None
    words: str
    gained: int
    again: str
    """The two as a list for the laboratory, where the battle ends otherwise; nothing if no list can say it."""


def what_if_page(
    request: Request,
    lang: Lang,
    inquiry: Inquiry,
    told: Improvement,
    at: int,
    crumbs: Sequence[tuple[str, Markup]],
    api: str = "",
) -> Response:
    """The page of changes that would have won; `crumbs` lead to the pages above it, `api` to the same as JSON."""
    stage, who, game = inquiry.stage, inquiry.who, inquiry.stage.game
    table = inquiry.table
    place = table.standing(inquiry.index).place
    rescued = [
        _rescued(inquiry, other, table.standing(other).place, tried, told.points, lang)
        for other, tried in sorted(told.rescues, key=lambda each: table.ranks[each[0]])
    ]
    best = told.best.change.build if told.best else None
    return page(
        request,
        lang,
        "statistics/what_if.html",
        etag=inquiry.etag,
        stage=stage,
        crumbs=crumbs,
        api=api,
        game=game,
        who=who,
        told=told,
        place=place,
        is_full=table.is_full,
        sentences=[*sentences.verdict(game, who.build.cards, told, place, lang)],
        row=row_of(game, best) if best else [],
        best=marked(game, who.build, best) if best else "",
        rescued=part(rescued, at, MOST_PAIRED),
        replaced=_replaced(game, who.build, told),
        exchanged=_exchanged(who.build, told),
    )


def _rescued(
    inquiry: Inquiry, other: int, place: int, tried: BuildTrial | None, points: int, lang: Lang
) -> _Rescue:
    game, who, opponent = inquiry.stage.game, inquiry.who, inquiry.field[other]
    if not tried:
        return _Rescue(place, opponent, None, "", 0, "")
    two = ((tried.change.build, who.name), (opponent.build, opponent.name))
    lines = [lab.line_of(game, build, name) for build, name in two]
    return _Rescue(
        place,
        opponent,
        marked(game, who.build, tried.change.build),
        sentences.change(game, who.build.cards, tried.change, lang),
        tried.points - points,
        "\n".join(lines) if all(lines) else "",
    )


def marked(game: Ruleset, before: Build, after: Build) -> Markup:
    """The build in one-character notation, with the changes standing out."""
    known = by_id(game)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(known[new][0].char) if new != old else known[new][0].char
        for old, new in zip(before.cards, after.cards, strict=True)
    )


def _replaced(game: Ruleset, build: Build, told: Improvement) -> list[GridLine]:
    """The gain of each card in each slot."""
    gained = {
        (each.change.card, each.change.slot): each.points - told.points
        for each in told.tried
        if each.change.card
    }
    known = by_id(game)
    most = _most(told)
    return [
        GridLine(
            *known[card.id],
            charts.row(
                _own(card.id == own) or _gain_cell(gained.get((card.id, slot)), *most)
                for slot, own in enumerate(build.cards, 1)
            ),
        )
        for card in game.cards
    ]


def _exchanged(build: Build, told: Improvement) -> list[Markup]:
    """The gain of each exchange of two slots, row by row."""
    gained: Mapping[frozenset[int], int] = {
        frozenset((each.change.slot, each.change.other)): each.points - told.points
        for each in told.tried
        if each.change.other
    }
    slots, most = range(1, len(build.cards) + 1), _most(told)
    return [
        charts.row(
            _own(one == other) or _gain_cell(gained.get(frozenset((one, other))), *most)
            for other in slots
        )
        for one in slots
    ]


def _own(is_own: bool) -> Cell | None:
    """The cell for the build as it is."""
    return Cell("own", "・") if is_own else None


def _most(told: Improvement) -> tuple[int, int]:
    """The greatest gain and the greatest loss: most changes lose much, so each is shaded beside its own."""
    points = [each.points - told.points for each in told.tried]
    return max(points, default=0), -min(points, default=0)


def _gain_cell(gained: int | None, gain: int, loss: int) -> Cell:
    if gained is None:
        return Cell("none", "")
    return Cell(charts.shade(gained, gain if gained > 0 else loss), signed(gained))
