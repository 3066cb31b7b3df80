"""Messages to webhooks: written when a season nears its deadline, sent when they are due, again when they failed; and browsers that are woken."""

import asyncio
import json
import logging
import math
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from standardwebhooks import Webhook as Signature

from app.i18n import N_, lang_of, moment, translations
from app.jobs import fences, outgoing
from app.jobs.outgoing import OutgoingAnswer
from app.league.people import webhooks
from app.league.people.webhooks import GONE, Message, WebhookEvent
from app.league.seasons import news
from app.notices.news import Difference
from app.settings import Settings
from app.store.database import Database
from app.store.tables import PushDevice, WebhookShape
from app.store.work import push, webhooks as store
from app.text.privacy import mask_traceback

_SENTENCES: Final = {
    WebhookEvent.OPENED: N_("%(title)s takes entries."),
    WebhookEvent.CHANGED: N_("%(title)s has changed."),
    WebhookEvent.REOPENED: N_("%(title)s takes entries again."),
    WebhookEvent.CLOSING: N_("%(title)s closes soon: entries are taken until %(deadline)s."),
    WebhookEvent.NIGHT: N_("More results of %(title)s are out."),
    WebhookEvent.PUBLISHED: N_("The results of %(title)s are out."),
    WebhookEvent.UNDONE: N_(
        "The results of %(title)s have been taken back and will be published again."
    ),
    WebhookEvent.CALLED_OFF: N_("%(title)s has been called off."),
    WebhookEvent.TEST: N_("This is a test. News of the seasons will appear here."),
}
_TAKES_ENTRIES: Final = (WebhookEvent.OPENED, WebhookEvent.REOPENED, WebhookEvent.CLOSING)
_NEWCOMERS: Final = N_(
    "The organisers approve newcomers first. If you have played in no published season here, your character takes part once they approve it."
)
_MARKS: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~@:])")
"""Characters that Discord would not show as they are."""

_NO_BROWSER: Final = (404, GONE)
"""By these a service says that it has no such browser."""
_FIRST: Final = 30
"""Half the seconds before a browser that failed is tried again."""

Post = Callable[[str, Mapping[str, str], bytes], Awaitable[OutgoingAnswer]]
_UNREAD: Final[Post] = partial(outgoing.post, most=0)


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The job: send due messages, and store the outcome of each."""

    settings: Settings
    post: Post = outgoing.post

    def __call__(self, database: Database, now: datetime) -> bool:
        """Some messages have been tried. Tells whether there was any."""
        announce_closing(database, now)
        with database.reading() as session:
            if not store.any_due(session, now=now):
                return False
        with database.writing() as session:
            messages = webhooks.claim(session, now)
        answers = asyncio.run(_together(self._answer(each, now) for each in messages))
        with database.writing() as session:
            for message, answer in zip(messages, answers, strict=True):
                webhooks.settle(
                    session,
                    message,
                    is_taken=answer.is_good,
                    is_gone=answer.status == GONE,
                    answer=f"{answer.status or ''} {answer.text}".strip(),
                    wait=timedelta(seconds=answer.retry_after),
                    now=now,
                )
        return bool(messages)

    async def _answer(self, message: Message, now: datetime) -> OutgoingAnswer:
        try:
            return await self.post(message.url, *written(message, self.settings, now))
        except Exception as error:  # of this message: it is tried again as any that failed
            trace = mask_traceback(error)
            logging.getLogger(__name__).error("message %d: %s", message.number, trace)
            return OutgoingAnswer(None, f"cannot be written: {type(error).__name__}")


def announce_closing(database: Database, now: datetime) -> None:
    """Tell webhooks of every season that closes soon, once for each deadline. Without one nothing
    is written.
    """
    with database.reading() as session:
        if not store.standing(session):
            return
    event = WebhookEvent.CLOSING
    fences.in_turn(
        database,
        "telling webhooks of",
        now,
        lambda session: webhooks.closing_soon(session, now),
        lambda session, season, now: (
            not store.is_told(session, season, webhooks.key_of(event, season, now))
        ),
        lambda session, season, now: webhooks.announce(session, event, season, now),
    )


def written(message: Message, settings: Settings, now: datetime) -> tuple[dict[str, str], bytes]:
    """The headers and the body of the message; tried again, it has the same body and the same `webhook-id`.

    Signed as Standard Webhooks 1.0 says (`webhook-id`, `webhook-timestamp`, `webhook-signature`).
    """
    content = (
        told(message, settings) if message.shape is WebhookShape.TEXT else facts(message, settings)
    )
    body = json.dumps(content, ensure_ascii=False)
    known_as = f"msg_{message.number}"
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Hikyaku",
        "webhook-id": known_as,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signature(message.secret).sign(known_as, now, body),
    }
    return headers, body.encode()


def facts(message: Message, settings: Settings) -> dict[str, object]:
    """The event as data: `type`, `timestamp`, and in `data` the season with its address, and what has changed."""
    data: dict[str, object] = {}
    if message.content:
        season = dict(message.content)
        changes = season.pop("changes", ())
        titles = {"ja": season.pop("title_ja"), "en": season.pop("title_en")}
        data = {"season": {**season, "title": titles, "url": _address(message, settings)}}
        if changes:
            data["changes"] = changes
    kind = "test" if message.event == WebhookEvent.TEST else f"season.{message.event}"
    return {"type": kind, "timestamp": message.at.isoformat(), "data": data}


def told(message: Message, settings: Settings) -> dict[str, object]:
    """The event as a sentence for Discord. It mentions nobody, even if a title tries to."""
    lang = lang_of(message.lang)
    kept = message.content.get("closes_at")
    words = {
        "title": _MARKS.sub(r"\\\1", str(message.content.get(f"title_{lang}", ""))),
        "deadline": moment(datetime.fromisoformat(kept), lang, settings.zone) if kept else "",
    }
    sentence = translations(lang).gettext(_SENTENCES[WebhookEvent(message.event)]) % words
    if message.content.get("approves_newcomers") and message.event in _TAKES_ENTRIES:
        sentence += f"\n{translations(lang).gettext(_NEWCOMERS)}"
    changes = (Difference(**each) for each in message.content.get("changes", ()))
    lines = [news.changed(each, lang, settings.zone) for each in changes]
    text = "\n".join([sentence, *lines, _address(message, settings)])
    return {"content": text, "allowed_mentions": {"parse": []}}


def _address(message: Message, settings: Settings) -> str:
    if slug := message.content.get("slug"):
        return f"{settings.base_url}/{message.lang}/seasons/{slug}"
    return f"{settings.base_url}/{message.lang}/"


@dataclass(frozen=True, slots=True)
class Pushes:
    """The job: browsers are woken that news wait for. Nothing is said to them: their own worker has the words.

    All that leaves is the same for everybody: our name, for how long it is worth, and that it replaces what came before.
    """

    settings: Settings
    post: Post = _UNREAD

    def __call__(self, database: Database, now: datetime) -> bool:
        """Some browsers have been tried. Tells whether there was any."""
        with database.reading() as session:
            if not push.is_any_due(session, now=now):
                return False
        with database.writing() as session:
            due = push.claim(session, now=now)
        answers = asyncio.run(_together(self._wake(each, now) for each in due))
        with database.writing() as session:
            for device, answer in zip(due, answers, strict=True):
                push.settle(
                    session,
                    device.id,
                    is_taken=answer.is_good,
                    is_gone=answer.status in _NO_BROWSER,
                    wait=timedelta(seconds=max(_FIRST, answer.retry_after)),
                    now=now,
                )
        return bool(due)

    def _wake(self, device: PushDevice, now: datetime) -> Awaitable[OutgoingAnswer]:
        from app.text import vapid  # its cryptography is for browsers that are woken

        contact, key = f"mailto:{self.settings.mail_address}", self.settings.key()
        headers = {
            "Authorization": vapid.authorization(key, device.endpoint, contact, now),
            "TTL": str(math.ceil(((device.until or now) - now).total_seconds())),
            "Topic": "hikyaku",
            "User-Agent": "Hikyaku",
        }
        return self.post(device.endpoint, headers, b"")


async def _together(posts: Iterable[Awaitable[OutgoingAnswer]]) -> list[OutgoingAnswer]:
    return await asyncio.gather(*posts)
