"""What a correction changes for its reader: their place, and the battles that they had read."""

from collections.abc import Iterator
from functools import partial

from sqlmodel import Session

from app.engine import NOT_PLAYED, Lang, mark_of, reason_of, winner_of
from app.errors import RulesNotInstalled
from app.i18n import number, ordinal, translations
from app.league.results import FinishedRun, shown
from app.league.results import battle as battle_of
from app.letters.reports import headlines
from app.letters.tellings import highlights
from app.store.letter_kinds.news import Correction
from app.store.tables import Run, Season
from app.tournament.standings import Standing


def changes(
    session: Session, season: Season, about: Correction, run: FinishedRun, me: int, lang: Lang
) -> list[str]:
    """The place and the points before and now, then each battle told before that ends otherwise: a sentence each.

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
    _ = translations(lang).gettext
    return [
        _("Before: %(result)s") % {"result": _result(before, before.standing(was), lang)},
        _("Now: %(result)s") % {"result": _result(run, run.standing(me), lang)},
        *_battles(partial(battle_of, session, before), before, was, run, me, lang),
    ]


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
    play: highlights.Play, before: FinishedRun, was: int, run: FinishedRun, me: int, lang: Lang
) -> Iterator[str]:
    """The battles that were told and end otherwise now, or that there is no opponent for any more."""
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    now = {each.entry_id: at for at, each in enumerate(run.participants)}
    old, new = before.row(was), run.row(me)
    is_as_told = True
    for drama in highlights.most_dramatic(before, was, play=play):
        opponent = now.get(before.participants[drama.opponent].entry_id)
        about = {"name": headlines.short(before, drama.opponent)}
        if opponent is None or new[opponent] == NOT_PLAYED:
            yield _("“%(name)s”, whose battle you read, is no longer in the field.") % about
        elif new[opponent] != old[drama.opponent]:
            ends = {
                "before": _ending(before, old[drama.opponent], lang),
                "now": _ending(run, new[opponent], lang),
            }
            yield _("Against “%(name)s” you read: %(before)s. Now it ends: %(now)s.") % (
                about | ends
            )
        else:
            continue
        is_as_told = False
    if is_as_told:
        yield _("The battles that you read end as they did.")
    others = sum(
        new[now[each.entry_id]] != old[at]
        for at, each in enumerate(before.participants)
        if at != was and each.entry_id in now
    )
    if others:
        yield ngettext(
            "%(num)s of its battles ends otherwise than before.",
            "%(num)s of its battles end otherwise than before.",
            others,
        ) % {"num": number(others)}


def _ending(run: FinishedRun, byte: int, lang: Lang) -> str:
    """`won (knocked out)`."""
    mark = translations(lang).gettext(mark_of(winner_of(byte)))
    return f"{mark} ({run.game.ending(reason_of(byte), lang)})"
