"""A human behind the program: what reaches the organiser, what they may read, and how their answer gets back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.league.desk import threads
from app.league.seasons import seasons as league_seasons
from app.letters.contents import render
from app.letters.links import reply_to
from app.letters.render import RenderedLetter
from app.letters.threads import ThreadPost, thread_of
from app.mail.reading.form.entry_form import read_fields
from app.notices.registry import about
from app.store import entries, mails, seasons
from app.store.database import Database
from app.store.security import audits, personal_data
from app.store.security.audits import Organiser
from app.store.tables import Letter, MailAction, Player
from tests.support import posting
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.posting import CUP, DESK, ENTRY, Postman, open_cup

BOB = "Bob <bob@example.com>"
OLGA = "olga@example.com"


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database, closes_at=NOW + timedelta(days=3))
    return Postman(database)


def by(postman: Postman) -> Organiser:
    return Organiser("olga (1)", postman.now)


def rendered(postman: Postman, letter: Letter | None = None) -> RenderedLetter:
    with postman.database.reading() as session:
        return render(session, session.get_one(Letter, (letter or postman.last()).id))


def writer(postman: Postman, address: str = "alice@example.com") -> Player:
    with postman.database.reading() as session:
        return next(
            each
            for each in (session.get(Player, n) for n in range(1, 9))
            if each and each.address == address
        )


def thread(postman: Postman) -> list[ThreadPost]:
    with postman.database.reading() as session:
        return thread_of(session, session.merge(writer(postman)), by(postman))


def waiting(postman: Postman) -> list[tuple[str, int]]:
    with postman.database.reading() as session:
        return [(each.player.address, each.mails) for each in mails.writers(session)]


# --- what is not understood -------------------------------------------------------------------------


def test_what_is_not_understood_is_answered_with_all_that_is_known(postman: Postman) -> None:
    postman.enter()
    postman.post("My cat walked over the keyboard.")
    words = rendered(postman)
    text = " ".join(words.text.split())

    assert "First Hikyaku Cup takes entries until" in text
    for request in ("show my entry", "withdraw", "standings", "For the organiser"):
        assert f"- {request}: " in words.text
    lines = words.text.partition("Your current entry")[2].split("\n\n――")[0]
    form = read_fields(lines, [])
    assert (form.name, form.owner, form.lore) == ("Mister Tuesday", "alice", "Always on a Tuesday.")
    assert "Attack, Echo, Core" in words.html


def test_the_form_in_that_answer_sent_back_changed_is_the_entry(postman: Postman) -> None:
    postman.enter()
    postman.post("My cat walked over the keyboard.")
    lines = rendered(postman).text.partition("edit them:")[2].split("\n\n――")[0]
    postman.post(lines.replace("Echo", "Shield"), to=postman.secret())

    assert postman.builds() == {"Mister Tuesday": "攻盾核"}


def test_a_stranger_is_not_shown_what_somebody_entered_in_their_name(postman: Postman) -> None:
    postman.post()
    postman.post("My cat walked over the keyboard.")

    assert "Always on a Tuesday" not in rendered(postman).text


# --- what reaches the organiser -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("For the organiser: may my brother play from my address?", "hello"),
        ("Hello,\n\nplease forward to the organiser. My brother has no mail.", "hello"),
        ("My brother has no mail.", "To the organizers"),
        ("主催者へ\n弟もこのアドレスから出してよいでしょうか。", "質問"),
        ("弟はメールを持っていません。主催者に伝えてください。", "弟のこと"),
        ("弟のことです。よろしくお願いします。", "主催者様へ"),
    ],
)
def test_who_asks_for_the_organiser_is_heard_at_once(
    postman: Postman, text: str, subject: str
) -> None:
    mail = postman.post(text, Subject=subject)
    letter = postman.last()

    assert (mail.action, letter.kind) == (MailAction.PASSED_ON, "passed-on")
    assert mail.waits_since == mail.received_at
    assert (letter.mail_id, letter.in_reply_to) == (mail.id, mail.note["message_id"])
    assert waiting(postman) == [("alice@example.com", 1)]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (f"主催者様へ\n\n{ENTRY}", MailAction.HELD),
        ("Dear organiser,\n\nstandings please", MailAction.ANSWERED),
        ("主催者様\n\nルールを送ってください", MailAction.ANSWERED),
    ],
)
def test_what_the_program_can_do_it_does_whomever_it_is_addressed_to(
    postman: Postman, text: str, action: MailAction
) -> None:
    assert postman.post(text).action is action


def test_the_letter_says_what_was_written_to_those_who_are_known(postman: Postman) -> None:
    postman.enter()
    postman.post("For the organiser\nMay my brother play?", to=postman.secret())

    assert "    May my brother play?" in rendered(postman).text
    postman.post("For the organiser\nBuy at www.evil.example!", sender=BOB)
    assert "evil" not in rendered(postman).text


def test_a_second_yes_by_a_phone_waits_for_the_organiser_who_settles_it(postman: Postman) -> None:
    postman.post()
    first = postman.post("はい", Subject="Re: ご確認ください")
    second = postman.post("はい、私です", Subject="Re: ご確認ください")
    player = writer(postman)

    assert [each.action for each in (first, second)] == [MailAction.PROBLEMS, MailAction.PASSED_ON]
    with postman.database.writing() as session:
        (held,) = entries.held_of(session, player)
        threads.confirm(session, session.merge(player), held, by(postman))
    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    assert postman.last().kind == "receipt"
    with postman.database.reading() as session:
        (act,) = audits.of_season(session, seasons.by_slug(session, CUP))[-1:]
    assert (act.who, act.act) == ("olga (1)", "confirm")


def test_a_yes_that_came_in_time_counts_though_it_is_settled_later(postman: Postman) -> None:
    postman.post()
    postman.post("はい", Subject="Re: ご確認ください")
    postman.post("はい、私です", Subject="Re: ご確認ください")
    player = writer(postman)
    with postman.database.writing() as session:
        (held,) = entries.held_of(session, player)
        late = replace(by(postman), now=NOW + timedelta(days=4))
        threads.confirm(session, session.merge(player), held, late)

    assert postman.builds() == {"Mister Tuesday": "攻響核"}


def test_an_organiser_drops_what_its_player_did_not_send(postman: Postman) -> None:
    postman.post()
    player = writer(postman)
    with postman.database.writing() as session:
        (held,) = entries.held_of(session, player)
        threads.drop(session, session.merge(player), held, by(postman))

    assert postman.last().kind == "problems"
    assert "Mister Tuesday" in rendered(postman).text
    with postman.database.reading() as session:
        assert entries.held_of(session, player) == []


def test_a_robot_gets_no_letter_and_does_not_wait(postman: Postman) -> None:
    mail = postman.post("For the organiser: I am away.", Auto_Submitted="auto-replied")

    assert (mail.action, mail.waits_since) == (MailAction.IGNORED, None)
    assert postman.letters() == []


# --- what the organiser may read ------------------------------------------------------------------------


def test_a_thread_has_mails_and_letters_in_order(postman: Postman) -> None:
    postman.post("My cat walked over the keyboard.")
    postman.post("My cat again.")
    posts = thread(postman)

    assert [post.kind for post in posts] == [
        "",
        "What could not be done",
        "",
        "Passed on to the organiser",
    ]
    assert posts[0].text == "My cat walked over the keyboard."
    assert [post.waits for post in posts] == [False, False, True, False]


@pytest.mark.parametrize(
    "text",
    [
        ENTRY,
        "I thought of Attack and Echo on top of Core, what do you say?",
        "攻撃を上にしたいのですが、うまく書けません",
        "攻、響、核 でお願いできますか",
        "1. 攻\n2. 響\nとにかくこれで",
        "いちばん上：攻\nあとはこれから考えます",
        "Name: Mister Tuesday\nIt has no build yet.",
    ],
)
def test_before_the_deadline_the_organiser_reads_no_mail_that_may_tell_of_an_entry(
    postman: Postman, text: str
) -> None:
    postman.post("My cat walked over the keyboard.")
    postman.post(text)
    last = [post for post in thread(postman) if not post.kind][-1]

    assert (last.is_sealed, last.subject, last.text) == (True, "", "")
    with postman.database.writing() as session:
        postman.now += timedelta(days=4)
        league_seasons.close(session, CUP, by(postman))
    last = [post for post in thread(postman) if not post.kind][-1]
    assert (last.is_sealed, last.text) == (False, text.strip())


def test_the_player_is_told_that_it_is_sealed_and_how_to_open_it(postman: Postman) -> None:
    postman.post("My cat walked over the keyboard.")
    postman.post("Attack or Echo, that is the question.")

    assert "the organiser can read it only after the deadline" in " ".join(
        rendered(postman).text.split()
    )
    postman.post("For the organiser\nAttack or Echo, that is the question.")
    posts = [post for post in thread(postman) if not post.kind]
    assert [post.is_sealed for post in posts] == [False, True, False]


# --- the answer -----------------------------------------------------------------------------------------


def test_the_answer_goes_out_in_the_thread_and_settles_what_waited(postman: Postman) -> None:
    postman.post("For the organiser\nMay my brother play?", Subject="My brother")
    with postman.database.writing() as session:
        player = session.merge(writer(postman))
        letter = threads.answer(session, player, "Of course.\n\nOlga", by(postman))
    words = rendered(postman, letter)

    assert (letter.kind, words.subject) == ("reply", "Re: My brother")
    assert letter.in_reply_to == "<1@example.com>"
    assert "\nOf course.\n\nOlga\n" in words.text
    assert waiting(postman) == []
    assert thread(postman)[-1].kind == "Answer of the organiser"
    assert "Of course." in thread(postman)[-1].text
    with postman.database.reading() as session:
        (act,) = audits.of_player(session, writer(postman))
    assert (act.act, act.detail["letter"]) == ("answer", letter.id)


def test_what_came_after_the_organiser_looked_still_waits(postman: Postman) -> None:
    seen = postman.post("For the organiser\nMay my brother play?")
    postman.post("For the organiser\nAnd my sister?")
    with postman.database.writing() as session:
        threads.answer(session, session.merge(writer(postman)), "Yes.", by(postman), seen.id)

    assert waiting(postman) == [("alice@example.com", 1)]
    with postman.database.writing() as session:
        assert threads.settle(session, session.merge(writer(postman)), by(postman)) == 1
    assert waiting(postman) == []


def test_who_answers_the_organiser_reaches_them_again(postman: Postman) -> None:
    postman.post("For the organiser\nMay my brother play?")
    with postman.database.writing() as session:
        threads.answer(session, session.merge(writer(postman)), "How old is he?", by(postman))

    assert postman.post("He is twelve, going on thirty.").action is MailAction.PASSED_ON
    assert waiting(postman) == [("alice@example.com", 1)]


def test_whoever_is_erased_leaves_nothing_on_the_desk(postman: Postman, copies: None) -> None:
    postman.post("For the organiser\nMay my brother play?")
    with postman.database.writing() as session:
        personal_data.erase(session, session.merge(writer(postman)))

    assert waiting(postman) == []
    assert [letter.kind for letter in postman.letters()] == []


# --- copies ---------------------------------------------------------------------------------------------


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The organiser has named an address for copies."""
    monkeypatch.setattr(posting, "DESK", replace(DESK, copies_to=OLGA))


def copy_of(postman: Postman) -> Letter:
    return [letter for letter in postman.letters() if letter.kind == "copy"][-1]


def test_a_copy_goes_to_the_organiser_and_can_be_answered_once(
    postman: Postman, copies: None
) -> None:
    postman.post("For the organiser\nMay my brother play?", Subject="My brother")
    copy = copy_of(postman)
    to = reply_to(copy, about(copy), DESK.key, some_settings(mail_address=DESK.address))
    words = rendered(postman, copy)

    assert words.subject == "For the organiser: My brother"
    assert "    For the organiser\n    May my brother play?" in words.text
    assert "alice@example.com" not in words.text
    assert "+a-" in to
    first = postman.post("Of course.\n\n> May my brother play?", sender=OLGA, to=to)
    assert first.action is MailAction.ANSWERED
    assert "\nOf course.\n" in rendered(postman).text
    assert (postman.last().kind, waiting(postman)) == ("reply", [])
    second = postman.post("And your sister.", sender=OLGA, to=to)
    assert second.action is MailAction.PASSED_ON
    assert postman.last().kind == "reply", "no letter tells a program that it is too late"


def test_a_copy_says_no_more_than_the_desk(postman: Postman, copies: None) -> None:
    postman.post("My cat walked over the keyboard.")
    postman.post("Attack or Echo, that is the question.")

    assert "Echo" not in rendered(postman, copy_of(postman)).text


def test_mails_of_the_organiser_are_not_copied_to_them(postman: Postman, copies: None) -> None:
    for number in range(4):
        postman.post(f"Hello number {number}", sender=OLGA)

    assert {letter.kind for letter in postman.letters()} == {"problems", "passed-on"}


def test_copies_end_where_somebody_writes_too_much(postman: Postman, copies: None) -> None:
    for number in range(15):
        postman.post(f"For the organiser\nNumber {number}")

    kinds = [letter.kind for letter in postman.letters()]
    assert (kinds.count("copy"), kinds.count("passed-on")) == (10, 2)
    assert waiting(postman) == [("alice@example.com", 15)]


def test_a_guessed_address_for_answers_sends_nothing(postman: Postman) -> None:
    postman.post("For the organiser\nMay my brother play?")
    before = len(postman.letters())
    mail = postman.post("Of course.", sender=BOB, to=DESK.address.replace("@", f"+a-{'a' * 32}@"))

    assert mail.action is MailAction.PASSED_ON
    assert len(postman.letters()) == before
