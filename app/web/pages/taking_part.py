"""How to take part: by the form, by mail."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.engine import Build, Lang
from app.games import is_installed, ruleset, slugs
from app.league.characters import MAX_LORE, MAX_NAME, MAX_WORDS
from app.league.matches.settings import rules_of
from app.store import seasons
from app.web.rendering import page
from app.web.site import IN_LANGUAGE, Reading, SiteOf
from app.web.views.seasons import mail_to

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/taking-part")
def taking_part(request: Request, lang: Lang, session: Reading, site: SiteOf) -> Response:
    """The form of a mail, with an example to copy."""
    open_ones = seasons.open_ones(session)
    known = (each for each in open_ones if is_installed(each.game, each.rules_version))
    first = next(known, None)
    game = rules_of(session, first) if first else ruleset(slugs()[0])
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
        card=game.write_build(Build(build.cards[:1]), "characters" if lang == "ja" else lang),
        most_name=MAX_NAME,
        most_lore=MAX_LORE,
        most_words=MAX_WORDS,
        mails={season.id: mail_to(site.settings, lang, season) for season in open_ones},
    )
