"""Feeds and calendars: well-formed whatever people call themselves, and silent about what is sealed."""

from datetime import timedelta
from xml.etree import ElementTree as ET

from fastapi.testclient import TestClient
from icalendar import Calendar

from app.league.results import results
from app.league.seasons import seasons
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import SeasonState
from tests.support.asking import Client
from tests.support.outgoing import KEY
from tests.support.seasons import CLOSES, Character, a_finished_season, a_revision, a_season

ATOM = "{http://www.w3.org/2005/Atom}"
NASTY = "]]><b>&amp; \"Bob\" 'は' 😀"
SEALED = Character(NASTY, "攻響核", "alice", lore="Nobody knows")


def client(database: Database) -> TestClient:
    settings = Settings(secret=KEY, base_url="https://cups.example.com:8443")
    return Client(create_app(settings, database))


def read(text: str) -> ET.Element:
    return ET.fromstring(text)


def texts(feed: ET.Element, name: str) -> list[str]:
    return [each.text or "" for each in feed.iter(ATOM + name)]


def test_a_feed_tells_who_came_in_and_nothing_else_of_them(database: Database) -> None:
    with database.writing() as session:
        season = a_season(session)
        a_revision(session, season, SEALED)
    answer = client(database).get("/en/seasons/cup/feed.atom")
    feed = read(answer.text)

    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert texts(feed, "title")[1:] == [f"{NASTY} takes part.", "The season takes entries."]
    assert "Nobody knows" not in answer.text
    assert "攻" not in answer.text
    assert "example.com" not in answer.text.replace("cups.example.com", "")


def test_no_reason_makes_a_public_act_unreadable(database: Database) -> None:
    """XML takes no control character: the whole feed would be lost with the word of the reopening."""
    by = Organiser(
        "olga", CLOSES, "lost", tell="\u200bMail \x1b[2J\u202ewas\ufffe lost\ud800\x00.\n👩‍🚀"
    )
    with database.writing() as session:
        season = a_season(session, closes_at=None)
        seasons.close(session, season.slug, by)
        seasons.reopen(session, season.slug, by)
    feed = client(database).get("/en/seasons/cup/feed.atom").text

    told = "U+200BMail U+001B[2JU+202EwasU+FFFE lostU+D800U+0000."
    assert any(told in each and "👩‍🚀" in each for each in texts(read(feed), "title"))


def test_every_entry_has_an_id_of_its_own_which_stays(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(
            session,
            [Character("A", "核"), Character("B", "攻")],
            closed_at=CLOSES,
            published_at=CLOSES + timedelta(hours=1),
        )
    feed = read(client(database).get("/ja/seasons/cup/feed.atom").text)
    ids = texts(feed, "id")
    with database.writing() as session:
        season.state = SeasonState.REVIEW
        season.published_at = None
        session.add(season)
    later = texts(read(client(database).get("/ja/seasons/cup/feed.atom").text), "id")

    assert len(set(ids)) == len(ids) == 6
    assert all(id.startswith("tag:cups.example.com,2026-11-01:seasons/cup/") for id in ids)
    assert set(ids) - set(later) == {ids[1]}


def test_it_says_where_it_is_and_when_it_changed(database: Database) -> None:
    with database.writing() as session:
        a_season(session)
    answers = client(database)
    answer = answers.get("/en/seasons/cup/feed.atom")
    feed = read(answer.text)
    links = {each.get("rel"): each.get("href") for each in feed.findall(ATOM + "link")}
    again = answers.get(
        "/en/seasons/cup/feed.atom", headers={"If-None-Match": answer.headers["etag"]}
    )

    assert links["self"] == "https://cups.example.com:8443/en/seasons/cup/feed.atom"
    assert links["alternate"] == "https://cups.example.com:8443/en/seasons/cup"
    assert feed.findtext(ATOM + "updated") == "2026-11-01T03:00:00Z"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Hikyaku"
    assert again.status_code == 304


def test_a_draft_has_no_feed(database: Database) -> None:
    with database.writing() as session:
        a_season(session, state=SeasonState.DRAFT)
    answers = client(database)

    assert answers.get("/en/seasons/cup/feed.atom").status_code == 404
    assert answers.get("/en/seasons/none/feed.atom").status_code == 404


def test_the_feed_of_the_site_tells_of_every_season_but_drafts(database: Database) -> None:
    with database.writing() as session:
        a_revision(session, a_season(session, title_en=NASTY), SEALED)
        a_season(session, slug="draft", title_en="Secret", state=SeasonState.DRAFT)
    answer = client(database).get("/en/feed.atom")

    assert texts(read(answer.text), "title")[1:] == [f"{NASTY}: The season takes entries."]
    assert "Nobody knows" not in answer.text
    page = client(database).get("/en/").text
    assert (
        '<link rel="alternate" type="application/atom+xml" title="Hikyaku" href="/en/feed.atom">'
        in page
    )


# --- calendars ---------------------------------------------------------------------------------------


def calendar(
    database: Database, path: str = "/ja/seasons/cup/calendar.ics"
) -> list[dict[str, str]]:
    """The events, their fields as text, after looking at every line."""
    answer = client(database).get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/calendar")
    raw = answer.content
    assert raw.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 75
    assert not any(byte < 32 for byte in raw.replace(b"\r\n", b""))
    return [
        {
            name: str(field if isinstance(field, str | int) else field.dt)
            for name, field in event.items()
        }
        for event in Calendar.from_ical(raw).walk("VEVENT")
    ]


def test_a_deadline_that_moves_is_the_same_appointment_with_a_later_number(
    database: Database,
) -> None:
    long = "とても長い題名の大会" * 9 + ", a; b\\c"
    with database.writing() as session:
        a_season(session, title_ja=long)
        a_season(session, slug="draft", state=SeasonState.DRAFT)
    opening, before = calendar(database)
    with database.writing() as session:
        by = Organiser("olga", CLOSES - timedelta(days=2), tell="Rain.")
        seasons.move(session, "cup", CLOSES + timedelta(days=1), by)
    after = calendar(database)[1]

    assert opening["DTSTART"] == "2026-11-01 03:00:00+00:00"
    assert before["SUMMARY"] == f"{long} 締切"
    assert before["UID"] == after["UID"] == "deadline-cup-20261101030000@cups.example.com"
    assert (before["DTSTART"], after["DTSTART"]) == (
        "2026-11-28 12:00:00+00:00",
        "2026-11-29 12:00:00+00:00",
    )
    assert int(before["SEQUENCE"]) < int(after["SEQUENCE"])
    assert before["LAST-MODIFIED"] < after["LAST-MODIFIED"]
    assert after["STATUS"] == "CONFIRMED"
    assert calendar(database, "/ja/seasons.ics") == calendar(database)


def test_a_release_that_is_called_off_is_cancelled_and_does_not_vanish(database: Database) -> None:
    by = Organiser("olga", CLOSES, "a doubt")
    with database.writing() as session:
        season, _ = a_finished_season(session, [Character("A", "核"), Character("B", "攻")])
        season.state, season.published_run_id = SeasonState.REVIEW, None
        results.publish(session, "cup", by, release_at=CLOSES + timedelta(hours=9))
    announced = calendar(database)[2]
    with database.writing() as session:
        results.undo(session, "cup", by)
    called_off = calendar(database)[2]

    assert (announced["STATUS"], called_off["STATUS"]) == ("CONFIRMED", "CANCELLED")
    assert announced["DTSTART"] == called_off["DTSTART"] == "2026-11-28 21:00:00+00:00"
    assert announced["UID"] == called_off["UID"]
    assert int(announced["SEQUENCE"]) < int(called_off["SEQUENCE"])


def test_no_title_gets_out_of_its_line(database: Database) -> None:
    evil = 'a\r\nEND:VEVENT\nATTACH:http://evil.example\u2028\x0b;,\\n"x"'
    with database.writing() as session:
        a_season(session, title_en=evil)
    events = calendar(database, "/en/seasons.ics")

    assert len(events) == 2
    assert all("ATTACH" not in each for each in events)
    assert client(database).get("/en/seasons/none/calendar.ics").status_code == 404
    moved = client(database).get("/seasons.ics", follow_redirects=False)
    assert moved.headers["location"] == "/en/seasons.ics"
