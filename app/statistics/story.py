"""The story of a season: three to five battles worth watching, giant-killers, and circles of three.

Most of it follows from the outcomes alone; of all battles only a few between the leading ones are played again.
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
"""Battles: all of those among five."""
LEADING: Final = 1_000
"""The story of a larger field covers only this many at its head."""
CIRCLES: Final = 3
_AMONG: Final = 200
"""Circles are looked for among the first of the table."""
_CLOSE: Final = 3
"""At the end of a close battle at most a third of the life lies between the two."""
_FAR: Final = 4
"""An upset is one if at least so great a part of the field lies between the two."""
_RARE: Final = 8
"""An end is strange if at most one battle in this number ended like it."""


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
    """A battle worth watching, between the entrants with these indices; `byte` is its outcome for the first.

    The first has won it, or it was drawn. `amount` is what its reason counts: places, life, or turns.
    """

    why: StoryReason
    home: int
    away: int
    byte: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Killer:
    """The entrant with this index, of the lower half, beat `wins` of the best `top`."""

    entrant: int
    wins: int
    top: int


@dataclass(frozen=True, slots=True)
class Story:
    """The entrants of each circle are called by their index; each beat the next, and the last the first."""

    scenes: tuple[_Scene, ...] = ()
    killers: tuple[Killer, ...] = ()
    circles: tuple[tuple[int, int, int], ...] = ()


class _Leading(AwardField):
    """The head of a large field, all of a small one. Of its battles only a few have been replayed."""

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
        """Pairs that met, the highest-placed first."""
        head = range(min(len(self.standings), 2 * WATCHED))
        for one, other in sorted(combinations(head, 2), key=lambda pair: (sum(pair), pair)):
            if self.byte(one, other) != NOT_PLAYED:
                yield one, other

    def byte(self, one: int, other: int) -> int:
        """The outcome for the first of two ranks."""
        table = self.table.standings
        return self.table.row(table[one].entry)[table[other].entry]


_kept: Final[Cache[object, Story]] = Cache(8, Lock())


def of(table: FullTable) -> Story:
    """The story of the table, found once and kept."""
    return _kept.of(table.key, lambda: find(table))


def find(table: FullTable) -> Story:
    """The story of the table; an empty one if there were no battles."""
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
    """Those who beat the most of the best from the lower half; nobody, if they are too many."""
    marks = [*_marks(field, "giant-killer")]
    best = min((key for key, _, _ in marks), default=None)
    first = [(rank, mark.value) for key, rank, mark in marks if key == best]
    for rank, wins in first if len(first) <= MEDALS else ():
        yield Killer(_entry(field, rank), wins, matchups.top(field.crossed.places))


def _entry(field: AwardField, rank: int) -> int:
    return field.table.standings[rank].entry


def _marks(field: AwardField, award: str) -> Iterator[tuple[tuple[int, int], int, AwardMark]]:
    """The marks for an award, with their keys and ranks."""
    for _, rank, mark in AWARDS[award].marks(field):
        yield AWARDS[award].key(mark), rank, mark


# --- battles ----------------------------------------------------------------------------------------


def _scenes(field: _Leading) -> Iterator[_Scene]:
    """At most five, each of another pair and for another reason; if there are too few, also some of the leaders."""
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
    """The scene with its winner first."""
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
    """What happened, in a sentence; `name` of an entrant by index.

    `wrap` is applied to our sentence, such as `Markup` if names are links.
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
    """The feat of the giant-killer, in a sentence."""
    return wrap(translations(lang).gettext(_KILLER)) % {
        "name": name(killer.entrant),
        "place": ordinal(table.standing(killer.entrant).place, lang),
        "num": number(killer.wins),
        "top": number(killer.top),
    }
