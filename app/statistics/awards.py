"""The awards of a season: who did what better than all others, so that many who did not win have won something."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, pairwise
from threading import Lock
from typing import Final

from app.engine import DRAW, HOME, NOT_PLAYED, Battle, Lang, Ruleset, Side, course_of
from app.i18n import N_, number, ordinal, translations
from app.statistics import matchups, similarity
from app.statistics.crosstable import Crossed, members
from app.tournament.cache import Cache
from app.tournament.full_table import FullTable
from app.tournament.standings import Standing

MOST_REPLAYED: Final = 800
"""Battles. In a field with more of them no award is given that only a replay could tell."""
MOST_COMPARED: Final = 1_000
"""In a larger field builds are not compared."""
_MOST_SHARED: Final = 3
"""An award that more would share goes to none of them."""
_MEDALS: Final = 3
_BOTH: Final = 4
"""Only who has won and lost a quarter of the battles can be unpredictable, or reliable."""
_LEAST_PLAYED: Final = 3
"""A card that fewer play has no best player."""
_DAMAGE: Final = "damage-dealt"
_BEHIND: Final = 4
"""Who was behind by a smaller part of the life than this did not come back."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What an entrant has to show for an award.

    `value` decides, and what `than` says between equals. `against`: the opponent of the battle it was earned in, by rank.
    """

    value: int
    against: int | None = None
    than: int = 0


Marks = Iterator[tuple[int, int, Mark]]
"""What it is about (the index of a reason or a card, -1 for nothing), the rank of the entrant, and its mark."""
PLAIN: Final = -1


@dataclass(frozen=True, slots=True)
class Award:
    """An award, for the greatest mark, or the `is_least` one.

    `slug` stands in downloads and never changes. `label` and `meaning`, a sentence about whoever has it, are messages of
    the catalogue with places for `what` it is about, the value (`num`, `place`, `amount`) and the opponent's `name`.
    """

    slug: str
    label: str
    meaning: str
    marks: "Callable[[Field], Marks]"
    is_least: bool = False

    def key(self, mark: Mark) -> tuple[int, int]:
        """The better the mark, the smaller its key."""
        sign = 1 if self.is_least else -1
        return sign * mark.value, sign * mark.than


@dataclass(frozen=True, slots=True)
class Winner:
    """An entrant, by index, on this place (1 to 3) for an award; `against` is an index, too."""

    entrant: int
    place: int
    value: int
    against: int | None


@dataclass(frozen=True, slots=True)
class Honour:
    """An award of this season, `what` it is about, and the first three, the first first."""

    award: Award
    what: int
    winners: tuple[Winner, ...]

    def about(self, game: Ruleset) -> str | None:
        """The identifier of the card, or the reason, that it is about."""
        if self.what == PLAIN:
            return None
        is_card = self.award.slug == "card"
        return game.cards[self.what].id if is_card else game.reasons[self.what]

    @property
    def first(self) -> tuple[Winner, ...]:
        """Those who have the award."""
        return tuple(each for each in self.winners if each.place == 1)


@dataclass(frozen=True)
class Field:
    """A full table as awards ask it. Entrants are called by their rank."""

    table: FullTable

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The table, best first."""
        return self.table.standings

    @cached_property
    def crossed(self) -> Crossed:
        """Who beat whom."""
        return Crossed.of(self.table.row, self.standings)

    def above(self, rank: int) -> int:
        """The set of all on higher places."""
        return (1 << self.standings[rank].place - 1) - 1

    def below(self, rank: int) -> int:
        """The set of all on lower places."""
        place, last = self.standings[rank].place, rank
        while last + 1 < len(self.standings) and self.standings[last + 1].place == place:
            last += 1
        return self.crossed.everybody() & ~((1 << last + 1) - 1)

    @cached_property
    def ends(self) -> Sequence[Mapping[int, tuple[int, int]]]:
        """For each entrant how often it won and drew for each reason, where it did."""
        reasons = range(len(self.table.game.reasons))
        rows = (self.table.row(each.entry) for each in self.standings)
        counts = (
            {why: (row.count(HOME | why << 2), row.count(DRAW | why << 2)) for why in reasons}
            for row in rows
        )
        return [{why: ends for why, ends in each.items() if any(ends)} for each in counts]

    @cached_property
    def battles(self) -> Sequence["Replay"]:
        """Every battle, replayed; none in a field with too many, nor of matches, whose records are not here."""
        count = len(self.standings)
        if self.table.game.match or count * (count - 1) // 2 > MOST_REPLAYED:
            return ()
        builds = [self.table.builds[each.entry] for each in self.standings]
        game, met = self.table.game, [self.table.row(each.entry) for each in self.standings]
        return [
            Replay.of(home, away, game.play(builds[home], builds[away]))
            for home, away in combinations(range(count), 2)
            if met[home][self.standings[away].entry] != NOT_PLAYED
        ]

    @cached_property
    def lengths(self) -> Sequence[tuple[int, int, int]]:
        """Two that met, and how many turns they took: of battles that are replayed, and of matches."""
        ranks = self.table.ranks
        return [
            *((each.home, each.away, each.turn) for each in self.battles),
            *((ranks[one], ranks[other], turn) for (one, other), turn in self.table.rounds.items()),
        ]


@dataclass(frozen=True, slots=True)
class Replay:
    """What is left of a battle when it has been replayed. Both and the winner are called by their rank.

    `course` is the life of both over the battle, `own` what each side's own slots did to it: the events that name a
    source and a target tell.
    """

    home: int
    away: int
    winner: int | None
    turn: int
    hp: tuple[int, int]
    course: Sequence[tuple[int, int]]
    own: tuple[int, int]

    @classmethod
    def of(cls, home: int, away: int, battle: Battle) -> "Replay":
        """The same of a battle between these."""
        sides = {Side.HOME: home, Side.AWAY: away}
        winner = None if battle.winner is None else sides[battle.winner]
        own: Counter[Side] = Counter()
        for event in battle.events:
            if event.kind == _DAMAGE:
                target = getattr(event, "target", None)
                if target in sides and str(getattr(event, "source", "")).startswith(f"{target}."):
                    own[target] += getattr(event, "points", 0)
        course, hurt = course_of(battle), (own[Side.HOME], own[Side.AWAY])
        return cls(home, away, winner, battle.turn, battle.hp, course, hurt)

    def both(self, value: int, than: int = 0) -> Marks:
        """The same mark for both."""
        yield PLAIN, self.home, Mark(value, self.away, than)
        yield PLAIN, self.away, Mark(value, self.home, than)

    def other(self, rank: int) -> int:
        """Whom this one met."""
        return self.away if rank == self.home else self.home


# --- from the table -------------------------------------------------------------------------------


def _upset(field: Field) -> Marks:
    for rank, standing in enumerate(field.standings):
        best = next(members(field.crossed.won[rank] & field.above(rank)), None)
        if best is not None:
            yield PLAIN, rank, Mark(standing.place - field.standings[best].place, best)


def _giant_killer(field: Field) -> Marks:
    count = len(field.standings)
    top = (1 << matchups.top(count)) - 1
    for rank in range(max(matchups.top(count), (count + 1) // 2), count):
        if (beaten := (field.crossed.won[rank] & top).bit_count()) > 1:
            yield PLAIN, rank, Mark(beaten)


def _sole_conqueror(field: Field) -> Marks:
    for champion, standing in enumerate(field.standings):
        if standing.place == 1 and field.crossed.lost[champion].bit_count() == 1:
            rank = next(members(field.crossed.lost[champion]))
            yield PLAIN, rank, Mark(field.standings[rank].place, champion)


def _best_loser(field: Field) -> Marks:
    for rank, each in enumerate(field.standings):
        if each.losses > each.wins > 0:
            yield PLAIN, rank, Mark(each.points)


def _draws(field: Field) -> Marks:
    for rank, each in enumerate(field.standings):
        if each.draws:
            yield PLAIN, rank, Mark(each.draws)


def _against_table(field: Field) -> Marks:
    for rank, standing in enumerate(field.standings):
        wins, losses = standing.wins, standing.losses
        if min(wins, losses) * _BOTH >= len(field.standings):
            upsets = field.crossed.won[rank] & field.above(rank)
            slips = field.crossed.lost[rank] & field.below(rank)
            yield PLAIN, rank, Mark(upsets.bit_count() + slips.bit_count())


def _row(field: Field) -> Marks:
    for rank, won in enumerate(field.crossed.won):
        if (row := longest_run(won)) > 2:
            yield PLAIN, rank, Mark(row)


def longest_run(bits: int) -> int:
    """How many members of the set stand side by side, at most: doubled until too long, then halved."""
    if not bits:
        return 0
    length, begin = 1, bits
    steps = [(length, begin)]
    while doubled := begin & begin >> length:
        length, begin = 2 * length, doubled
        steps.append((length, begin))
    longest, begin = steps.pop()
    for length, runs in reversed(steps):
        if longer := begin & runs >> longest:
            longest, begin = longest + length, longer
    return longest


def _endings(field: Field) -> Marks:
    for rank, ends in enumerate(field.ends):
        for reason, (won, _) in ends.items():
            if won:
                yield reason, rank, Mark(won)


def _strange_end(field: Field) -> Marks:
    """Who won by the rarest end of all, or drew; of these who won against the highest-placed."""
    halves: Counter[int] = Counter()
    for ends in field.ends:
        for reason, (won, drawn) in ends.items():
            halves[reason] += 2 * won + drawn
    if len(halves) < 2:
        return
    rarest = min(halves, key=lambda reason: (halves[reason], reason))
    for rank, ends in enumerate(field.ends):
        if rarest in ends:
            winner = HOME if ends[rarest][0] else DRAW
            row = field.table.row(field.standings[rank].entry)
            against = min(field.table.ranks[at] for at in _where(row, winner | rarest << 2))
            than = against + (len(row) if winner == DRAW else 0)
            yield rarest, rank, Mark(halves[rarest] // 2, against, than)


def _where(row: bytes, byte: int) -> Iterator[int]:
    at = row.find(byte)
    while at >= 0:
        yield at
        at = row.find(byte, at + 1)


def _cards(field: Field) -> Marks:
    if not field.table.game.is_ordered:
        return  # of a deck's many cards no single one is what its player is best with
    players: dict[str, list[int]] = defaultdict(list)
    for rank, standing in enumerate(field.standings):
        for played in {*field.table.builds[standing.entry].cards}:
            players[played].append(rank)
    for at, card in enumerate(field.table.game.cards):
        if _LEAST_PLAYED <= len(players[card.id]) < len(field.standings):
            for rank in players[card.id][:_MEDALS]:
                yield at, rank, Mark(field.standings[rank].place)


def _last(field: Field) -> Marks:
    last = field.standings[-1]
    if last.place > 1:
        for rank, each in enumerate(field.standings):
            if each.place == last.place:
                best = next(members(field.crossed.won[rank]), None)
                if best is not None:
                    yield PLAIN, rank, Mark(each.place, best)


def _lantern(field: Field) -> Marks:
    last = field.standings[-1]
    for rank, each in enumerate(field.standings):
        if each.place == last.place > 1 and not each.wins:
            yield PLAIN, rank, Mark(each.place)


def _original(field: Field) -> Marks:
    if not 2 < len(field.standings) <= MOST_COMPARED:
        return
    bags = similarity.bags([field.table.builds[each.entry].cards for each in field.standings])
    for rank, mine in enumerate(bags):
        shared = [(mine & other).bit_count() for at, other in enumerate(bags) if at != rank]
        yield PLAIN, rank, Mark(max(shared), None, sum(shared))


def _twins(field: Field) -> Marks:
    if len(field.standings) > MOST_COMPARED:
        return
    builds = [field.table.builds[each.entry] for each in field.standings]
    for higher, lower in similarity.one_change_apart(
        builds, is_ordered=field.table.game.is_ordered
    ):
        gap = field.standings[lower].place - field.standings[higher].place
        yield PLAIN, higher, Mark(gap, lower)
        yield PLAIN, lower, Mark(gap, higher)


# --- from the battles -----------------------------------------------------------------------------


def _longest(field: Field) -> Marks:
    """Where many battles last to the limit, the longest of those that were decided before it."""
    turns = Counter(turn for _, _, turn in field.lengths)
    limit = max(turns, default=0)
    for one, other, turn in field.lengths:
        if turn > 1 and (turn < limit or turns[limit] == 1):
            yield PLAIN, one, Mark(turn, other)
            yield PLAIN, other, Mark(turn, one)


def _closest(field: Field) -> Marks:
    """Of equally close ones the longest."""
    for each in field.battles:
        if each.winner is not None and len(each.course) > 1:
            home, away = (max(hp, 0) for hp in each.hp)
            yield from each.both(abs(home - away), -len({*each.course}))


def _comeback(field: Field) -> Marks:
    for each in field.battles:
        if each.winner is not None and each.course:
            sign = 1 if each.winner == each.home else -1
            behind = [sign * (away - home) for home, away in each.course]
            gained = max(behind) - max(behind[0], 0)
            if gained * _BEHIND >= max(each.course[0]):
                yield PLAIN, each.winner, Mark(max(behind), each.other(each.winner), gained)


def _blow(field: Field) -> Marks:
    for each in field.battles:
        for before, after in pairwise(each.course):
            for rank, at in ((each.home, 1), (each.away, 0)):
                if (fell := before[at] - after[at]) > 1:
                    yield PLAIN, rank, Mark(fell, each.other(rank))


def _own_hand(field: Field) -> Marks:
    lost: Counter[int] = Counter()
    for each in field.battles:
        lost += Counter({each.home: each.own[0], each.away: each.own[1]})
    for rank, points in lost.items():
        yield PLAIN, rank, Mark(points)


AWARDS: Final = (
    Award(
        "sole-conqueror",
        N_("The champion's only match"),
        N_("Nobody else beat the champion, “%(name)s”."),
        _sole_conqueror,
    ),
    Award(
        "upset",
        N_("Upset of the season"),
        N_("Beat “%(name)s”, who came %(num)s places higher."),
        _upset,
    ),
    Award(
        "giant-killer",
        N_("Giant-killer"),
        N_("Beat %(num)s of the best from the lower half of the table."),
        _giant_killer,
    ),
    Award(
        "comeback",
        N_("Comeback of the season"),
        N_("Was %(amount)s behind “%(name)s”, and won."),
        _comeback,
    ),
    Award(
        "closest",
        N_("Closest battle"),
        N_("At the end %(amount)s lay between it and “%(name)s”."),
        _closest,
        is_least=True,
    ),
    Award(
        "longest",
        N_("Longest battle"),
        N_("It took %(num)s %(turns)s until it was decided against “%(name)s”."),
        _longest,
    ),
    Award(
        "blow",
        N_("Hardest blow"),
        N_("“%(name)s” lost %(amount)s to it in one %(turn)s."),
        _blow,
    ),
    Award(
        "strangest-end",
        N_("Strangest end"),
        N_("The rarest end of all, against “%(name)s”: %(what)s."),
        _strange_end,
        is_least=True,
    ),
    Award(
        "own-hand",
        N_("Its own worst enemy"),
        N_("Lost %(amount)s by its own hand, all in all."),
        _own_hand,
    ),
    Award(
        "best-loser",
        N_("Best of the losing records"),
        N_("More losses than wins, and still %(num)s points."),
        _best_loser,
    ),
    Award(
        "last-bite",
        N_("The last one bites"),
        N_("Came last, and still beat “%(name)s”."),
        _last,
    ),
    Award(
        "lantern",
        N_("Lantern bearer"),
        N_("Walked behind everybody, so that nobody else was last."),
        _lantern,
    ),
    Award(
        "most-draws",
        N_("Peacemaker"),
        N_("%(num)s of its battles ended in a draw."),
        _draws,
    ),
    Award(
        "most-original",
        N_("Most original build"),
        N_("Nobody's build has more than %(num)s %(slots)s in common with it."),
        _original,
        is_least=True,
    ),
    Award(
        "twins",
        N_("Twins, worlds apart"),
        N_("One change from “%(name)s”, and %(num)s places away."),
        _twins,
    ),
    Award(
        "row",
        N_("Longest winning row"),
        N_("Beat %(num)s who stand side by side in the table."),
        _row,
    ),
    Award(
        "against-the-table",
        N_("Most unpredictable"),
        N_("%(num)s of its battles went against the table, the most of all."),
        _against_table,
    ),
    Award(
        "by-the-table",
        N_("Most reliable"),
        N_("%(num)s of its battles went against the table, the fewest of all."),
        _against_table,
        is_least=True,
    ),
    Award(
        "ending",
        N_("Most wins: %(what)s"),
        N_("%(num)s wins that way, more than anybody."),
        _endings,
    ),
    Award(
        "card",
        N_("Best with %(what)s"),
        N_("Came %(place)s, the highest of all who play it."),
        _cards,
        is_least=True,
    ),
)


BY_SLUG: Final = {award.slug: award for award in AWARDS}


# --- given ----------------------------------------------------------------------------------------

_kept: Final[Cache[object, tuple[Honour, ...]]] = Cache(8, Lock())


def of(table: FullTable) -> tuple[Honour, ...]:
    """The awards of this table, given once and kept."""
    return _kept.of(table.key, lambda: tuple(give(table)))


def give(table: FullTable) -> Iterator[Honour]:
    """Every award that somebody has earned alone, or with few others."""
    field = Field(table)
    if len(field.standings) < 2:
        return
    order = [each.entry for each in field.standings]
    for award in AWARDS:
        about: dict[int, dict[int, Mark]] = defaultdict(dict)
        for what, rank, mark in award.marks(field):
            marks = about[what]
            if rank not in marks or award.key(mark) < award.key(marks[rank]):
                marks[rank] = mark
        for what, marks in sorted(about.items()):
            if winners := tuple(_winners(marks, award.key, order)):
                yield Honour(award, what, winners)


def _winners(
    marks: Mapping[int, Mark], key: Callable[[Mark], tuple[int, int]], order: Sequence[int]
) -> Iterator[Winner]:
    place = 1
    for _, level in groupby(
        sorted(marks, key=lambda rank: (key(marks[rank]), rank)), key=lambda rank: key(marks[rank])
    ):
        ranks = list(level)
        if place + len(ranks) - 1 > _MEDALS:
            return
        for rank in ranks:
            against = marks[rank].against
            yield Winner(
                order[rank], place, marks[rank].value, None if against is None else order[against]
            )
        place += len(ranks)


def of_entrant(honours: Iterable[Honour], index: int) -> list[tuple[Honour, Winner]]:
    """What this entrant has won, awards before second and third places."""
    won = [(honour, each) for honour in honours for each in honour.winners if each.entrant == index]
    return sorted(won, key=lambda each: each[1].place)


# --- in words -------------------------------------------------------------------------------------


def label(table: FullTable, honour: Honour, lang: Lang) -> str:
    """The name of the award."""
    _ = translations(lang).gettext
    return _(honour.award.label) % {"what": _what(table, honour, lang)}


def meaning(
    table: FullTable,
    honour: Honour,
    winner: Winner,
    name: Callable[[int], str],
    lang: Lang,
    wrap: Callable[[str], str] = str,
) -> str:
    """What the winner did for it, in a sentence; `name` of an entrant by index.

    `wrap` is applied to our sentence, such as `Markup` if names are links.
    """
    _, game = translations(lang).gettext, table.game
    return wrap(_(honour.award.meaning)) % {
        **game.terms.to(lang),
        "what": _what(table, honour, lang),
        "num": number(winner.value),
        "place": ordinal(winner.value, lang),
        "amount": game.life.amount(winner.value, lang),
        "name": "" if winner.against is None else name(winner.against),
    }


def _what(table: FullTable, honour: Honour, lang: Lang) -> str:
    if honour.what == PLAIN:
        return ""
    if honour.award.slug == "card":
        return table.game.cards[honour.what].name.to(lang)
    return table.game.ending(honour.what, lang)
