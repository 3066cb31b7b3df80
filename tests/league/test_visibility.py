"""Who may see what of a season, and when."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import Session, select

from app.errors import SeasonRefused
from app.jobs.seasons.deadlines import lay_open_due
from app.jobs.seasons.runs import run
from app.league import seals, visibility
from app.league.desk import interventions
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results, runs
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.visibility import Reader
from app.letters import contents
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.results.seals import EntrySeal
from app.store.security import audits, personal_data
from app.store.security.audits import Organiser
from app.store.tables import Audit, Entry, Letter, Season
from tests.support.outgoing import letter_to
from tests.support.people import NOW

DEADLINE = NOW + timedelta(days=1)
SECRET = "Bob-shouts"
"""Why, for the log alone."""


def olga(now: datetime = NOW, reason: str = "", tell: str = "") -> Organiser:
    return Organiser("olga", now, reason, tell)


def the_cup(session: Session) -> Season:
    return seasons.by_slug(session, "cup")


def a_closed_cup(database: Database, closes_at: datetime | None, closed_at: datetime) -> None:
    with database.writing() as session:
        league_seasons.create(
            session, season_plans.Plan("laplaplus", "cup", closes_at=closes_at), olga()
        )
        league_seasons.open_season(session, "cup", olga())
        league_seasons.close(session, "cup", olga(closed_at))


@pytest.mark.parametrize("kind", ["help", "wish", "withdrawn", "deadline"])
def test_what_was_not_taken_of_a_mail_is_shown_to_nobody_while_a_season_is_sealed(
    cup: Database, kind: str
) -> None:
    """A line of it, or the name of a file, may be a build: whatever its mail asked for."""
    untaken = [{"kind": "lines", "words": ["攻響核, as before"]}]
    with cup.writing() as session:
        alice = players.known_as(session, "alice@example.net", "en", NOW)
        answer = letter_to(alice, kind=kind, subject="Re: help", text="Not taken: 攻響核")
        assert contents.preview_letter(session, answer, NOW).text == answer.text
        answer.about = {"untaken": untaken}

        with pytest.raises(SeasonRefused) as refusal:
            contents.preview_letter(session, answer, NOW)
    assert [each.code for each in refusal.value.problems] == ["sealed"]


@pytest.mark.parametrize(
    ("closes_at", "closed_at", "opens_at"),
    [
        (None, NOW, NOW),
        (DEADLINE, DEADLINE + timedelta(seconds=15), DEADLINE + timedelta(seconds=15)),
        (DEADLINE, NOW, DEADLINE),
    ],
)
def test_builds_are_laid_open_by_the_closing_but_never_before_the_announced_deadline(
    database: Database, closes_at: datetime | None, closed_at: datetime, opens_at: datetime
) -> None:
    a_closed_cup(database, closes_at, closed_at)

    before = opens_at - timedelta(seconds=1)
    assert not lay_open_due(database, before)
    assert lay_open_due(database, opens_at) == (opens_at != closed_at)
    with database.reading() as session:
        cup = the_cup(session)
        assert cup.laid_open_at == opens_at
        assert visibility.shows_entries(cup, Reader.ORGANISER, opens_at)
        assert visibility.shows_entries(cup, Reader.ORGANISER, before) == (opens_at == closed_at)
        for moment in (before, opens_at):
            assert not visibility.shows_entries(cup, Reader.PUBLIC, moment)
            assert visibility.shows_entries(cup, Reader.PLAYER, moment)


# --- a deadline moves -----------------------------------------------------------------------------------


def send(session: Session, name: str, build: str, now: datetime, *, proven: bool = True) -> None:
    player = players.known_as(session, f"{name}@players.net", "ja" if name == "bob" else "en", now)
    submission = Submission(f"{name}'s", build, name)
    league_entries.submit(session, the_cup(session), player, submission, Origin(now, proven=proven))


@pytest.fixture
def cup(database: Database) -> Database:
    """An open season with entries of Alice and of Bob, and Charlie's, which is held."""
    with database.writing() as session:
        league_seasons.create(
            session, season_plans.Plan("laplaplus", "cup", closes_at=DEADLINE), olga()
        )
        league_seasons.open_season(session, "cup", olga())
        send(session, "alice", "攻核", NOW)
        send(session, "bob", "盾核", NOW)
        send(session, "charlie", "響核", NOW, proven=False)
    return database


def letters(session: Session, kind: str) -> list[contents.RenderedLetter]:
    found = session.exec(select(Letter).where(Letter.kind == kind).order_by(Letter.id))  # type: ignore[arg-type]
    return [contents.render(session, each) for each in found]


def test_a_season_closed_early_is_played_at_its_deadline_and_not_before(cup: Database) -> None:
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga())
    with pytest.raises(SeasonRefused) as refusal, cup.writing() as session:
        runs.start(session, "cup", olga(DEADLINE - timedelta(seconds=1)))
    with cup.writing() as session:
        runs.start(session, "cup", olga(DEADLINE))

    [problem] = refusal.value.problems
    assert (problem.code, problem["until"]) == ("sealed-until", DEADLINE)


def test_a_moved_deadline_is_told_to_everybody_with_the_words_for_them(cup: Database) -> None:
    earlier = NOW + timedelta(hours=2)
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga())
        league_seasons.move(session, "cup", earlier, olga(reason=SECRET, tell="Everybody is in."))

    with cup.reading() as session:
        assert not visibility.shows_entries(the_cup(session), Reader.ORGANISER, NOW)
        assert visibility.shows_entries(the_cup(session), Reader.ORGANISER, earlier)
        told = letters(session, "deadline")
        assert len(told) == 3
        for words in ("".join(each.text.split()) for each in told):
            assert "Everybodyisin." in words
            assert SECRET not in words
            assert any(day in words for day in ("22Nov", "11月22日"))
            assert any(hour in words for hour in ("21Nov2026,23:00", "11月21日(土)23:00"))
        [notice] = news.notices(session, the_cup(session))
        assert (notice.before, notice.after, notice.reason) == (
            DEADLINE,
            earlier,
            "Everybody is in.",
        )


@pytest.mark.parametrize(
    ("when", "words", "moment", "code"),
    [
        (NOW - timedelta(seconds=1), "why", NOW, "deadline-past"),
        (NOW + timedelta(days=4000), "why", NOW, "deadline-far"),
        (NOW + timedelta(hours=2), " ", NOW, "nothing-told"),
        (DEADLINE + timedelta(days=1), "why", DEADLINE, "deadline-over"),
    ],
)
def test_a_deadline_is_not_moved_into_the_past_nor_without_words_nor_when_it_is_over(
    cup: Database, when: datetime, words: str, moment: datetime, code: str
) -> None:
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga())
    with pytest.raises(SeasonRefused) as refusal, cup.writing() as session:
        league_seasons.move(session, "cup", when, olga(moment, SECRET, words))

    assert [each.code for each in refusal.value.problems] == [code]


def test_a_draft_gets_another_deadline_without_a_word_to_anybody(database: Database) -> None:
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), olga())
        league_seasons.move(session, "cup", DEADLINE, olga())

    with database.reading() as session:
        assert the_cup(session).closes_at == DEADLINE
        assert news.notices(session, the_cup(session)) == []


# --- entries are taken again ----------------------------------------------------------------------------


def test_whatever_changes_after_the_builds_were_laid_open_is_marked_for_ever(cup: Database) -> None:
    after = DEADLINE + timedelta(hours=1)
    later = after + timedelta(hours=1)
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga(DEADLINE))
        sealed = {each.entry_id: each.commitment for each in first_seals(session)}
        told = olga(after, SECRET, "The server was down.")
        with pytest.raises(SeasonRefused, match="deadline-needed"):
            league_seasons.reopen(session, "cup", told)
        league_seasons.reopen(session, "cup", told, later)
        send(session, "alice", "攻攻核", after)
        send(session, "dave", "核核", after)
        confirm_the_held(session, after)
        interventions.add(session, "cup", Submission("Eve's", "盾盾"), olga(after, tell="By hand."))
        league_seasons.close(session, "cup", olga(later))
        interventions.add(
            session, "cup", Submission("Late", "攻"), olga(later, SECRET, "Lost in the post.")
        )
    list(run(cup, "cup", olga(later)))
    with cup.writing() as session:
        results.publish(session, "cup", olga(later))

    with cup.reading() as session:
        cup_ = the_cup(session)
        assert cup_.laid_open_at == DEADLINE
        names = {e.id: e.current.name for e in entries.of_season(session, cup_) if e.current}
        marks = {names[id]: (m.kind, m.reason) for id, m in seals.marks(session, cup_).items()}
        assert marks == {
            "alice's": ("changed", ""),
            "dave's": ("added", ""),
            "charlie's": ("added", ""),
            "Eve's": ("added", "By hand."),
            "Late": ("added", "Lost in the post."),
        }
        assert {each.entry_id: each.commitment for each in first_seals(session)} == sealed
        assert [league_seasons.serial for league_seasons in seals.closings(session, cup_)] == [1, 2]
        assert len(letters(session, "reopened")) == 3
        assert all("The server was down." in each.text for each in letters(session, "reopened"))
        assert not any(SECRET in each.text for each in letters(session, "reopened"))
        [notice] = news.notices(session, cup_)
        assert (notice.reason, notice.after) == ("The server was down.", later)


def first_seals(session: Session) -> list[EntrySeal]:
    return seals.of_closing(session, the_cup(session), 1, "en")


def confirm_the_held(session: Session, now: datetime) -> None:
    [held] = entries.held(session, the_cup(session))
    league_entries.confirm(session, held, Origin(now, proven=True))


def test_nothing_is_marked_of_a_season_whose_builds_nobody_could_see(cup: Database) -> None:
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga())
        interventions.add(
            session, "cup", Submission("Late", "攻"), olga(reason="Lost in the post.")
        )
        league_seasons.reopen(session, "cup", olga(tell="Too early."))
        send(session, "alice", "攻攻核", NOW)
        league_seasons.close(session, "cup", olga(DEADLINE))

    with cup.reading() as session:
        assert seals.marks(session, the_cup(session)) == {}


def test_an_entry_added_to_a_season_closed_early_is_sealed_with_the_others(cup: Database) -> None:
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga())
        interventions.add(
            session, "cup", Submission("Late", "攻"), olga(reason="Lost in the post.")
        )
    assert lay_open_due(cup, DEADLINE)

    with cup.reading() as session:
        assert seals.marks(session, the_cup(session)) == {}
        assert [each.name for each in first_seals(session)] == ["alice's", "bob's", "Late"]


# --- a season is deleted --------------------------------------------------------------------------------


def test_a_draft_is_deleted_and_the_log_keeps_it(database: Database) -> None:
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), olga())
        league_seasons.delete(session, "cup", olga())

    with database.reading() as session:
        assert seasons.every(session) == []
        assert [(act.act, act.detail["season"]) for act in session.exec(select(Audit))] == [
            ("create", "cup"),
            ("delete", "cup"),
        ]
        assert [act.who for act in audits.deletions(session)] == ["olga"]


def test_a_mistaken_season_goes_with_all_its_rows_and_no_others(database: Database) -> None:
    """Even one that was played: its only entries are the organiser's."""
    with database.writing() as session:
        for slug in ("cup", "other"):
            league_seasons.create(session, season_plans.Plan("laplaplus", slug), olga())
            league_seasons.open_season(session, slug, olga())
            for name in ("One", "Two"):
                interventions.add(session, slug, Submission(name, "攻核"), olga())
            league_seasons.close(session, slug, olga())
    list(run(database, "cup", olga()))
    with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
        league_seasons.delete(session, "cup", olga())
    with database.writing() as session:
        league_seasons.delete(session, "cup", olga(), "cup")

    assert [each.code for each in refusal.value.problems] == ["not-sure"]
    with database.reading() as session:
        assert [each.slug for each in seasons.every(session)] == ["other"]
        assert len(session.exec(select(Entry)).all()) == 2


@pytest.mark.parametrize("proven", [True, False])
def test_a_season_with_anything_of_a_player_is_not_deleted(
    database: Database, *, proven: bool
) -> None:
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), olga())
        league_seasons.open_season(session, "cup", olga())
        send(session, "alice", "攻核", NOW, proven=proven)
    with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
        league_seasons.delete(session, "cup", olga(), "cup")

    assert [each.code for each in refusal.value.problems] == ["season-has-players"]


def test_what_a_forgotten_player_has_sent_keeps_its_season(cup: Database) -> None:
    """Their entry stays as nobody's, since the seals and others' results rest on it."""
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga(DEADLINE))
        for name in ("alice", "bob", "charlie"):
            personal_data.erase(
                session, players.known_as(session, f"{name}@players.net", "en", NOW)
            )
    with pytest.raises(SeasonRefused) as refusal, cup.writing() as session:
        league_seasons.delete(session, "cup", olga(), "cup")

    assert [each.code for each in refusal.value.problems] == ["season-has-players"]
