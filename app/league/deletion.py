"""A season that was never meant: it goes, with everything of it but the log."""

from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.store import audits, entries, seasons
from app.store.audits import Organiser
from app.store.tables import SeasonState

SAMPLE: Final = ".example"
"""How the domain of an address ends that no mail server knows (RFC 2606)."""


def delete(session: Session, slug: str, by: Organiser, confirmed: str = "") -> None:
    """There is no such season any more. The log keeps what was done in it, and that it was deleted.

    A draft goes at once. Any other only if `confirmed` is its slug, if no player has ever sent anything to it (the
    organiser's own entries and sample characters do not count), and if nothing of it has been published.
    Raises `SeasonRefused` naming what stands against it and what can be done instead.
    """
    season = seasons.locked(session, slug)
    if season.state is not SeasonState.DRAFT:
        title = visibility.title_of(season)
        acts = audits.of_season(session, season)
        own = {act.entry_id for act in acts if act.act == "add"}
        addresses = seasons.addresses(session, season)
        if any(not each.rpartition("@")[2].endswith(SAMPLE) for each in addresses) or any(
            entry.player_id is None and entry.id not in own  # its person has been forgotten
            for entry in entries.of_season(session, season)
        ):
            raise SeasonRefused([Problem("season-has-players", words=title)])
        if any(act.act == "publish" for act in acts):
            raise SeasonRefused([Problem("season-published", words=title)])
        if confirmed != slug:
            raise SeasonRefused([Problem("not-sure", words=(slug,))])
    detail = {"season": season.slug, "title_ja": season.title_ja, "title_en": season.title_en}
    audits.unbind(session, season)
    seasons.delete(session, season)
    audits.note(session, by, "delete", None, detail=detail)
