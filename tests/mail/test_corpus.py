"""The corpus: mails as the programs of many people, and of no people at all, write them; each must be what its label says.

`world` is what was there before: in `held` Alice's first entry waits for her to confirm it, in `entered` it counts and
Bob has one too. The secret addresses in the mails are those of that world.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, col, select

from app.letters.contents import render
from app.mail.actions.handler import answer
from app.mail.inbox.arrivals import receive
from app.mail.reading.contents import read
from app.store import entries, mails, seasons
from app.store.database import Database
from app.store.tables import Letter, Mail, MailAction, Player
from tests.support.posting import CUP, DESK, ENTRY, Postman, open_cup

FOLDER = Path(__file__).parent / "corpus"
LABELS: dict[str, dict[str, Any]] = json.loads((FOLDER / "labels.json").read_bytes())
UNDERSTOOD = ("name", "build", "lore", "lang")
BOB = ENTRY.replace("Mister Tuesday", "Doctor Wednesday").replace("alice", "bob")


@dataclass(frozen=True)
class Became:
    """What became of a mail of the corpus."""

    action: str | None
    letters: list[Letter]
    addresses: list[str]
    note: dict[str, Any]
    changed: bool


class _Undone(Exception):
    pass


@contextmanager
def undone(database: Database) -> Iterator[Session]:
    """What is done inside is there inside, and nowhere else."""
    with suppress(_Undone), database.writing() as session:
        yield session
        raise _Undone


@pytest.fixture(params=["held", "entered"])
def world(request: pytest.FixtureRequest, database: Database) -> tuple[str, Postman]:
    open_cup(database)
    postman = Postman(database)
    if request.param == "held":
        postman.post()
    else:
        postman.enter()
        postman.enter(BOB, sender="Bob <bob@example.com>")
    return request.param, postman


def labelled(world: str) -> dict[str, dict[str, Any]]:
    return {name: label for name, label in LABELS.items() if label["world"] == world}


def alices(session: Session) -> int | None:
    """The revision of Alice's that counts."""
    alice = session.exec(select(Player).where(Player.address == "alice@example.com")).one()
    entry = entries.of_player(session, seasons.by_slug(session, CUP), alice)
    return entry[0].current_id if entry else None


def brought(session: Session, postman: Postman, *raws: bytes) -> Became:
    """These mails come in, one after the other; what became of the last."""
    before = {letter.id for letter in session.exec(select(Letter))}
    stood = alices(session)
    for number, raw in enumerate(raws, 1):
        kept = receive(session, raw, postman.now + timedelta(minutes=number))
        answer(session, {kept.id: read(raw, DESK, seasons.games(session))}, DESK)
        session.flush()
    written = [
        letter
        for letter in session.exec(select(Letter).order_by(col(Letter.id)))
        if letter.id not in before
    ]
    return Became(
        kept.action.value if kept.action else None,
        written,
        [session.get_one(Player, letter.player_id).address for letter in written],
        dict(kept.note),
        alices(session) != stood,
    )


def differences(label: dict[str, Any], became: Became) -> dict[str, Any]:
    """Where the mail became something else than its label says."""
    understood = became.note.get("understood") or {}
    found = {
        "action": became.action,
        "letter": [letter.kind for letter in became.letters],
        "changes": became.changed,
    }
    wanted = {
        "action": label["action"],
        "letter": [label["letter"]] if label["letter"] else [],
        "changes": label["changes"],
    }
    if "codes" in label:
        found["codes"] = [each["code"] for each in became.note.get("problems", ())]
        wanted["codes"] = label["codes"]
    if "request" in label:
        found["request"] = became.note.get("request")
        wanted["request"] = label["request"]
    if "to" in label:
        found["to"] = became.addresses
        wanted["to"] = [label["to"]]
    for field in UNDERSTOOD:
        if field in label.get("understood", {}):
            found[field] = understood.get(field)
            wanted[field] = label["understood"][field]
    return {key: (found[key], wanted[key]) for key in wanted if found[key] != wanted[key]}


def test_every_mail_becomes_what_its_label_says(world: tuple[str, Postman]) -> None:
    name, postman = world
    wrong = {}
    for file, label in labelled(name).items():
        with undone(postman.database) as session:
            became = brought(session, postman, (FOLDER / file).read_bytes())
            if differing := differences(label, became):
                wrong[file] = differing

    assert not wrong, json.dumps(wrong, ensure_ascii=False, indent=1)


def test_three_deliveries_are_one_entry_and_one_answer(world: tuple[str, Postman]) -> None:
    """By three ways: as it was, with other trace fields, with other line ends."""
    name, postman = world
    more = {}
    for file, label in labelled(name).items():
        raw = (FOLDER / file).read_bytes()
        ways = (
            raw,
            b"Return-Path: <alice@example.com>\r\nReceived: from a by b; now\r\n" + raw,
            b"Received: from c by d\n" + raw.replace(b"\r\n", b"\n"),
        )
        with undone(postman.database) as session:
            became = brought(session, postman, *ways)
            kinds = [letter.kind for letter in became.letters]
            if label["letter"] and kinds != [label["letter"]]:
                more[file] = kinds

    assert more == {}


def test_every_answer_can_be_read(world: tuple[str, Postman]) -> None:
    name, postman = world
    for file, label in labelled(name).items():
        with undone(postman.database) as session:
            became = brought(session, postman, (FOLDER / file).read_bytes())
            for letter in became.letters:
                rendered = render(session, letter)
                assert rendered.subject, file
                if "lang" in label:
                    assert letter.lang == label["lang"], file


def test_no_program_gets_an_answer_and_no_forger_changes_anything() -> None:
    """By their labels: that these hold is tested above."""
    assert [n for n, each in LABELS.items() if each.get("automatic") and each["letter"]] == []
    assert [n for n, each in LABELS.items() if each.get("forged") and each["changes"]] == []


def test_the_corpus_is_large_and_mixed() -> None:
    kinds = Counter(name[0] for name in LABELS)

    assert sum(kinds.values()) >= 120
    assert min(kinds.values()) >= 8
    assert sorted(file.name for file in FOLDER.glob("*.eml")) == sorted(LABELS)
    assert sum(1 for each in LABELS.values() if each.get("automatic")) >= 40
    assert sum(1 for each in LABELS.values() if each.get("forged")) >= 20


def test_the_same_message_id_with_another_text_is_kept_and_flagged(
    world: tuple[str, Postman],
) -> None:
    """Guessing the Message-ID of another person's future mail does not keep that mail out."""
    postman = world[1]
    first = postman.post("Name: Guessed\nBuild: Core\n", Message_ID="<guessed@example.com>")
    second = postman.post(ENTRY.replace("Tuesday", "Friday"), Message_ID="<guessed@example.com>")

    assert "flag" not in first.note
    assert (second.action, second.note["flag"]) == (MailAction.HELD, "message-id")
    with postman.database.reading() as session:
        assert [each.id for each in mails.latest(session, (), 10)] == [second.id]


def test_the_same_bytes_are_kept_once(world: tuple[str, Postman]) -> None:
    postman = world[1]
    raw = (FOLDER / next(iter(LABELS))).read_bytes()
    numbers = {postman.bring(raw).id for _ in range(3)}

    with postman.database.reading() as session:
        assert len(numbers) == 1
        assert session.exec(select(Mail).where(Mail.raw == raw)).one().sha256
