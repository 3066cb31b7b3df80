"""Letters as they go out: rows of the database to subject, text and HTML."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlmodel import Session

from app.engine import TERMS, Terms
from app.engine.workshop.call import is_call
from app.i18n import N_, lang_of, translations, twice
from app.league import visibility
from app.league.entries import places
from app.league.matches import views
from app.league.results.results import finished
from app.letters import links, matches, news, receipts, rounds, turns, waiting
from app.letters.characters import game_called
from app.letters.links import in_words, without_secrets
from app.letters.render import RenderedLetter, one_line, typeset
from app.letters.replies import answers, topics
from app.letters.replies.curt import curt, unlinked
from app.letters.replies.untaken import sentences
from app.letters.reports import results, stories
from app.letters.reports.contents import report
from app.notices.about import About
from app.notices.answers import (
    AddressNote,
    Approval,
    Checked,
    Confirmation,
    DuelAnswer,
    Help,
    Links,
    OpenMatches,
    Orders,
    OwnAnswer,
    PassedOn,
    Place,
    Problems,
    Receipt,
    Several,
    Spar,
    Standings,
    Wish,
)
from app.notices.news import (
    Announcement,
    Bulletin,
    CalledOff,
    Changed,
    Corrected,
    Correction,
    Daily,
    Deadline,
    Digest,
    DuelNews,
    Extended,
    Lacking,
    Missing,
    NextRound,
    Opened,
    OwnNews,
    Paused,
    Reminder,
    Report,
    RoundNews,
    SeatNews,
    Shown,
    Turn,
    Withdrawn,
)
from app.notices.registry import about
from app.settings import Settings, settings
from app.store.database import once
from app.store.tables import Letter, Match, Player, Season

__all__ = ["RenderedLetter", "draft", "preview", "preview_letter", "render"]

MAX_HTML: Final = 90_000
"""Bytes. Some mail programs cut a letter off at about 100,000."""
_SPACES: Final = (24_000, 16_000, 10_000, 6_000, 3_000)
"""Bytes that a battle may take, tried in this order until the letter is small enough."""

_IN_A_LINE: Final = frozenset({"name", "owner", "url"})
"""Fields of letters that a player has written, and that stand in a line."""


def render(session: Session, letter: Letter) -> RenderedLetter:
    """The letter as its reader will see it. The same rows, settings and key give the same letter.

    Raises LookupError where a row that its kind needs is missing, `LetterUnreadable` where its own row lacks a fact.
    """
    lang, matter = lang_of(letter.lang), about(letter)
    context = _own(session, letter, matter) | _common(session, letter, matter, settings())
    if _is_curt(letter, matter):
        context = curt(context)
    if not isinstance(matter, Report):
        return typeset(type(matter), lang, context)
    is_short = context["is_short"]
    for space in _SPACES:
        told = (
            stories.tell(session, letter, matter, context["dramas"], space) if not is_short else []
        )
        rendered = typeset(type(matter), lang, context | {"told": told})
        if len(rendered.html.encode()) <= MAX_HTML:
            break
    return rendered


def draft(session: Session, letter: Letter) -> RenderedLetter:
    """The letter without its secrets, as it is stored and shown to people other than its reader (see `render`)."""
    return without_secrets(render(session, letter), settings().key())


def _is_curt(letter: Letter, matter: About) -> bool:
    """Whether a stranger may have chosen its words: not where a player reads of their own entry, or of results."""
    is_own = isinstance(matter, Shown) and letter.player.proven_at is not None
    return letter.deliverer is not None and not matter.has_results and not is_own


def preview_letter(session: Session, letter: Letter, now: datetime) -> RenderedLetter:
    """The letter as an organiser may look at it: without the secret links and addresses of its player.

    Raises `SeasonRefused` while it tells of an entry that is sealed.
    """
    visibility.require_letter_shown(session, letter, now)
    if letter.subject is None:  # else it has its words
        words = draft(session, letter)
    else:
        words = RenderedLetter(letter.subject, letter.text or "", letter.html or "")
    instead = translations(lang_of(letter.lang)).gettext(N_("(the player's secret)"))
    return in_words(words, instead)


def preview(
    session: Session,
    season: Season,
    now: datetime,
    player: Player | None = None,
    word: str = "",
) -> Iterator[tuple[str, RenderedLetter]]:
    """The reports of the season's latest run as they would go out, to everyone or to one player.

    `word`: what the organiser would write at its publication.
    Each with a name for its files: number and language of the entry, `0012-ja`. Nothing is written.
    Raises `SeasonRefused` if the latest run is not finished, or while the season is sealed.
    """
    for letter in previewed(session, season, now, player, word):
        run = results.run_of(session, letter)
        me = results.reader_in(run, letter, Report.of_row(letter.about))
        number = run.participants[me].number
        yield f"{number:04}-{lang_of(letter.lang)}", preview_letter(session, letter, now)


def previewed(
    session: Session,
    season: Season,
    now: datetime,
    player: Player | None = None,
    word: str = "",
) -> Iterator[Letter]:
    """The letters of the reports that `preview` shows. They are not in the database."""
    run = visibility.require_finished_run(session, season, now)
    for participant in finished(session, season, run).participants:
        reader = participant.player_id and session.get(Player, participant.player_id)
        if reader and (player is None or reader.id == player.id):
            yield Letter(
                kind=Report.slug,
                dedup_key="",
                message_id="",
                player_id=reader.id,
                lang=reader.lang,
                season_id=season.id,
                run_id=run.id,
                about=Report(word=word, entry=participant.entry_id).to_row(),
                created_at=season.published_at or run.finished_at or run.started_at,
            )


# --- what they say --------------------------------------------------------------------------------


def _common(session: Session, letter: Letter, matter: About, here: Settings) -> dict[str, Any]:
    """The fields common to all letters: season, pages, and the address for answers."""
    lang, id_ = lang_of(letter.lang), letter.season_id
    season = once(session, ("season", id_), lambda: session.get(Season, id_)) if id_ else None
    base, key = links.base(letter, here), here.key()
    when = partial(twice, lang=lang, zone=here.zone)
    return {
        "lang": lang,
        "folder": matter.templates or matter.slug,
        "season": one_line(season.title(lang)) if season else None,
        "slug": season.slug if season else None,
        "is_call": season is not None and is_call(season.game),
        "terms": _terms(season, matter).to(lang),
        "base": base,
        "page": f"{base}/seasons/{season.slug}" if season else f"{base}/",
        "secret_page": links.secret_page(letter, matter, key, here),
        "stop_page": links.stop_page(letter, key, here),
        "unsubscribe": links.unsubscribe_page(letter, matter, key, here),
        "is_curt": False,
        "reply_to": links.reply_to(letter, matter, key, here),
        "untaken": [one_line(each) for each in sentences(matter.untaken, lang, with_words=True)],
        "answers": topics.answers(session, letter, matter.questions),
        "deadline": season and season.closes_at and when(season.closes_at),
        "is_open": season is not None and not [*places.open_at(season, letter.created_at)],
        "postmark": _postmark(letter.created_at.astimezone(here.zone)),
        "when": when,
    }


def _terms(season: Season | None, matter: About) -> Terms:
    """The terms of the game, if the letter is about one."""
    match matter:
        case _ if season:
            game = game_called(season.game, season.rules_version)
        case Problems(game=slug) | Spar(game=slug):
            game = game_called(slug)
        case DuelNews(game=slug, rules=version):
            game = game_called(slug, version)
        case Help(games=slugs):
            game = game_called(slugs[0]) if len(slugs) == 1 else None
        case _:
            game = game_called(None)
    return game.terms if game else TERMS


def _postmark(local: datetime) -> tuple[str, str]:
    """Year and day, as a post office stamps them."""
    return f"{local:%Y}", f"{local.month}.{local.day}"


def _own(session: Session, letter: Letter, matter: About) -> dict[str, Any]:
    """The fields of its kind, and what else its kind needs; for a stranger without any links."""
    told = {each.name: getattr(matter, each.name) for each in fields(matter)}
    told |= {name: one_line(told[name]) for name in _IN_A_LINE & told.keys()}
    if compute := CONTEXTS.get(type(matter)):
        return told | compute(session, letter, matter)
    if _is_curt(letter, matter):
        told = {name: unlinked(it) if isinstance(it, str) else it for name, it in told.items()}
    return told


def _daily(session: Session, letter: Letter, matter: Daily) -> dict[str, Any]:
    """A chapter for each season: first those in which matches wait for orders, the nearest deadline first, then the others."""
    lang, here = lang_of(letter.lang), settings()
    tasks = [
        (session.get_one(Match, each.match_id).season_id, each.deadline)
        for each in views.tasks(session, letter.player)
        if each.is_asked and not each.has_plan
    ]
    told = [each for number in matter.letters if (each := session.get(Letter, number))]
    seasons = dict.fromkeys([*(number for number, _ in tasks), *(each.season_id for each in told)])
    return {
        "chapters": [
            {
                "title": one_line(season.title(lang)),
                "page": links.season_page(season, lang, here),
                "until": [twice(due, lang, here.zone) for number, due in tasks if number == each],
                "news": [
                    _own(session, one, it := about(one)) | _common(session, one, it, here)
                    for one in told
                    if one.season_id == each
                ],
            }
            for each in seasons
            if (season := session.get(Season, each))
        ]
    }


CONTEXTS: Final[dict[type[About], Callable[[Session, Letter, Any], dict[str, Any]]]] = {
    Approval: receipts.named,
    Checked: receipts.checked,
    Confirmation: receipts.received,
    Corrected: receipts.corrected,
    PassedOn: receipts.passed_on,
    Place: receipts.named,
    NextRound: receipts.next_round,
    Problems: receipts.problems,
    Receipt: receipts.received,
    Several: receipts.several,
    Shown: receipts.shown,
    Links: receipts.links,
    AddressNote: receipts.address,
    Withdrawn: receipts.withdrawn,
    Help: answers.guide,
    Spar: answers.spar,
    Standings: answers.standings,
    Wish: answers.wish,
    CalledOff: news.called_off,
    Changed: news.changed,
    Deadline: news.deadline,
    Lacking: news.lacking,
    Announcement: news.announcement,
    Bulletin: news.bulletin,
    Opened: news.opened,
    Reminder: news.reminder,
    Digest: news.digest,
    Daily: _daily,
    Turn: turns.turn,
    RoundNews: rounds.news,
    Orders: matches.orders,
    Missing: turns.missing,
    OpenMatches: waiting.waiting,
    Extended: matches.extended,
    SeatNews: matches.seat,
    Paused: news.paused,
    DuelNews: news.duel,
    DuelAnswer: news.duel,
    OwnNews: news.own,
    OwnAnswer: news.own,
    Report: report,
    Correction: report,
}
"""Functions for the values that templates of a kind need besides its fields."""
