"""Small fields drawn at random that have met: all of them, by sides or stages, with byes, annulled matches and many who are level."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

from app import games
from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Battle, Build, Change, Lang, Ruleset, exchanged
from app.games import ruleset
from app.i18n import translations
from app.league.results.results import FinishedRun, Participant
from app.league.seasons.stages import courses, plans
from app.statistics.matches import FORFEIT
from app.tournament.formats import stages
from app.tournament.formats.by_hand import ByHand
from app.tournament.formats.lots import Lots
from app.tournament.scoring import Scoring
from app.tournament.sides import apart
from app.tournament.standings import standings
from app.tournament.tiebreaks import TIE_BREAKS, Facts
from tests.games.drawn import a_build

SLUGS: Final = games.slugs()
_STAGES: Final = (
    "swiss rounds=3",
    "knockout",
    "round-robin meetings=2",
    "groups groups=2 go-on=1\nknockout",
    "swiss rounds=2 best=4\ndouble-knockout",
    "divisions size=3",
)
_SCORINGS: Final = (
    Scoring(),
    Scoring(2, 1, 0, ()),
    Scoring(3, 1, 1, (TIE_BREAKS["wins"],)),
    Scoring(2, 1, 0, (TIE_BREAKS["head-to-head"], TIE_BREAKS["sonneborn-berger"])),
)
_BUILDS: Final = 20
"""Fields are drawn from this many builds, so that each pair is played once for all fields."""


@cache
def _pool(slug: str) -> tuple[Ruleset, tuple[Build, ...]]:
    """The game, which remembers its battles, and its builds."""
    game, dice = ruleset(slug), Random(7)
    battles: dict[tuple[Build, Build], Battle] = {}
    changes: dict[int, list[Change]] = {}

    def play(home: Build, away: Build) -> Battle:
        if (home, away) not in battles:
            battles[home, away] = battle = game.play(home, away)
            changes[id(battle.events)] = [*game.changes(battle.events)]
        return battles[home, away]

    known = replace(game, play=play, changes=lambda events: iter(changes[id(events)]))
    found = [a_build(game, dice) for _ in range(_BUILDS // 2)]
    found += [_changed(game, each, dice) for each in found]
    if not game.is_ordered:
        found = [Build(tuple(sorted(each.cards))) for each in found]
    return known, tuple(found)


def _changed(game: Ruleset, build: Build, dice: Random) -> Build:
    """The same but for one card, or with two exchanged."""
    if not build.cards:
        return Build((game.cards[0].id,))
    cards = [*build.cards]
    one, other = dice.randrange(len(cards)), dice.randrange(len(cards))
    cards[one], cards[other] = cards[other], cards[one]
    if one == other or dice.random() < 0.5:
        cards = [*build.cards[:one], dice.choice(game.cards).id, *build.cards[one + 1 :]]
    return Build(tuple(cards))


def drawn(slug: str, count: int, most: int = 8) -> Iterator[FinishedRun]:
    """This many fields of the game, the same every time. For a game with decisions the results of
    matches are drawn too.
    """
    dice = Random(slug)
    game, pool = _pool(slug)
    for at in range(count):
        few = dice.sample(pool, dice.choice((3, 8, _BUILDS)))
        builds = dice.choices(few, k=dice.randint(2, most))
        scoring = dice.choice(_SCORINGS)
        if game.match is None and at % 3 == 2:
            yield _in_stages(game, builds, scoring, dice)
        else:
            yield _met(game, builds, scoring, dice, by_sides=at % 3 == 1)


def _met(
    game: Ruleset, builds: Sequence[Build], scoring: Scoring, dice: Random, *, by_sides: bool
) -> FinishedRun:
    """A field in which all have met, or all of the other side; some matches were annulled."""
    size = len(builds)
    if game.match is None:
        table = game.outcomes(builds)
        rows = [table[at * size : (at + 1) * size] for at in range(size)]
    else:
        rows = _matches(game, size, dice)
    if by_sides:
        sides = [dice.randrange(2) for _ in builds]
        rows = [apart(sides)(at, row) for at, row in enumerate(rows)]
    rounds = {
        (one, other): dice.randrange(1, 9)
        for one in range(size)
        for other in range(one + 1, size)
        if game.match and rows[one][other] != NOT_PLAYED
        if game.reasons[rows[one][other] >> 2] != FORFEIT
    }
    table_ = standings(rows, scoring, Facts.of(builds))
    run = _run(game, builds, scoring, table_, rows, is_full=not by_sides)
    return replace(run, rounds=rounds)


def _matches(game: Ruleset, size: int, dice: Random) -> list[bytes]:
    rows = [bytearray([NOT_PLAYED] * size) for _ in range(size)]
    for one in range(size):
        for other in range(one + 1, size):
            if dice.random() < 0.9:
                byte = dice.choice((HOME, HOME, AWAY, DRAW)) | dice.randrange(4) << 2
                if dice.random() < 0.1:
                    byte = dice.choice((HOME, AWAY)) | game.reasons.index(FORFEIT) << 2
                rows[one][other], rows[other][one] = byte, exchanged(bytes([byte]))[0]
    return [*map(bytes, rows)]


def _in_stages(
    game: Ruleset, builds: Sequence[Build], scoring: Scoring, dice: Random
) -> FinishedRun:
    planned, problems = plans.read(dice.choice(_STAGES))
    assert not problems
    root = Lots(dice.randbytes(32))
    everyone = range(len(builds))
    draw = courses.StageDraw(root, everyone, tuple(everyone))
    course = courses.made(planned, scoring, draw, game, builds, {}, ByHand(()), [], apart=False)
    asked = courses.judge(game, builds)
    for _ in stages.course(
        course.stages, course.field, course.results, lambda _, due: asked(due), 1_000
    ):
        pass
    phases = course.phases()
    table, rows = courses.standings(course, phases), [*map(bytes, courses.table(course))]
    run = _run(game, builds, replace(scoring, tie_breaks=()), table, rows, is_full=False)
    return replace(run, plans=planned, phases=phases)


def _run(
    game: Ruleset,
    builds: Sequence[Build],
    scoring: Scoring,
    table: Any,
    rows: Any,
    *,
    is_full: bool,
) -> FinishedRun:
    participants = tuple(
        Participant(
            number=at + 1,
            name=f"P{at}",
            build=build,
            written=game.write_build(build),
            entry_id=at,
            revision_id=at,
            player_id=at,
        )
        for at, build in enumerate(builds)
    )
    return FinishedRun(
        game=game,
        scoring=scoring,
        builds=tuple(builds),
        standings=tuple(table),
        row=rows.__getitem__,
        is_full=is_full,
        digest="",
        participants=participants,
    )


# --- what anybody can count in them -----------------------------------------------------------------


class Paper:
    """A field as a person with the results on paper counts it: entries by index, with plain loops."""

    def __init__(self, run: FinishedRun) -> None:
        self.run = run
        self.all = range(len(run.builds))
        self.rows = [run.row(one) for one in self.all]
        self.lines = {each.entry: each for each in run.standings}

    def byte(self, one: int, other: int) -> int:
        """How the two ended, as the first sees it."""
        return self.rows[one][other]

    def met(self, one: int) -> list[int]:
        """Whom this one met."""
        return [other for other in self.all if self.byte(one, other) != NOT_PLAYED]

    def beat(self, one: int) -> list[int]:
        """Whom it beat."""
        return [other for other in self.met(one) if self.byte(one, other) & 3 == HOME]

    def drew(self, one: int) -> list[int]:
        """With whom it drew."""
        return [other for other in self.met(one) if self.byte(one, other) & 3 == DRAW]

    def lost(self, one: int) -> list[int]:
        """Whom it lost to."""
        return [other for other in self.met(one) if self.byte(one, other) & 3 == AWAY]

    def place(self, one: int) -> int:
        """Its place."""
        return self.lines[one].place

    def on(self, place: int) -> list[int]:
        """All who share this place."""
        return [one for one in self.all if self.place(one) == place]

    def ahead(self, one: int) -> int:
        """How many stand on better places."""
        return sum(self.place(other) < self.place(one) for other in self.all)

    def top(self) -> list[int]:
        """The best: three, or a tenth; and who is level with the last of them."""
        return [one for one in self.all if self.ahead(one) < max(3, -(-len(self.all) // 10))]

    def is_lower(self, one: int) -> bool:
        """Whether half of the field stands above it, and it is none of the best."""
        return 2 * self.ahead(one) >= len(self.all) and one not in self.top()


def read(template: str, said: str, **terms: str) -> Mapping[str, str] | None:
    """What stands in the places of the template in what was said; None if it says something else."""
    pattern, seen = "", set[str]()
    template = re.sub(r"\{(\w+)\}", r"%(\1)s", template)
    for text, name in re.findall(r"([^%]*)(?:%\((\w+)\)s)?", template):
        pattern += re.escape(text)
        if name in terms and name in _UNITS:
            pattern += re.escape(terms[name])
        elif name:
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
            seen.add(name)
    found = re.fullmatch(pattern, said)
    return found.groupdict() if found else None


def figure(said: str) -> int:
    """The number in `9 HP`, `HP 9`, `3rd` or `3位`."""
    return int(re.sub(r"[^0-9-]", "", said.replace("−", "-")))


Claims = Mapping[str | tuple[str, str], Callable[[Any, int, Mapping[str, str]], bool]]
"""What must hold for an entry if a sentence (or its plural) is said of it; the first sentence that
fits is taken.
"""


def require(claims: Claims, said: Mapping[Lang, str], at: Any, me: int = -1) -> str:
    """Check that one of these sentences is said of this entry, that it is true, and that the
    Japanese has the same figures. Returns the sentence.
    """
    terms, ja = at.run.game.terms, translations("ja")
    for key, is_so in claims.items():
        for template in (key,) if isinstance(key, str) else key:
            english = read(template, said["en"], **terms.to("en"))
            if english is None:
                continue
            own = ja.gettext(key) if isinstance(key, str) else ja.ngettext(*key, 2)
            japanese = read(own, said["ja"], **terms.to("ja"))
            assert japanese is not None, (own, said)
            for name in english.keys() & japanese.keys() - {"what", "reached"}:
                figures = (sorted(re.findall("[0-9]+", e[name])) for e in (english, japanese))
                assert next(figures) == next(figures), (name, said)
            assert is_so(at, me, english), (said, at.run.standings)
            return template
    raise AssertionError(said)


_UNITS: Final = ("slot", "slots", "turn", "turns")


def index(said: str) -> int:
    """The one of this name."""
    return int(said[1:])
