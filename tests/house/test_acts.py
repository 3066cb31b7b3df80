"""An act on a season is one object: a new one is found at the desk, in the API, and among the commands with its help."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

import pytest
import typer
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import Session

import app
from app import main
from app.cli import program
from app.clock import now
from app.i18n import translations
from app.league.acts.act import Need, SeasonAct, always, reason, tell
from app.league.acts.table import ACTS, logged
from app.league.people import organisers
from app.league.people.organisers import Right
from app.store import seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Season, SeasonState
from app.web import errors
from app.web.api.desk import acts as api_acts
from tests.support import commands
from tests.support.browsers import Site
from tests.support.commands import hikyaku
from tests.support.seasons import a_season
from tests.support.tables import by_row

OLGA: Final = "olga@olga.example.com"
HERE: Final = "/en/desk/seasons/cup"


def toast(
    session: Session,
    slug: str,
    by: Organiser,
    *,
    until: datetime | None = None,
    loud: bool = False,
) -> Season:
    season = seasons.locked(session, slug)
    season.description_en = f"{by.tell} until {until and until.year}, {'loud' if loud else 'still'}"
    session.add(season)
    audits.note(session, by, "toast", season)
    return season


TOAST: Final = SeasonAct(
    "toast",
    toast,
    "Drink to the season.\n\nIt is heard where --loud is said.",
    (SeasonState.DRAFT,),
    (
        Need(
            name="until",
            kind=datetime,
            usual=None,
            meaning="Until when",
            option="--until",
            metavar="WHEN",
            label="To the end",
        ),
        Need(
            name="loud",
            kind=bool,
            usual=False,
            meaning="So that all hear it.",
            option="--loud",
            label="Aloud",
        ),
        reason(),
        tell("The words of the toast.", "All hear it.", "The toast", needed=always),
    ),
    "Propose a toast",
    "Everybody rises.",
    logged="Toasted",
    noun="Toast",
    examples=("hikyaku season toast cup --tell 'To the bees!'",),
    done="{slug}: to the {state}.",
)


@pytest.fixture
def cup(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A draft, and a table of acts with one more."""
    monkeypatch.setitem(ACTS, TOAST.slug, TOAST)
    monkeypatch.setattr(commands, "COMMAND", typer.main.get_command(program))
    with database.writing() as session:
        a_season(session, state=SeasonState.DRAFT, opened_at=None)
        organisers.appoint(session, OLGA, "Olga", now())
    return database


def told(database: Database) -> str:
    with database.reading() as session:
        return seasons.by_slug(session, "cup").description_en


def test_the_desk_has_a_button_and_a_page_with_a_field_for_everything_it_needs(
    cup: Database, browser: TestClient
) -> None:
    with cup.writing() as session:
        token = organisers.appoint(session, OLGA, "Olga", now())
    browser.post(f"/en/in/{token}")
    season = LexborHTMLParser(browser.get(HERE).text)
    page = LexborHTMLParser(browser.get(f"{HERE}/acts/toast").text)
    form = {
        each.attributes["name"] or "": each.attributes.get("value") or ""
        for each in page.css("main form [name]")
    }
    kinds = {
        each.attributes["name"]: each.attributes.get("type") or each.tag
        for each in page.css("main form [name]:not([type=hidden])")
    }
    sent = form | {"until": "2028-01-02T03:04", "loud": "1", "tell": "To the bees!"}
    answer = browser.post(f"{HERE}/acts/toast", data=sent)

    assert "Propose a toast" in [each.text() for each in season.css(f"a[href='{HERE}/acts/toast']")]
    assert "Everybody rises." in page.text()
    assert kinds == {
        "until": "datetime-local",
        "loud": "checkbox",
        "reason": "text",
        "tell": "textarea",
    }
    assert answer.url.path == HERE
    assert "Toasted" in answer.text
    assert told(cup) == "To the bees! until 2028, loud"


def test_programs_have_a_route_for_it_that_asks_for_its_right(
    cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = FastAPI()
    site.include_router(api_acts.routes())
    errors.install(site)
    monkeypatch.setattr(main, "routes", lambda: site)
    with cup.writing() as session:
        all_, reader = (
            organisers.grant_token(session, OLGA, "script", now(), rights)
            for rights in ([*Right], [Right.LOOK])
        )
    client, sent = Site(cup).browser().client, {"until": "2028-01-02T03:04:05Z", "tell": "Hear!"}
    answers = [
        client.post(
            "/api/v1/organiser/seasons/cup/toast",
            json=sent,
            headers={"Authorization": f"Bearer {token}"},
        )
        for token in (reader, all_)
    ]
    described = site.openapi()["components"]["schemas"]["SentToast"]["properties"]

    assert [each.status_code for each in answers] == [403, 200]
    assert told(cup) == "Hear! until 2028, still"
    assert described["loud"]["description"] == "So that all hear it."


def test_there_is_a_command_for_it_with_its_help(cup: Database) -> None:
    shown = " ".join(hikyaku("season", "toast", "--help").stdout.split())
    said = hikyaku("season", "toast", "cup", "--loud", "--tell", "Cheers!").stdout

    assert "toast" in hikyaku("season", "--help").stdout
    assert "Drink to the season. It is heard where --loud is said." in shown
    assert "--until WHEN Until when, as '2027-03-31 21:00' in HIKYAKU_TIMEZONE." in shown
    assert "--loud So that all hear it." in shown
    assert TOAST.examples[0] in shown
    assert said == "cup: to the draft.\n"
    assert told(cup) == "Cheers! until None, loud"


def noted() -> Iterator[str]:
    """The name of each act in the log of a season, as the program writes it."""
    for path in Path(app.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "audits.note":
                continue
            _, _, act, season, *_ = node.args
            if isinstance(act, ast.Constant) and ast.unparse(season) != "None":
                yield str(act.value)


def test_the_log_has_words_for_everything_that_is_done() -> None:
    names = {*noted()}
    wordless = sorted(name for name in names if logged(name) == name)

    assert len({*map(logged, names)}) == len(names)
    assert not wordless, f"say in app/league/acts/ what the log calls {', '.join(wordless)}"


@by_row("slug", ACTS)
def test_every_act_says_what_its_doors_show(slug: str) -> None:
    act = ACTS[slug]

    assert act.slug == slug
    assert act.meaning.endswith(".")
    for text in filter(None, (act.label, act.consequences, *(need.label for need in act.needs))):
        assert translations("ja").gettext(text) != text
    assert bool(act.label) is bool(act.consequences)
    assert act.noun or {need.name for need in act.needs} <= {"reason", "tell", "confirmed"}
    assert replace(act, **act.announced).slug == slug
