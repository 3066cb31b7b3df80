"""The rules of a season on the organisers' desk: what others would change, and the move to them."""

from fastapi.responses import Response

from app.engine import Ruleset
from app.engine.versions import base_of
from app.errors import DomainError, Problem
from app.games import rulesets
from app.league import visibility
from app.league.desk import rules as desk_rules
from app.league.desk.rules import RulesPreview
from app.league.matches.settings import rules_of
from app.league.problems import explain
from app.league.seasons import seasons as league_seasons
from app.league.visibility import Reader
from app.store import seasons
from app.store.tables import Season, SeasonState
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, FromPreview

router = page_router()

_MOST_FLIPS = 200


@router.get("/desk/seasons/{slug}/rules")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """The rules as they stand, and a form for others."""
    return _show(desk, slug)


@router.post("/desk/seasons/{slug}/rules/errata")
def errata(desk: FromPreview, slug: str) -> Response:
    """What the rules in the form would change. Nothing is stored."""
    season = seasons.by_slug(desk.session, slug)
    try:
        found = desk_rules.preview(desk.session, slug, _wanted(desk, season), desk.organiser)
    except DomainError as refusal:
        return _show(desk, slug, list(refusal.problems))
    return _show(desk, slug, found=found)


@router.post("/desk/seasons/{slug}/rules")
def move(desk: FromDesk, slug: str) -> Response:
    """The season is played by the rules in the form from now on; or the form again and why not."""

    def go() -> str:
        desk.require_seen(slug)
        season = seasons.locked(desk.session, slug)
        after = _wanted(desk, season)
        take_out = desk.form.text("take_out") == "yes"
        desk_rules.move(desk.session, slug, after, desk.organiser, take_out=take_out)
        return f"/seasons/{slug}"

    done = desk.done(go)
    return done if isinstance(done, Response) else _show(desk, slug, done)


def _wanted(desk: Desk, season: Season) -> Ruleset:
    """The rules in the form: a version that is here, with house cards or without. Raises `SeasonRefused`, `RulesNotInstalled`."""
    version = base_of(desk.form.line("version")) or base_of(season.rules_version)
    return desk_rules.wanted(season, version, desk.form.text("cards"))


def _show(
    desk: Desk, slug: str, problems: list[Problem] | None = None, found: RulesPreview | None = None
) -> Response:
    season = seasons.by_slug(desk.session, slug)
    game = rules_of(desk.session, season)
    standing = game.house.text if game.house else ""
    return desk.page(
        "desk/seasons/rules.html",
        422 if problems else 200,
        season=season,
        game=game,
        versions=[each.rules_version for each in rulesets(season.game)],
        version=base_of(desk.form.line("version") or season.rules_version),
        cards=desk.form.text("cards") if "cards" in desk.form.fields else standing,
        told=[explain(each, desk.lang, game.slug, game.rules_version) for each in problems or []],
        found=found,
        flips=found.errata.flips[:_MOST_FLIPS] if found else (),
        can_move=season.state in (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED),
        can_compare=season.state not in (SeasonState.DRAFT, SeasonState.OPEN)
        and visibility.shows_entries(season, Reader.ORGANISER, desk.now)
        and not game.match,
        seen=league_seasons.last_move(desk.session, season),
        form_key=forms.new_key(),
    )
