"""The battles that a report tells, from its reader's side; all of them, in a file, if its reader asked for that."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Lang, Mark, Ruleset, TellingSheet, mark_of
from app.engine.telling import plain
from app.i18n import N_, lang_of, translations
from app.league.results.results import FinishedRun, battle as battle_of, sheet_of, sheets_of
from app.league.seasons.stages import names
from app.letters import tellings
from app.letters.render import Attachment, one_line
from app.letters.reports import headlines
from app.letters.reports.results import battle_name, reader_in, run_of, shared_of, victors
from app.letters.tellings import Telling, highlights
from app.letters.tellings.highlights import Drama, HighlightReason
from app.notices.news import Report
from app.notices.registry import about
from app.store.tables import Letter, Player, Season
from app.text.columns import shortened

_NARROW: Final = 2
_FAR_BEHIND: Final = 4
_USUALLY: Final = 2
_SHORT: Final = 50
"""In lines: if two battles together take no more, a third is told."""
WHY: Final = {
    HighlightReason.CHAMPION_FELL: N_("The champion falls"),
    HighlightReason.RUNNER_UP_FELL: N_("The runner-up falls"),
    HighlightReason.GIANT: N_("Giant-killing: place {place} falls"),
    HighlightReason.REVENGE: N_("Revenge for the last time"),
    HighlightReason.COMEBACK: N_("The comeback"),
    HighlightReason.ONLY_WIN: N_("The one win"),
    HighlightReason.CHAMPION: N_("Against the champion"),
    HighlightReason.RUNNER_UP: N_("Against the runner-up"),
    HighlightReason.BEST_WIN: N_("A win from below: against place {place}"),
    HighlightReason.ONLY_LOSS: N_("The only loss"),
    HighlightReason.STUMBLE: N_("The stumble: beaten by place {place}"),
    HighlightReason.ABOVE: N_("Against the one just above you"),
    HighlightReason.BELOW: N_("Against the one just below you"),
    HighlightReason.NEAR: N_("Against a neighbour in the table"),
    HighlightReason.RARE: N_("A rare ending for you"),
}


@dataclass(frozen=True, slots=True)
class _Story:
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


def tell(
    session: Session, letter: Letter, about: Report, dramas: Sequence[Drama], space: int
) -> list[_Story]:
    """The battles of the reader, told from their side, a win before a loss.

    Each takes at most this many bytes. There are at most two, unless these are short.
    """
    run = run_of(session, letter)
    me = reader_in(run, letter, about)
    mine, *theirs = _sheets(session, run, me, [each.opponent for each in dramas])
    told: list[_Story] = []
    for each, other in zip(dramas, theirs, strict=True):
        lines = sum(len(story.telling.lines) for story in told)
        if len(told) < _USUALLY or lines <= _SHORT:
            told.append(_story(run, me, each, (mine, other), lang_of(letter.lang), space))
    return sorted(told, key=lambda each: each.mark != "won")


def told_in(session: Session, letter: Letter) -> tuple[str, list[str]]:
    """The headline of the report, and the battles that it tells or would tell next: the reason and the opponent of each."""
    lang, run = lang_of(letter.lang), run_of(session, letter)
    me = reader_in(run, letter, Report.of_row(letter.about))
    before = shared_of(session, letter).before
    dramas = highlights.most_dramatic(
        run, me, victors(before, run, me), partial(battle_of, session, run)
    )
    headline = f"{headlines.short(run, me)}{translations(lang).gettext(': ')}"
    return headline + headlines.headline(run, me, dramas, lang), [
        f"{_why(run, me, each, lang)} ({headlines.short(run, each.opponent)})" for each in dramas
    ]


def _why(run: FinishedRun, me: int, drama: Drama, lang: Lang) -> str:
    """Why this battle is told, and its round, as a heading."""
    place = run.standing(drama.opponent).place
    why = translations(lang).gettext(WHY[drama.why]).format(place=place)
    where = names.where_met(run.phases, me, drama.opponent, lang)
    return f"{why} · {where}" if where else why


def _story(
    run: FinishedRun,
    me: int,
    drama: Drama,
    sheets: tuple[TellingSheet, TellingSheet],
    lang: Lang,
    space: int,
) -> _Story:
    mine, theirs = sheets
    place = run.standing(drama.opponent).place
    return _Story(
        battle=battle_name(run, me, drama.opponent),
        why=_why(run, me, drama, lang),
        mark=mark_of(drama.winner),
        ending=run.game.ended(drama.battle, lang),
        opponent=headlines.short(run, drama.opponent),
        place=place,
        turn=drama.battle.turn,
        hp=drama.battle.hp,
        facts=list(facts(drama, run.game, lang)),
        labels=list(_labels(mine, theirs, lang)),
        telling=tellings.tell(run.game, drama.battle, mine, theirs, lang, space),
    )


def facts(told: Drama, game: Ruleset, lang: Lang) -> Iterator[str]:
    """The facts that promise an interesting battle."""
    _ = translations(lang).gettext
    won = told.is_won
    if told.deficit >= _FAR_BEHIND:
        text = (
            N_("{amount} behind at one point, and still won")
            if won
            else N_("{amount} ahead at one point, and lost")
        )
        yield _(text).format(amount=game.life.amount(told.deficit, lang))
    if told.winner and told.blows and told.margin <= _NARROW:
        yield _(N_("{amount} apart at the end")).format(amount=game.life.amount(told.margin, lang))
    if told.winner and told.battle.turn > 1 and not game.dice(told.battle):
        yield _("decided in %(turn)s %(num)s") % {
            "turn": game.terms.turn.to(lang),
            "num": told.battle.turn,
        }


def _labels(mine: TellingSheet, theirs: TellingSheet, lang: Lang) -> Iterator[str]:
    """The players' own names for their builds, where they gave one."""
    _ = translations(lang).gettext
    for sheet in (mine, theirs):
        if label := sheet.labels.get("build"):
            yield f"{sheet.name}{_(': ')}{one_line(label)}"


def _sheets(
    session: Session, run: FinishedRun, me: int, others: Sequence[int]
) -> list[TellingSheet]:
    """Our reader's sheet and those of the others, with names that can be told a hundred times."""
    those = [run.participants[index] for index in (me, *others)]
    return [
        replace(sheet, name=shortened(one_line(sheet.name), headlines.NAME_COLUMNS))
        for sheet in sheets_of(session, those, own=those[0])
    ]


# --- all battles, as a file -----------------------------------------------------------------------


MOST_BATTLES: Final = 1_000
"""About half a megabyte when packed; a letter with much more is taken by few mail servers."""
_DATE: Final = (2000, 1, 1, 0, 0, 0)
"""Of the file within: the same bytes each time."""


def logbook(session: Session, letter: Letter) -> Attachment | None:
    """The file for this letter; None for letters without one, and for players who did not ask.

    Battles stand in order of the opponents' numbers, told from the player's side in the letter's language.
    """
    player = session.get_one(Player, letter.player_id)
    matter = about(letter)
    if not isinstance(matter, Report) or not player.wants_log:
        return None
    season = session.get_one(Season, letter.season_id)
    run = run_of(session, letter)
    me = reader_in(run, letter, matter)
    name = f"{season.slug}-{run.participants[me].number:04}"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        info = zipfile.ZipInfo(f"{name}.txt", _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        packed.writestr(info, _told(session, run, me, lang_of(letter.lang)).encode("utf-8-sig"))
    return Attachment(f"{name}.zip", file.getvalue())


def _told(session: Session, run: FinishedRun, me: int, lang: Lang) -> str:
    mine = run.participants[me]
    met = enumerate(zip(run.participants, run.row(me), strict=True))
    others = [(at, each) for at, (each, byte) in met if at != me and byte != NOT_PLAYED][
        :MOST_BATTLES
    ]
    my_sheet = sheet_of(session, mine, is_own=True)
    battles = []
    for at, other in others:
        events = battle_of(session, run, me, at).events
        lines = run.game.tell(events, my_sheet, sheet_of(session, other), lang)
        battles.append(f"■ {mine.number}-{other.number}\n\n{plain(lines)}")
    return "\n\n".join(battles)
