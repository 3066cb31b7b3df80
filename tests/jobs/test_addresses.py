"""A player's address changes: both mailboxes say yes, and nobody else gets an account or learns whose an address is."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import col, select

from app.errors import SubmissionRejected
from app.games import ruleset
from app.league.duels import invitations
from app.league.duels.invitations import Party
from app.league.people import addresses, blocks, budgets, organisers, tokens
from app.league.people.players import came_back
from app.letters.contents import draft, render
from app.settings import settings
from app.store import players, seasons
from app.store.database import Database
from app.store.security import personal_data, sign_ins
from app.store.security.audits import Organiser, of_player
from app.store.tables import (
    METADATA,
    AddressChange,
    Audit,
    Letter,
    Mail,
    Player,
    SignInPurpose,
)
from app.store.work import push
from tests.support.moving import (
    NEW,
    addresses_of,
    box,
    leave,
    settle,
    steps,
    told,
    under_way,
)
from tests.support.people import NOW
from tests.support.posting import DESK, ENTRY, Postman, open_cup

OLD = "alice@example.com"
BOB = "b@example.com"
DAY = timedelta(days=1)


@pytest.fixture
def postman(database: Database) -> Postman:
    """Alice and Bob have entered."""
    open_cup(database)
    postman = Postman(database)
    postman.enter()
    postman.enter(ENTRY.replace("Mister Tuesday", "Bob's"), BOB)
    return postman


def ask(postman: Postman, text: str = f"My new address is {NEW}.") -> None:
    postman.post(text, to=postman.secret())


def say(postman: Postman, words: str, address: str) -> None:
    """This mailbox answers what it was asked last."""
    postman.post(words, sender=address, to=box(postman.database, address))


def alice(postman: Postman) -> Player:
    with postman.database.reading() as session:
        return session.exec(select(Player).order_by(col(Player.id))).first()  # type: ignore[return-value]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(SubmissionRejected) as refusal:
        act()
    return " ".join(each.code for each in refusal.value.problems)


def organise(
    postman: Postman,
    act: addresses.AddressAct,
    who: int = 7,
    typed: str = "",
    reason: str = "Her mailbox is gone.",
) -> None:
    with postman.database.writing() as session:
        player = session.get_one(Player, 1)
        by = Organiser(f"org{who} ({who})", postman.now, reason)
        addresses.by_organiser(session, player, act, typed, by)


@pytest.mark.parametrize(
    ("wish", "yes"),
    [
        (f"Hello,\n\nMy new address is {NEW}.\n\nBest,\nAlice", "Yes"),
        (f"メールアドレスが変わりました：{NEW}", "はい"),
        (f"新しいアドレスは {NEW} です。よろしくお願いします。", "はい、そうです。"),
        (f"My e-mail address has changed to {NEW.upper()}", "yes, that was me"),
        (f"My new address is: Alice <{NEW}>, thanks", "Yes"),
        ("新しいアドレスは、ｎｅｗ＠example.orgです。", "はい"),
    ],
)
def test_a_sentence_and_two_yeses_change_an_address_and_end_all_that_was_known_before(
    wish: str, yes: str, postman: Postman, salted: None
) -> None:
    database = postman.database
    secret = postman.secret()
    with database.writing() as session:
        mine = [
            sign_ins.start(session, each, 1, now=NOW, expires_at=NOW + 9 * DAY)[1]
            for each in SignInPurpose
        ]
        her = session.get_one(Player, 1)
        push.add(session, her, seasons.by_slug(session, "laplaplus-1"), "https://push.example/1")
    postman.post(wish, to=secret)
    assert steps(database, OLD) == ["old"]
    assert steps(database, NEW) == []
    say(postman, yes, OLD)
    assert steps(database, NEW) == ["new"]
    assert told(database, OLD) == ["address-waits"]
    assert addresses_of(database)[1] == OLD
    say(postman, yes, NEW)

    assert addresses_of(database)[1].casefold() == NEW
    with database.reading() as session:
        player = session.get_one(Player, 1)
        assert player.proven_at
        assert len(player.secret_salt) == 31
        assert not any(
            sign_ins.find(session, it, each, now=NOW)
            for it, each in zip(mine, SignInPurpose, strict=True)
        )
        assert push.of_player(session, 1) == [], "no browser is woken any more"
    assert steps(database, NEW)[-1] == "done"
    assert steps(database, OLD) == ["moved"], "what she had been written before went with her"
    before = postman.builds()
    postman.post("withdraw", sender="mallory@example.net", to=secret)
    assert postman.builds() == before, "an old secret address does nothing any more"
    leave(database)
    settle(database, postman.now)
    assert OLD not in addresses_of(database).values()
    assert under_way(database) == 0


def test_letters_to_the_old_mailbox_answer_and_return_for_nobody_any_more(
    postman: Postman,
) -> None:
    """The new reader of that mailbox knows the Message-IDs and return paths of her letters."""
    database = postman.database
    postman.post(ENTRY.replace("Attack, Echo, Core", "Echo, Attack, Core"))
    question = postman.last()
    ask(postman)
    say(postman, "yes", OLD)
    say(postman, "yes", NEW)
    before = postman.builds()
    postman.post("Yes", sender=NEW, Subject="Re: Was it you?", In_Reply_To=question.message_id)
    assert postman.builds() == before
    with database.writing() as session:
        for letter in session.exec(select(Letter).where(Letter.created_at <= question.created_at)):
            came_back(letter, "550 gone", is_permanent=True, now=postman.now)
        assert session.get_one(Player, 1).paused_at is None


def test_until_then_the_new_mailbox_gets_one_question_and_nothing_of_whose(
    postman: Postman,
) -> None:
    ask(postman)
    say(postman, "yes", OLD)
    (letter,) = (each for each in postman.letters() if each.deliverer == budgets.ASKS_FOR_ADDRESS)

    assert letter.about.keys() == {"step", "change", "mark"}
    assert (letter.season_id, letter.revision_id) == (None, None)
    say(postman, "Who is this?", NEW)
    assert told(postman.database, NEW) == ["address-unclear"]
    assert addresses_of(postman.database)[1] == OLD


def test_silence_is_no_yes_and_a_no_drops_it(postman: Postman) -> None:
    ask(postman)
    leave(postman.database)
    say(postman, "", OLD)
    assert told(postman.database, OLD) == ["address-unclear"]
    say(postman, "No, that was not me.", OLD)
    assert told(postman.database, OLD)[-1] == "address-dropped"
    say(postman, "yes", OLD)
    assert told(postman.database, OLD)[-1] == "address-over"
    settle(postman.database, postman.now)
    leave(postman.database)
    settle(postman.database, postman.now)
    assert [*addresses_of(postman.database).values()] == [OLD, BOB], (
        "nothing is left of the new one"
    )


def test_a_forged_sender_changes_nothing_without_a_yes_from_the_mailbox(postman: Postman) -> None:
    """Neither does it replace what the player has asked for, nor cost them their own wishes of the day."""
    ask(postman)
    for number in range(5):
        postman.post(f"My new address is mallory{number}@evil.example.", sender=OLD)
    with postman.database.reading() as session:
        (change,) = session.exec(select(AddressChange)).all()
        assert session.get_one(Player, change.target_id).address == NEW
    say(postman, "yes", OLD)
    say(postman, "yes", NEW)
    assert addresses_of(postman.database)[1] == NEW


def test_the_newer_wish_replaces_the_older_whose_links_are_over(postman: Postman) -> None:
    ask(postman)
    first = box(postman.database, OLD)
    ask(postman, "my new address is other@example.net")
    postman.post("yes", to=first)
    assert told(postman.database, OLD) == ["address-over"]
    assert steps(postman.database, "other@example.net") == []
    say(postman, "yes", OLD)
    say(postman, "yes", "other@example.net")
    assert addresses_of(postman.database)[1] == "other@example.net"


def test_after_three_days_a_yes_is_too_late(postman: Postman) -> None:
    ask(postman)
    say(postman, "yes", OLD)
    late = box(postman.database, NEW)
    postman.now += 3 * DAY
    postman.post("yes", sender=NEW, to=late)
    assert told(postman.database, NEW) == ["address-over"]
    settle(postman.database, postman.now)
    assert addresses_of(postman.database)[1] == OLD


def test_an_address_that_is_anothers_is_asked_like_any_other_and_only_its_reader_hears_why_not(
    postman: Postman,
) -> None:
    """Case, width and letters: they are compared as all addresses are."""
    ask(postman, "my new address is B@Example.COM")
    seen = [told(postman.database, OLD), steps(postman.database, OLD)]
    say(postman, "yes", OLD)
    say(postman, "yes", BOB)

    assert seen == [[], ["old"]]
    assert told(postman.database, OLD) == ["address-waits"]
    assert told(postman.database, BOB) == ["address-taken"]
    assert [*addresses_of(postman.database).values()] == [OLD, BOB]
    with postman.database.reading() as session:
        assert session.exec(select(AddressChange.over_at)).one() is None, (
            "as if nobody had answered"
        )


def test_a_mailbox_is_asked_once_a_day_whoever_asks(postman: Postman) -> None:
    for sender in (OLD, BOB):
        postman.post(f"My new address is {NEW}", sender=sender, to=postman.secret(sender))
        say(postman, "yes", sender)
    with postman.database.writing() as session:
        budgets.release(session, settings().key(), 1000, now=postman.now)
    waiting = [each for each in postman.letters() if each.deliverer == budgets.ASKS_FOR_ADDRESS]

    assert [each.withheld for each in waiting] == ["", "deliverer"]
    ask(postman, "my new address is other@example.net")
    assert sum(each.deliverer == budgets.ASKS_FOR_ADDRESS for each in postman.letters()) == 1


def test_what_is_wrong_is_told_and_wishes_are_numbered(postman: Postman) -> None:
    with postman.database.writing() as session:
        player = session.get_one(Player, 1)

        def asks(typed: str) -> str:
            return refused(lambda: addresses.ask(session, player, typed, now=NOW))

        assert asks("nobody") == "bad-address"
        assert asks(OLD.upper()) == "address-same"
        for number in range(3):
            addresses.ask(session, player, f"n{number}@example.org", now=NOW)
        assert asks("n4@example.org") == "address-often"
        blocks.block(session, player, Organiser("olga (9)", NOW, tell="Insults."))
        assert asks(NEW) == "blocked"


def test_an_organiser_stands_in_for_a_mailbox_that_is_lost_after_three_days(
    postman: Postman,
) -> None:
    database = postman.database
    with database.writing() as session:
        for each in ("olga", "omar"):
            organisers.appoint(session, f"{each}@example.com", each, NOW)
        olga = players.with_address(session, "olga@example.com")
        assert olga
        first = olga.id
    assert refused(lambda: organise(postman, "stand-in", first, NEW, reason=" ")) == "no-reason"
    organise(postman, "stand-in", first, NEW)
    assert steps(database, OLD) == ["stood-in"]
    assert (steps(database, "olga@example.com"), steps(database, "omar@example.com")) == (
        [],
        ["organisers"],
    )
    say(postman, "yes", NEW)
    settle(database, NOW + 3 * DAY - timedelta(minutes=1))
    assert addresses_of(database)[1] == OLD
    settle(database, postman.now + 3 * DAY)
    assert addresses_of(database)[1] == NEW
    with database.reading() as session:
        log = of_player(session, session.get_one(Player, 1))
        assert [each.act for each in log] == ["address-stand-in", "address-changed"]
        assert "@" not in str([(each.reason, each.detail) for each in session.exec(select(Audit))])


@pytest.mark.parametrize("who", ["mailbox", "browser", "organiser"])
def test_any_objection_stops_it_until_a_second_organiser_decides(
    who: str, postman: Postman
) -> None:
    database = postman.database
    organise(postman, "stand-in", 7, NEW)
    if who == "mailbox":
        say(postman, "no", OLD)
        assert told(database, OLD) == ["address-stopped"]
    elif who == "browser":
        with database.writing() as session:
            addresses.object_by_player(session, session.get_one(Player, 1), postman.now)
    else:
        organise(postman, "object", 8)
    say(postman, "yes", NEW)
    settle(database, postman.now + 30 * DAY)
    assert addresses_of(database)[1] == OLD
    assert refused(lambda: organise(postman, "allow", 7)) == "address-second"
    assert refused(lambda: organise(postman, "refuse", 7)) == "address-second"
    say(postman, "no", NEW)
    assert refused(lambda: organise(postman, "stand-in", 7, "x@example.org")) == "address-under-way"
    organise(postman, "allow", 8)
    settle(database, postman.now + 30 * DAY)
    assert addresses_of(database)[1] == NEW


def test_an_organiser_alone_waits_for_the_deadline_of_the_last_day(postman: Postman) -> None:
    database = postman.database
    closes_at = postman.now + 4 * DAY
    with database.writing() as session:
        season = seasons.locked(session, "laplaplus-1")
        season.closes_at = closes_at
        session.add(season)
    organise(postman, "stand-in", 7, NEW)
    say(postman, "yes", NEW)
    settle(database, closes_at - timedelta(hours=1))
    assert addresses_of(database)[1] == OLD
    settle(database, closes_at + timedelta(minutes=1))
    assert addresses_of(database)[1] == NEW


def test_the_old_mailbox_may_say_yes_itself_after_all_and_it_is_done_at_once(
    postman: Postman,
) -> None:
    organise(postman, "stand-in", 7, NEW)
    say(postman, "yes", NEW)
    say(postman, "yes", OLD)
    assert addresses_of(postman.database)[1] == NEW


def test_an_organisers_own_address_changes_by_their_own_mailbox_alone(postman: Postman) -> None:
    organise(postman, "stand-in", 7, NEW)
    say(postman, "yes", NEW)
    with postman.database.writing() as session:
        organisers.appoint(session, OLD, "Alice", NOW)
    settle(postman.database, postman.now + 4 * DAY)
    assert addresses_of(postman.database)[1] == OLD, "nor where they have become one meanwhile"
    leave(postman.database)
    settle(postman.database, postman.now + 4 * DAY)
    assert refused(lambda: organise(postman, "stand-in", 7, NEW)) == "address-of-organiser"
    ask(postman)
    say(postman, "yes", OLD)
    say(postman, "yes", NEW)
    with postman.database.reading() as session:
        player = players.with_address(session, NEW)
        assert player
        assert player.organiser_since


def test_a_yes_that_comes_again_or_an_objection_after_the_fact_changes_nothing(
    postman: Postman,
) -> None:
    ask(postman)
    say(postman, "yes", OLD)
    old, new = box(postman.database, OLD), box(postman.database, NEW)
    say(postman, "yes", NEW)
    salt = alice(postman).secret_salt
    for to, words in ((new, "yes"), (old, "no"), (old, "yes")):
        postman.post(words, sender=OLD, to=to)
    assert alice(postman).secret_salt == salt
    assert addresses_of(postman.database)[1] == NEW
    assert told(postman.database, OLD) == ["address-over"] * 2


def test_nothing_is_left_of_either_address_once_the_player_is_erased(postman: Postman) -> None:
    ask(postman)
    ask(postman, "my new address is other@example.net")
    ask(postman)
    say(postman, "yes", OLD)
    with postman.database.writing() as session:
        player = session.get_one(Player, 1)
        assert personal_data.of(session, player)["wants_address"] == [NEW]
        personal_data.erase(session, player)
    assert [*addresses_of(postman.database).values()] == [BOB]
    assert under_way(postman.database) == 0


def test_erasing_who_has_moved_finds_what_came_from_the_old_address(postman: Postman) -> None:
    postman.post("I am on holiday.", Auto_Submitted="auto-replied")
    ask(postman)
    say(postman, "yes", OLD)
    say(postman, "yes", NEW)
    leave(postman.database)
    settle(postman.database, postman.now)
    with postman.database.writing() as session:
        personal_data.erase(session, session.get_one(Player, 1))
        kept = [each.raw for each in session.exec(select(Mail))]
    assert not [raw for raw in kept if OLD.encode() in raw or NEW.encode() in raw]


def test_two_who_want_the_same_address_at_once_do_not_both_get_it(postman: Postman) -> None:
    database = postman.database
    for sender in (OLD, BOB):
        postman.post(f"My new address is {NEW}", sender=sender, to=postman.secret(sender))
        say(postman, "yes", sender)
    with database.reading() as session:
        asked = [(each.id, 2 * each.mark + 1) for each in session.exec(select(AddressChange))]

    def answer(it: tuple[int, int]) -> str:
        with database.writing() as session:
            _, problem = addresses.answer(session, *it, says_yes=True, now=postman.now)
            return problem.code

    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(answer, asked * 2)]
    assert sorted(found) == ["address-done"] + ["address-over"] * 3
    assert sum(each == NEW for each in addresses_of(database).values()) == 1


def test_two_wishes_at_once_leave_one(postman: Postman) -> None:
    def wish(number: int) -> None:
        with postman.database.writing() as session:
            player = session.get_one(Player, 1)
            addresses.ask(session, player, f"n{number}@example.org", now=NOW)

    with ThreadPoolExecutor(2) as threads:
        [*threads.map(wish, (1, 2))]
    with postman.database.reading() as session:
        still = select(AddressChange).where(col(AddressChange.over_at).is_(None))
        assert len(session.exec(still).all()) == 1


def test_links_to_seats_in_duels_end_and_the_letter_has_new_ones(postman: Postman) -> None:
    key = DESK.key
    with postman.database.writing() as session:
        party = Party("Alice", "en", session.get_one(Player, 1), "s:her")
        duel = invitations.open_duel(session, ruleset("laplaplus"), party, 3, now=NOW).id
    before = tokens.duel_token(key, duel, "A by letter")
    ask(postman)
    say(postman, "yes", OLD)
    say(postman, "yes", NEW)
    with postman.database.reading() as session:
        own = players.secrets_of(session, "duel", duel, 2)
        assert tokens.read_token(key, "duel", before, own=own) is None
        after = tokens.duel_token(key, duel, "A by letter", own)
        assert tokens.read_token(key, "duel", after, own=own) == (duel, 2)
        invitation = tokens.duel_token(key, duel, "invitation")
        assert tokens.read_token(key, "duel", invitation, own=own)
        (letter,) = (each for each in postman.letters() if each.about.get("step") == "done")
        text = render(session, session.get_one(Letter, letter.id)).text
        assert "/en/duels/" in text
        assert "/en/my/" in text


def test_addresses_stand_in_no_letter_log_or_table_but_that_of_players(
    postman: Postman, caplog: pytest.LogCaptureFixture
) -> None:
    ask(postman)
    say(postman, "yes", OLD)
    organise(postman, "object", 8)
    organise(postman, "stand-in", 7, "another@example.net")
    with postman.database.reading() as session:
        for table in METADATA.sorted_tables:
            if table.name not in ("player", "mail"):
                assert "@example." not in str(
                    [
                        row
                        for row in session.execute(table.select()).mappings()
                        if "message_id" not in row
                    ]
                )
        for letter in session.exec(select(Letter).where(Letter.kind == "address")):
            assert not re.search(r"\w@example", "".join(draft(session, letter)))
    assert "@example" not in caplog.text
