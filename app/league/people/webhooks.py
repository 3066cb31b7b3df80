"""Webhooks: other sites hear what happens to seasons, from the transaction in which it happens."""

import re
import secrets
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.notices.news import Difference
from app.store import seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import OVER, DeliveryState, Player, Season, Webhook, WebhookShape
from app.store.work import push, webhooks
from app.text.characters import hidden_in, shown
from app.text.hosts import is_ours_alone

MOST: Final = 20
"""Webhooks of a site."""
CLOSING_SOON: Final = timedelta(hours=24)
"""So long before its deadline a season closes soon."""
RETRIES: Final = tuple(
    timedelta(minutes=minutes) for minutes in (0.1, 1, 5, 30, 120, 300, 600, 600, 600)
)
"""How long to wait after each failure; after the last one the message is given up."""
GONE: Final = 410
"""The status by which a site says that it wants to hear nothing more."""
_LONGEST: Final = 500
_LONGEST_ENDPOINT: Final = 1000
"""Of an address at which the maker of a browser wakes it."""
_ADDRESS: Final = re.compile(r"https://(?P<host>[^/?#\\@\s]+)(?P<rest>[/?][^#\s\\]*)?")


class WebhookEvent(StrEnum):
    """The events that webhooks hear of."""

    OPENED = "opened"
    CHANGED = "changed"
    CLOSING = "closing-soon"
    REOPENED = "reopened"
    NIGHT = "night"
    PUBLISHED = "published"
    UNDONE = "undone"
    CALLED_OFF = "called-off"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Message:
    """A claimed message, with all that is needed to send it without the database."""

    number: int
    webhook: int
    url: str
    shape: WebhookShape
    lang: str
    secret: str
    event: str
    content: Mapping[str, Any]
    at: datetime
    attempts: int


def add(session: Session, url: str, shape: str, lang: str, by: Organiser) -> Webhook:
    """A webhook that hears of every event from now on. Raises `SeasonRefused` with every problem."""
    url = url.strip()
    problems = [*_problems(url)]
    if shape not in [*WebhookShape]:
        problems.append(Problem("webhook-shape", typed=shown(shape[:40])))
    if lang not in ("ja", "en"):
        problems.append(Problem("webhook-language", typed=shown(lang[:40])))
    if len(webhooks.standing(session)) >= MOST:
        problems.append(Problem("too-many-webhooks", most=str(MOST)))
    if problems:
        raise SeasonRefused(problems)
    secret = "whsec_" + b64encode(secrets.token_bytes(24)).decode()
    webhook = Webhook(
        url=url,
        shape=WebhookShape(shape),
        lang=lang,
        secret=secret,
        created_at=by.now,
        created_by=by.name,
    )
    session.add(webhook)
    session.flush()
    audits.note(session, by, "webhook", None, detail=_named(webhook))
    return webhook


def add_device(session: Session, player: Player, season: Season, endpoint: str) -> None:
    """The browser behind this address is woken by news of the season, until it is over. Raises `SeasonRefused`."""
    if season.state in OVER or _problems(endpoint, longest=_LONGEST_ENDPOINT):
        raise SeasonRefused([Problem("push-address")])
    push.add(session, player, season, endpoint)


def _problems(url: str, longest: int = _LONGEST) -> list[Problem]:
    """All that is wrong with the address; whether its name leads to the public internet is seen whenever it is used."""
    is_seen_whole = len(url) <= longest and next(hidden_in(url), None) is None
    if is_seen_whole and (found := _ADDRESS.fullmatch(url)):
        host = found["host"]
        return [Problem("webhook-inside", host=shown(host))] if is_ours_alone(host) else []
    return [Problem("webhook-address", typed=shown(url[:60]))]


def host_of(webhook: Webhook) -> str:
    """Where it is: the rest of its address is as good as a password."""
    found = _ADDRESS.match(webhook.url)
    return found["host"] if found else ""


def remove(session: Session, number: int, by: Organiser) -> None:
    """Remove the webhook. Raises `SeasonRefused` if its number is unknown."""
    webhook = _known(session, number)
    webhooks.end(session, webhook, now=by.now)
    audits.note(session, by, "webhook-ended", None, detail=_named(webhook))


def test(session: Session, number: int, by: Organiser) -> None:
    """Send a test message to the webhook. Raises `SeasonRefused` if its number is unknown."""
    webhook = _known(session, number)
    key = f"test:{by.now:%y%m%d%H%M%S%f}"
    webhooks.write(session, webhook, WebhookEvent.TEST, key, {}, now=by.now)


def announce(
    session: Session,
    event: WebhookEvent,
    season: Season,
    now: datetime,
    changes: Sequence[Difference] = (),
) -> int:
    """Every webhook will hear of this, if the season is listed, once for it, this moment and what has changed.

    How many.

    Only the season, its times and its decisions that have changed are told, never a result.
    """
    key = key_of(event, season, now, changes)
    release_at = visibility.release_at(season)
    content = {
        "slug": season.slug,
        "game": season.game,
        "title_ja": season.title_ja,
        "title_en": season.title_en,
        "closes_at": season.closes_at.isoformat() if season.closes_at else None,
        "release_at": release_at.isoformat() if release_at else None,
        "changes": [*map(asdict, changes)],
        "approves_newcomers": season.approves_newcomers,
    }
    return sum(
        webhooks.write(session, webhook, event, key, content, now=now, season=season)
        for webhook in (webhooks.standing(session) if season.listed else ())
    )


def key_of(
    event: WebhookEvent, season: Season, now: datetime, changes: Sequence[Difference] = ()
) -> str:
    """The key of the event: of a deadline that nears the same until the deadline moves."""
    at = season.closes_at if event is WebhookEvent.CLOSING and season.closes_at else now
    key = f"{event}:{season.id}:{at:%y%m%d%H%M%S%f}"
    said = (season.released_rounds, *changes)
    return f"{key}:{zlib.crc32(repr(said).encode()):08x}" if any(said) else key


def closing_soon(session: Session, now: datetime) -> list[Season]:
    """Open seasons within a day of their deadline, of those that were open before that day began."""
    return [
        season
        for season in seasons.open_ones(session)
        if season.closes_at
        and season.opened_at
        and season.opened_at < season.closes_at - CLOSING_SOON <= now < season.closes_at
    ]


def claim(session: Session, now: datetime) -> list[Message]:
    """Claim the messages that are due."""
    return [
        Message(
            message.id,
            webhook.id,
            webhook.url,
            webhook.shape,
            webhook.lang,
            webhook.secret,
            message.event,
            message.content,
            message.at,
            message.attempts,
        )
        for webhook, message in webhooks.claim(session, now=now)
    ]


def settle(
    session: Session,
    message: Message,
    *,
    is_taken: bool,
    is_gone: bool,
    answer: str,
    wait: timedelta,
    now: datetime,
) -> None:
    """The message has arrived, or is tried again later and later, or is given up; a webhook that is gone ends.

    `answer` is kept for the desk, `wait` is the least time until the next try.
    """
    said = shown(" ".join(answer.split()))[:200]
    if is_taken:
        webhooks.settle(session, message.number, DeliveryState.DELIVERED, said, due_at=now)
    elif is_gone or message.attempts > len(RETRIES):
        webhooks.settle(session, message.number, DeliveryState.GIVEN_UP, said, due_at=now)
    else:
        later = now + max(RETRIES[message.attempts - 1], wait)
        webhooks.settle(session, message.number, DeliveryState.DUE, said, due_at=later)
    webhook = webhooks.find(session, message.webhook)
    if is_gone and webhook:
        webhooks.end(session, webhook, now=now)


def _known(session: Session, number: int) -> Webhook:
    webhook = webhooks.find(session, number)
    if webhook is None:
        raise SeasonRefused([Problem("unknown-webhook", number=str(number))])
    return webhook


def _named(webhook: Webhook) -> dict[str, Any]:
    return {"webhook": webhook.id, "host": host_of(webhook), "shape": webhook.shape.value}
