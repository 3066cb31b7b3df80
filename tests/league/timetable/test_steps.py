"""A season goes by its timetable: by itself, once a step, in order, and as its organisers move, hold and skip it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused
from app.jobs.inbox import desk
from app.jobs.seasons.deadlines import close_due, lay_open_due, release_due, step_due
from app.jobs.seasons.runs import RunsUnderWay, run
from app.league import visibility
from app.league.desk import interventions
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans
from app.league.timetable import nights, steps
from app.store import players, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Letter, Player, Season, SeasonState
from tests.support.outgoing import some_settings
from tests.support.people import NOW

DAY: Final = timedelta(days=1)
PLAN: Final = {
    "opening": NOW + DAY,
    "deadline": NOW + 8 * DAY,
    "run": NOW + 8 * DAY + timedelta(hours=1),
    "release": NOW + 10 * DAY,
    "archive": NOW + 40 * DAY,
}


DESK: Final = desk(some_settings())


def olga(now: datetime = NOW, reason: str = "", tell: str = "") -> Organiser:
    return Organiser("olga", now, reason, tell)


def pass_until(database: Database, now: datetime) -> SeasonState:
    """The worker has done all that is due now."""
    runs = RunsUnderWay()
    while any(
        [
            close_due(database, now),
            lay_open_due(database, now),
            step_due(database, now),
            runs(database, now),
            release_due(database, now),
        ]
    ):
        pass
    return state(database)


def state(database: Database) -> SeasonState:
    with database.reading() as session:
        return seasons.by_slug(session, "cup").state


def acts(database: Database) -> list[str]:
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        return [act.act for act in audits.of_season(session, season) if act.who == steps.BY]


def standing(database: Database) -> dict[str, str]:
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        return {each.name: each.standing for each in steps.milestones(session, season) if each.at}


def refused(database: Database, act: str, name: str, by: Organiser) -> list[str]:
    with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
        getattr(steps, act)(session, "cup", name, by)
    return [problem.code for problem in refusal.value.problems]


def enter(database: Database, now: datetime, *builds: str) -> None:
    """A player enters with each of these builds."""
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        for number, build in enumerate(builds):
            player = players.known_as(session, f"p{number}@example.com", "en", now)
            submission = Submission(f"C{number}", build)
            entries.submit(session, season, player, submission, Origin(now, proven=True))


def onlooker(database: Database) -> None:
    """Somebody has an address here, and nothing to do with the season."""
    with database.writing() as session:
        players.known_as(session, "bystander@example.com", "en", NOW)


def plan(database: Database, name: str, at: datetime, by: Organiser, **options: Any) -> None:
    with database.writing() as session:
        steps.plan(session, "cup", name, at, by, **options)


def act(database: Database, what: str, name: str, by: Organiser) -> None:
    with database.writing() as session:
        getattr(steps, what)(session, "cup", name, by)


def moments(database: Database) -> dict[str, datetime]:
    with database.reading() as session:
        found = steps.milestones(session, seasons.by_slug(session, "cup"))
        return {each.name: each.at for each in found if each.at}


@pytest.fixture
def cup(database: Database) -> Database:
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", "杯", "Cup")
        league_seasons.create(session, plan, olga())
        for name, at in PLAN.items():
            steps.plan(session, "cup", name, at, olga(), zone="Asia/Tokyo")
    return database


def test_a_season_goes_by_itself_through_a_moved_deadline_a_hold_a_skip_and_an_outage(
    cup: Database,
) -> None:
    onlooker(cup)
    assert pass_until(cup, NOW) is SeasonState.DRAFT
    assert pass_until(cup, PLAN["opening"]) is SeasonState.OPEN
    enter(cup, NOW + 2 * DAY, "攻響核", "連核")
    later = PLAN["deadline"] + 7 * DAY
    by = olga(NOW + 3 * DAY, tell="Golden Week.")
    plan(cup, "deadline", later, by, with_later=True)
    act(cup, "hold", "run", olga(NOW + 3 * DAY, reason="Two look alike."))
    act(cup, "skip", "archive", olga(NOW + 3 * DAY, reason="The final comes first."))

    assert pass_until(cup, PLAN["run"] + DAY) is SeasonState.OPEN
    back = later + 9 * DAY  # nobody was there for more than a week
    assert pass_until(cup, back) is SeasonState.CLOSED, "what is held waits, and all after it"
    act(cup, "resume", "run", olga(back))
    with cup.reading() as session:
        assert seasons.by_slug(session, "cup").release_at == PLAN["release"] + 7 * DAY
    assert pass_until(cup, back) is SeasonState.PUBLISHED
    assert pass_until(cup, back + 400 * DAY) is SeasonState.PUBLISHED, "left to organisers"
    assert acts(cup) == ["open", "close", "run", "publish"]
    assert standing(cup) == {
        "opening": "done",
        "deadline": "done",
        "run": "done",
        "release": "done",
        "archive": "skipped",
    }
    with cup.reading() as session:
        moved = select(Player.address).join(Letter).where(Letter.kind == "deadline")
        written = [*session.exec(moved.order_by(col(Player.id)))]
        told = [news.told(each, "en", UTC) for each in news.notices(session, the_cup(session))]
    assert written == ["p0@example.com", "p1@example.com"]
    assert [each for each in told if "Golden Week." in each]
    assert not [each for each in told if "alike" in each], "that was for the log"


def the_cup(session: Session) -> Season:
    return seasons.by_slug(session, "cup")


def test_steps_taken_by_hand_are_not_taken_again(cup: Database) -> None:
    with cup.writing() as session:
        league_seasons.open_season(session, "cup", olga())
    enter(cup, NOW, "攻響核", "連核")

    assert pass_until(cup, PLAN["opening"]) is SeasonState.OPEN
    assert standing(cup)["opening"] == "done"
    assert pass_until(cup, PLAN["run"]) is SeasonState.REVIEW
    with cup.writing() as session:
        results.publish(session, "cup", olga(PLAN["run"]))
    assert pass_until(cup, PLAN["archive"]) is SeasonState.ARCHIVED
    assert acts(cup) == ["close", "run", "archive"]


def test_an_opening_that_comes_after_its_deadline_opens_nothing_and_says_why(cup: Database) -> None:
    """The site was away for the whole time in which entries were to be taken."""
    assert pass_until(cup, PLAN["archive"]) is SeasonState.DRAFT
    with cup.reading() as session:
        opening = steps.milestones(session, the_cup(session))[0]

    assert opening.standing == "held"
    assert [problem.code for problem in opening.problems] == ["deadline-past"]
    plan(cup, "deadline", PLAN["archive"] + 2 * DAY, olga(PLAN["archive"]), with_later=True)
    act(cup, "resume", "opening", olga(PLAN["archive"]))
    assert pass_until(cup, PLAN["archive"]) is SeasonState.OPEN


def test_a_run_that_is_refused_is_held_with_its_reason_and_nothing_half_done(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    enter(cup, NOW + 2 * DAY, "攻響核", "連核")
    with cup.writing() as session:
        kept = season_plans.plan_of(the_cup(session))
        stages = plans.read("by-hand")[0]
        league_seasons.change(session, replace(kept, stages=stages), olga(tell="By hand."))

    assert pass_until(cup, PLAN["release"]) is SeasonState.CLOSED
    with cup.reading() as session:
        run = steps.milestones(session, the_cup(session))[2]
    assert [problem.code for problem in run.problems] == ["pairings-missing"]


def test_from_the_opening_on_a_step_is_changed_with_a_reason_only(cup: Database) -> None:
    act(cup, "hold", "run", olga())
    act(cup, "resume", "run", olga())
    pass_until(cup, PLAN["opening"])

    for what in ("hold", "skip"):
        assert refused(cup, what, "run", olga()) == ["no-reason"]
        assert refused(cup, what, "deadline", olga(tell="!")) == ["deadline-only-moves"]
        assert refused(cup, what, "opening", olga(reason="!")) == ["step-over"]
    assert refused(cup, "resume", "run", olga(reason="!")) == ["step-not-held"]
    assert refused(cup, "hold", "lunch", olga(reason="!")) == ["no-such-step"]


def test_a_release_that_is_held_is_announced_no_more_until_it_goes_on(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    enter(cup, NOW + 2 * DAY, "攻響核", "連核")
    act(cup, "hold", "release", olga(PLAN["run"], tell="The judge is ill."))

    assert pass_until(cup, PLAN["release"] - DAY) is SeasonState.REVIEW
    with cup.reading() as session:
        assert visibility.release_at(the_cup(session)) is None
        (told,) = [news.told(each, "en", UTC) for each in news.notices(session, the_cup(session))]
    assert "Reason: The judge is ill." in told
    act(cup, "resume", "release", olga(PLAN["release"] - DAY))
    assert pass_until(cup, PLAN["release"]) is SeasonState.PUBLISHED


def test_a_release_waits_while_results_are_played_again_and_organisers_hear_so(
    cup: Database,
) -> None:
    """What everybody was told stays true; when to play again is the organisers' decision."""
    pass_until(cup, PLAN["opening"])
    enter(cup, NOW + 2 * DAY, "攻響核", "連核")
    assert pass_until(cup, PLAN["run"]) is SeasonState.REVIEW
    with cup.writing() as session:
        by = olga(PLAN["run"], tell="Carol's letter was lost.")
        said = [explain(each, "en") for each in nights.at_stake(session, the_cup(session))]
        interventions.add(session, "cup", Submission("Late", "攻核"), by)
        log = audits.of_season(session, the_cup(session))

    assert pass_until(cup, PLAN["release"]) is SeasonState.CLOSED, "the next run is the organiser's"
    assert (standing(cup)["run"], standing(cup)["release"]) == ("skipped", "planned")
    assert ["That plan stays, and waits" in each for each in said] == [True]
    assert ("wait", "release") in [(each.act, each.detail.get("step")) for each in log]
    with cup.reading() as session:
        assert news.notices(session, the_cup(session)) == []
    list(run(cup, "cup", olga(PLAN["release"])))
    assert pass_until(cup, PLAN["release"]) is SeasonState.PUBLISHED


def test_steps_stay_in_order(cup: Database) -> None:
    for name, at in (("run", PLAN["deadline"] - DAY), ("deadline", PLAN["release"] + DAY)):
        with pytest.raises(SeasonRefused) as refusal:
            plan(cup, name, at, olga())
        assert {problem.code for problem in refusal.value.problems} == {"steps-out-of-order"}
    pass_until(cup, PLAN["opening"])
    with pytest.raises(SeasonRefused) as refusal, cup.writing() as session:
        league_seasons.move(session, "cup", PLAN["release"] + DAY, olga(NOW + DAY, tell="!"))
    assert refusal.value.problems[0].code == "steps-out-of-order"


def test_what_moves_along_keeps_its_hour_when_clocks_change(database: Database) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    now = datetime(2027, 3, 1, tzinfo=UTC)
    with database.writing() as session:
        plan_ = season_plans.Plan(
            "laplaplus", "cup", closes_at=datetime(2027, 3, 20, 21, tzinfo=berlin)
        )
        league_seasons.create(session, plan_, olga(now))
        at = datetime(2027, 3, 21, 21, tzinfo=berlin)
        steps.plan(session, "cup", "run", at, olga(now), zone="Europe/Berlin")
        moved = datetime(2027, 3, 30, 21, tzinfo=berlin)
        steps.plan(
            session, "cup", "deadline", moved, olga(now), zone="Europe/Berlin", with_later=True
        )

    assert moments(database)["run"] == datetime(2027, 3, 31, 21, tzinfo=berlin)


def test_a_quiet_opening_writes_to_nobody(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    enter(cup, NOW + 2 * DAY, "攻響核", "連核")
    with cup.writing() as session:
        for slug, quiet in (("quiet", True), ("loud", False)):
            league_seasons.create(session, season_plans.Plan("laplaplus", slug), olga())
            steps.plan(session, slug, "opening", NOW + 3 * DAY, olga(), quiet=quiet)
    pass_until(cup, NOW + 3 * DAY)
    with cup.reading() as session:
        opened = session.exec(select(Letter).where(Letter.kind == "opened")).all()
        loud = seasons.by_slug(session, "loud")

    assert [letter.season_id for letter in opened] == [loud.id, loud.id]
