"""Nothing sealed is shown: every command and every page, in every state of a season, to everybody who may ask.

Each season has an entry whose every text holds a word that stands nowhere else. Where the table says that a reader
may see it the word must be there; where it does not, neither word, cards, salt, digest nor secret link may be.
A route or a command that is not in the table fails the test.
"""

import json
import shutil
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from PIL import Image
from sqlmodel import Session, col, select

from app.cli import program
from app.jobs.seasons.deadlines import lay_open_due, release_due, step_due
from app.jobs.seasons.ranks import count_due
from app.jobs.seasons.runs import run
from app.league.archive.structure import read_record
from app.league.archive.verification import verify
from app.league.desk import hidings, interventions
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.entries.pictures import portraits
from app.league.entries.pictures.formats import Portrait
from app.league.people.tokens import make_token
from app.league.results import results, runs as league_runs
from app.league.seals import seal_of
from app.league.seasons import calling_off, cups, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans as stage_plans
from app.league.timetable import nights
from app.settings import settings as read_settings
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.results import parts, runs, stages as season_stages
from app.store.security import audits, sign_ins
from app.store.security.audits import Organiser
from app.store.tables import (
    Complaint,
    Entry,
    Mail,
    MailAction,
    MailState,
    Player,
    Result,
    Role,
    SignInPurpose,
)
from app.tournament.cache import Cache, Turnstile
from app.web.drawing import previews
from app.web.drawing.crests import seed
from app.web.pages.sharing import previews as preview_pages
from app.web.sessions import cookie_name
from tests.support.browsers import Site
from tests.support.commands import hikyaku
from tests.support.outgoing import some_settings
from tests.web.test_routes import cards_and_words, routes

NOW: Final = datetime.now(UTC)
HOUR: Final = timedelta(hours=1)
WORD: Final = "alicesecret"
CARDS: Final = "硬攻硬響連核攻"
OWN: Final = {
    "flavour": [f"{WORD} blade"],
    "lines": {"entrance": f"{WORD} enters"},
    "labels": {"build": f"{WORD} label"},
}
ALICE: Final = Submission("Alice's", CARDS, "alice", f"The {WORD} lore.", "", OWN)
BOB: Final = Submission("Bob's", "核攻響", "bob")
MATCH: Final = {"round_": "1", "board": "1", "round": "1", "table": "1", "place": "1"}
CHARLIE: Final = Submission("Charlie's", "盾核", "charlie")


# --- how a season gets there, and who may see its entries then -----------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """Acts that lead there, and whether organisers and everybody see the entries; `has_run`: it was played once.

    `plan`: it is played in these stages.
    """

    acts: tuple[str, ...]
    to_organisers: bool
    to_everybody: bool = False
    has_run: bool = False
    plan: str = ""


BY_ALL: Final = (
    "open",
    "closed-at-its-deadline",
    "review",
    "reopened",
    "published",
    "open-in-stages",
)
"""In these organisers ask for public pages too, and the public for the desk; that who is signed in sees none of
those otherwise, and nobody else any of these, is asked in every state by tests/web/test_routes.py."""
IN_STAGES: Final = "swiss rounds=2 best=2\nknockout"
PLAYED: Final = ("open", "pass", "close", "run")
STAGES: Final = {
    "draft": Stage((), to_organisers=False),
    "open": Stage(("open",), to_organisers=False),
    "closed-before-its-deadline": Stage(("open", "close"), to_organisers=False),
    "laid-open-at-its-deadline": Stage(("open", "close", "pass", "lay open"), to_organisers=True),
    "closed-at-its-deadline": Stage(("open", "pass", "close"), to_organisers=True),
    "closed-without-deadline": Stage(("open", "no deadline", "close"), to_organisers=True),
    "running": Stage((*PLAYED[:3], "start"), to_organisers=True),
    "review": Stage(PLAYED, to_organisers=True, has_run=True),
    "reopened": Stage((*PLAYED, "undo", "reopen"), to_organisers=False, has_run=True),
    "closed-again-too-early": Stage(
        (*PLAYED, "undo", "reopen", "far deadline", "close"), to_organisers=False, has_run=True
    ),
    "closed-again": Stage(
        (*PLAYED, "undo", "reopen", "deadline", "pass", "close"), to_organisers=True, has_run=True
    ),
    "announced": Stage((*PLAYED, "announce"), to_organisers=True, has_run=True),
    "half-released": Stage((*PLAYED, "plan nights", "night"), to_organisers=True, has_run=True),
    "taken-back-after-a-night": Stage(
        (*PLAYED, "plan nights", "night", "undo"), to_organisers=True, has_run=True
    ),
    "published": Stage(
        (*PLAYED, "announce", "release"), to_organisers=True, to_everybody=True, has_run=True
    ),
    "taken-back-and-reopened": Stage(
        (*PLAYED, "publish", "undo", "undo", "reopen"), to_organisers=False, has_run=True
    ),
    "called-off": Stage(("open", "call off"), to_organisers=False),
    "called-off-under-review": Stage((*PLAYED, "call off"), to_organisers=True, has_run=True),
    "archived": Stage(
        (*PLAYED, "publish", "archive"), to_organisers=True, to_everybody=True, has_run=True
    ),
    "open-in-stages": Stage(("open",), to_organisers=False, plan=IN_STAGES),
    "running-in-stages": Stage((*PLAYED[:3], "start"), to_organisers=True, plan=IN_STAGES),
    "review-in-stages": Stage(PLAYED, to_organisers=True, has_run=True, plan=IN_STAGES),
    "published-in-stages": Stage(
        (*PLAYED, "publish"), to_organisers=True, to_everybody=True, has_run=True, plan=IN_STAGES
    ),
}


def lead_there(database: Database, acts: tuple[str, ...], stages: str = "") -> None:
    """The season `cup`, played in these stages, has gone through all this, and it is now `NOW`."""
    now, deadline = NOW - 12 * HOUR, NOW + 12 * HOUR
    if "pass" in acts:
        deadline = NOW - 10 * HOUR

    def by() -> Organiser:
        return Organiser("olga", now, "for a reason", "that everybody may read")

    with database.writing() as session:
        cups.create(session, "cup", by())
        plan = season_plans.Plan(
            "laplaplus", "cup", "杯", "Cup", closes_at=deadline, ranked=True, cup="cup"
        )
        plan = replace(plan, stages=stage_plans.read(stages)[0])
        league_seasons.create(session, plan, by())
    for act in acts:
        now += timedelta(minutes=10)
        if act == "pass":
            now = max(now, deadline)
        elif act == "run":
            list(run(database, "cup", by()))
        elif act == "lay open":
            assert lay_open_due(database, now)
        elif act == "night":
            assert step_due(database, now)
        elif act == "release":
            assert release_due(database, now)
        else:
            with database.writing() as session:
                do(session, act, by())
                deadline = seasons.by_slug(session, "cup").closes_at or deadline
        count_due(UTC, database, now)


def do(session: Session, act: str, by: Organiser) -> None:
    season = seasons.by_slug(session, "cup")
    match act:
        case "open":
            league_seasons.open_season(session, "cup", by)
            for submission in (ALICE, BOB):
                address = f"{submission.owner}@people.example.net"
                player = players.known_as(session, address, "en", by.now)
                league_entries.submit(
                    session, season, player, submission, Origin(by.now, proven=True)
                )
            interventions.add(session, "cup", CHARLIE, by)
            alice = players.known_as(session, "alice@people.example.net", "en", by.now)
            session.add(a_mail_that_waits(alice, by.now))
        case "no deadline":
            season.closes_at = None
        case "close":
            league_seasons.close(session, "cup", by)
        case "start":
            league_runs.start(session, "cup", by)
        case "undo":
            results.undo(session, "cup", by)
        case "reopen":
            is_past = season.closes_at is not None and season.closes_at <= by.now
            league_seasons.reopen(session, "cup", by, by.now + HOUR if is_past else None)
        case "deadline":
            league_seasons.move(session, "cup", by.now + HOUR, by)
        case "far deadline":
            league_seasons.move(session, "cup", NOW + HOUR, by)
        case "announce":
            results.publish(session, "cup", by, release_at=by.now + timedelta(minutes=5))
        case "plan nights":
            soon = by.now + timedelta(minutes=5)
            nights.plan(session, "cup", soon, by, zone="Asia/Tokyo", nights=2)
        case "publish":
            results.publish(session, "cup", by)
        case "call off":
            calling_off.call_off(session, "cup", by)
        case "archive":
            league_seasons.archive(session, "cup", by)
        case _:
            raise AssertionError(act)


def a_mail_that_waits(player: Player, now: datetime) -> Mail:
    """It was not understood, and tells of a build."""
    said = f"{WORD}: is {CARDS} any good?"
    return Mail(
        raw=said.encode(),
        received_at=now,
        state=MailState.DONE,
        action=MailAction.PASSED_ON,
        note={"subject": said, "text": said, "says_entry": True},
        player_id=player.id,
        waits_since=now,
    )


# --- what is asked --------------------------------------------------------------------------------------

EVERYBODY: Final = "everybody"
ORGANISER: Final = "organiser"
PLAYER: Final = "player"
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Row:
    """Who may be shown an entry here once the season is open to them; `telling` stands in the answer then.

    `of_run`: it tells of battles, so that there must be a finished run; before, the whole answer is refused if it
    `refuses`, else only this is left out. `of_stages`: there is none of a season without stages, or with them; None where that makes no difference.
    """

    reader: str = NOBODY
    telling: str = WORD
    of_run: bool = False
    refuses: bool = True
    of_stages: bool | None = None


DIGEST: Final = Row(ORGANISER, '"digest":"', of_run=True, refuses=False)
NOTHING: Final = Row()
RESULT: Final = Row(EVERYBODY, "", of_run=True)
OF_STAGE: Final = replace(RESULT, of_stages=True)
SEASON: Final = "GET /{lang}/seasons/{slug}"
DESK: Final = "GET /{lang}/desk/seasons/{slug}"
API: Final = "GET /api/v1/seasons/{slug}"
API_DESK: Final = "GET /api/v1/organiser/seasons/{slug}"
TRY: Final = "GET /{lang}/games/{game}/try"

ROUTES: Final[dict[str, Row]] = {
    "GET /seasons/{slug}/record.json": Row(EVERYBODY, of_run=True),
    **{
        f"GET /seasons/{{slug}}/{name}.csv": RESULT
        for name in ("standings", "table", "cards", "pairs", "rivals", "awards")
    },
    **{
        f"GET /seasons/{{slug}}/stages/{{place:int}}/{name}.csv": OF_STAGE
        for name in ("standings", "pairings")
    },
    "GET /seasons/{slug}/seals.json": NOTHING,
    "GET /{lang}/feed.atom": NOTHING,
    "GET /{lang}/cups": NOTHING,
    "GET /{lang}/cups/{cup}": NOTHING,
    "GET /{lang}/cups/{cup}/feed.atom": NOTHING,
    "GET /{lang}/cups/{cup}/hall": NOTHING,
    "GET /api/v1/cups/{cup}/hall": NOTHING,
    "GET /{lang}/games/{game}/hall": NOTHING,
    "GET /{lang}/owners/{token}/rivals": NOTHING,
    "GET /{lang}/owners/{token}/rivals/{rival}": NOTHING,
    "GET /api/v1/cups": NOTHING,
    "GET /api/v1/cups/{cup}": NOTHING,
    "GET /{lang}/desk/cups": NOTHING,
    "GET /{lang}/owners/{token}": NOTHING,
    "GET /{lang}/owners/{token}/feed.atom": NOTHING,
    "GET /{lang}/seasons.ics": NOTHING,
    SEASON: Row(EVERYBODY, CARDS),
    f"{SEASON}/table": replace(RESULT, of_stages=False),
    f"{SEASON}/banzuke": NOTHING,
    "GET /seasons/{slug}/banzuke.csv": NOTHING,
    "GET /api/v1/seasons/{slug}/banzuke": NOTHING,
    f"{SEASON}/stages/{{place:int}}": OF_STAGE,
    f"{SEASON}/stages/{{place:int}}/rounds/{{round_:int}}": OF_STAGE,
    f"{SEASON}/stages/{{place:int}}/rounds/{{round_:int}}/draw": OF_STAGE,
    f"{SEASON}/characters": Row(EVERYBODY, of_run=True),
    f"{SEASON}/rank": RESULT,
    f"{SEASON}/rank/{{number:int}}": Row(EVERYBODY, "Rated games", of_run=True),
    f"{SEASON}/compare": RESULT,
    f"{SEASON}/compare/{{a:int}}-{{b:int}}": RESULT,
    f"{SEASON}/all-rounds": NOTHING,
    "GET /seasons/{slug}/all-rounds.csv": NOTHING,
    f"{API}/all-rounds": NOTHING,
    f"{SEASON}/so-far": NOTHING,
    "GET /seasons/{slug}/so-far.csv": NOTHING,
    f"{SEASON}/so-far/{{round_:int}}": NOTHING,
    f"{SEASON}/seals": NOTHING,
    f"{SEASON}/seals/{{closing:int}}": NOTHING,
    f"{SEASON}/entries/{{number:int}}": Row(EVERYBODY),
    f"{SEASON}/battles/{{home:int}}-{{away:int}}": Row(EVERYBODY, of_run=True),
    f"{SEASON}/battles": RESULT,
    f"{SEASON}/entries/{{number:int}}/battles": RESULT,
    f"{SEASON}/matches": NOTHING,
    f"{SEASON}/matches/{{place}}": NOTHING,
    f"{SEASON}/matches/{{place}}/replay": NOTHING,
    f"{SEASON}/matches/{{place}}/proof": NOTHING,
    f"{SEASON}/dice": NOTHING,
    "GET /seasons/{slug}/commitments.json": NOTHING,
    "GET /seasons/{slug}/matches/{place}.jsonl": NOTHING,
    f"{SEASON}/feed.atom": NOTHING,
    f"{SEASON}/preview.png": NOTHING,
    "GET /{lang}/embed/seasons/{slug}": Row(EVERYBODY, ""),
    "GET /{lang}/embed/seasons/{slug}/matches/{place}": NOTHING,
    "GET /{lang}/embed/seasons/{slug}/battles/{home:int}-{away:int}": RESULT,
    f"{SEASON}/entries/{{number:int}}/preview.png": NOTHING,
    f"{SEASON}/battles/{{home:int}}-{{away:int}}/preview.png": RESULT,
    f"{SEASON}/calendar.ics": NOTHING,
    f"{SEASON}/enter": NOTHING,
    f"{SEASON}/enter/preview": NOTHING,
    f"{SEASON}/entered": NOTHING,
    f"{SEASON}/follow": NOTHING,
    f"{SEASON}/entries/{{number:int}}/print": RESULT,
    f"{SEASON}/print": NOTHING,
    f"{SEASON}/entries/{{number:int}}/report": NOTHING,
    f"{SEASON}/enter/try": NOTHING,
    f"{SEASON}/my": Row(PLAYER),
    f"{SEASON}/statistics": RESULT,
    f"{SEASON}/entries/{{number:int}}/what-if": RESULT,
    f"{SEASON}/entries/{{number:int}}/changes": RESULT,
    f"{SEASON}/answers": RESULT,
    DESK: Row(ORGANISER, CARDS),
    f"{DESK}/statistics": Row(ORGANISER, "", of_run=True),
    f"{DESK}/letters/{{number}}": Row(ORGANISER, of_run=True),
    f"{DESK}/deadline": NOTHING,
    f"{DESK}/timetable": NOTHING,
    f"{DESK}/settings": NOTHING,
    f"{DESK}/next-round": NOTHING,
    f"{DESK}/rules": NOTHING,
    f"{DESK}/pairings": NOTHING,
    f"{DESK}/matches": NOTHING,
    f"{DESK}/review": NOTHING,
    f"{DESK}/public": Row(ORGANISER, CARDS, of_run=True, refuses=False),
    f"{DESK}/public/{{below:path}}": Row(ORGANISER, of_run=True),
    "GET /{lang}/desk/new-season": NOTHING,
    f"{DESK}/delete": NOTHING,
    f"{DESK}/withdraw/{{entry_id}}": NOTHING,
    f"{DESK}/acts/{{act}}": NOTHING,
    API: NOTHING,
    f"{API}/entrants": NOTHING,
    f"{API}/seals": NOTHING,
    f"{API}/entries": Row(EVERYBODY, CARDS, of_run=True),
    f"{API}/entries/{{number}}": Row(EVERYBODY, of_run=True),
    f"{API}/matches": NOTHING,
    f"{API}/matches/{{round}}/{{table}}": NOTHING,
    f"{API}/matches/{{round}}/{{table}}/record": NOTHING,
    f"{API}/standings": RESULT,
    f"{API}/stages": NOTHING,
    f"{API}/stages/{{place}}/standings": OF_STAGE,
    f"{API}/stages/{{place}}/teams": OF_STAGE,
    f"{API}/stages/{{place}}/pairings": OF_STAGE,
    f"{API}/so-far": NOTHING,
    f"{API}/table": RESULT,
    f"{API}/rank": RESULT,
    f"{API}/battles/{{home}}/{{away}}": RESULT,
    f"{API}/record": Row(EVERYBODY, of_run=True),
    f"{API}/statistics": RESULT,
    f"{API}/entries/{{number}}/what-if": RESULT,
    f"{API}/entries/{{number}}/changes": RESULT,
    f"{API}/answers": RESULT,
    API_DESK: DIGEST,
    f"{API_DESK}/entries": Row(ORGANISER),
    f"{API_DESK}/run": DIGEST,
    f"{API_DESK}/standings": Row(ORGANISER, "", of_run=True),
    f"{API_DESK}/statistics": Row(ORGANISER, "", of_run=True),
    f"{API_DESK}/record": Row(ORGANISER, of_run=True),
    f"{API_DESK}/log": NOTHING,
    f"{API_DESK}/open": NOTHING,
    f"{DESK}/announcement": NOTHING,
    f"{DESK}/import": NOTHING,
    f"{DESK}/newcomers": NOTHING,
    f"{DESK}/correct/{{entry_id}}": Row(ORGANISER),
    f"{DESK}/hide/{{entry_id}}": Row(ORGANISER),
    # about no season, or about all
    TRY: Row(EVERYBODY, CARDS, of_run=True, refuses=False),
    f"{TRY}/{{build}}": NOTHING,
    f"{TRY}/{{build}}/battles/{{home:int}}-{{away:int}}": NOTHING,
    f"{TRY}/{{build}}/entries/{{number:int}}": NOTHING,
    f"{TRY}/{{build}}/{{slug}}": NOTHING,
    f"{TRY}/{{build}}/{{slug}}/battles/{{home:int}}-{{away:int}}": Row(
        EVERYBODY, CARDS, of_run=True
    ),
    f"{TRY}/{{build}}/{{slug}}/entries/{{number:int}}": NOTHING,
    "GET /{lang}/desk": NOTHING,
    "GET /{lang}/desk/mail": NOTHING,
    "GET /{lang}/desk/letters": NOTHING,
    "GET /{lang}/desk/threads": NOTHING,
    "GET /{lang}/desk/threads/{number}": Row(ORGANISER),
    "GET /{lang}/desk/threads/{number}/block": NOTHING,
    "GET /{lang}/desk/threads/{number}/address": NOTHING,
    "GET /{lang}/desk/blocks": NOTHING,
    "GET /{lang}/desk/reports": Row(ORGANISER),
    "GET /{lang}/": Row(EVERYBODY, ""),
    "GET /{lang}/games/{game}/rank": NOTHING,
    "GET /{lang}/games/{game}/ratings": NOTHING,
    "GET /games/{game}/ratings.json": NOTHING,
    "GET /api/v1/seasons": NOTHING,
    "GET /api/v1/organiser/seasons": DIGEST,
    **{f"{API_DESK}/{look}": NOTHING for look in ("exchanges", "newcomers", "stages", "timetable")},
}
ELSEWHERE: Final = (
    *(
        *("GET /{lang}/games/{game}/rules", "GET /{lang}/games/{game}/cards"),
        "GET /{lang}/games/{game}/print",
        "GET /{lang}/games/{game}/practice",
        "GET /{lang}/games/{game}/lesson",
        "GET /{lang}/games/{game}/workshop",
        "GET /seasons/{slug}/cards.toml",  # tests/web/pages/test_calls.py: it is of calls
        "GET /seasons/{slug}/cards.json",
        "GET /api/v1/seasons/{slug}/cards",
        "GET /{lang}/games/{game}/duel",
        "GET /{lang}/games/{game}/groups",  # tests/web/test_groups.py: they are of no season
        "GET /{lang}/groups/",
        "GET /{lang}/builds/",
        "GET /{lang}/own/",
        "GET /{lang}/duels/",  # tests/web/pages/test_duels.py: it is of no season
        "GET /{lang}/lab",
        "GET /lab",
        "GET /docs",
        "GET /{lang}/docs",
        "GET /{lang}/search",  # tests/web/test_search.py
        "GET /api/v1/games",
        "GET /static",
        "GET /crests/",
        # tests/test_leaks.py deals all that is hidden anew and asks again
        "GET /{lang}/seasons/{slug}/my/matches/",
        "GET /{lang}/seasons/{slug}/my/scripts",  # those of its reader, of no entry
        "GET /pictures/",  # tests/web/pages/test_pictures.py asks for one in every state
    ),
    *(
        "GET /healthz",
        "GET /readyz",
        "GET /metrics",
        "GET /{lang}/taking-part",
        "GET /api/v1/openapi.json",
    ),
    *(
        "GET /{lang}/address/",
        "GET /{lang}/confirm/",
        "GET /{lang}/my",
        "GET /{lang}/letters/",
        "GET /{lang}/follow/",
    ),
    "GET /{lang}/seats/",
    *("GET /{lang}/in/", "GET /{lang}/desk/security", "GET /{lang}/desk/prove/"),
    *("GET /{lang}/desk/people", "GET /{lang}/desk/sign-in"),
    *("GET /{lang}/desk/webhooks", "GET /{lang}/demonstration/"),
)
"""Routes that begin like this tell of no season, or open with a secret that its player alone has."""
PLAIN: Final = (
    "GET /",
    "GET /api/v1/",
    "GET /robots.txt",
    "GET /favicon.ico",
    "GET /seasons.ics",
    "GET /{lang}/games",
    "GET /{lang}/games/{game}",
)

COMMANDS: Final[dict[str, tuple[str, Row]]] = {
    "season list": ("", NOTHING),
    "season show": ("cup --json", replace(DIGEST, telling='"digest": "')),
    "season matches": ("cup", NOTHING),
    "season stages": ("cup --json", NOTHING),
    "season banzuke": ("cup --json", NOTHING),
    "season pairings": ("cup", NOTHING),
    "season entries": ("cup --json", Row(ORGANISER)),
    "season newcomers": ("cup", NOTHING),
    "cup list": ("", NOTHING),
    "cup show": ("cup --json", NOTHING),
    "season all-rounds": ("cup --json", NOTHING),
    "hall": ("laplaplus --json", NOTHING),
    "rating show": ("laplaplus --json", NOTHING),
    "rating export": ("laplaplus -", NOTHING),
    "season verify": ("cup", Row(ORGANISER, "everything holds", of_run=True)),
    "season export": ("cup -", Row(ORGANISER, of_run=True)),
    "stats season": ("cup --json", Row(ORGANISER, "Alice", of_run=True)),
    "stats entry": ("cup Alice's --json", Row(ORGANISER, CARDS, of_run=True)),
    "stats changes": ("cup Alice's --json", Row(ORGANISER, CARDS, of_run=True)),
    "stats answers": ("cup --json", Row(ORGANISER, CARDS, of_run=True)),
    "mail preview": ("cup --to {folder}", Row(ORGANISER, of_run=True)),
    "mail preview 1": ("", Row(ORGANISER)),
    "mail status": ("--json", NOTHING),
    "mail waiting": ("--json", NOTHING),
    "mail thread 1": ("", Row(ORGANISER)),
    "player show": ("alice@people.example.net --json", NOTHING),
    "player blocked": ("--json", NOTHING),
}
ACTS: Final = frozenset(
    {
        *("season create", "season open", "season close", "season reopen", "season deadline"),
        *("season exchange", "season timetable", "season archive", "season pause", "season go-on"),
        *("season exchange", "season timetable", "season archive", "season call-off"),
        *("season change", "season copy", "season rules", "season next-round"),
        *("cup create", "cup rename", "cup delete"),
        *("season beacon", "season retire", "season set-pairing", "season take-back"),
        "season never-meet",
        "season end-round",
        *("season delete", "season run", "season publish", "season undo", "season add"),
        "season import",
        *(
            "season withdraw",
            "season hide",
            "season correct",
            "season approve",
            "season refuse",
            "season offer-seat",
            "mail send",
            "mail retry",
            "mail answer",
            "mail settle",
            "mail confirm",
            "mail drop",
            "mail prune",
            "mail reread",
            "player forget",
            "player page",
            "player group",
            "player address",
            "player block",
            "player unblock",
        ),
    }
)
"""They move a season or a letter on, and say in which state it is."""
OUTSIDE: Final = frozenset(
    {
        *("battle", "lab", "cards", "rules", "stats list", "help"),  # what is given to them
        *("webhook add", "webhook list", "webhook test", "webhook remove"),
        *("match show", "match verify", "match replay"),  # what stands in the file
        "rating verify",  # what stands in the book
        *("season restore", "season history"),  # what stands in the file
        "season errata",  # asked of sealed builds by tests/league/desk/test_rules.py
        *("mail in", "mail fetch"),  # tells what stood in the mails that are given to it
        *(
            "demo",
            "play",
            "bench engine",
            "bench exchange",
            "bench matches",
            "bench balance",
            "bench season",
            "bench archive",
            "bench lab",
            "bench formats",
            "bench answers",
            "bench stats",
            "bench web",
        ),
        *(
            "bench mail",
            "bench letters",
        ),  # seasons of their own
        *(
            "organiser add",
            "organiser list",
            "organiser remove",
            "organiser token",
            "organiser role",
        ),
        *(
            "organiser log",
            "organiser sessions",
            "organiser sign-out",
            "organiser forget-factor",
            "serve",
            "worker",
            "doctor",
        ),
        "backup",  # the database itself, for the person who runs the machine
    }
)


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command of the program, as it is typed."""
    command = command or typer.main.get_command(program)
    below = getattr(command, "commands", None)
    if below is None:
        yield " ".join(path)
    for name, each in (below or {}).items():
        yield from commands(each, (*path, name))


# --- the tests ------------------------------------------------------------------------------------------


@dataclass
class World:
    """An installation with one season, and what of it must not leak."""

    stage: Stage
    by_all: bool
    database: Database
    folder: Path
    secrets: list[str]

    def told_rightly(self, row: Row, answer: str, *, is_refused: bool) -> Iterator[str]:
        """What is wrong with an answer to somebody who asks as the reader of this row."""
        may = {
            NOBODY: False,
            EVERYBODY: self.stage.to_everybody,
            ORGANISER: self.stage.to_organisers,
            PLAYER: "open" in self.stage.acts,
        }[row.reader]
        if row.of_stages not in (None, bool(self.stage.plan)):
            if not is_refused:
                yield "is not refused"
        elif may and (self.stage.has_run or not row.of_run):
            if is_refused or row.telling not in answer:
                yield f"does not tell {row.telling}"
        else:
            hidden = self.secrets[:1] if self.stage.to_everybody else self.secrets
            hidden = hidden if row.reader == NOBODY or not may else self.secrets[:1]
            yield from (f"tells {each}" for each in hidden if each in answer)
            if row.of_run and row.refuses and not is_refused:
                yield "is not refused"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a site at each stage is kept, once a test has led it there."""
    return tmp_path_factory.mktemp("stages")


@pytest.fixture(params=STAGES)
def world(
    request: pytest.FixtureRequest,
    files: Path,
    site_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[World]:
    stage, made = STAGES[request.param], files / f"{request.param}.db"
    for name, value in (
        ("DATABASE_URL", f"sqlite:///{site_file}"),
        ("SECRET", some_settings().secret),
    ):
        monkeypatch.setenv(f"HIKYAKU_{name}", str(value))
    read_settings.cache_clear()
    if not made.exists():
        with closing(Database(f"sqlite:///{site_file}")) as database:
            lead_there(database, stage.acts, stage.plan)
        shutil.copyfile(site_file, made)
    shutil.copyfile(made, site_file)
    database = Database(f"sqlite:///{site_file}")
    with database.writing() as session:
        for each in entries.of_season(session, seasons.by_slug(session, "cup")):
            session.add(Complaint(entry_id=each.id, what="lore", text="It is mine.", at=NOW))
    by_all = request.param in BY_ALL
    yield World(stage, by_all, database, tmp_path, list(secrets_of(database)))
    database.close()
    read_settings.cache_clear()


def secrets_of(database: Database) -> Iterator[str]:
    """The secret link of Alice first, which nobody is ever shown; then all that is sealed."""
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        alice = next((e for e in entries.of_season(session, season) if e.player_id), None)
        run = runs.latest_finished(session, season)
        key = read_settings().key()
        yield make_token(key, "reply", alice.player_id or 0, season.id) if alice else "-" * 32
        yield from (WORD, CARDS)
        if alice and alice.current:
            yield from (salt.hex() for salt in parts.salts_in(alice.current.salt).values())
        if run and run.digest:
            yield run.digest
        if lottery := season_stages.lottery(session, season):
            yield lottery.root.hex()


def test_no_command_shows_what_is_sealed(world: World) -> None:
    wrong = []
    for name, (arguments, row) in COMMANDS.items():
        words = [word.format(folder=world.folder / "letters") for word in arguments.split()]
        done = hikyaku(*name.split(), *words, code=(0, 1))
        written = (each.read_text() for each in (world.folder / "letters").glob("*"))
        told = "\n".join([done.stdout, done.stderr, *written])
        if "1" not in name or "open" in world.stage.acts:  # else there is no letter
            faults = world.told_rightly(row, told, is_refused=done.exit_code != 0)
            wrong += [f"{name}: {each}" for each in faults]
        shutil.rmtree(world.folder / "letters", ignore_errors=True)

    assert "\n".join(wrong) == ""


def test_no_route_shows_what_is_sealed(world: World) -> None:
    site = Site(world.database)
    site.clock.now = NOW
    with world.database.writing() as session:
        season = seasons.by_slug(session, "cup")
        alice = players.known_as(session, "alice@people.example.net", "en", NOW)
        olga = players.known_as(session, "olga@people.example.net", "en", NOW)
        alice.owner_page = "hers"
        olga.organiser_since, olga.role = NOW, Role.OWNER
        session.flush()
        tokens = {
            purpose: sign_ins.start(
                session,
                purpose,
                who.id,
                now=NOW,
                expires_at=NOW + HOUR,
                season_id=season.id if purpose is SignInPurpose.PLAYER else None,
                label="Olga",
            )[1]
            for purpose, who in (
                (SignInPurpose.PLAYER, alice),
                (SignInPurpose.ORGANISER, olga),
                (SignInPurpose.API, olga),
            )
        }
        first = session.exec(select(Entry)).first()
    values = {
        "lang": "en",
        "slug": "cup",
        "cup": "cup",
        "rival": "hers",
        "number": "1",
        "home": "1",
        "away": "2",
        "closing": "1",
    } | MATCH
    values |= {"token": "hers", "below": "entries/1", "game": "laplaplus"}
    values |= {"entry_id": str(first.id if first else 1), "act": "close", "a": "1", "b": "2"}
    wrong = []
    with (
        site.browser().client as public,
        site.browser().client as organiser,
        site.browser().client as player,
    ):
        for client, purpose, slug in (
            (organiser, SignInPurpose.ORGANISER, ""),
            (player, SignInPurpose.PLAYER, "cup"),
        ):
            client.cookies.set(cookie_name(site.app.site, purpose, slug), tokens[purpose])
        organiser.headers["Authorization"] = f"Bearer {tokens[SignInPurpose.API]}"
        for route, row in ROUTES.items():
            own = {"game": "laplaplus", "build": "盾核", "home": "0", "away": "1"}
            those = values | own if TRY in route else values
            plain = route.partition(" ")[2].replace(":int}", "}").replace(":path}", "}")
            path = plain.format(**those)
            is_desk = "/desk" in route or "/organiser/" in route
            asked = (
                []
                if is_desk and not world.by_all
                else [(public, row if row.reader == EVERYBODY else NOTHING)]
            )
            if row.reader == PLAYER:
                asked.append((player, row))
            if is_desk or world.by_all:
                asked.append((organiser, NOTHING if row.reader == PLAYER else row))
            for client, expected in asked:
                answer = client.get(path)
                told = cards_and_words(answer)
                is_refused = answer.status_code != 200
                faults = world.told_rightly(expected, told, is_refused=is_refused)
                wrong += [f"{route}: {each}" for each in faults]

    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("world", ["half-released"], indirect=True)
def test_battles_that_are_not_out_change_no_public_answer(world: World) -> None:
    """Two of three rounds are out: the result of the third, and the digest, are others, and every public byte is the same."""
    values = {
        "slug": "cup",
        "cup": "cup",
        "rival": "hers",
        "number": "1",
        "home": "1",
        "away": "2",
        "closing": "1",
    } | MATCH
    values |= {"token": "hers", "a": "1", "b": "2", "game": "laplaplus", "build": "盾核"}
    paths = [
        route.partition(" ")[2].replace(":int}", "}").format(**values, lang=lang)
        for route, row in ROUTES.items()
        for lang in ("ja", "en")
        if "desk" not in route and "organiser" not in route and row.reader != PLAYER
    ]

    def answers() -> dict[str, tuple[int, bytes]]:
        with Site(world.database).browser().client as public:
            found = {path: public.get(path) for path in paths}
        return {path: (each.status_code, each.content) for path, each in found.items()}

    before = answers()
    with world.database.writing() as session:
        run_ = runs.latest_finished(session, seasons.by_slug(session, "cup"))
        assert run_
        first, _, third = session.exec(
            select(Result).where(Result.run_id == run_.id).order_by(col(Result.number))
        )
        for row, place in ((first, 2), (third, 0)):
            outcomes = bytearray(zlib.decompress(row.outcomes or b""))
            outcomes[place] = {1: 2, 2: 1}.get(outcomes[place] & 3, 1 if row is first else 2)
            row.outcomes = zlib.compress(bytes(outcomes))
        run_.digest = "0" * 64

    assert before["/en/seasons/cup/so-far"][0] == 200
    assert answers() == before


HIDDEN: Final = "rude"
"""Stands in everything that is hidden below, in addresses too."""
ASKED_TOO: Final = (
    "/{lang}/seasons/{slug}/compare?a=1&b=2",
    "/{lang}/seasons/{slug}/battles/2-1",
    "/{lang}/lab/laplaplus?season={slug}",
    "/{lang}/games/laplaplus/try?build=盾核",
    "/{lang}/games/laplaplus/try/盾核/{slug}/battles/0-1",
)


@pytest.mark.parametrize("world", ["published"], indirect=True)
def test_no_route_shows_everybody_what_organisers_hide(world: World, monkeypatch: Any) -> None:
    """Name, owner, lore with its words, and picture; of an entry that was taken out its name; whatever the address."""
    monkeypatch.setattr(previews, "png", str.encode)
    monkeypatch.setattr(preview_pages, "_KEPT", Cache(128, Turnstile()))
    by, picture = Organiser("olga", NOW, tell="It insults."), BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "WEBP")
    with world.database.writing() as session:
        season = seasons.by_slug(session, "cup")
        alice, _, charlie = entries.of_season(session, season)
        for entry in (alice, charlie):
            assert entry.current
            entry.current.name, entry.current.owner = f"{HIDDEN}name", f"{HIDDEN}owner"
            entry.current.lore, entry.current.url = f"{HIDDEN}lore", f"https://{HIDDEN}.example/"
            entry.current.extras = json.loads(json.dumps(OWN).replace(WORD, HIDDEN))
            entry.current.commitment = seal_of(season, entry.current)
            portraits.keep(session, entry.current, Portrait(picture.getvalue(), 8, 8), NOW)
            shown = portraits.own(session, entry)
            assert shown
            hidden_addresses = [shown.digest, seed(f"{HIDDEN}name")]
        late = {"number": 3, "revision": charlie.current_id, "reason": "sent twice"}
        audits.note(session, by, "withdraw", season, charlie, {"late": late})
        players.known_as(session, "alice@people.example.net", "en", NOW).owner_page = "hers"
    values = {
        "slug": "cup",
        "cup": "cup",
        "rival": "hers",
        "number": "1",
        "home": "1",
        "away": "2",
        "closing": "1",
    } | MATCH
    values |= {"token": "hers", "a": "1", "b": "2", "game": "laplaplus", "build": "盾核"}
    paths = {
        route.partition(" ")[2].replace(":int}", "}").format(**values, lang=lang)
        for route, row in ROUTES.items()
        for lang in ("ja", "en")
        if "desk" not in route and "organiser" not in route and row.reader != PLAYER
    }
    paths |= {each.format(**values, lang=lang) for each in ASKED_TOO for lang in ("ja", "en")}

    def telling() -> set[str]:
        with Site(world.database).browser().client as public:
            found = {path: public.get(path) for path in paths}
        return {
            path
            for path, answer in found.items()
            for secret in (HIDDEN, *hidden_addresses)
            if secret in f"{answer.headers} {answer.text}"
        }

    before = telling()
    with world.database.writing() as session:
        season = seasons.by_slug(session, "cup")
        alice, _, charlie = entries.of_season(session, season)
        for entry in (alice, charlie):
            for part in hidings.PARTS:
                hidings.hide(session, "cup", entry, part, by)

    assert len(before) > 25, "it stood nearly everywhere"
    assert telling() == set()
    with Site(world.database).browser().client as public:
        left = read_record(public.get("/seasons/cup/record.json").content)
    assert list(verify(left)) == [], "what is left of the record holds"


def test_every_command_and_every_page_has_a_row(tmp_path: Path) -> None:
    """A new command or page gets a row here that says to whom it shows an entry."""
    there = set(commands())
    named = {name.removesuffix(" 1") for name in COMMANDS}
    assert there == named | ACTS | OUTSIDE

    app = Site(Database(f"sqlite:///{tmp_path / 'none.db'}")).app
    asked = {each for each in routes(app) if each.startswith("GET")}
    assert {e for e in asked if not e.startswith(ELSEWHERE)} - set(PLAIN) == set(ROUTES)
