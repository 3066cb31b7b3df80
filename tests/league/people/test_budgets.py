"""What forgers can do within a day: they cost nobody an entry, fill no mailbox and close no way."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import event
from sqlmodel import col, select

from app.cli.checkup.database import unproven_letters
from app.jobs.releases import release_due
from app.league.people import budgets, organisers
from app.league.people.budgets import LAST_DAY, MAILBOX, OF_DELIVERER, mailbox_of
from app.mail.case.limits import ANSWERS_A_DAY, MOST_HELD
from app.store.database import Database
from app.store.limits import releases
from app.store.security import security_log
from app.store.tables import Letter, LetterState, MailAction, Player, Revision, RevisionState
from app.store.work import outbox
from tests.support.browsers import Site
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.posting import ALICE, CUP, DESK, ENTRY, Postman, open_cup

FORGER = (
    "from mail.evil.example (evil.example [203.0.113.66]) by mx.hikyaku.example with ESMTP; now"
)
HOME = "from [8.8.8.8] (home.example [198.51.100.7]) by mx.hikyaku.example with ESMTP; now"
VOUCHED = "mx.hikyaku.example; dmarc=pass header.from=example.com"


@dataclass
class World:
    """A season, its mail, its pages, and what leaves."""

    database: Database
    per_day: int = 5000
    closes_at: datetime | None = None
    postman: Postman = field(init=False)
    site: Site = field(init=False)

    def __post_init__(self) -> None:
        open_cup(self.database, closes_at=self.closes_at)
        self.postman = Postman(self.database)
        self.site = Site(self.database)

    def mail(self, text: str = ENTRY, by: str = FORGER, **how: str) -> MailAction | None:
        how = {"Received": by} | how if by else how
        return self.postman.post(text, later=timedelta(seconds=1), **how).action

    def form(
        self, address: str = "alice@example.com", client: str = "192.0.2.1", **text: str
    ) -> int:
        self.site.clock.now = self.postman.now
        fields = {"name": "Forged", "build": "核", "lang": "en"} | text
        path = f"/en/seasons/{CUP}/enter"
        return self.site.browser(client).post(path, {**fields, "address": address}).status

    def released(self, hours: float = 0) -> list[Letter]:
        """What may leave by then, after some hours more."""
        self.postman.now += timedelta(hours=hours)
        settings = some_settings(unproven_letters_a_day=self.per_day)
        release_due(self.database, settings, self.postman.now)
        with self.database.reading() as session:
            statement = select(Letter).where(col(Letter.released_at).is_not(None))
            return list(session.exec(statement.order_by(col(Letter.released_at), col(Letter.id))))

    def asked(self) -> set[str]:
        """The characters whose questions may leave."""
        ids = [letter.revision_id for letter in self.released()]
        with self.database.reading() as session:
            return {session.get_one(Revision, each).name for each in ids if each}

    def boxes(self) -> Counter[str]:
        """How many letters may leave for each mailbox."""
        ids = [letter.player_id for letter in self.released()]
        with self.database.reading() as session:
            return Counter(mailbox_of(session.get_one(Player, each).address) for each in ids)

    def withheld(self) -> list[Letter]:
        """What the organiser sees of them."""
        with self.database.reading() as session:
            return [letter for letter in outbox.in_trouble(session) if letter.withheld]

    def held(self) -> list[str]:
        with self.database.reading() as session:
            state = Revision.state == RevisionState.HELD
            return list(session.exec(select(Revision.name).where(state)))


@pytest.fixture
def world(database: Database) -> World:
    return World(database)


def forged(number: int) -> str:
    return ENTRY.replace("Tuesday", f"No. {number}")


@pytest.mark.parametrize("by", [HOME, FORGER], ids=["from home", "as it were from the forger"])
def test_a_real_entry_is_held_after_any_number_of_forged_mails(world: World, by: str) -> None:
    actions = {world.mail(forged(number)) for number in range(30)}
    assert world.mail(by=by) is MailAction.HELD

    assert actions == {MailAction.HELD}
    assert "Mister Tuesday" in world.held()
    told = {letter.revision_id for letter in [*world.released(), *world.withheld()]}
    assert len(told) == 31


def test_the_question_about_a_real_entry_leaves_whatever_one_forger_has_sent(world: World) -> None:
    for number in range(26):
        world.mail(forged(number))
        world.mail("help")
    world.released()
    world.mail(by=HOME)

    last = world.released()[-1]
    with world.database.reading() as session:
        assert session.get_one(Revision, last.revision_id).name == "Mister Tuesday"
    assert world.boxes()["alice@example.com"] == MAILBOX


def test_mail_that_its_domain_vouches_for_has_a_budget_of_its_own(world: World) -> None:
    for number in range(30):
        world.mail(forged(number), by=HOME if number % 2 else FORGER)
        world.form(client=f"192.0.2.{number}")
    world.released()
    world.mail(Authentication_Results=VOUCHED, by=HOME)

    last = world.released()[-1]
    with world.database.reading() as session:
        assert session.get_one(Revision, last.revision_id).name == "Mister Tuesday"


def test_who_answers_a_letter_of_ours_is_answered_in_spite_of_forgers(world: World) -> None:
    """A phone that knows no `Reply-To`; the Message-ID of a letter is known to its reader alone."""
    world.mail("help", by=HOME)
    letter = world.released()[-1]
    with world.database.writing() as session:
        session.get_one(Letter, letter.id).sent_at = world.postman.now
    for number in range(30):
        world.mail(forged(number), by=FORGER.replace("66", str(number)))
    world.released()
    world.mail("Name: A\nBuild: Nonsense\n", by=HOME, References=letter.message_id)
    world.mail(by=HOME, References=f"<x@y> {letter.message_id}")
    world.mail("rules", by=HOME, References=f"<x@y> {letter.message_id[:-9]}@hikyaku.example>")

    kinds = [each.kind for each in world.released()]
    assert kinds[-2:] == ["problems", "confirmation"]


def test_a_forger_uses_up_nobodys_answers(world: World) -> None:
    for number in range(ANSWERS_A_DAY + 5):
        world.mail("help")
        world.mail(f"hello {number}")
        world.mail("Name: A\nBuild: Nonsense")

    assert world.mail("help") is MailAction.PASSED_ON
    with world.database.reading() as session:
        noted = [each.detail for each in security_log.latest(session, 99)]
    assert {"ignored": "help"} in noted
    assert world.mail("help", by=HOME) is MailAction.ANSWERED
    assert world.mail("Name: A\nBuild: Nonsense\n", by=HOME) is MailAction.PROBLEMS
    assert world.mail("hello there", by=HOME) is MailAction.PASSED_ON  # and told so


def test_no_more_than_so_many_entries_of_one_deliverer_are_put_aside(world: World) -> None:
    actions = [world.mail(forged(number)) for number in range(MOST_HELD + 2)]

    assert actions.count(MailAction.HELD) == MOST_HELD
    assert actions[-1] is MailAction.IGNORED
    assert world.mail(by=HOME) is MailAction.HELD


def test_a_mailbox_gets_three_letters_a_day_by_forms_and_mails_of_many_with_all_its_tags(
    world: World,
) -> None:
    for number in range(20):
        tag = f"alice+{number % 7}@example.com"
        world.mail(forged(number), sender=tag, by=FORGER.replace("66", str(number)))
        assert world.form(tag.upper(), client=f"192.0.2.{number}", name=f"Form {number}") == 303
        world.mail("help", sender=tag, by=FORGER.replace("66", str(number)))
        world.released(hours=0.5)

    assert world.boxes() == {"alice@example.com": MAILBOX}
    assert len(world.withheld()) > 30
    world.released(hours=25)
    assert world.boxes()["alice@example.com"] == 2 * MAILBOX


def test_who_has_eight_forms_sent_in_their_name_still_enters(world: World) -> None:
    for number in range(8):
        world.form(name=f"Forged {number}")

    assert world.form(client="198.51.100.7", name="My own") == 303
    assert "My own" in world.held()
    last = world.released()[-1]
    with world.database.reading() as session:
        assert session.get_one(Revision, last.revision_id).name == "My own"


def test_what_others_cause_in_a_newcomers_name_withholds_no_question_on_the_last_day(
    database: Database,
) -> None:
    """Not even where nothing tells their mails from the newcomer's; but no mailbox is filled."""
    world = World(database, closes_at=NOW + timedelta(hours=20))
    for number in range(2):
        world.mail(forged(number), by="")
    world.released()
    world.mail(by="")

    assert "Mister Tuesday" in world.asked()
    for number in range(20):
        world.form(client=f"192.0.2.{number}", name=f"Form {number}")
    assert world.boxes()["alice@example.com"] == LAST_DAY


def test_a_tag_at_a_proven_mailbox_is_no_stranger(world: World) -> None:
    world.postman.enter()
    world.postman.secret()
    for child in ("Kid", "Bee", "Ox", "Elk"):
        world.form(f"alice+{child.lower()}@example.com", name=child)

    assert {"Kid", "Bee", "Ox", "Elk"} <= world.asked()


def test_the_letters_of_who_has_proven_their_address_are_not_limited_by_others(
    world: World,
) -> None:
    world.postman.enter()
    secret = world.postman.secret()
    for number in range(30):
        world.mail(forged(number))
        world.form(client=f"192.0.2.{number}", name=f"Form {number}")
    world.released()
    mail = world.postman.post(ENTRY.replace("Echo", "Shield"), to=secret)

    assert mail.action is MailAction.ENTRY
    receipt = world.postman.last()
    assert (receipt.kind, receipt.deliverer) == ("receipt", None)
    with world.database.reading() as session:
        claimed = outbox.unrendered(session, now=world.postman.now, limit=1000)
    assert receipt.id in claimed


def test_nobody_has_others_flooded_by_a_secret_address_of_their_own(world: World) -> None:
    """Mallory's secret is no proof of who reads the address in `From:`."""
    world.postman.enter(sender="mallory@example.org")
    secret = world.postman.secret("mallory@example.org")
    for number in range(30):
        world.mail(f"Name: A\nBuild: Nonsense {number}\n", sender=ALICE, to=secret)

    assert world.boxes()["alice@example.com"] <= MAILBOX


def test_a_domain_and_the_whole_site_have_budgets(world: World) -> None:
    world.per_day = 20
    for number in range(10):
        world.mail(forged(number), sender=f"p{number}@one.example", by="")
    for number in range(10, 40):
        world.mail(forged(number), sender=f"p{number}@{number}.example", by="")

    assert len(world.released()) == 20
    assert world.boxes()["p0@one.example"] == 1
    assert Counter(letter.withheld for letter in world.withheld()) == {"domain": 8, "site": 12}
    with world.database.reading() as session:
        use = budgets.use(session, 20, now=world.postman.now)
    assert (use.is_used_up, use.withheld) == (True, 20)
    with world.database.reading() as session:
        noted = [each for each in security_log.latest(session, 99) if each.client == "mail"]
    assert {each.event for each in noted} == {"limit-hit"}
    assert Counter(each.detail["withheld"] for each in noted).keys() == {"domain", "site"}
    assert sum(each.count for each in noted) == 20


def test_what_is_withheld_leaves_when_there_is_room_while_the_season_takes_entries(
    world: World,
) -> None:
    for number in range(5):
        world.mail(forged(number))
    assert len(world.released()) == OF_DELIVERER
    assert len(world.withheld()) == 5 - OF_DELIVERER

    assert len(world.released(hours=25)) == 2 * OF_DELIVERER
    world.postman.post("", to=world.postman.confirm())
    assert len(world.withheld()) == 0 or world.released(hours=25)


def test_an_organiser_sends_a_withheld_letter_now(world: World) -> None:
    for number in range(5):
        world.mail(forged(number))
    world.released()
    letter = world.withheld()[-1]
    with world.database.writing() as session:
        assert outbox.send_again(session, letter.id, now=world.postman.now)

    assert letter.id in [each.id for each in world.released()]
    assert letter.id not in [each.id for each in world.withheld()]


def test_letters_are_released_by_as_many_statements_however_many_they_are(world: World) -> None:
    def statements(*senders: str) -> int:
        for sender in senders:
            world.mail(forged(1), sender=f"{sender}@{sender}.example")
        asked: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            asked.append(statement)

        event.listen(world.database.engine, "before_cursor_execute", note)
        count = len(world.released())
        event.remove(world.database.engine, "before_cursor_execute", note)
        told.update(senders)
        assert count == len(told)
        return len(asked)

    told: set[str] = set()
    assert statements("alice") == statements("bob", "carol", "dave")


def test_two_who_release_at_once_release_no_more_than_there_is(world: World) -> None:
    from concurrent.futures import ThreadPoolExecutor

    for number in range(12):
        world.mail(forged(number), by=FORGER.replace("66", str(number)))
    settings, now = some_settings(), world.postman.now
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: release_due(world.database, settings, now), range(4)))

    assert world.boxes() == {"alice@example.com": MAILBOX}


@pytest.mark.parametrize("seed", range(3))
def test_no_sequence_of_forged_acts_costs_an_entry_or_fills_a_mailbox(
    world: World, seed: int
) -> None:
    dice = Random(seed)
    hosts = [FORGER.replace("66", str(n)) for n in range(3)] + ["", HOME]
    mine = dice.randrange(60)
    for number in range(60):
        sender = dice.choice(["alice@example.com", "alice+x@example.com", "Alice@EXAMPLE.com"])
        if number == mine:
            assert world.mail(by=HOME, sender="alice@example.com") is MailAction.HELD
        match dice.randrange(4):
            case 0:
                world.mail(forged(number), by=dice.choice(hosts), sender=sender)
            case 1:
                world.form(sender, client=f"192.0.2.{dice.randrange(9)}", name=f"F {number}")
            case 2:
                words = dice.choice(["help", "rules", "hello", "", "mute", "standings", "check"])
                world.mail(words, by=dice.choice(hosts), sender=sender)
            case 3:
                world.released(hours=dice.random() / 3)

    assert world.boxes()["alice@example.com"] <= MAILBOX
    with world.database.reading() as session:
        real = session.exec(select(Revision).where(Revision.name == "Mister Tuesday")).one()
        letter = session.exec(select(Letter).where(Letter.revision_id == real.id)).one()
    assert real.state is RevisionState.HELD
    assert letter.released_at or letter.id in [each.id for each in world.withheld()]
    assert (
        world.site.browser("192.0.2.3").get(f"/en/confirm/{_token(world, real.id)}").status == 200
    )


def _token(world: World, revision_id: int) -> str:
    return world.site.confirm_link(revision_id).rpartition("/")[2]


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("Alice+cup@Example.com", "alice@example.com"),
        ("a.l+b+c@example.com", "a.l@example.com"),
        ("+x@example.com", "+x@example.com"),
        ("ａlice@example.com", "alice@example.com"),
    ],
)
def test_a_tag_is_no_mailbox_of_its_own(address: str, mailbox: str) -> None:
    assert mailbox_of(address) == mailbox


def test_letters_ready_are_counted_among_those_that_wait(world: World) -> None:
    for number in range(5):
        world.mail(forged(number))
    world.released()
    with world.database.reading() as session:
        assert releases.withheld(session) == 5 - OF_DELIVERER
        assert outbox.counts(session)[LetterState.READY] == 5
    assert world.postman.now > NOW
    assert DESK.key


def test_doctor_says_that_the_budget_of_the_site_is_used_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        world.mail(forged(number), sender=f"p@{number}.example")
    world.per_day = 10
    world.released()
    monkeypatch.setattr("app.clock.now", lambda: world.postman.now)
    found = unproven_letters(world.database, some_settings(unproven_letters_a_day=10))
    well = unproven_letters(world.database, some_settings())

    assert found.found == "10 of 10 letters within a day, 2 withheld"
    assert "no more letters leave today" in found.wrong
    assert not well.wrong


def test_withheld_letters_stand_on_the_desk_with_their_address_masked(world: World) -> None:
    for number in range(5):
        world.mail(forged(number))
    world.released()
    world.site.clock.now = world.postman.now
    organiser = world.site.browser()
    with world.site.writing() as session:
        token = organisers.appoint(session, "olga@example.org", "Olga", world.postman.now)
    assert organiser.post(f"/en/in/{token}", {"x": "y"}).status == 303
    desk = organiser.get("/en/desk")
    listed = organiser.get("/en/desk/letters")

    assert "3 letters to unproven addresses are withheld" in desk.text()
    assert listed.text().count("a…@example.com") == 3
    assert "alice@example.com" not in listed.html
    assert "one sender has reached today's limit" in listed.text()
    organiser.submit(listed, "form.acts", act="resend")
    assert organiser.get("/en/desk/letters").text().count("a…@example.com") == 2
