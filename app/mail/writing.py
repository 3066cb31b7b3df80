"""Letters as they go out: rows of the database to subject, text and HTML."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlmodel import Session

from app import games
from app.engine import CARD, Lang, Ruleset, Words
from app.errors import Problem, UnknownGame
from app.i18n import lang_of, moment
from app.league.explaining import explain
from app.league.reviewing import finished
from app.mail import reporting
from app.mail.characters import MAX_LORE, build_of, lore_of, own_of
from app.mail.informing import CONTEXTS
from app.mail.routing import reply_to, secret_page, unsubscribe_page
from app.mail.typesetting import Rendered, one_line, typeset
from app.settings import settings
from app.store import entries, runs
from app.store.letters import REPORTS
from app.store.tables import Letter, Player, Revision, RevisionState, Run, Season, SeasonState

__all__ = ["Rendered", "preview", "render"]

MAX_HTML: Final = 90_000
"""Bytes. Some mail programs cut a letter off at about 100,000."""
_SPACES: Final = (24_000, 16_000, 10_000, 6_000, 3_000)
"""Bytes that a battle may take, tried in this order until the letter is small enough."""
MOST_IN_DIGEST: Final = 10


def render(session: Session, letter: Letter) -> Rendered:
    """The letter as its reader will see it. The same rows, settings and key give the same letter.

    Raises LookupError where a row that its kind needs is missing.
    """
    if letter.kind in REPORTS:
        return _report(session, letter)
    lang = lang_of(letter.lang)
    contexts = _CONTEXTS | CONTEXTS
    return typeset(
        letter.kind, lang, _common(session, letter) | contexts[letter.kind](session, letter)
    )


def preview(
    session: Session, season: Season, player: Player | None = None
) -> Iterator[tuple[str, Rendered]]:
    """The reports of the season's latest run as they would go out, to everyone or to one player.

    Each with a name for its files: number and language of the entry, `0012-ja`. Nothing is written.
    Raises LookupError if the latest run is not finished.
    """
    run = runs.latest(session, season)
    if run is None:
        raise LookupError(f"{season.slug} has not been played")
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
            yield f"{participant.number:04}-{lang_of(reader.lang)}", render(session, letter)


# --- what every letter says -----------------------------------------------------------------------


def _common(session: Session, letter: Letter) -> dict[str, Any]:
    """The season with its page and deadline, and where an answer goes."""
    lang = lang_of(letter.lang)
    here = settings()
    season = session.get(Season, letter.season_id) if letter.season_id else None
    base = f"{here.base_url.rstrip('/')}/{lang}"
    return {
        "season": one_line(_title(season, lang)) if season else None,
        "slug": season.slug if season else None,
        "slot": _slot(season, letter.about),
        "page": f"{base}/seasons/{season.slug}" if season else f"{base}/",
        "secret_page": secret_page(letter, here.key(), here),
        "unsubscribe": unsubscribe_page(letter, here.key(), here),
        "deadline": season and season.closes_at and moment(season.closes_at, lang, here.zone),
        "is_open": season is not None and season.state is SeasonState.OPEN,
        "postmark": _postmark(letter.created_at),
        "reply_to": reply_to(letter, here.key(), here),
    }


def _slot(season: Season | None, about: Mapping[str, Any]) -> Words:
    """What is said where cards are meant: the game's own word, if the letter is about one game."""
    slugs = [season.game] if season else about.get("games") or [about.get("game")]
    game = _game(slugs[0]) if len(slugs) == 1 else None
    return game.slot if game else CARD


def _title(season: Season, lang: Lang) -> str:
    return season.title_ja if lang == "ja" else season.title_en


def _postmark(at: datetime) -> tuple[str, str]:
    """Year and day in our zone, as a post office stamps them."""
    local = at.astimezone(settings().zone)
    return f"{local:%Y}", f"{local.month}.{local.day}"


def _when(at: datetime, lang: Lang) -> str:
    return moment(at, lang, settings().zone)


# --- a character ----------------------------------------------------------------------------------


def _character(session: Session, letter: Letter) -> dict[str, Any]:
    """The revision that the letter is about, as we understood it."""
    lang = lang_of(letter.lang)
    revision = session.get_one(Revision, letter.revision_id)
    game = games.ruleset(revision.entry.season.game)
    return {
        "name": one_line(revision.name),
        "owner": one_line(revision.owner),
        "url": one_line(revision.url),
        "build": build_of(game, game.read_build(revision.build), lang),
        "serial": revision.serial,
        "received_at": _when(revision.received_at, lang),
        "commitment": revision.commitment,
        "unchanged": bool(letter.about.get("unchanged")),
        "own": own_of(revision.extras, lang),
        **lore_of(revision.lore),
    }


# --- the kinds of letters -------------------------------------------------------------------------


def _problems(_session: Session, letter: Letter) -> dict[str, Any]:
    lang = lang_of(letter.lang)
    about = letter.about
    game = _game(about.get("game"))
    understood = about.get("understood") or {}
    codes = {fields["code"] for fields in about.get("problems", ())}
    return {
        "lead": _lead(codes, about.get("request")),
        "may_try_again": about.get("request") in _ENTERING and not codes <= _SETTLED | _OVER,
        "problems": [
            one_line(explain(_problem(fields), lang, about.get("game")))
            for fields in about.get("problems", ())
        ],
        "standing": one_line(str(about.get("standing") or "")),
        "understood": {
            "name": one_line(str(understood.get("name") or "")),
            "build": str(understood.get("build") or "")[:MAX_LORE],
            "own": own_of(understood, lang),
            **lore_of(str(understood.get("lore") or "")),
        },
        **_sample(game, lang),
    }


_ENTERING: Final = (None, "enter", "check", "nothing")
"""Requests that need a whole entry."""


def _lead(codes: set[str], request: str | None) -> str:
    """What kind of answer it is."""
    if codes <= _SETTLED:
        return "settled"
    if codes <= _UNSURE.keys():
        return _UNSURE[min(codes)]
    return "entry" if request in _ENTERING else "request"


_UNSURE: Final = {"not-understood": "unclear", "not-confirmed": "unconfirmed"}
"""Nothing is wrong, but we do not know what is meant."""
_SETTLED: Final = frozenset({"already-confirmed", "superseded"})
"""Nothing is wrong, there is only nothing to do."""
_OVER: Final = frozenset({"season-closed", "season-not-open", "no-season", "not-confirmed"})
"""No other entry would help."""


def _game(slug: str | None) -> Ruleset | None:
    """The game that was meant; the only one there is, if none was named."""
    if slug is None:
        return games.ruleset(games.slugs()[0]) if len(games.slugs()) == 1 else None
    try:
        return games.ruleset(slug)
    except UnknownGame:
        return None


def _sample(game: Ruleset | None, lang: Lang) -> dict[str, str]:
    """How a build of the game is written."""
    if game is None:
        return {"sample_chars": "", "sample_names": ""}
    build = game.sample_build()
    return {
        "sample_chars": game.write_build(build),
        "sample_names": game.write_build(build, lang),
    }


def _problem(fields: Mapping[str, Any]) -> Problem:
    return Problem(
        str(fields["code"]),
        int(fields.get("line") or 0),
        int(fields.get("column") or 0),
        tuple(map(str, fields.get("words") or ())),
        tuple(map(str, fields.get("suggestions") or ())),
    )


def _withdrawn(session: Session, letter: Letter) -> dict[str, Any]:
    revision = session.get(Revision, letter.revision_id) if letter.revision_id else None
    name = letter.about.get("name") or (revision.name if revision else "")
    return {
        "name": one_line(str(name)),
        "owner": one_line(revision.owner) if revision else "",
        "reason": str(letter.about.get("reason") or ""),
    }


def _report(session: Session, letter: Letter) -> Rendered:
    """The report, with its battles told as fully as there is room."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    run = finished(session, season, session.get_one(Run, letter.run_id))
    me = run.by_player[letter.player_id]
    revision = session.get_one(Revision, run.participants[me].revision_id)
    common = _common(session, letter) | {
        "corrects": letter.kind == "correction",
        "reason": str(letter.about.get("reason") or ""),
        "commitment": revision.commitment,
        "salt": revision.salt.hex(),
    }
    for space in _SPACES:
        context = reporting.context(session, run, me, lang, space)
        rendered = typeset("report", lang, common | context)
        if len(rendered.html.encode()) <= MAX_HTML:
            break
    return rendered


def _opened(session: Session, letter: Letter) -> dict[str, Any]:
    """The season's game, and how its builds are written."""
    lang = lang_of(letter.lang)
    game = games.ruleset(session.get_one(Season, letter.season_id).game)
    base = f"{settings().base_url.rstrip('/')}/{lang}"
    return {
        "game": game.title.to(lang),
        "rules_page": f"{base}/games/{game.slug}/rules",
        **_sample(game, lang),
    }


def _reminder(session: Session, letter: Letter) -> dict[str, Any]:
    """How long there is left when it is written, and what its reader has sent but not confirmed."""
    season = session.get_one(Season, letter.season_id)
    entry = entries.of_player(session, season, session.get_one(Player, letter.player_id))
    sent = entries.revisions(session, entry) if entry else []
    held = [each for each in sent if each.state is RevisionState.HELD]
    left = (season.closes_at or letter.created_at) - letter.created_at
    return {
        "hours": round(left / timedelta(hours=1)),
        "held": one_line(held[-1].name) if held else "",
        **_opened(session, letter),
    }


def _digest(session: Session, letter: Letter) -> dict[str, Any]:
    """The first of the table, and what it can be checked by."""
    season = session.get_one(Season, letter.season_id)
    run = finished(session, season, session.get_one(Run, letter.run_id))
    best = reporting.top(run, MOST_IN_DIGEST)
    count = len(run.participants)
    return {
        "table": best,
        "table_lines": reporting.table_lines(best),
        "battles": count * (count - 1) // 2,
        "digest": run.digest,
    }


def _nothing(_session: Session, _letter: Letter) -> dict[str, Any]:
    return {}


_CONTEXTS: Final = {
    "confirmation": _character,
    "digest": _digest,
    "follow": _nothing,
    "opened": _opened,
    "problems": _problems,
    "receipt": _character,
    "reminder": _reminder,
    "withdrawn": _withdrawn,
}
