"""Entries as organisers see and mend them, as JSON."""

from datetime import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session

from app.errors import SubmissionRejected
from app.league import characters, visibility
from app.league.admission.contents import Submission
from app.league.desk import hidings, interventions
from app.league.eligibility import sides
from app.league.matches import scripts
from app.league.problems import explain
from app.league.visibility import Reader
from app.store import entrants, seasons
from app.store import entries as stored
from app.store.tables import Entry, Revision, Season
from app.tournament.blocks import build_of
from app.web.api.models.organisers import DeskEntry
from app.web.api.models.public import List
from app.web.api.models.sent import (
    SentAddition,
)
from app.web.api.responses import JsonRoute, Page, answer, part, refused, rejected
from app.web.api.seasons import Slug
from app.web.api.tokens import ForEntries
from app.web.errors import lang_of
from app.web.rendering import PRIVATE
from app.web.site import Now, Reading, Writing

router = APIRouter(route_class=JsonRoute)


@router.get(
    "/seasons/{slug}/entries", response_model=List[DeskEntry], responses=refused(304, 404, 422)
)
def desk_entries(
    request: Request, slug: Slug, session: Reading, now: Now, page: Page = 1
) -> Response:
    """The entries, also those not confirmed yet. Builds and stories are sealed until the season is laid open."""
    season = seasons.by_slug(session, slug)
    counted = [each for each in stored.of_season(session, season) if each.current]
    found = [
        _desk_entry(season, each.number, each.current, now) for each in counted if each.current
    ]
    held = stored.held(session, season)
    found += [_desk_entry(season, None, each, now) for each in held]
    odd, lang = characters.lookalikes(session, season), lang_of(request)
    for entry, revision in zip(found, [*(each.current for each in counted), *held], strict=True):
        entry.odd = [explain(each, lang) for each in odd.get(revision.id if revision else 0, [])]
    return answer(request, List[DeskEntry](**part(found, page)), cache=PRIVATE)


@router.post(
    "/seasons/{slug}/entries",
    status_code=201,
    response_model=DeskEntry,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def add(
    request: Request, slug: Slug, sent: SentAddition, by: ForEntries, session: Writing
) -> Response:
    """An entry for a player without an address; after closing it is numbered last, and needs a reason."""
    season = seasons.by_slug(session, slug)
    named = {place: name or "" for place, name in enumerate(sent.flavour, 1)}
    extras = characters.extras(named, sent.lines.model_dump(), sent.labels.model_dump())
    extras |= scripts.brought(sent.orders, sent.nonce) | sides.brought(sent.side)
    submission = Submission(sent.name, sent.build, sent.owner, sent.lore, sent.url, extras)
    try:
        with session.begin_nested():
            entry = interventions.add(session, slug, submission, by.because(sent.reason, sent.tell))
    except SubmissionRejected as refusal:
        return rejected(request, refusal, 422, season)
    return answer(request, last_of(session, season, entry, by.now), status=201)


def last_of(session: Session, season: Season, entry: Entry, now: datetime) -> DeskEntry:
    """The last version of this entry, as organisers may see it."""
    revision = hidings.last(session, entry)
    if revision is None:
        raise LookupError(f"entry {entry.id} has no version")
    return _desk_entry(season, entry.number, revision, now)


def _desk_entry(season: Season, number: int | None, revision: Revision, now: datetime) -> DeskEntry:
    entry = DeskEntry(
        number=number,
        name=revision.name,
        owner=revision.owner,
        state=revision.state,
        revision=revision.serial,
        hidden=[*entrants.hidden_parts(revision.entry)],
        sealed=not visibility.shows_entries(season, Reader.ORGANISER, now),
    )
    if not entry.sealed:
        entry.build = list(build_of(season.game, season.rules_version, revision.build).cards)
        entry.lore = revision.lore
        entry.url = revision.url
        entry.flavour = list(characters.names_of(revision.extras))
        entry.lines = characters.lines_of(revision.extras)
        entry.labels = characters.labels_of(revision.extras)
        entry.orders = scripts.text_of(revision.extras, scripts.ORDERS)
        entry.nonce = scripts.text_of(scripts.typed(revision.extras), scripts.NONCE)
    return entry
