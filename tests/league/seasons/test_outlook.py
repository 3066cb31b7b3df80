"""What stages come to with so many entrants, and what in them fits nobody."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.engine import Lang
from app.games import ruleset
from app.league.matches.settings import MatchSettings
from app.league.seasons.stages import outlook, plans
from app.league.seasons.stages.outlook import CHOICES

NOW = datetime(2026, 11, 1, tzinfo=UTC)
TURN = MatchSettings()


def said(text: str, count: int, lang: Lang = "en", play: MatchSettings | None = None) -> str:
    return outlook.told(plans.read(text)[0], count, lang, play)


@pytest.mark.parametrize(
    ("text", "count", "sentence"),
    [
        ("", 7, "everyone meets everyone; 21 battles"),
        ("swiss rounds=5 best=4\nknockout", 20, "5 rounds, the best 4 go on, semi-finals; 54 battles"),
        ("groups groups=4 go-on=1\nknockout", 24, "4 groups of 6, the best of each goes on, semi-finals; 64 battles"),
        ("groups groups=4\nknockout", 26, "4 groups of 6 or 7, the best 2 of each go on, quarter-finals; 80 battles"),
        ("knockout third-place=no", 2, "a final; 1 battle"),
        ("knockout third-place=no", 33, "a round of 64, 31 byes in the first round; 32 battles"),
        ("divisions divisions=3 size=8", 20, "3 divisions of 4 or 8; 62 battles"),
        ("by-hand", 8, "Pairings by hand"),
    ],
)  # fmt: skip
def test_a_season_is_told_in_a_sentence(text: str, count: int, sentence: str) -> None:
    assert said(text, count) == sentence


def test_japanese_is_told_as_japanese() -> None:
    assert said("groups groups=4\nknockout", 24, "ja") == (
        "6名ずつの4組、各組の上位2名が進出、準々決勝から。全部で68戦"
    )


@pytest.mark.parametrize("slug", CHOICES)
def test_usual_numbers_can_be_played_and_fit_everybody(slug: str) -> None:
    """From four entrants on no number that is filled in is warned about."""
    for count in range(4, 130):
        found, problems = plans.read(outlook.written(slug, {}, count))
        few = outlook.usual(slug, count).get("at-once")

        assert not problems
        assert not [*plans.problems_of(found)]
        assert not [*outlook.warnings(found, count, replace(TURN, at_once=few))], (slug, count)


@pytest.mark.parametrize(
    ("text", "count", "codes"),
    [
        ("", 1, ["nobody-left"]),
        ("groups groups=8 go-on=1\nknockout", 9, ["part-of-one"]),
        ("groups groups=4 go-on=3\nknockout", 12, ["all-go-on"]),
        ("groups groups=1 go-on=1\nknockout", 6, ["nobody-left"]),
        ("swiss rounds=9", 8, ["rounds-without-opponents"]),
        ("swiss rounds=3 best=8\nknockout", 8, ["all-go-on"]),
        ("divisions divisions=4 size=8", 18, ["division-empty"]),
        ("divisions divisions=3 size=8", 17, ["part-of-one"]),
    ],
)
def test_what_fits_nobody_is_warned_about(text: str, count: int, codes: list[str]) -> None:
    assert [each.code for each in outlook.warnings(plans.read(text)[0], count)] == codes


def test_many_matches_at_the_same_time_are_warned_about() -> None:
    many, few = (outlook.warnings((), 20, replace(TURN, at_once=most)) for most in (None, 3))

    assert [each.code for each in many] == ["many-at-once"]
    assert [*few] == []


@pytest.mark.parametrize(
    ("text", "play", "sentence"),
    [
        ("swiss rounds=5", TURN, "Rounds: 5; about 40 exchanges in 6 weeks; a letter every day, with at most 1 of your matches in it."),
        ("", replace(TURN, at_once=3, weekdays=(0, 2, 4)), "Rounds: 8; about 64 exchanges in 21 weeks; 3 letters a week, with at most 3 of your matches in it."),
        ("groups\ndouble-knockout", replace(TURN, round_exchanges=4, double=True, hours=48), "Rounds: 7; about 28 exchanges in 8 weeks; a letter every 48 hours, with at most 10 of your matches in it."),
        ("team-knockout", replace(TURN, tempo="script"), ""),
    ],
)  # fmt: skip
def test_a_season_by_mail_tells_how_long_it_takes(
    text: str, play: MatchSettings, sentence: str
) -> None:
    found = plans.read(text)[0]

    assert outlook.pace(found, 24, "en", play, ruleset("fest"), NOW) == sentence
