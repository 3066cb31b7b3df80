"""The story of a season: three to five battles worth watching, giant-killers, and circles of three.

Most of it follows from the outcomes alone. Only a few battles between the leaders are replayed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice
from threading import Lock
from typing import Final

from app.engine import DRAW, HOME, NOT_PLAYED, Lang, reason_of
from app.i18n import N_, number, ordinal, translations
from app.statistics import cycles, matchups
from app.statistics.awards.award import AWARDS
from app.statistics.awards.field import MEDALS, AwardField, AwardMark, AwardReplay
from app.tournament.cache import Cache
from app.tournament.full_table import FullTable
from app.tournament.standings import Standing

WATCHED: Final = 5
ENOUGH: Final = 3
"""If fewer battles stand out, battles of the leaders are added up to this number."""
MOST_PLAYED: Final = 10
"""The most battles replayed: all battles among five entrants."""
LEADING: Final = 1_000
"""In a larger field, the story covers only this many at the head of the table."""
CIRCLES: Final = 3
_AMONG: Final = 200
"""The number of entries at the head of the table among whom circles are searched."""
_CLOSE: Final = 3
"""A battle is close if its winner led by at most a third of the life."""
_FAR: Final = 4
"""An upset needs at least a quarter of the field between the two places."""
_RARE: Final = 8
"""An end is strange if at most one battle in eight ended like it."""


class StoryReason(StrEnum):
    """The reason to watch a battle."""

    UPSET = "upset"
    COMEBACK = "comeback"
    CLOSE = "close"
    LONG = "long"
    STRANGE = "strange"
    LEADERS = "leaders"  # where there is nothing else to tell, those who stand highest


@dataclass(frozen=True, slots=True)
class _Scene:
    """A battle worth watching. Entrants are indices; `byte` is the outcome as the first sees it.

    The first has won or drawn. `amount`: what the reason counts: places, life, or turns.
    """

    why: StoryReason
    home: int
    away: int
    byte: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Killer:
    """An entrant of the lower half, by index, that beat `wins` of the best `top`."""

    entrant: int
    wins: int
    top: int


@dataclass(frozen=True, slots=True)
class Story:
    """The story of a season. Each entrant of a circle beat the next, and the last beat the first."""

    scenes: tuple[_Scene, ...] = ()
    killers: tuple[Killer, ...] = ()
    circles: tuple[tuple[int, int, int], ...] = ()


class _Leading(AwardField):
    """The head of a large field, or all of a small one. Only a few of its battles are replayed."""

    @cached_property
    def standings(self) -> Sequence[Standing]:
        return self.table.standings[:LEADING]

    @cached_property
    def battles(self) -> Sequence[AwardReplay]:
        if self.table.game.match:
            return ()
        builds = self.table.builds
        return [
            AwardReplay.of(
                self.table.game,
                one,
                other,
                self.table.game.play(
                    builds[self.standings[one].entry], builds[self.standings[other].entry]
                ),
            )
            for one, other in islice(self.pairs(), MOST_PLAYED)
        ]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield pairs that met, the highest-placed first."""
        head = range(min(len(self.standings), 2 * WATCHED))
        for one, other in sorted(combinations(head, 2), key=lambda pair: (sum(pair), pair)):
            if self.byte(one, other) != NOT_PLAYED:
                yield one, other

    def byte(self, one: int, other: int) -> int:
        """Return the outcome for the first of two ranks."""
        table = self.table.standings
        return self.table.row(table[one].entry)[table[other].entry]


_kept: Final[Cache[object, Story]] = Cache(8, Lock())


def of(table: FullTable) -> Story:
    """Return the story of the table; it is cached."""
    return _kept.of(table.key, lambda: find(table))


def find(table: FullTable) -> Story:
    """Find the story of the table; it is empty if there were no battles."""
    if len(table.standings) < 2:
        return Story()
    field = _Leading(table)
    circles = cycles.highest(field.crossed, _AMONG)
    return Story(
        scenes=tuple(_scenes(field)),
        killers=tuple(_killers(field)),
        circles=tuple(
            (_entry(field, a), _entry(field, b), _entry(field, c))
            for a, b, c in islice(circles, CIRCLES)
        ),
    )


def _killers(field: AwardField) -> Iterator[Killer]:
    """Yield the entrants of the lower half that beat the most of the best; none if too many are equal."""
    marks = [*_marks(field, "giant-killer")]
    best = min((key for key, _, _ in marks), default=None)
    first = [(rank, mark.value) for key, rank, mark in marks if key == best]
    for rank, wins in first if len(first) <= MEDALS else ():
        yield Killer(_entry(field, rank), wins, matchups.top(field.crossed.places))


def _entry(field: AwardField, rank: int) -> int:
    return field.table.standings[rank].entry


def _marks(field: AwardField, award: str) -> Iterator[tuple[tuple[int, int], int, AwardMark]]:
    """Yield the marks for an award with their sort keys and ranks."""
    for _, rank, mark in AWARDS[award].marks(field):
        yield AWARDS[award].key(mark), rank, mark


# --- battles ----------------------------------------------------------------------------------------


def _scenes(field: _Leading) -> Iterator[_Scene]:
    """Yield at most five scenes, each of another pair and for another reason; if there are too few, also of the
    leaders.
    """
    shown: set[frozenset[int]] = set()
    for why, candidates in _CANDIDATES.items():
        for one, other, amount in candidates(field):
            if (pair := frozenset((one, other))) not in shown:
                shown.add(pair)
                yield _scene(field, why, one, other, amount)
                break
    for one, other in field.pairs():
        if len(shown) >= ENOUGH:
            return
        if (pair := frozenset((one, other))) not in shown:
            shown.add(pair)
            yield _scene(field, StoryReason.LEADERS, one, other)


def _scene(field: _Leading, why: StoryReason, one: int, other: int, amount: int = 0) -> _Scene:
    """Return the scene with its winner first."""
    first, second = (one, other) if field.byte(one, other) & 3 in (HOME, DRAW) else (other, one)
    byte = field.byte(first, second)
    return _Scene(why, _entry(field, first), _entry(field, second), byte, amount)


Candidates = Iterator[tuple[int, int, int]]
"""Two ranks and an amount, the most telling first."""


def _of_award(field: _Leading, award: str) -> Candidates:
    for _, rank, mark in sorted(_marks(field, award), key=lambda each: each[:2]):
        if mark.against is not None:
            yield rank, mark.against, mark.value


def _upset(field: _Leading) -> Candidates:
    for one, other, places in _of_award(field, "upset"):
        if places * _FAR >= len(field.standings):
            yield one, other, places


def _close(field: _Leading) -> Candidates:
    lives = {
        frozenset((each.home, each.away)): max(each.course[:1] or [(0, 0)])
        for each in field.battles
    }
    for one, other, amount in _of_award(field, "closest"):
        if amount * _CLOSE <= max(lives[frozenset((one, other))]):
            yield one, other, amount


def _strange(field: _Leading) -> Candidates:
    met = sum(map(field.crossed.played, range(len(field.standings))))
    for one, other, count in _of_award(field, "strangest-end"):
        if 2 * count * _RARE <= met:
            yield one, other, count


_CANDIDATES: Final[dict[StoryReason, Callable[[_Leading], Candidates]]] = {
    StoryReason.UPSET: _upset,
    StoryReason.COMEBACK: lambda field: _of_award(field, "comeback"),
    StoryReason.CLOSE: _close,
    StoryReason.LONG: lambda field: _of_award(field, "longest"),
    StoryReason.STRANGE: _strange,
}


# --- in words ---------------------------------------------------------------------------------------

LABELS: Final = {
    StoryReason.UPSET: N_("Upset"),
    StoryReason.COMEBACK: N_("Comeback"),
    StoryReason.CLOSE: N_("Close call"),
    StoryReason.LONG: N_("Long battle"),
    StoryReason.STRANGE: N_("Strange end"),
    StoryReason.LEADERS: N_("At the top"),
}
_WON: Final = {
    StoryReason.UPSET: N_(
        "“%(name)s” (%(place)s) beat “%(other)s” (%(above)s), who came %(num)s places higher."
    ),
    StoryReason.COMEBACK: N_("“%(name)s” was %(amount)s behind “%(other)s”, and won."),
    StoryReason.CLOSE: N_("“%(name)s” beat “%(other)s” by only %(amount)s."),
    StoryReason.LONG: N_("It took “%(name)s” %(num)s %(turns)s to beat “%(other)s”."),
    StoryReason.STRANGE: N_("“%(name)s” beat “%(other)s” in a rare way: %(what)s."),
    StoryReason.LEADERS: N_("“%(name)s” (%(place)s) beat “%(other)s” (%(above)s): %(what)s."),
}
_DRAWN: Final = {
    StoryReason.STRANGE: N_("“%(name)s” and “%(other)s” drew in a rare way: %(what)s."),
    StoryReason.LEADERS: N_("“%(name)s” (%(place)s) and “%(other)s” (%(above)s) drew: %(what)s."),
}
_KILLER: Final = N_("“%(name)s” came %(place)s and beat %(num)s of the top %(top)s.")
_LEVEL: Final = N_("“%(name)s” beat “%(other)s”, though they were level at the end.")


def told(
    table: FullTable,
    scene: _Scene,
    name: Callable[[int], str],
    lang: Lang,
    wrap: Callable[[str], str] = str,
) -> str:
    """Return what happened, in a sentence. `name`: returns the name of an entrant by index.

    `wrap`: applied to the sentence before names are filled in, such as `Markup` if names are links.
    """
    _, game = translations(lang).gettext, table.game
    sentence = (_DRAWN if scene.byte & 3 == DRAW else _WON)[scene.why]
    if scene.why is StoryReason.CLOSE and not scene.amount:
        sentence = _LEVEL
    return wrap(_(sentence)) % {
        **game.terms.to(lang),
        "name": name(scene.home),
        "other": name(scene.away),
        "place": ordinal(table.standing(scene.home).place, lang),
        "above": ordinal(table.standing(scene.away).place, lang),
        "num": number(scene.amount),
        "amount": game.life.amount(scene.amount, lang),
        "what": game.ending(reason_of(scene.byte), lang),
    }


def killed(
    table: FullTable,
    killer: Killer,
    name: Callable[[int], str],
    lang: Lang,
    wrap: Callable[[str], str] = str,
) -> str:
    """Return the feat of the giant-killer in a sentence."""
    return wrap(translations(lang).gettext(_KILLER)) % {
        "name": name(killer.entrant),
        "place": ordinal(table.standing(killer.entrant).place, lang),
        "num": number(killer.wins),
        "top": number(killer.top),
    }
