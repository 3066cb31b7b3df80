"""The content of a report: what happened to a character, its battles told, the table around it, every opponent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
from app.engine.decks import in_runs
from app.errors import Problem, RulesNotInstalled
from app.i18n import N_, lang_of, moment, ordinal, translations
from app.league import seals
from app.league.archive import record
from app.league.problems import explain
from app.league.results import FinishedRun, finished, sheets_of, shown
from app.league.results import battle as battle_of
from app.letters import corrections, headlines, links, tellings
from app.letters.render import one_line
from app.letters.tellings import Telling, highlights, ways
from app.letters.tellings.highlights import Drama, Why
from app.settings import settings
from app.statistics import sentences, what_if
from app.statistics.awards import honours, words
from app.store import letters, rounds, seasons
from app.store.database import once
from app.store.letter_kinds.news import Correction, Report
from app.store.letter_kinds.registry import about as about_of
from app.store.tables import Letter, Player, Revision, Run, Season
from app.text.columns import WIDTH, fitted, shortened
from app.tournament.formats.stages import Phase
from app.tournament.formats.teams import halves
from app.tournament.standings import Standing

MOST_OPPONENTS: Final = 60
_TOP: Final = 3
_AROUND: Final = 3
_INDENT: Final = 2
"""Columns before a line about an opponent."""
_NARROW: Final = 2
NOBODY: Final = -1
"""No participant's index."""
_FAR_BEHIND: Final = 4
_USUALLY: Final = 2
_AWARDS: Final = 3
_SHORT: Final = 50
"""Lines: if two battles together take no more, a third is told."""
_IDEA_SECONDS: Final = 0.05
"""A report may take so long to look for the change that would have gained most."""

GROUPS: Final = {
    "neighbours": N_("Close to you in the table"),
    "won": N_("Beaten, the highest-placed first"),
    "drawn": N_("Drawn"),
    "lost": N_("Lost to, the lowest-placed first"),
}
WHY: Final = {
    Why.CHAMPION_FELL: N_("The champion falls"),
    Why.RUNNER_UP_FELL: N_("The runner-up falls"),
    Why.GIANT: N_("The giant that fell: place {place}"),
    Why.REVENGE: N_("Revenge for the last time"),
    Why.COMEBACK: N_("The comeback"),
    Why.ONLY_WIN: N_("The one win"),
    Why.CHAMPION: N_("Against the champion"),
    Why.RUNNER_UP: N_("Against the runner-up"),
    Why.BEST_WIN: N_("The highest-placed of those beaten: place {place}"),
    Why.ONLY_LOSS: N_("The only loss"),
    Why.STUMBLE: N_("The stumble: beaten from place {place}"),
    Why.ABOVE: N_("Against the one just above you"),
    Why.BELOW: N_("Against the one just below you"),
    Why.NEAR: N_("Against a neighbour in the table"),
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


@dataclass(frozen=True, slots=True)
class _Shared:
    """What all reports of a run in a language share."""

    season: Season
    run: Run
    title: str
    page: str
    before: FinishedRun | None
    """The run of the last season of the game before this one, if its rules are there."""
    next_seasons: list[tuple[str, str]]
    late: list[str]
    second_digest: str


def _shared(session: Session, letter: Letter) -> _Shared:
    """This, read once a session."""

    def read() -> _Shared:
        season = session.get_one(Season, letter.season_id)
        run = session.get_one(Run, letter.run_id)
        lang, here = lang_of(letter.lang), settings()
        return _Shared(
            season,
            run,
            one_line(season.title(lang)),
            links.season_page(season, lang, here),
            _before(session, season),
            [
                (one_line(each.title(lang)), links.season_page(each, lang, here))
                for each in seasons.open_ones(session)
                if each.game == season.game
                and each.id != season.id
                # A later round takes only those who played the one before, be it this season.
                and ((later := rounds.of(session, each)) is None or later.before_id == season.id)
            ],
            late_lines(session, letter),
            record.second_digest_of(session, season, run),
        )

    return once(session, ("report", letter.run_id, letter.lang), read)


def run_of(session: Session, letter: Letter) -> FinishedRun:
    """The run that the letter tells of, as its reader may read it."""
    about = _shared(session, letter)
    return shown(session, about.season, about.run, lang_of(letter.lang), letter.player_id)


def reader_in(run: FinishedRun, letter: Letter) -> int:
    """Where the reader's character of which the letter tells stands among the participants."""
    matter = about_of(letter)
    return run.own(letter.player_id, matter.entry if isinstance(matter, Report) else None)


def report(session: Session, letter: Letter, about: Report) -> dict[str, Any]:
    """The reader's results; the words of the battles are left out, since they take the room that is left."""
    lang = lang_of(letter.lang)
    run, shared = run_of(session, letter), _shared(session, letter)
    me = reader_in(run, letter)
    revision = session.get_one(Revision, run.participants[me].revision_id)
    standing = run.standing(me)
    is_short = session.get_one(Player, letter.player_id).wants_short_report
    _ = translations(lang).gettext
    groups = [(_(GROUPS[group]), met) for group, met in opponents(run, me, lang)]
    played = sum(byte != NOT_PLAYED for byte in run.row(me))
    if run.phases:
        groups = _by_stages(run, me, lang)
        played = sum(len(met) for _, met in groups)
        groups = [(heading, met[:MOST_OPPONENTS]) for heading, met in groups]
    groups = [] if is_short else groups
    listed = sum(len(met) for _, met in groups)
    dramas = highlights.most_dramatic(
        run, me, victors(shared.before, run, me), partial(battle_of, session, run)
    )
    return {
        "name": one_line(run.participants[me].name),
        "owner": one_line(run.participants[me].owner),
        "number": run.participants[me].number,
        "standing": standing,
        "of": len(run.participants),
        "battles": played,
        "headline": headlines.headline(run, me, dramas, lang),
        "opening": headlines.opening(run, me, shared.title, lang),
        "tally": headlines.tally(standing, lang),
        "sides": _sides(run, me, lang),
        "has_teams": run.team_phase is not None,
        "post": headlines.post(run, me, dramas, shared.title, shared.page, lang),
        "dramas": dramas,
        "awards": (won := _awards(run, me, lang)),
        "nearly": "" if won else _nearly(run, me, lang),
        "is_short": is_short,
        "would_have": "" if is_short else would_have(run, me, dramas, lang),
        "comfort": comfort(run, me, lang) if run.is_full else "",
        "next_seasons": shared.next_seasons,
        "level": sum(other.points == standing.points for other in run.standings) - 1
        if run.is_full
        else 0,
        "tie_breaks": [
            (_(each.label), number)
            for each, number in zip(run.scoring.tie_breaks, standing.tie_breaks, strict=True)
        ],
        "table": (rows := list(table(run, me))),
        "table_lines": table_lines(rows),
        "late": shared.late,
        "opponent_lines": opponent_lines,
        "groups": groups,
        "unlisted": 0 if is_short else played - listed,
        "game": run.game.title.to(lang),
        "game_slug": run.game.slug,
        "has_matches": run.game.match is not None,
        "has_stages": bool(run.phases),
        "life": run.game.life.name.to(lang),
        "rules": run.game.rules_version,
        "digest": run.digest,
        "second_digest": shared.second_digest,
        "record": links.record_file(shared.season, settings()),
        "commitment": revision.commitment,
        "salt": revision.salt.hex(),
        "word": about.word or shared.run.word,
        "corrects": about.corrects,
        "reason": about.reason,
        "changes": corrections.changes(session, shared.season, about, run, me, lang)
        if isinstance(about, Correction)
        else [],
        "thread": _thread(session, letter),
        "siblings": _siblings(run, me, shared.page, lang),
    }


def _sides(run: FinishedRun, me: int, lang: Lang) -> list[str]:
    """The table of sides, a line each, the reader's own marked."""
    if run.team_phase:
        return _teams(run, run.team_phase, me, lang)
    say = translations(lang)
    own = run.participants[me].side
    lines = []
    for line in run.side_lines:
        points = say.ngettext("%(num)s point", "%(num)s points", line.points)
        name, average = run.sides.every[line.side].name(lang), f"{line.average:.2f}"
        mark = say.gettext(N_(" (your side)")) if line.side == own else ""
        said = say.gettext(N_("%(place)s. %(name)s%(mark)s: %(points)s, %(average)s a character"))
        words = {"place": line.place, "name": one_line(name), "mark": mark, "average": average}
        lines.append(said % (words | {"points": points % {"num": line.points}}))
    return lines


def _teams(run: FinishedRun, phase: Phase, me: int, lang: Lang) -> list[str]:
    """The table of the teams, a line each, the reader's own marked."""
    say = translations(lang)
    lines = []
    for line in phase.teams:
        points = say.ngettext("%(num)s point", "%(num)s points", line.points)
        team = run.team_of(line.entry)
        mark = say.gettext(N_(" (your team)")) if team == run.side_of(me) else ""
        said = say.gettext(N_("%(place)s. %(name)s%(mark)s: %(points)s, %(boards)s on boards"))
        words = {"place": line.place, "name": one_line(team.name(lang)), "mark": mark}
        words |= {"boards": halves(phase.board_points[line.entry])}
        lines.append(said % (words | {"points": points % {"num": line.points}}))
    return lines


def _siblings(run: FinishedRun, me: int, page: str, lang: Lang) -> list[tuple[str, str, str]]:
    """The other characters of the same player, each with its place and its page."""
    mine = run.participants[me].player_id
    return [
        (
            one_line(each.name),
            ordinal(run.standing(at).place, lang),
            f"{page}/entries/{each.number}",
        )
        for at, each in enumerate(run.participants)
        if mine is not None and each.player_id == mine and at != me
    ]


def _awards(run: FinishedRun, me: int, lang: Lang) -> list[str]:
    """The awards that it has won, and for what, a line each."""
    _ = translations(lang).gettext
    return [
        _("%(award)s. %(sentence)s")
        % {
            "award": words.label(run, honour, lang),
            "sentence": words.meaning(run, honour, each, partial(headlines.short, run), lang),
        }
        for honour, each in honours.of_entrant(honours.of(run), me)
        if each.place == 1
    ][:_AWARDS]


def _nearly(run: FinishedRun, me: int, lang: Lang) -> str:
    """The award that it was closest to; empty if to none."""
    best = next(iter(honours.of_entrant(honours.of(run), me)), None)
    if best is None:
        return ""
    about = {"award": words.label(run, best[0], lang), "place": ordinal(best[1].place, lang)}
    return translations(lang).gettext("%(place)s for this award: %(award)s") % about


def _thread(session: Session, letter: Letter) -> str:
    """The subject of the letter that this one follows, as a thread has it; empty if there is none."""
    earlier = letters.called(session, letter.in_reply_to) if letter.in_reply_to else None
    subject = one_line(earlier.subject or "") if earlier else ""
    return subject if subject.startswith("Re: ") or not subject else f"Re: {subject}"


def _before(session: Session, season: Season) -> FinishedRun | None:
    """The results of the last season of the game before this one, if its rules are there."""
    earlier = (
        each
        for each in seasons.with_results(session)
        if each.game == season.game and each.id != season.id
        if not season.published_at or (each.published_at or season.created_at) < season.published_at
    )
    before = next(earlier, None)
    if before is None:
        return None
    try:
        return finished(session, before, session.get_one(Run, before.published_run_id))
    except RulesNotInstalled:
        return None


def victors(before: FinishedRun | None, run: FinishedRun, me: int) -> set[int]:
    """Who of the field beat the same player in these results."""
    mine = run.participants[me].player_id
    if before is None or mine is None or mine not in before.by_player:
        return set()
    beat_me = headlines.conquerors(before, before.by_player[mine])
    players = {before.participants[other].player_id for other in beat_me} - {None}
    return {at for at, each in enumerate(run.participants) if each.player_id in players}


def would_have(run: FinishedRun, me: int, told: Sequence[Drama], lang: Lang) -> str:
    """The single change that would have won most; in a large field the one that turns a lost battle. Empty if there is none."""
    _ = translations(lang).gettext
    game, build = run.game, run.builds[me]
    if run.is_full and what_if.is_affordable(game, build, len(run.builds) - 1, _IDEA_SECONDS):
        found = what_if.improve(run, me)
        if found.best and found.place and found.place < run.standing(me).place:
            change = sentences.change(game, build.cards, found.best.change, lang)
            place = ordinal(found.place, lang)
            return _("By points, one change would have made it %(place)s: %(change)s.") % {
                "place": place,
                "change": change,
            }
    lost = [drama.opponent for drama in told if drama.winner is Side.AWAY]
    rescued = what_if.rescue(game, build, [run.builds[opponent] for opponent in lost])
    if not rescued:
        return ""
    number, rescue = rescued
    return _("One change would have beaten “%(name)s”: %(change)s.") % {
        "name": headlines.short(run, lost[number]),
        "change": sentences.change(game, build.cards, rescue, lang),
    }


def comfort(run: FinishedRun, me: int, lang: Lang) -> str:
    """For the lower half: the place that one more win would have meant, if it is a better one."""
    _ = translations(lang).gettext
    standing, win = run.standing(me), run.scoring.win
    if 2 * standing.place <= len(run.standings):
        return ""
    better = 1 + sum(each.points > standing.points + win for each in run.standings)
    if better >= standing.place:
        return ""
    return _("How close it is: one more win, and it is %(place)s.") % {
        "place": ordinal(better, lang)
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
        for each in seals.late_acts(session, season, lang)
    ]


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
    return fitted(cells, 2, right=frozenset({1, 3, 4}))


def _row(run: FinishedRun, standing: Standing, me: int) -> Row:
    return Row(
        standing.place,
        one_line(run.participants[standing.entry].name),
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
    listed = {*neighbours}
    others = [other for other in table if row[other] != NOT_PLAYED and other not in listed]
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
        [marks[each.mark], ordinal(each.place, lang), each.name, each.build, each.ending]
        for each in met
    ]
    return fitted(cells, 2, right=frozenset({1}), columns=WIDTH - _INDENT)


def _first_of_each(*lists: Sequence[int], most: int) -> Iterable[int]:
    """In turn the first, then the second of each list, and so on."""
    longest = max(map(len, lists), default=0)
    in_turn = [list_[at] for at in range(longest) for list_ in lists if at < len(list_)]
    return in_turn[:most]


def _by_stages(run: FinishedRun, me: int, lang: Lang) -> list[tuple[str, list[Opponent]]]:
    """All opponents in order, stage by stage; dice that settled a battle stand beside how it ended."""
    found = []
    for stage in ways.way(run, me, lang):
        met = [(_opponent(run, me, each.other, each.outcome, lang), each) for each in stage.met]
        told = [
            replace(one, ending=f"{one.ending} [{e.dice}]") if e.dice else one for one, e in met
        ]
        found.append((stage.heading, told))
    return found


def _opponent(run: FinishedRun, me: int, other: int, byte: int, lang: Lang) -> Opponent:
    opponent = run.participants[other]
    return Opponent(
        _battle(run, me, other),
        mark_of(winner_of(byte)),
        run.standing(other).place,
        one_line(opponent.name),
        opponent.written if run.game.is_ordered else in_runs(opponent.written),
        run.game.ending(reason_of(byte), lang),
    )


# --- the battles ----------------------------------------------------------------------------------


def tell(session: Session, letter: Letter, dramas: Sequence[Drama], space: int) -> list[Story]:
    """The battles of the reader, told from their side, a win before a loss; each takes up to so many bytes.

    Two at most, unless these are short.
    """
    run = run_of(session, letter)
    me = reader_in(run, letter)
    mine, *theirs = _sheets(session, run, me, [each.opponent for each in dramas])
    told: list[Story] = []
    for each, other in zip(dramas, theirs, strict=True):
        lines = sum(len(story.telling.lines) for story in told)
        if len(told) < _USUALLY or lines <= _SHORT:
            told.append(_story(run, me, each, (mine, other), lang_of(letter.lang), space))
    return sorted(told, key=lambda each: each.mark != "won")


def told_in(session: Session, letter: Letter) -> tuple[str, list[str]]:
    """The headline of the report, and the battles that it tells or would tell next: the reason and the opponent of each."""
    lang, run = lang_of(letter.lang), run_of(session, letter)
    me, before = reader_in(run, letter), _shared(session, letter).before
    dramas = highlights.most_dramatic(
        run, me, victors(before, run, me), partial(battle_of, session, run)
    )
    headline = f"{headlines.short(run, me)}{translations(lang).gettext(': ')}"
    return headline + headlines.headline(run, me, dramas, lang), [
        f"{_why(run, each, lang)} ({headlines.short(run, each.opponent)})" for each in dramas
    ]


def _why(run: FinishedRun, drama: Drama, lang: Lang) -> str:
    """The reason why it is told, as its heading."""
    place = run.standing(drama.opponent).place
    return translations(lang).gettext(WHY[drama.why]).format(place=place)


def _story(
    run: FinishedRun, me: int, drama: Drama, sheets: tuple[Sheet, Sheet], lang: Lang, space: int
) -> Story:
    mine, theirs = sheets
    place = run.standing(drama.opponent).place
    return Story(
        battle=_battle(run, me, drama.opponent),
        why=_why(run, drama, lang),
        mark=mark_of(drama.winner),
        ending=run.game.ending(run.game.reasons.index(drama.battle.reason), lang),
        opponent=headlines.short(run, drama.opponent),
        place=place,
        turn=drama.battle.turn,
        hp=drama.battle.hp,
        facts=list(_facts(drama, run.game, lang)),
        labels=list(_labels(mine, theirs, lang)),
        telling=tellings.tell(run.game, drama.battle, mine, theirs, lang, space),
    )


def _facts(told: Drama, game: Ruleset, lang: Lang) -> Iterator[str]:
    """The facts that promise an interesting battle."""
    _ = translations(lang).gettext
    won = told.is_won
    if told.deficit >= _FAR_BEHIND:
        text = (
            N_("{amount} behind at one time, and still won")
            if won
            else N_("{amount} ahead at one time, and lost")
        )
        yield _(text).format(amount=game.life.amount(told.deficit, lang))
    if told.winner and told.blows and told.margin <= _NARROW:
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


def _sheets(session: Session, run: FinishedRun, me: int, others: Sequence[int]) -> list[Sheet]:
    """Our reader's sheet and those of the others, with names that can be told a hundred times."""
    those = [run.participants[index] for index in (me, *others)]
    return [
        replace(sheet, name=shortened(one_line(sheet.name), headlines.NAME_COLUMNS))
        for sheet in sheets_of(session, those, own=those[0])
    ]
