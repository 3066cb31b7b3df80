"""Duels by their acts: what counts, who wins, and what each may see when."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlmodel import Session, col, select

from app.engine.matches.dice import canonical
from app.errors import DuelRefused, SeasonRefused
from app.games import ruleset
from app.jobs.duels import KEPT_FOR, forget_ended
from app.league import visibility
from app.league.duels import builds, invitations, news
from app.league.duels.invitations import Party
from app.league.people import blocks
from app.store import duels, players
from app.store.database import Database
from app.store.security import personal_data
from app.store.security.audits import Organiser
from app.store.tables import Duel, DuelEnding, Duelist, DuelStage, Letter

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
GAME = ruleset("laplaplus")
CARDS = GAME.write_build(GAME.read_build("、".join(card.id for card in GAME.cards[:8])))
DAY = timedelta(days=1)


def a_duel(session: Session, days: int = 3) -> Duel:
    duel = invitations.open_duel(session, GAME, Party("Alice", "en"), days, now=NOW)
    invitations.accept(session, duel, Party("Bob", "ja"), now=NOW)
    return duel


def send(session: Session, duel: Duel, seat: str, text: str, now: datetime = NOW) -> None:
    duelist = next(each for each in duel.duelists if each.seat == seat)
    builds.send(session, duel, duelist, text, now=now)


def seen(duel: Duel, reader: str) -> set[str]:
    """The texts that this reader may see."""
    found = [
        each.shown for each in duel.duelists if visibility.shows_open_cards(duel, each.seat, reader)
    ]
    found += [
        each.build for each in duel.duelists if visibility.shows_duel_build(duel, each.seat, reader)
    ]
    return {text for text in found if text}


STEPS = st.lists(
    st.tuples(st.sampled_from("AB"), st.permutations(range(8)), st.integers(0, 3)), max_size=12
)


@settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(STEPS, st.booleans())
def test_nobody_sees_what_the_other_sent_before_both_have(
    database: Database, steps: list[tuple[str, list[int], int]], ends: bool
) -> None:
    """Whatever is sent in whatever order: after stage 1 exactly the four of each are seen, and no more before the battle."""
    with database.writing() as session:
        duel = a_duel(session)
        for seat, order, change in steps:
            row = [CARDS[at] for at in order]
            text = "".join(row[:4] if duel.stage is DuelStage.OPEN else row)
            if duel.stage is DuelStage.WHOLE and change:
                own = next(each for each in duel.duelists if each.seat == seat)
                text = f"{own.shown}{''.join(row[:4])}"
            try:
                send(session, duel, seat, text)
            except DuelRefused:
                assert duel.stage is DuelStage.OVER
                break
            has_shown = duel.stage is not DuelStage.OPEN
            for each in duel.duelists:
                other = next(one for one in duel.duelists if one is not each)
                expected = {each.shown, each.build} - {None}
                if has_shown:
                    expected.add(other.shown)
                    assert other.shown is not None
                    assert len(GAME.read_build(other.shown).cards) == 4
                if duel.stage is DuelStage.OVER:
                    expected.add(other.build)
                assert seen(duel, each.seat) == expected
            assert bool(seen(duel, "")) is (duel.stage is DuelStage.OVER)
        if ends and duel.stage is not DuelStage.OVER:
            invitations.withdraw(session, duel, "A", now=NOW)
            assert seen(duel, "") == set()
            other = duel.duelists[1]
            assert not other.build or other.build not in seen(duel, "A")
        session.rollback()


def test_what_was_sent_last_counts_and_its_seal_can_be_checked(database: Database) -> None:
    with database.writing() as session:
        duel = a_duel(session)
        send(session, duel, "A", "核核核核")
        first = duel.duelists[0].shown_seal
        send(session, duel, "A", "核核核核")
        assert duel.duelists[0].shown_seal == first
        send(session, duel, "A", "攻核連盾")
        alice = duel.duelists[0]
        assert alice.shown_seal != first
        content = canonical({"rules": "laplaplus@1", "text": "核攻連盾"})
        assert alice.shown_salt
        assert len(alice.shown_salt) == 32
        expected = sha256(b"pbm-build-v1\0" + alice.shown_salt + content).hexdigest()
        assert alice.shown_seal == expected
        with pytest.raises(DuelRefused):
            send(session, duel, "A", "攻核連")
        assert alice.shown == "核攻連盾"


def test_the_battle_decides_and_the_same_builds_draw(database: Database) -> None:
    """構成を開示したとき、各プレイヤーの構成が全く同一であった場合、引き分けとなります。"""
    for last, winner in (("攻核連盾核核核核", None), ("核核核核攻核連盾", "A")):
        with database.writing() as session:
            duel = a_duel(session)
            for seat in "AB":
                send(session, duel, seat, "攻核連盾")
            assert duel.stage is DuelStage.WHOLE
            send(session, duel, "A", "攻核連盾核核核核")
            send(session, duel, "B", last)
            home, away = (GAME.read_build(each.build or "") for each in duel.duelists)
            played = GAME.play(home, away).winner
            assert duel.ending is DuelEnding.BATTLE
            assert duel.winner == winner == (played and {"home": "A", "away": "B"}[played.value])
            session.rollback()


@pytest.mark.parametrize(
    ("sent", "ending", "winner"),
    [("", DuelEnding.NOBODY, None), ("A", DuelEnding.FORFEIT, "A"), ("B", DuelEnding.FORFEIT, "B")],
)
def test_whoever_sends_nothing_by_the_deadline_loses(
    database: Database, sent: str, ending: DuelEnding, winner: str | None
) -> None:
    """D5: a player without a legal submission at the deadline forfeits the duel, in either stage."""
    with database.writing() as session:
        for stage in (DuelStage.OPEN, DuelStage.WHOLE):
            duel = a_duel(session)
            if stage is DuelStage.WHOLE:
                for seat in "AB":
                    send(session, duel, seat, "攻核連盾")
            for seat in sent:
                send(session, duel, seat, "攻核連盾核核核核"[: 4 if stage is DuelStage.OPEN else 8])
            assert not builds.settle(session, duel, duel.due_at - timedelta(seconds=1))
            assert builds.settle(session, duel, duel.due_at)
            assert (duel.ending, duel.winner) == (ending, winner)
            assert not builds.settle(session, duel, duel.due_at)
            assert seen(duel, "") == set()


def test_the_time_of_each_stage_begins_when_the_one_before_is_over(database: Database) -> None:
    with database.writing() as session:
        duel = invitations.open_duel(session, GAME, Party("Alice", "en"), 2, now=NOW)
        send(session, duel, "A", "攻核連盾")  # while it waits to be accepted
        invitations.accept(session, duel, Party("Bob", "ja"), now=NOW + DAY)
        assert duel.due_at == NOW + 3 * DAY
        send(session, duel, "B", "攻核連盾", NOW + 2 * DAY)
        assert duel.due_at == NOW + 4 * DAY
        with pytest.raises(DuelRefused) as refused:
            send(session, duel, "B", "攻核連盾核核核核", NOW + 4 * DAY)
        assert [each.code for each in refused.value.problems] == ["duel-too-late"]

        alone = invitations.open_duel(session, GAME, Party("Alice", "en"), 2, now=NOW)
        assert builds.settle(session, alone, NOW + 2 * DAY)
        assert alone.ending is DuelEnding.UNANSWERED


def test_ended_duels_are_forgotten_with_all_that_was_sent(database: Database) -> None:
    with database.writing() as session:
        invitations.withdraw(session, a_duel(session), "A", now=NOW)
        a_duel(session)
    assert not forget_ended(database, NOW + KEPT_FOR)
    assert forget_ended(database, NOW + KEPT_FOR + DAY)
    with database.reading() as session:
        assert len(session.exec(select(Duel)).all()) == 1
        assert len(session.exec(select(Duelist)).all()) == 2


def test_two_rematches_pressed_at_once_are_one(database: Database) -> None:
    with database.writing() as session:
        duel = a_duel(session)
        with pytest.raises(DuelRefused):
            invitations.rematch(session, duel, "A", now=NOW)
        invitations.withdraw(session, duel, "B", now=NOW)
        assert duel.winner == "A"
        again = invitations.rematch(session, duel, "A", now=NOW)
        assert invitations.rematch(session, duel, "A", now=NOW) is again
        assert [each.name for each in again.duelists] == ["Alice", "Bob"]
        assert duels.rematch_of(session, duel) is again


def test_letters_tell_each_stage_once_and_organisers_read_none(database: Database) -> None:
    with database.writing() as session:
        people = [players.known_as(session, f"{name}@example.com", "en", NOW) for name in "ab"]
        alice, bob = (
            Party(name, "en", each, "s:x")
            for name, each in zip(("Alice", "Bob"), people, strict=True)
        )
        duel = invitations.open_duel(session, GAME, alice, 3, now=NOW, friend=people[1])
        invitations.accept(session, duel, bob, now=NOW)
        send(session, duel, "A", "攻核連盾")
        late = duel.due_at - timedelta(hours=20)
        for now in (NOW, late, late):
            news.remind(session, duel, now)
        send(session, duel, "B", "攻核連盾", late)
        invitations.withdraw(session, duel, "B", now=late)
        told = [
            (each.player_id == people[0].id, each.about["event"])
            for each in session.exec(select(Letter).order_by(col(Letter.id)))
        ]
        assert told == [
            (True, "opened"),
            (False, "invited"),
            (True, "accepted"),
            (False, "accepted"),
            (False, "reminder"),
            (True, "shown"),
            (False, "shown"),
            (True, "over"),
            (False, "over"),
        ]
        for letter in session.exec(select(Letter)):
            assert letter.deliverer == "s:x"
            with pytest.raises(SeasonRefused):
                visibility.require_letter_shown(session, letter, NOW)
        people[1].muted_at = NOW
        again = invitations.rematch(session, duel, "A", now=NOW).id
        assert len(session.exec(select(Letter)).all()) == len(told)
        with pytest.raises(DuelRefused) as refused:
            invitations.open_duel(session, GAME, alice, 3, now=NOW, friend=people[0])
        assert [each.code for each in refused.value.problems] == ["duel-with-oneself"]

        personal_data.erase(session, people[0])
        assert [each.name for each in session.get_one(Duel, again).duelists] == ["?", "Bob"]


def test_nobody_is_flooded_with_rematches(database: Database) -> None:
    """Each rematch writes letters to the other, who cannot help it; those of another day do not count."""
    with database.writing() as session:
        duel = a_duel(session)
        for _ in range(invitations.REMATCHES_A_DAY):
            invitations.withdraw(session, duel, "A", now=NOW)
            duel = invitations.rematch(session, duel, "A", now=NOW)
        invitations.withdraw(session, duel, "A", now=NOW)
        with pytest.raises(DuelRefused):
            invitations.rematch(session, duel, "A", now=NOW)
        assert len(session.exec(select(Duel)).all()) == invitations.REMATCHES_A_DAY + 1
        assert invitations.rematch(session, duel, "B", now=NOW + DAY).follows_id == duel.id


def test_a_blocked_player_opens_no_rematch(database: Database) -> None:
    with database.writing() as session:
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        duel = invitations.open_duel(session, GAME, Party("Alice", "en", alice), 3, now=NOW)
        invitations.accept(session, duel, Party("Bob", "en"), now=NOW)
        invitations.withdraw(session, duel, "A", now=NOW)
        blocks.block(session, alice, Organiser("olga", NOW, "rude", "was rude"))
        with pytest.raises(DuelRefused):
            invitations.rematch(session, duel, "A", now=NOW)
        assert invitations.rematch(session, duel, "B", now=NOW).follows_id == duel.id


def test_one_who_was_asked_and_is_erased_has_not_accepted(database: Database) -> None:
    with database.writing() as session:
        bob = players.known_as(session, "bob@example.com", "en", NOW)
        duel = invitations.open_duel(session, GAME, Party("Alice", "en"), 3, now=NOW, friend=bob)
        personal_data.erase(session, bob)
        found = session.get_one(Duel, duel.id)
        invitations.accept(session, found, Party("Carol", "en"), now=NOW)
        assert found.duelists[1].name == "Carol"
