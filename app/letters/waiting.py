"""How a player's open matches stand: the short letter that answers questions about them, with their blanks."""

from typing import Any, Final

from sqlmodel import Session

from app.i18n import N_, lang_of, translations
from app.league.matches import settings as match_settings, views
from app.league.matches.settings import rules_of
from app.letters import matches
from app.letters.replies import topics
from app.letters.rulebook import passages
from app.notices.answers import OpenMatches
from app.store.matches import matches as stored
from app.store.tables import Letter, Match, Season

_OWN: Final = frozenset(
    {"deadline", "turn", "orders", "board", "how", "extensions", "lost", "rules", "cards"}
)
"""Questions that the letter answers by what it tells of the matches."""


def waiting(session: Session, letter: Letter, about: OpenMatches) -> dict[str, Any]:
    """Each match with whose turn it is, whether orders are in, how it stands, and what the house would do."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    _ = translations(lang).gettext
    tasks = {each.match_id: each for each in views.tasks(session, letter.player)}
    told, used = [], []
    asks_how = "how" in about.questions
    for number, each in enumerate(about.chapters, 1):
        match, task = session.get_one(Match, each.match), tasks.get(each.match)
        used.append(stored.contestant(session, match.entry_in(each.seat)).extensions)
        look = views.look(session, match, each.seat, lang)
        other = look.names["B" if each.seat == "A" else "A"]
        is_in = task is not None and task.has_plan
        state = (
            N_("your orders are in")
            if is_in
            else N_("your turn")
            if each.is_asked
            else N_("your opponent's turn")
        )
        blank = matches.block(each, look.game_id, other, lang)
        told.append(
            {
                "line": f"{number}. {other}{_(': ')}{_(state)}",
                "stands": look.game.stands(look.view).to(lang),
                "suggestion": "" if is_in else matches.suggested(look, lang),
                "asks": look.game.asks(look.view).to(lang) if asks_how else "",
                "samples": matches.samples_of(look, lang, None) if asks_how else (),
                "blank": blank.removesuffix("end") + "resign\nend"
                if about.why == "resign"
                else blank,
            }
        )
    settings = match_settings.settings_of(session, season)
    when = matches.clock(session, season, lang)
    deadlines = sorted({each.deadline for each in about.chapters if each.deadline})
    return {
        "told": told,
        "deadlines": [when(each) for each in deadlines],
        "left": settings.extensions - max(used, default=0) if settings else 0,
        "more": topics.answers(
            session, letter, [each for each in about.questions if each not in _OWN]
        ),
        "found": passages(rules_of(session, season), about.asked, lang) if about.asked else [],
    }
