"""Results of a season of matches: pages, letters and files tell each match as its record has it, by no exhibition."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import Session, col, select
from starlette.testclient import TestClient

from app.engine import Side, TellingSheet, Tone, winner_of
from app.jobs.exchanges import begin_due
from app.league.matches import departures, outcomes
from app.league.results import results
from app.league.results.results import FinishedRun
from app.league.seasons import seasons
from app.letters.contents import render
from app.letters.reports.stories import logbook
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.matches import matches
from app.store.matches.matches import Ending
from app.store.tables import Letter, Player, Run
from tests.support.asking import Client
from tests.support.duels import CLOSES, cup, move_all, olga, open_cup, pass_deadline, play_run
from tests.support.outgoing import KEY

LATER = CLOSES + timedelta(days=40)
BATTLE = "/seasons/cup/battles"


def play_cup(database: Database, count: int, **settings: Any) -> None:
    """A season of the school festival is over, and its results are out; two bring the same deck."""
    open_cup(database, count, "fest", ("D1", "D2"), **settings)
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    while pass_deadline(database):
        pass


def publish(database: Database) -> None:
    play_run(database, LATER)
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))


def the_run(session: Session) -> FinishedRun:
    season = cup(session)
    return results.finished(session, season, session.get_one(Run, season.published_run_id))


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    settings = Settings(secret=KEY, base_url="http://testserver")
    with Client(create_app(settings, database), follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("tempo", ["script", "turn"])
@pytest.mark.parametrize("double", [False, True])
def test_a_battle_is_the_match_of_its_pair(database: Database, tempo: str, double: bool) -> None:
    """Two that bring the same deck have one too, where an exhibition is a draw."""
    play_cup(database, 3, tempo=tempo, double=double)
    publish(database)
    with database.reading() as session:
        run = the_run(session)
        pairs = [(one, other) for one in range(3) for other in range(3) if one != other]
        for one, other in pairs:
            battle = results.battle(session, run, one, other)
            again = results.battle(session, run, other, one)
            told = [*run.game.tell(battle.events, TellingSheet("Alice"), TellingSheet("Bob"), "en")]
            assert battle.winner == winner_of(run.row(one)[other])
            assert battle.hp == again.hp[::-1]
            assert told[-1].tone is Tone.VERDICT
            assert not any("exhibition" in line.text for line in told)


def test_a_match_that_was_given_up_is_told_to_its_end(database: Database) -> None:
    open_cup(database, 2, "fest", ("D1", "D2"))
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    with database.writing() as session:
        (match,) = matches.of_season(session, cup(session))
        departures.end(match, "resign", "A", CLOSES)
        session.add(match)
    move_all(database, CLOSES)
    publish(database)
    with database.reading() as session:
        run = the_run(session)
        battle = results.battle(session, run, 0, 1)
        lines = [*run.game.tell(battle.events, TellingSheet("Alice"), TellingSheet("Bob"), "en")]
        loser = match.entry_a_id

    assert battle.reason == "resign"
    winner = "Bob" if run.participants[0].entry_id == loser else "Alice"
    assert battle.winner is (Side.AWAY if winner == "Bob" else Side.HOME)
    assert lines[-1].text == f"{winner} wins: resignation."


def test_pages_letters_and_files_tell_the_match(database: Database, browser: TestClient) -> None:
    play_cup(database, 3, tempo="script")
    sealed = [browser.get(f"/{lang}{BATTLE}/1-2").status_code for lang in ("en", "ja")]
    publish(database)
    with database.writing() as session:
        run = the_run(session)
        battle = results.battle(session, run, 0, 1)
        lines = run.game.tell(battle.events, TellingSheet("C1"), TellingSheet("C2"), "en")
        verdict = next(line.text for line in lines if line.tone is Tone.VERDICT)
        score = verdict.partition(":")[0]
        report = session.exec(select(Letter).where(col(Letter.kind) == "report")).first()
        assert report is not None
        letter = render(session, report)
        session.get_one(Player, report.player_id).wants_log = True
        assert logbook(session, report) is not None
    page = browser.get(f"/en{BATTLE}/1-2").text
    data = browser.get(f"/api/v1{BATTLE}/1/2").text
    shown = browser.get("/ja/seasons/cup").text

    assert not {200} & {*sealed}
    for text in (page, data, letter.text):
        assert "An exhibition" not in text
    assert score in page
    assert score in data
    assert "C1" in shown


def test_a_pair_took_as_long_as_its_longest_match_that_ended_as_both_together_did(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3 won 1:0 and 1:0 against 4, in 5 and 6 rounds; against 5 it won in 4 what a draw in 9 follows; 4 and 5 won one each."""
    ended = [
        Ending(3, 4, 2, 0, "points", 1, round_line(5)),
        Ending(4, 3, 0, 2, "points", 1, round_line(6)),
        Ending(3, 5, 2, 0, "points", 1, round_line(4)),
        Ending(5, 3, 1, 1, "draw", 1, round_line(9)),
        Ending(4, 5, 2, 0, "points", 1, round_line(7)),
        Ending(4, 5, 0, 2, "forfeit", 1, round_line(8)),
    ]
    open_cup(database, 0, "fest")
    monkeypatch.setattr(matches, "endings", lambda _session, _season: ended)

    with database.reading() as session:
        assert outcomes.rounds(session, cup(session)) == {
            frozenset((3, 4)): 6,
            frozenset((3, 5)): 4,
        }


def round_line(number: int) -> str:
    """How the last decision of this round begins in a record."""
    return f'{{"by":"A","d":"r{number}.play.A"'
