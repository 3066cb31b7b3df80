"""All battles of a player, told in full, as a file that comes with their report if they asked for it."""

import io
import zipfile
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Lang
from app.engine.telling import plain
from app.i18n import lang_of
from app.league.results.results import FinishedRun, sheet_of
from app.league.results.results import battle as battle_of
from app.letters.render import Attachment
from app.letters.reports.results import reader_in, run_of
from app.notices.news import Report
from app.notices.registry import about
from app.store.tables import Letter, Player, Season

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
