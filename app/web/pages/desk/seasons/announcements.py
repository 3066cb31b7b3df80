"""On the organisers' desk: an announcement to the players of a season, looked at before it is sent."""

import hashlib
from typing import cast

from fastapi.responses import Response

from app.engine import Lang
from app.i18n import LANGS, lang_of
from app.league.problems import explain
from app.league.seasons import news
from app.league.seasons.news import Group
from app.letters import contents
from app.letters.render import RenderedLetter
from app.notices.news import Announcement
from app.store import seasons
from app.store.tables import Letter, Season
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, letter_page

router = page_router()

_HERE = "/desk/seasons/{slug}/announcement"


@router.get(_HERE)
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """A form for the words, and to how many they would go."""
    return _show(desk, seasons.by_slug(desk.session, slug))


@router.post(_HERE)
def announce(desk: FromDesk, slug: str) -> Response:
    """The words as they will arrive; or, once these very words have been looked at, they are on their way, once."""
    season, words = seasons.by_slug(desk.session, slug), _words(desk)
    is_seen = desk.form.text("seen") == _digest(desk, words)
    if desk.form.text("act") != "send" or not is_seen:
        problems = news.announcement_problems(words)
        told = [explain(each, desk.lang) for each in problems]
        return _show(desk, season, told, words=None if problems else words)

    def send() -> str:
        group, lang = _chosen(desk)
        news.announce(desk.session, season, words, group, lang, desk.organiser)
        return f"/letters?where=all&season={slug}&kind=announcement"

    return desk.attempt(send, lambda told: _show(desk, season, told))


@router.post(_HERE + "/{shown}")
def preview(desk: FromDesk, slug: str, shown: str) -> Response:
    """The letter as mail programs show it, to a reader of this language. Nothing is kept."""
    season, words = seasons.by_slug(desk.session, slug), _words(desk)
    if news.announcement_problems(words):
        return announce(desk, slug)
    return letter_page(_letter(desk, season, words, lang_of(shown)))


def _words(desk: Desk) -> Announcement:
    line, text = desk.form.line, desk.form.text
    return Announcement(
        subject_ja=line("subject_ja"),
        subject_en=line("subject_en"),
        text_ja=text("text_ja").strip(),
        text_en=text("text_en").strip(),
    )


def _digest(desk: Desk, words: Announcement) -> str:
    """Of the words and their readers: what was changed after the preview is shown again first."""
    return hashlib.sha256(repr((words, *_chosen(desk))).encode()).hexdigest()


def _chosen(desk: Desk) -> tuple[Group, str]:
    group, lang = desk.form.text("group"), desk.form.text("letters_in")
    known = group if group in ("all", "counts", "held") else "all"
    return cast(Group, known), lang if lang in LANGS else ""


def _letter(desk: Desk, season: Season, words: Announcement, lang: Lang) -> RenderedLetter:
    """The letter to a reader of this language, without anyone's secrets."""
    letter = Letter(
        kind=words.slug,
        dedup_key="",
        message_id="",
        player_id=desk.signed.player_id,
        lang=lang,
        season_id=season.id,
        about=words.to_row(),
        created_at=desk.now,
    )
    return contents.preview_letter(desk.session, letter, desk.now)


def _show(
    desk: Desk, season: Season, told: list[str] | None = None, words: Announcement | None = None
) -> Response:
    group, lang = _chosen(desk)
    return desk.page(
        "desk/seasons/announcement.html",
        422 if told else 200,
        season=season,
        readers=news.readers_of(desk.session, season, group, lang),
        group=group,
        letters_in=lang,
        letters=[(each, _letter(desk, season, words, each)) for each in LANGS] if words else [],
        seen=_digest(desk, words) if words else "",
        form_key=forms.new_key(),
        told=told or [],
    )
