"""Lists tried out in the laboratory: found by their address, played when somebody looks."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

from app.engine import Lang, Ruleset
from app.errors import ListUnreadable
from app.games import ruleset
from app.i18n import N_, translations
from app.league import laboratory
from app.league.laboratory import Busy, Entrant, Played
from app.store import trials
from app.store.tables import Trial
from app.web import limits
from app.web.refusals import lang_of
from app.web.rendering import etag_of
from app.web.site import Now, SiteOf

_UNKNOWN: Final = N_("There is no list at this address. Lists are kept for %(days)s days.")
_OUTDATED: Final = N_(
    "This list can no longer be played here: since it was sent the rules have changed, or what this server can play at once."
)
_BUSY: Final = N_("Other lists are being played at the moment.")


@dataclass(frozen=True, slots=True)
class Tried:
    """The list of the address, played. `etag` changes with anything that this address shows of it."""

    trial: Trial
    rules: Ruleset
    played: Played
    etag: str

    def field(self, lang: Lang) -> list[Entrant]:
        """Its characters, in the order of the list."""
        return laboratory.named(self.rules, self.played.listed, lang)

    def plain(self, lang: Lang) -> dict[str, object]:
        """The ranking and the cross table, ready for JSON."""
        return plain(self.played, lang)


def plain(played: Played, lang: Lang) -> dict[str, object]:
    """The ranking and the cross table of such a list, ready for JSON."""
    field = laboratory.named(played.rules, played.listed, lang)
    return laboratory.as_plain_data(played.rules, field, played.table, played.rows, played.scoring)


def _of_address(request: Request, game: str, trial: str, site: SiteOf, now: Now) -> Tried:
    rules = ruleset(game)
    _ = translations(lang_of(request)).gettext
    with site.database.reading() as session:
        found = trials.find(session, trial)
    if not found or found.game != game or found.expires_at <= now:
        days = trials.KEPT_FOR.days
        raise HTTPException(
            410 if found and found.game == game else 404, _(_UNKNOWN) % {"days": days}
        )
    played = laboratory.played_before(rules, trial)
    if not played:
        limits.spend_by_client(request, limits.LISTS, now)
        try:
            played = play(request, rules, trial, found.text)
        except ListUnreadable:
            raise HTTPException(410, _(_OUTDATED)) from None
    etag = etag_of(request, trial, rules.rules_version, found.expires_at)
    return Tried(found, rules, played, etag)


def play(request: Request, rules: Ruleset, token: str, text: str) -> Played:
    """The list, played. Raises `ListUnreadable`, or 503 while too many others are being played."""
    listed = laboratory.read_for_now(rules, text)
    try:
        return laboratory.play(rules, token, listed)
    except Busy:
        words = translations(lang_of(request)).gettext(_BUSY)
        raise HTTPException(503, words, {"Retry-After": str(laboratory.BUSY_SECONDS)}) from None


TriedList = Annotated[Tried, Depends(_of_address)]
"""The list of the address. Answers 404 if there is none, 410 once its time is over."""


def index_of(field: list[Entrant], number: int) -> int:
    """Which of these has this number. Raises 404."""
    if not 0 < number <= len(field):
        raise HTTPException(404)
    return number - 1
