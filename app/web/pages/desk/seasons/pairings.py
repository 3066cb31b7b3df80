"""The draw room on the organisers' desk: pairings by hand, the round under way, and what is ruled of rounds."""

from fastapi.responses import Response

from app.errors import Problem
from app.league.desk import pairings, rulings
from app.league.desk.rulings import RulingPreview
from app.league.eligibility.sides import sides_of
from app.league.problems import explain
from app.league.seasons import seasons as league_seasons
from app.league.seasons.stages.rulings import Rulings
from app.store import entrants, seasons
from app.store.matches import matches
from app.store.tables import SeasonState
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk

router = page_router()


@router.get("/desk/seasons/{slug}/pairings")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """The current pairings, and a form for them."""
    return _show(desk, slug)


@router.post("/desk/seasons/{slug}/pairings")
def pair(desk: FromDesk, slug: str) -> Response:
    """Save the pairings of the form, or a ruling after its effect was shown.

    Otherwise show the form with every problem.
    """

    def go() -> str:
        desk.require_seen(slug)
        pairings.pair(desk.session, slug, desk.form.text("pairings"), desk.organiser)
        return f"/seasons/{slug}/pairings"

    def rule() -> str:
        first, second = form.line("first"), form.line("second")
        if form.text("what") == "back":
            rulings.take_back(desk.session, slug, desk.organiser)
        elif form.text("what") == "end":
            rulings.end_round(desk.session, slug, desk.organiser)
        elif form.text("what") == "never":
            rulings.keep_apart(desk.session, slug, desk.organiser, first=first, second=second)
        else:
            stage, round_ = form.number("stage"), form.number("round")
            rulings.set_pairing(desk.session, slug, stage, round_, first, second, desk.organiser)
        return f"/seasons/{slug}/pairings"

    form = desk.form
    if form.text("what") and (found := desk.preview(slug, rule)):
        return _show(desk, slug, preview=found)
    done = desk.done(rule if form.text("what") else go)
    return done if isinstance(done, Response) else _show(desk, slug, done)


def _show(
    desk: Desk,
    slug: str,
    problems: list[Problem] | None = None,
    preview: RulingPreview | None = None,
) -> Response:
    season = seasons.by_slug(desk.session, slug)
    form = desk.form
    field = entrants.of_season(desk.session, season, desk.lang)
    names = {each.number or 0: each.name for each in field}
    called, ruled = {each.entry_id: each.name for each in field}, Rulings.of(season.rulings)
    has_begun = matches.begun(desk.session, season) is not None
    ruled_in = (SeasonState.CLOSED, SeasonState.REVIEW)
    return desk.page(
        "desk/seasons/pairings.html",
        422 if problems else 200,
        season=season,
        pairings=form.text("pairings")
        if "pairings" in form.fields
        else pairings.written(desk.session, season),
        told=[explain(each, desk.lang) for each in problems or []],
        field=field,
        sides=pairings.sides_by_number(desk.session, season, desk.now),
        is_apart=sides_of(season).apart,
        can_pair=season.state is SeasonState.CLOSED and pairings.is_asked(season),
        is_asked=pairings.is_asked(season),
        can_rule=bool(season.stages)
        and season.state in ((SeasonState.RUNNING,) if has_begun else ruled_in),
        can_part=bool(season.stages)
        and not has_begun
        and season.state in (SeasonState.OPEN, *ruled_in),
        under_way=pairings.under_way(desk.session, season, desk.lang),
        rulings=[explain(each, desk.lang) for each in ruled.notes(names)],
        wished=[
            (called.get(each.first, "–"), called.get(each.second, "–"), each.reason)
            for each in ruled.wished
        ],
        preview=preview,
        seen=league_seasons.last_move(desk.session, season),
        form_key=forms.new_key(),
    )
