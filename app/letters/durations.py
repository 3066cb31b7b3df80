"""How a season is played and how long it takes, in sentences: for those who think of taking part."""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang, Ruleset
from app.i18n import N_, moment, translations
from app.league.matches.settings import MatchSettings, rules_of, settings_of
from app.league.seasons.stages import courses, plans
from app.store.tables import Season

_SCRIPT: Final = N_(
    "There is only one deadline, the one for entries. All matches are then played by your standing orders and by the house. You send nothing afterwards."
)
_LIVE: Final = N_(
    "When entries have closed, you play the matches on the web, one decision at a time. Each decision has a deadline. Letters come when the matches begin and when they are over."
)
_TURN: Final = N_(
    "All your matches move together. Each exchange brings one letter with all of them, and you answer it with orders for all by its deadline."
)
_ONE: Final = N_("You play one match against every other player.")
_TWO: Final = N_("You play two matches against every other player.")
_FIXED: Final = N_("A match takes %(most)s exchanges at most.")
_USUAL: Final = N_(
    "A match usually takes %(few)s to %(many)s exchanges, and never more than %(most)s."
)
_LAST: Final = N_(
    "The last deadline is %(last)s at the latest, unless players ask for more time or have a match stop to ask them."
)
_LAST_AND_USUAL: Final = N_(
    "The last deadline is usually about %(usual)s. It is %(last)s at the latest, unless players ask for more time or have a match stop to ask them."
)


def of_match(game: Ruleset, lang: Lang, config: Mapping[str, Any] | None = None) -> str:
    """How many exchanges a match takes where players are asked by mail; empty for a game that does not say."""
    length = game.match.length(config or {}) if game.match else None
    if length is None:
        return ""
    words = _FIXED if length.few == length.most else _USUAL
    return translations(lang).gettext(words) % length._asdict()


def of_season(session: Session, season: Season, lang: Lang, zone: tzinfo) -> list[str]:
    """Its stages, if it has any; where it has matches how many, the exchanges and letters, and when it is over."""
    arranged = settings_of(session, season)
    game = rules_of(session, season)
    stages = plans.sentences(courses.plans_of(season), lang) if season.stages else []
    return stages + ([*_told(season, arranged, game, lang, zone)] if arranged else [])


def of_rounds(season: Season, arranged: MatchSettings | None, lang: Lang) -> Iterator[str]:
    """What happens at the deadlines of rounds, how many matches are played at the same time, and what follows a draw; in a season without stages nothing."""
    words = translations(lang)
    found = courses.plans_of(season)
    if not arranged or not found:
        return
    most, at_once = arranged.round_exchanges, arranged.at_once
    if most and arranged.late == "house":
        yield words.ngettext(
            "A round has %(num)s exchange. The house then plays any unfinished match to its end at once, for both players.",
            "A round has %(num)s exchanges. The house then plays any unfinished match to its end at once, for both players.",
            most,
        ) % {"num": most}
    elif most:
        yield words.ngettext(
            "A round has %(num)s exchange. Any match unfinished then is drawn.",
            "A round has %(num)s exchanges. Any match unfinished then is drawn.",
            most,
        ) % {"num": most}
    if at_once:
        yield words.ngettext(
            "You play %(num)s match at a time. When it is over, the next begins.",
            "You play at most %(num)s matches at a time. When one is over, the next begins.",
            at_once,
        ) % {"num": at_once}
    if any(each.kind.is_bracket for each in found):
        yield words.gettext(
            "A drawn knock-out match is played once more. If that is drawn too, dice decide."
        )


def _told(
    season: Season, arranged: MatchSettings, game: Ruleset, lang: Lang, zone: tzinfo
) -> Iterator[str]:
    _ = translations(lang).gettext
    if not season.stages:
        yield _(_TWO if arranged.meetings > 1 else _ONE)
    elif arranged.meetings > 1:
        yield _("You play two matches against each opponent.")
    if arranged.tempo != "turn":
        words = _SCRIPT if arranged.tempo == "script" else _LIVE
        yield _(words)
        return
    yield _(_TURN)
    length = game.match.length(arranged.config) if game.match else None
    if length is None:
        return
    yield of_match(game, lang, arranged.config)
    yield from of_rounds(season, arranged, lang)
    if season.closes_at and not season.stages:
        usual, last = (
            moment(arranged.last_deadline(season.closes_at, exchanges), lang, zone)
            for exchanges in (length.many, length.most)
        )
        words = _LAST if usual == last else _LAST_AND_USUAL
        yield _(words) % {"usual": usual, "last": last}
