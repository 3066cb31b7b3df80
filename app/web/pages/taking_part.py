"""How to take part by mail."""

from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.engine import Lang, Words
from app.games import is_installed, ruleset, slugs
from app.league.characters import MAX_LORE, MAX_NAME, MAX_WORDS
from app.settings import Settings
from app.store import seasons
from app.store.tables import Season
from app.web.rendering import page
from app.web.site import IN_LANGUAGE, Reading, SiteOf

router = APIRouter(prefix=IN_LANGUAGE)

_BLANK: Final = Words(
    "名前：\n構成：\nオーナー：\n大会：{season}\n設定：\n",
    "Name: \nBuild: \nOwner: \nSeason: {season}\nLore: \n",
)


@router.get("/taking-part")
def taking_part(request: Request, lang: Lang, session: Reading, site: SiteOf) -> Response:
    """What a mail must say, with an example to copy."""
    open_ones = seasons.open_ones(session)
    pinned = ((each.game, each.rules_version) for each in open_ones)
    known = next((rules for rules in pinned if is_installed(*rules)), (slugs()[0], None))
    game = ruleset(*known)
    build = game.sample_build()
    is_only = {season.game for season in open_ones} == {game.slug}
    return page(
        request,
        lang,
        "taking_part.html",
        open_ones=open_ones,
        game=game if is_only else None,
        cards=game.write_build(build, lang),
        characters=game.write_build(build),
        most_name=MAX_NAME,
        most_lore=MAX_LORE,
        most_words=MAX_WORDS,
        mails={season.id: mail_to(site.settings, lang, season) for season in open_ones},
    )


def mail_to(settings: Settings, lang: Lang, season: Season) -> str:
    """A `mailto:` link to a mail that has only to be filled in."""
    body = _BLANK.to(lang).format(season=season.slug).replace("\n", "\r\n")
    subject = quote(season.title(lang), safe="")
    return f"mailto:{quote(settings.mail_address, safe='@')}?subject={subject}&body={quote(body, safe='')}"
