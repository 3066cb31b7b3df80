"""Letters as they go out: rows of the database to subject, text and HTML. The table at the end says which gets what."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlmodel import Session

from app.engine import TERMS, Terms
from app.i18n import N_, lang_of, moment, translations
from app.league import visibility
from app.league.results import finished
from app.letters import answers, links, news, receipts, report
from app.letters.characters import game_called
from app.letters.curt import curt
from app.letters.render import Rendered, one_line, typeset
from app.letters.secrets import in_words, without_secrets
from app.letters.untaken import Untaken, sentences
from app.settings import Settings, settings
from app.store.letters import REPORTS
from app.store.tables import Letter, Player, Season, SeasonState

__all__ = ["Rendered", "draft", "preview", "preview_letter", "render"]

MAX_HTML: Final = 90_000
"""Bytes. Some mail programs cut a letter off at about 100,000."""
_SPACES: Final = (24_000, 16_000, 10_000, 6_000, 3_000)
"""Bytes that a battle may take, tried in this order until the letter is small enough."""


def render(session: Session, letter: Letter) -> Rendered:
    """The letter as its reader will see it. The same rows, settings and key give the same letter.

    Raises LookupError where a row that its kind needs is missing.
    """
    lang = lang_of(letter.lang)
    context = _common(session, letter, settings()) | CONTEXTS[letter.kind](session, letter)
    if _is_curt(letter):
        context = curt(context)
    if letter.kind not in REPORTS:
        return typeset(letter.kind, lang, context)
    for space in _SPACES:
        told = report.tell(session, letter, space)
        rendered = typeset("report", lang, context | {"told": told})
        if len(rendered.html.encode()) <= MAX_HTML:
            break
    return rendered


def draft(session: Session, letter: Letter) -> Rendered:
    """The letter without its secrets: as it is kept, and shown to anybody but its reader (see `render`)."""
    return without_secrets(render(session, letter), settings().key())


def _is_curt(letter: Letter) -> bool:
    """Whether a stranger may have chosen its words: not where a player reads of their own entry, or of results."""
    is_own = letter.kind == "shown" and letter.player.proven_at is not None
    return letter.deliverer is not None and letter.kind not in REPORTS and not is_own


def preview_letter(session: Session, letter: Letter, now: datetime) -> Rendered:
    """The letter as an organiser may look at it: without what only its player may have, their secret links and addresses.

    Raises `SeasonRefused` while it tells of an entry that is sealed.
    """
    visibility.require_letter_shown(session, letter, now)
    if letter.subject is None:  # else it has its words
        words = draft(session, letter)
    else:
        words = Rendered(letter.subject, letter.text or "", letter.html or "")
    instead = translations(lang_of(letter.lang)).gettext(N_("(the player's secret)"))
    return in_words(words, instead)


def preview(
    session: Session, season: Season, now: datetime, player: Player | None = None
) -> Iterator[tuple[str, Rendered]]:
    """The reports of the season's latest run as they would go out, to everyone or to one player.

    Each with a name for its files: number and language of the entry, `0012-ja`. Nothing is written.
    Raises `SeasonRefused` if the latest run is not finished, or while the season is sealed.
    """
    run = visibility.require_finished_run(session, season, now)
    for participant in finished(session, season, run).participants:
        reader = participant.player_id and session.get(Player, participant.player_id)
        if reader and (player is None or reader.id == player.id):
            letter = Letter(
                kind="report",
                dedup_key="",
                message_id="",
                player_id=reader.id,
                lang=reader.lang,
                season_id=season.id,
                run_id=run.id,
                created_at=season.published_at or run.finished_at or run.started_at,
            )
            yield (
                f"{participant.number:04}-{lang_of(reader.lang)}",
                preview_letter(session, letter, now),
            )


# --- what they say --------------------------------------------------------------------------------


def _common(session: Session, letter: Letter, here: Settings) -> dict[str, Any]:
    """What stands in every letter, or may: its season, our pages, and where an answer goes."""
    lang = lang_of(letter.lang)
    season = session.get(Season, letter.season_id) if letter.season_id else None
    base, key = links.base(letter, here), here.key()
    when = partial(moment, lang=lang, zone=here.zone)
    return {
        "season": one_line(season.title(lang)) if season else None,
        "slug": season.slug if season else None,
        "terms": _terms(season, letter.about).to(lang),
        "base": base,
        "page": f"{base}/seasons/{season.slug}" if season else f"{base}/",
        "secret_page": links.secret_page(letter, key, here),
        "stop_page": links.stop_page(letter, key, here),
        "unsubscribe": links.unsubscribe_page(letter, key, here),
        "is_curt": False,
        "reply_to": links.reply_to(letter, key, here),
        "untaken": _untaken(letter),
        "deadline": season and season.closes_at and when(season.closes_at),
        "is_open": season is not None and season.state is SeasonState.OPEN,
        "postmark": _postmark(letter.created_at.astimezone(here.zone)),
        "when": when,
    }


def _untaken(letter: Letter) -> list[str]:
    """What its reader sent and we did not take."""
    those = map(Untaken.of, letter.about.get("untaken", ()))
    return [one_line(each) for each in sentences(those, lang_of(letter.lang), with_words=True)]


def _terms(season: Season | None, about: Mapping[str, Any]) -> Terms:
    """The terms of the game, if the letter is about one."""
    if season:
        game = game_called(season.game, season.rules_version)
    else:
        slugs = about.get("games") or [about.get("game")]
        game = game_called(slugs[0]) if len(slugs) == 1 else None
    return game.terms if game else TERMS


def _postmark(local: datetime) -> tuple[str, str]:
    """Year and day, as a post office stamps them."""
    return f"{local:%Y}", f"{local.month}.{local.day}"


CONTEXTS: Final[dict[str, Callable[[Session, Letter], dict[str, Any]]]] = {
    # answers to what comes in
    "checked": receipts.checked,
    "confirmation": receipts.received,
    "problems": receipts.problems,
    "receipt": receipts.received,
    "shown": receipts.shown,
    "withdrawn": receipts.withdrawn,
    "help": answers.guide,
    "spar": answers.spar,
    "standings": answers.standings,
    "wish": answers.wish,
    "proof": news.proof,
    # news
    "follow": news.follow,
    "deadline": news.deadline,
    "opened": news.opened,
    "reopened": news.reopened,
    "reminder": news.reminder,
    "digest": news.digest,
    "report": report.report,
    "correction": report.report,
}
"""What a letter of each kind says besides; its words stand in `templates/mail/<kind>`, a correction's with the report's."""
