"""Programs that answer every letter, and do not say that they are programs."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest

from app.letters.contents import RenderedLetter, render
from app.letters.links import reply_to
from app.mail.case.limits import ANSWERS_A_DAY, PASSED_ON_A_DAY
from app.notices.registry import about
from app.store.database import Database
from app.store.tables import Letter, MailAction, Player
from tests.support.outgoing import some_settings
from tests.support.posting import DESK, ENTRY, Postman, open_cup

Robot = Callable[[RenderedLetter], EmailMessage]


def echo(letter: RenderedLetter) -> EmailMessage:
    """Sends back what it gets."""
    mail = EmailMessage()
    mail.set_content(letter.text)
    return mail


def echo_in_html(letter: RenderedLetter) -> EmailMessage:
    mail = EmailMessage()
    mail.set_content(letter.html, subtype="html")
    return mail


def echo_whole(letter: RenderedLetter) -> EmailMessage:
    mail = echo(letter)
    mail.add_alternative(letter.html, subtype="html")
    return mail


def thanks(letter: RenderedLetter) -> EmailMessage:
    """Thanks, and says nothing else."""
    mail = EmailMessage()
    mail.set_content("Thank you for your message. We will come back to you soon.\n")
    return mail


def thanks_above(letter: RenderedLetter) -> EmailMessage:
    """Thanks above what it got, as it got it."""
    mail = EmailMessage()
    mail.set_content(f"お問い合わせありがとうございます。\n\n{letter.text}")
    return mail


def thanks_below(letter: RenderedLetter) -> EmailMessage:
    """Thanks below what it got, quoted."""
    mail = EmailMessage()
    quoted = "".join(f"> {line}\n" for line in letter.text.split("\n"))
    mail.set_content(f"{quoted}\nThank you. This mailbox is read on Fridays.\n")
    return mail


def echo_as_a_list(letter: RenderedLetter) -> EmailMessage:
    """Each line of what it got with a mark that is no quotation mark."""
    mail = EmailMessage()
    mail.set_content("".join(f"* {line}\n" for line in letter.text.split("\n")))
    return mail


ROBOTS = [echo, echo_as_a_list, echo_in_html, echo_whole, thanks, thanks_above, thanks_below]
HOUSES = [f"{robot.__name__}@robots.example" for robot in ROBOTS]


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


def storm(postman: Postman, robots: dict[str, Robot], minutes: int) -> None:
    """Every letter to a robot is answered by it at once, as long as there are letters, so many minutes at most."""
    settings = some_settings(mail_address=DESK.address)
    seen = 0
    for _ in range(minutes):
        fresh = postman.letters()[seen:]
        if not fresh:
            return
        seen += len(fresh)
        for letter in fresh:
            with postman.database.reading() as session:
                address = session.get_one(Player, letter.player_id).address
                rendered = render(session, session.get_one(Letter, letter.id))
            mail = robots[address](rendered)
            mail["From"] = address
            mail["To"] = reply_to(letter, about(letter), DESK.key, settings)
            mail["Subject"] = f"Re: {rendered.subject}"
            mail["Message-ID"] = f"<{seen}.{letter.id}@robots.example>"
            postman.bring(mail.as_bytes(), timedelta(seconds=20))


def answers(postman: Postman, address: str) -> list[str]:
    """The kinds of our letters to this address."""
    with postman.database.reading() as session:
        return [
            letter.kind
            for letter in postman.letters()
            if session.get_one(Player, letter.player_id).address == address
        ]


@pytest.mark.parametrize("text", [ENTRY, "help", "hello, how are you?", "", "standings"])
def test_a_robot_for_which_somebody_writes_is_answered_a_few_times_a_day(
    postman: Postman, text: str
) -> None:
    """For the mail in its name, for the first of its own, and when these go to the organiser; nobody confirms anything."""
    for number, address in enumerate(HOUSES):
        postman.post(text.replace("Tuesday", f"No. {number}"), sender=address)
    most = 2 + PASSED_ON_A_DAY
    storm(postman, dict(zip(HOUSES, ROBOTS, strict=True)), minutes=600)

    assert {address: n for address in HOUSES if (n := len(answers(postman, address))) > most} == {}
    assert postman.builds() == {}


def test_two_robots_that_echo_get_no_answer_to_any_echo(postman: Postman) -> None:
    robots: dict[str, Robot] = {"a@robots.example": echo, "b@robots.example": echo_in_html}
    for address in robots:
        postman.post("hello, how are you?", sender=address)
    storm(postman, robots, minutes=600)

    assert [answers(postman, address) for address in robots] == [["problems"], ["problems"]]


def test_what_we_do_not_understand_twice_waits_for_the_organiser(postman: Postman) -> None:
    """Its sender is told so twice a day; what is written after that waits all the same."""
    mails = [postman.post(f"hello {number}") for number in range(5)]
    kinds = answers(postman, "alice@example.com")
    tomorrow = postman.post("hello once more", later=timedelta(days=1, minutes=10))
    much_later = postman.post("hello from far away", later=timedelta(days=20))

    assert [mail.action for mail in mails] == [MailAction.PROBLEMS] + [MailAction.PASSED_ON] * 4
    assert [mail.waits_since is not None for mail in mails] == [False, True, True, True, True]
    assert kinds == ["problems", "passed-on", "passed-on"]
    assert "today" in mails[-1].note["why"]
    assert tomorrow.action is MailAction.PASSED_ON
    assert answers(postman, "alice@example.com")[3:] == ["passed-on", "problems"]
    assert much_later.action is MailAction.PROBLEMS


@pytest.mark.parametrize(("text", "told"), [("hello", 0), ("hello again", 1)])
def test_who_answers_with_the_same_words_again_is_not_told_that_they_wait(
    postman: Postman, text: str, told: int
) -> None:
    postman.post("hello")
    letter = postman.last()
    mail = postman.post(text, In_Reply_To=letter.message_id)

    assert (mail.action, mail.waits_since) == (MailAction.PASSED_ON, mail.received_at)
    assert answers(postman, "alice@example.com").count("passed-on") == told


def test_who_is_told_what_is_wrong_with_an_entry_is_told_each_time(postman: Postman) -> None:
    mails = [postman.post(f"Name: A{number}\nBuild: Nonsense\n") for number in range(5)]

    assert {mail.action for mail in mails} == {MailAction.PROBLEMS}


def test_the_secret_address_is_answered_however_often(postman: Postman) -> None:
    postman.enter()
    secret = postman.secret()
    for number in range(ANSWERS_A_DAY + 5):
        mail = postman.post(ENTRY.replace("Tuesday", f"No. {number}"), to=secret)
        assert mail.action is MailAction.ENTRY


def test_a_letter_of_ours_that_comes_back_by_somebody_else_is_known(postman: Postman) -> None:
    postman.post()
    letter = postman.last()
    mail = postman.post("See below", Message_ID=letter.message_id, sender="list@example.org")

    assert (mail.action, mail.note["why"]) == (MailAction.IGNORED, "our own letter")
