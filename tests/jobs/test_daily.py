"""One letter a day: what can wait comes in it, once; what cannot goes by itself; nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused
from app.i18n import LANGS
from app.jobs.letters import send_due
from app.jobs.releases import release_due
from app.league import visibility
from app.league.people import players
from app.letters.contents import draft
from app.letters.links import reply_to
from app.notices.about import About
from app.notices.news import (
    Announcement,
    Changed,
    Daily,
    Deadline,
    Difference,
    Digest,
    Extended,
    Opened,
    Reminder,
    Report,
)
from app.notices.registry import KINDS, about
from app.settings import settings
from app.store import letters, players as stored_players
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import Letter, LetterState, Player, Season, SeasonState
from tests.jobs.test_letters import Scripted
from tests.support.duels import CLOSES as CLOSED, begin_cup
from tests.support.outgoing import some_settings
from tests.support.seasons import CLOSES, Character, a_finished_season, a_season

EVENING = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
"""Half past six in Tokyo."""
SEVEN = datetime(2026, 11, 20, 10, tzinfo=UTC)
WORDS = Announcement(
    subject_en="Soon", text_en="It *begins*.", subject_ja="もうすぐ", text_ja="*はじまります*。"
)


@pytest.fixture
def reader(database: Database) -> int:
    """A reader who wants one letter a day, at seven in the evening."""
    with database.writing() as session:
        player = Player(
            address="alice@example.com",
            address_key="alice@example.com",
            lang="en",
            daily_hour=19,
            created_at=EVENING,
        )
        session.add(player)
        a_season(session)
        a_season(session, slug="autumn", title_en="Autumn Cup", title_ja="秋の杯")
        session.flush()
        return player.id


def tell(session: Session, what: About, slug: str = "cup", now: datetime = EVENING) -> Letter:
    player = session.exec(select(Player)).first()
    season = session.exec(select(Season).where(Season.slug == slug)).one()
    assert player
    letters.write_to_all(session, what, [player], f"{what.slug}:{slug}", now=now, season=season)
    return session.exec(select(Letter).order_by(col(Letter.id).desc())).all()[0]


def states(database: Database) -> list[tuple[str, str]]:
    with database.reading() as session:
        found = session.exec(select(Letter).order_by(col(Letter.id))).all()
        return [(each.kind, each.state.value) for each in found]


def test_what_can_wait_comes_in_one_letter_at_the_hour_once(
    database: Database, reader: int
) -> None:
    with database.writing() as session:
        tell(session, WORDS)
        tell(session, Opened(), "autumn")
        tell(session, Reminder())

    for now in (EVENING, SEVEN - timedelta(seconds=1)):
        release_due(database, settings(), now)
    assert states(database) == [("announcement", "held"), ("opened", "held"), ("reminder", "ready")]
    for now in (SEVEN, SEVEN, SEVEN + timedelta(days=1)):
        release_due(database, settings(), now)

    assert states(database) == [
        *[("announcement", "sent"), ("opened", "sent"), ("reminder", "ready"), ("daily", "ready")]
    ]


def test_an_empty_day_has_no_letter(database: Database, reader: int) -> None:
    release_due(database, settings(), SEVEN)

    assert states(database) == []


@pytest.mark.parametrize(
    ("what", "now"),
    [
        (WORDS, CLOSES - timedelta(hours=1)),
        (Deadline(before=SEVEN - timedelta(minutes=5), after=CLOSES, reason="Storm"), EVENING),
        (Extended(matches=("cup-r1-1",), before=EVENING, after=SEVEN), EVENING),
        (Report(), EVENING),
    ],
)
def test_what_would_be_too_late_goes_by_itself(
    database: Database, reader: int, what: About, now: datetime
) -> None:
    with database.writing() as session:
        letter = tell(session, what, now=now)
        assert (letter.state, letter.due_at) == (LetterState.READY, now)


def test_whoever_wants_none_any_more_gets_each_letter_and_whoever_is_muted_gets_them_later(
    database: Database, reader: int
) -> None:
    with database.writing() as session:
        tell(session, WORDS)
        players.mute(session.get_one(Player, reader), EVENING)
    release_due(database, settings(), SEVEN)
    assert states(database) == [("announcement", "held")]
    with database.writing() as session:
        player = session.get_one(Player, reader)
        player.muted_at = None
        player.daily_hour = None
    release_due(database, settings(), EVENING)

    assert states(database) == [("announcement", "ready")]


def test_who_follows_a_season_no_more_does_not_hear_in_it_how_it_ended(
    database: Database, reader: int
) -> None:
    with database.writing() as session:
        tell(session, WORDS)
        letter = tell(session, Digest())
        player, season = session.get_one(Player, reader), session.get_one(Season, letter.season_id)
        stored_players.unfollow(session, player, season)

    assert states(database) == [("announcement", "held")]


def test_results_that_are_taken_back_leave_the_letter_of_the_day(
    database: Database, reader: int
) -> None:
    with database.writing() as session:
        season, run = a_finished_season(
            session, [Character("A", "攻"), Character("B", "核")], slug="done"
        )
        told = [session.get_one(Player, reader)]
        letters.write_to_all(session, Digest(), told, "digest", now=EVENING, season=season, run=run)
        tell(session, WORDS)
    release_due(database, settings(), SEVEN)
    with database.writing() as session:
        done = session.exec(select(Season).where(Season.slug == "done")).one()
        assert letters.drop_results(session, done) == 1
    assert states(database) == [("announcement", "held")]
    release_due(database, settings(), SEVEN)

    assert states(database) == [("announcement", "sent"), ("daily", "ready")]


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_read_season_by_season_without_a_greeting_in_between(
    database: Database, reader: int, lang: str
) -> None:
    kinds = [
        WORDS,
        Opened(),
        Deadline(before=None, after=CLOSES, reason="Storm"),
        Changed(changes=(Difference("capacity", "", "16"),), reason="The hall is small."),
    ]
    assert all(each.can_wait for each in kinds)
    with database.writing() as session:
        session.get_one(Player, reader).lang = lang
        for slug in ("cup", "autumn"):
            for each in kinds:
                tell(session, each, slug)
    release_due(database, settings(), SEVEN)
    with database.reading() as session:
        daily = session.exec(select(Letter).where(Letter.kind == Daily.slug)).one()
        words = draft(session, daily)

    text, html = words.text, words.html
    greeting = {"en": "Dear player,", "ja": "参加者のみなさま"}[lang]
    cups = {"en": ("First Hikyaku Cup", "Autumn Cup"), "ja": ("第一回飛脚杯", "秋の杯")}[lang]
    for said in (text, html):
        assert said.count(greeting) <= 1
        assert [said.index(cup) for cup in cups] == sorted(said.index(cup) for cup in cups)
    assert text.count("━━") == 4
    assert html.count("<html") == html.count("<body") == 1
    assert "letters/stop/" in text


def test_where_all_is_of_one_season_a_reply_is_about_it(database: Database, reader: int) -> None:
    with database.writing() as session:
        tell(session, WORDS)
    release_due(database, settings(), SEVEN)
    with database.reading() as session:
        daily = session.exec(select(Letter).where(Letter.kind == Daily.slug)).one()
        text = draft(session, daily).text
        answered = reply_to(daily, about(daily), settings().key(), settings())

    assert "+r-" in answered
    assert "Do not reply to this letter about" not in text


def test_organisers_read_it_as_soon_as_no_season_is_sealed(database: Database, reader: int) -> None:
    with database.writing() as session:
        tell(session, WORDS)
    release_due(database, settings(), SEVEN)
    with database.writing() as session:
        daily = session.exec(select(Letter).where(Letter.kind == Daily.slug)).one()
        with pytest.raises(SeasonRefused):
            visibility.require_letter_shown(session, daily, SEVEN)
        for season in session.exec(select(Season)):
            season.state = SeasonState.PUBLISHED
        visibility.require_letter_shown(session, daily, CLOSES + timedelta(days=9))


def test_erasure_takes_it_and_all_that_is_held(database: Database, reader: int) -> None:
    with database.writing() as session:
        tell(session, WORDS)
    release_due(database, settings(), SEVEN)
    with database.writing() as session:
        tell(session, Opened(), now=SEVEN)
        player = session.get_one(Player, reader)
        assert personal_data.of(session, player)["wants"]["daily_hour"] == 19
        personal_data.erase(session, player)

    assert states(database) == []


def test_answers_and_what_asks_for_orders_never_wait() -> None:
    waiting = {slug for slug, each in KINDS.items() if each.can_wait}

    assert not {slug for slug in waiting if KINDS[slug].is_answer}
    assert not waiting & {"turn", "missing", "reminder", "report", "duel", "own-news", "daily"}


@pytest.mark.parametrize("lang", LANGS)
def test_a_season_whose_matches_wait_comes_first_and_it_leaves_once(
    database: Database, lang: str
) -> None:
    begin_cup(database, 3, game="fest", builds=("deck D1", "deck D2"))
    way = Scripted()
    with database.writing() as session:
        player = session.exec(select(Player).order_by(col(Player.id))).first()
        assert player
        player.daily_hour, player.lang = 0, lang
        a_season(session, slug="autumn", title_en="Autumn Cup", title_ja="秋の杯", closes_at=None)
        cup = session.exec(select(Season).where(Season.slug == "cup")).one()
        autumn = session.exec(select(Season).where(Season.slug == "autumn")).one()
        for season in (autumn, cup):
            letters.write_to_all(
                session, WORDS, [player], f"words:{season.slug}", now=CLOSED, season=season
            )
    now = CLOSED + timedelta(days=1)
    with ThreadPoolExecutor(3) as workers:
        for each in [workers.submit(release_due, database, some_settings(), now) for _ in range(3)]:
            each.result()
    for _ in range(2):
        send_due(database, [way], now=now, settings=some_settings())

    with database.reading() as session:
        daily = session.exec(select(Letter).where(Letter.kind == Daily.slug)).one()
        held = session.exec(select(Letter).where(Letter.kind == "announcement")).all()
    assert [each.message_id for each in way.parcels].count(daily.message_id) == 1
    assert not {each.message_id for each in held} & {each.message_id for each in way.parcels}
    assert daily.text
    words = {"en": "2 matches wait for your orders", "ja": "2試合、あなたの番です"}[lang]
    titles = {"en": "Autumn Cup", "ja": "秋の杯"}[lang]
    assert daily.text.index(words) < daily.text.index(titles)
