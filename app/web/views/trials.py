"""Lists tried out in the laboratory: found by their address, played on demand."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import Depends, Request
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Ruleset
from app.errors import CardsUnreadable, ListUnreadable, MatchesRefused, RulesNotInstalled
from app.games import ruleset
from app.games.house import with_cards
from app.i18n import N_, translations
from app.league import visibility
from app.league.eligibility.choices import under
from app.league.matches.settings import rules_of
from app.store import seasons, trials
from app.store.tables import Trial
from app.tournament import lab
from app.tournament.lab import LabCharacter, ListTable
from app.web import limits
from app.web.dependencies import Now, SiteOf
from app.web.errors import lang_of
from app.web.rendering import etag_of, require_change

_UNKNOWN: Final = N_("There is no list at this address. Lists are kept for %(days)s days.")
_OUTDATED: Final = N_(
    "This list can no longer be played here. The rules have changed since it was sent, "
    "or the number this server can play at once."
)


@dataclass(frozen=True, slots=True)
class LabList:
    """The list of the address. `etag` changes with anything that this address shows of it."""

    trial: Trial
    rules: Ruleset
    etag: str
    request: Request
    now: datetime

    def played(self) -> ListTable:
        """The list, played. Raises 410 if it can be played no more, 429 or `Busy` if not now."""
        if known := lab.played_before(self.rules, self.trial.token):
            return known
        limits.spend_by_client(self.request, limits.LISTS, self.now)
        try:
            return play(self.rules, self.trial.token, self.trial.text)
        except ListUnreadable:
            _ = translations(lang_of(self.request)).gettext
            raise HTTPException(410, _(_OUTDATED)) from None


def _of_address(request: Request, game: str, trial: str, site: SiteOf, now: Now) -> LabList:
    ruleset(game)
    with site.database.reading() as session:
        found = trials.find(session, trial)
        if not found or found.game != game or found.expires_at <= now:
            _ = translations(lang_of(request)).gettext
            words = _(_UNKNOWN) % {"days": trials.KEPT_FOR.days}
            raise HTTPException(410 if found and found.game == game else 404, words)
        rules = None
        with suppress(CardsUnreadable, MatchesRefused, RulesNotInstalled):
            rules = rules_for(session, game, found.cards, found.season, found.settings)
    if rules is None:
        raise HTTPException(410, translations(lang_of(request)).gettext(_OUTDATED))
    etag = etag_of(request, trial, rules.rules_version, found.expires_at)
    require_change(request, etag)
    return LabList(found, rules, etag, request, now)


def rules_for(
    session: Session, game: str, cards: str, season: str, settings: str
) -> Ruleset | None:
    """The rules of a list: with these house cards, or those of this season, or today's, by these settings. Raises `CardsUnreadable` and `MatchesRefused`.

    None where the season is not of this game, or its results are not public.
    """
    if cards or not season:
        rules = with_cards(game, cards) if cards else ruleset(game)
        return under(rules, settings.splitlines()) if settings else rules
    played = seasons.with_slug(session, season)
    run = visibility.published_run(session, played) if played else None
    if played is None or run is None or played.game != game:
        return None
    return rules_of(session, played, run.rules_version)


def play(rules: Ruleset, token: str, text: str) -> ListTable:
    """The list, played. Raises `ListUnreadable`, or `Busy`."""
    return lab.play(rules, token, lab.read_for_now(rules, text))


AskedList = Annotated[LabList, Depends(_of_address)]
"""The list of the address. Answers 404 if there is none, 410 once its time is over."""


def index_of(field: Sequence[LabCharacter], number: int) -> int:
    """The index of the character with this number. Raises 404."""
    if not 0 < number <= len(field):
        raise HTTPException(404)
    return number - 1
