"""Two friends play any game by the web alone: from the invitation to the result and the rematch, without an organiser."""

import json
from datetime import timedelta

import pytest

from app.games import ruleset
from app.league.matches import records
from app.store.database import Database
from app.store.matches import matches
from app.store.tables import Duel, DuelEnding, DuelStage, Season
from tests.support.browsers import Answer, Browser, Site
from tests.support.duels import move_all
from tests.support.friends import GAMES, MATCHES, SETTINGS, builds, play_on, the_duels


@pytest.fixture
def site(database: Database) -> Site:
    return Site(database)


def path(address: str) -> str:
    return address.removeprefix("https://cup.example")


def fields(config: dict[str, object]) -> dict[str, str]:
    return {f"rule_{key}": json.dumps(value) for key, value in config.items()}


def opened(site: Site, game: str, **more: str) -> str:
    browser = site.browser()
    return browser.submit(
        browser.get(f"/en/games/{game}/duel"), "#duel", name="Alice", **more
    ).location


def accepted(site: Site, game: str, config: dict[str, object] | None = None) -> dict[str, str]:
    """The pages of both; B has proposed these settings, and A agreed."""
    alice, browser = opened(site, game), site.browser()
    invitation = path(browser.get(alice).text("#invitation"))
    bob = browser.submit(browser.get(invitation), "#accept", name="Bob", **fields(config or {}))
    if config:
        assert (
            browser.submit(browser.get(alice), "form:has([value=agree])", act="agree").status == 303
        )
    return {"A": alice, "B": bob.location}


def send(browser: Browser, at: str, build: str) -> Answer:
    return browser.submit(browser.get(at), "#cards", act="send", build=build)


def the_duel(site: Site) -> Duel:
    return the_duels(site.database)[-1]


@pytest.mark.parametrize("game", GAMES)
def test_two_friends_play_by_the_web_alone(site: Site, game: str) -> None:
    """Settings proposed and agreed on, both sealed, the battle or the match, the result by its link, and once more."""
    browser, at = site.browser(), accepted(site, game, SETTINGS[game])
    sent = builds(game, SETTINGS[game])
    for seat in "AB":
        assert send(browser, at[seat], sent[seat]).status == 303
    if game in MATCHES:
        assert the_duel(site).stage is DuelStage.MATCH
        move_all(site.database, site.clock.now)
        for seat in "AB":
            own = site.browser()
            match = own.submit(own.get(at[seat]), "#match + form", act="play").location
            page = own.get(match)
            assert page.status == 200
            assert own.submit(page, "form[method=post]", act="ready", orders="").status == 303
        assert site.browser("192.0.2.9").get(match).status == 403
        site.clock.now = play_on(site.database, site.clock.now + timedelta(seconds=11))
    duel = the_duel(site)
    assert duel.ending is DuelEnding.BATTLE
    assert {**duel.config, **SETTINGS[game]} == duel.config
    page = browser.get(at["A"])
    result = path(page.text("#result"))
    stranger = site.browser("192.0.2.77")
    assert stranger.get(result).status == 200
    watched = stranger.get(f"{result}/battles/1-2")
    if game in MATCHES:
        watched = stranger.get(watched.location)
        with site.reading() as session:
            season = session.get_one(Season, duel.season_id)
            (match_row,) = matches.of_season(session, season)
            assert not records.proof_of(session, season, match_row).faults
    assert watched.status == 200
    assert "Alice" in watched.text()
    again = browser.submit(page, "form:has([value=rematch])", act="rematch").location
    assert browser.get(again).status == 200
    assert the_duel(site).config == duel.config
    assert the_duel(site).stage is (
        DuelStage.OPEN if not SETTINGS[game] and ruleset(game).duel else DuelStage.WHOLE
    )
