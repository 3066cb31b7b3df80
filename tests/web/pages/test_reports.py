"""What readers report of an entry: a form that everybody finds, a queue at the desk, and what is hidden then."""

from collections.abc import Iterator

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select
from starlette.testclient import TestClient

from app.league.archive import verification
from app.league.archive.record import public_record
from app.league.archive.structure import read_record
from app.league.desk import hidings
from app.league.people import organisers
from app.league.results import card_sets
from app.letters.contents import draft
from app.store import entries, seasons
from app.store.database import Database
from app.store.security import audits, personal_data
from app.store.security.audits import Organiser
from app.store.tables import Complaint, Entry, Letter, Player
from tests.support.people import NOW
from tests.support.posting import CUP, Postman
from tests.web.pages.test_calls import CLOSES, postman, publish

__all__ = ["postman"]
HERE = f"/ja/seasons/{CUP}/entries/1"
SAID = {"what": "lore", "text": "これは私の詩です。", "address": "erika@example.com"}


@pytest.fixture
def site(postman: Postman) -> Iterator[TestClient]:
    """A call whose set is public."""
    with publish(postman) as client:
        yield client


def sign_in(client: TestClient, database: Database) -> None:
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    client.post(f"/en/in/{token}")


def settle(client: TestClient, tell: str = "") -> int:
    """The organiser settles the first report of the queue."""
    page = LexborHTMLParser(client.get("/en/desk/reports").text)
    form = page.css_first("form[action*='/desk/reports/']")
    assert form
    sent = {
        each.attributes["name"] or "": each.attributes["value"]
        for each in form.css("input[type=hidden]")
    }
    return client.post(form.attributes["action"] or "", data=sent | {"tell": tell}).status_code


def test_anybody_reports_and_an_organiser_settles_it_with_a_word(
    site: TestClient, database: Database
) -> None:
    assert f"{HERE}/report" in site.get(HERE).text
    assert "ありがとうございます" in site.post(f"{HERE}/report", data=SAID).text
    site.post(f"{HERE}/report", data=SAID)

    sign_in(site, database)
    assert "1 report to look at" in site.get("/en/desk").text
    queue = site.get("/en/desk/reports").text
    assert "これは私の詩です。" in queue
    assert "提灯は消さないで。" in queue, "what is reported stands beside it"
    assert "erika@example.com" not in queue
    settle(site, "Thank you, the poem is gone.")
    assert "report to look at" not in site.get("/en/desk").text
    assert "Settled by <bdi>Olga" in site.get("/en/desk/reports").text
    with database.reading() as session:
        letter = session.exec(select(Letter).order_by(Letter.id.desc())).first()  # type: ignore[attr-defined]
        assert letter
        assert "the poem is gone" in draft(session, letter).text
        report = session.exec(select(Complaint)).one()
        act = audits.of_entry(session, session.get_one(Entry, report.entry_id))[-1]
        assert (act.act, act.detail["report"]) == ("settle-report", report.id)


@pytest.mark.parametrize(
    "wrong", [{"text": ""}, {"text": "x" * 1001}, {"what": "all"}, {"address": "nowhere"}]
)
def test_a_report_that_says_nothing_is_refused_and_kept_in_the_form(
    wrong: dict[str, str], site: TestClient, database: Database
) -> None:
    answer = site.post(f"{HERE}/report", data=SAID | wrong)

    assert answer.status_code == 422
    assert (SAID | wrong)["text"] in answer.text
    with database.reading() as session:
        assert not session.exec(select(Complaint)).all()


def test_markup_of_a_report_is_text(site: TestClient, database: Database) -> None:
    site.post(f"{HERE}/report", data=SAID | {"text": "<script>x</script> [a](https://x.example)"})
    sign_in(site, database)

    page = LexborHTMLParser(site.get("/en/desk/reports").text)
    (quote,) = page.css("blockquote")
    assert quote.text() == "<script>x</script> [a](https://x.example)"
    assert not quote.css("script, a")


def test_reports_without_end_are_refused(site: TestClient) -> None:
    answers = [
        site.post(f"{HERE}/report", data=SAID | {"text": f"{at}"}).status_code for at in range(21)
    ]

    assert answers == [200] * 20 + [429]


def test_the_words_of_a_report_go_with_the_person(site: TestClient, database: Database) -> None:
    site.post(f"{HERE}/report", data=SAID)
    with database.writing() as session:
        erika = session.exec(select(Player).where(Player.address == SAID["address"])).one()
        assert personal_data.of(session, erika)["reports"] == 1
        personal_data.erase(session, erika)

    with database.reading() as session:
        report = session.exec(select(Complaint)).one()
        assert (report.player_id, report.text) == (None, "")


def test_what_is_hidden_of_a_card_leaves_the_rules_of_its_set_as_they_are(
    site: TestClient, database: Database
) -> None:
    """Picture, story, name and author are gone everywhere; the set, its version and its rules are what they were."""
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        before = card_sets.of_season(session, season)
        entry = next(each for each in entries.of_season(session, season) if each.number == 1)
        for part in ("lore", "name", "owner"):
            hidings.hide(session, CUP, entry, part, Organiser("olga", CLOSES, tell="権利"))
    with database.reading() as session:
        season = seasons.by_slug(session, CUP)
        after = card_sets.of_season(session, season)
        record = read_record(public_record(session, season, CLOSES).model_dump_json().encode())
        assert not [*verification.verify(record)]

    assert before
    assert after
    assert (after.version, after.text) == (before.version, before.text)
    shown = [
        f"/ja/seasons/{CUP}",
        HERE,
        f"/seasons/{CUP}/record.json",
        f"/api/v1/seasons/{CUP}",
        f"/ja/seasons/{CUP}/feed.atom",
    ]
    for path in shown:
        text = site.get(path).text
        assert site.get(path).status_code == 200, path
        assert "提灯は消さないで" not in text, path
        assert "夜店のユイ" not in text, path
    assert "相手の一番高い属性" in site.get(HERE).text, "the rules of the card stay"
