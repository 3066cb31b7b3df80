"""The content of a report: the result, the table around the player, every opponent, two battles told."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlmodel import Session

from app.engine import (
    AWAY,
    DRAW,
    HOME,
    NOT_PLAYED,
    Lang,
    Mark,
    Ruleset,
    Sheet,
    Side,
    mark_of,
    reason_of,
    winner_of,
)
from app.errors import Problem
from app.i18n import N_, lang_of, moment, ordinal, translations
from app.league import seals
from app.league.archive import record
from app.league.problems import explain
from app.league.results import FinishedRun, Participant, finished, sheet_of
from app.letters import highlights, tellings
from app.letters.highlights import Drama, Why
from app.letters.render import one_line
from app.letters.tellings import Telling
from app.settings import settings
from app.store.letter_kinds import Report
from app.store.tables import Letter, Revision, Run, Season
from app.text.columns import aligned, shortened
from app.tournament.standings import Standing

MOST_OPPONENTS: Final = 60
_TOP: Final = 3
_AROUND: Final = 3
_NAME_COLUMNS: Final = 40
"""Names in lists and tellings are shortened beyond this: they come again and again."""
_TEXT_NAME_COLUMNS: Final = 24
_TEXT_MARK: Final = ".."
"""Unlike `…`, it is as wide in every font."""
_NARROW: Final = 2
NOBODY: Final = -1
"""No participant's index."""
_FAR_BEHIND: Final = 4

GROUPS: Final = {
    "neighbours": N_("Close to you in the table"),
    "won": N_("Beaten, the highest-placed first"),
    "drawn": N_("Drawn"),
    "lost": N_("Lost to, the lowest-placed first"),
}
WHY: Final = {
    Why.CHAMPION: N_("Against the champion"),
    Why.RUNNER_UP: N_("Against the runner-up"),
    Why.GIANT: N_("The giant that fell: place {place}"),
    Why.STUMBLE: N_("The stumble: beaten from place {place}"),
    Why.ABOVE: N_("Against the one just above you"),
    Why.BELOW: N_("Against the one just below you"),
    Why.RARE: N_("An end that few battles have"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; None in a list of rows stands for those left out."""

    place: int
    name: str
    wins: int
    draws: int
    losses: int
    points: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent, and how it went: `mark` is `won`, `drawn` or `lost`.

    `battle` names the battle as its page does: the numbers of both, ours first.
    """

    battle: str
    mark: Mark
    place: int
    name: str
    build: str
    ending: str


@dataclass(frozen=True, slots=True)
class Story:
    """A battle told: `why` it was chosen, `facts` that promise something, builds with a name, then its telling."""

    battle: str
    why: str
    mark: Mark
    ending: str
    opponent: str
    place: int
    turn: int
    hp: tuple[int, int]
    facts: list[str]
    labels: list[str]
    telling: Telling


def run_of(session: Session, letter: Letter) -> FinishedRun:
    """The run that the letter tells of."""
    season = session.get_one(Season, letter.season_id)
    return finished(session, season, session.get_one(Run, letter.run_id))


def report(session: Session, letter: Letter, about: Report) -> dict[str, Any]:
    """The reader's results; the battles told are left out, since they take the room that is left."""
    lang = lang_of(letter.lang)
    run = run_of(session, letter)
    me = run.by_player[letter.player_id]
    revision = session.get_one(Revision, run.participants[me].revision_id)
    standing = run.standing(me)
    groups = opponents(run, me, lang)
    listed = sum(len(met) for _, met in groups)
    played = sum(byte != NOT_PLAYED for byte in run.row(me))
    _ = translations(lang).gettext
    return {
        "name": one_line(run.participants[me].name),
        "owner": one_line(run.participants[me].owner),
        "standing": standing,
        "of": len(run.participants),
        "battles": played,
        "level": sum(other.points == standing.points for other in run.standings) - 1,
        "tie_breaks": [
            (_(each.label), number)
            for each, number in zip(run.scoring.tie_breaks, standing.tie_breaks, strict=True)
        ],
        "table": (rows := list(table(run, me))),
        "table_lines": table_lines(rows),
        "late": late_lines(session, letter),
        "opponent_lines": opponent_lines,
        "groups": [(_(GROUPS[group]), met) for group, met in groups],
        "unlisted": played - listed,
        "game": run.game.title.to(lang),
        "life": run.game.life.name.to(lang),
        "rules": run.game.rules_version,
        "digest": run.digest,
        "second_digest": _second_digest(session, letter),
        "commitment": revision.commitment,
        "salt": revision.salt.hex(),
        "corrects": about.corrects,
        "reason": about.reason,
    }


def late_lines(session: Session, letter: Letter) -> list[str]:
    """Entries added or taken out after the builds had been opened, and why: a sentence each."""
    season = session.get_one(Season, letter.season_id)
    lang, zone = lang_of(letter.lang), settings().zone
    return [
        one_line(
            explain(
                Problem(
                    f"entry-{each.kind}-late",
                    words=(str(each.number), each.name, moment(each.at, lang, zone), each.reason),
                ),
                lang,
            )
        )
        for each in seals.late_acts(session, season)
    ]


def _second_digest(session: Session, letter: Letter) -> str:
    season = session.get_one(Season, letter.season_id)
    return record.second_digest_of(session, season, session.get_one(Run, letter.run_id))


# --- the table ------------------------------------------------------------------------------------


def table(run: FinishedRun, me: int) -> Iterator[Row | None]:
    """The top, and those around the player."""
    rank = run.ranks[me]
    shown = sorted(
        {*range(_TOP), *range(rank - _AROUND, rank + _AROUND + 1)} & {*range(len(run.standings))}
    )
    before = -1
    for at in shown:
        if at == before + 2:  # one line takes no more room than the mark that it is missing
            yield _row(run, run.standings[at - 1], me)
        elif at > before + 1:
            yield None
        yield _row(run, run.standings[at], me)
        before = at
    if before < len(run.standings) - 1:
        yield None


def top(run: FinishedRun, most: int) -> list[Row]:
    """The first lines of the table, for a reader who is not in it."""
    return [_row(run, standing, NOBODY) for standing in run.standings[:most]]


def table_lines(rows: Sequence[Row | None]) -> list[str]:
    """The same in plain text; the player's own line is marked."""
    cells = [
        [
            "" if row is None or not row.is_mine else "*",
            ":" if row is None else f"{row.place:,}",
            "" if row is None else row.name,
            "" if row is None else f"{row.wins}-{row.draws}-{row.losses}",
            "" if row is None else f"{row.points:,}",
        ]
        for row in rows
    ]
    return aligned(cells, right=frozenset({1, 3, 4}))


def _row(run: FinishedRun, standing: Standing, me: int) -> Row:
    return Row(
        standing.place,
        _short(run.participants[standing.entry]),
        standing.wins,
        standing.draws,
        standing.losses,
        standing.points,
        standing.entry == me,
    )


# --- the opponents --------------------------------------------------------------------------------


def opponents(run: FinishedRun, me: int, lang: Lang) -> list[tuple[str, list[Opponent]]]:
    """Up to 60 opponents in groups: neighbours, then the best wins, draws, and the worst losses."""
    row = run.row(me)
    rank = run.ranks[me]
    table = [standing.entry for standing in run.standings]
    near = {*range(rank - _AROUND, rank + _AROUND + 1)} - {rank}
    neighbours = [
        other for at, other in enumerate(table) if at in near and row[other] != NOT_PLAYED
    ]
    others = [other for other in table if row[other] != NOT_PLAYED and other not in neighbours]
    won = [other for other in others if row[other] & 3 == HOME]
    drawn = [other for other in others if row[other] & 3 == DRAW]
    lost = [other for other in others if row[other] & 3 == AWAY][::-1]
    chosen = {*_first_of_each(won, drawn, lost, most=MOST_OPPONENTS - len(neighbours))}
    groups = [("neighbours", neighbours)]
    groups += [
        (group, [other for other in met if other in chosen])
        for group, met in (("won", won), ("drawn", drawn), ("lost", lost))
    ]
    return [
        (group, [_opponent(run, me, other, row[other], lang) for other in met])
        for group, met in groups
        if met
    ]


def opponent_lines(met: Sequence[Opponent], marks: Mapping[str, str], lang: Lang) -> list[str]:
    """The same in plain text."""
    cells = [
        [
            marks[each.mark],
            ordinal(each.place, lang),
            shortened(each.name, _TEXT_NAME_COLUMNS, _TEXT_MARK),
            each.build,
            each.ending,
        ]
        for each in met
    ]
    return aligned(cells, right=frozenset({1}))


def _first_of_each(*lists: Sequence[int], most: int) -> Iterable[int]:
    """In turn the first, then the second of each list, and so on."""
    longest = max(map(len, lists), default=0)
    in_turn = [list_[at] for at in range(longest) for list_ in lists if at < len(list_)]
    return in_turn[:most]


def _opponent(run: FinishedRun, me: int, other: int, byte: int, lang: Lang) -> Opponent:
    opponent = run.participants[other]
    return Opponent(
        _battle(run, me, other),
        mark_of(winner_of(byte)),
        run.standing(other).place,
        _short(opponent),
        opponent.written,
        run.game.ending(reason_of(byte), lang),
    )


# --- the battles ----------------------------------------------------------------------------------


def tell(session: Session, letter: Letter, space: int) -> list[Story]:
    """The most dramatic battles of the reader, told from their side; each takes up to so many bytes."""
    lang = lang_of(letter.lang)
    run = run_of(session, letter)
    me = run.by_player[letter.player_id]
    mine = _sheet(session, run.participants[me])
    told = []
    for each in highlights.most_dramatic(run, me):
        opponent = run.participants[each.opponent]
        theirs = _sheet(session, opponent)
        place = run.standing(each.opponent).place
        reason = run.game.reasons.index(each.battle.reason)
        told.append(
            Story(
                battle=_battle(run, me, each.opponent),
                why=translations(lang).gettext(WHY[each.why]).format(place=place),
                mark=mark_of(each.battle.winner),
                ending=run.game.ending(reason, lang),
                opponent=_short(opponent),
                place=place,
                turn=each.battle.turn,
                hp=each.battle.hp,
                facts=list(_facts(each, run.game, lang)),
                labels=list(_labels(mine, theirs, lang)),
                telling=tellings.tell(run.game, each.battle, mine, theirs, lang, space),
            )
        )
    return told


def _facts(told: Drama, game: Ruleset, lang: Lang) -> Iterator[str]:
    """The facts that promise an interesting battle."""
    _ = translations(lang).gettext
    won = told.battle.winner is Side.HOME
    if told.deficit >= _FAR_BEHIND:
        text = (
            N_("{amount} behind at one time, and still won")
            if won
            else N_("{amount} ahead at one time, and lost")
        )
        yield _(text).format(amount=game.life.amount(told.deficit, lang))
    if told.battle.winner and told.blows and told.margin <= _NARROW:
        yield _(N_("{amount} apart at the end")).format(amount=game.life.amount(told.margin, lang))
    if told.battle.turn > 1:
        yield _("decided in %(turn)s %(num)s") % {
            "turn": game.terms.turn.to(lang),
            "num": told.battle.turn,
        }


def _labels(mine: Sheet, theirs: Sheet, lang: Lang) -> Iterator[str]:
    """The players' own names for their builds, where they gave one."""
    _ = translations(lang).gettext
    for sheet in (mine, theirs):
        if label := sheet.labels.get("build"):
            yield f"{sheet.name}{_(': ')}{one_line(label)}"


def _battle(run: FinishedRun, me: int, other: int) -> str:
    return f"{run.participants[me].number}-{run.participants[other].number}"


def _short(participant: Participant) -> str:
    return shortened(one_line(participant.name), _NAME_COLUMNS)


def _sheet(session: Session, participant: Participant) -> Sheet:
    """The sheet, with a name that can be told a hundred times."""
    revision = session.get_one(Revision, participant.revision_id)
    return replace(sheet_of(revision), name=_short(participant))
