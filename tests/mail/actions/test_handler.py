"""The outcome of a mail: acted on, answered once, in its language and thread."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from app.jobs import inbox
from app.jobs.inbox import read_new
from app.jobs.seasons.deadlines import close_due
from app.jobs.seasons.runs import run
from app.league.people.tokens import make_token
from app.league.results import results
from app.league.seals import seal_of
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import render
from app.mail.actions.handler import MailDesk
from app.mail.inbox.arrivals import receive
from app.mail.reading import contents
from app.mail.reading.form.entry_form import EntryForm, read_fields
from app.store import entries, mails, players, seasons
from app.store.database import Database, StoreUnavailable
from app.store.security.audits import Organiser
from app.store.tables import (
    Letter,
    Mail,
    MailAction,
    MailState,
    Player,
    Revision,
    SeasonState,
    Secrets,
)
from tests.support.people import NOW

SAMPLES = Path("app/sample/mail")
DESK = MailDesk("play@hikyaku.example", b"a secret of tests")
ENTRY = (
    "Name: Mister Tuesday\nBuild: Attack, Echo, Core\nLore: Always on a Tuesday.\nOwner: alice\n"
)

Post = Callable[..., Mail]


@pytest.fixture
def cup(database: Database) -> Database:
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "laplaplus-1", "第一回飛脚杯", "First Hikyaku Cup")
        league_seasons.create(session, plan, Organiser("olga", NOW))
        league_seasons.open_season(session, "laplaplus-1", Organiser("olga", NOW))
    return database


@pytest.fixture
def post(cup: Database) -> Post:
    """Write a mail, let it come in and be read; the mail as it was kept."""
    count = 0

    def send(
        text: str = ENTRY,
        *,
        sender: str = "Alice <alice@example.com>",
        to: str = DESK.address,
        **headers: str,
    ) -> Mail:
        nonlocal count
        count += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, to
        headers = {"Subject": "my entry", "Message-ID": f"<{count}@example.com>"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        for name, value in headers.items():
            mail[name] = value
        mail.set_content(text)
        return deliver(cup, mail.as_bytes(), count)

    return send


def deliver(database: Database, raw: bytes, minutes: int = 1) -> Mail:
    with database.writing() as session:
        number = receive(session, raw, NOW + timedelta(minutes=minutes)).id
    list(read_new(database, DESK))
    with database.reading() as session:
        return session.get_one(Mail, number)


def letters(database: Database) -> list[Letter]:
    with database.reading() as session:
        return list(session.exec(select(Letter).order_by(col(Letter.id))))


def reply_address(database: Database, kind: str = "r") -> str:
    """The secret address in the last letter: to confirm (`c`), or to speak as its player (`r`)."""
    letter = letters(database)[-1]
    if kind == "c":
        token = make_token(DESK.key, "confirm", letter.revision_id or 0)
    else:
        token = make_token(DESK.key, "reply", letter.player_id, letter.season_id or 0)
    return DESK.address.replace("@", f"+{kind}-{token}@")


def current_build(database: Database) -> str | None:
    with database.reading() as session:
        season = seasons.by_slug(session, "laplaplus-1")
        (entry,) = entries.of_season(session, season)
        return entry.current.build if entry.current else None


def codes(mail: Mail) -> list[str]:
    return [problem["code"] for problem in mail.note["problems"]]


def test_every_sample_mail_is_understood_to_the_letter(cup: Database) -> None:
    expected = json.loads((SAMPLES / "expected.json").read_text("utf-8"))
    fields = ("name", "build", "lore", "owner", "url", "season", "lang")
    mails = {name: deliver(cup, (SAMPLES / name).read_bytes()) for name in expected}

    assert {mail.action for mail in mails.values()} == {MailAction.HELD}
    for name, mail in mails.items():
        understood = mail.note["understood"]
        assert {key: understood[key] for key in fields} == {
            key: expected[name][key] for key in fields
        }, name


def test_a_first_mail_is_held_and_answered_with_a_question_in_its_thread(
    post: Post, cup: Database
) -> None:
    mail = post(References="<older@example.com>")
    (letter,) = letters(cup)

    assert mail.action is MailAction.HELD
    assert (letter.kind, letter.lang) == ("confirmation", "en")
    assert letter.in_reply_to == "<1@example.com>"
    assert letter.references == "<older@example.com> <1@example.com>"
    assert current_build(cup) is None


def test_an_answer_to_that_question_makes_the_entry_count(post: Post, cup: Database) -> None:
    post()
    mail = post("", to=reply_address(cup, "c"), Subject="Re: please confirm")

    assert mail.action is MailAction.CONFIRMED
    assert [letter.kind for letter in letters(cup)] == ["confirmation", "receipt"]
    assert current_build(cup) == "攻響核"


def test_the_secret_reply_address_changes_an_entry_at_once(post: Post, cup: Database) -> None:
    post()
    post("", to=reply_address(cup, "c"))
    mail = post(ENTRY.replace("Echo", "Core"), to=reply_address(cup))

    assert mail.action is MailAction.ENTRY
    assert current_build(cup) == "攻核核"


def test_a_mail_from_a_known_address_alone_changes_nothing(post: Post, cup: Database) -> None:
    """Anybody can write a From: the change is held, and its player is asked."""
    post()
    post("", to=reply_address(cup, "c"))
    mail = post(ENTRY.replace("Echo", "Core"))

    assert mail.action is MailAction.HELD
    assert current_build(cup) == "攻響核"


@pytest.mark.parametrize("tag", ["+c-" + "a" * 32, "+r-" + "a" * 32, "+r-x", "+c-"])
def test_a_secret_address_that_is_none_is_refused(post: Post, cup: Database, tag: str) -> None:
    mail = post(to=DESK.address.replace("@", f"{tag}@"))

    assert (mail.action, codes(mail)) == (MailAction.PROBLEMS, ["token-invalid"])


def test_a_secret_address_that_its_player_has_replaced_changes_nothing(
    post: Post, cup: Database
) -> None:
    post()
    post("", to=reply_address(cup, "c"))
    old, build = reply_address(cup), current_build(cup)
    with cup.writing() as session:
        player = session.get_one(Player, letters(cup)[-1].player_id)
        assert players.renew_secrets(session, player) == 1
        token = make_token(
            DESK.key, "reply", player.id, letters(cup)[-1].season_id or 0, own=Secrets(1)
        )
    changed = ENTRY.replace("Echo", "Core")
    mail = post(changed, to=old)

    assert (mail.action, codes(mail)) == (MailAction.PROBLEMS, ["token-invalid"])
    assert current_build(cup) == build
    assert letters(cup)[-1].kind == "problems"
    new = DESK.address.replace("@", f"+r-{token}@")
    assert post(changed, to=new).action is MailAction.ENTRY


def test_the_secret_reply_address_dies_with_publication(post: Post, cup: Database) -> None:
    olga = Organiser("olga", NOW + timedelta(hours=1))
    for name in ("alice", "bob"):
        post(ENTRY.replace("Tuesday", name), sender=f"{name}@example.com")
        post("", to=reply_address(cup, "c"))
    address = reply_address(cup)
    with cup.writing() as session:
        league_seasons.close(session, "laplaplus-1", olga)
    list(run(cup, "laplaplus-1", olga))
    assert codes(post(to=address)) == ["season-closed"]
    with cup.writing() as session:
        results.publish(session, "laplaplus-1", olga)

    for text in (ENTRY, "withdraw"):
        assert codes(post(text, to=address)) == ["token-invalid"]
        letter = letters(cup)[-1]
        with cup.reading() as session:
            rendered = render(session, session.get_one(Letter, letter.id))
        for told in (rendered.text, rendered.html):
            assert "/en/seasons/laplaplus-1" in told
            assert "/en/seasons/laplaplus-1/entries/2" in told
    confirmed = DESK.address.replace("@", f"+c-{make_token(DESK.key, 'confirm', 1)}@")
    assert codes(post("Hm?", to=confirmed, Subject="Re: your letter")) == ["token-invalid"]
    with cup.reading() as session:
        letter = session.get_one(Letter, letters(cup)[-1].id)
        assert "/en/seasons/laplaplus-1/entries/1" in render(session, letter).text


def test_two_people_of_one_provider_say_yes_alike(cup: Database) -> None:
    """Neither mail has a Message-ID or a date: who writes and to which secret address tells them apart."""
    mails = []
    for number, name in enumerate(("alice", "bob"), 1):
        sender = f"From: {name}@example.com\r\nTo: ".encode()
        entry = ENTRY.replace("Tuesday", name).replace("\n", "\r\n").encode()
        deliver(cup, sender + DESK.address.encode() + b"\r\n\r\n" + entry, number)
        yes = sender + reply_address(cup, "c").encode() + b"\r\nSubject: Re\r\n\r\nyes\r\n"
        yes = b"Received: from a phone\r\n" + yes
        again = b"Delivered-To: elsewhere@x\r\nReceived: from a\r\n" + yes
        mails += [deliver(cup, yes, number), deliver(cup, again, number)]

    assert [mail.action for mail in mails] == [
        MailAction.CONFIRMED,
        MailAction.IGNORED,
        MailAction.CONFIRMED,
        MailAction.IGNORED,
    ]


def test_who_changes_their_mind_twice_is_heard_without_message_id_and_date(cup: Database) -> None:
    """The third mail says what the first did, and came by a hop of its own."""
    builds = ["Core, Core", "Attack, Core", "Core, Core"]
    mails = []
    for number, build in enumerate(builds, 1):
        head = f"Received: from a phone; at {number}:00\r\nFrom: alice@example.com\r\nTo: {DESK.address}\r\n\r\n"
        mails.append(deliver(cup, f"{head}Name: Rain\r\nBuild: {build}\r\n".encode(), number))

    assert [mail.action for mail in mails] == [MailAction.HELD] * 3
    assert len(letters(cup)) == 3


def test_the_same_mail_three_times_is_one_entry_and_one_answer(cup: Database) -> None:
    raw = (SAMPLES / "a01-gmail-alternative.eml").read_bytes()
    ways = [raw, b"Received: from elsewhere\r\n" + raw, b"Delivered-To: play@x\r\n" + raw]
    mails = [deliver(cup, way) for way in ways]

    assert [mail.action for mail in mails] == [
        MailAction.HELD,
        MailAction.IGNORED,
        MailAction.IGNORED,
    ]
    assert len(letters(cup)) == 1


@pytest.mark.parametrize(
    "header",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<players.example.com>"},
        {"Return_Path": "<>"},
        {"sender": "MAILER-DAEMON@example.com"},
    ],
    ids=str,
)
def test_a_program_gets_no_answer(post: Post, cup: Database, header: dict[str, str]) -> None:
    assert post(**header).action is MailAction.IGNORED
    assert letters(cup) == []


@pytest.mark.parametrize("local", ["play", "play+r-abc", "Play"])
def test_our_own_letter_that_comes_back_gets_no_answer(
    post: Post, cup: Database, local: str
) -> None:
    assert post(sender=f"{local}@hikyaku.example").action is MailAction.IGNORED
    assert letters(cup) == []


@pytest.mark.parametrize("local", ["player", "play.it", "xplay"])
def test_who_has_an_address_beside_ours_is_answered(post: Post, cup: Database, local: str) -> None:
    assert post(sender=f"{local}@hikyaku.example").action is MailAction.HELD
    assert len(letters(cup)) == 1


@pytest.mark.parametrize("raw", [b"", b"\x00\xff" * 100, b"hello"])
def test_what_is_no_mail_is_set_aside(cup: Database, raw: bytes) -> None:
    mail = deliver(cup, raw)

    assert (mail.action, codes(mail)) == (MailAction.REJECTED, ["not-a-mail"])


def test_a_mail_from_nobody_is_set_aside(cup: Database) -> None:
    mail = deliver(cup, b"Subject: hi\r\n\r\nName: x\r\n")

    assert (mail.action, codes(mail)) == (MailAction.REJECTED, ["no-sender"])


@pytest.mark.parametrize(
    "address", [f"{'a' * 64}@{'.'.join(['b' * 60] * 4)}", f"{'ﷺ' * 60}@example.com"]
)
def test_an_address_longer_than_any_is_nobodys(cup: Database, address: str) -> None:
    """A table of PostgreSQL has room for 254 characters."""
    mail = deliver(cup, f"From: {address}\nSubject: help\n\nhelp\n".encode())

    assert (mail.action, codes(mail)) == (MailAction.REJECTED, ["no-sender"])


def test_every_problem_is_told_in_one_letter(post: Post, cup: Database) -> None:
    mail = post("Name: \u202eevil" + "x" * 99 + "\nBuild: Atack, Core, 99\nOwner: me@example.com\n")
    (letter,) = letters(cup)

    assert mail.action is MailAction.PROBLEMS
    assert {"name-too-long", "owner-is-address", "unknown-card", "number-out-of-range"} <= set(
        codes(mail)
    )
    assert letter.kind == "problems"
    assert letter.about["problems"] == mail.note["problems"]


def test_a_faulty_mail_leaves_the_earlier_entry_and_says_so(post: Post, cup: Database) -> None:
    post()
    post("", to=reply_address(cup, "c"))
    post("Name: Mister Tuesday\nBuild: Nonsense\n", to=reply_address(cup))

    assert letters(cup)[-1].about["standing"] == "Mister Tuesday"
    assert current_build(cup) == "攻響核"


def test_a_season_that_there_is_not_is_refused_with_those_that_are_open(post: Post) -> None:
    mail = post(ENTRY + "Season: The Other Cup\n")

    assert codes(mail) == ["unknown-season"]
    assert mail.note["problems"][0]["suggestions"] == ["First Hikyaku Cup"]


@pytest.mark.parametrize(
    "season", ["第一回飛脚杯", "FIRST HIKYAKU CUP", "Laplaplus-1", "第一回 飛脚杯"]
)
def test_a_season_is_known_by_its_slug_and_both_titles(post: Post, season: str) -> None:
    assert post(ENTRY + f"Season: {season}\n").action is MailAction.HELD


def test_without_a_season_the_sender_is_asked_which_of_several(post: Post, cup: Database) -> None:
    with cup.writing() as session:
        league_seasons.create(
            session, season_plans.Plan("laplaplus", "other"), Organiser("olga", NOW)
        )
        league_seasons.open_season(session, "other", Organiser("olga", NOW))

    assert codes(post()) == ["which-season"]


@pytest.fixture
def both(cup: Database) -> Database:
    """Beside the cup a season of the other game takes entries."""
    with cup.writing() as session:
        plan = season_plans.Plan("shiden-issen-2", "shiden-issen-2-1")
        league_seasons.create(session, plan, Organiser("olga", NOW))
        league_seasons.open_season(session, "shiden-issen-2-1", Organiser("olga", NOW))
    return cup


@pytest.mark.parametrize(
    ("text", "season"),
    [
        ("Name: Murai\nSkills: 閃閃交硬果\n", "shiden-issen-2-1"),
        ("閃閃交硬果/ムライ\n", "shiden-issen-2-1"),
        ("名前：ムライ\nスキル：一閃、一閃、交錯、+硬、果断\n", "shiden-issen-2-1"),
        (ENTRY, "laplaplus-1"),
        ("攻響核/Tuesday\n", "laplaplus-1"),
    ],
)
def test_the_build_says_which_season_is_meant(
    post: Post, both: Database, text: str, season: str
) -> None:
    mail = post(text)

    assert (mail.action, mail.note["season"]) == (MailAction.HELD, season)


@pytest.mark.parametrize(
    "text",
    ["Name: Nobody\n", "Name: Murai\nBuild: 閃閃\n", "Name: Tuesday\nBuild: Attack, Ecko\n"],
)
def test_a_build_that_no_open_season_can_play_is_asked_about(
    post: Post, both: Database, text: str
) -> None:
    """And what else is wrong with it is told at once."""
    mail = post(text)

    assert codes(mail)[0] == "which-season"
    assert len(codes(mail)) == 2
    titles = ["First Hikyaku Cup", "shiden-issen-2-1"]
    assert mail.note["problems"][0]["suggestions"] == titles


def test_names_of_slots_and_words_are_kept_with_the_entry_and_sealed(
    post: Post, cup: Database
) -> None:
    mail = post(
        ENTRY + "Flavour 1: Crimson Flash\nFlavour 3: Anvil\nVictory: Tea?\nEntrance: Hello.\n"
        "Build label: The Umbrella\nLore label: Forecast\n"
    )
    extras = {
        "flavour": ["Crimson Flash", None, "Anvil"],
        "lines": {"entrance": "Hello.", "victory": "Tea?"},
        "labels": {"build": "The Umbrella", "lore": "Forecast"},
    }

    with cup.reading() as session:
        revision = session.exec(select(Revision)).one()
        sealed = seal_of(revision.entry.season, revision)
    assert revision.extras == extras
    assert {**mail.note["understood"]}.items() >= extras.items()
    assert revision.commitment == sealed


def test_another_name_of_a_slot_is_another_version_and_the_same_is_none(
    post: Post, cup: Database
) -> None:
    post(ENTRY + "Flavour 1: Crimson\n")
    post("", to=reply_address(cup, "c"))
    mine = reply_address(cup)
    for name in ("Crimson", "Scarlet", "Scarlet"):
        post(ENTRY + f"Flavour 1: {name}\n", to=mine)

    with cup.reading() as session:
        names = [each.extras["flavour"] for each in session.exec(select(Revision))]
    assert names == [["Crimson"], ["Scarlet"]]


def test_everything_wrong_with_names_and_words_is_told_at_once(post: Post) -> None:
    mail = post(
        f"Name: Tuesday\nBuild: 攻響核\nFlavour 1: {'a' * 61}\nFlavour 9: Ninth\nDefeat: {'b' * 70}\n"
        f"Build label: {'c' * 61}\n"
    )

    assert [(each["code"], [*each["words"].values()]) for each in mail.note["problems"]] == [
        ("flavour-too-long", ["1", "61", "60"]),
        ("flavour-without-slot", ["9", "3"]),
        ("line-too-long", [{"label": "defeat"}, "70", "60"]),
        ("label-too-long", [{"label": "build-label"}, "61", "60"]),
    ]


def test_two_players_cannot_have_one_name(post: Post, cup: Database) -> None:
    post()
    post("", to=reply_address(cup, "c"))
    mail = post(sender="bob@example.com")

    assert codes(mail) == ["name-taken"]


def test_a_name_whose_normal_form_is_very_long_can_be_confirmed(post: Post, cup: Database) -> None:
    post(ENTRY.replace("Mister Tuesday", "ﷺ" * 64))

    assert post("", to=reply_address(cup, "c")).action is MailAction.CONFIRMED


def test_a_name_taken_while_it_was_held_is_refused_on_confirmation(
    post: Post, cup: Database
) -> None:
    post()
    alices = reply_address(cup, "c")
    post(sender="bob@example.com")
    post("", to=reply_address(cup, "c"), sender="bob@example.com")
    mail = post("", to=alices)

    assert codes(mail) == ["name-taken"]


def test_a_closed_season_is_said_to_be_closed(post: Post, cup: Database) -> None:
    with cup.writing() as session:
        league_seasons.close(session, "laplaplus-1", Organiser("olga", NOW))

    assert codes(post(ENTRY + "Season: laplaplus-1\n")) == ["season-closed"]
    assert codes(post()) == ["no-season"]


def test_a_deadline_closes_the_season_and_counts_what_came_before_it(
    post: Post, cup: Database
) -> None:
    with cup.writing() as session:
        season = seasons.by_slug(session, "laplaplus-1")
        season.closes_at = NOW + timedelta(minutes=2, seconds=15)
        session.add(season)
    post()
    post("", to=reply_address(cup, "c"))

    assert not close_due(cup, NOW + timedelta(minutes=2))
    assert close_due(cup, NOW + timedelta(minutes=3))
    with cup.reading() as session:
        season = seasons.by_slug(session, "laplaplus-1")
        assert season.state is SeasonState.CLOSED
        assert [entry.number for entry in entries.of_season(session, season)] == [1]


@pytest.mark.parametrize(
    ("meanwhile", "state"),
    [
        (lambda session, by: league_seasons.close(session, "laplaplus-1", by), SeasonState.CLOSED),
        (
            lambda session, by: league_seasons.move(
                session, "laplaplus-1", NOW + timedelta(days=1), replace(by, tell="Longer.")
            ),
            SeasonState.OPEN,
        ),
    ],
    ids=["closed by another worker", "moved by an organiser"],
)
def test_a_deadline_that_was_dealt_with_since_it_was_looked_at_closes_nothing(
    meanwhile: Callable[[Session, Organiser], object],
    state: SeasonState,
    cup: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unread(*_: object) -> int:
        monkeypatch.undo()
        with cup.writing() as session:
            meanwhile(session, Organiser("olga", NOW))
        return 0

    with cup.writing() as session:
        seasons.by_slug(session, "laplaplus-1").closes_at = NOW + timedelta(minutes=2)
    monkeypatch.setattr("app.jobs.seasons.deadlines.mails.unread", unread)
    close_due(cup, NOW + timedelta(minutes=3))

    with cup.reading() as session:
        assert seasons.by_slug(session, "laplaplus-1").state is state


def test_a_mail_that_is_kept_a_moment_after_the_deadline_was_received_before_it(
    post: Post, cup: Database
) -> None:
    """A database may let a writer wait; meanwhile nothing closes."""
    with cup.writing() as session:
        seasons.by_slug(session, "laplaplus-1").closes_at = NOW + timedelta(minutes=3, seconds=1)
    post()
    secret = reply_address(cup, "c")
    late = NOW + timedelta(minutes=3, seconds=5)
    assert not close_due(cup, late)
    post("", to=secret)
    mail = post(ENTRY.replace("Core", "Shield"), to=reply_address(cup))

    assert mail.received_at < late
    assert close_due(cup, NOW + timedelta(minutes=4))
    assert current_build(cup) == "攻響盾"


def test_an_address_stands_in_one_table_only(post: Post, cup: Database) -> None:
    post()
    post("", to=reply_address(cup, "c"))
    with cup.reading() as session:
        assert session.exec(select(Player.address)).all() == ["alice@example.com"]
        for mail in session.exec(select(Mail)):
            assert "alice@" not in json.dumps(mail.note)
        for letter in session.exec(select(Letter)):
            assert "alice@" not in json.dumps(letter.about)


def test_a_mail_that_brings_us_down_is_set_aside_and_does_not_stop_the_others(
    post: Post, cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.mail.reading.contents.read_fields", lambda *_: 1 / 0)
    mail = post()
    monkeypatch.undo()

    assert (mail.action, codes(mail)) == (MailAction.REJECTED, ["our-fault"])
    assert post(sender="bob@example.com").action is MailAction.HELD


def test_a_mail_that_brings_us_down_is_answered_and_can_be_read_again(
    post: Post, cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    post()
    post("yes", to=reply_address(cup, "c"))
    monkeypatch.setattr("app.mail.reading.contents.read_fields", lambda *_: 1 / 0)
    mail = post(ENTRY.replace("Echo", "Core"))
    robot = post(Auto_Submitted="auto-replied", sender="robot@example.com")
    monkeypatch.undo()
    letter = letters(cup)[-1]
    with cup.reading() as session:
        text = " ".join(render(session, session.get_one(Letter, letter.id)).text.split())

    assert len(letters(cup)) == 3
    assert (letter.kind, letter.mail_id, letter.in_reply_to) == ("problems", mail.id, "<3@example.com>")  # fmt: skip
    assert "a fault in our program kept us from reading it" in text
    assert "Your earlier entry “Mister Tuesday” still counts." in text
    with cup.writing() as session:
        assert mails.release(session) == [mail.id, robot.id]
    assert list(read_new(cup, DESK)) == [mail.id, robot.id]
    with cup.reading() as session:
        again = session.get_one(Mail, mail.id)
        assert (again.action, again.received_at) == (MailAction.HELD, mail.received_at)
        assert session.get_one(Mail, robot.id).action is MailAction.IGNORED
    assert letters(cup)[-1].kind == "confirmation"
    with cup.writing() as session:
        assert mails.release(session) == []


@pytest.mark.parametrize(("seconds", "kept"), [(-1, 2), (1_000, 0)])
def test_what_takes_long_is_kept_before_the_next_mail_is_read(
    seconds: int, kept: int, cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else twenty large mails would hold the only writer of SQLite for minutes."""
    with cup.writing() as session:
        for number in range(3):
            head = f"From: {number}@example.com\nMessage-ID: <{number}@example.com>\n"
            receive(session, f"{head}\n{ENTRY}".encode(), NOW)
    turns = iter([read_fields, read_fields])

    def fields(*words: Any) -> EntryForm:
        if turn := next(turns, None):
            return turn(*words)
        raise KeyboardInterrupt

    monkeypatch.setattr(contents, "read_fields", fields)
    monkeypatch.setattr(inbox, "BATCH_SECONDS", seconds)
    with pytest.raises(KeyboardInterrupt):
        list(read_new(cup, DESK))

    with cup.reading() as session:
        read = session.exec(select(Mail).where(Mail.state == MailState.DONE)).all()
    assert len(read) == kept


def test_no_connection_is_held_while_mails_are_read(
    post: Post, cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a mail is made of, nobody waits for it to write."""
    held = []

    def fields(*words: Any) -> EntryForm:
        held.append(cup.engine.pool.status())
        return read_fields(*words)

    monkeypatch.setattr(contents, "read_fields", fields)
    post()

    assert [status for status in held if "checked out connections: 0" not in status.lower()] == []
    assert held


def test_a_mail_more_from_somebody_new_takes_no_statement_more(cup: Database) -> None:
    """Players, entries, revisions, letters and the outcomes of mails are written together."""

    def statements(*senders: str) -> int:
        asked: list[str] = []
        with cup.writing() as session:
            for sender in senders:
                head = f"From: {sender}@example.com\nMessage-ID: <{sender}@example.com>\n"
                receive(session, f"{head}\n{ENTRY}".encode(), NOW)

        def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            asked.append(statement)

        event.listen(cup.engine, "before_cursor_execute", note)
        list(read_new(cup, DESK))
        event.remove(cup.engine, "before_cursor_execute", note)
        return len(asked)

    assert statements("alice", "bob", "carol", "dave") == statements("erin", "frank")


class DeadlockDetected(Exception):
    """As psycopg calls it."""


def test_a_mail_that_could_not_be_read_because_of_the_database_waits_for_it(
    post: Post, cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a deadlock: nothing is wrong with the mail, nor with us."""

    def locked(*_: object) -> None:
        raise OperationalError("SELECT", {}, DeadlockDetected("deadlock detected"))

    monkeypatch.setattr("app.mail.actions.handler._do", locked)
    with pytest.raises(StoreUnavailable):
        post()
    monkeypatch.undo()
    list(read_new(cup, DESK))

    with cup.reading() as session:
        assert session.exec(select(Mail.action)).all() == [MailAction.HELD]
