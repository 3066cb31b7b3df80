"""`/metrics` tells programs on this machine what the site answers and what work it has, and nobody else."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from app.docs import FOLDER
from app.mail.inbox.arrivals import receive
from app.main import create_app
from app.store.database import Database
from app.store.tables import LetterState
from app.store.work import heartbeats
from app.web.front.metrics import deaths
from tests.support.asking import Client
from tests.support.outgoing import some_settings, write_letters

HERE = ("127.0.0.1", 5)
OTHER_HOSTS = (
    *(
        "cups.example.com",
        "cups.example.com:8000",
        "localhost.example.com",
        "127.0.0.1.example.com",
    ),
    *(
        "192.0.2.7",
        "[2001:db8::1]:8000",
        "",
        "[::1",
        "localhost:8000:8000",
        "localhost@example.com",
    ),
)


def asked(
    database: Database, client: tuple[str, int] = HERE, metrics: str = "loopback"
) -> TestClient:
    app = create_app(some_settings(metrics=metrics), database)
    return Client(app, base_url="http://localhost:8000", client=client)


def figures(client: TestClient) -> dict[str, float]:
    """Every sample by its name and the values of its labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_it_counts_what_is_answered_by_the_app_and_from_memory(database: Database) -> None:
    client = asked(database)
    for _ in range(3):
        client.get("/en/")
    client.get("/en/nothing-here")
    client.request("NONSENSE", "/en/")
    found = figures(client)

    assert found["hikyaku_requests_total app GET 200"] == 1
    assert found["hikyaku_requests_total memory GET 200"] == 2
    assert found["hikyaku_requests_total app GET 404"] == 1
    assert found["hikyaku_requests_total app other 405"] == 1
    assert found["hikyaku_request_seconds_count memory"] == 2


def test_the_documents_name_figures_that_there_are(database: Database) -> None:
    with database.writing() as session:
        heartbeats.beat(session, "jobs")
    client = asked(database)
    client.get("/en/")
    there_are = {name.partition(" ")[0] for name in figures(client)}
    there_are |= {sample.name for each in deaths().collect() for sample in each.samples}
    named = {*re.findall(r"hikyaku_\w+", (FOLDER / "run-a-site.md").read_text("utf-8"))}

    assert "hikyaku_requests_total" in named
    assert named <= there_are


def test_it_tells_what_waits_and_for_how_long(database: Database) -> None:
    now = datetime.now(UTC)
    write_letters(database, "alice", "bob", due_at=now - timedelta(minutes=2))
    write_letters(database, "charlie", state=LetterState.DOUBT)
    with database.writing() as session:
        receive(session, b"From: a@example.com\n\nx", now - timedelta(minutes=1))
        heartbeats.beat(session, "jobs")
    found = figures(asked(database))

    assert found["hikyaku_database_up"] == 1
    assert found["hikyaku_letters ready"] == 2
    assert found["hikyaku_letters doubt"] == 1
    assert found["hikyaku_letters sent"] == 0
    assert found["hikyaku_oldest_letter_seconds"] >= 120
    assert found["hikyaku_unread_mails"] == 1
    assert found["hikyaku_oldest_mail_seconds"] >= 60
    assert found["hikyaku_runs"] == found["hikyaku_halted_runs"] == 0
    assert found["hikyaku_worker_silent_seconds"] < 60


def test_it_answers_while_the_database_is_away() -> None:
    found = figures(asked(Database("postgresql://nobody@127.0.0.1:1/nothing")))

    assert found["hikyaku_database_up"] == 0
    assert "hikyaku_unread_mails" not in found


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        (("192.0.2.7", 5), {}),
        (HERE, {"X-Forwarded-For": "192.0.2.7"}),
        (HERE, {"X-Forwarded-For": "127.0.0.1"}),
        (HERE, {"Forwarded": "for=127.0.0.1"}),
        (HERE, {"Via": "1.1 front"}),
        (HERE, {"X-Forwarded-Host": "cups.example.com"}),
        (HERE, {"X-Forwarded-Proto": "https"}),
        (HERE, {"X-Real-IP": "127.0.0.1"}),
        *((HERE, {"Host": host}) for host in OTHER_HOSTS),
    ],
)
def test_nobody_else_finds_it(
    database: Database, client: tuple[str, int], headers: dict[str, str]
) -> None:
    assert asked(database, client).get("/metrics", headers=headers).status_code == 404


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost:8000", "127.0.0.1:8000", "127.0.0.9", "[::1]:8000", "[::1]"]
)
def test_this_machine_has_several_names(database: Database, host: str) -> None:
    assert asked(database).get("/metrics", headers={"Host": host}).status_code == 200


def test_it_is_not_there_unless_it_is_asked_for(database: Database) -> None:
    assert asked(database, metrics="off").get("/metrics").status_code == 404
