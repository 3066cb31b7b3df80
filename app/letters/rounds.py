"""Letters about rounds of stages: the reader's opponents, byes, who advances, and the table so far."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang
from app.i18n import N_, lang_of, translations
from app.league.matches import spectators
from app.league.results import rounds
from app.league.seasons.stages import courses, names, plans
from app.letters.matches import between, short
from app.notices.news import Chapter, RoundNews
from app.store.matches import matches
from app.store.tables import Letter, Match, Season
from app.text.columns import aligned
from app.tournament.formats.stages import Phase
from app.tournament.standings import Standing

MOST_ROWS: Final = 8
"""How many lines of a table a letter shows: the best ones, and those about its reader."""
_BEST: Final = 3
_RIGHT: Final = (0, 3)


@dataclass(frozen=True, slots=True)
class RoundTelling:
    """Rounds of a stage that begin for the reader: their names, the opponents, and the table so far."""

    name: str
    opponents: Sequence[str]
    table: Sequence[str]


def beginning(
    session: Session, season: Season, chapters: Sequence[Chapter], lang: Lang
) -> list[RoundTelling]:
    """The rounds whose matches the letter tells of for the first time, by stage; none in a season without stages."""
    seats = {each.match: each.seat for each in chapters if not each.since}
    new = matches.by_ids(session, [*seats]) if season.stages and seats else []
    known = _StagesSoFar(session, season, lang) if new else None
    if known is None:
        return []
    told = []
    new.sort(key=lambda each: (each.stage, each.round, each.board, each.leg))
    for stage, found in groupby(new, key=lambda each: each.stage):
        those = [*found]
        rounds = {each.round for each in those}
        pairs = dict.fromkeys(_pair(each, seats[each.id]) for each in those)
        is_alone = season.characters == 1
        own = {one: "" if is_alone else known.name(one) for one, _ in pairs}
        told.append(
            RoundTelling(
                known.called(stage, rounds.pop() if len(rounds) == 1 else 0),
                [between(own[one], known.name(other)) for one, other in pairs],
                known.table(stage, those[0].round, own),
            )
        )
    return told


def _pair(match: Match, seat: str) -> tuple[int, int]:
    both = match.entry_a_id, match.entry_b_id
    return both if seat == "A" else both[::-1]


def news(session: Session, letter: Letter, about: RoundNews) -> dict[str, Any]:
    """The character, what the round or the stage is called, and the table; where its way has ended, its place in it."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    known = _StagesSoFar(session, season, lang, about.entry)
    stage = about.stage - 1 if about.is_out else about.stage
    return {
        "character": short(known.name(about.entry)),
        "round_name": known.called(stage, 0 if about.is_out else about.round),
        "reached": known.reached(stage, about.entry) if about.is_out else "",
        "table": known.table(about.stage, about.round, [about.entry]),
    }


class _StagesSoFar:
    """The stages of a season while its matches go on, with public names."""

    def __init__(self, session: Session, season: Season, lang: Lang, *more: int) -> None:
        self.lang = lang
        self.plans = courses.plans_of(season) or (plans.ROUND_ROBIN,)
        self.phases, self.ids = rounds.so_far(session, season)
        self.known = spectators.players(session, season, {*self.ids, *more}, lang)

    def name(self, entry_id: int) -> str:
        return self.known[entry_id].name

    def called(self, stage: int, round_: int) -> str:
        """`Swiss system: Round 3 of 5`; the stage alone without a round."""
        name = self.plans[stage - 1].name(self.lang)
        if not round_ or not self.phases:
            return name
        said = names.of_round(self.phases[stage - 1], round_, self.lang)
        return f"{name}{'：' if self.lang == 'ja' else ': '}{said}"

    def reached(self, stage: int, entry_id: int) -> str:
        """How far this one came in the stage: `3rd in group B`."""
        found = names.reached_in(self.phases[stage - 1], self.plans[stage - 1], self.lang)
        return found.get(self.ids.index(entry_id), "")

    def table(self, stage: int, round_: int, entry_ids: Collection[int]) -> list[str]:
        """The table when this round begins: that of the stage so far, or the end of the stage before.

        Of a knock-out it is the last round; of several tables the one with these entries.
        """
        begun = [
            phase
            for phase in self.phases[:stage]
            if phase.at + 1 < stage or any(each.round < round_ for each in phase.results)
        ]
        if not begun:
            return []
        phase, own = begun[-1], {self.ids.index(each) for each in entry_ids}
        if phase.games:
            return [*self._games(phase)]
        found = next((each for each in phase.tables if own & {one.entry for one in each}), [])
        kept = sorted({*range(_BEST), *self._about(found, own)} & {*range(len(found))})
        through = {*phase.cut.through} if phase.is_over else set()
        return aligned([self._row(found[at], own, through) for at in kept], _RIGHT) if kept else []

    @staticmethod
    def _about(found: Sequence[Standing], own: Collection[int]) -> Iterator[int]:
        """The lines about these, as many as there is room for."""
        if len(found) <= MOST_ROWS:
            yield from range(len(found))
        for at, line in enumerate(found):
            if line.entry in own:
                yield from (at - 1, at, at + 1)

    def _row(
        self, line: Standing, own: Collection[int], through: Collection[int]
    ) -> tuple[str, ...]:
        _ = translations(self.lang).gettext
        return (
            f"{line.place:,}",
            short(self.name(self.ids[line.entry])) + (_(N_(" (you)")) if line.entry in own else ""),
            f"{line.wins}-{line.draws}-{line.losses}",
            f"{line.points:,}",
            _(N_("goes on")) if line.entry in through else "",
        )

    def _games(self, phase: Phase) -> Iterator[str]:
        """How the last round of a knock-out ended."""
        _ = translations(self.lang).gettext
        last = max(each.round for each in phase.results)
        for game in phase.games:
            those = [each for each in (game.first, game.second, game.winner) if each is not None]
            if game.planned.round == last and len(those) > 2:
                one, other, winner = (short(self.name(self.ids[each])) for each in those)
                said = _(N_("%(one)s – %(other)s: %(winner)s advances"))
                yield said % {"one": one, "other": other, "winner": winner}
