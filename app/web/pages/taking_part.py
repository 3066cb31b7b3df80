"""How to take part: by the form, by mail."""

from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import Response

from app.engine import Build, Lang, Ruleset
from app.games import is_installed, ruleset, slugs
from app.league import visibility
from app.league.entries.characters import MAX_LORE, MAX_NAME, MAX_WORDS
from app.league.matches.settings import rules_of
from app.letters import durations
from app.web.dependencies import Reading, SiteOf, page_router
from app.web.rendering import page
from app.web.views.seasons import mail_to

router = page_router()


@dataclass(frozen=True, slots=True)
class Example:
    """How a build of a game is written: by names, and by a character for each card; the better known way first."""

    game: Ruleset
    names: str
    ways: tuple[str, str]


def _example(game: Ruleset, lang: Lang) -> Example:
    build = game.sample_build()
    names, characters = game.write_build(build, lang), game.write_build(build)
    return Example(game, names, (characters, names) if lang == "ja" else (names, characters))


@router.get("/taking-part")
def taking_part(request: Request, lang: Lang, session: Reading, site: SiteOf) -> Response:
    """The form of a mail, with an example to copy."""
    open_ones = visibility.open_ones(session)
    known = [each for each in open_ones if is_installed(each.game, each.rules_version)]
    played = {each.game: rules_of(session, each) for each in reversed(known)}
    games = [*reversed(played.values())] or [ruleset(slugs()[0])]
    card = Build(games[0].sample_build().cards[:1])
    return page(
        request,
        lang,
        "taking_part.html",
        open_ones=open_ones,
        game=games[0] if len(played) == 1 else None,
        examples=[_example(each, lang) for each in games],
        durations={
            each.id: durations.of_season(session, each, lang, site.settings.zone) for each in known
        },
        card=games[0].write_build(card, "characters" if lang == "ja" else lang),
        most_name=MAX_NAME,
        most_lore=MAX_LORE,
        most_words=MAX_WORDS,
        mails={season.id: mail_to(site.settings, lang, season) for season in open_ones},
    )
