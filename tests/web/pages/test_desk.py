"""The organisers' desk: who is let in, and a season from draft to publication on pages alone."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import col, select, update
from starlette.testclient import TestClient

from app import clock
from app.errors import ResultsDiffer
from app.jobs.seasons.runs import run
from app.league.desk import interventions
from app.league.entries import characters
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, confirm, submit
from app.league.people import organisers
from app.league.people.organisers import Right
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import (
    Audit,
    Letter,
    LetterState,
    Mail,
    MailAction,
    MailState,
    Player,
    Revision,
    RevisionState,
    Role,
    Run,
    Season,
    SeasonState,
)
from app.tournament import blocks
from tests.support.browsers import text_shown
from tests.support.commands import Said
from tests.support.outgoing import letter_to
from tests.support.seasons import Character, a_finished_season, a_revision, a_season, wrong_kernel

NOW = datetime.now(UTC)
NEW = "/en/desk/new-season"
OLGA = Organiser("olga", NOW)


def hidden(client: TestClient, path: str) -> dict[str, str]:
    """The hidden fields of the forms of a page."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.text))


def act(client: TestClient, slug: str, name: str, **fields: str) -> int:
    path = f"/en/desk/seasons/{slug}/acts/{name}"
    return client.post(path, data=hidden(client, path) | fields).status_code


def create(client: TestClient, **fields: str) -> int:
    sent = {"game": "laplaplus", "slug": "cup", "title_en": "Cup"}
    return client.post(NEW, data=hidden(client, NEW) | sent | fields).status_code


def state(database: Database, slug: str = "cup") -> SeasonState:
    with database.reading() as session:
        return seasons.by_slug(session, slug).state


def enter_two(database: Database) -> None:
    with database.writing() as session:
        for name, build in (("alice", "攻響核"), ("bob", "連核")):
            player = players.known_as(session, f"{name}@example.com", "en", NOW)
            season = seasons.by_slug(session, "cup")
            submit(
                session, season, player, Submission(f"{name}'s", build), Origin(NOW, proven=True)
            )


# --- the way in -------------------------------------------------------------------------------------


def test_a_link_lets_one_browser_in_once(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)

    assert browser.get(f"/ja/in/{token}").status_code == 200
    assert browser.get(f"/ja/in/{token}").status_code == 200, "looking at it does not use it up"
    assert browser.post(f"/ja/in/{token}").headers["location"] == "/ja/desk"
    assert browser.get("/ja/desk").status_code == 200
    browser.cookies.clear()
    assert browser.post(f"/ja/in/{token}").status_code == 410
    assert browser.get(f"/ja/in/{token}").status_code == 410, "and it says so at once"
    assert browser.get("/ja/in/guessed").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/en/desk",
        "/en/desk/mail",
        "/en/desk/letters",
        "/en/desk/seasons/cup",
        "/en/desk/seasons/cup/acts/open",
    ],
)
def test_nobody_else_sees_the_desk(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code == 403


def test_whoever_is_dismissed_is_signed_out_at_once(olga: TestClient, database: Database) -> None:
    with database.writing() as session:
        organisers.appoint(session, "omar@example.com", "Omar", NOW, Role.OWNER)
        organisers.dismiss(session, "olga@example.com", NOW)

    assert olga.get("/en/desk").status_code == 403


def test_signing_out_ends_the_sign_in_not_only_the_cookie(olga: TestClient) -> None:
    cookies = dict(olga.cookies)
    assert olga.post("/en/desk/sign-out", data=hidden(olga, "/en/desk")).status_code == 303
    olga.cookies.update(cookies)

    assert olga.get("/en/desk").status_code == 403


def test_the_first_page_says_what_the_site_has_to_do(olga: TestClient, database: Database) -> None:
    """Letters that are withheld or for an address at rest wait for nobody, and are not the oldest."""
    with database.writing() as session:
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        session.flush()
        now = datetime.now(UTC)
        for number, due in enumerate((now - timedelta(hours=3), now - timedelta(minutes=61))):
            withheld = "deliverer" if number == 0 else None
            letter = letter_to(alice, dedup_key=f"{number}", message_id=f"<{number}@x>", due_at=due)
            letter.deliverer = withheld
            session.add(letter)
        session.add(Mail(raw=b"From: a@example.com", received_at=now - timedelta(minutes=5)))
    work = LexborHTMLParser(olga.get("/en/desk").text).css("dl.facts dd")

    assert [each.text(strip=True) for each in work[:2]] == [
        "1the oldest has waited 5 minutes",
        "2 waitingthe oldest has waited 1 hour and 1 minute",
    ]


def test_the_desk_shows_entries_that_do_not_count_yet(olga: TestClient, database: Database) -> None:
    create(olga)
    act(olga, "cup", "open")
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        for name in ("bob", "carol"):
            player = players.known_as(session, f"{name}@example.com", "en", NOW)
            origin = Origin(NOW, proven=False)
            submit(session, season, player, Submission(f"{name}'s", "攻"), origin)
        session.flush()
        session.exec(select(Revision)).all()[0].state = RevisionState.WAITING
        number = player.id
    first = LexborHTMLParser(olga.get("/en/desk").text).css("table a.owner")
    page = LexborHTMLParser(olga.get("/en/desk/seasons/cup").text)

    here = "/en/desk/seasons/cup"
    assert [(each.text(), each.attributes["href"]) for each in first] == [
        ("1 entry waits for its sender to confirm it", f"{here}#held"),
        ("1 newcomer waits for your approval", f"{here}/newcomers"),
    ]
    assert [each.text() for each in page.css(".notice a[href='#held']")] == [first[0].text()]
    thread = page.css("#held ~ ul a")[0].attributes["href"]
    assert thread == f"/en/desk/threads/{number}"
    assert 'value="confirm"' in olga.get(thread).text


def test_a_form_without_its_token_does_nothing(olga: TestClient, database: Database) -> None:
    create(olga)

    assert olga.post("/en/desk/seasons/cup/acts/open").status_code == 403
    assert state(database) is SeasonState.DRAFT


def test_no_act_is_done_by_looking(olga: TestClient, database: Database) -> None:
    create(olga)
    for name in ("open", "close", "run", "publish", "undo"):
        assert olga.get(f"/en/desk/seasons/cup/acts/{name}").status_code == 200

    assert state(database) is SeasonState.DRAFT


# --- a season ---------------------------------------------------------------------------------------


def test_a_season_goes_from_draft_to_publication_and_back(
    olga: TestClient, database: Database
) -> None:
    assert create(olga) == 303
    assert act(olga, "cup", "open") == 303
    enter_two(database)
    sealed = olga.get("/en/desk/seasons/cup").text
    assert act(olga, "cup", "close") == 303
    unsealed = olga.get("/en/desk/seasons/cup").text
    assert act(olga, "cup", "run") == 303
    assert "0 of 1 battle played" in olga.get("/en/desk/seasons/cup").text
    list(run(database, "cup", OLGA))
    assert olga.get("/en/desk/seasons/cup/letters/1").status_code == 200
    word = {"tell": "See you in <spring>!"}
    sent = hidden(olga, "/en/desk/seasons/cup/acts/publish") | word
    looked_at = olga.post("/en/desk/seasons/cup/letters/1", data=sent).text
    too_long = olga.post("/en/desk/seasons/cup/letters/1", data=sent | {"tell": "x" * 2_001})
    assert state(database) is SeasonState.REVIEW
    assert too_long.status_code == 409
    assert act(olga, "cup", "publish", **word) == 303
    for page in (looked_at, olga.get("/en/seasons/cup").text):
        assert "A word from the organiser" in page
        assert "See you in &lt;spring&gt;!" in page
    assert state(database) is SeasonState.PUBLISHED
    asked = LexborHTMLParser(olga.get("/en/desk/seasons/cup/acts/undo").text)
    assert [each.text(strip=True).removesuffix("required") for each in asked.css("main label")] == [
        "Why",
        "What to tell the players",
    ]
    assert act(olga, "cup", "undo", reason="wrong entry", tell="We forgot one.") == 303
    log = LexborHTMLParser(olga.get("/en/desk/seasons/cup").text).css("ul.log li")[0].text()

    assert "wrong entry" in log
    assert "We forgot one." in log
    assert "攻響核" not in sealed
    assert "攻響核" in unsealed
    assert state(database) is SeasonState.REVIEW
    with database.reading() as session:
        who = set(session.exec(select(Audit.who)))
        acts = [audit.act for audit in session.exec(select(Audit).order_by(col(Audit.id)))]
    assert acts == ["create", "open", "close", "run", "publish", "undo"]
    assert len(who) == 1
    assert "@" not in who.pop()


def test_a_run_under_way_is_shown_with_how_long_it_still_takes(
    olga: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour ago somebody took it; 2 of 3 battles are done, so the third takes half an hour."""
    monkeypatch.setattr(blocks, "BLOCK_SECONDS", 0)
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)
    with database.writing() as session:
        interventions.add(session, "cup", Submission("carol's", "核核"), OLGA)
    for name in ("close", "run"):
        act(olga, "cup", name)
    waiting = olga.get("/en/desk/seasons/cup").text
    playing = run(database, "cup", OLGA)
    for _ in range(2):
        next(playing)
    with database.writing() as session:
        an_hour_ago = datetime.now(UTC) - timedelta(hours=1)
        session.exec(update(Run).values(claimed_at=an_hour_ago, alone_since=an_hour_ago))
    played = olga.get("/en/desk/seasons/cup").text
    playing.close()

    assert "0 of 3 battles" in waiting
    assert "Queued until a worker is free" in waiting
    assert "The cluster has no worker" not in waiting
    assert "The cluster is not playing. Since" in played
    assert "2 of 3 battles" in played
    assert "Time left: about 30 minutes" in played


def test_a_halted_run_is_shown_with_the_battles_that_differ_and_the_way_on(
    olga: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)
    for name in ("close", "run"):
        act(olga, "cup", name)
    with monkeypatch.context() as kernel:
        kernel.setattr(blocks, "ruleset", wrong_kernel)
        with pytest.raises(ResultsDiffer):
            list(run(database, "cup", OLGA))
    halted = olga.get("/en/desk/seasons/cup").text
    assert act(olga, "cup", "run") == 303
    list(run(database, "cup", OLGA))

    assert "Run 1 was stopped" in halted
    assert (
        "In the reference engine the battle of number 1 against number 2 ends differently."
        in halted
    )
    assert "/en/desk/seasons/cup/acts/run" in halted
    assert "halted" not in Said(
        text_shown(olga.get("/en/desk/seasons/cup")).partition("What was done")[0]
    )
    assert state(database) is SeasonState.REVIEW


def test_what_comes_next_is_offered_first(olga: TestClient, database: Database) -> None:
    def first() -> str:
        shown = olga.get("/en/desk/seasons/cup").text
        found = re.search(r'class="button primary" href="[^"]+/(\w+)"', shown)
        assert found
        return found[1]

    create(olga)
    offered = [first()]
    act(olga, "cup", "open")
    enter_two(database)
    offered.append(first())
    act(olga, "cup", "close")
    offered.append(first())
    list(run(database, "cup", OLGA))
    offered.append(first())

    assert offered == ["review", "review", "run", "review"]


def test_what_needs_a_reason_is_refused_without_one(olga: TestClient, database: Database) -> None:
    create(olga)
    for name in ("open", "close"):
        act(olga, "cup", name)

    assert act(olga, "cup", "reopen", reason="the plug was mine") == 409
    assert state(database) is SeasonState.CLOSED
    assert act(olga, "cup", "reopen", reason="the plug was mine", tell="No power.") == 303
    sent = hidden(olga, "/en/desk/seasons/cup/deadline")
    sent |= {"closes_at": "2030-01-01T12:00", "reason": "the plug was mine"}
    refused = olga.post("/en/desk/seasons/cup/deadline", data=sent)
    moved = olga.post("/en/desk/seasons/cup/deadline", data=sent | {"tell": "More time."})
    public = olga.get("/en/seasons/cup").text + olga.get("/en/seasons/cup/feed.atom").text

    assert (refused.status_code, moved.status_code) == (409, 303)
    assert "No power." in public
    assert "More time." in public
    assert "the plug was mine" not in public
    assert olga.get("/en/desk/seasons/cup").text.count("the plug was mine") == 2


def test_an_act_out_of_turn_is_refused_in_words(olga: TestClient) -> None:
    create(olga)
    answer = olga.post(
        "/en/desk/seasons/cup/acts/publish", data=hidden(olga, "/en/desk/seasons/cup/acts/publish")
    )

    assert answer.status_code == 409
    assert "You cannot do this" in answer.text


def test_a_new_season_is_refused_with_every_problem_and_the_text_kept(olga: TestClient) -> None:
    sent = {"game": "laplaplus", "slug": "Bad Slug", "title_en": "x" * 300, "closes_at": "soon"}
    answer = olga.post(NEW, data=hidden(olga, NEW) | sent)
    page = LexborHTMLParser(answer.text)

    assert answer.status_code == 422
    assert 'value="Bad Slug"' in answer.text
    for field in ("slug", "title_en", "closes_at"):
        assert page.css_first(f"#{field}-told"), f"{field}: told beside it"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9999-12-31T23:59", "is not a date and time"),
        ("9999-12-31T23:59-12:00", "is not a date and time"),
        ("0001-01-01T00:00", "is not a date and time"),
        ("2999-01-01T00:00", "The deadline is more than ten years away."),
    ],
)
def test_a_deadline_beyond_all_calendars_is_refused(
    olga: TestClient, database: Database, typed: str, told: str
) -> None:
    sent = hidden(olga, NEW) | {"game": "laplaplus", "slug": "cup", "closes_at": typed}
    answer = olga.post(NEW, data=sent)

    assert answer.status_code == 422
    assert told in answer.text


def test_a_double_click_creates_one_season(olga: TestClient, database: Database) -> None:
    sent = hidden(olga, NEW) | {"game": "laplaplus", "slug": "cup"}
    answers = [olga.post(NEW, data=sent) for _ in range(2)]

    assert [answer.headers.get("location") for answer in answers] == ["/en/desk/seasons/cup"] * 2
    with database.reading() as session:
        assert len(session.exec(select(Season)).all()) == 1


def test_an_entry_is_added_and_taken_out_with_a_reason(
    olga: TestClient, database: Database
) -> None:
    create(olga)
    act(olga, "cup", "open")
    path = "/en/desk/seasons/cup"
    sent = hidden(olga, path) | {"name": "Latecomer", "build": "攻核"}
    assert olga.post(f"{path}/entries", data=sent).status_code == 303
    wrong = hidden(olga, path) | {"name": "", "build": "Atack"}
    refused = olga.post(f"{path}/entries", data=wrong)
    assert refused.status_code == 422
    assert "Attack" in refused.text
    (out,) = re.findall(r"/withdraw/(\d+)", olga.get(path).text)
    leave = f"{path}/withdraw/{out}"
    assert olga.post(leave, data=hidden(olga, leave)).status_code == 422
    assert olga.post(leave, data=hidden(olga, leave) | {"reason": "asked to"}).status_code == 303

    page = LexborHTMLParser(olga.get(path).text)
    assert page.css("tbody th") == []
    assert "Latecomer" in page.css("ul.log")[-1].text()


def test_a_season_says_to_how_many_it_writes_and_can_be_opened_quietly(
    olga: TestClient, database: Database
) -> None:
    with database.writing() as session:
        a_finished_season(session, [Character("A", "攻"), Character("B", "核")], slug="last")
        for player in session.exec(select(Player)):
            player.proven_at = NOW
    create(olga)
    create(olga, slug="again")
    asked = olga.get("/en/desk/seasons/cup/acts/open").text
    assert act(olga, "cup", "open", quiet="1") == 303
    with database.reading() as session:
        quietly = session.exec(select(Letter)).all()
    assert act(olga, "again", "open") == 303
    with database.reading() as session:
        told = session.exec(select(Letter.kind)).all()

    assert "2 players who have played this game before" in asked
    assert [*quietly] == []
    assert told == ["opened", "opened"]


def test_letters_in_doubt_are_settled_by_hand(olga: TestClient, database: Database) -> None:
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)
    with database.writing() as session:
        doubtful = {"state": LetterState.DOUBT, "subject": "s", "text": "t", "html": "h"}
        session.exec(update(Letter).values(**doubtful))
        first, second = session.exec(select(Letter.id).order_by(col(Letter.id))).all()
    sent = hidden(olga, "/en/desk/letters")
    olga.post(f"/en/desk/letters/{first}", data=sent | {"act": "resend"})
    olga.post(f"/en/desk/letters/{second}", data=sent | {"act": "drop"})

    with database.reading() as session:
        assert session.get_one(Letter, first).state is LetterState.READY
        assert session.get_one(Letter, second).state is LetterState.DEAD


def test_what_came_back_leaves_the_list_once_it_is_settled(
    olga: TestClient, database: Database
) -> None:
    with database.writing() as session:
        player = players.known_as(session, "bob@example.com", "en", NOW)
        texts = {"subject": "s", "text": "t", "html": "h"}
        for number, state in enumerate((LetterState.DEAD, LetterState.SENT)):
            keys = {"dedup_key": f"{number}", "message_id": f"<{number}@hikyaku.example>"}
            session.add(letter_to(player, state=state, bounced_at=NOW, **texts, **keys))
        session.flush()
        numbers = session.exec(select(Letter.id)).all()
    before = [olga.get(f"/en/desk{path}").text for path in ("", "/letters")]
    sent = hidden(olga, "/en/desk/letters")
    for number in numbers:
        olga.post(f"/en/desk/letters/{number}", data=sent | {"act": "drop"})
    after = [olga.get(f"/en/desk{path}").text for path in ("", "/letters")]

    assert "2 letters may not have arrived" in before[0]
    assert before[1].count("Settled: remove it from this list") == 2
    assert "not arrived" not in after[0]
    assert "None. All is well." in after[1]


def test_letters_are_found_by_season_kind_and_state(olga: TestClient, database: Database) -> None:
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)

    def found(query: str) -> list[str]:
        rows = LexborHTMLParser(olga.get(f"/en/desk/letters?{query}").text).css(".list tbody tr")
        return [row.text(separator=" ") for row in rows]

    everything = found("where=all")
    assert len(everything) == 2
    assert all("@example.com" in row and "Receipt" in row for row in everything)
    assert not any("alice@" in row or "bob@" in row for row in everything), "masked"
    assert len(found("where=waiting&season=cup&kind=receipt")) == 2
    assert found("where=sent") == found("where=all&kind=report") == found("") == []
    leaving = olga.get("/en/desk/letters").text
    assert "refresh.js" in leaving
    assert '<noscript><meta http-equiv="refresh"' in leaving


def test_a_mail_tells_what_has_become_of_it_by_now_and_what_waits_stands_first(
    olga: TestClient, database: Database
) -> None:
    create(olga)
    act(olga, "cup", "open")
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        player = players.known_as(session, "bob@example.com", "en", NOW)
        values: dict[str, Any] = {"received_at": NOW, "state": MailState.DONE}
        values["player_id"] = player.id
        waits = Mail(raw=b"w", action=MailAction.PASSED_ON, waits_since=NOW, note={}, **values)
        held = Mail(raw=b"h", action=MailAction.HELD, note={}, **values)
        faulty = Mail(raw=b"f", action=MailAction.PROBLEMS, note={}, **values)
        session.add_all([waits, held, faulty])
        session.flush()
        origin = Origin(NOW + timedelta(seconds=1), proven=False, mail=held)
        revision = submit(session, season, player, Submission("Bob's", "攻"), origin)

    def told() -> list[str]:
        page = LexborHTMLParser(olga.get("/en/desk/mail").text)
        return [" ".join(node.text().split()) for node in page.css(".log .state")]

    before = told()
    with database.writing() as session:
        confirm(session, session.get_one(Revision, revision.id), Origin(NOW, proven=True))

    assert before[0] == "waits for your answer"
    assert before[1:] == ["waiting for its sender to confirm", "sent back: something was wrong"]
    assert told()[1:] == [
        "sent back: something was wrong. Its sender has entered since",
        "confirmed",
    ]


def test_what_an_organiser_writes_is_not_longer_than_a_letter(
    olga: TestClient, database: Database
) -> None:
    create(olga)
    sent = hidden(olga, "/en/desk/seasons/cup/deadline") | {"closes_at": "2030-01-01T12:00"}
    refused = olga.post("/en/desk/seasons/cup/deadline", data=sent | {"reason": "x" * 2001})
    taken = olga.post("/en/desk/seasons/cup/deadline", data=sent | {"reason": "x" * 2000})

    assert refused.status_code == 409
    assert "has 2,001 characters. Please shorten it to 2,000." in refused.text
    assert taken.status_code == 303


def test_an_entry_added_on_the_desk_has_names_of_its_own(
    olga: TestClient, database: Database
) -> None:
    create(olga)
    act(olga, "cup", "open")
    own = {
        "flavour1": "Crimson",
        "entrance": "Hello!",
        "label-build": "Blade",
        "url": "https://a.b/",
    }
    added = {"name": "Paper", "build": "攻核", **own}
    page = "/en/desk/seasons/cup"
    olga.post(f"{page}/entries", data=hidden(olga, page) | added)
    again = olga.post(f"{page}/entries", data=hidden(olga, page) | added)

    with database.reading() as session:
        revision = session.exec(select(Revision)).one()
    assert revision.url == "https://a.b/"
    assert characters.names_of(revision.extras) == ("Crimson",)
    assert characters.lines_of(revision.extras) == {"entrance": "Hello!"}
    assert characters.labels_of(revision.extras) == {"build": "Blade"}
    form = LexborHTMLParser(again.text)
    assert again.status_code == 422
    assert [node.attributes["value"] for node in form.css("#flavour1")] == ["Crimson"]


def test_a_letter_is_not_given_up_unless_somebody_says_so(
    olga: TestClient, database: Database
) -> None:
    with database.writing() as session:
        player = players.known_as(session, "bob@example.com", "en", NOW)
        texts = {"subject": "s", "text": "t", "html": "h"}
        letter = letter_to(player, state=LetterState.DOUBT, **texts)
        session.add(letter)
        session.flush()
        number = letter.id
    sent = hidden(olga, "/en/desk/letters")
    olga.post(f"/en/desk/letters/{number}", data=sent)

    with database.reading() as session:
        assert session.get_one(Letter, number).state is LetterState.DOUBT


def test_long_lists_are_shown_in_parts(olga: TestClient, database: Database) -> None:
    with database.writing() as session:
        a_finished_season(session, [Character(f"No {n}", "核" * (n % 9)) for n in range(102)])
        player = players.known_as(session, "bob@example.com", "en", NOW)
        for at in range(101):
            keys = {"dedup_key": f"{at}", "message_id": f"<{at}@hikyaku.example>"}
            session.add(letter_to(player, state=LetterState.DEAD, subject=f"No {at}", **keys))
    season = "/en/desk/seasons/cup"
    pages = [LexborHTMLParser(olga.get(f"{season}?page={number}").text) for number in (1, 2)]
    letters = [olga.get(f"/en/desk/letters?page={number}").text for number in (1, 2, 3)]

    assert [len(page.css(".standings tbody tr")) for page in pages] == [100, 2]
    assert [len(page.css(".list:not(.standings) tbody tr")) for page in pages] == [100, 2]
    assert all("(102)" in " ".join(each.text() for each in page.css("h2")) for page in pages)
    assert olga.get(f"{season}?page=3").status_code == 404
    assert [page.count("resend") for page in letters] == [40, 40, 21]


@pytest.mark.parametrize("number", ["0", "-1", "9" * 19, "9" * 400])
def test_a_number_that_nothing_has_leads_nowhere(olga: TestClient, number: str) -> None:
    create(olga)
    sent = hidden(olga, "/en/desk")
    entry = f"/en/desk/seasons/cup/withdraw/{number}"

    assert olga.get(entry).status_code == 404
    assert olga.post(entry, data=sent).status_code == 404
    assert olga.get(f"/en/desk/seasons/cup/letters/{number}").status_code == 404
    assert olga.post(f"/en/desk/letters/{number}", data=sent).status_code == 404


def test_who_comes_from_an_act_is_told_that_it_is_done(
    olga: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(olga)
    act(olga, "cup", "open")
    told = LexborHTMLParser(olga.get("/en/desk/seasons/cup").text).css("[role=status]")
    assert [each.text() for each in told] == ["Opened"]

    later = datetime.now(UTC) + timedelta(minutes=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert 'role="status"' not in text_shown(olga.get("/en/desk/seasons/cup"))


def test_what_strangers_wrote_is_shown_harmlessly(olga: TestClient, database: Database) -> None:
    create(olga)
    act(olga, "cup", "open")
    evil = '<script>alert("x")</script>'
    with database.writing() as session:
        interventions.add(session, "cup", Submission(evil, "攻", evil, evil), OLGA)

    text = olga.get("/en/desk/seasons/cup").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_a_used_up_sign_in_ends_after_its_time(
    olga: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = datetime.now(UTC) + timedelta(hours=13)
    monkeypatch.setattr(clock, "now", lambda: later)

    assert olga.get("/en/desk").status_code == 403


def test_what_is_wrong_with_a_mail_quotes_no_build_while_entries_are_sealed(
    olga: TestClient, database: Database
) -> None:
    problem = {"code": "unknown-card", "line": 1, "column": 1, "words": ["響響"], "suggestions": []}
    with database.writing() as session:
        note = {"game": "laplaplus", "problems": [problem]}
        action = MailAction.PROBLEMS
        mail = Mail(raw=b"x", received_at=NOW, state=MailState.DONE, action=action, note=note)
        session.add(mail)
    before = olga.get("/en/desk/mail").text
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "next"), OLGA)
        league_seasons.open_season(session, "next", OLGA)
    while_open = olga.get("/en/desk/mail").text

    assert "響響" in before
    assert "is not a card" in before
    assert "響響" not in while_open
    assert "only the sender is told" in while_open


def test_two_mails_with_one_message_id_are_shown_to_the_organiser(
    olga: TestClient, database: Database
) -> None:
    with database.writing() as session:
        session.add(
            Mail(
                raw=b"x",
                received_at=NOW,
                state=MailState.DONE,
                action=MailAction.ENTRY,
                note={"flag": "message-id"},
            )
        )
    page = olga.get("/en/desk/mail").text

    assert "done" in page
    assert "An earlier mail had the same Message-ID" in page


def test_the_log_says_in_words_what_was_done_and_to_whom(
    olga: TestClient, database: Database
) -> None:
    create(olga)
    act(olga, "cup", "open")
    sent = hidden(olga, "/ja/desk/seasons/cup")
    added = {"name": "紙とんぼ", "build": "攻核", "reason": "手紙で"}
    olga.post("/ja/desk/seasons/cup/entries", data=sent | added)
    page = LexborHTMLParser(olga.get("/ja/desk/seasons/cup").text)
    log = [" ".join(node.text().split()) for node in page.css("ul.log > li")]

    assert log[0].startswith("出場者を追加：紙とんぼ")
    assert "手紙で" in log[0]
    assert log[1].startswith("受付を開始")


def test_names_that_look_like_others_are_told_on_the_desk_and_to_programs(
    olga: TestClient, database: Database
) -> None:
    with database.writing() as session:
        season = a_season(session)
        for number, name in enumerate(("ロボ", "口ボ"), 1):
            a_revision(session, season, Character(name, "攻核"), number)
        token = organisers.grant_token(session, "olga@example.com", "script", NOW, [*Right])
    page = olga.get("/en/desk/seasons/cup")
    headers = {"Authorization": f"Bearer {token}"}
    listed = olga.get("/api/v1/organiser/seasons/cup/entries", headers=headers).json()["items"]

    assert "The name “ロボ” looks like “口ボ”." in page.text
    assert listed[1]["odd"] == ["The name “口ボ” looks like “ロボ”."]
