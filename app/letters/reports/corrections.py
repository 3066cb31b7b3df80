"""What a correction changes for its reader: their place, the battles that they had read, and whom they meet."""

import re
from collections.abc import Collection, Iterator

from sqlmodel import Session

from app.engine import NOT_PLAYED, Lang, mark_of, reason_of, winner_of
from app.errors import RulesNotInstalled
from app.i18n import N_, number, ordinal, translations
from app.league.results.results import FinishedRun, shown
from app.letters.reports import headlines, opponents
from app.notices.news import Correction
from app.store import letters
from app.store.tables import Letter, Run, Season
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
    """The place and the points before and now, another champion, each battle read before that is another now, then how many are.

    Empty if the reader had no part in the earlier results, or these are not kept any more.
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
    """The battles that were `read`, by the number of the opponent, and are others now; then how many of all are."""
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
            gone = _("“%(name)s”, whose battle you read, is no longer in the field.")
        elif entry not in new:
            gone = _("It no longer meets “%(name)s”, whose battle you read.")
        else:
            gone = _("Against “%(name)s” you read: %(before)s. Now it ends: %(now)s.")
            name |= {"before": _ending(before, old[entry], lang)}
            name |= {"now": _ending(run, new[entry], lang)}
        told.append(gone % name)
    if those and not told:
        told = [_("The battles that you read end as they did.")]
    yield from told
    if count := sum(old[each] != new[each] for each in old.keys() & new.keys()):
        yield ngettext(
            "%(num)s of its battles ends otherwise than before.",
            "%(num)s of its battles end otherwise than before.",
            count,
        ) % {"num": number(count)}
    if count := len(old.keys() - new.keys()):
        yield ngettext(
            "In all, it no longer meets %(num)s opponent of before.",
            "In all, it no longer meets %(num)s opponents of before.",
            count,
        ) % {"num": number(count)}
    if count := len(new.keys() - old.keys()):
        yield ngettext(
            "In all, it meets %(num)s opponent for the first time.",
            "In all, it meets %(num)s opponents for the first time.",
            count,
        ) % {"num": number(count)}


def _met(run: FinishedRun, me: int, lang: Lang) -> dict[int, tuple[int, str]]:
    """How it ended against each opponent, by entry: the outcome, and the dice that settled a draw."""
    found = {
        each.entry_id: (byte, "")
        for each, byte in zip(run.participants, run.row(me), strict=True)
        if byte != NOT_PLAYED
    }
    for met in (met for stage in opponents.way(run, me, lang) for met in stage.met if met.dice):
        found[run.participants[met.other].entry_id] = met.outcome, met.dice
    return found


def _ending(run: FinishedRun, ended: tuple[int, str], lang: Lang) -> str:
    """`won (knocked out)`."""
    byte, dice = ended
    mark = translations(lang).gettext(mark_of(winner_of(byte)))
    return f"{mark} ({run.game.ending(reason_of(byte), lang)})" + (f" [{dice}]" if dice else "")
