"""Pools: what builds of a season may have, at every station that reads one."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from app.engine import Ruleset
from app.errors import BuildUnreadable, SeasonRefused
from app.games import ruleset
from app.i18n import LANGS
from app.league.archive import verification
from app.league.archive.record import bound, record
from app.league.archive.sides import RecordedPool
from app.league.eligibility.pools import Pool, pool_problems, read_banned, within
from app.league.problems import explain
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import render
from app.store import seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Letter
from tests.support.people import NOW
from tests.support.posting import CUP, Postman, open_cup
from tests.support.seasons import Character, a_finished_season

GAME = ruleset("laplaplus")
STRICT = Pool(banned=("attack", "shield"), copies=1, size=3)
IDS = [card.id for card in GAME.cards]


def narrow(database: Database, pool: Pool) -> None:
    with database.writing() as session:
        seasons.by_slug(session, CUP).pool = pool.plain()


@given(
    st.lists(st.sampled_from(IDS[:6]), min_size=1, max_size=8),
    st.sets(st.sampled_from(IDS[:6]), max_size=3),
    st.none() | st.integers(1, 3),
    st.none() | st.integers(1, 8),
)
def test_a_build_is_read_if_and_only_if_it_keeps_to_the_rules_and_the_pool(
    cards: list[str], banned: set[str], copies: int | None, size: int | None
) -> None:
    def is_read(game: Ruleset) -> bool:
        try:
            game.read_build(", ".join(cards))
        except BuildUnreadable:
            return False
        return True

    keeps = not banned & {*cards}
    keeps &= copies is None or max(Counter(cards).values()) <= copies
    keeps &= size is None or len(cards) == size

    pool = Pool(tuple(sorted(banned)), copies, size)
    assert is_read(within(GAME, pool)) == (is_read(GAME) and keeps)


def test_a_mail_hears_everything_that_is_not_allowed_and_what_the_season_allows(
    database: Database,
) -> None:
    open_cup(database)
    narrow(database, STRICT)
    postman = Postman(database)

    postman.post("Name: Tuesday\nBuild: 攻攻盾核核\n")

    letter = postman.last()
    assert letter.kind == "problems"
    with database.reading() as session:
        text = " ".join(render(session, session.get_one(Letter, letter.id)).text.split())
    for said in ("Attack", "Shield", "Core", "exactly 3", "at most 1"):
        assert said in text


def test_an_entry_that_fits_is_in_and_its_record_holds_only_with_that_pool(
    database: Database,
) -> None:
    with database.writing() as session:
        characters = [Character("Tuesday", "攻響核"), Character("Needle", "核核")]
        season, _ = a_finished_season(session, characters, pool={"copies": 2})
        found = record(session, season, NOW)

    def outside(copies: int) -> list[str]:
        pool = RecordedPool(copies=copies)
        told = verification.verify(found.model_copy(update={"pool": pool}))
        return [str(problem["name"]) for problem in told if problem.code == "build-outside-pool"]

    assert found.pool == RecordedPool(copies=2)
    assert "pool" in bound(found)
    assert outside(2) == []
    assert outside(1) == ["Needle"]


@pytest.mark.parametrize(
    ("pool", "code"),
    [
        (Pool(banned=("gold",)), "unknown-banned"),
        (Pool(copies=0), "bad-copies"),
        (Pool(size=99), "bad-size"),
        (Pool(banned=tuple(IDS[1:]), copies=1, size=8), "pool-too-small"),
    ],
)
def test_a_pool_that_makes_no_sense_is_refused_in_words(pool: Pool, code: str) -> None:
    found = [*pool_problems(pool, GAME)]

    assert [problem.code for problem in found] == [code]
    assert all(code not in explain(problem, lang) for problem in found for lang in LANGS)


def test_a_ban_list_is_read_in_any_language_and_names_the_nearest() -> None:
    assert read_banned(GAME, " 攻撃、Ｓｈｉｅｌｄ\n核 ,ATTACK") == ("attack", "core", "shield")
    with pytest.raises(SeasonRefused) as refusal:
        read_banned(GAME, "atack, 攻撃, <b>")
    assert [problem["typed"] for problem in refusal.value.problems] == ["atack", "<b>"]
    assert "attack" in refusal.value.problems[0].suggestions


def test_an_open_season_keeps_its_pool(database: Database) -> None:
    open_cup(database)
    by = Organiser("olga", NOW, "reasons", "told")
    with database.writing() as session:
        plan = season_plans.plan_of(seasons.by_slug(session, CUP))
        with pytest.raises(SeasonRefused) as refusal:
            league_seasons.change(session, replace(plan, pool=STRICT), by)
    assert [problem.code for problem in refusal.value.problems] == ["change-too-late"]
