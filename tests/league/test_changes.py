"""What was decided when a season was made is changed until results or a promise hang on it; its places are never oversold."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused, SubmissionRejected
from app.jobs.seasons.runs import run
from app.league.desk import interventions
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters import contents
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Audit, Letter, Revision, Season
from tests.support.people import NOW

DEADLINE = NOW + timedelta(days=7)
AFTER = DEADLINE + timedelta(hours=1)
WHY = "The hall is larger than we thought."


def olga(now: datetime = NOW, tell: str = "") -> Organiser:
    return Organiser("olga", now, "", tell)


def the_cup(session: Session) -> Season:
    return seasons.by_slug(session, "cup")


def change(database: Database, by: Organiser | None = None, **wanted: Any) -> Season:
    with database.writing() as session:
        plan = replace(season_plans.plan_of(the_cup(session)), **wanted)
        return league_seasons.change(session, plan, by or olga(tell=WHY))


def refused(database: Database, by: Organiser | None = None, **wanted: Any) -> list[str]:
    with pytest.raises(SeasonRefused) as refusal:
        change(database, by, **wanted)
    return [problem.code for problem in refusal.value.problems]


def send(database: Database, name: str, *, proven: bool = True, build: str = "攻響核") -> Revision:
    with database.writing() as session:
        player = players.known_as(session, f"{name}@example.com", "en", NOW)
        submission = Submission(f"{name}'s", build)
        origin = Origin(NOW, proven)
        return league_entries.submit(session, the_cup(session), player, submission, origin)


def confirm(session: Session, held: Revision) -> None:
    found = session.get_one(Revision, held.id)
    league_entries.confirm(session, found, Origin(NOW, proven=True))


def letters(session: Session) -> list[Letter]:
    news_of = col(Letter.kind).in_(["deadline", "changed", "reopened"])
    return list(session.exec(select(Letter).where(news_of).order_by(col(Letter.id))))


@pytest.fixture
def draft(database: Database) -> Database:
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", "杯", "Cup", closes_at=DEADLINE)
        league_seasons.create(session, plan, olga())
    return database


@pytest.fixture
def cup(draft: Database) -> Database:
    with draft.writing() as session:
        league_seasons.open_season(session, "cup", olga())
    return draft


def test_of_a_draft_everything_can_be_changed_and_nobody_is_told(draft: Database) -> None:
    season = change(
        draft,
        olga(),
        title_en="Spring Cup",
        description_en="Bring *one* card.",
        closes_at=None,
        capacity=16,
        points=(2, 1, 0),
        tie_breaks=["wins"],
    )

    assert (season.title("en"), season.title("ja"), season.capacity) == ("Spring Cup", "杯", 16)
    assert season.description("ja") == "Bring *one* card.", "rather this than nothing"
    assert (season.win, season.tie_breaks, season.closes_at) == (2, "wins", None)
    with draft.reading() as session:
        made, changed = audits.of_season(session, season)
        assert (made.act, changed.act) == ("create", "change")
        assert changed.detail["changes"]["title_en"] == ["Cup", "Spring Cup"]
        assert changed.detail["changes"]["points"] == ["3,1,0", "2,1,0"]
        assert letters(session) == []
        assert news.notices(session, season) == []


def test_players_get_one_letter_for_all_that_concerns_them(cup: Database) -> None:
    send(cup, "alice")
    assert refused(cup, olga(), capacity=8, title_en="Cup 8") == ["nothing-told"]
    change(cup, title_en="Cup 8", description_en="New.", capacity=8, points=(2, 1, 0))
    change(cup, olga(), title_en="Cup 9")
    change(cup, closes_at=DEADLINE + timedelta(days=1))

    with cup.reading() as session:
        changed, moved = letters(session)
        assert (changed.kind, moved.kind) == ("changed", "deadline")
        text = contents.render(session, changed).text
        assert "Places: no limit → 8" in text
        assert "a loss: 3/1/0 → 2/1/0" in text
        assert WHY in text
        assert "New." not in text, "what is written of a season is no news"
        assert [each.kind for each in news.notices(session, the_cup(session))] == [
            "change",
            "deadline",
        ]


def test_nobody_sees_the_builds_and_chooses_how_they_are_scored(cup: Database) -> None:
    for name in ("alice", "bob"):
        send(cup, name)
    change(cup, points=(2, 1, 0))
    with cup.writing() as session:
        league_seasons.close(session, "cup", olga())
    change(cup, tie_breaks=["wins"])  # closed by hand: everything is sealed until the deadline
    after = olga(AFTER, tell=WHY)
    late = {"points": (3, 0, 0), "closes_at": AFTER + timedelta(days=1), "title_en": "New"}

    assert refused(cup, after, **late) == ["deadline-over", "change-too-late"]
    with pytest.raises(SeasonRefused) as refusal:
        change(cup, after, points=(3, 0, 0))
    assert explain(refusal.value.problems[0], "ja").startswith("勝ち・引き分け・負けの勝点：")
    list(run(cup, "cup", olga(AFTER)))
    assert refused(cup, after, capacity=64, points=(3, 0, 0)) == ["change-too-late"] * 2
    change(cup, after, title_en="New")
    with cup.writing() as session:
        results.publish(session, "cup", olga(AFTER))
    assert refused(cup, after, title_en="Newer", title_ja="もっと新") == ["change-too-late"] * 2
    change(cup, after, description_en="Thank you all!")


def test_every_problem_of_a_change_is_told_at_once_and_nothing_is_changed(cup: Database) -> None:
    for name in ("alice", "bob", "carol"):
        send(cup, name)
    wrong = {"title_ja": "x" * 201, "capacity": 2, "points": (1, 2, 3), "tie_breaks": ["luck"]}

    assert refused(cup, olga(), **wrong) == [
        *("bad-title", "capacity-taken", "scoring-impossible", "unknown-tie-break"),
        "nothing-told",
    ]
    assert refused(cup, closes_at=None) == ["deadline-announced"]
    assert refused(cup, closes_at=NOW, capacity=1) == ["deadline-past", "bad-capacity"]
    with cup.reading() as session:
        assert len(audits.of_season(session, the_cup(session))) == 2


def test_the_second_of_two_organisers_is_told_what_happened_meanwhile(cup: Database) -> None:
    with cup.reading() as session:
        seen = league_seasons.last_move(session, the_cup(session))
    send(cup, "alice")
    with cup.writing() as session:
        interventions.add(session, "cup", Submission("Bob's", "核"), olga())
        league_seasons.require_seen(session, the_cup(session), seen)  # entries do not count
    change(cup, olga(AFTER - timedelta(days=3)), title_en="Cup 2")

    with pytest.raises(SeasonRefused, match="olga") as refusal, cup.writing() as session:
        league_seasons.require_seen(session, the_cup(session), seen)
    assert refusal.value.problems[0].code == "changed-meanwhile"


def test_a_copy_has_all_decisions_but_the_deadline(cup: Database) -> None:
    send(cup, "alice")
    change(cup, capacity=8, description_ja="一枚だけ。", points=(2, 1, 0), tie_breaks=["wins"])
    with cup.writing() as session:
        made = league_seasons.copy(session, "cup", "next", olga())
        before, after = map(season_plans.plan_of, (the_cup(session), made))

        assert after == replace(before, slug="next", closes_at=None)
        assert entries.of_season(session, made) == []
        with pytest.raises(SeasonRefused, match="slug-taken"):
            league_seasons.copy(session, "cup", "next", olga())


# --- places -----------------------------------------------------------------------------------------


def test_a_full_season_says_so_and_who_is_in_can_still_change(cup: Database) -> None:
    change(cup, capacity=2)
    held = send(cup, "carol", proven=False)  # holds no place before it counts
    for name in ("alice", "bob"):
        send(cup, name)

    with pytest.raises(SubmissionRejected, match="season-full"):
        send(cup, "dave")
    with pytest.raises(SubmissionRejected, match="season-full"), cup.writing() as session:
        confirm(session, held)
    with pytest.raises(SubmissionRejected, match="season-full"), cup.writing() as session:
        interventions.add(session, "cup", Submission("Eve's", "核"), olga())
    assert send(cup, "alice", build="核核").serial == 2

    with cup.writing() as session:
        bob = players.known_as(session, "bob@example.com", "en", NOW)
        league_entries.withdraw(session, the_cup(session), bob, Origin(NOW, proven=True))
    send(cup, "dave")
    with pytest.raises(SubmissionRejected, match="season-full"):
        send(cup, "bob")


def test_of_two_who_arrive_at_once_one_gets_the_last_place(cup: Database) -> None:
    change(cup, capacity=2)
    send(cup, "alice")
    start, outcomes = Barrier(2), []

    def arrive(name: str) -> None:
        start.wait()
        try:
            send(cup, name)
            outcomes.append("in")
        except SubmissionRejected as refusal:
            outcomes.append(refusal.problems[0].code)

    arriving = [Thread(target=arrive, args=(name,)) for name in ("bob", "carol")]
    for each in arriving:
        each.start()
    for each in arriving:
        each.join()

    assert sorted(outcomes) == ["in", "season-full"]


def test_what_another_version_of_this_program_has_decided_is_told_as_it_was_kept() -> None:
    detail = {"changes": {"dress": ["", "formal"], "capacity": ["8", "16"]}}
    act = Audit(who="Olga", act="change", at=AFTER, reason="", detail=detail)

    assert [each.field for each in news.public_changes(detail)] == ["capacity"]
    assert news.changes_of(act, "en", UTC) == ["dress: – → formal", "Places: 8 → 16"]
