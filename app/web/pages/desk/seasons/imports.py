"""On the organisers' desk: many entries of a season at once, looked at before they are in."""

import hashlib
from dataclasses import replace

from fastapi.responses import Response
from sqlmodel import Session

from app.errors import ListUnreadable, Problem, SeasonRefused
from app.games import ruleset
from app.league.desk import imports, interventions
from app.league.desk.imports import ImportSheet
from app.league.matches.settings import rules_of
from app.store import seasons
from app.store.players import address_key
from app.store.tables import Season
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, FromPreview

router = page_router()

_HERE = "/desk/seasons/{slug}/import"


@router.get(_HERE)
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """A form for a table or a list."""
    return _show(desk, seasons.by_slug(desk.session, slug), "")


@router.post(f"{_HERE}/preview")
def preview(desk: FromPreview, slug: str) -> Response:
    """Every line as it will be, and everything that is wrong. Nothing is kept."""
    season = seasons.by_slug(desk.session, slug)
    try:
        text = _text(desk)
    except ListUnreadable as refusal:
        return _show(desk, season, desk.form.text("list"), problems=refusal.problems)
    if desk.form.text("step") and not text.strip():
        return _show(desk, season, "")
    return _show(desk, season, text, _read(desk.session, season, text))


@router.post(_HERE)
def bring_in(desk: FromDesk, slug: str) -> Response:
    """All of them are in, if this very text has been looked at; or every line again, with why none is."""
    season = seasons.by_slug(desk.session, slug)
    text = desk.form.text("list")
    sheet = _read(desk.session, season, text)
    if desk.form.text("seen") != _digest(text) or "file" in desk.form.files:
        return preview(desk, slug)

    def take() -> str:
        own = desk.site.settings.mail_address
        imports.bring_in(desk.session, slug, sheet, desk.organiser, own, desk.lang)
        return f"/seasons/{slug}"

    done = desk.done(take)
    return done if isinstance(done, Response) else _show(desk, season, text, sheet)


def _read(session: Session, season: Season, text: str) -> ImportSheet:
    return imports.read(text, rules_of(session, season))


def _text(desk: Desk) -> str:
    """The chosen file, otherwise the text of the box. Raises `ListUnreadable`."""
    file = desk.form.files.get("file")
    return desk.form.text("list") if file is None else forms.tidied(imports.text_of(file))


def _digest(text: str) -> str:
    """A digest of what was previewed: after a change it has to be previewed again."""
    return hashlib.sha256(text.strip().encode()).hexdigest()


def _show(
    desk: Desk,
    season: Season,
    text: str,
    sheet: ImportSheet | None = None,
    problems: tuple[Problem, ...] = (),
) -> Response:
    found = [*problems, *(sheet.problems if sheet else ())]
    if sheet:
        try:
            interventions.require_addable(desk.session, season, desk.organiser)
        except SeasonRefused as refusal:
            found += refusal.problems
    own = desk.site.settings.mail_address
    checked = imports.check(desk.session, season.slug, sheet.rows if sheet else (), own, desk.now)
    wrong = [
        (
            each,
            [imports.explain(season, replace(it, line=0), desk.lang) for it in each.problems],
        )
        for each in checked
        if each.problems
    ]
    is_good = bool(checked) and not found and not wrong
    return desk.page(
        "desk/seasons/import.html",
        422 if (sheet or problems) and not is_good else 200,
        season=season,
        text=text,
        wrong=wrong,
        good=[(each, []) for each in checked if not each.problems],
        addressed=len({address_key(each.row.address) for each in checked if each.row.address}),
        left_out=sheet.left_out if sheet else (),
        is_good=is_good,
        most=imports.MOST,
        has_matches=bool(ruleset(season.game, season.rules_version).match),
        kilobytes=imports.MOST_BYTES // 1024,
        seen=_digest(text) if is_good else "",
        undone=desk.undone(season),
        form_key=forms.new_key(),
        told=[imports.explain(season, each, desk.lang) for each in found],
    )
