"""Changes of a player's address, after a yes from both mailboxes.

An organiser may say yes for a lost old mailbox; then others have time to object. The asker learns
nothing about the new address. It gets one question a day, and only its reader is told if it is
another player's.
"""

import re
import secrets
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlmodel import Session

from app.errors import Problem, SubmissionRejected
from app.league.people import blocks, players as league_players
from app.league.people.budgets import ASKS_FOR_ADDRESS
from app.notices.answers import AddressNote, AddressStep
from app.settings import settings
from app.store import letters, players
from app.store.limits import buckets
from app.store.security import address_changes, audits, personal_data, sign_ins
from app.store.security.audits import Organiser
from app.store.tables import AddressChange, Player, SignInPurpose
from app.store.tables.people import MOVED
from app.store.work import push

LIFETIME: Final = timedelta(days=3)
"""How long a question waits for its yes; and how long others may object to an organiser who stands in for a mailbox."""
ASKS_A_DAY: Final = 3
OVER: Final = Problem("address-over")
"""What is said of a question that is asked no more."""
_WRITTEN: Final = re.compile(r"[^\s<>()（）:：、，]+[@＠][^\s<>()（）,、，;；。!！]+")
"""An address in a written text, perhaps beside a name."""
AddressAct = Literal["ask", "stand-in", "object", "allow", "refuse"]
"""What an organiser can do about a player's address.

`ask`: ask both mailboxes. `stand-in`: say yes for the old one. `object`: object to that. `allow`:
allow it after an objection, as a second organiser. `refuse`: drop it.
"""


def ask(
    session: Session,
    player: Player,
    typed: str,
    *,
    now: datetime,
    deliverer: str | None = None,
    by: str = "",
) -> AddressChange:
    """The old mailbox is to be asked whether this shall be the player's address.

    It is the same again if that is asked already.

    It replaces an earlier wish. `deliverer`: who asks, if it is not the player for certain: they
    replace nothing; `by`: the number of an organiser who does. Raises `SubmissionRejected`, never
    for what is known of the new address.
    """
    players.lock(session, player)
    blocks.require_free(session, player)
    written = _WRITTEN.search(typed)
    address = league_players.tidied(written[0].rstrip(".") if written else typed)
    key, last = players.address_key(address), under_way(session, player, now)
    if last and session.get_one(Player, last.target_id).address_key == key:
        return last
    problems = [*league_players.address_problems(address, settings().mail_address)]
    if key == player.address_key:
        problems.append(Problem("address-same"))
    if last and (last.objected_at or deliverer):
        problems.append(Problem("address-under-way"))
    limit = f"address:{deliverer or by}:{player.id}"
    if not problems and buckets.take(session, limit, capacity=ASKS_A_DAY, now=now):
        problems.append(Problem("address-often", most=str(ASKS_A_DAY)))
    if problems:
        raise SubmissionRejected(problems)
    target = players.looked_up(session, address, player.lang, now)
    if last:
        address_changes.end(session, last, now)
    mark = secrets.randbits(30)
    change = AddressChange(player_id=player.id, target_id=target.id, mark=mark, asked_at=now)
    session.add(change)
    session.flush()
    return change


def ask_old(session: Session, player: Player, typed: str, *, now: datetime) -> None:
    """The same, and the letter to the old mailbox is on its way: once for the same wish.

    Raises `SubmissionRejected`.
    """
    _write(session, question(ask(session, player, typed, now=now)), player, now)


def question(change: AddressChange, step: AddressStep = "old", reason: str = "") -> AddressNote:
    """The question to a mailbox; `reason`: of an organiser who has answered it in its place."""
    return AddressNote(step=step, change=change.id, mark=change.mark, reason=reason)


def asked(session: Session, number: int, place: int, now: datetime) -> AddressChange | None:
    """What this link asks about, if its answer still counts."""
    change = session.get(AddressChange, number)
    is_it = change and change.mark == place // 2 and not change.over_at
    return change if change and is_it and not _is_late(change, now) else None


def under_way(session: Session, player: Player, now: datetime) -> AddressChange | None:
    """The question about this player's address, if it is not too old."""
    change = address_changes.open_of(session, player)
    return change if change and not _is_late(change, now) else None


def answer(
    session: Session, number: int, place: int, *, says_yes: bool | None, now: datetime
) -> tuple[Player | None, Problem]:
    """Handle a mailbox's yes, no or other answer to the question of its link; returns who is told, and the words."""
    is_new = place % 2 == 1
    address_changes.locked(session, number, place // 2)
    if not (change := asked(session, number, place, now)):
        return None, OVER
    reader = session.get_one(Player, change.target_id if is_new else change.player_id)
    if says_yes is None:
        return reader, Problem("address-unclear")
    if not says_yes:
        return reader, object_to(session, change, now, is_new=is_new)
    if is_new and not personal_data.is_bare(session, reader):
        return reader, Problem("address-taken")
    if is_new:
        change.new_said_at = change.new_said_at or now
    elif not change.objected_at:
        change.old_said_at, change.stood_in_by = change.old_said_at or now, ""
        _ask_new(session, change, now)
    if take_effect(session, change, now):
        return session.get_one(Player, change.player_id), Problem("address-done")
    return reader, Problem("address-stopped" if change.objected_at else "address-waits")


def object_to(
    session: Session, change: AddressChange, now: datetime, *, is_new: bool = False
) -> Problem:
    """It is dropped; where an organiser stood in for the old mailbox, it is stopped until a second one decides, unless that has been.

    In words.

    What is stopped the new mailbox does not drop: another organiser would have nothing left to
    decide.
    """
    if not change.stood_in_by or (is_new and not change.objected_at):
        address_changes.end(session, change, now)
        return Problem("address-dropped")
    if change.decided_at:
        return Problem("address-decided")
    change.objected_at = change.objected_at or now
    told = AddressNote(step="organisers", player=change.player_id)
    _tell_organisers(session, change, told, now)
    return Problem("address-stopped")


def object_by_player(session: Session, player: Player, now: datetime) -> None:
    """The same by a browser that speaks for the player."""
    players.lock(session, player)
    if change := under_way(session, player, now):
        object_to(session, change, now)


def by_organiser(
    session: Session, player: Player, act: AddressAct, typed: str, by: Organiser
) -> None:
    """The act is done, and kept in the log with its reason. Raises `SubmissionRejected` with what is in the way."""
    players.lock(session, player)
    change, begins = under_way(session, player, by.now), act in ("ask", "stand-in")
    is_stopped, first = bool(change and change.objected_at), change.stood_in_by if change else ""
    wrong = {
        "no-reason": not by.reason.strip(),
        "address-of-organiser": act == "stand-in" and player.organiser_since,
        "address-second": (act == "allow" and not is_stopped)
        or (act in ("allow", "refuse") and is_stopped and _number(first) == _number(by.name)),
        "address-under-way": begins and is_stopped,
        "no-address": begins and not (typed or change),
        OVER.code: not (begins or change or act == "allow"),
    }
    if problems := [Problem(code) for code, is_wrong in wrong.items() if is_wrong]:
        raise SubmissionRejected(problems)
    if typed and begins:
        change = ask(session, player, typed, now=by.now, by=_number(by.name))
    if change and act == "ask":
        _write(session, question(change), player, by.now)
    elif change and act == "stand-in":
        _stand_in(session, change, player, by)
    elif change and act == "object":
        object_to(session, change, by.now)
    elif change and act == "allow":
        change.objected_at, change.decided_at = None, by.now
        take_effect(session, change, by.now)
    elif change:
        address_changes.end(session, change, by.now)
    audits.note(session, by, f"address-{act}", None, detail={"player": player.id})


def _stand_in(session: Session, change: AddressChange, player: Player, by: Organiser) -> None:
    """The organiser says yes in place of the old mailbox, which hears so with all other organisers.

    The new one is asked.
    """
    if not change.old_said_at:
        change.old_said_at, change.stood_in_by = by.now, by.name
        _ask_new(session, change, by.now)
        _write(session, question(change, "stood-in", by.reason), player, by.now)
        told = AddressNote(step="organisers", player=player.id, by=by.name, reason=by.reason)
        _tell_organisers(session, change, told, by.now)


def take_effect(session: Session, change: AddressChange, now: datetime) -> bool:
    """Change the address once everyone has said yes; returns whether it changed.

    It is dropped if the player has been blocked since, if the address is now another player's, or
    if an organiser stood in for someone who is an organiser now. An organiser's yes alone waits
    three days, and never takes effect in the last day before a deadline of the player.
    """
    if not change.old_said_at or not change.new_said_at or change.objected_at:
        return False
    address_changes.locked(session, change.id, change.mark)
    player, target = (session.get_one(Player, it) for it in (change.player_id, change.target_id))
    is_soon = now < change.old_said_at + LIFETIME or address_changes.is_last_day(
        session, player, now
    )
    if change.stood_in_by and is_soon:
        return False
    address_changes.end(session, change, now)
    is_own_to_say = change.stood_in_by and player.organiser_since
    if is_own_to_say or blocks.of(session, player) or not personal_data.is_bare(session, target):
        return False
    address_changes.exchange(session, change, player, target, now)
    player.secret_salt, player.proven_at = MOVED + secrets.token_hex(15), now
    league_players.heard_of(player)
    push.end(session, player.id)
    sign_ins.end_all(session, player.id, [*SignInPurpose], now=now)
    _write(session, question(change, "done"), player, now)
    _write(session, question(change, "moved"), target, now)
    by = Organiser(change.stood_in_by or "both mailboxes", now)
    audits.note(session, by, "address-changed", None, detail={"player": player.id})
    return True


def move_on(session: Session, number: int, mark: int, now: datetime) -> None:
    """What time does to it: it takes effect, is over, or is forgotten."""
    change = address_changes.locked(session, number, mark)
    if change and change.over_at:
        address_changes.forget(session, change, now)
    elif change and _is_late(change, now):
        address_changes.end(session, change, now)
    elif change:
        take_effect(session, change, now)


def _is_late(change: AddressChange, now: datetime) -> bool:
    since = (change.stood_in_by and change.old_said_at) or change.asked_at
    return not (change.new_said_at or change.objected_at) and now >= since + LIFETIME


def _ask_new(session: Session, change: AddressChange, now: datetime) -> None:
    target = session.get_one(Player, change.target_id)
    if not blocks.of(session, target):
        _write(session, question(change, "new"), target, now, ASKS_FOR_ADDRESS)


def _write(
    session: Session,
    about: AddressNote,
    reader: Player,
    now: datetime,
    deliverer: str | None = None,
) -> None:
    key = f"address-{about.step}:{about.change}:{about.mark}"
    letters.write(session, about, reader, key, now=now, deliverer=deliverer)


def _tell_organisers(
    session: Session, change: AddressChange, told: AddressNote, now: datetime
) -> None:
    """All of them but the one who stood in, once of each thing."""
    for each in players.organisers(session):
        if _number(change.stood_in_by) != f"{each.id})":
            key = f"address-told:{change.id}:{change.mark}:{bool(change.objected_at)}:{each.id}"
            letters.write(session, told, each, key, now=now)


def _number(name: str) -> str:
    """What the name in the log ends with: an organiser's number, or that it is the command line."""
    return name.rpartition("(")[2]
