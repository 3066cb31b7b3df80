"""The contents of a report, except the words of its battles."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Lang, Side, mark_of, reason_of, winner_of
from app.errors import RulesNotInstalled
from app.i18n import N_, lang_of, number, ordinal, translations
from app.league.results.results import FinishedRun, battle as battle_of, shown
from app.letters import links
from app.letters.receipts import salts_of
from app.letters.render import one_line
from app.letters.reports import headlines
from app.letters.reports.brackets import brackets_of
from app.letters.reports.opponents import (
    GROUPS,
    MOST_OPPONENTS,
    by_stages,
    opponent_lines,
    opponents,
    way,
)
from app.letters.reports.results import reader_in, run_of, shared_of, table, table_lines, victors
from app.letters.tellings import highlights
from app.letters.tellings.highlights import Drama
from app.notices.news import Correction, Report
from app.settings import settings
from app.statistics import sentences, what_if
from app.statistics.awards import honours
from app.statistics.awards.words import label, meaning
from app.store import letters
from app.store.entries import seal
from app.store.tables import Letter, Player, Run, Season
from app.tournament.formats.stages import Phase
from app.tournament.formats.teams import halves
from app.tournament.standings import Standing


def changes(
    session: Session,
    season: Season,
    letter: Letter,
    about: Correction,
    run: FinishedRun,
    me: int,
    lang: Lang,
) -> list[str]:
    """What a correction changes: place and points before and now, another champion, changed battles
    among those told before, and the number of changed battles.

    Empty if the reader was not in the earlier results, or these are no longer stored.
    """
    row = session.get(Run, about.earlier) if about.earlier else None
    try:
        reader = run.participants[me].player_id
        before = shown(session, season, row, lang, reader) if row and row.winners else None
    except RulesNotInstalled:
        before = None
    mine = run.participants[me].entry_id
    entries = {each.entry_id: at for at, each in enumerate(before.participants)} if before else {}
    if before is None or mine not in entries:
        return []
    was = entries[mine]
    earlier = letters.called(session, letter.in_reply_to)
    told = rf"/battles/{before.participants[was].number}-(\d+)\b"
    read = {*map(int, re.findall(told, earlier.text or "" if earlier else ""))}
    _ = translations(lang).gettext
    return [
        _("Before: %(result)s") % {"result": _result(before, before.standing(was), lang)},
        _("Now: %(result)s") % {"result": _result(run, run.standing(me), lang)},
        *_champion(before, run, lang),
        *_battles(before, was, run, me, read, lang),
    ]


def _champion(before: FinishedRun, run: FinishedRun, lang: Lang) -> Iterator[str]:
    was, now = before.alone_on(1), run.alone_on(1)
    if was is None or now is None:
        return
    if before.participants[was].entry_id != run.participants[now].entry_id:
        names = {"before": headlines.short(before, was), "now": headlines.short(run, now)}
        sentence = N_("The champion is “%(now)s” now, and was “%(before)s” before.")
        yield translations(lang).gettext(sentence) % names


def _result(run: FinishedRun, standing: Standing, lang: Lang) -> str:
    """`37th of 40: 18 wins, 21 losses, 54 points`."""
    words = translations(lang)
    points = words.ngettext("%(num)s point", "%(num)s points", standing.points)
    return words.gettext("%(place)s of %(count)s: %(tally)s, %(points)s") % {
        "place": ordinal(standing.place, lang),
        "count": number(len(run.standings)),
        "tally": headlines.tally(standing, lang),
        "points": points % {"num": number(standing.points)},
    }


def _battles(
    before: FinishedRun, was: int, run: FinishedRun, me: int, read: Collection[int], lang: Lang
) -> Iterator[str]:
    """The battles told before that have changed, by the number of the opponent; then the number of
    all that changed.
    """
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    old, new = _met(before, was, lang), _met(run, me, lang)
    field = {each.entry_id for each in run.participants}
    those = [
        at
        for at, each in enumerate(before.participants)
        if each.number in read and each.entry_id in old
    ]
    told = []
    for at in those:
        entry, name = before.participants[at].entry_id, {"name": headlines.short(before, at)}
        if old[entry] == new.get(entry):
            continue
        if entry not in field:
            gone = _("“%(name)s”, whose battle you read, is no longer in the season.")
        elif entry not in new:
            gone = _("“%(name)s”, whose battle you read, is no longer its opponent.")
        else:
            gone = _(
                "The battle against “%(name)s” that you read ended: %(before)s. It now ends: %(now)s."
            )
            name |= {"before": _ending(before, old[entry], lang)}
            name |= {"now": _ending(run, new[entry], lang)}
        told.append(gone % name)
    if those and not told:
        told = [_("The battles that you read end the same way.")]
    yield from told
    if count := sum(old[each] != new[each] for each in old.keys() & new.keys()):
        yield ngettext(
            "%(num)s of its battles ends differently now.",
            "%(num)s of its battles end differently now.",
            count,
        ) % {"num": number(count)}
    if count := len(old.keys() - new.keys()):
        yield ngettext(
            "In all, it no longer meets %(num)s earlier opponent.",
            "In all, it no longer meets %(num)s earlier opponents.",
            count,
        ) % {"num": number(count)}
    if count := len(new.keys() - old.keys()):
        yield ngettext(
            "In all, it meets %(num)s new opponent.",
            "In all, it meets %(num)s new opponents.",
            count,
        ) % {"num": number(count)}


def _met(run: FinishedRun, me: int, lang: Lang) -> dict[int, tuple[int, str]]:
    """The result against each opponent, by entry: the outcome, and the dice that settled a draw."""
    found = {
        each.entry_id: (byte, "")
        for each, byte in zip(run.participants, run.row(me), strict=True)
        if byte != NOT_PLAYED
    }
    for met in (met for stage in way(run, me, lang) for met in stage.met if met.dice):
        found[run.participants[met.other].entry_id] = met.outcome, met.dice
    return found


def _ending(run: FinishedRun, ended: tuple[int, str], lang: Lang) -> str:
    """`won (knocked out)`."""
    byte, dice = ended
    mark = translations(lang).gettext(mark_of(winner_of(byte)))
    return f"{mark} ({run.game.ending(reason_of(byte), lang)})" + (f" [{dice}]" if dice else "")


_PUBLISHED: Final = N_("Published")
_ONE_OF: Final = N_("“%(name)s” is one of the %(count)s accepted in %(season)s.")
_AWARDS: Final = 3
_IDEA_SECONDS: Final = 0.05
"""In seconds: how long a report may search for the change that would have gained most."""


def report(session: Session, letter: Letter, about: Report) -> dict[str, Any]:
    """The reader's results. The words of the battles are left out: they take the room that remains."""
    lang = lang_of(letter.lang)
    run, shared = run_of(session, letter), shared_of(session, letter)
    me = reader_in(run, letter, about)
    commitment, salt = seal(session, run.participants[me].revision_id)
    standing = run.standing(me)
    is_short = session.get_one(Player, letter.player_id).wants_short_report
    is_short = is_short or run.game.makes is not None  # of a call there is nothing to tell
    _ = translations(lang).gettext
    name = one_line(run.participants[me].name)
    groups = [(_(GROUPS[group]), met) for group, met in opponents(run, me, lang)]
    row = run.row(me)
    played = len(row) - row.count(NOT_PLAYED)
    if run.phases:
        groups = by_stages(run, me, lang)
        played = sum(len(met) for _, met in groups)
        groups = [(heading, met[:MOST_OPPONENTS]) for heading, met in groups]
    groups = [] if is_short else groups
    listed = sum(len(met) for _, met in groups)
    dramas = highlights.most_dramatic(
        run, me, victors(shared.before, run, me), partial(battle_of, session, run)
    )
    return {
        "name": name,
        "owner": one_line(run.participants[me].owner),
        "number": run.participants[me].number,
        "standing": standing,
        "of": len(run.participants),
        "battles": played,
        "honour": headlines.place(run, standing, lang) if standing.place <= 2 else "",
        "headline": _(_PUBLISHED) if run.game.makes else headlines.headline(run, me, dramas, lang),
        "opening": [_(_ONE_OF) % {"name": name, "season": shared.title, "count": len(run.builds)}]
        if run.game.makes
        else headlines.opening(run, me, shared.title, lang),
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
        "level": bisect_right(run.points, standing.points)
        - bisect_left(run.points, standing.points)
        - 1
        if run.is_full
        else 0,
        "tie_breaks": [
            (_(each.label), number)
            for each, number in zip(run.scoring.tie_breaks, standing.tie_breaks, strict=True)
        ],
        "table": (rows := list(table(run, me))),
        "table_lines": table_lines(rows),
        "brackets": brackets_of(run, lang),
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
        "proof": shared.season.proof,
        "last_digest": shared.last_digest,
        "record": links.record_file(shared.season, settings()),
        "commitment": commitment,
        "salts": salts_of(salt) or [salt.hex()],
        "word": about.word or shared.run.word,
        "corrects": about.corrects,
        "reason": about.reason,
        "changes": changes(session, shared.season, letter, about, run, me, lang)
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
        said = say.gettext(N_("%(place)s. %(name)s%(mark)s: %(points)s, %(average)s per character"))
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
            one_line(run.participants[at].name),
            ordinal(run.standing(at).place, lang),
            f"{page}/entries/{run.participants[at].number}",
        )
        for at in ([] if mine is None else run.by_player[mine])
        if at != me
    ]


def _awards(run: FinishedRun, me: int, lang: Lang) -> list[str]:
    """The awards that it has won, each with the reason, a line each."""
    _ = translations(lang).gettext
    return [
        _("%(award)s. %(sentence)s")
        % {
            "award": label(run, honour, lang),
            "sentence": meaning(run, honour, each, partial(headlines.short, run), lang),
        }
        for honour, each in honours.of_entrant(honours.of(run), me)
        if each.place == 1
    ][:_AWARDS]


def _nearly(run: FinishedRun, me: int, lang: Lang) -> str:
    """The award that it came closest to; empty if it was close to none."""
    best = next(iter(honours.of_entrant(honours.of(run), me)), None)
    if best is None:
        return ""
    about = {"award": label(run, best[0], lang), "place": ordinal(best[1].place, lang)}
    return translations(lang).gettext("%(place)s for this award: %(award)s") % about


def _thread(session: Session, letter: Letter) -> str:
    """The subject of the letter that this one follows in its thread; empty if there is none."""
    earlier = letters.called(session, letter.in_reply_to) if letter.in_reply_to else None
    subject = one_line(earlier.subject or "") if earlier else ""
    return subject if subject.startswith("Re: ") or not subject else f"Re: {subject}"


def would_have(run: FinishedRun, me: int, told: Sequence[Drama], lang: Lang) -> str:
    """The single change that would have won most; in a large field, the one that wins a lost
    battle. Empty if there is none.
    """
    _ = translations(lang).gettext
    game, build = run.judge(me), run.builds[me]
    if run.is_full and what_if.is_affordable(game, build, len(run.builds) - 1, _IDEA_SECONDS):
        trial, better = what_if.best(run, me) or (None, 0)
        if trial and better < run.standing(me).place:
            change = sentences.change(game, build.cards, trial.change, lang)
            place = ordinal(better, lang)
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
    """For the lower half: the place that one more win would have given at least, if it is better."""
    _ = translations(lang).gettext
    standing, gain = run.standing(me), run.scoring.win - run.scoring.loss
    if 2 * standing.place <= len(run.standings) or not standing.losses:
        return ""
    better = len(run.points) - bisect_left(run.points, standing.points + gain) + 1
    if better >= standing.place:
        return ""
    return _("How close it was: with one win instead of a loss it is %(place)s or better.") % {
        "place": ordinal(better, lang)
    }
