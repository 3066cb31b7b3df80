"""A season of a game with decisions: arranged, committed to at its opening, and all its matches made at its closing."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import Session

from app.engine.matches import dice
from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.games import ruleset
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.matches import beginnings, seeds
from app.league.matches.settings import MatchSettings
from app.league.results import runs
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.store.database import Database
from app.store.matches import matches
from app.store.seasons import by_slug
from app.store.security.audits import Organiser
from app.store.tables import SeasonState
from app.store.work import run_claims

NOW = datetime(2026, 11, 2, 3, tzinfo=UTC)
BY = Organiser("olga", NOW, "reasons", "what is told")
TOKYO = ZoneInfo("Asia/Tokyo")


def prepare(session: Session, **settings: Any) -> None:
    season = seasons.create(session, Plan("duel", "cup", capacity=6), BY)
    beginnings.arrange(session, season, MatchSettings(**settings))


def enter(session: Session, count: int) -> None:
    for number in range(count):
        interventions.add(session, "cup", Submission(f"C{number}", "石紙鋏"), BY)


def test_a_game_with_decisions_opens_only_once_its_matches_are_arranged(
    duel: Ruleset, database: Database
) -> None:
    with database.writing() as session:
        season = seasons.create(session, Plan("duel", "cup"), BY)
        with pytest.raises(SeasonRefused) as refusal:
            seasons.open_season(session, "cup", BY)
        beginnings.arrange(session, season, MatchSettings())
        seasons.open_season(session, "cup", BY)
        with pytest.raises(SeasonRefused) as late:
            beginnings.arrange(session, season, MatchSettings())

    assert [each.code for each in refusal.value.problems] == ["matches-not-arranged"]
    assert [each.code for each in late.value.problems] == ["matches-too-late"]


def test_what_cannot_be_arranged_is_told_all_at_once(duel: Ruleset) -> None:
    wrong = MatchSettings(
        tempo="blitz",  # type: ignore[arg-type]
        config={"rounds": 9},
        hours=0,
        daily="9 pm",
        weekdays=(7,),
        extensions=-1,
        asks_per_turn=99,
        reveal="never",  # type: ignore[arg-type]
    )

    assert [each.code for each in wrong.problems(duel)] == [
        *("match-tempo", "match-hours", "match-daily", "match-weekdays", "match-extensions"),
        *("match-asks", "match-reveal", "match-config"),
    ]
    assert [each.code for each in MatchSettings().problems(ruleset("laplaplus"))] == [
        "match-no-game"
    ]
    assert MatchSettings.of(MatchSettings(hours=5).kept()) == MatchSettings(hours=5)


@pytest.mark.parametrize(
    ("settings", "moment", "deadline"),
    [
        (MatchSettings(), "2026-11-02 08:59", "2026-11-02 21:00"),
        (MatchSettings(), "2026-11-02 09:01", "2026-11-03 21:00"),
        (MatchSettings(weekdays=(0, 3)), "2026-11-02 12:00", "2026-11-05 21:00"),
        (MatchSettings(hours=72), "2026-11-01 00:00", "2026-11-04 00:00"),
        (MatchSettings(hours=72), "2026-11-04 00:00", "2026-11-07 00:00"),
        (MatchSettings(hours=72), "2026-11-06 13:00", "2026-11-10 00:00"),
        (MatchSettings(hours=1), "2026-11-01 00:20", "2026-11-01 01:00"),
        (MatchSettings(hours=1), "2026-11-01 00:40", "2026-11-01 02:00"),
    ],
)
def test_a_deadline_leaves_time_to_answer(
    settings: MatchSettings, moment: str, deadline: str
) -> None:
    begun_at = datetime(2026, 11, 1, tzinfo=TOKYO)
    at = settings.deadline_after(
        datetime.fromisoformat(moment).replace(tzinfo=TOKYO).astimezone(UTC), begun_at
    )

    assert f"{at.astimezone(TOKYO):%Y-%m-%d %H:%M}" == deadline


def test_a_daily_deadline_keeps_its_hour_when_clocks_change() -> None:
    berlin = MatchSettings(zone="Europe/Berlin")
    moment = datetime(2026, 10, 23, 12, tzinfo=UTC)
    found = []
    for _ in range(4):
        moment = berlin.deadline_after(moment, moment)
        found.append(moment.astimezone(ZoneInfo("Europe/Berlin")).hour)

    assert found == [21] * 4


def test_commitments_are_published_before_anybody_has_entered(
    duel: Ruleset, database: Database
) -> None:
    """Whoever comes, the seed of the match at each table follows from the root that the season has committed itself to."""
    with database.writing() as session:
        prepare(session, mirror=True)
        seasons.open_season(session, "cup", BY)
        season = seasons.move(session, "cup", NOW + timedelta(days=1), BY)
        found = matches.correspondence(session, season)
        assert found
        published = dict(seeds.commitments(season, found))
        commitment, root = found.commitment, seeds.root_of(found)
        enter(session, 5)
        later = Organiser("timetable", NOW + timedelta(days=1))
        seasons.close(session, "cup", later)
        runs.start(session, "cup", later)
        made = matches.of_season(session, season)
        before = {each.game_id: (each.commitment, each.mirror_of) for each in made}
        runs.start(session, "cup", later)
        again = {each.id for each in matches.of_season(session, season)}

    assert len(published) == 5 * 3
    assert commitment == seeds.root_commitment(root)
    assert {name: published[mirror or name] for name, (_, mirror) in before.items()} == {
        name: said for name, (said, _) in before.items()
    }
    assert again == {each.id for each in made}
    assert len(made) == 20
    assert sum(each.mirror_of is not None for each in made) == 10
    assert before["cup-r6-1"] == (
        dice.commit(dice.server_seed(root, "cup-r1-1")),
        "cup-r1-1",
    )
    seats = Counter(each.entry_a_id for each in made)
    assert {*seats.values()} == {4}
    assert {each.due_at for each in made} == {later.now}


def test_while_matches_go_on_no_run_is_played_and_nobody_comes_or_changes(
    duel: Ruleset, database: Database
) -> None:
    with database.writing() as session:
        prepare(session)
        seasons.open_season(session, "cup", BY)
        enter(session, 3)
        seasons.close(session, "cup", BY)
        runs.start(session, "cup", BY)
        waiting = run_claims.waiting(session, now=NOW)
        season = by_slug(session, "cup")
        with pytest.raises(SeasonRefused):
            enter(session, 1)
        season.state = SeasonState.CLOSED  # as after a halt
        for change in (
            lambda: seasons.reopen(session, "cup", BY),
            lambda: enter(session, 1),
            lambda: interventions.correct(
                session, "cup", "C1", interventions.WantedCorrection(build="石石石"), BY
            ),
        ):
            with pytest.raises(SeasonRefused) as refusal:
                change()
            assert refusal.value.problems[0].code == "matches-begun"

    assert waiting == []
