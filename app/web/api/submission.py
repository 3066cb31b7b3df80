"""A character from a program: like the form, it is held until its address has confirmed it."""

import hmac
from hashlib import sha256
from typing import Annotated

from fastapi import Header, Request
from fastapi.responses import Response

from app.errors import SubmissionRejected
from app.league.entries import doors
from app.league.people.players import tidied
from app.league.visibility import public_season
from app.store import seasons
from app.text.characters import BLANKS
from app.web import forms, limits
from app.web.api.models.public import Kept
from app.web.api.models.sent import SentEntry
from app.web.api.responses import RawBody, answer, api_router, refused, rejected
from app.web.api.seasons import Slug
from app.web.client import client_of
from app.web.dependencies import Now, SiteOf, Writing
from app.web.errors import lang_of
from app.web.forms import Form
from app.web.views.forms.drafts import EntryDraft, hold, own_fields

router = api_router("submitting", 406)

IdempotencyKey = Annotated[
    str,
    Header(
        max_length=200,
        description="The same, sent again with the same key by the same sender within a day, is done once.",
    ),
]


@router.post(
    "/seasons/{slug}/entries",
    status_code=202,
    response_model=Kept,
    responses=refused(400, 404, 409, 413, 415, 422, 429),
)
def submit(
    request: Request,
    slug: Slug,
    sent: SentEntry,
    body: RawBody,
    site: SiteOf,
    session: Writing,
    now: Now,
    idempotency_key: IdempotencyKey = "",
) -> Response:
    """Send a character: it is held, and a letter asks its address to confirm. Or every problem at once.

    The answer is the same whether we know the address or not.
    """
    limits.spend_by_client(request, limits.SUBMISSIONS, now)
    season = seasons.lock(session, public_season(session, slug))
    draft = _draft(sent, request)
    key = idempotency_key and _key(request, site.key, idempotency_key, body)
    form = Form(request.url.path, {"body": sha256(body).hexdigest(), forms.KEY: key})
    try:
        with session.begin_nested():
            if forms.answered_before(session, request, form, now) is None:
                hold(request, session, season, draft, now, sent.instead)
                forms.keep_answer(session, form, request.url.path)
    except SubmissionRejected as refusal:
        doors.count(session, refusal.problems, limits.deliverer_of(request).name, now)
        return rejected(request, refusal, 422, season)
    return answer(request, Kept(season=season.slug), status=202)


def _key(request: Request, secret: bytes, key: str, body: bytes) -> str:
    """The key as the sender's own: no other sender meets it, or learns from an answer what was sent with it.

    Neighbours share an address. So without a token another body is simply something else, and no refusal tells
    that it is not what was sent with this key before.
    """
    token = request.headers.get("Authorization", "")
    whose = [client_of(request), token, request.url.path, key]
    if not token:
        whose.append(sha256(body).hexdigest())
    return hmac.new(secret, "\0".join(whose).encode("utf-8", "replace"), "sha256").hexdigest()


def _draft(sent: SentEntry, request: Request) -> EntryDraft:
    return EntryDraft(
        lang=sent.lang or lang_of(request),
        name=sent.name.strip(BLANKS),
        owner=sent.owner.strip(BLANKS),
        build=sent.build,
        lore=sent.lore.strip("\n").rstrip(BLANKS + "\n"),
        url=sent.url.strip(BLANKS),
        address=tidied(sent.address),
        own=own_fields(sent.flavour, *sent.beside),
        orders=sent.orders,
        nonce=sent.nonce,
        side=sent.side,
        word=sent.word,
    )
