"""Letters about duels: the way to one's page, what is asked now, and how it ended."""

from dataclasses import fields
from typing import Any

from sqlmodel import Session

from app.games import is_installed, ruleset
from app.i18n import lang_of
from app.league.problems import explain
from app.letters import links
from app.letters.render import one_line
from app.letters.replies.curt import MOST_BUILD, unlinked
from app.notices.answers import DuelAnswer
from app.notices.news import DuelNews
from app.settings import settings
from app.store.tables import Letter


def news(_session: Session, letter: Letter, about: DuelNews) -> dict[str, Any]:
    """Its fields, the addresses that go with them, and every problem in words."""
    here, lang = settings(), lang_of(letter.lang)
    key, number = here.key(), about.duel
    told = {each.name: getattr(about, each.name) for each in fields(about)}
    for name in ("me", "other"):
        said = one_line(told[name])
        told[name] = unlinked(said) if letter.deliverer else said
    game = ruleset(about.game, about.rules) if is_installed(about.game, about.rules) else None
    problems = about.problems if isinstance(about, DuelAnswer) else ()
    return told | {
        "due": about.deadline,  # `deadline` is that of a season, in every letter
        "sent": one_line(about.sent) if isinstance(about, DuelAnswer) else "",
        "seal": about.seal if isinstance(about, DuelAnswer) else "",
        "problems": [one_line(explain(each, lang, about.game, about.rules)) for each in problems],
        "title": game.title.to(lang) if game else about.game,
        "counts": (game.duel.open_cards, game.duel.cards) if game and game.duel else (0, 0),
        "lines": [
            unlinked(line, MOST_BUILD) if letter.deliverer else line
            for line in map(_line, about.builds, (about.me, about.other))
        ],
        "invitation": links.duel_page(number, "invitation", key, here, lang),
        "invitation_address": links.duel_address(number, "invitation", key, here),
        "battle": links.duel_page(number, "result", key, here, lang) + "/battles/1-2",
    }


def _line(build: str, name: str) -> str:
    """The build and its character as a line of a list."""
    return one_line(build if "/" in build else f"{build}/{name}")
