"""How long a season of matches takes, as those read it who think of taking part."""

from datetime import UTC, datetime

import pytest

from app.games import ruleset
from app.league.matches import beginnings
from app.league.matches.settings import MatchSettings
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.letters import durations
from app.store.database import Database
from app.store.security.audits import Organiser

CLOSES = datetime(2027, 1, 10, 12, tzinfo=UTC)
BY = Organiser("olga", datetime(2026, 11, 1, tzinfo=UTC), "reasons", "what is told")


@pytest.mark.parametrize(
    ("game", "settings", "closes_at", "said"),
    [
        (
            "fest",
            MatchSettings(),
            CLOSES,
            [
                "one match",
                "one letter",
                "8 exchanges at most",
                "The last deadline is Mon 18 Jan 2027",
            ],
        ),
        (
            "ocg",
            MatchSettings(hours=48, double=True),
            CLOSES,
            ["two matches", "one letter", "5 to 12", "2027, 12:00 UTC. It is Mon 1 Mar 2027"],
        ),
        (
            "ocg",
            MatchSettings(config={"turns_per_exchange": 2}),
            None,
            ["one match", "one letter", "3 to 6 exchanges, and never more than 13"],
        ),
        (
            "fest",
            MatchSettings(tempo="script"),
            CLOSES,
            ["one match", "There is only one deadline"],
        ),
        ("fest", MatchSettings(tempo="live"), CLOSES, ["one match", "on the web"]),
        ("duel", MatchSettings(), CLOSES, ["one match", "one letter"]),
        ("laplaplus", None, CLOSES, []),
    ],
)
def test_a_season_says_how_long_it_takes(
    duel: object,
    database: Database,
    game: str,
    settings: MatchSettings | None,
    closes_at: datetime | None,
    said: list[str],
) -> None:
    with database.writing() as session:
        season = seasons.create(session, Plan(game, "cup", closes_at=closes_at), BY)
        if settings:
            beginnings.arrange(session, season, settings)
        told = durations.of_season(session, season, "en", UTC)

    assert len(told) == len(said)
    assert all(each in sentence for each, sentence in zip(said, told, strict=True))


def test_a_game_says_how_long_a_match_takes() -> None:
    told = durations.of_match(ruleset("ocg"), "ja")

    assert told == "1試合はふつう5〜12回のやりとりで終わり、25回を超えることはありません。"
    assert durations.of_match(ruleset("laplaplus"), "ja") == ""
