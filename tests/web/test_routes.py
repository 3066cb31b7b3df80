"""Every route, asked by everybody in every state of a season: who gets what, and who must not see what."""

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.routing import iter_route_contexts
from httpx2 import Response
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import event
from sqlmodel import col, select
from starlette.routing import compile_path
from starlette.testclient import TestClient

from app.games import ruleset
from app.league.duels import invitations
from app.league.people.tokens import duel_token, make_token
from app.store import editions, seasons, trials
from app.store.database import Database
from app.store.tables import Entry, Revision, RevisionState, Season, SeasonState, SignInPurpose
from app.web import pages
from app.web.dependencies import SiteApp
from app.web.front.page_cache import PageCache
from app.web.middleware import HEADERS
from app.web.rendering import PRIVATE, UNKEPT
from app.web.sessions import cookie_name
from tests.support.browsers import Site
from tests.support.databases import Copies
from tests.support.people import NOW
from tests.web.worlds import (
    ADDRESSES,
    ALICE,
    BOB,
    CAROL,
    FORMER,
    HELENA,
    OLGA,
    OMAR,
    PUBLIC,
    SEALED,
    Secrets,
    every_state,
    sign_in,
)

DRAFT, OPEN, CLOSED, RUNNING, REVIEW, PUBLISHED, ARCHIVED, CALLED_OFF = SeasonState

WHO: Final = ("public", "alice", "bob", "helena", "olga", "omar", "program", "reader", "writer")
"""Nobody, two players of the season; a helper, an organiser, the owner; programs of the owner's: one that
may do everything, one that only reads, one that writes entries."""

By = dict[SeasonState, int]
Expected = int | By


def by_state(otherwise: int, **of: int) -> By:
    """The status in each state."""
    return {state: of.get(state.value.replace("-", "_"), otherwise) for state in SeasonState}


# --- what is public, and since when ------------------------------------------------------------------

ANNOUNCED: Final = by_state(200, draft=404)
NUMBERED: Final = by_state(200, draft=404, open=404)
RESULTS: Final = by_state(404, published=200, archived=200)
PLAYED: Final = RESULTS | {REVIEW: 200}
AWAY: Final = by_state(404, published=307, archived=307)


@dataclass(frozen=True, slots=True)
class Row:
    """What an answer is for those who may ask; all others are told to sign in first: 403, or 401."""

    status: Expected = 200
    only: tuple[str, ...] = WHO
    others: int = 403
    form: dict[str, Any] = field(default_factory=dict)

    def expected(self, who: str, state: SeasonState) -> int:
        if who not in self.only:
            is_token = who in READERS and self.only[0] in READERS
            return 401 if self.only[-1] in READERS and not is_token else self.others
        return self.status if isinstance(self.status, int) else self.status[state]


PLAYERS: Final = ("alice", "bob")
LOOKERS: Final = ("helena", "olga", "omar")
DESK: Final = ("olga", "omar")
OWNERS: Final = ("omar",)
READERS: Final = ("reader", "writer", "program")
WRITERS: Final = ("writer", "program")
PROGRAM: Final = ("program",)
A_NEW_ONE: Final = {"name": "Dave's", "build": "攻核", "address": "dave@example.net"}
ONE_MORE: Final = {"name": "Eve's", "build": "核", "tell": "They asked."}
OUT: Final = {"entry": "Alice's", "tell": "They asked."}

SEASON: Final = "/{lang}/seasons/{slug}"
DESK_SEASON: Final = "/{lang}/desk/seasons/{slug}"
LAB: Final = "/{lang}/lab/{game}"
TRY: Final = "/{lang}/games/{game}/try/{build}"
API: Final = "/api/v1/seasons/{slug}"
API_DESK: Final = "/api/v1/organiser/seasons"
API_CUPS: Final = "/api/v1/organiser/cups/{slug}"

NEVER: Final[dict[str, dict[str, Any]]] = {
    "approve": {"name": "Nobody"},
    "beacon": {"number": "7"},
    "end-round": {},
    "exchange": {"number": "99", "tell": "They asked."},
    "hold": {"step": "none"},
    "never-meet": {"first": "Nobody", "second": "Refuse"},
    "nights": {"at": "2020-01-01T12:00:00Z", "nights": "2"},
    "pairings": {"pairings": ""},
    "plan": {"step": "run", "at": "2020-01-01T12:00:00Z"},
    "refuse": {"name": "Nobody"},
    "resume": {"step": "none"},
    "retire": {"entry": "Nobody", "after": "1"},
    "rules": {"rules": "laplaplus@1"},
    "set-pairing": {"round": "1", "first": "Nobody"},
    "skip": {"step": "none"},
    "stages": {"stages": ["nothing"]},
    "take-back": {},
}
"""What programs send to acts that cannot be done in these seasons: that they are done is in tests/web/api/test_api.py."""

# In this order: what is done further down meets the season as it was left further up.
ROWS: Final[dict[str, Row]] = {
    # everybody's
    "GET /": Row(302),
    "GET /robots.txt": Row(),
    "GET /seasons.ics": Row(302),
    "GET /{lang}/seasons.ics": Row(),
    "GET /{lang}/owners/{token}": Row(404),
    "GET /{lang}/owners/{token}/feed.atom": Row(404),
    "GET /{lang}/feed.atom": Row(),
    "GET /{lang}/cups": Row(),
    "GET /{lang}/cups/{cup}": Row(ANNOUNCED),
    "GET /{lang}/cups/{cup}/feed.atom": Row(ANNOUNCED),
    "GET /{lang}/cups/{cup}/hall": Row(ANNOUNCED),
    "GET /{lang}/games/{game}/hall": Row(),
    "GET /{lang}/owners/{token}/rivals": Row(404),
    "GET /{lang}/owners/{token}/rivals/{rival}": Row(404),
    "GET /favicon.ico": Row(),
    "GET /crests/{seed}.svg": Row(),
    "GET /pictures/{digest}.webp": Row(404),
    "GET /{lang}/": Row(),
    "GET /{lang}/taking-part": Row(),
    "GET /{lang}/demonstration/letters": Row(404),
    "GET /{lang}/games": Row(),
    "GET /{lang}/games/{game}": Row(307),
    "GET /{lang}/games/{game}/rules": Row(),
    "GET /{lang}/games/{game}/rules/{version}": Row(),
    "GET /{lang}/games/{game}/cards": Row(),
    "GET /{lang}/games/{game}/cards/{version}": Row(),
    "GET /{lang}/games/{game}/print": Row(),
    "GET /{lang}/games/{game}/print/{version}": Row(),
    "GET /{lang}/games/{game}/rank": Row(),
    "GET /{lang}/games/{game}/groups": Row(),
    "GET /{lang}/groups/{number}": Row(404),
    "GET /{lang}/builds/{token}": Row(404),
    "GET /{lang}/games/{game}/ratings": Row(),
    "GET /games/{game}/ratings.json": Row(),
    "GET /{lang}/games/{game}/try": Row(),
    "GET /{lang}/games/{game}/practice": Row(
        404
    ),  # it has no matches: tests/web/pages/test_practice.py
    "POST /{lang}/games/{game}/practice": Row(404),
    "GET /{lang}/games/{game}/lesson": Row(404),
    "GET /{lang}/games/{game}/workshop": Row(),
    "POST /{lang}/games/{game}/workshop": Row(422),
    "GET /{lang}/games/{game}/duel": Row(),
    "POST /{lang}/games/{game}/duel": Row(303, form={"name": "Dave"}),
    # by the link of its player
    "GET /{lang}/own/{token}": Row(),
    "POST /{lang}/own/{token}": Row(422, form={"act": "leave"}),
    # by the link of its opener
    "GET /{lang}/duels/{token}": Row(),
    "POST /{lang}/duels/{token}": Row(303, form={"act": "send", "build": "攻核連盾"}),
    "GET /{lang}/duels/{token}/battles/{home:int}-{away:int}": Row(404),
    "GET /{lang}/duels/{token}/entries/{number:int}": Row(307),
    f"GET {TRY}": Row(307),
    f"GET {TRY}/battles/{{home:int}}-{{away:int}}": Row(),
    f"GET {TRY}/entries/{{number:int}}": Row(307),
    f"GET {TRY}/{{slug}}": Row(AWAY),
    f"GET {TRY}/{{slug}}/battles/{{home:int}}-{{away:int}}": Row(RESULTS),
    f"GET {TRY}/{{slug}}/entries/{{number:int}}": Row(AWAY),
    "GET /docs": Row(302),
    "GET /{lang}/docs": Row(),
    "GET /{lang}/docs/{topic}": Row(),
    "GET /{lang}/search": Row(),
    "GET /lab": Row(302),
    "GET /lab/{game}": Row(302),
    "GET /{lang}/lab": Row(),
    f"GET {LAB}": Row(),
    f"POST {LAB}": Row(303, form={"list": "盾核/Dave\n核盾/Eve\n核/Frank"}),
    f"GET {LAB}/{{trial}}": Row(),
    f"GET {LAB}/{{trial}}/entries/{{number:int}}": Row(),
    f"GET {LAB}/{{trial}}/entries/{{number:int}}/what-if": Row(),
    f"GET {LAB}/{{trial}}/entries/{{number:int}}/changes": Row(),
    f"GET {LAB}/{{trial}}/answers": Row(),
    f"GET {LAB}/{{trial}}/battles/{{home:int}}-{{away:int}}": Row(),
    f"GET {LAB}/{{trial}}/statistics": Row(),
    f"GET {LAB}/{{trial}}/table.csv": Row(),
    f"GET {LAB}/{{trial}}/result.json": Row(),
    "POST /api/v1/lab/{game}": Row(form={"list": "盾核/Dave\n核盾/Eve"}),
    "POST /api/v1/games/{game}/build": Row(form={"text": "盾, Core/Dave"}),
    "POST /api/v1/lore": Row(form={"text": "*Rain*"}),
    "GET /healthz": Row(),
    "GET /metrics": Row(404),
    "GET /readyz": Row(),
    "GET /api/v1/": Row(),
    "GET /api/v1/openapi.json": Row(),
    "GET /api/v1/games": Row(),
    "GET /api/v1/games/{game}": Row(),
    "GET /api/v1/games/{game}/cards": Row(),
    "GET /api/v1/games/{game}/rules": Row(),
    "GET /api/v1/games/{game}/rank": Row(),
    "GET /api/v1/games/{game}/ratings": Row(),
    "GET /api/v1/games/{game}/hall": Row(),
    "GET /api/v1/cups/{cup}/hall": Row(ANNOUNCED),
    "GET /api/v1/cups": Row(),
    "GET /api/v1/cups/{cup}": Row(ANNOUNCED),
    "GET /api/v1/seasons": Row(),
    # a season
    f"GET {SEASON}": Row(ANNOUNCED),
    f"GET {SEASON}/feed.atom": Row(ANNOUNCED),
    f"GET {SEASON}/calendar.ics": Row(ANNOUNCED),
    f"GET {SEASON}/all-rounds": Row(404),  # these continue none: tests/web/pages/test_rounds.py
    "GET /seasons/{slug}/all-rounds.csv": Row(404),
    f"GET {API}/all-rounds": Row(404),
    f"GET {SEASON}/so-far": Row(AWAY),
    f"GET {SEASON}/so-far/{{round_:int}}": Row(AWAY),
    f"GET {SEASON}/seals": Row(ANNOUNCED),
    f"GET {SEASON}/seals/{{closing:int}}": Row(NUMBERED),
    f"GET {SEASON}/table": Row(RESULTS),
    # these seasons have no stages: tests/web/pages/test_stages.py
    f"GET {SEASON}/banzuke": Row(404),
    f"GET {SEASON}/stages/{{place:int}}": Row(404),
    f"GET {SEASON}/stages/{{place:int}}/rounds/{{round_:int}}": Row(404),
    f"GET {SEASON}/stages/{{place:int}}/rounds/{{round_:int}}/draw": Row(404),
    "GET /seasons/{slug}/stages/{place:int}/standings.csv": Row(404),
    "GET /seasons/{slug}/stages/{place:int}/pairings.csv": Row(404),
    f"GET {API}/stages": Row(ANNOUNCED),
    f"GET {API}/banzuke": Row(404),
    f"GET {API}/stages/{{place}}/standings": Row(404),
    f"GET {API}/stages/{{place}}/teams": Row(404),
    f"GET {API}/stages/{{place}}/pairings": Row(404),
    f"GET {SEASON}/characters": Row(RESULTS),
    f"GET {SEASON}/rank": Row(RESULTS),
    f"GET {SEASON}/rank/{{number:int}}": Row(RESULTS),
    f"GET {SEASON}/compare": Row(RESULTS),
    f"GET {SEASON}/compare/{{a:int}}-{{b:int}}": Row(RESULTS),
    f"GET {SEASON}/entries/{{number:int}}": Row(NUMBERED),
    f"GET {SEASON}/entries/{{number:int}}/print": Row(RESULTS),
    f"GET {SEASON}/print": Row(404),  # it is no call: tests/web/pages/test_calls.py
    f"GET {SEASON}/battles": Row(RESULTS),
    f"GET {SEASON}/entries/{{number:int}}/battles": Row(RESULTS),
    f"GET {SEASON}/entries/{{number:int}}/report": Row(NUMBERED),
    f"POST {SEASON}/entries/{{number:int}}/report": Row(
        NUMBERED, form={"what": "name", "text": "It is mine."}
    ),
    f"GET {SEASON}/battles/{{home:int}}-{{away:int}}": Row(RESULTS),
    f"GET {SEASON}/statistics": Row(RESULTS),
    f"GET {SEASON}/preview.png": Row(ANNOUNCED),
    "GET /{lang}/embed/seasons/{slug}": Row(ANNOUNCED),
    "GET /{lang}/embed/seasons/{slug}/battles/{home:int}-{away:int}": Row(RESULTS),
    f"GET {SEASON}/entries/{{number:int}}/preview.png": Row(NUMBERED),
    f"GET {SEASON}/battles/{{home:int}}-{{away:int}}/preview.png": Row(RESULTS),
    f"GET {SEASON}/entries/{{number:int}}/what-if": Row(RESULTS),
    f"GET {SEASON}/entries/{{number:int}}/changes": Row(RESULTS),
    f"GET {SEASON}/answers": Row(RESULTS),
    "GET /seasons/{slug}/seals.json": Row(ANNOUNCED),
    "GET /seasons/{slug}/record.json": Row(RESULTS),
    "GET /seasons/{slug}/cards.toml": Row(404),  # it is no call: tests/web/pages/test_calls.py
    "GET /seasons/{slug}/cards.json": Row(404),  # it is no call: tests/web/pages/test_calls.py
    f"GET {API}/cards": Row(404),
    "GET /seasons/{slug}/standings.csv": Row(RESULTS),
    "GET /seasons/{slug}/table.csv": Row(RESULTS),
    "GET /seasons/{slug}/banzuke.csv": Row(404),
    "GET /seasons/{slug}/so-far.csv": Row(404),  # tests/web/pages/test_so_far.py
    "GET /seasons/{slug}/cards.csv": Row(RESULTS),
    "GET /seasons/{slug}/pairs.csv": Row(RESULTS),
    "GET /seasons/{slug}/rivals.csv": Row(RESULTS),
    "GET /seasons/{slug}/awards.csv": Row(RESULTS),
    f"GET {API}": Row(ANNOUNCED),
    f"GET {API}/entrants": Row(ANNOUNCED),
    f"GET {API}/seals": Row(ANNOUNCED),
    f"GET {API}/entries": Row(RESULTS),
    f"GET {API}/entries/{{number}}": Row(RESULTS),
    f"GET {API}/standings": Row(RESULTS),
    f"GET {API}/so-far": Row(404),  # tests/web/pages/test_so_far.py
    f"GET {API}/table": Row(RESULTS),
    f"GET {API}/rank": Row(RESULTS),
    f"GET {API}/battles/{{home}}/{{away}}": Row(RESULTS),
    # these seasons have no matches: tests/web/pages/test_matches.py
    f"GET {SEASON}/matches": Row(404),
    f"GET {SEASON}/matches/{{place}}": Row(404),
    f"GET {SEASON}/matches/{{place}}/replay": Row(404),
    f"GET {SEASON}/matches/{{place}}/proof": Row(404),
    "GET /{lang}/embed/seasons/{slug}/matches/{place}": Row(404),
    f"GET {SEASON}/dice": Row(404),
    "GET /seasons/{slug}/commitments.json": Row(404),
    f"GET {API}/matches": Row(ANNOUNCED),
    f"GET {API}/matches/{{round}}/{{table}}": Row(404),
    f"GET {API}/matches/{{round}}/{{table}}/record": Row(404),
    "GET /seasons/{slug}/matches/{place}.jsonl": Row(404),
    f"GET {API}/record": Row(RESULTS),
    f"GET {API}/statistics": Row(RESULTS),
    f"GET {API}/entries/{{number}}/what-if": Row(RESULTS),
    f"GET {API}/entries/{{number}}/changes": Row(RESULTS),
    f"GET {API}/answers": Row(RESULTS),
    # a character comes in
    f"GET {SEASON}/enter": Row(by_state(410, draft=404, open=200)),
    f"GET {SEASON}/enter/preview": Row(303),
    f"GET {SEASON}/enter/try": Row(303),
    f"GET {SEASON}/entered": Row(ANNOUNCED),
    f"POST {SEASON}/enter/preview": Row(ANNOUNCED, form=A_NEW_ONE),
    f"POST {SEASON}/enter/try": Row(ANNOUNCED, form=A_NEW_ONE),
    f"POST {SEASON}/enter": Row(by_state(422, draft=404, open=303), form=A_NEW_ONE),
    f"POST {API}/entries": Row(by_state(422, draft=404, open=202), form=A_NEW_ONE),
    # secret links: anyone who holds one may use it
    "GET /{lang}/my/{token}": Row(by_state(200, published=410, archived=410)),
    "POST /{lang}/my/{token}": Row(by_state(303, published=410, archived=410)),
    "GET /{lang}/confirm/{token}": Row(by_state(410, open=200)),
    "POST /{lang}/confirm/{token}": Row(by_state(410, open=303)),
    "GET /{lang}/address/{token}": Row(),
    "POST /{lang}/address/{token}": Row(form={"answer": "yes"}),
    f"GET {SEASON}/follow": Row(ANNOUNCED),
    f"POST {SEASON}/follow": Row(
        by_state(200, draft=404, published=410, archived=410, called_off=410),
        form={"address": "eve@example.net"},
    ),
    "GET /{lang}/follow/{token}": Row(),
    "GET /{lang}/seats/{token}": Row(404),  # nobody is absent here
    "POST /{lang}/seats/{token}": Row(404),
    "POST /{lang}/follow/{token}": Row(by_state(200, published=410, archived=410, called_off=410)),
    "GET /{lang}/letters/stop/{token}": Row(),
    "POST /{lang}/letters/stop/{token}": Row(),
    "GET /{lang}/letters/never/{token}": Row(),
    "POST /{lang}/letters/never/{token}": Row(),
    "GET /{lang}/desk/sign-in": Row(),
    "POST /{lang}/desk/sign-in": Row(form={"address": "olga@olga.example.com"}),
    "GET /{lang}/in/{token}": Row(),
    "POST /{lang}/in/{token}": Row(410),
    # a player's own
    "GET /{lang}/my": Row(303, only=PLAYERS, others=200),
    "POST /{lang}/my": Row(303, form={"address": "dave@example.net"}),
    f"GET {SEASON}/my": Row(only=PLAYERS),
    f"POST {SEASON}/my/address": Row(303, only=PLAYERS),
    f"POST {SEASON}/my/letters": Row(303, only=PLAYERS),
    f"POST {SEASON}/my/picture": Row(303, only=PLAYERS),
    f"POST {SEASON}/my/page": Row(303, only=PLAYERS),
    f"POST {SEASON}/my/push": Row(303, only=PLAYERS, form={"stop": "1"}),
    f"POST {SEASON}/my/withdraw": Row(303, only=PLAYERS),
    f"POST {SEASON}/my/carry": Row(409, only=PLAYERS),
    f"POST {SEASON}/my/browsers": Row(303, only=PLAYERS, form={"sign_in": "0"}),
    f"POST {SEASON}/my/new-address": Row(303, only=PLAYERS),
    # what a season with matches answers: tests/web/pages/my/test_matches.py
    f"GET {SEASON}/my/matches/{{game_id}}": Row(404, only=PLAYERS),
    f"POST {SEASON}/my/matches/{{game_id}}": Row(404, only=PLAYERS),
    f"GET {SEASON}/my/scripts": Row(404, only=PLAYERS),
    f"POST {SEASON}/my/scripts": Row(404, only=PLAYERS),
    f"POST {SEASON}/my/sign-out": Row(303, only=PLAYERS),
    # the desk
    "GET /{lang}/desk": Row(only=LOOKERS),
    "GET /{lang}/desk/mail": Row(only=LOOKERS),
    "GET /{lang}/desk/threads": Row(only=LOOKERS),
    "GET /{lang}/desk/threads/{number}": Row(only=LOOKERS),
    "POST /{lang}/desk/threads/{number}": Row(303, only=LOOKERS, form={"answer": "It stays."}),
    "POST /{lang}/desk/threads/{number}/entries/{revision_id}": Row(303, only=DESK),
    "GET /{lang}/desk/threads/{number}/block": Row(only=LOOKERS),
    "POST /{lang}/desk/threads/{number}/block": Row(422, only=DESK),
    "GET /{lang}/desk/threads/{number}/address": Row(only=LOOKERS),
    "POST /{lang}/desk/threads/{number}/address": Row(422, only=DESK),
    "GET /{lang}/desk/blocks": Row(only=LOOKERS),
    "POST /{lang}/desk/blocks/{number}": Row(303, only=DESK),
    "GET /{lang}/desk/reports": Row(only=LOOKERS),
    "POST /{lang}/desk/reports/{number}": Row(303, only=DESK),
    "GET /{lang}/desk/security": Row(only=LOOKERS),
    "POST /{lang}/desk/security/factor": Row(only=LOOKERS, form={"act": "begin"}),
    "POST /{lang}/desk/security/tokens": Row(only=LOOKERS, form={"label": "script"}),
    "POST /{lang}/desk/security/end": Row(303, only=LOOKERS, form={"sign_in": "1"}),
    "GET /{lang}/desk/cups": Row(only=DESK),
    "POST /{lang}/desk/cups": Row(303, only=DESK, form={"slug": "autumn-cup"}),
    "POST /{lang}/desk/cups/titles": Row(303, only=DESK, form={"cup": "autumn-cup"}),
    "POST /{lang}/desk/cups/end": Row(303, only=DESK, form={"cup": "autumn-cup"}),
    "GET /{lang}/desk/webhooks": Row(only=DESK),
    "POST /{lang}/desk/webhooks": Row(
        only=DESK, form={"url": "https://hooks.example/7", "shape": "text", "lang": "ja"}
    ),
    "POST /{lang}/desk/webhooks/test": Row(303, only=DESK, form={"webhook": "1"}),
    "POST /{lang}/desk/webhooks/end": Row(303, only=DESK, form={"webhook": "1"}),
    "GET /{lang}/desk/prove/{token}": Row(410, only=LOOKERS),
    "POST /{lang}/desk/prove/{token}": Row(410, only=LOOKERS),
    "GET /{lang}/desk/letters": Row(only=LOOKERS),
    "GET /{lang}/desk/people": Row(only=LOOKERS),
    "POST /{lang}/desk/people": Row(
        303, only=OWNERS, form={"address": "new@desk.example.com", "name": "New"}
    ),
    "POST /{lang}/desk/people/{number}": Row(422, only=OWNERS, form={"act": "dismiss"}),
    f"GET {DESK_SEASON}": Row(only=LOOKERS),
    f"GET {DESK_SEASON}/letters/{{number}}": Row(PLAYED, only=LOOKERS),
    f"POST {DESK_SEASON}/letters/{{number}}": Row(PLAYED, only=DESK),
    f"GET {DESK_SEASON}/announcement": Row(only=DESK),
    f"POST {DESK_SEASON}/announcement": Row(422, only=DESK),
    f"POST {DESK_SEASON}/announcement/{{shown}}": Row(
        only=DESK, form={"subject_en": "Soon", "text_en": "It begins."}
    ),
    f"GET {DESK_SEASON}/import": Row(only=DESK),
    f"POST {DESK_SEASON}/import": Row(by_state(422, open=200), only=DESK, form={"list": "核/Io"}),
    f"POST {DESK_SEASON}/import/preview": Row(
        by_state(422, open=200), only=DESK, form={"list": "核/Io"}
    ),
    f"GET {DESK_SEASON}/correct/{{entry_id}}": Row(only=DESK),
    f"POST {DESK_SEASON}/correct/{{entry_id}}": Row(
        by_state(422, open=303, closed=303, review=303),
        only=DESK,
        form={"name": "Alice's", "build": "核", "owner": "Al", "tell": "They asked."},
    ),
    f"GET {DESK_SEASON}/withdraw/{{entry_id}}": Row(only=DESK),
    f"GET {DESK_SEASON}/hide/{{entry_id}}": Row(only=LOOKERS),
    f"POST {DESK_SEASON}/hide/{{entry_id}}": Row(
        422, only=DESK, form={"hide": "picture", "tell": "Not theirs."}
    ),
    f"GET {DESK_SEASON}/newcomers": Row(only=LOOKERS),
    f"POST {DESK_SEASON}/newcomers/{{entry_id}}": Row(422, only=DESK),
    f"GET {DESK_SEASON}/statistics": Row(PLAYED, only=LOOKERS),
    f"GET {DESK_SEASON}/settings": Row(only=DESK),
    f"POST {DESK_SEASON}/settings/preview": Row(only=DESK),
    f"POST {DESK_SEASON}/settings": Row(303, only=DESK),
    f"GET {DESK_SEASON}/next-round": Row(only=DESK),
    f"POST {DESK_SEASON}/next-round": Row(422, only=DESK),
    f"GET {DESK_SEASON}/pairings": Row(only=DESK),
    f"POST {DESK_SEASON}/pairings": Row(422, only=DESK),
    f"GET {DESK_SEASON}/rules": Row(only=DESK),
    f"POST {DESK_SEASON}/rules/errata": Row(422, only=DESK),
    f"POST {DESK_SEASON}/rules": Row(422, only=DESK),
    f"GET {DESK_SEASON}/matches": Row(only=DESK),
    f"POST {DESK_SEASON}/exchange": Row(409, only=DESK),
    f"POST {DESK_SEASON}/seat": Row(409, only=DESK),
    f"GET {DESK_SEASON}/review": Row(only=LOOKERS),
    f"GET {DESK_SEASON}/public": Row(PLAYED | {DRAFT: 200}, only=LOOKERS),
    f"GET {DESK_SEASON}/public/{{below:path}}": Row(PLAYED, only=LOOKERS),
    f"GET {DESK_SEASON}/deadline": Row(only=DESK),
    f"GET {DESK_SEASON}/timetable": Row(only=DESK),
    f"POST {DESK_SEASON}/timetable": Row(409, only=DESK, form={"step": "lunch"}),
    f"POST {DESK_SEASON}/timetable/nights": Row(409, only=DESK),
    f"GET {DESK_SEASON}/delete": Row(only=DESK),
    f"GET {DESK_SEASON}/acts/{{act}}": Row(only=DESK),
    f"POST {DESK_SEASON}/entries": Row(
        by_state(422, open=303, closed=303, review=303), only=DESK, form=ONE_MORE
    ),
    f"POST {DESK_SEASON}/withdraw/{{entry_id}}": Row(
        by_state(422, open=303, closed=303, review=303), only=DESK, form=OUT
    ),
    f"POST {DESK_SEASON}/deadline": Row(409, only=DESK, form={"reason": "when?"}),
    f"POST {DESK_SEASON}/beacon": Row(422, only=DESK, form={"number": "3318"}),
    f"POST {DESK_SEASON}/acts/{{act}}": Row(by_state(409, open=303), only=DESK),
    "POST /{lang}/desk/letters/{number}": Row(303, only=LOOKERS),
    "GET /{lang}/desk/new-season": Row(only=DESK),
    "POST /{lang}/desk/new-season": Row(303, only=DESK, form={"game": "laplaplus", "slug": "new"}),
    "POST /{lang}/desk/new-season/preview": Row(only=DESK, form={"title_en": "New"}),
    f"POST {DESK_SEASON}/delete": Row(by_state(409, draft=303), only=DESK),
    "POST /{lang}/desk/sign-out": Row(303, only=LOOKERS),
    # the desk, for programs
    f"GET {API_DESK}": Row(only=READERS),
    f"GET {API_DESK}/{{slug}}": Row(only=READERS),
    f"GET {API_DESK}/{{slug}}/open": Row(only=READERS),
    f"GET {API_DESK}/{{slug}}/entries": Row(only=READERS),
    f"GET {API_DESK}/{{slug}}/log": Row(only=READERS),
    **{
        f"GET {API_DESK}/{{slug}}/{look}": Row(only=READERS)
        for look in ("exchanges", "newcomers", "stages", "timetable")
    },
    f"GET {API_DESK}/{{slug}}/run": Row(PLAYED | {RUNNING: 200}, only=READERS),
    f"GET {API_DESK}/{{slug}}/standings": Row(PLAYED, only=READERS),
    f"GET {API_DESK}/{{slug}}/statistics": Row(PLAYED, only=READERS),
    f"GET {API_DESK}/{{slug}}/record": Row(
        by_state(409, review=200, published=200, archived=200), only=READERS
    ),
    **{
        f"POST {API_DESK}/{{slug}}/{act}": Row(409, only=PROGRAM, form=form)
        for act, form in NEVER.items()
    },
    f"POST {API_DESK}/{{slug}}/import": Row(
        by_state(409, open=422, closed=422, review=422),
        only=WRITERS,
        form={"table": "", "tell": "They asked."},
    ),
    f"POST {API_CUPS}/create": Row(409, only=PROGRAM),
    f"POST {API_CUPS}/rename": Row(only=PROGRAM, form={"title_en": "The Cup"}),
    f"DELETE {API_CUPS}": Row(409, only=PROGRAM),
    f"POST {API_DESK}/{{slug}}/entries": Row(
        by_state(409, open=201, closed=201, review=201), only=WRITERS, form=ONE_MORE
    ),
    f"POST {API_DESK}/{{slug}}/correct": Row(
        by_state(409, open=200, closed=200, review=200), only=WRITERS, form=OUT | {"owner": "Al"}
    ),
    f"POST {API_DESK}/{{slug}}/offer-seat": Row(409, only=WRITERS, form={"entry": "Nobody"}),
    f"POST {API_DESK}/{{slug}}/hide": Row(only=WRITERS, form=OUT | {"part": "name"}),
    f"POST {API_DESK}/{{slug}}/withdraw": Row(
        by_state(409, open=200, closed=200, review=200), only=WRITERS, form=OUT
    ),
    f"POST {API_DESK}/{{slug}}/open": Row(by_state(409, draft=200), only=PROGRAM),
    f"POST {API_DESK}/{{slug}}/close": Row(by_state(409, draft=200, open=200), only=PROGRAM),
    f"POST {API_DESK}/{{slug}}/reopen": Row(
        by_state(409, draft=200, open=200, closed=200, review=200),
        only=PROGRAM,
        form={"tell": "Too early.", "closes_at": "2027-01-01T11:00:00Z"},
    ),
    f"POST {API_DESK}/{{slug}}/deadline": Row(
        by_state(409, draft=200, open=200, closed=200, review=200),
        only=PROGRAM,
        form={"tell": "Too early.", "closes_at": "2027-01-01T12:00:00Z"},
    ),
    f"PATCH {API_DESK}/{{slug}}": Row(
        by_state(200, published=409, archived=409),
        only=PROGRAM,
        form={"title_en": "The Cup", "tell": "Too short."},
    ),
    f"POST {API_DESK}/{{slug}}/copy": Row(409, only=PROGRAM, form={"season": "No Slug"}),
    f"POST {API_DESK}/{{slug}}/next-round": Row(409, only=PROGRAM, form={"season": "No Slug"}),
    f"POST {API_DESK}/{{slug}}/run": Row(by_state(409, running=202), only=PROGRAM),
    f"POST {API_DESK}/{{slug}}/publish": Row(409, only=PROGRAM),
    f"POST {API_DESK}/{{slug}}/undo": Row(
        by_state(409, published=200), only=PROGRAM, form={"reason": "too early"}
    ),
    f"POST {API_DESK}/{{slug}}/archive": Row(409, only=PROGRAM),
    f"POST {API_DESK}/{{slug}}/pause": Row(
        by_state(200, archived=409, called_off=409),
        only=PROGRAM,
        form={"tell": "The mail is down."},
    ),
    f"POST {API_DESK}/{{slug}}/go-on": Row(
        by_state(200, archived=409, called_off=409), only=PROGRAM
    ),
    f"POST {API_DESK}/{{slug}}/call-off": Row(
        by_state(409, draft=200, open=200, closed=200, running=200, review=200, published=200),
        only=PROGRAM,
        form={"tell": "A storm."},
    ),
    f"POST {API_DESK}": Row(201, only=PROGRAM, form={"season": "newer", "game": "laplaplus"}),
    f"DELETE {API_DESK}/{{slug}}": Row(409, only=PROGRAM),
}


# --- who asks ----------------------------------------------------------------------------------------


MASKED: Final = re.compile(r"\w…@[\w.-]+")
"""As much of an address as organisers may see."""
DESK_ADDRESSES: Final = {"helena": HELENA, "olga": OLGA}
SCOPES: Final = {"reader": "look", "writer": "look entries"}


@dataclass
class Asker:
    """Somebody with a browser, or a program. Forms of his own carry `form_token`."""

    who: str
    client: TestClient
    form_token: str = ""

    def ask(self, method: str, path: str, row: Row) -> Response:
        if path.startswith("/api/"):
            return self.client.request(method, path, json=row.form or None)
        own = {"form_token": self.form_token} if row.only != WHO else {}
        data = row.form | own if method == "POST" else None
        return self.client.request(method, path, data=data)

    def knows(self, state: SeasonState) -> list[Secrets]:
        """The secrets that are his to know, in a season in this state."""
        own = {"alice": [ALICE, FORMER], "bob": [BOB]}.get(self.who, [])
        is_organiser = self.who in LOOKERS + READERS
        is_open_to_all = state in PUBLIC or (is_organiser and state not in SEALED)
        held = [CAROL] if is_organiser and state not in SEALED else []
        return [*own, *held, ALICE, BOB] if is_open_to_all else own


@dataclass
class World:
    """The site, with a season in each state."""

    site: Site
    stack: ExitStack
    found: dict[SeasonState, tuple[Season, Entry, Revision]] = field(default_factory=dict)

    def asker(self, who: str, state: SeasonState) -> Asker:
        client = self.stack.enter_context(self.site.browser().client)
        if who == "public":
            return Asker(who, client)
        at_desk = SignInPurpose.API if who in READERS else SignInPurpose.ORGANISER
        purpose = SignInPurpose.PLAYER if who in PLAYERS else at_desk
        slug = state.value if who in PLAYERS else ""
        with self.site.writing() as session:
            token, form_token = sign_in(
                session,
                purpose,
                slug,
                2 if who == "bob" else 1,
                address_of=DESK_ADDRESSES.get(who, OMAR),
                scopes=SCOPES.get(who),
            )
        if who in READERS:
            client.headers["Authorization"] = f"Bearer {token}"
        else:
            client.cookies.set(cookie_name(self.site.app.site, purpose, slug), token)
        return Asker(who, client, form_token)

    def known(self, state: SeasonState) -> tuple[Season, Entry, Revision]:
        """The season in this state, the entry of Alice and what Carol sent, as they were when first asked for."""
        if state not in self.found:
            with self.site.reading() as session:
                season = seasons.by_slug(session, state.value)
                held = select(Revision).join(Entry, Entry.id == Revision.entry_id)  # type: ignore[arg-type]
                held = held.where(Entry.season_id == season.id)
                carol = session.exec(held.where(Revision.state == RevisionState.HELD)).one()
                entries = select(Entry).where(Entry.season_id == season.id).order_by(col(Entry.id))
                self.found[state] = season, session.exec(entries).all()[0], carol
        return self.found[state]

    def path(self, route: str, state: SeasonState) -> str:
        """The address of this route, about the season in this state."""
        template = route.partition(" ")[2]
        season, alice, carol = self.known(state)
        if "/my/{token}" in route:
            token = make_token(self.site.key, "reply", alice.player_id or 0, season.id)
        elif "/stop/" in route:
            token = make_token(self.site.key, "mute", alice.player_id or 0)
        elif "/address/" in route:
            token = make_token(self.site.key, "move", 1, 2)
        elif "/never/" in route:
            token = make_token(self.site.key, "never", alice.player_id or 0)
        elif "/own/" in route:
            token = make_token(self.site.key, "own", alice.player_id or 0)
        elif "/duels/" in route:
            token = duel_token(self.site.key, 1, "A")
        elif "/seats/" in route:
            token = make_token(self.site.key, "seat", alice.player_id or 0, 1)
        elif "/follow/" in route:
            token = make_token(self.site.key, "follow", alice.player_id or 0, season.id)
        else:
            token = make_token(self.site.key, "confirm", carol.id)
        values = {
            "lang": "en",
            "slug": season.slug,
            "cup": season.slug,
            "rival": "hers",
            "game": "laplaplus",
            "token": token,
        }
        values |= {"version": season.rules_version, "revision_id": "1"}
        values |= {
            "trial": "tried",
            "shown": "en",
            "closing": "1",
            "topic": "play-by-mail",
            "game_id": "cup-r1-1",
            "seed": "0" * 16,
            "digest": "0" * 64,
        }
        values |= {"entry_id": str(alice.id), "number": "1", "home": "1", "away": "2"}
        values |= {"round_": "1", "board": "1", "round": "1", "table": "1", "place": "1"}
        values |= {"a": "1", "b": "2"}
        values["below"] = "entries/1"
        if "/try/" in route:
            values |= {"build": "盾核", "home": "0", "away": "1"}
        return template.replace(":int}", "}").replace(":path}", "}").format(**values, act="close")


@pytest.fixture(scope="module")
def template(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a season in each state."""
    path = tmp_path_factory.mktemp("world") / "world.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    with database.writing() as session:
        every_state(session)
        trials.keep(session, "tried", "laplaplus", "盾核/Dave\n核盾/Eve\n核/Frank", now=NOW)
        dave = invitations.Party("Dave", "en")
        invitations.open_duel(session, ruleset("laplaplus"), dave, 3, now=NOW)
    database.close()
    return path


@pytest.fixture
def world(template: Path, sqlite_files: Copies) -> Iterator[World]:
    with ExitStack() as stack:
        database = stack.enter_context(
            closing(Database(stack.enter_context(sqlite_files.database(template))))
        )
        yield World(Site(database), stack)


def routes(app: SiteApp) -> list[str]:
    """Method and template of every route."""
    return [
        f"{method} {context.path}".replace("{lang:lang}", "{lang}")
        for context in iter_route_contexts(app.inner.routes)
        for method in sorted(context.methods or ())
    ]


# --- the tests ---------------------------------------------------------------------------------------


def test_every_route_has_a_row(world: World) -> None:
    """A new route gets a row here that says who may use it."""
    assert set(routes(world.site.app)) - {"GET /static"} == set(ROWS)


def test_no_two_routes_answer_the_same_address(world: World) -> None:
    """So that routers may be included in any order."""
    there = {route.replace("{lang}", "{lang:lang}") for route in routes(world.site.app)}
    segments = {route: route.replace(" ", "/").split("/") for route in there}
    shared = [
        f"{one} and {other}"
        for one, other in combinations(segments, 2)
        if len(segments[one]) == len(segments[other])
        and all(map(may_be_equal, segments[one], segments[other]))
    ]

    assert shared == []


def may_be_equal(one: str, other: str) -> bool:
    """Whether some segment of an address fits both of these."""
    if "{" not in one and "{" not in other:
        return one == other
    if "{" not in one or "{" not in other:
        pattern, segment = (one, other) if "{" in one else (other, one)
        return fits(pattern, segment)
    return True  # what both take: a number, a name


@pytest.mark.parametrize("seed", range(3))
def test_routers_may_come_in_any_order(
    world: World, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffled = pages.routers()
    random.Random(seed).shuffle(shuffled)
    monkeypatch.setattr(pages, "routers", lambda: shuffled)
    other = Site(world.site.database)
    paths = {world.path(route, PUBLISHED): route.partition(" ")[0] for route in ROWS}
    # A season, a game or a list may be called like a page.
    paths |= {path.replace("published", "seasons"): paths[path] for path in paths}
    answers = [
        {path: winner(there, method, path) for path, method in paths.items()}
        for there in (ways(world.site.app), ways(other.app))
    ]

    assert answers[0] == answers[1]


def ways(app: SiteApp) -> list[tuple[set[str], str]]:
    """Methods and template of every route that has a template, in the order in which they are asked."""
    return [
        (context.methods or set(), context.path)
        for context in iter_route_contexts(app.inner.routes)
        if context.path
    ]


def winner(there: list[tuple[set[str], str]], method: str, path: str) -> str:
    """The one of these routes that answers this address."""
    return next(
        template for methods, template in there if method in methods and fits(template, path)
    )


def fits(template: str, path: str) -> bool:
    """Whether this is an address of the route with this template."""
    return compiled(template).match(path) is not None


@cache
def compiled(template: str) -> re.Pattern[str]:
    return compile_path(template)[0]


ONE_OF_EACH: Final = ("public", "alice", "olga", "program")
IN_FULL: Final = (OPEN, REVIEW)
"""While entries are taken, and when nobody but organisers sees the results."""


@pytest.mark.parametrize(
    ("state", "who"),
    [
        (state, who)
        for state in SeasonState
        for who in WHO
        if who in ONE_OF_EACH or state in IN_FULL
    ],
)
def test_everybody_gets_what_is_theirs_and_nothing_else(
    world: World, state: SeasonState, who: str
) -> None:
    asker = world.asker(who, state)
    paths = {route: world.path(route, state) for route in ROWS if is_asked(route, state, who)}
    wrong = []
    for route, path in paths.items():
        row, method = ROWS[route], route.partition(" ")[0]
        answer = asker.ask(method, path, row)
        if "{token}" in route:
            asker.client.cookies.clear()  # some of them sign in
        if answer.status_code != row.expected(who, state):
            wrong.append(f"{route}: {answer.status_code} instead of {row.expected(who, state)}")
        known = asker.knows(state) + ([CAROL] if "/confirm/" in path else [])
        known += asker.knows(PUBLISHED) if "/try" in path else []
        wrong += [f"{route}: {each}" for each in faults(answer, known, state, route)]
        if method == "GET" and who == row.only[0] and state in (REVIEW, PUBLISHED):
            wrong += [f"{route}: {each}" for each in faults_of_head(asker, path, answer)]

    assert "\n".join(wrong) == ""


def is_asked(route: str, state: SeasonState, who: str) -> bool:
    """What is about no season is asked for once; secret links by somebody whom we do not know yet.

    A page for everybody does not tell players of one kind apart, nor organisers; and who is refused is so in every state:
    all of them ask in the first two, in the others one who is refused.
    """
    only = ROWS[route].only
    if "{token}" in route:
        return state is not DRAFT and who == "public"
    if "{slug}" not in route and state is not REVIEW:
        return False
    if state in IN_FULL:
        return only != WHO or who in ONE_OF_EACH
    return who == "public" or (who in only and (only != WHO or who == "olga"))


NEVER_KEPT: Final = {
    "GET /healthz",
    "GET /readyz",
    "GET /{lang}/desk/sign-in",
    "GET /{lang}/games/{game}/duel",
    f"GET {SEASON}/enter",
    f"GET {SEASON}/follow",
    f"GET {SEASON}/entries/{{number:int}}/report",
}
"""Forms, which carry a key, and what monitors ask."""


@pytest.mark.parametrize("who", ["helena", "olga"])
def test_no_page_of_the_desk_leads_to_what_the_role_may_not_do(world: World, who: str) -> None:
    """Neither a link nor a button: to press one and be refused is no way to learn it."""
    asker = world.asker(who, OPEN)
    pages = [
        world.path(route, state)
        for route, row in ROWS.items()
        for state in SeasonState
        if route.startswith("GET") and "/desk" in route and who in row.only and "token" not in route
        if "{slug}" in route or state is OPEN
    ]
    found: dict[tuple[str, str], str] = {}
    for page in dict.fromkeys(pages):
        answer = asker.client.get(page)
        if answer.is_error:
            continue
        tree = LexborHTMLParser(answer.text)
        for link in tree.css("a[href^='/en/desk']:not([inert])"):
            found.setdefault(("GET", link.attributes["href"] or ""), page)
        for button in tree.css("form[method=post] button"):
            form = next(each for each in up_from(button) if each.tag == "form")
            action = button.attributes.get("formaction") or form.attributes.get("action") or page
            found.setdefault(("POST", action), page)
    there = ways(world.site.app)
    wrong = [
        f"{page}: {method} {path}"
        for (method, path), page in found.items()
        for route in [f"{method} {winner(there, method, re.split('[?#]', path)[0])}"]
        if who not in ROWS[route.replace("{lang:lang}", "{lang}")].only
    ]

    links = [path for method, path in found if method == "GET"]
    wrong += [f"{found['GET', each]}: {each}" for each in links if asker.client.get(each).is_error]

    assert len(found) > 30
    assert "\n".join(wrong) == ""


def up_from(node: Any) -> Iterator[Any]:
    """The elements around this one."""
    while node := node.parent:
        yield node


@pytest.mark.parametrize("state", [OPEN, REVIEW, PUBLISHED])
def test_a_public_page_is_the_same_for_every_reader_made_anew_or_from_memory(
    world: World, state: SeasonState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte and header for header, so that it may be made once and kept; no cookie comes or matters."""
    guest, alice, olga = (world.asker(who, state).client for who in ("public", "alice", "olga"))
    alice.cookies.update(olga.cookies)
    paths = {world.path(route, state): route for route in ROWS if is_public(route, state)}
    with monkeypatch.context() as without:
        without.setattr(PageCache, "may_make", lambda *_: False)
        for_alice = {path: seen(ask(alice, path)) for path in paths}  # what takes long is kept now
        anew, unwatched = made(world.site.database, guest, [*paths])
    wrong = [f"{path}: reads {tables}" for path, tables in unwatched.items()]
    for path, route in paths.items():
        first, again, signed = ask(guest, path), ask(guest, path), ask(alice, path)
        if (seen(again), seen(signed)) != (anew[path], for_alice[path]):
            wrong.append(f"{route}: not as it is made anew")
        is_kept = first.headers.get("cache-control") not in (PRIVATE, UNKEPT)
        if is_kept is (route in NEVER_KEPT) and first.status_code == 200:
            wrong.append(f"{route}: {first.headers.get('cache-control')}")
        if route in NEVER_KEPT:
            continue
        theirs = (first.content, first.headers) == (signed.content, signed.headers)
        if not theirs or anew[path] != for_alice[path]:
            wrong.append(f"{route}: not the same for a player and organiser")
        if "set-cookie" in first.headers or "cookie" in first.headers.get("vary", "").lower():
            wrong.append(f"{route}: {first.headers}")

    assert "\n".join(wrong) == ""


def is_public(route: str, state: SeasonState) -> bool:
    """Whether everybody gets this page, without a secret; what hangs on no season is asked for once."""
    hangs_on_season = "{slug}" in route or "{cup}" in route
    is_secret = "{token}" in route and "/owners/" not in route
    is_asked_for = (hangs_on_season or state is OPEN) and not is_secret
    return route.startswith("GET") and ROWS[route].only == WHO and is_asked_for


Seen = tuple[int, list[tuple[str, str]], bytes]


def made(
    database: Database, reader: TestClient, paths: list[str]
) -> tuple[dict[str, Seen], dict[str, set[str]]]:
    """These pages, and tables that one of them reads though a change there makes no page stale."""
    read: set[str] = set()
    watched: set[str] = set()

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        read.update(re.findall(r'(?:FROM|JOIN) "?(\w+)', statement))

    pages: dict[str, Seen] = {}
    found: dict[str, set[str]] = {}
    event.listen(database.engine, "before_cursor_execute", note)
    try:
        for path in paths:
            read.clear()
            database._shared.answers.clear()
            pages[path] = seen(ask(reader, path))
            unwatched = read & editions.UNSHOWN - {"edition"}
            if path.endswith(("/games/laplaplus/rank", "/games/laplaplus/groups")):
                unwatched -= {"visit", "match_plan"}  # of days that are over: no row comes any more
            if pages[path][2] and unwatched:
                found[path] = unwatched
            watched |= read
    finally:
        event.remove(database.engine, "before_cursor_execute", note)
    assert watched >= {"season", "entry", "player"}
    return pages, found


def ask(reader: TestClient, path: str) -> Response:
    """What comes, unpacked; of a page that is sent as it is made nobody knows the length, until it is kept."""
    answer = reader.get(path, headers={"Accept-Encoding": "identity"})
    answer.headers.pop("Content-Length", None)
    return answer


def seen(answer: Response) -> Seen:
    """What goes over the line; of one reader's own pages, which are never the same twice, the status."""
    cache = answer.headers.get("Cache-Control", "")
    if answer.status_code != 200 or cache.startswith(("private", "no-store")):
        return answer.status_code, [], b""
    return answer.status_code, sorted(answer.headers.multi_items()), answer.content


@pytest.mark.parametrize("who", ["public", "alice", "olga"])
def test_no_form_is_taken_from_another_site(world: World, who: str) -> None:
    asker = world.asker(who, REVIEW)
    asker.client.headers |= {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
    posts = [route for route in ROWS if route.startswith("POST")]

    answers = {route: asker.ask("POST", world.path(route, REVIEW), ROWS[route]) for route in posts}
    assert {route for route, answer in answers.items() if answer.status_code != 403} == set()


@pytest.mark.parametrize("who", ["alice", "olga"])
def test_no_form_of_somebody_signed_in_is_taken_without_its_token(world: World, who: str) -> None:
    asker = world.asker(who, REVIEW)
    asker.form_token = "guessed"
    posts = [route for route, row in ROWS.items() if route.startswith("POST") and who in row.only]
    own = [route for route in posts if ROWS[route].only != WHO]

    answers = {route: asker.ask("POST", world.path(route, REVIEW), ROWS[route]) for route in own}
    assert {route for route, answer in answers.items() if answer.status_code != 403} == set()


@pytest.mark.parametrize("who", ["public", "everybody at once"])
def test_no_answer_says_the_host_that_a_client_has_named(world: World, who: str) -> None:
    """Caches and letters would carry it on to others (Host header injection)."""
    asker = world.asker("public", PUBLISHED)
    for each in () if who == "public" else ("alice", "olga", "program"):
        own = world.asker(each, PUBLISHED).client
        asker.client.cookies.update(own.cookies)
        asker.client.headers |= own.headers
    evil = {
        "Host": "evil.example",
        "X-Forwarded-Host": "evil.example",
        "Forwarded": "host=evil.example",
    }
    asker.client.headers |= evil
    gets = {route: row for route, row in ROWS.items() if route.startswith("GET")}
    if who == "public":
        paths = {world.path(route, PUBLISHED) for route in gets}
        paths |= {path.rstrip("/") if path.endswith("/") else f"{path}/" for path in paths}
        paths |= {"", "//", "/static/style.css/", "/nowhere", "/%00", "/en/%ff"}
        paths |= {"//evil.test/", "/\\evil.test/", "//evil.test/%2e%2e/", "/en//evil.test/"}
    else:  # what the public does not get
        paths = {world.path(route, PUBLISHED) for route, row in gets.items() if row.only != WHO}
    echoes = []
    for path in sorted(paths):
        answer = asker.client.get(f"https://cup.example{path}", follow_redirects=False)
        told = "\n".join([answer.text, *answer.headers.values()])
        location = answer.headers.get("location", "/")
        if "evil.example" in told or not re.match(r"/(?![/\\])", location):
            echoes.append(f"{path}: {answer.status_code} {location}")

    assert "\n".join(echoes) == ""


FRAMED: Final = "/embed/"
FOR_OTHER_SITES: Final = (FRAMED, "/preview.png")
"""Parts of the only routes whose answers other sites may show; those in a frame load nothing and send nothing, but for matches, which look whether they have moved on."""


def faults(
    answer: Response, known: list[Secrets], state: SeasonState, route: str = ""
) -> Iterator[str]:
    """What is in this answer and should not be, and the other way round."""
    for name, value in HEADERS.items():
        sent = answer.headers.get(name, "")
        if answer.status_code == 200 and any(each in route for each in FOR_OTHER_SITES):
            if name == "Cross-Origin-Resource-Policy" and sent == "cross-origin":
                continue
            if name == "Content-Security-Policy" and FRAMED in route:
                reach = "self" if "/matches/" in route else "none"
                closed = "default-src 'none'; ", f"connect-src '{reach}'; form-action 'none'; "
                if all(each in sent for each in closed) and sent.endswith("frame-ancestors *"):
                    continue
        if name == "Content-Security-Policy":
            is_strict = sent.startswith("default-src 'none'") and "frame-ancestors 'none'" in sent
            if not is_strict:
                yield f"{name}: {sent}"
        elif sent != value:
            yield f"{name}: {sent}"
    told = "\n".join([answer.text, *answer.headers.values()])
    told = MASKED.sub("", told)
    if ADDRESSES in told:
        at = told.index(ADDRESSES)
        yield f"an address: {told[at - 60 : at + 20]}"
    text = cards_and_words(answer)
    for secrets in (ALICE, BOB, CAROL, FORMER):
        if secrets in known:
            continue
        for secret in (secrets.cards, secrets.word, *secrets.salts):
            if secret in text:
                yield f"tells {secret}"
        is_sealed = state in SEALED or secrets in (CAROL, FORMER)
        if is_sealed and secrets.seal in text:
            yield f"tells the seal of {secrets.word}"


def cards_and_words(answer: Response) -> str:
    """All that can be read in an answer; cards that stand in tiles also as they follow one another."""
    text = answer.text
    if "html" in answer.headers.get("content-type", ""):
        page = LexborHTMLParser(text)
        for selector in (".tile", ".char"):
            text += "\n" + "".join(node.text().strip() for node in page.css(selector))
    return text


def faults_of_head(asker: Asker, path: str, got: Response) -> Iterator[str]:
    """HEAD says what GET said, and nothing more."""
    answer = asker.client.head(path)
    if answer.status_code != got.status_code or answer.content:
        yield f"HEAD: {answer.status_code}, {len(answer.content)} bytes"
    kinds = [each.headers.get("content-type") for each in (answer, got)]
    if kinds[0] != kinds[1]:
        yield f"HEAD: {kinds}"


@pytest.mark.parametrize("who", ["public", "alice", "olga", "reader"])
def test_no_page_is_at_a_number_larger_than_any(world: World, who: str) -> None:
    """Of more digits than databases have; of as many as SQLite has, and PostgreSQL has not; and of marks that are none."""
    asker = world.asker(who, PUBLISHED)
    answers = {}
    for route, row in ROWS.items():
        if route.startswith("GET ") and row.expected(who, PUBLISHED) == 200:
            parts = world.path(route, PUBLISHED).split("/")
            for at in [at for at, part in enumerate(parts) if part.isdigit()]:
                for number in ("9" * 21, "5000000000", "１"):
                    path = "/".join([*parts[:at], number, *parts[at + 1 :]])
                    answers[path] = asker.client.get(path).status_code
    assert answers
    assert {path: status for path, status in answers.items() if status not in (404, 422)} == {}


def test_a_bug_is_answered_with_the_same_headers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.pages.taking_part.mail_to", lambda *_: 1 / 0)
    answer = world.asker("public", OPEN).client.get("/en/taking-part")

    assert answer.status_code == 500
    assert answer.headers["Strict-Transport-Security"] == "max-age=63072000; includeSubDomains"
    assert list(faults(answer, [], OPEN)) == []
