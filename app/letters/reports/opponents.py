"""The opponents of a report's reader, in groups or stage by stage, and how it went."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from app.engine import (
    AWAY,
    DRAW,
    HOME,
    NOT_PLAYED,
    Lang,
    Mark,
    Ruleset,
    exchanged,
    mark_of,
    positions,
    reason_of,
    winner_of,
    winners,
)
from app.engine.decks import in_runs
from app.i18n import N_, number, ordinal, translations
from app.league.results.results import FinishedRun
from app.letters.render import one_line
from app.letters.reports.results import AROUND, battle_name
from app.text.columns import WIDTH, fitted, width
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.results import battles
from app.tournament.formats.stages import Phase


@dataclass(frozen=True, slots=True)
class _Met:
    """An opponent by index, and how it ended from the own view; `dice` settled a drawn knock-out, the own throws first."""

    other: int
    outcome: int
    dice: str = ""


@dataclass(frozen=True, slots=True)
class StageWay:
    """What happened in a stage: `heading` says how it ended there."""

    heading: str
    met: list[_Met]


_FATES: Final = {
    (True, False): N_("%(stage)s: %(place)s of %(count)s, advances"),
    (True, True): N_("%(stage)s: %(place)s of %(count)s, tied, advances by lot"),
    (False, False): N_("%(stage)s: %(place)s of %(count)s, out"),
    (False, True): N_("%(stage)s: %(place)s of %(count)s, tied, out by lot"),
}
"""The end of a stage other than the last: whether they advanced, and whether by lot."""


def way(run: FinishedRun, me: int, lang: Lang) -> list[StageWay]:
    """The stages that this entry took part in, in order."""
    return [
        StageWay(_heading(run, phase, me, lang), list(_met(phase, me)))
        for phase in run.phases
        if me in phase.field.seed_of
    ]


def _heading(run: FinishedRun, phase: Phase, me: int, lang: Lang) -> str:
    _ = translations(lang).gettext
    line = next(each for each in phase.standings if each.entry == me)
    sentence, is_through = N_("%(stage)s: %(place)s of %(count)s"), me in phase.cut.through
    reached = "" if is_through else run.reached[lang].get(me, "")
    if reached and me not in phase.drawn and (phase.is_last or phase.games or phase.team_games):
        sentence = N_("%(stage)s: %(reached)s")
    elif not phase.is_last:
        sentence = _FATES[is_through, me in phase.drawn]
    return _(sentence) % {
        "stage": run.plans[phase.at].name(lang),
        "reached": reached,
        "place": ordinal(line.place, lang),
        "count": number(len(phase.field.present)),
    }


def _met(phase: Phase, me: int) -> Iterator[_Met]:
    format_ = phase.stage.format
    games = format_.games(phase.field, phase.results) if isinstance(format_, Knockout) else []
    throws = {(game.planned.round, game.planned.table): game.throws for game in games}
    for each in sorted(battles(phase.results), key=lambda each: (each.round, each.table)):
        dice = throws.get((each.round, each.table), ())
        if me == each.first and each.second is not None:
            yield _Met(each.second, each.outcome, ", ".join(f"{one}–{two}" for one, two in dice))
        elif me == each.second:
            outcome = exchanged(bytes([each.outcome]))[0]
            yield _Met(each.first, outcome, ", ".join(f"{two}–{one}" for one, two in dice))


MOST_OPPONENTS: Final = 60
_WIDEST_BUILD: Final = 24
_INDENT: Final = 2
"""Columns before a line about an opponent."""

GROUPS: Final = {
    "neighbours": N_("Close to you in the table"),
    "won": N_("Beaten, the highest-placed first"),
    "drawn": N_("Drawn"),
    "lost": N_("Lost to, the lowest-placed first"),
}


@dataclass(frozen=True, slots=True)
class _Opponent:
    """An opponent, and how it went: `mark` is `won`, `drawn` or `lost`.

    `battle` names the battle as its page does: the numbers of both, ours first. `build` is empty where it has no short form
    that the reader would know.
    """

    battle: str
    mark: Mark
    place: int
    name: str
    build: str
    ending: str


def opponents(run: FinishedRun, me: int, lang: Lang) -> list[tuple[str, list[_Opponent]]]:
    """Up to 60 opponents in groups: neighbours, then the best wins, draws, and the worst losses."""
    row, rank = run.row_by_rank(me), run.ranks[me]
    ended, lines = winners(row), range(len(row))
    near = lines[max(rank - AROUND, 0) : rank + AROUND + 1]
    neighbours = [at for at in near if row[at] != NOT_PLAYED]

    def others(how: int, step: int = 1) -> list[int]:
        those = lines[::step]
        found = (those[at] for at in positions(ended[::step], how))
        return [*islice((at for at in found if at not in near), MOST_OPPONENTS)]

    won, drawn, lost = others(HOME), others(DRAW), others(AWAY, -1)
    chosen = {*_first_of_each(won, drawn, lost, most=MOST_OPPONENTS - len(neighbours))}
    groups = [("neighbours", neighbours)]
    groups += [
        (group, [at for at in met if at in chosen])
        for group, met in (("won", won), ("drawn", drawn), ("lost", lost))
    ]
    return [
        (group, [_opponent(run, me, run.order[at], row[at], lang) for at in met])
        for group, met in groups
        if met
    ]


def opponent_lines(met: Sequence[_Opponent], marks: Mapping[str, str], lang: Lang) -> list[str]:
    """The same in plain text; without the builds where they are decks, which no line holds."""
    has_room = all(width(each.build) <= _WIDEST_BUILD for each in met)
    cells = [
        [marks[each.mark], ordinal(each.place, lang), each.name]
        + [each.build] * has_room
        + [each.ending]
        for each in met
    ]
    return fitted(cells, 2, right=frozenset({1}), columns=WIDTH - _INDENT)


def _first_of_each(*lists: Sequence[int], most: int) -> Iterable[int]:
    """In turn the first, then the second of each list, and so on."""
    longest = max(map(len, lists), default=0)
    in_turn = [list_[at] for at in range(longest) for list_ in lists if at < len(list_)]
    return in_turn[:most]


def by_stages(run: FinishedRun, me: int, lang: Lang) -> list[tuple[str, list[_Opponent]]]:
    """All opponents in order, stage by stage; an ending also names the dice that settled it."""
    found = []
    for stage in way(run, me, lang):
        met = [(_opponent(run, me, each.other, each.outcome, lang), each) for each in stage.met]
        told = [
            replace(one, ending=f"{one.ending} [{e.dice}]") if e.dice else one for one, e in met
        ]
        found.append((stage.heading, told))
    return found


def _opponent(run: FinishedRun, me: int, other: int, byte: int, lang: Lang) -> _Opponent:
    opponent = run.participants[other]
    return _Opponent(
        battle_name(run, me, other),
        mark_of(winner_of(byte)),
        run.standing(other).place,
        one_line(opponent.name),
        _short(run.game, opponent.written, lang),
        run.game.ending(reason_of(byte), lang),
    )


def _short(game: Ruleset, written: str, lang: Lang) -> str:
    """A build by the signs of its cards; those of decks are known to Japanese readers alone."""
    if game.is_ordered:
        return written
    return in_runs(written) if lang == "ja" else ""
