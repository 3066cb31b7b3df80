"""Two friends play any game by the web alone: from the invitation to the result and the rematch, without an organiser."""

import json
import re
from datetime import timedelta

import pytest
from sqlmodel import select

from app.games import ruleset
from app.jobs.duels import KEPT_FOR, forget_ended, settle_due
from app.league.duels import settings
from app.league.matches import records
from app.league.people import organisers
from app.league.people.tokens import duel_token
from app.store import players, seasons
from app.store.database import Database
from app.store.matches import matches
from app.store.security import personal_data
from app.store.tables import (
    Duel,
    DuelEnding,
    DuelStage,
    Entry,
    Match,
    Player,
    Season,
    SignInPurpose,
)
from app.web.sessions import cookie_name
from tests.support.browsers import Answer, Browser, Site
from tests.support.duels import move_all
from tests.support.friends import GAMES, MATCHES, SETTINGS, builds, play_on, the_duels
from tests.web.test_routes import routes
from tests.web.worlds import OLGA, sign_in


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


def begun(site: Site, game: str = "fest", **more: str) -> dict[str, str]:
    """The pages of both, whose match has begun."""
    browser, at = site.browser(), accepted(site, game)
    for seat, build in builds(game, {}).items():
        send(browser, at[seat], build)
    move_all(site.database, site.clock.now)
    return at


def slug_of(site: Site) -> str:
    with site.reading() as session:
        season: Season = session.get_one(Season, the_duel(site).season_id)
        return season.slug


def test_the_season_of_a_duel_stands_in_no_list(site: Site) -> None:
    """Before and after its end no page of all seasons, feed, calendar or list for programs names it; nor do its players become players of seasons."""
    begun(site)
    slug, browser = slug_of(site), site.browser("192.0.2.50")
    asked = [each.removeprefix("GET ") for each in routes(site.app) if each.startswith("GET ")]
    named = [each for each in asked if not {*re.findall(r"{(\w+)", each)} - {"lang", "game"}]
    paths = [each.format(lang="en", game="fest") for each in named]
    assert len(paths) > 40
    for _ in range(2):
        told = {each: browser.get(each) for each in paths}
        assert [each for each, answer in told.items() if slug in answer.html] == []
        assert {"/en/feed.atom", "/api/v1/seasons", "/en/seasons.ics"} <= told.keys()
        site.clock.now = play_on(site.database, site.clock.now)
    match = browser.get(browser.get(f"/en/seasons/{slug}").location)
    assert match.status == 200
    assert 'content="noindex"' in match.html
    with site.reading() as session:
        season = session.get_one(Season, the_duel(site).season_id)
        assert season not in seasons.every(session)
        assert players.interested(session, "fest") == []


def test_organisers_are_shown_no_build_of_a_duel_nor_where_its_match_is(site: Site) -> None:
    """Not even if one of the two has told them the address, nor by the players who stand for those without one."""
    begun(site)
    slug, desk = slug_of(site), site.browser("192.0.2.50")
    with site.writing() as session:
        organisers.appoint(session, OLGA, "Olga", site.clock.now)
        token, _ = sign_in(session, SignInPurpose.ORGANISER)
        strangers = [each.id for each in session.exec(select(Player)) if each.muted_at]
    desk.client.cookies.set(cookie_name(site.app.site, SignInPurpose.ORGANISER, ""), token)
    shown = [desk.get(f"/en/desk/threads/{each}/block") for each in strangers]
    assert [(each.status, slug in each.html) for each in shown] == [(200, False)] * 2
    for below in ("", "/correct/1", "/matches", "/review"):
        page = desk.get(f"/en/desk/seasons/{slug}{below}")
        assert [each for each in builds("fest", {}).values() if each in page.html] == []


def test_a_match_of_a_duel_is_given_up_on_either_page_and_forgotten_with_it(site: Site) -> None:
    at = begun(site)
    browser = site.browser()
    page = browser.submit(browser.get(at["B"]), "form:has([value=withdraw])", act="withdraw")
    assert "Alice wins" in browser.get(page.location).text()
    move_all(site.database, site.clock.now)
    slug = slug_of(site)
    assert browser.get(f"/en/seasons/{slug}/matches/1-1/replay").status == 200

    at = begun(site)
    own = site.browser()
    match = own.submit(own.get(at["A"]), "#match + form", act="play").location
    assert own.submit(own.get(match), "form[method=post]", act="resign", orders="").status == 303
    site.clock.now += timedelta(seconds=11)
    move_all(site.database, site.clock.now)
    assert own.post(at["B"], {"act": "withdraw"}).status == 422
    assert settle_due(site.database, site.clock.now)
    assert the_duel(site).winner == "B"

    assert forget_ended(site.database, site.clock.now + KEPT_FOR + timedelta(days=1))
    with site.reading() as session:
        for table in (Duel, Season, Entry, Match, Player):
            assert session.exec(select(table)).all() == []


def test_whoever_named_an_address_is_let_into_a_match_by_a_letter_alone(site: Site) -> None:
    """Else anybody could name an address, and act as its reader: until then the match is that of a player without one."""
    at = begun(site)
    with site.writing() as session:
        victim = players.known_as(session, "eve@example.net", "en", site.clock.now)
        duel = session.get_one(Duel, the_duel(site).id)
        duel.duelists[0].player = victim
        session.add(duel)
    letter = f"/en/duels/{duel_token(site.key, the_duel(site).id, 'A by letter')}"
    own = site.browser()
    before = own.submit(own.get(at["A"]), "#match + form", act="play").location
    by_letter = site.browser()
    match = by_letter.submit(by_letter.get(letter), "#match + form", act="play").location
    assert before == match
    told = [each.kind for each in site.letters() if each.player_id == victim.id]
    assert told == ["turn"]
    with site.reading() as session:
        (entry, _) = session.exec(select(Entry).order_by(Entry.number)).all()  # type: ignore[arg-type]
        assert entry.player.address == "eve@example.net"
    assert own.get(match).status == 404
    assert "by letter" in own.get(at["A"]).text("#match + p")
    assert own.post(at["A"], {"act": "play"}).location == at["A"]

    with site.writing() as session:
        personal_data.erase(session, session.get_one(Player, victim.id))
    assert "Alice" not in own.get(at["B"]).text()
    assert own.post(at["A"], {"act": "play"}).location == at["A"]
    play_on(site.database, site.clock.now)
    assert the_duel(site).ending is DuelEnding.BATTLE
    late = own.post(at["B"], {"act": "withdraw"})
    assert (late.status, "This duel is over." in late.text()) == (422, True)


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("fest", {"rule_petit": '"never"'}),
        ("fest", {"rule_petit": "[" * 9_999}),
        ("acts", {"rule_turn_limit": "7"}),
    ],
)
def test_settings_that_there_are_not_are_named_with_what_can_be_chosen(
    site: Site, game: str, wrong: dict[str, str]
) -> None:
    browser = site.browser()
    page = browser.submit(
        browser.get(f"/en/games/{game}/duel"), "#duel", name="Alice", days="99", **wrong
    )
    assert page.status == 422
    told = page.text("#duel-told")
    assert "is not one of the choices. Write one of: " in told
    assert "days" in page.text("#days-told")
    choice = next(each for each in settings.choices(ruleset(game)) if f"rule_{each.key}" in wrong)
    assert all(words.en in told for _, words in choice.values)
    assert the_duels(site.database) == []


def test_a_build_that_the_settings_forbid_is_refused_and_what_was_sent_counts_no_more_under_others(
    site: Site,
) -> None:
    browser, alice = site.browser(), opened(site, "fest")
    large, small = builds("fest", {})["A"], builds("fest", {"petit": True})["A"]
    invitation = path(browser.get(alice).text("#invitation"))
    assert send(browser, alice, large).status == 303
    bob = browser.submit(browser.get(invitation), "#accept", name="Bob", rule_petit="true").location
    assert "sealed, sent" not in browser.get(bob).text()
    refused = browser.post(bob, {"act": "send", "build": small, "stage": "whole"})
    assert "First agree on the settings." in refused.text()
    assert "You proposed these settings" in browser.get(bob).text()
    assert (
        browser.submit(browser.get(alice), "#proposal", act="propose", rule_scoring='"C"').status
        == 303
    )
    assert browser.submit(browser.get(bob), "form:has([value=agree])", act="agree").status == 303
    assert the_duel(site).config["scoring"] == "C"
    assert send(browser, alice, large).status == 422
    assert send(browser, alice, small).status == 303
    site.clock.now += timedelta(days=4)
    assert settle_due(site.database, site.clock.now)
    assert the_duel(site).winner == "A"


def test_settings_on_which_nobody_agrees_end_a_duel_without_a_winner(site: Site) -> None:
    at = accepted(site, "fest")
    browser, alice = site.browser(), opened(site, "fest")
    invitation = path(browser.get(alice).text("#invitation"))
    bob = browser.submit(browser.get(invitation), "#accept", name="Bob", rule_petit="true").location
    site.clock.now += timedelta(days=4)
    settle_due(site.database, site.clock.now)
    assert the_duel(site).ending is DuelEnding.UNSETTLED
    assert the_duel(site).winner is None
    assert "did not agree" in browser.get(bob).text("#end + p")
    assert at["A"] != alice
