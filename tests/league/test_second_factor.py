"""Codes of an app and recovery codes: each opens once."""

from datetime import datetime, timedelta

import pyotp
import pytest
from sqlmodel import Session

from app.league.people import organisers
from app.store import players
from app.store.database import Database
from app.store.security import second_factors
from tests.support.people import NOW

STEP = timedelta(seconds=30)


def a_player(session: Session) -> int:
    return players.known_as(session, "olga@example.com", "en", NOW).id


def code(session: Session, player: int, at: datetime = NOW) -> str:
    factor = second_factors.find(session, player)
    assert factor
    return pyotp.TOTP(factor.secret).at(at)


def switched_on(session: Session) -> tuple[int, list[str]]:
    player = a_player(session)
    organisers.begin_factor(session, player)
    codes = organisers.confirm_factor(session, player, code(session, player), NOW)
    assert codes
    return player, codes


def test_nobody_is_asked_before_the_first_code_was_right(database: Database) -> None:
    with database.writing() as session:
        player = a_player(session)
        secret = organisers.begin_factor(session, player).secret

        assert organisers.begin_factor(session, player).secret == secret
        assert not second_factors.is_on(session, player)
        assert organisers.check_code(session, player, code(session, player), NOW) is None
        assert organisers.confirm_factor(session, player, "000000", NOW) is None
        assert organisers.confirm_factor(session, player, code(session, player), NOW)
        assert second_factors.is_on(session, player)
        assert organisers.begin_factor(session, player).since  # who has one gets no other


def test_a_code_opens_once_and_so_does_each_before_it(database: Database) -> None:
    """RFC 6238 §5.2: the verifier must not accept the second attempt of the OTP."""
    with database.writing() as session:
        player, _ = switched_on(session)
        later = NOW + 2 * STEP
        right, before = code(session, player, later), code(session, player, later - STEP)

        assert organisers.check_code(session, player, code(session, player), NOW) is None
        assert organisers.check_code(session, player, right, later) == "code"
        assert organisers.check_code(session, player, right, later) is None
        assert organisers.check_code(session, player, before, later) is None


@pytest.mark.parametrize(
    ("off", "opens"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_clocks_may_be_off_by_half_a_minute(database: Database, off: int, opens: bool) -> None:
    with database.writing() as session:
        player, _ = switched_on(session)
        later = NOW + 10 * STEP
        shown = organisers.check_code(
            session, player, code(session, player, later + off * STEP), later
        )

        assert (shown == "code") is opens


def test_codes_are_read_as_people_type_them(database: Database) -> None:
    with database.writing() as session:
        player, codes = switched_on(session)
        later = NOW + 10 * STEP
        digits = code(session, player, later)
        wide = "".join(chr(ord(each) + 0xFEE0) for each in digits)

        assert organisers.check_code(session, player, f" {wide[:3]}　{wide[3:]} ", later) == "code"
        assert organisers.check_code(session, player, codes[0].upper().replace("-", " "), later)


def test_each_recovery_code_opens_once(database: Database) -> None:
    with database.writing() as session:
        player, codes = switched_on(session)
        assert len({*codes}) == 10
        for each in codes:
            assert organisers.check_code(session, player, each, NOW) == "recovery"
            assert organisers.check_code(session, player, each, NOW) is None
        factor = second_factors.find(session, player)
        assert factor
        assert factor.recovery == []


@pytest.mark.parametrize(
    "typed", ["", "0", "12345", "1234567", "x" * 5000, "１２３", "\0", "\ud800"]
)
def test_what_is_no_code_opens_nothing(database: Database, typed: str) -> None:
    with database.writing() as session:
        player, _ = switched_on(session)
        assert organisers.check_code(session, player, typed, NOW + 5 * STEP) is None


def test_no_recovery_code_stands_in_the_database(database: Database) -> None:
    with database.writing() as session:
        player, codes = switched_on(session)
        factor = second_factors.find(session, player)
        assert factor
        assert not {*codes} & {*factor.recovery}
        assert all(len(each) == 64 for each in factor.recovery)
        assert second_factors.forget(session, player)
        assert not second_factors.is_on(session, player)
