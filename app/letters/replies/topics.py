"""The questions that people ask about a tournament, and the answers, from what is known: one table.

The words that ask for a topic stand under its slug in `app/mail/reading/phrases.toml`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.engine import TERMS, Lang
from app.i18n import N_, lang_of, translations, twice
from app.league import visibility
from app.league.entries.characters import MAX_LORE, MAX_NAME
from app.league.matches.settings import rules_of
from app.letters.characters import game_called
from app.letters.render import one_line
from app.settings import settings
from app.store.tables import OVER, Letter, Season, SeasonState

_SOON: Final = timedelta(hours=48)
_AT_ONCE: Final = timedelta(hours=2)
_OPEN: Final = ("dated", "undated")
_ELSEWHERE: Final = (SeasonState.DRAFT, *OVER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A question and its answers, by the state of a season.

    It takes entries: `dated` with an announced deadline, else `undated`; `listed` is its line if
    several do. It is being played: `released` if the release is announced, else `underway`. No
    season: `idle`. If `undated`, `underway` or `idle` is left out, `dated` is used without a
    deadline; for `released` it is `underway`.
    """

    heading: str
    dated: str
    undated: str = ""
    underway: str = ""
    released: str = ""
    idle: str = ""
    listed: str = ""


_IDLE: Final = N_(
    "No season takes entries at the moment. When the next one opens, we write to everybody who has played before."
)
_CLOSED: Final = N_("Entries for %(season)s are closed.")
_UNDATED: Final = N_("%(season)s takes entries. Its deadline has not been announced yet.")
_LISTED: Final = N_("%(season)s (%(game)s): %(deadline)s")

TOPICS: Final[dict[str, Topic]] = {
    "changes": Topic(
        heading=N_("Changes"),
        dated=N_(
            "You can change your entry as often as you like until %(deadline)s. Reply to our receipt, or send the entry again. The last one counts."
        ),
        undated=N_(
            "You can change your entry as often as you like until entries close. Reply to our receipt, or send the entry again. The last one counts."
        ),
        underway=_CLOSED,
        idle=_IDLE,
    ),
    "leaving": Topic(
        heading=N_("Withdrawing"),
        dated=N_(
            "You can withdraw your entry until %(deadline)s. Reply “withdraw” to one of our letters about it."
        ),
        undated=N_(
            "You can withdraw your entry until entries close. Reply “withdraw” to one of our letters about it."
        ),
        underway=_CLOSED,
        idle=_IDLE,
    ),
    "next-season": Topic(
        heading=N_("Open seasons"),
        dated=N_("%(season)s takes entries until %(deadline)s."),
        undated=_UNDATED,
        listed=_LISTED,
        underway=N_("%(season)s is being played; no date for the next one is known yet."),
        idle=_IDLE,
    ),
    "when-results": Topic(
        heading=N_("Results"),
        dated=N_(
            "The battles are played after the deadline (%(deadline)s). Your report comes by mail as soon as the organiser has published the results."
        ),
        undated=N_(
            "The battles are played when entries have closed. Your report comes by mail as soon as the organiser has published the results."
        ),
        underway=N_(
            "%(season)s is being played. Your report comes by mail as soon as the organiser has published the results."
        ),
        released=N_(
            "%(season)s has been played. The results come out on %(release)s, and your report comes by mail then."
        ),
        idle=N_(
            "The last results have been published. To get your last report again, write “results”."
        ),
    ),
    "deadline": Topic(
        heading=N_("Deadline"),
        dated=N_("%(season)s takes entries until %(deadline)s. Time left: %(left)s."),
        undated=_UNDATED,
        listed=_LISTED,
        underway=_CLOSED,
        idle=_IDLE,
    ),
    "characters": Topic(
        heading=N_("How many characters"),
        dated=N_("One character a person in each season."),
    ),
    "cost": Topic(heading=N_("Cost"), dated=N_("Nothing: taking part is free.")),
    "build-size": Topic(
        heading=N_("Size of a build"),
        dated=N_(
            "%(game)s: %(size)s %(slots)s. The rule book has the other rules for builds. To get it by mail, write “rules”."
        ),
        idle=N_("The rule book says how large a build is. To get it by mail, write “rules”."),
    ),
    "lengths": Topic(
        heading=N_("Length of name and lore"),
        dated=N_("A name may have %(name)s characters, the lore %(lore)s."),
    ),
    "secrecy": Topic(
        heading=N_("Who sees what"),
        dated=N_(
            "Until entries close, only you see your build and your lore. The name of the character and the owner are public. Nobody sees your address."
        ),
    ),
    "who-may": Topic(
        heading=N_("Who may take part"),
        dated=N_(
            "Everybody, beginners too. You need no account: one mail with your character is enough."
        ),
    ),
    "who-runs": Topic(
        heading=N_("Who runs this"),
        dated=N_(
            "A program reads the mails and plays the battles. The organiser is a person. To reach them, write “For the organiser” above your text."
        ),
    ),
}
"""By the slug of the request. A new question is one object here, its phrases, and a sentence in a
test.
"""


_Facts = tuple[str, dict[str, str]]


def answers(session: Session, letter: Letter, asked: Iterable[str]) -> list[tuple[str, list[str]]]:
    """A heading and sentences for each of these topics, about the letter's season or those that are going on."""
    lang = lang_of(letter.lang)
    _ = translations(lang).gettext
    topics = [TOPICS[slug] for slug in asked if slug in TOPICS]
    if not topics:
        return []
    own = session.get(Season, letter.season_id) if letter.season_id else None
    others = [each for each in _underway(session) if each != own]
    if own:
        others = [each for each in others if visibility.release_at(each)]
    told = [
        _facts(session, each, lang, letter.created_at)
        for each in ([own, *others] if own else others)
    ]
    return [
        (
            _(topic.heading),
            [*dict.fromkeys(_told(topic, *each, len(those) > 1, lang=lang) for each in those)]
            or [_told(topic, "idle", _constant(lang), lang=lang)],
        )
        for topic in topics
        for those in [_asked(topic, told, own)]
    ]


def _underway(session: Session) -> list[Season]:
    """The open and running seasons, the next deadline first."""
    those = (each for each in visibility.public_seasons(session) if each.state not in _ELSEWHERE)
    return sorted(those, key=lambda each: (each.closes_at is None, each.closes_at))


def _asked(topic: Topic, told: list[_Facts], own: Season | None) -> list[_Facts]:
    """The seasons that the question is about: the letter's season or all that take entries, and
    those with announced results.
    """
    states = (*_OPEN, *(["released"] if topic.released else []))
    first = told[:1] if own else []
    return [*first, *(each for each in told[len(first) :] if each[0] in states)] or told


def _told(
    topic: Topic, state: str, facts: dict[str, str], is_listed: bool = False, *, lang: Lang
) -> str:
    underway = topic.underway if state == "released" else ""
    words = getattr(topic, state) or underway or topic.dated
    if is_listed and state in _OPEN:
        words = topic.listed or words
    return translations(lang).gettext(words) % facts


def _constant(lang: Lang) -> dict[str, str]:
    return {"name": str(MAX_NAME), "lore": str(MAX_LORE), **TERMS.to(lang)}


def _facts(session: Session, season: Season, lang: Lang, now: datetime) -> _Facts:
    """The state of the season, and the values for the placeholders of the sentences."""
    _ = translations(lang).gettext
    facts = _constant(lang) | {"season": one_line(season.title(lang))}
    if not game_called(season.game, season.rules_version):
        return "idle", facts
    game = rules_of(session, season)
    least, most = game.sizes[0], game.sizes[-1]
    size = str(most) if least == most else _("up to {number}").format(number=most)
    facts |= game.terms.to(lang) | {"game": game.title.to(lang), "size": size}
    if release_at := visibility.release_at(season):
        return "released", facts | {"release": twice(release_at, lang, settings().zone)}
    if season.state is not SeasonState.OPEN:
        return ("idle" if season.state in OVER else "underway"), facts
    if season.closes_at is None:
        return "undated", facts | {"deadline": _("no deadline yet")}
    facts |= {
        "deadline": twice(season.closes_at, lang, settings().zone),
        "left": _left(season.closes_at - now, lang),
    }
    return "dated", facts


def _left(time: timedelta, lang: Lang) -> str:
    _ = translations(lang).gettext
    if time < _AT_ONCE:
        return _("less than two hours")
    if time < _SOON:
        return _("{number} hours").format(number=time // timedelta(hours=1))
    return _("{number} days").format(number=time.days)
