"""The door of a season: who may enter it. Of its word and of the addresses on its list only keyed digests are kept."""

import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlmodel import Session

from app.errors import Problem
from app.i18n import N_
from app.league import visibility
from app.league.people import players
from app.league.people.budgets import mailbox_of
from app.settings import settings
from app.store import entries
from app.store.limits import buckets
from app.store.tables import Player, Revision, Season
from app.text.characters import key, shown

WAYS: Final = {
    "": N_("everyone"),
    "link": N_("those with the link"),
    "word": N_("those who know the word"),
    "list": N_("those whose address is on the list"),
}
LEAST: Final = 8
"""Letters of a word."""
MOST_GUESTS: Final = 2_000
_TRIES: Final = 10
"""How many wrong words one sender may try at once, and again after an hour."""
_HOUR: Final = timedelta(hours=1)
_GUEST: Final = re.compile(r"[^\s,、;；<>][^\n,、;；]*")
_ADDRESS: Final = re.compile(r"[^\s<>()（）]+[@＠][^\s<>()（）]+")


class SeasonDoor(NamedTuple):
    """Who may enter, one of `WAYS`.

    `keys`: digests of the word or of mailboxes, or of what its link says, that itself first;
    `since` this moment.
    """

    by: str = ""
    keys: Sequence[str] = ()
    since: str = ""


def door_of(season: Season) -> SeasonDoor:
    """The door of the season."""
    return SeasonDoor(*season.decisions.get("door", ()))


def digest(*words: str) -> str:
    """The keyed digest of a word, or of a mailbox."""
    said = "\0".join(("door", *words)).encode("utf-8", "replace")
    return hmac.new(settings().key(), said, "sha256").hexdigest()[:24]


def digests_of_list(typed: str, wrong: list[Problem]) -> Sequence[str]:
    """Those of the mailboxes in this list, an address a line or with commas, perhaps beside a name.

    Everything else goes to `wrong`.
    """
    lines = [each.strip() for each in _GUEST.findall(typed)]
    found = {line: players.tidied((_ADDRESS.search(line) or [line])[0]) for line in lines}
    bad = [line for line, said in found.items() if [*players.address_problems(said, "")]]
    wrong += [Problem("bad-guest", typed=shown(line[:60])) for line in bad]
    if not 0 < len(found) <= MOST_GUESTS:
        wrong.append(Problem("bad-guests", count=f"{len(found):,}", most=f"{MOST_GUESTS:,}"))
    return [*dict.fromkeys(digest(mailbox_of(each)) for each in found.values())]


def _is_in(session: Session, season: Season, player: Player) -> bool:
    own = entries.of_player(session, season, player)
    return any(each.name_key or each.accepted_at for each in own)


def problems(
    session: Session,
    season: Season,
    player: Player,
    word: str,
    who: str,
    now: datetime,
    *,
    is_known: bool,
) -> Iterator[Problem]:
    """What keeps this player out, and how they get in; nothing where they are in it, or were.

    Wrong words count against `who`.

    `is_known`: what is told reaches the player alone. Else a list is looked up only once they
    confirm.
    """
    door = door_of(season)
    if not door.by or (is_known and _is_in(session, season, player)):
        return
    if door.by == "list":
        if is_known and digest(mailbox_of(player.address)) not in door.keys:
            yield Problem("door-list", season=visibility.title_of(season))
    elif word and buckets.wait(session, f"word:{who}", capacity=_TRIES, refill=_HOUR, now=now):
        yield Problem("words-tried", most=str(_TRIES))
    elif digest(key(word)) not in door.keys:
        code = "wrong-word" if word else f"door-{door.by}"
        yield Problem(code, season=visibility.title_of(season))


def count(session: Session, refused: Iterable[Problem], who: str, now: datetime) -> None:
    """A wrong word among these problems counts: called once all else that its sender did has been undone."""
    if any(each.code == "wrong-word" for each in refused):
        buckets.take(session, f"word:{who}", capacity=_TRIES, refill=_HOUR, now=now)


def problems_of_held(session: Session, season: Season, revision: Revision) -> Iterator[Problem]:
    """Return why the door refuses a held revision on confirmation, or an entry of the round before.

    Its player is not on the list, or it came before the current word or link.
    """
    door, player = door_of(season), revision.entry.player
    if door.by and player and not _is_in(session, season, player):
        is_let_in = (
            digest(mailbox_of(player.address)) in door.keys
            if door.by == "list"
            else revision.received_at.isoformat() >= door.since
        )
        if not is_let_in:
            yield Problem(f"door-{door.by}", season=visibility.title_of(season))
