"""Parts of several pages about a season."""

from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang, Words
from app.i18n import N_
from app.league import visibility
from app.league.entries import growth
from app.settings import Settings
from app.store import entries
from app.store.series import rounds
from app.store.tables import Player, Season, SeasonState
from app.web.rendering import UNKEPT, page

STATES: Final = {
    SeasonState.OPEN: N_("Taking entries"),
    SeasonState.CLOSED: N_("Entries are closed"),
    SeasonState.RUNNING: N_("Battles under way"),
    SeasonState.REVIEW: N_("Results being checked"),
    SeasonState.PUBLISHED: N_("Results are out"),
    SeasonState.ARCHIVED: N_("Archived"),
    SeasonState.CALLED_OFF: N_("Called off"),
}
"""The names of its states, as players read them."""

_BLANK: Final = Words(
    "名前：\n構成：\nオーナー：\n大会：{season}\n設定：\n",
    "Name: \nBuild: \nOwner: \nSeason: {season}\nLore: \n",
)


def mail_to(settings: Settings, lang: Lang, season: Season) -> str:
    """A `mailto:` link to a mail that has only to be filled in."""
    body = _BLANK.to(lang).format(season=season.slug).replace("\n", "\r\n")
    subject = quote(season.title(lang), safe="")
    return f"mailto:{quote(settings.mail_address, safe='@')}?subject={subject}&body={quote(body, safe='')}"


def over(
    request: Request, lang: Lang, session: Session, season: Season, player: Player | None
) -> Response:
    """The page for secret links into a season whose results are public: it leads to them. 410."""
    own = entries.of_player(session, season, player) if player else []
    return page(
        request,
        lang,
        "seasons/over.html",
        410,
        cache=UNKEPT,
        season=season,
        numbers=[each.number for each in own if each.number and each.current],
    )


@dataclass(frozen=True, slots=True)
class Rounds:
    """The previous and the next round of a season, as far as they are public, and what may change in it."""

    before: Season | None
    after: Season | None
    rule: list[str]

    @classmethod
    def of(cls, session: Session, season: Season, lang: Lang) -> Self:
        """Those of this season."""
        before, after = rounds.before(session, season), rounds.after(session, season)
        return cls(
            before if before and visibility.shows_beside(season, before) else None,
            after if after and visibility.shows_beside(season, after) else None,
            growth.rule_of(session, season, lang),
        )
