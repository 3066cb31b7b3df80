"""The entries of a season on the organisers' desk: add one, correct one, take one out, hide parts of one."""

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league import visibility
from app.league.desk import hidings, interventions, rulings
from app.league.desk.interventions import WantedCorrection
from app.league.desk.rulings import RulingPreview
from app.league.entries.pictures import portraits
from app.league.matches.settings import rules_of
from app.league.visibility import Reader
from app.store import seasons
from app.store.matches import matches
from app.store.tables import Entry, Season
from app.web import forms
from app.web.dependencies import RowId, page_router
from app.web.pages.desk.seasons.season import show_season
from app.web.views.desk import AtDesk, AtOwnDesk, Desk, FromDesk, FromEditor
from app.web.views.forms.drafts import EntryDraft
from app.web.views.forms.portraits import source

router = page_router()

_CORRECTED = ("name", "build", "owner", "lore", "url")


@router.post("/desk/seasons/{slug}/entries")
def add(desk: FromDesk, slug: str) -> Response:
    """An entry for a player without an address; or the form again with all its problems."""
    season = seasons.by_slug(desk.session, slug)
    draft = EntryDraft.sent(desk.form, rules_of(desk.session, season))

    def take() -> str:
        missing = [*draft.picture.problems]
        interventions.add(desk.session, slug, draft.submission(), desk.organiser, missing)
        return f"/seasons/{slug}"

    return desk.attempt(take, lambda told: show_season(desk, slug, told=told), season)


@router.get("/desk/seasons/{slug}/correct/{entry_id}")
def ask_correction(desk: AtOwnDesk, slug: str, entry_id: RowId) -> Response:
    """The entry in a form. Fields of sealed parts are empty."""
    return _ask_correction(desk, slug, entry_id)


@router.post("/desk/seasons/{slug}/correct/{entry_id}")
def correct(desk: FromDesk, slug: str, entry_id: RowId) -> Response:
    """The entry is corrected, and its player hears it; or the form again and why not."""
    season = seasons.by_slug(desk.session, slug)
    entry = _entry(desk, season, entry_id)
    form, name = desk.form, entry.current.name if entry.current else ""
    is_open = visibility.shows_entries(season, Reader.ORGANISER, desk.now)
    build, lore = form.text("build").strip(), form.text("lore").strip("\n").rstrip()
    url = form.line("url")
    correction = WantedCorrection(
        name=form.line("name"),
        build=build if is_open or build else None,
        owner=form.line("owner"),
        url=url if is_open or url else None,
        lore=lore if is_open or lore else None,
    )

    def take() -> str:
        interventions.correct(desk.session, slug, name, correction, desk.organiser)
        return f"/seasons/{slug}"

    if found := desk.preview(slug, take):
        return _ask_correction(desk, slug, entry_id, preview=found)
    return desk.attempt(take, lambda told: _ask_correction(desk, slug, entry_id, told), season)


def _ask_correction(
    desk: Desk,
    slug: str,
    entry_id: int,
    told: list[str] | None = None,
    preview: RulingPreview | None = None,
) -> Response:
    season = seasons.by_slug(desk.session, slug)
    current = _entry(desk, season, entry_id).current
    is_open = visibility.shows_entries(season, Reader.ORGANISER, desk.now)
    hidden = () if is_open else ("build", "lore", "url")
    now = {name: "" if name in hidden else getattr(current, name) for name in _CORRECTED}
    return desk.page(
        "desk/seasons/correct.html",
        422 if told else 200,
        season=season,
        values={name: desk.form.text(name) for name in _CORRECTED} if told or preview else now,
        preview=preview,
        is_laid_open=is_open,
        form_key=forms.new_key(),
        undone=desk.undone(season),
        told=told or [],
    )


@router.get("/desk/seasons/{slug}/withdraw/{entry_id}")
def ask_withdraw(desk: AtOwnDesk, slug: str, entry_id: RowId) -> Response:
    """The consequences of taking this entry out, and a button."""
    return _ask_withdraw(desk, slug, entry_id)


@router.post("/desk/seasons/{slug}/withdraw/{entry_id}")
def withdraw(desk: FromDesk, slug: str, entry_id: RowId) -> Response:
    """Take the entry out, or retire it after a round; its player is told why. In stages the effect is shown first."""
    entry = _entry(desk, seasons.by_slug(desk.session, slug), entry_id)
    name = entry.current.name if entry.current else ""

    def take_out() -> str:
        stage, round_ = (desk.form.number(each) for each in ("stage", "round"))
        if desk.form.text("how") == "retire":
            round_ = round_ if desk.form.line("round") else -1
            rulings.retire(desk.session, slug, name, stage, round_, desk.organiser)
        else:
            interventions.withdraw(desk.session, slug, name, desk.organiser)
        return f"/seasons/{slug}"

    if found := desk.preview(slug, take_out):
        return _ask_withdraw(desk, slug, entry_id, preview=found)
    return desk.attempt(take_out, lambda told: _ask_withdraw(desk, slug, entry_id, told))


def _ask_withdraw(
    desk: Desk,
    slug: str,
    entry_id: int,
    told: list[str] | None = None,
    preview: RulingPreview | None = None,
) -> Response:
    season = seasons.by_slug(desk.session, slug)
    entry = _entry(desk, season, entry_id)
    status = 422 if told else 200
    return desk.page(
        "desk/seasons/withdraw.html",
        status,
        season=season,
        entry=entry,
        has_begun=matches.begun(desk.session, season) is not None,
        undone=desk.undone(season),
        preview=preview,
        told=told or [],
    )


@router.get("/desk/seasons/{slug}/hide/{entry_id}")
def ask_hide(desk: AtDesk, slug: str, entry_id: RowId) -> Response:
    """The shown and hidden parts of this entry, with buttons. Sealed content is not shown."""
    return _ask_hide(desk, slug, entry_id)


@router.post("/desk/seasons/{slug}/hide/{entry_id}")
def hide(desk: FromEditor, slug: str, entry_id: RowId) -> Response:
    """A part of it is hidden or shown again, and its player hears it."""
    entry = _entry(desk, seasons.by_slug(desk.session, slug), entry_id, counts=False)
    wanted = {name: desk.form.line(name) for name in ("hide", "show")}

    def act() -> str:
        for part in hidings.PARTS:
            if part == wanted["hide"]:
                is_public = bool(desk.form.line("public"))
                hidings.hide(desk.session, slug, entry, part, desk.organiser, public=is_public)
            elif part == wanted["show"]:
                hidings.show_again(desk.session, slug, entry, part, desk.organiser)
            else:
                continue
            return f"/seasons/{slug}/hide/{entry_id}"
        raise HTTPException(400)

    return desk.attempt(act, lambda told: _ask_hide(desk, slug, entry_id, told))


def _ask_hide(desk: Desk, slug: str, entry_id: int, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    entry = _entry(desk, season, entry_id, counts=False)
    is_open = visibility.shows_entries(season, Reader.ORGANISER, desk.now)
    picture = portraits.own(desk.session, entry) if is_open else None
    shown = hidings.parts(desk.session, entry)
    return desk.page(
        "desk/seasons/hide.html",
        422 if told else 200,
        season=season,
        revision=hidings.last(desk.session, entry),
        is_laid_open=is_open,
        shown={part: text for part, text in shown.items() if is_open or part in ("name", "owner")},
        picture=picture and source(picture.content),
        hidden=hidings.of(desk.session, entry),
        form_key=forms.new_key(),
        told=told or [],
    )


def _entry(desk: Desk, season: Season, entry_id: int, *, counts: bool = True) -> Entry:
    """The entry of this row, if it is of the season and counts, or did. Raises 404."""
    entry = desk.session.get(Entry, entry_id)
    if not entry or entry.season_id != season.id or not (entry.current or not counts):
        raise HTTPException(404)
    return entry
