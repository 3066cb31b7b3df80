"""A problem explained: in a sentence of the league, or of its game."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from string import Formatter
from typing import Final

from app.engine import Lang, Words, house
from app.engine.lists import explain_list
from app.engine.problems import place
from app.errors import FieldName, Listing, Problem, RulesNotInstalled, Said
from app.games import ruleset
from app.i18n import N_, moment, translations
from app.league.admission import problems as admission
from app.league.characters import LABEL_NAMES, MOMENT_NAMES
from app.league.decisions import problems as decisions
from app.league.decisions.season_plans import DECISIONS
from app.league.duels import problems as duels
from app.league.matches import problems as matches
from app.league.news import STEP_NAMES, step_name
from app.league.people import problems as people
from app.league.problems import mails, records, seasons
from app.league.stages import problems as stages
from app.league.timetable import problems as timetable
from app.settings import settings

ROOMS: Final = (decisions, seasons, admission, mails, matches, duels, timetable, stages, people)
KINDS: Final = {kind.code: kind for room in ROOMS for kind in room.KINDS}
_SENTENCES: Final[dict[str, str]] = records.SENTENCES
_FIELDS: Final = MOMENT_NAMES | {
    "name": N_("Name"),
    "build": N_("Build"),
    "lore": N_("Lore"),
    "owner": N_("Owner"),
    "season": N_("Season"),
    "url": "URL",
    "instead": N_("Instead of"),
    **{name: each.label for name, each in DECISIONS.items()},
    **{f"{part}-label": name for part, name in LABEL_NAMES.items()},
}
_SAME: Final = {"garbled": "mail-garbled"}
_OFFERS: Final = {"nearest": N_("Did you mean {all}?"), "open": N_("Open at the moment: {all}.")}
_UNKNOWN: Final = N_("Something is not right here ({code}): {all}")


def explain(
    problem: Problem, lang: Lang, game: str | None = None, version: str | None = None
) -> str:
    """The problem in one line: its place, the mistake, and what could stand there instead.

    A code that the league does not know is a problem of a build, which the game with this slug explains; where it is about a
    season, in the version of its rules; or else it is one of a list.
    """
    if house.is_explained(problem):
        return house.explain(problem, lang)
    by_game = partial(_by_game, problem, lang, game, version)
    return _by_league(problem, lang) or by_game() or explain_list(problem, lang, _at_least)


def _by_league(problem: Problem, lang: Lang) -> str | None:
    """Our sentence; None where its names are others: then a game has a problem of the same code."""
    code = _SAME.get(problem.code, problem.code)
    kind = KINDS.get(code)
    said = dict(problem.said)
    if kind is None:
        return _by_position(problem, code, lang)
    if not kind.names <= said.keys():
        return None
    told = {name: _told(value, lang) for name, value in said.items()}
    all_ = _listed(problem.suggestions, lang)
    sentence = place(problem, lang) + translations(lang).gettext(kind.sentence) % (
        told | {"all": all_}
    )
    if not all_ or not kind.offers:
        return sentence
    _ = translations(lang).gettext
    more = _(_OFFERS[kind.offers]).format(all=all_)
    return f"{sentence} {more}" if lang == "en" else sentence + more


def _told(value: Said, lang: Lang) -> str:
    """As its reader says it; a moment in the zone of this installation."""
    match value:
        case datetime():
            return moment(value, lang, settings().zone)
        case FieldName():
            return _label(value, lang)
        case Listing():
            return _listed(value, lang)
        case tuple():
            return Words(*value[-2:]).to(lang)
    return value


def _by_position(problem: Problem, code: str, lang: Lang) -> str | None:
    if code not in _SENTENCES:
        return None
    words = problem.words
    if code == "match-differs":
        words = (*words[:-2], Words(*words[-2:]).to(lang))
    sentence = translations(lang).gettext(_SENTENCES[code])
    if _words_in(sentence) > len(words):
        return None
    return place(problem, lang) + sentence.format(*words, all=_listed(words, lang))


def _by_game(problem: Problem, lang: Lang, game: str | None, version: str | None) -> str | None:
    if game is None:
        return None
    try:
        return ruleset(game, version).explain(problem, lang)
    except (LookupError, RulesNotInstalled):  # no sentence for this code
        return None


def _at_least(problem: Problem, lang: Lang) -> str:
    _ = translations(lang).gettext
    said = (_told(value, lang) for _name, value in problem.said)
    words = _listed((*problem.words, *said, *problem.suggestions), lang)
    return place(problem, lang) + _(_UNKNOWN).format(code=problem.code, all=words or "?")


def _label(field: str, lang: Lang) -> str:
    """The name of this field, or of this step; `flavour 3` is the name of the third slot."""
    _ = translations(lang).gettext
    _what, _blank, place = field.partition(" ")
    if place:
        return _(N_("Flavour {place}")).format(place=place)
    is_step = field in STEP_NAMES or field.startswith("night-")
    return step_name(field, lang) if is_step else _(_FIELDS.get(field, field))


def _listed(words: Sequence[str], lang: Lang) -> str:
    return ("、" if lang == "ja" else ", ").join(words)


def _words_in(sentence: str) -> int:
    """How many words the sentence takes."""
    names = (name for _, name, _, _ in Formatter().parse(sentence) if name)
    return max((int(name) + 1 for name in names if name.isdigit()), default=0)
