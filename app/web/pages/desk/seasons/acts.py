"""Acts on a season from the organisers' desk: the consequences of each, and a button."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.i18n import N_
from app.league import news, results, visibility
from app.league import runs as league_runs
from app.league import seasons as league_seasons
from app.store import seasons
from app.store.security import audits
from app.store.tables import Run, Season, SeasonState
from app.web import forms
from app.web.site import IN_LANGUAGE
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, demand_proof

router = APIRouter(prefix=IN_LANGUAGE)


@dataclass(frozen=True, slots=True)
class Act:
    """An act of an organiser on a season in one of these states, and its consequences."""

    do: Callable[..., Season | Run]
    states: tuple[SeasonState, ...]
    name: str
    consequences: str
    wants_reason: bool = False
    is_public: bool = False
    """Whether the reason is public: those words are needed then, and the reason for the log is not."""
    wants_proof: bool = False
    """Whether it asks once more who they are."""
    wants_release: bool = False
    """Whether it may be done at a moment to come."""
    tells: str = ""
    """The place where players read the organiser's words to them, if there are any."""
    words: str = N_("What players are told")
    """The name of those words."""
    writes: Callable[[Session, Season], int] | None = None
    """To how many players it writes, but if it is done quietly."""
    tells_players: bool = False
    """Whether every player of the season gets a letter."""
    wants_deadline: bool = False
    is_dangerous: bool = False
    """Whether it takes back what others have seen: such acts stand apart."""


# The first of those that are possible is the one that most will want.
ACTS: Final = {
    "open": Act(
        league_seasons.open_season,
        (SeasonState.DRAFT,),
        N_("Open the season"),
        N_("Everybody sees the season and can enter."),
        writes=news.readers_of_opening,
    ),
    "close": Act(
        league_seasons.close,
        (SeasonState.OPEN,),
        N_("Close the season"),
        N_(
            "No more entries are taken. Those that count are numbered; what is held does not play. You see the builds then, but never before the announced deadline: closed earlier, the season stays sealed until it."
        ),
    ),
    "publish": Act(
        results.publish,
        (SeasonState.REVIEW,),
        N_("Publish the results"),
        N_(
            "Everybody sees the results, all builds and stories; every player gets a report by mail. Letters that have left cannot be called back."
        ),
        wants_proof=True,
        wants_release=True,
        words=N_("A word from the organiser"),
        tells=N_("Optional. A word of yours. It stands in every report and on the season's page."),
    ),
    "run": Act(
        league_runs.start,
        (SeasonState.CLOSED, SeasonState.REVIEW),
        N_("Play all battles"),
        N_(
            "Everybody meets everybody. Nothing is public before you have reviewed and published it."
        ),
    ),
    "reopen": Act(
        league_seasons.reopen,
        (SeasonState.CLOSED,),
        N_("Open it again"),
        N_(
            "Entries are taken again, and everything is sealed again. It is a public act: the season's page, its feed and a letter to every player tell it with what you write, and the seals of this closing stay public. Numbers are given anew."
        ),
        wants_reason=True,
        is_public=True,
        wants_proof=True,
        wants_deadline=True,
        tells_players=True,
        is_dangerous=True,
        tells=N_("Everybody reads it: on the season's page, in its feed and in the letters."),
    ),
    "archive": Act(
        league_seasons.archive,
        (SeasonState.PUBLISHED,),
        N_("Archive the season"),
        N_(
            "Its results stay public as they are. From then on nothing in it can be taken back or changed."
        ),
    ),
    "undo": Act(
        results.undo,
        (SeasonState.REVIEW, SeasonState.PUBLISHED),
        N_("Take one step back"),
        N_(
            "Published results are hidden again, and reports that wait are dropped; those that have left stay sent. A release that is announced is called off. From the review it goes back to closed."
        ),
        wants_reason=True,
        wants_proof=True,
        is_dangerous=True,
        tells=N_(
            "It stands on the season's page, in its feed, and in the letters that correct what was sent. They give no reason without it."
        ),
    ),
}


_ANNOUNCED: Final = {
    "publish": replace(ACTS["publish"], name=N_("Publish at once, or at another moment")),
    "undo": replace(
        ACTS["undo"],
        name=N_("Call the release off"),
        consequences=N_(
            "The announced moment is taken back, and the season's page says so. Nothing has been published: the season stays under review."
        ),
    ),
}
"""These acts while a release is announced."""
_TAKES_BACK: Final = ("undo", "run")


def acts_of(season: Season) -> dict[str, Act]:
    """The acts that are possible now, and what each would do now."""
    possible = {name: act for name, act in ACTS.items() if season.state in act.states}
    if not visibility.release_at(season):
        return possible
    return {name: _ANNOUNCED.get(name, act) for name, act in possible.items()}


@router.get("/desk/seasons/{slug}/acts/{act}")
def ask(desk: AtOwnDesk, slug: str, act: str) -> Response:
    """The consequences of the act, and a button."""
    return _ask(desk, slug, act)


@router.post("/desk/seasons/{slug}/acts/{act}")
def do(desk: FromDesk, slug: str, act: str) -> Response:
    """The act is done; or the page says why not. The same form sent twice does it once."""
    wanted = _act(act)
    if wanted.wants_proof and (question := demand_proof(desk)):
        return question
    options: dict[str, Any] = {"quiet": bool(desk.form.line("quiet"))} if wanted.writes else {}

    def go() -> str:
        desk.require_seen(slug)
        if wanted.wants_deadline:
            options["closes_at"] = desk.deadline()
        if wanted.wants_release:
            options["release_at"] = desk.deadline("release_at")
        wanted.do(desk.session, slug, desk.organiser, **options)
        return f"/seasons/{slug}"

    return desk.attempt(go, lambda told: _ask(desk, slug, act, told))


def _ask(desk: Desk, slug: str, name: str, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    act = acts_of(season).get(name) or _act(name)
    is_announced = act.wants_release and not desk.form.fields
    release_at = visibility.release_at(season) if is_announced else None
    run = visibility.finished_run(desk.session, season, desk.now) if release_at else None
    return desk.page(
        "desk/seasons/act.html",
        409 if told else 200,
        season=season,
        act=act,
        release_at=release_at,
        undone=desk.undone(season, called_off=name == "undo") if name in _TAKES_BACK else [],
        word=run.word if run else desk.form.text("tell"),
        readers=act.writes(desk.session, season) if act.writes else None,
        players=news.readers_of_change(desk.session, season) if act.tells_players else None,
        seen=league_seasons.last_move(desk.session, season),
        last=audits.of_season(desk.session, season)[-1:] if told else [],
        form_key=forms.new_key(),
        sample=sample_of(desk, season) if act.do is results.publish else None,
        told=told or [],
    )


def sample_of(desk: Desk, season: Season) -> int | None:
    """The number of an entry whose report can be looked at; None if there is none."""
    run = visibility.finished_run(desk.session, season, desk.now)
    field = results.finished(desk.session, season, run).participants if run else ()
    return next((each.number for each in field if each.player_id), None)


def _act(name: str) -> Act:
    if name not in ACTS:
        raise HTTPException(404)
    return ACTS[name]
