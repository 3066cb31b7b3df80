"""Players: what can be their address, which letters they want, and whether letters reach them."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem
from app.league.people.budgets import Deliverer
from app.notices.answers import Links
from app.store import entries, letters, players
from app.store.ratings import ranks
from app.store.rows import add_if_new
from app.store.tables import Follower, Letter, Player, Season
from app.store.work import outbox
from app.text.characters import BLANKS, shown

MAX_ADDRESS: Final = 254
HARD: Final = 2
"""For a letter that was refused for good."""
SOFT: Final = 1
"""For one that was given up after a while."""
MOST: Final = 4
HOURS: Final = 24
"""Of a day."""
AGAIN_AFTER: Final = timedelta(minutes=10)
"""Links that are asked for come again after this."""
FORGOTTEN_AFTER: Final = timedelta(days=30)
_SHOWN: Final = 40
# Dots may stand anywhere before the @: phones in Japan have had such addresses for twenty years.
_LOCAL: Final = re.compile(r"[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}")
_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def tidied(typed: str) -> str:
    """The address as it was meant: without blanks around it, in half-width letters, its domain in small ones."""
    local, at, domain = unicodedata.normalize("NFKC", typed.strip(BLANKS)).rpartition("@")
    return f"{local}{at}{domain.lower()}"


def address_problems(address: str, own: str) -> Iterator[Problem]:
    """The problems of a tidied address; `own` is the one that players write to, which cannot be theirs."""
    if not address:
        yield Problem("no-address")
    elif not _is_plausible(address):
        yield Problem("bad-address", address=shown(address[:_SHOWN]))
    elif _mailbox(address) == _mailbox(own):
        yield Problem("own-address", address=shown(address))


def _is_plausible(address: str) -> bool:
    local, _, domain = address.rpartition("@")
    try:
        labels = domain.encode("idna").decode("ascii").split(".")
    except UnicodeError:
        return False
    return (
        len(address) <= MAX_ADDRESS
        and bool(_LOCAL.fullmatch(local))
        and len(labels) > 1
        and all(map(_LABEL.fullmatch, labels))
    )


def _mailbox(address: str) -> tuple[str, str]:
    """The mailbox at which it arrives: the part behind a + is a note."""
    local, _, domain = address.casefold().rpartition("@")
    return local.partition("+")[0], domain


def send_links(
    session: Session, address: str, lang: str, now: datetime, deliverer: Deliverer
) -> None:
    """Send the address one letter with the links to its characters in running seasons, or to its rank.

    The same work is done and undone for addresses without any, so that the answer takes equally
    long. Asking again within ten minutes sends no second letter.
    """
    attempt = session.begin_nested()
    player = players.looked_up(session, address, lang, now)
    key = f"links:{player.id}:{int(now.timestamp() / AGAIN_AFTER.total_seconds())}"
    letters.write(session, Links(), player, key, now=now, deliverer=deliverer.name)
    if any([entries.latest_of(session, player), ranks.of_player(session, player)]):  # as much work
        attempt.commit()
    else:
        attempt.rollback()


def mute(player: Player, now: datetime) -> None:
    """No letters go to this player but answers to their own mail; asking twice changes nothing."""
    player.muted_at = player.muted_at or now


CHOICES: Final = ("letters", "log", "text_only", "short_report", "daily")
"""The wishes of a player: letters besides answers, all battles in a file, plain text alone, a short report, one letter
a day.
"""


def choose(player: Player, now: datetime, wanted: Collection[str], hour: int) -> None:
    """The player's letters are as they want them from now on, one a day at this hour. `wanted`: some of `CHOICES`."""
    player.muted_at = None if "letters" in wanted else player.muted_at or now
    player.wants_log = "log" in wanted
    player.wants_text_only = "text_only" in wanted
    player.wants_short_report = "short_report" in wanted
    player.daily_hour = hour % HOURS if "daily" in wanted else None


def follow(session: Session, player: Player, season: Season, now: datetime) -> None:
    """The player hears how the season ends, even without taking part."""
    add_if_new(session, Follower(season_id=season.id, player_id=player.id, created_at=now))


def prove(player: Player, now: datetime) -> None:
    """The player reads our letters to their address: letters that came back before are forgotten."""
    player.proven_at = player.proven_at or now
    heard_of(player)


def heard_of(player: Player) -> None:
    """Bounces are forgotten: mail reaches this player, or an organiser says that it does."""
    player.bounce_score = 0
    player.bounced_at = None
    player.paused_at = None


def came_back(letter: Letter, why: str, *, is_permanent: bool, now: datetime) -> None:
    """The letter came back after it had been accepted, for this reason.

    Each letter counts once, and none from an earlier address.
    """
    if letter.bounced_at:
        return
    letter.bounced_at = now
    letter.reply = why
    player = letter.player
    if player.has_moved_since(letter.created_at):
        return
    if player.bounced_at and abs(now - player.bounced_at) > FORGOTTEN_AFTER:
        player.bounce_score = 0
    player.bounce_score += HARD if is_permanent else SOFT
    player.bounced_at = now
    if player.bounce_score >= MOST:
        player.paused_at = player.paused_at or now


def send_again(session: Session, letter_id: int, now: datetime) -> bool:
    """The letter goes out once more, and so do all others that wait because its address was paused.

    False if there is no such letter, if it is in hand, or if it has arrived for all we know.
    """
    if not outbox.send_again(session, letter_id, now=now):
        return False
    heard_of(session.get_one(Letter, letter_id).player)
    return True
