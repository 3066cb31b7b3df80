"""The story of a published season: its champions, and the battles worth watching."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final

from markupsafe import Markup
from sqlmodel import Session

from app.engine import Lang
from app.i18n import translations
from app.league.results.results import FinishedRun, Participant
from app.league.seasons.stages import names
from app.letters.reports import headlines
from app.statistics import story
from app.store import entrants
from app.store.entrants import HiddenParts
from app.tournament.cache import Cache
from app.web import markdown
from app.web.views.characters import linked

MOST_CHAMPIONS: Final = 3
"""More who share the first place are only named, and of many more only the first."""
MOST_NAMED: Final = 12
_SHORT: Final = 400
"""Lore up to this many characters is shown whole."""
_GIST: Final = 240


@dataclass(frozen=True, slots=True)
class Champion:
    """A character on the first place, and its season in sentences. Of a long lore there is only the `gist`."""

    who: Participant
    feat: str
    sentences: Sequence[str]
    lore: str = ""
    gist: str = ""


@dataclass(frozen=True, slots=True)
class _Scene:
    """A battle worth watching: what kind it is, what happened, and the numbers in its address."""

    label: str
    sentence: Markup
    home: Participant
    away: Participant


@dataclass(frozen=True, slots=True)
class _Story:
    """`others` share the first place, too, with `more` who are not named. In a circle each beat the next."""

    champions: Sequence[Champion]
    others: Sequence[Participant]
    more: int
    scenes: Sequence[_Scene]
    killers: Sequence[Markup]
    circles: Sequence[Sequence[tuple[Participant, Markup]]]


_kept: Final[Cache[Hashable, _Story]] = Cache(8, Lock())


def story_of(
    session: Session, run: FinishedRun, season: str, lang: Lang, here: str, hidden: HiddenParts
) -> _Story:
    """The story of a run of this season without its `hidden` parts; `here` is the address above its pages.

    What follows from the run is kept.
    """
    about = run.key, season, lang, here, hidden
    told = _kept.of(about, lambda: _story_of(run, season, lang, here))
    return replace(told, champions=[*_with_lore(session, told.champions)])


def _story_of(run: FinishedRun, season: str, lang: Lang, here: str) -> _Story:
    _, told = translations(lang).gettext, story.of(run)

    def named(index: int) -> Markup:
        return linked(run.participants[index], here, lang)

    first = [line.entry for line in run.standings if line.place == 1]
    is_few = len(first) <= MOST_CHAMPIONS
    others = [] if is_few else [run.participants[entry] for entry in first]
    return _Story(
        champions=_champions(run, first, season, lang) if is_few else [],
        others=others[:MOST_NAMED],
        more=max(0, len(others) - MOST_NAMED),
        scenes=[
            _Scene(
                " · ".join(
                    filter(
                        None,
                        (
                            _(story.LABELS[each.why]),
                            names.where_met(run.phases, each.home, each.away, lang),
                        ),
                    )
                ),
                Markup(story.told(run, each, named, lang, Markup)),  # noqa: S704 - of Markup
                run.participants[each.home],
                run.participants[each.away],
            )
            for each in told.scenes
        ],
        killers=[
            Markup(story.killed(run, each, named, lang, Markup))  # noqa: S704 - of Markup
            for each in told.killers
        ],
        circles=[[(run.participants[at], named(at)) for at in three] for three in told.circles],
    )


def _champions(run: FinishedRun, first: Sequence[int], season: str, lang: Lang) -> list[Champion]:
    return [
        Champion(
            run.participants[entry],
            headlines.headline(run, entry, (), lang),
            headlines.opening(run, entry, season, lang)[1:],
        )
        for entry in first
    ]


def _with_lore(session: Session, champions: Sequence[Champion]) -> Iterator[Champion]:
    lore = entrants.lore_of(session, [each.who.revision_id for each in champions])
    for each in champions:
        text = lore[each.who.revision_id].strip()
        is_short = len(text) <= _SHORT
        gist = "" if is_short else markdown.gist(text, _GIST)
        yield replace(each, lore=text if is_short else "", gist=gist)
