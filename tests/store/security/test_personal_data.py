"""What is kept about a person, on request and with time."""

import secrets
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from app.errors import SeasonRefused
from app.games import ruleset
from app.jobs import retention
from app.jobs.letters import send_due
from app.jobs.retention import Retention
from app.jobs.seasons.runs import run
from app.league.archive import verification
from app.league.archive.record import public_record, record as record_of
from app.league.desk import hidings, interventions, threads
from app.league.duels.invitations import Party, accept, open_duel
from app.league.people import blocks
from app.league.people.tokens import make_token
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.mail.inbox.arrivals import receive
from app.mail.transport.maildir import Maildir
from app.store import database as database_module, players, seasons
from app.store.database import Database, files_of
from app.store.security import audits, personal_data
from app.store.security.audits import Organiser
from app.store.tables import METADATA, Entry, Letter, Mail, MailAction, Player, Season, SeasonState
from tests.support import stages
from tests.support.databases import on_sqlite
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.posting import DESK, ENTRY, Postman, open_cup
from tests.support.problems import filled

STORY = "Always on a Tuesday"


@pytest.fixture
def postman(database: Database) -> Postman:
    """Alice and Bob have entered."""
    open_cup(database)
    postman = Postman(database)
    postman.enter()
    postman.enter(ENTRY.replace("Mister Tuesday", "Bob's").replace(STORY, "Never"), "b@example.com")
    return postman


def everything(database: Database) -> str:
    with database.reading() as session:
        rows = (session.execute(table.select()) for table in METADATA.sorted_tables)
        return "\n".join(str(tuple(row)) for those in rows for row in those)


def erase(database: Database, address: str = "alice@example.com") -> None:
    with database.writing() as session:
        player = players.with_address(session, address)
        assert player
        personal_data.erase(session, player)


def put_into(database: Database, state: SeasonState, number: int | None) -> None:
    with database.writing() as session:
        season = session.exec(select(Season)).one()
        season.state = state
        session.add(season)
        for entry in session.exec(select(Entry)):
            entry.number = number and entry.id
            session.add(entry)


def test_of_a_person_who_is_forgotten_nothing_is_left_while_entries_are_taken(
    postman: Postman,
) -> None:
    letter = postman.last()
    report = (
        b"Delivered-To: "
        + DESK.address.replace("@", f"+b-{make_token(DESK.key, 'bounce', letter.id - 2)}@").encode()
    )
    report += b"\nFrom: MAILER-DAEMON@x.example\nSubject: failure notice\n\nHi. This is the qmail-send program at x.example.\n\n<alice@example.com>:\nno such user\n"
    postman.bring(report)
    before = everything(postman.database)
    erase(postman.database)
    after = everything(postman.database)

    for trace in ("alice@example.com", STORY, "Mister Tuesday"):
        assert trace in before
        assert trace not in after
    assert list(postman.builds()) == ["Bob's"]


@pytest.mark.parametrize("state", [SeasonState.CLOSED, SeasonState.REVIEW, SeasonState.PUBLISHED])
def test_what_was_closed_in_stays_and_is_nobodys(postman: Postman, state: SeasonState) -> None:
    put_into(postman.database, state, number=1)
    erase(postman.database)
    after = everything(postman.database)

    assert "alice@example.com" not in after
    assert sorted(postman.builds()) == ["Bob's", "Mister Tuesday"]


def test_a_numbered_entry_of_a_season_that_was_opened_again_is_withdrawn(postman: Postman) -> None:
    put_into(postman.database, SeasonState.OPEN, number=1)
    erase(postman.database)

    assert list(postman.builds()) == ["Bob's"]


def test_a_person_is_told_what_is_kept(postman: Postman) -> None:
    with postman.database.reading() as session:
        player = players.with_address(session, "alice@example.com")
        assert player
        kept = personal_data.of(session, player)

    assert kept["mails"] == 2
    assert [(each["season"], each["name"]) for each in kept["entries"]] == [
        ("laplaplus-1", "Mister Tuesday")
    ]
    assert kept["letters"] == 2


def test_nothing_is_left_of_a_letter_or_mail_after_its_days_but_that_it_was_there(
    postman: Postman, tmp_path: Path
) -> None:
    """Mails of entries wait for their season."""
    database, now = postman.database, postman.now
    postman.post("help", sender="c@example.com")
    settings = some_settings(maildir=tmp_path)
    send_due(database, [Maildir(tmp_path)], now=postman.now, settings=settings)

    assert retention.prune(database, 90, now + timedelta(days=89)) == (0, 0)
    mails, letters = retention.prune(database, 90, now + timedelta(days=91))
    assert mails >= 1
    assert letters >= 1
    with database.reading() as session:
        assert len([mail for mail in session.exec(select(Mail)) if mail.raw]) == 2
        assert [each for each in session.exec(select(Letter)) if each.sent_at and each.text] == []
        assert len(session.exec(select(Player)).all()) == 3
    put_into(database, SeasonState.PUBLISHED, number=1)
    assert retention.prune(database, 90, now + timedelta(days=91))[0] == 2
    assert retention.prune(database, 90, now + timedelta(days=91)) == (0, 0)


ZED = "zed@example.com"
WORDS = {
    "address": ZED,
    "owner": "Ownerzed",
    "home page": "homezed.example",
    "lore": "Lorezed",
    "message": "Messagezed",
    "desk name": "Deskzed",
    "reason": "Reasonzed",
    "words": "Vowzed",
    "name for a card": "Slotzed",
    "name in a duel": "Duelzed",
    "earlier name": "Formerzed",
}
"""Words of a person, or about them, that are nowhere once they have been erased."""
STATES = ("open", "reopened", "withdrawn", "closed", "review", "archived")


def a_season_in(postman: Postman, state: str) -> None:
    """A season of this name, in which Zed and Bob have entered; in the last one Zed has changed his name."""
    database, slug = postman.database, state
    postman.now += timedelta(days=1)  # one who writes much gets no answer in the end
    open_cup(database, slug)
    of_zed = (
        "Season: {slug}\nName: {name}\nBuild: Attack, Core\nFlavour 1: Slotzed\nOwner: Ownerzed\n"
        "URL: https://homezed.example/\nVictory: Vowzed\nLore: Lorezed.\n"
    )
    for name in ("Formerzed", f"Z {slug}") if state == "archived" else (f"Z {slug}",):
        postman.post(of_zed.format(slug=slug, name=name), sender=ZED)
        postman.post("yes", sender=ZED, to=postman.confirm())
    postman.enter(f"Season: {slug}\nName: B {slug}\nBuild: Core\n", "b@example.com")
    by = Organiser("olga (1)", postman.now, "A slip", "We look again.")
    with database.writing() as session:
        if state != "open":
            league_seasons.close(session, slug, by)
        if state == "reopened":
            league_seasons.reopen(session, slug, by)
        if state == "withdrawn":
            interventions.withdraw(session, slug, f"Z {slug}", replace(by, reason="Reasonzed"))
    if state in ("review", "archived"):
        list(run(database, slug, by))
    with database.writing() as session:
        if state in ("review", "archived"):
            entry = interventions.entry_called(session, seasons.by_slug(session, slug), f"Z {slug}")
            hidings.hide(session, slug, entry, "lore", replace(by, tell="Reasonzed"), public=True)
        if state == "archived":
            results.publish(session, slug, by)
            league_seasons.archive(session, slug, by)


@on_sqlite
def test_the_worker_folds_the_log_in_once_a_day_and_sooner_where_it_has_grown(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write() -> int:
        with database.writing() as session:
            receive(session, secrets.token_bytes(100_000), NOW)
        return log.stat().st_size

    log = files_of(Path(database.engine.url.database or ""))[1]
    job = Retention(30)
    assert write()
    job(database, NOW)
    folded = log.stat().st_size
    assert write()
    job(database, NOW + timedelta(hours=1))
    kept = log.stat().st_size
    monkeypatch.setattr(database_module, "LOG_BYTES", 100)
    job(database, NOW + timedelta(minutes=9))
    not_yet = log.stat().st_size
    job(database, NOW + timedelta(minutes=11))

    assert (folded, kept > 0, not_yet == kept, log.stat().st_size) == (0, True, True, 0)


def test_with_a_person_the_salts_of_what_was_hidden_are_destroyed_and_the_season_stays_proven(
    database: Database,
) -> None:
    """Seal and digest stay as everybody was told them, and nobody can show or guess what stood there."""
    by = stages.BY
    stages.a_season(database, "", ["核", "攻核", "攻攻"])
    stages.publish(database)
    with database.writing() as session:
        entry = session.exec(select(Entry).where(Entry.number == 1)).one()
        hidings.hide(session, "cup", entry, "name", by)
        before = record_of(session, entry.season, by.now)
    erase(database, "p0@example.com")

    with database.writing() as session:
        entry = session.exec(select(Entry).where(Entry.number == 1)).one()
        whole = record_of(session, entry.season, by.now)
        assert whole == public_record(session, entry.season, by.now)
        with pytest.raises(SeasonRefused):
            hidings.show_again(session, "cup", entry, "name", by)
        assert entry.current
        salts = entry.current.salt
    destroyed = [
        bytes.fromhex(salt) for name, salt in before.entries[0].salts.items() if name != "build"
    ]
    assert not any(salt in salts for salt in destroyed)
    assert {*whole.entries[0].salts} == {"build"}
    assert (whole.digest_3, whole.entries[0].commitment) == (
        before.digest_3,
        before.entries[0].commitment,
    )
    assert whole.hidden[0].was_public == ["name", "owner", "lore"]
    assert [*verification.verify(whole)] == []


def everywhere(database: Database) -> str:
    """All rows; of SQLite's, all that stands in its files."""
    database.fold_in()
    found = everything(database)
    if database.is_sqlite:
        file = Path(database.engine.url.database or "")
        for each in file.parent.glob(f"{file.name}*"):
            found += each.read_bytes().decode("utf-8", "replace")
    return found


def test_nobody_finds_a_word_of_a_person_who_has_been_erased_in_any_season(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.letters.contents.settings", some_settings)
    postman = Postman(database)
    for state in STATES:
        a_season_in(postman, state)
    open_cup(database, "held")
    postman.post("Season: held\nName: Heldzed\nBuild: Core\nLore: Lorezed", sender=ZED)
    postman.post("For the organiser\n\nMessagezed", sender=ZED)
    again = postman.post("I am away.", sender=ZED, Auto_Submitted="auto-replied")
    assert (again.action, again.player_id) == (MailAction.IGNORED, None)
    by = Organiser("olga (1)", postman.now, "Reasonzed", "Reasonzed")
    with database.writing() as session:
        league_seasons.close(session, "held", replace(by, reason="", tell=""))
        players_ = [players.with_address(session, each) for each in (ZED, "b@example.com")]
        zed, bob = [each for each in players_ if each]
        parties = [Party(name, "en", each) for name, each in (("Duelzed", zed), ("B", bob))]
        duel = open_duel(session, ruleset("laplaplus"), parties[0], 3, now=by.now)
        accept(session, duel, parties[1], now=by.now)
        threads.answer(session, zed, "Messagezed, you say.", by)
        audits.note(session, Organiser(f"Deskzed ({zed.id})", by.now), "cup", None)
        blocks.block(session, zed, by)
    send_due(database, [Maildir(tmp_path / "out")], now=postman.now, settings=some_settings())
    before = everywhere(database)
    assert {what for what, word in WORDS.items() if word not in before} == set()
    with database.reading() as session:
        facts = personal_data.of(session, zed)
    stay = {each["season"] for each in facts["entries"] if each["stays"]}
    assert stay == {*STATES} - {"open"}

    erase(database, ZED)
    after = everywhere(database)
    assert {what for what, word in (WORDS | {"held": "Heldzed"}).items() if word in after} == set()
    with database.reading() as session:
        for slug in ("review", "archived"):
            season = seasons.by_slug(session, slug)
            for found in (
                record_of(session, season, by.now),
                public_record(session, season, by.now),
            ):
                assert [*verification.verify(found)] == []
                told = [(each.code, filled(each)) for each in verification.unproven(found)]
                assert told == [("unproven-owner", ("1",)), ("unproven-lore", ("1",))]
                assert {*found.entries[0].salts} == {"name", "build"}
                assert f"Z {slug}" in found.model_dump_json()
        seasons_left = {
            each.season.slug for each in session.exec(select(Entry)) if not each.player_id
        }
    assert seasons_left == stay
