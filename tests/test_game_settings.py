"""The settings of games at every door: each setting that a game leaves open is taken, and a wrong one refused in the same words."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final
from urllib.parse import quote, urlencode

import pytest

from app.games import match_slugs, ruleset
from app.league.eligibility.choices import under, written
from app.league.matches.settings import MatchSettings
from app.league.practice import sparring
from app.settings import settings as read_settings
from app.store.database import Database
from app.store.tables.matches import Correspondence
from tests.support.browsers import Browser, Site
from tests.support.commands import hikyaku
from tests.support.seasons import a_season

BUILDS: Final = {"fest": "D1", "acts": "Rank and File", "ocg": "Forerunners"}
EVERY: Final = [
    (slug, each.key, written(value))
    for slug in match_slugs()
    for each in ruleset(slug).choices
    for value, _ in each.values
]
Door = Callable[[Browser, str, str, str], tuple[bool, str]]
"""Whether a build is taken at the door of this game by this setting, and what is said."""


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    read_settings.cache_clear()


@pytest.fixture
def browser(database: Database, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Of somebody who tries builds that nobody meets: to find who is strongest under each setting takes a while."""
    monkeypatch.setattr(sparring, "house", lambda _: ())
    return Site(database).browser()


def page(path: str) -> Door:
    def at(browser: Browser, slug: str, rule: str, build: str) -> tuple[bool, str]:
        answer = browser.get(path.format(slug=slug, rule=quote(rule), build=quote(build)))
        return answer.status == 200, " ".join(answer.told("build")) or answer.text("main")

    return at


def form(path: str, **fields: str) -> Door:
    def at(browser: Browser, slug: str, rule: str, build: str) -> tuple[bool, str]:
        typed = {name: value.format(build=build) for name, value in fields.items()}
        answer = browser.post(path.format(slug=slug), {"rule": rule, **typed})
        return answer.status in (200, 303), answer.text("main")

    return at


def api(path: str, **fields: object) -> Door:
    def at(browser: Browser, slug: str, rule: str, build: str) -> tuple[bool, str]:
        sent = json.dumps(fields).replace("{build}", build).replace('"{rule}"', json.dumps(rule))
        asked = path.format(slug=slug, rule=quote(rule))
        headers = {"Content-Type": "application/json"}
        answer = json.loads(browser.post(f"/api/v1{asked}", sent, headers=headers).html)
        problems = answer.get("problems", [])
        return not problems, " ".join(each["text"] for each in problems)

    return at


def command(*arguments: str, stdin: str = "") -> Door:
    def at(_: Browser, slug: str, rule: str, build: str) -> tuple[bool, str]:
        call = (each.format(slug=slug, rule=rule, build=build) for each in arguments)
        told = hikyaku(*call, code=(0, 1), stdin=stdin.format(build=build))
        return told.exit_code == 0, told.stderr

    return at


DOORS: Final[Mapping[str, Door]] = {
    "the page on which a build is tried": page("/en/games/{slug}/try?rule={rule}&build={build}"),
    "a match for practice": form(
        "/en/games/{slug}/practice", act="begin", deck="own", build="{build}"
    ),
    "the laboratory": form("/en/lab/{slug}", list="{build}/Ann\n{build}/Ben"),
    "the check of a build by programs": api(
        "/games/{slug}/build?rule={rule}", text="{build}", lang="en"
    ),
    "the laboratory of programs": api(
        "/lab/{slug}", list="{build}/Ann\n{build}/Ben", rule=["{rule}"], lang="en"
    ),
    "hikyaku battle": command("battle", "{slug}", "{build}", "{build}", "--rule", "{rule}"),
    "hikyaku lab": command(
        "lab", "{slug}", "-", "--rule", "{rule}", stdin="{build}/Ann\n{build}/Ben"
    ),
    "hikyaku play": command(
        "play", "{slug}", "--rule", "{rule}", "--deck", "{build}", stdin="quit"
    ),
}


@pytest.mark.parametrize(("slug", "key", "value"), EVERY)
def test_every_setting_of_a_game_is_taken_at_every_door(
    browser: Browser, slug: str, key: str, value: str
) -> None:
    rule = f"{key}={value}"
    game = under(ruleset(slug), [rule])
    legal = next(iter(game.starters().values()))
    build = BUILDS[slug] if game.allows(ruleset(slug).read_build(BUILDS[slug])) else ""
    written_out = build or game.write_build(legal, "identifiers")
    table = {door: ask(browser, slug, rule, written_out)[0] for door, ask in DOORS.items()}

    assert table == dict.fromkeys(DOORS, True)


@pytest.mark.parametrize("slug", match_slugs())
def test_a_wrong_setting_is_refused_at_every_door_with_what_can_be_chosen(
    browser: Browser, slug: str
) -> None:
    keys = ", ".join(each.key for each in ruleset(slug).choices)
    wrong = {
        f"{each.key}=so": f"“{each.key}” cannot be “so”. Write one of: {', '.join(written(value) for value, _ in each.values)}."
        for each in ruleset(slug).choices
    } | {
        "size=9": f"“size” is not a setting for the matches of this game. Write one of: {keys}.",
        f"{keys.partition(',')[0]}={'[' * 3000}": "cannot be",
        "cards=[]": "",
        'allowed_tags=["#mine"]': "",
    }
    for rule, words in wrong.items():
        table = {door: ask(browser, slug, rule, BUILDS[slug]) for door, ask in DOORS.items()}

        assert {door: taken for door, (taken, _) in table.items()} == dict.fromkeys(DOORS, False)
        assert [door for door, (_, said) in table.items() if words not in said] == []


def test_where_the_sizes_differ_both_are_named_at_every_door(browser: Browser) -> None:
    for rule, build in (("petit=true", "D1"), ("petit=false", "P1")):
        table = {door: ask(browser, "fest", rule, build) for door, ask in DOORS.items()}

        assert {door: taken for door, (taken, _) in table.items()} == dict.fromkeys(DOORS, False)
        unsaid = [door for door, (_, said) in table.items() if "15" not in said or "24" not in said]
        assert unsaid == []
    two = "P1/Ann\nD1/Ben"
    mixed = [
        hikyaku("battle", "fest", "P1", "D1", code=1).stderr,
        hikyaku("lab", "fest", "-", stdin=two, code=1).stderr,
        browser.post("/en/lab/fest", {"list": two}).text("main"),
    ]
    assert ["A deck of 15 cards cannot meet one of 24" in each for each in mixed] == [True] * 3
    hikyaku("battle", "fest", "P1", "P1")


def test_a_game_that_builds_decide_has_nothing_to_choose(database: Database) -> None:
    told = hikyaku("battle", "laplaplus", "攻核", "核", "--rule", "petit=true", code=1).stderr
    page = Site(database).browser().get("/en/games/laplaplus/try")

    assert told == "“Laplaplus” has no matches, since builds alone decide.\n"
    assert not page.page.css("select[name=rule]")


def test_a_season_presets_its_settings_where_its_build_is_practised_tried_and_checked(
    database: Database,
) -> None:
    with database.writing() as session:
        season = a_season(session, game="fest", rules_version=ruleset("fest").rules_version)
        kept = MatchSettings(config={"petit": True, "scoring": "C", "max_copies": 7}).kept()
        session.add(Correspondence(season_id=season.id, settings=kept))
    browser = Site(database).browser()
    chosen = "select[name=rule] option[selected]"
    for path in ("practice", "try"):
        page = browser.get(f"/en/games/fest/{path}?season=cup")
        found = {each.attributes["value"] for each in page.page.css(chosen)}

        assert {"petit=true", "scoring=C", "max_copies=7"} <= found
    ring = [each.attributes["href"] or "" for each in page.page.css(".bouts td a")]
    assert ring
    assert browser.get(str(ring[0])).status == 200
    query = urlencode([("rule", "petit=true"), ("rule", 'allowed_tags=["#standard"]')])
    offer = browser.get(f"/en/games/fest/practice?{query}")
    decks = [each.attributes["value"] for each in offer.page.css("input[name=deck]")]
    assert decks == ["小さな招待日", "own"]
    query += "&rule=max_copies%3D1"
    nothing = browser.get(f"/en/games/fest/practice?{query}")
    assert "No house deck is legal under these settings." in nothing.text("main")
    assert browser.get("/en/games/fest/practice?season=nowhere").status == 404
    assert browser.get("/en/games/ocg/try?season=cup").status == 404
