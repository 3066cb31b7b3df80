"""What a stranger can have us write to an address that nobody has proven: a name, a build, and no link but ours."""

import re

import pytest
from sqlmodel import select

from app.jobs.letters import send_due
from app.jobs.releases import release_due
from app.league.people import budgets
from app.league.people.tokens import make_token
from app.letters.contents import render
from app.letters.links import route
from app.letters.replies.curt import unlinked
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer, Transport
from app.mail.transport.mime import compose
from app.settings import settings
from app.store.database import Database
from app.store.tables import Letter, LetterState, MailAction, Player, Refusal
from tests.support.browsers import Site
from tests.support.outgoing import some_settings
from tests.support.posting import CUP, Postman, open_cup
from tests.support.tables import by_row

EVIL = "Prize at http://evil.example/win www.evil.example evil.example/x mail me@evil.example"
LORE = "Send money. " * 400
LINKS = re.compile(r"[a-z]+://[^\s\"'<>]+|[\w.-]+\.example[^\s\"'<>]*")


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


def words_of(postman: Postman, letter: Letter) -> str:
    with postman.database.reading() as session:
        rendered = render(session, session.get_one(Letter, letter.id))
    return f"{rendered.subject}\n{rendered.text}\n{rendered.html}"


@pytest.mark.parametrize(
    "text",
    [
        f"Name: {EVIL}\nBuild: Attack, Echo, Core\nOwner: {EVIL}\nURL: http://evil.example\nLore: {LORE}{EVIL}\n",
        f"check\n\nName: {EVIL}\nBuild: Attack, Echo, Core\nOwner: {EVIL}\nLore: {LORE}\nVictory: {EVIL}\n",
        f"Name: {EVIL}\nBuild: {EVIL}\nLore: {LORE}{EVIL}\nFlavour 1: {EVIL}\n",
        f"spar\n\nName: {EVIL}\nBuild: Attack, Echo, Core\n",
        f"Season: {EVIL}\nName: {EVIL}\nBuild: Attack\nLore: {LORE}\n",
        f"{EVIL}\n{LORE}",
    ],
    ids=["entry", "check", "faulty", "spar", "season", "words"],
)
def test_a_letter_says_nothing_else_of_what_a_stranger_wrote(postman: Postman, text: str) -> None:
    postman.post(text)
    letter = postman.last()
    words = words_of(postman, letter)
    found = {each for each in LINKS.findall(words) if not _is_ours(each)}

    assert letter.deliverer
    assert found == set()
    assert "Send money" not in words
    assert words.count("evil") <= 24
    assert "/letters/never/" in words


def _is_ours(link: str) -> bool:
    ours = (settings().base_url, "http://www.w3.org/", "hikyaku.example", "mailto:")
    return link.startswith(ours) or "@hikyaku.example" in link


def test_an_entry_is_told_by_its_name_and_its_build_in_a_line_each(postman: Postman) -> None:
    postman.post("Name: Mr. Tuesday\nBuild: Attack, Echo, Core\nOwner: alice\nLore: Rain.\n")
    words = words_of(postman, postman.last()).partition("<")[0]

    assert re.search(r"^ *Name: Mr. Tuesday$", words, re.MULTILINE)
    assert re.search(r"^ *Build: 攻響核 \(Attack, Echo, Core\)$", words, re.MULTILINE)
    assert "Rain." not in words
    assert "alice" not in words


def test_who_has_proven_their_address_reads_everything(postman: Postman) -> None:
    postman.enter()
    words = words_of(postman, postman.last())

    assert "Always on a Tuesday." in words
    assert "/letters/never/" not in words


@by_row(
    ("text", "shown"),
    [
        ("evil.example", "evil[.]example"),
        ("https://evil.example/a?b", "https[:]//evil[.]example/a?b"),
        ("a@evil．com", "a[@]evil[.]com"),
        ("Mr. Tuesday, 1.5 m", "Mr. Tuesday, 1.5 m"),
        ("終わり。また", "終わり。また"),
        ("two\nlines", "two lines"),
        ("x" * 200, "x" * 98 + "…"),
    ],
)
def test_nothing_of_it_can_be_taken_for_a_link(text: str, shown: str) -> None:
    assert unlinked(text) == shown


# --- never again ---------------------------------------------------------------------------------------


class _Counting(Transport):
    """Takes everything."""

    def __init__(self) -> None:
        self.recipients: list[str] = []

    def deliver(self, parcel: Parcel, mark_sending: object) -> ServerAnswer:
        """Counted."""
        assert callable(mark_sending)
        mark_sending()
        self.recipients.append(parcel.recipient)
        return ServerAnswer(DeliveryFate.SENT, "taken")

    def close(self) -> None:
        """Nothing is open."""


def test_a_mailbox_that_refuses_gets_nothing_more_that_others_cause(postman: Postman) -> None:
    postman.post()
    site = Site(postman.database)
    path = _never(site, 1)
    looked = site.browser().get(path)
    assert "Never write to me again" in looked.text()
    assert not _is_refused(site)

    client = site.browser().client
    assert client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert _is_refused(site)
    way, here = _Counting(), some_settings()
    for number in range(5):
        postman.post(sender=f"alice+{number}@example.com", text="help")
        fields = {"name": "N", "build": "核", "address": "ALICE@example.com", "lang": "en"}
        assert site.browser().post(f"/en/seasons/{CUP}/enter", fields).status == 303
        send_due(postman.database, [way], now=postman.now, settings=here)
    assert way.recipients == []

    site.browser().post(path, {"again": "1"})
    postman.post("help", sender="alice+5@example.com")
    send_due(postman.database, [way], now=postman.now, settings=here)
    assert way.recipients == ["alice+5@example.com"]


def test_who_refuses_and_writes_to_their_secret_address_is_answered(postman: Postman) -> None:
    postman.enter()
    site = Site(postman.database)
    with site.writing() as session:
        budgets.refuse(session, site.key, session.get_one(Player, 1), postman.now)
    postman.post("help", to=postman.secret())
    way = _Counting()
    send_due(postman.database, [way], now=postman.now, settings=some_settings())

    assert "alice@example.com" in way.recipients


def test_a_mail_for_which_its_domain_vouches_takes_a_refusal_back(postman: Postman) -> None:
    postman.post()
    with postman.database.writing() as session:
        budgets.refuse(session, b"a secret of tests", session.get_one(Player, 1), postman.now)
    vouched = "mx.hikyaku.example; dmarc=pass header.from=example.com"
    assert postman.post("unmute").action is MailAction.HELD
    assert _refusals(postman) == 1
    assert postman.post("unmute", Authentication_Results=vouched).action is MailAction.ANSWERED
    assert _refusals(postman) == 0


def test_mail_programs_find_the_way_to_refuse_at_the_top_of_the_letter(postman: Postman) -> None:
    postman.post()
    letter, here = postman.last(), some_settings()
    letter.subject, letter.text = "x", "x"
    ways = route(letter, "alice@example.com", here.key(), here)
    content = compose(letter, ways, here).content

    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in content
    assert b"/letters/never/" in content


def test_what_waits_when_a_mailbox_refuses_is_forgotten(postman: Postman) -> None:
    for number in range(6):
        postman.post(f"Name: No. {number}\nBuild: Attack, Core\n")
    site = Site(postman.database)
    with site.writing() as session:
        budgets.refuse(session, site.key, session.get_one(Player, 1), postman.now)
    release_due(postman.database, some_settings(), postman.now)

    with site.reading() as session:
        assert session.exec(select(Letter).where(Letter.state == LetterState.READY)).all() == []


def _never(site: Site, player: int) -> str:
    return f"/en/letters/never/{make_token(site.key, 'never', player)}"


def _is_refused(site: Site) -> bool:
    with site.reading() as session:
        return budgets.is_refused(session, site.key, session.get_one(Player, 1))


def _refusals(postman: Postman) -> int:
    with postman.database.reading() as session:
        return len(session.exec(select(Refusal)).all())
