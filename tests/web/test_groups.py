"""A group by web and by mail, from its founding to a season in which it is a team; and its pages."""

import re

import pytest
from sqlmodel import select

from app.league.eligibility.sides import Side, Sides
from app.letters.contents import render
from app.store import seasons
from app.store.database import Database
from app.store.tables import PlayerGroup, Revision
from tests.support.browsers import text_shown
from tests.support.own import EVERYBODY, OwnWorld, own_world
from tests.support.posting import CUP, DESK, open_cup


@pytest.fixture
def world(database: Database, monkeypatch: pytest.MonkeyPatch) -> OwnWorld:
    return own_world(database, monkeypatch)


def test_a_group_goes_from_its_founding_to_a_season_as_a_team(world: OwnWorld) -> None:
    """Founded and invited by web, joined by mail; then its members are on the side of its name, and nobody else is."""
    assert "Found the group" in world.browser.get(world.page("Ann")).text()
    assert world.press("Ann", "found", "Foxes").status == 303
    assert world.press("Ann", "invite", "Ben").status == 303
    assert "Ann invites you to the group “Foxes”." in world.letter("Ben")
    assert "You are a member of “Foxes”." in world.mail("Ben", "Hello,\n\nyes\n\nBest wishes,\nBen")
    assert "Ben has joined your group" in world.letter("Ann")
    public = " ".join(world.browser.get("/en/groups/1").text().split())
    assert re.search(r"Ann leads the group.*1,700.*Ben.*1,600", public)
    table = text_shown(world.browser.get("/ja/games/laplaplus/groups"))
    assert "Foxes" in table
    assert "3,300" in table

    foxes = Sides((Side("Foxes", "Foxes"), Side("白", "White")), grouped=True)
    open_cup(world.post.database)
    with world.post.database.writing() as session:
        cup = seasons.by_slug(session, CUP)
        cup.sides = foxes.plain()
        session.add(cup)
    for name in ("Ann", "Ben", "Cy"):
        side = "" if name == "Ben" else "Side: Foxes\n"
        text = f"Name: {name} the Great\nBuild: Attack, Echo, Core\n{side}"
        world.post.post(text, sender=world.addresses[name])
    with world.post.database.reading() as session:
        cup = seasons.by_slug(session, CUP)
        entered = session.exec(select(Revision).where(Revision.name.endswith("Great"))).all()
        assert {each.name: each.extras["side"] for each in entered} == {
            "Ann the Great": "Foxes",
            "Ben the Great": "Foxes",
        }
        told = render(session, world.post.last()).text
    assert "Only members of the group “Foxes” can be on its team." in told


def test_all_of_it_can_be_done_by_mail_in_both_languages(world: OwnWorld) -> None:
    asked = world.mail("Ann", "How do I found a group?", to=EVERYBODY)
    assert "found a group NAME in GAME" in asked
    assert "We did not understand" not in asked
    assert "You have founded" in world.mail("Ann", "Found a group called “Foxes” in Laplaplus!")
    assert "のお誘いです" not in world.mail("Ann", "「Ben」さんを招待します")
    assert "メンバーになりました" in world.mail("Ben", "はい")
    assert "Add the game" in world.mail("Ben", "found a group Owls")
    told = world.mail("Ann", "invite Cy\nmake me a sandwich\nhand over to Ben")
    assert "Cy is invited" in told
    assert "We did not understand “make me a sandwich”" in told
    assert "Ben leads “Foxes” now." in told
    assert "断りました" in world.mail("Cy", "いいえ、Foxes")
    assert "Annさんを「Foxes」から外しました" in world.mail("Ben", "Annさんを外します")
    assert "「Foxes」を抜けました" in world.mail("Ben", "グループを抜けます")
    forged = DESK.address.replace("@", f"+o-{'a' * 32}@")
    assert "not valid" in world.mail("Ann", "found a group Owls in Laplaplus", to=forged)


def test_a_page_is_its_players_alone_and_tells_what_is_wrong(world: OwnWorld) -> None:
    assert world.browser.get(f"/en/own/{'a' * 32}").status == 404
    refused = world.press("Cy", "found", "Crows")
    assert refused.status == 422
    assert "need the title Gold" in refused.text()
    assert "ランク値1,550以上" in world.press("Cy", "found", "Crows", "ja").text()
    assert world.press("Ann", "nonsense").status == 422
    assert world.browser.get("/en/groups/9").status == 404
    world.press("Ann", "found", "Foxes")
    with world.site.writing() as session:
        group = session.exec(select(PlayerGroup)).one()
        group.hidden_at = world.site.clock.now
        session.add(group)
    for path in ("/en/groups/1", "/en/games/laplaplus/groups"):
        shown = text_shown(world.browser.get(path))
        assert "Foxes" not in shown
        assert "A group without a name" in shown
    assert "has hidden the name" in world.browser.get(world.page("Ann")).text()
    assert "you cannot invite anyone" in world.press("Ann", "invite", "Ben").text()


TABLE = "/en/games/laplaplus/groups"
PROMISES = {
    "can found and lead a group": (TABLE, "/en/my"),
    "may lead a group": ("/en/groups/1",),
}
"""What pages of ranks say that a player can do, and the pages for it."""


def test_what_the_pages_of_ranks_promise_has_a_door(world: OwnWorld) -> None:
    world.press("Ann", "found", "Foxes")
    board = world.browser.get("/en/games/laplaplus/rank")
    said = re.findall(r"(?:may|can) [a-z ]*group", board.text())
    assert {*said} == {*PROMISES}, "another promise: name its door here"
    groups = world.browser.get(TABLE)
    assert f'href="{TABLE}"' in board.html
    for door in {door for doors in PROMISES.values() for door in doors} - {TABLE}:
        assert f'href="{door}"' in groups.html
        assert world.browser.get(door).status == 200
    assert "You cannot win rare cards" in board.text(), "what is not built is said to be so"


def test_nobody_is_flooded_with_invitations_by_groups_that_come_and_go(world: OwnWorld) -> None:
    """Each is a letter with words of the inviter's choice."""
    for name in ("Foxes", "Owls", "Crows", "Hares"):
        assert world.press("Ann", "found", name).status == 303
        refused = world.press("Ann", "invite", "Ben")
        assert world.press("Ann", "leave").status == 303
    assert "3 times a day" in refused.text()
    assert "Crows" in world.letter("Ben")
