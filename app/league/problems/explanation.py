"""A problem explained: in a sentence of the league, or of its game."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from string import Formatter
from typing import Final

from app.engine import Lang, Words, house
from app.engine.lists import explain_list
from app.engine.problems import place
from app.errors import Problem, RulesNotInstalled
from app.games import ruleset
from app.i18n import N_, moment, translations
from app.league.characters import LABEL_NAMES, MOMENT_NAMES
from app.league.news import FIELD_NAMES, step_name
from app.league.problems import (
    desk,
    duels,
    entries,
    mails,
    matches,
    records,
    seasons,
    stages,
    timetable,
)
from app.settings import settings

_SENTENCES: Final[dict[str, str]] = {
    **entries.SENTENCES,
    **mails.SENTENCES,
    **matches.SENTENCES,
    **duels.SENTENCES,
    **seasons.SENTENCES,
    **timetable.SENTENCES,
    **stages.SENTENCES,
    **desk.SENTENCES,
    **records.SENTENCES,
}
_FIELDS: Final = MOMENT_NAMES | {
    "name": N_("Name"),
    "build": N_("Build"),
    "lore": N_("Lore"),
    "owner": N_("Owner"),
    "season": N_("Season"),
    "url": "URL",
    "instead": N_("Instead of"),
    **FIELD_NAMES,
    **{f"{part}-label": name for part, name in LABEL_NAMES.items()},
}
_IN_BOTH: Final = {
    *("match-no-game", "match-config", "match-differs", "played-by-orders"),
    *("orders-without-matches", "nonce-without-matches", "orders-unreadable"),
    *("script-unreadable", "banned", "copies-over", "size-other", "pool-allows"),
    *("changes-over", "added-over", "changed-place", "changed-one"),
    *("no-side", "unknown-side"),
}
"""The last two words are a sentence or a name in both languages."""
_LISTING: Final = frozenset({"characters-full", "no-such-character", "which-character"})
"""They list what they suggest themselves."""
_SAME: Final = {"garbled": "mail-garbled"}
_OPEN_ONES: Final = N_("Open at the moment: {all}.")
_NEAREST: Final = N_("Did you mean {all}?")
_SEASONS: Final = ("no-season", "which-season", "unknown-season")
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
    """Our sentence; None where its words do not fit: then a game has a problem of the same name."""
    code = _SAME.get(problem.code, problem.code)
    if code not in _SENTENCES:
        return None
    _ = translations(lang).gettext
    words = problem.words
    if code in {
        "deadline-over",
        "season-has-players",
        "season-published",
        "season-closed",
        "season-not-open",
        "not-in-round-before",
        "sealed",
        "sealed-until",
        "nothing-to-change",
        "nothing-to-repeat",
        "not-repeatable",
    }:
        words = (*_title(words[:3], lang), *_moments(words[3:], lang))
    elif code in {"season-full", "characters-full", "which-character"}:
        words = (*_title(words[:3], lang), *words[3:])
    elif code == "season-full-until":
        words = (*_title(words[:3], lang), *words[3:5], *_moments(words[5:], lang))
    elif code in _IN_BOTH:
        words = (*words[:-2], Words(*words[-2:]).to(lang))
    elif code in {"release-waits", "release-called-off"}:
        words = tuple(_moments(words, lang))
    elif code in {"step-over", "step-without-moment", "step-not-held"}:
        words = (step_name(words[0], lang),)
    elif code == "steps-out-of-order":
        steps = (step_name(each, lang) for each in words[::2])
        moments = _moments(words[1::2], lang)
        words = tuple(each for pair in zip(steps, moments, strict=True) for each in pair)
    elif code == "changed-meanwhile":
        words = (words[0], *_moments(words[1:], lang))
    elif code in {"line-too-long", "line-forbidden", "repeated-field", "change-too-late"}:
        words = (_label(words[0], lang), *words[1:])
    elif code in {"label-too-long", "label-forbidden"}:
        words = (_label(f"{words[0]}-label", lang), *words[1:])
    sentence = _(_SENTENCES[code])
    if _words_in(sentence) > len(words):
        return None
    listed = problem.suggestions if code in _LISTING else words
    said = place(problem, lang) + sentence.format(*words, all=_listed(listed, lang))
    if not problem.suggestions or code in _LISTING | {"wrong-state", "mail-too-large"}:
        return said
    more = _(_OPEN_ONES if code in _SEASONS else _NEAREST)
    return (
        said + (" " if lang == "en" else "") + more.format(all=_listed(problem.suggestions, lang))
    )


def _by_game(problem: Problem, lang: Lang, game: str | None, version: str | None) -> str | None:
    if game is None:
        return None
    try:
        return ruleset(game, version).explain(problem, lang)
    except (LookupError, RulesNotInstalled):  # no sentence for this code
        return None


def _at_least(problem: Problem, lang: Lang) -> str:
    _ = translations(lang).gettext
    words = _listed((*problem.words, *problem.suggestions), lang)
    return place(problem, lang) + _(_UNKNOWN).format(code=problem.code, all=words or "?")


def _title(words: Sequence[str], lang: Lang) -> tuple[str, ...]:
    """The season as its reader calls it, out of its slug and its titles."""
    if len(words) < 3:
        return tuple(words)
    return (words[1] if lang == "ja" else words[2],)


def _moments(words: Sequence[str], lang: Lang) -> Iterator[str]:
    """As its reader says them, in the zone of this installation."""
    for word in words:
        yield moment(datetime.fromisoformat(word), lang, settings().zone)


def _label(field: str, lang: Lang) -> str:
    """The name of this field of an entry in a mail; `flavour 3` is the name of the third slot."""
    _ = translations(lang).gettext
    what, _blank, place = field.partition(" ")
    if place:
        return _(N_("Flavour {place}")).format(place=place)
    return _(_FIELDS.get(what, what))


def _listed(words: Sequence[str], lang: Lang) -> str:
    return ("、" if lang == "ja" else ", ").join(words)


def _words_in(sentence: str) -> int:
    """How many words the sentence takes."""
    names = (name for _, name, _, _ in Formatter().parse(sentence) if name)
    return max((int(name) + 1 for name in names if name.isdigit()), default=0)
