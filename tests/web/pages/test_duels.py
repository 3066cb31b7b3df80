"""Two friends play a duel: each by a link of their own, and nobody sees anything before both have sent."""

from datetime import timedelta

import pytest
from sqlmodel import select

from app.league.people.tokens import DUEL_PARTS, duel_token
from app.store.database import Database
from app.store.tables import Duel, Duelist
from tests.support.browsers import Answer, Browser, Site, text_shown

OFFER = "/en/games/laplaplus/duel"
OPEN = {"A": "連攻核盾", "B": "硬反響核"}
SHOWN = {"A": "核攻連盾", "B": "核硬響反"}
"""In order of number."""
WHOLE = {"A": "攻連核盾核核硬反/Boulder", "B": "核核反響硬硬攻力"}


@pytest.fixture
def site(database: Database) -> Site:
    return Site(database)


def opened(site: Site) -> str:
    """The page of Alice, who has opened a duel."""
    browser = site.browser()
    return browser.submit(browser.get(OFFER), "#duel", name="Alice").location


def accepted(site: Site) -> dict[str, str]:
    """The pages of both."""
    browser, alice = site.browser(), opened(site)
    invitation = browser.get(alice).text("#invitation")
    bob = browser.submit(browser.get(path(invitation)), "#accept", name="Bob").location
    return {"A": alice, "B": bob}


def path(address: str) -> str:
    return address.removeprefix("https://cup.example")


def send(browser: Browser, at: str, build: str) -> Answer:
    return browser.submit(browser.get(at), "#cards", act="send", build=build)


def played(site: Site) -> dict[str, str]:
    """The pages of both after the battle."""
    at, browser = accepted(site), site.browser()
    for sent in (OPEN, WHOLE):
        for seat in ("A", "B"):
            assert send(browser, at[seat], sent[seat]).status == 303
    return at


def test_a_duel_is_opened_accepted_played_and_shared(site: Site) -> None:
    """Two-stage duel, §7.2: open cards shown at the same time, then builds of these and four closed ones."""
    browser, at = site.browser(), played(site)
    page = browser.get(at["A"])

    assert "The battle is over" in page.text("h1")
    assert page.text("#lines").split() == [WHOLE["A"], f"{WHOLE['B']}/Bob"]
    result = path(page.text("#result"))
    stranger = site.browser("192.0.2.77")
    assert "Give up" not in text_shown(stranger.get(result))
    battle = stranger.get(f"{result}/battles/1-2")
    assert battle.status == 200
    assert "Boulder" in battle.text("h1")
    assert "Bob" in battle.text("h1")
    assert {at["A"].rpartition("/")[2], at["B"].rpartition("/")[2]}.isdisjoint(
        battle.html.split("/")
    )
    assert stranger.get(f"{result}/battles/2-1").status == 200
    assert stranger.get(f"{result}/battles/1-1").status == 404
    assert stranger.get(f"{result}/entries/1").location == result
    assert stranger.submit(page, "form[method=post]", act="rematch").status == 303


def test_nothing_is_seen_before_both_have_sent(site: Site) -> None:
    """Sealed until both are in: of what the other has sent only that it is there, and its seal."""
    browser, at = site.browser(), accepted(site)
    send(browser, at["A"], OPEN["A"])
    before = browser.get(at["B"]).text()
    assert "sealed, sent" in before
    assert SHOWN["A"] not in before
    with site.reading() as session:
        alice = session.exec(select(Duelist).where(Duelist.seat == "A")).one()
        assert alice.shown_seal in before
        assert alice.shown_salt
        assert alice.shown_salt.hex() not in before

    send(browser, at["B"], OPEN["B"])
    after = browser.get(at["B"]).text()
    assert SHOWN["A"] in after
    assert alice.shown_salt.hex() in after

    send(browser, at["B"], WHOLE["B"])
    before = browser.get(at["A"]).text()
    assert WHOLE["B"] not in before
    assert SHOWN["B"] in before
    with site.reading() as session:
        bob = session.exec(select(Duelist).where(Duelist.seat == "B")).one()
        assert bob.build_salt
        assert bob.build_salt.hex() not in before
        assert bob.build_seal in before


def test_no_link_but_their_own_shows_a_duel_that_goes_on(site: Site) -> None:
    at = accepted(site)
    browser = site.browser()
    send(browser, at["A"], OPEN["A"])
    send(browser, at["B"], OPEN["B"])
    with site.reading() as session:
        duel = session.exec(select(Duel)).one()
    for part in set(DUEL_PARTS) - {"A", "B", "A by letter", "B by letter"}:
        token = duel_token(site.key, duel.id, part)
        for below in ("", "/battles/1-2"):
            answer = browser.get(f"/en/duels/{token}{below}")
            assert answer.status in (404, 410), part
            assert not any(each in answer.html for each in SHOWN.values())


def test_everything_wrong_is_told_and_what_was_typed_stays(site: Site) -> None:
    browser = site.browser()
    at = opened(site)
    answer = send(browser, at, "攻, 核, sheild, 連, 連")

    assert answer.status == 422
    told = answer.told("build") or answer.told("")
    assert len(told) == 2
    assert "Shield" in told[0]
    assert "exactly four open cards. Here are 5" in told[1]
    assert "sheild" in answer.text("textarea")
    for name, words in (("", "name"), ("a@b.example", "address"), ("x" * 65, "64")):
        form = browser.get(OFFER)
        told = browser.submit(form, "#duel", name=name).told("name")
        assert words in " ".join(told)
    assert browser.submit(browser.get(OFFER), "#duel", name="Al", days="99").told("days")


def test_the_same_name_cannot_sit_on_both_sides_nor_a_third_player(site: Site) -> None:
    browser, alice = site.browser(), opened(site)
    invitation = path(browser.get(alice).text("#invitation"))
    page, carols = browser.get(invitation), browser.get(invitation)

    assert browser.submit(page, "#accept", name="ａｌｉｃｅ").told("name")
    assert browser.submit(browser.get(invitation), "#accept", name="Bob").status == 303
    assert browser.submit(carols, "#accept", name="Carol").status == 410
    assert browser.get(invitation).status == 410


def test_the_builder_works_without_scripts_and_in_both_languages(site: Site) -> None:
    browser, at = site.browser(), opened(site)
    page = browser.submit(browser.get(at), "#cards", step="add-attack", build="核")
    assert page.text("textarea") in ("Core, Attack", "核攻")
    page = browser.post(at.replace("/en/", "/ja/"), {"step": "language", "build": "核攻"})
    assert page.text("textarea") == "核攻"
    assert "封" in page.text()


def test_whoever_gives_up_loses_and_an_open_invitation_can_be_taken_back(site: Site) -> None:
    browser, at = site.browser(), accepted(site)
    browser.post(at["A"], {"act": "withdraw"})
    assert "Bob wins. The other player gave up" in browser.get(at["B"]).text()
    alone = opened(site)
    browser.post(alone, {"act": "withdraw"})
    assert "Withdrawn" in browser.get(alone).text("h1")
    assert browser.post(alone, {"act": "send", "build": OPEN["A"]}).status == 422


def test_a_rematch_is_one_press_and_the_same_for_both(site: Site) -> None:
    browser, at = site.browser(), played(site)
    first = browser.post(at["A"], {"act": "rematch"}).location
    second = browser.post(at["B"], {"act": "rematch"}).location

    assert first in browser.get(at["A"]).html
    assert "Stage 1" in browser.get(first).text("h1")
    assert "Bob (you)" in browser.get(second).text()
    with site.reading() as session:
        assert len(session.exec(select(Duel)).all()) == 2


def test_a_form_of_the_first_stage_does_not_count_in_the_second(site: Site) -> None:
    browser, at = site.browser(), accepted(site)
    late = browser.get(at["A"])
    send(browser, at["A"], OPEN["A"])
    send(browser, at["B"], OPEN["B"])

    answer = browser.submit(late, "#cards", act="send", build=WHOLE["A"])
    assert answer.status == 422
    assert "have been shown" in answer.text()


def test_after_the_deadline_nothing_more_can_be_sent(site: Site) -> None:
    browser, at = site.browser(), accepted(site)
    form = browser.get(at["A"])
    site.clock.now += timedelta(days=3)

    assert browser.submit(form, "#cards", act="send", build=OPEN["A"]).status == 422
    assert "deadline has passed" in browser.get(at["A"]).text()


def test_an_invitation_by_letter_seats_whom_it_was_sent_to(site: Site) -> None:
    browser = site.browser()
    people = {"address": "alice@example.com", "friend": "bob@example.com"}
    at = browser.submit(browser.get(OFFER), "#duel", name="Alice", **people).location
    assert [letter.about["event"] for letter in site.letters()] == ["opened", "invited"]
    assert all(letter.deliverer for letter in site.letters())
    with site.reading() as session:
        duel = session.exec(select(Duel)).one()
    link = f"/en/duels/{duel_token(site.key, duel.id, 'invitation by letter')}"
    assert browser.submit(browser.get(link), "#accept", name="Bob").status == 303

    with site.reading() as session:
        alice, bob = session.exec(select(Duelist).order_by(Duelist.seat))
        assert (alice.is_proven, bob.is_proven) == (False, True)
        assert bob.player_id == site.letters()[1].player_id
    assert "bob@example.com" not in text_shown(browser.get(at))
    form = browser.get(OFFER)
    wrong = browser.submit(form, "#duel", name="Al", address="nowhere", friend="@")
    assert (len(wrong.told("address")), len(wrong.told("friend"))) == (1, 1)
