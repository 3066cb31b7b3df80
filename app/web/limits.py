"""Limits to how often a client may do something, in any process that serves it.

Limits are generous for people. No address is kept for them: a key is a keyed digest.
"""

import hmac
import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from secrets import randbelow
from typing import Final

from fastapi import Request
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.i18n import translations
from app.league.people.budgets import Deliverer, mailbox_of
from app.store.limits import buckets, proxies
from app.store.security.security_log import SecurityEvent
from app.web import security_events
from app.web.client import claimed_client, client_of, peer_of
from app.web.dependencies import Site
from app.web.errors import lang_of


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget to be used at once, and again after `refill`."""

    name: str
    capacity: int
    refill: timedelta


SUBMISSIONS: Final = Limit("submissions", 600, timedelta(minutes=10))
"""Forms with an entry, or previews of one, from one client. A school, or all phones of a carrier, may share an address."""
LETTERS: Final = Limit("letters", 50, timedelta(days=1))
"""Forms with the same address from one client. `app.league.people.budgets` decides which of their letters leave."""
DRAFTS: Final = Limit("drafts", 1200, timedelta(minutes=10))
"""Builds read and lore shown while they are typed, by one client."""
LISTS: Final = Limit("lists", 300, timedelta(days=1))
"""Lists tried out by one client: sent, and played anew. Each is kept for a while, so that many fill the disk."""
TRIES: Final = Limit("tries", 300, timedelta(minutes=10))
"""Builds tried by one client against the house and the best of a season: a few battles each."""
DUELS: Final = Limit("duels", 100, timedelta(days=1))
"""Duels opened by one client. A school may share an address."""
PRACTICE: Final = Limit("practice", 3000, timedelta(minutes=10))
"""Steps of matches against the house by one client, those too that have to be played once more. A school may share an
address; a step takes some milliseconds."""
SEARCHES: Final = Limit("searches", 300, timedelta(minutes=10))
"""The same against another player of the house than the autopilot: one that searches may take a second for a whole match."""
PREVIEWS: Final = Limit("previews", 600, timedelta(minutes=10))
"""Pictures for links drawn for all clients together: a minute of one processor's time in ten."""
PICTURES: Final = Limit("pictures", 60, timedelta(days=1))
"""Files with a picture from one client: each is unpacked and drawn anew."""
REPORTS: Final = Limit("reports", 20, timedelta(days=1))
"""What one client reports to the organisers."""
WHAT_IFS: Final = Limit("what-ifs", 60, timedelta(minutes=10))
"""Entries for which one client is the first to ask what would have won."""
ANSWERS: Final = Limit("answers", 30, timedelta(minutes=10))
"""Fields, and entries, for which one client is the first to ask what answers them: a few seconds of one processor each."""
WEIGHINGS: Final = Limit("weighings", 60, timedelta(days=1))
"""Seconds of one processor in which cards are weighed for one client."""
KNOWN_WEIGHINGS: Final = Limit("known-weighings", 600, timedelta(days=1))
"""The same for a player whose address is proven."""
WRONG_LINKS: Final = Limit("wrong-links", 30, timedelta(hours=1))
"""Wrong secret links from one client. Valid ones do not count, and are never refused."""
CODES: Final = Limit("codes", 20, timedelta(days=1))
"""Codes of a second factor, tried with one link or in one browser: a stranger, who has neither, locks no organiser out."""
SIGN_IN_LINKS: Final = Limit("sign-in-links", 5, timedelta(hours=1))
"""Links by mail to the organisers' desk, asked for by one client."""
CROWD: Final = 20
"""The factor of the common budget of all clients behind a server in front that `FORWARDED_ALLOW_IPS` does not name."""


def spend_by_client(request: Request, limit: Limit, now: datetime, count: int = 1) -> None:
    """Count this much for the client, even if the request is refused later.

    Raises 429 if it is too much. Uses a separate transaction: call it before the route's session is used.
    """
    site: Site = request.state.site
    with site.database.writing() as session:
        wait = _wait_of_client(session, request, limit, now, count)
    _refuse_until(request, limit, wait, now)


def spend_by_client_in(session: Session, request: Request, limit: Limit, now: datetime) -> None:
    """The same in the caller's transaction, which spares a commit: for a route that answers refusals without an exception."""
    _refuse_until(request, limit, _wait_of_client(session, request, limit, now), now)


def _wait_of_client(
    session: Session, request: Request, limit: Limit, now: datetime, count: int = 1
) -> timedelta:
    site: Site = request.state.site
    if randbelow(100) == 0:
        buckets.prune(session, now=now)
    wait = _take(session, site, limit, client_of(request), now, count)
    if claimed_client(request) is not None:
        proxies.note_unnamed(session, now=now)
        # A peer that invents clients is still one peer; and all behind one server in front are many.
        crowd = replace(limit, capacity=CROWD * limit.capacity)
        wait = max(
            wait, _take(session, site, crowd, f"{peer_of(request)} and all behind", now, count)
        )
    return wait


def deliverer_of(request: Request) -> Deliverer:
    """The sender of this request, whose budget pays for its letters."""
    return Deliverer.called(request.state.site.key, f"client {client_of(request)}")


def spend_on_address(session: Session, request: Request, address: str, now: datetime) -> None:
    """One more form of this client's for that address, in the caller's transaction. Raises 429 if it is one too many.

    The requests of other clients for the address never count.
    """
    spend(session, request, LETTERS, f"{client_of(request)} {mailbox_of(address)}", now)


def spend(
    session: Session, request: Request, limit: Limit, who: str, now: datetime, count: int = 1
) -> None:
    """Count this much for the key, in the caller's transaction. Raises 429 if it is too much."""
    wait = _take(session, request.state.site, limit, who, now, count)
    _refuse_until(request, limit, wait, now)


def is_spent(session: Session, request: Request, limit: Limit, who: str, now: datetime) -> bool:
    """One more for this key, in the caller's transaction; True if it was one too many, which the log hears."""
    is_over = _take(session, request.state.site, limit, who, now) > timedelta(0)
    if is_over:
        security_events.note(request, SecurityEvent.LIMIT_HIT, now, limit=limit.name)
    return is_over


def _take(
    session: Session, site: Site, limit: Limit, who: str, now: datetime, count: int = 1
) -> timedelta:
    return buckets.take(
        session,
        _key(site, limit, who),
        capacity=limit.capacity,
        refill=limit.refill,
        now=now,
        count=count,
    )


def _key(site: Site, limit: Limit, who: str) -> str:
    words = f"limit\0{limit.name}\0{who}"
    return hmac.new(site.key, words.encode("utf-8", "replace"), "sha256").hexdigest()


def _refuse_until(request: Request, limit: Limit, wait: timedelta, now: datetime) -> None:
    if wait <= timedelta(0):
        return
    security_events.note(request, SecurityEvent.LIMIT_HIT, now, limit=limit.name)
    lang = lang_of(request)
    seconds = math.ceil(wait.total_seconds())
    minutes = math.ceil(seconds / 60)
    words = translations(lang).ngettext(
        "That was a lot in a short time. Wait a minute, then try again.",
        "That was a lot in a short time. Wait %(num)d minutes, then try again.",
        minutes,
    )
    raise HTTPException(429, words % {"num": minutes}, {"Retry-After": str(seconds)})
