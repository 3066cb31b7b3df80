"""Who asks for it gets all his battles with his report, told in full, as one packed file."""

import io
import zipfile
import zlib
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from sqlmodel import Session, select

from app.engine import HOME, NOT_PLAYED
from app.letters.links import Route
from app.letters.render import Attachment
from app.letters.reports.stories import logbook
from app.mail.transport.mime import compose
from app.store.database import Database
from app.store.tables import Entry, Letter, Player, Result
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season

FIELD = [
    Character("Tuesday", "双連攻連力力双力", extras={}),
    Character("Lighthouse", "攻散核癒防散防盾"),
    Character("Needle", "硬攻欺"),
]


def a_letter(session: Session, kind: str = "report", *, wants_log: bool = True) -> Letter:
    season, run = a_finished_season(session, FIELD)
    entry = session.exec(select(Entry).where(Entry.number == 2)).one()
    player = session.get_one(Player, entry.player_id)
    player.wants_log = wants_log
    letter = Letter(
        kind=kind,
        dedup_key=kind,
        message_id="<1@hikyaku.example>",
        player_id=player.id,
        lang="en",
        season_id=season.id,
        run_id=run.id,
        subject="The battles",
        text="Words.",
        html="<p>Words.</p>",
        due_at=NOW,
        created_at=NOW,
    )
    session.add(letter)
    session.flush()
    return letter


def text_of(attached: Attachment | None) -> str:
    assert attached
    with zipfile.ZipFile(io.BytesIO(attached.content)) as file:
        [name] = file.namelist()
        assert name == attached.name.replace(".zip", ".txt")
        return file.read(name).decode("utf-8-sig")


def test_all_his_battles_stand_in_it_and_nobody_elses(database: Database) -> None:
    with database.writing() as session:
        attached = logbook(session, a_letter(session))
        text = text_of(attached)

    assert attached
    assert attached.name == "cup-0002.zip"
    assert [line for line in text.splitlines() if line.startswith("■")] == ["■ 2-1", "■ 2-3"]
    assert "Tuesday" in text
    assert "Needle" in text


def test_battles_that_were_not_fought_are_not_in_it(database: Database) -> None:
    with database.writing() as session:
        letter = a_letter(session)
        result = session.exec(select(Result).where(Result.number == 2)).one()
        result.outcomes = zlib.compress(bytes([HOME, NOT_PLAYED, NOT_PLAYED]))
        session.flush()
        text = text_of(logbook(session, letter))

    assert [line for line in text.splitlines() if line.startswith("■")] == ["■ 2-1"]


def test_it_is_the_same_file_each_time(database: Database) -> None:
    with database.writing() as session:
        letter = a_letter(session)
        assert logbook(session, letter) == logbook(session, letter)


def test_who_did_not_ask_and_other_letters_have_none(database: Database) -> None:
    with database.writing() as session:
        letter = a_letter(session, wants_log=False)
        assert logbook(session, letter) is None
        session.get_one(Player, letter.player_id).wants_log = True
        letter.kind = "receipt"
        assert logbook(session, letter) is None


def test_the_letter_is_read_as_before_and_the_file_beside_it(database: Database) -> None:
    with database.writing() as session:
        letter = a_letter(session)
        attached = logbook(session, letter)
        ways = Route("bob@example.com", "play@hikyaku.example", "play@hikyaku.example")
        parcels = [compose(letter, ways, some_settings(), attached) for _ in range(2)]

    assert parcels[0] == parcels[1]
    message = message_from_bytes(parcels[0].content, policy=default)
    assert isinstance(message, EmailMessage)
    body, [file] = message.get_body(("plain",)), message.iter_attachments()
    assert body
    assert body.get_content().strip() == "Words."
    assert message["Content-Language"] == "en"
    assert (file.get_content_type(), file.get_filename()) == ("application/zip", "cup-0002.zip")
    assert attached
    assert file.get_content() == attached.content
