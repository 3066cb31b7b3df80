"""On the organisers' desk: many entries of a season at once, looked at before they are in."""

import hashlib

from fastapi import APIRouter
from fastapi.responses import Response

from app.errors import ListUnreadable, Problem, SeasonRefused
from app.games import ruleset
from app.league import imports, interventions
from app.league.imports import Sheet
from app.store import seasons
from app.store.tables import Season
from app.web import forms
from app.web.site import IN_LANGUAGE
from app.web.views.desk import AtOwnDesk, Desk, FromDesk

router = APIRouter(prefix=IN_LANGUAGE)

_HERE = "/desk/seasons/{slug}/import"


@router.get(_HERE)
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """A form for a table or a list."""
    return _show(desk, seasons.by_slug(desk.session, slug), "")


@router.post(_HERE)
def bring_in(desk: FromDesk, slug: str) -> Response:
    """Every line as it will be; or, once this very text has been looked at, all of them are in, or none."""
    season = seasons.by_slug(desk.session, slug)
    try:
        text = _text(desk)
    except ListUnreadable as refusal:
        return _show(desk, season, desk.form.text("list"), problems=refusal.problems)
    sheet = imports.read(text, ruleset(season.game, season.rules_version))
    is_seen = desk.form.text("seen") == _digest(text)
    if desk.form.text("act") != "send" or not is_seen:
        return _show(desk, season, text, sheet)

    def take() -> str:
        own = desk.site.settings.mail_address
        imports.bring_in(desk.session, slug, sheet, desk.organiser, own, desk.lang)
        return f"/seasons/{slug}"

    done = desk.done(take)
    return done if isinstance(done, Response) else _show(desk, season, text, sheet)


def _text(desk: Desk) -> str:
    """The chosen file, or else what stands in the box. Raises `ListUnreadable`."""
    file = desk.form.files.get("file")
    return desk.form.text("list") if file is None else forms.tidied(imports.text_of(file))


def _digest(text: str) -> str:
    """What was changed after the preview is shown again first."""
    return hashlib.sha256(text.strip().encode()).hexdigest()


def _show(
    desk: Desk,
    season: Season,
    text: str,
    sheet: Sheet | None = None,
    problems: tuple[Problem, ...] = (),
) -> Response:
    found = [*problems, *(sheet.problems if sheet else ())]
    if sheet:
        try:
            interventions.require_addable(season, desk.organiser)
        except SeasonRefused as refusal:
            found += refusal.problems
    own = desk.site.settings.mail_address
    rows = [
        (row, [imports.explain(season, each, desk.lang) for each in wrong])
        for row, wrong in imports.check(desk.session, season.slug, sheet.rows if sheet else (), own)
    ]
    is_good = bool(rows) and not found and not any(wrong for _, wrong in rows)
    return desk.page(
        "desk/seasons/import.html",
        422 if (sheet or problems) and not is_good else 200,
        season=season,
        text=text,
        rows=rows,
        left_out=sheet.left_out if sheet else (),
        wrong=sum(1 for _, wrong in rows if wrong),
        is_good=is_good,
        most=imports.MOST,
        kilobytes=imports.MOST_BYTES // 1024,
        seen=_digest(text) if is_good else "",
        form_key=forms.new_key(),
        told=[imports.explain(season, each, desk.lang) for each in found],
    )
