"""A group by web and by mail, from its founding to a season in which it is a team; and its pages."""

import re

import pytest
from sqlmodel import select

from app.league.eligibility.sides import Side, Sides
from app.league.people.tokens import make_token
from app.letters import links
from app.letters.contents import render
from app.notices.registry import about
from app.store import seasons
from app.store.database import Database
from app.store.tables import Letter, PlayerGroup, Revision
from tests.support.browsers import Answer, Site, text_shown
from tests.support.outgoing import some_settings
from tests.support.posting import CUP, DESK, Postman, open_cup
from tests.support.ranked import a_ladder

HERE = some_settings(mail_address=DESK.address)
EVERYBODY = DESK.address.replace("@", "+own@")


class World:
    """The site and its post, with three players of the leader board."""

    def __init__(self, database: Database) -> None:
        self.post, self.site = Postman(database), Site(database)
        self.browser = self.site.browser()
        with database.writing() as session:
            found = a_ladder(session, {"Ann": 1_700, "Ben": 1_600, "Cy": 1_500})
            self.numbers = {
                name: each.id for name, each in zip(("Ann", "Ben", "Cy"), found, strict=True)
            }
            self.addresses = {
                name: each.address for name, each in zip(self.numbers, found, strict=True)
            }

    def page(self, name: str) -> str:
        return f"/en/own/{make_token(self.site.key, 'own', self.numbers[name])}"

    def press(self, name: str, act: str, said: str = "", lang: str = "en") -> Answer:
        """The form of this button on their own page is sent."""
        here = self.page(name).replace("/en/", f"/{lang}/")
        fields = {"act": act, "said": said, "game": "laplaplus"}
        return self.browser.post(here, fields)

    def mail(self, name: str, text: str, to: str = "") -> str:
        """What they are answered to a mail to their own address."""
        own = DESK.address.replace("@", f"+{self.own(name)}@")
        self.post.post(text, sender=self.addresses[name], to=to or own)
        return self.letter(name)

    def own(self, name: str) -> str:
        return f"o-{make_token(DESK.key, 'own', self.numbers[name])}"

    def letter(self, name: str) -> str:
        with self.post.database.reading() as session:
            own = select(Letter).where(Letter.player_id == self.numbers[name])
            last = session.exec(own.order_by(Letter.id)).all()[-1]  # type: ignore[arg-type]
            assert (
                links.reply_to(last, about(last), DESK.key, HERE)
                .split("+")[1]
                .startswith(self.own(name))
            )
            words = render(session, last)
            assert words.html
            return f"{words.subject}\n{words.text}"


@pytest.fixture
def world(database: Database, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(type(HERE), "key", lambda _self: DESK.key)
    for place in ("app.letters.contents", "app.letters.news"):
        monkeypatch.setattr(f"{place}.settings", lambda: HERE)
    return World(database)


def test_a_group_goes_from_its_founding_to_a_season_as_a_team(world: World) -> None:
    """Founded and invited by web, joined by mail; then its members are on the side of its name, and nobody else is."""
    assert "Found the group" in world.browser.get(world.page("Ann")).text()
    assert world.press("Ann", "found", "Foxes").status == 303
    assert world.press("Ann", "invite", "Ben").status == 303
    assert "Ann invites you to the group “Foxes”." in world.letter("Ben")
    assert "You are a member of “Foxes”." in world.mail("Ben", "Hello,\n\nyes\n\nBest wishes,\nBen")
    assert "Ben is a member of your group" in world.letter("Ann")
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
    assert "“Foxes” is the team of that group: its members alone are on it." in told


def test_all_of_it_can_be_done_by_mail_in_both_languages(world: World) -> None:
    asked = world.mail("Ann", "How do I found a group?", to=EVERYBODY)
    assert "found a group NAME in GAME" in asked
    assert "was not understood" not in asked
    assert "is founded" in world.mail("Ann", "Found a group called “Foxes” in Laplaplus!")
    assert "のお誘いです" not in world.mail("Ann", "「Ben」さんを招待します")
    assert "メンバーになりました" in world.mail("Ben", "はい")
    assert "Say for which game" in world.mail("Ben", "found a group Owls")
    told = world.mail("Ann", "invite Cy\nmake me a sandwich\nhand over to Ben")
    assert "Cy is invited" in told
    assert "“make me a sandwich” was not understood" in told
    assert "Ben leads “Foxes” now." in told
    assert "断りました" in world.mail("Cy", "いいえ、Foxes")
    assert "Annさんを「Foxes」から外しました" in world.mail("Ben", "Annさんを外します")
    assert "「Foxes」を抜けました" in world.mail("Ben", "グループを抜けます")
    forged = DESK.address.replace("@", f"+o-{'a' * 32}@")
    assert "not valid" in world.mail("Ann", "found a group Owls in Laplaplus", to=forged)


def test_a_page_is_its_players_alone_and_tells_what_is_wrong(world: World) -> None:
    assert world.browser.get(f"/en/own/{'a' * 32}").status == 404
    refused = world.press("Cy", "found", "Crows")
    assert refused.status == 422
    assert "takes the title Gold" in refused.text()
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


TABLE = "/en/games/laplaplus/groups"
PROMISES = {
    "may found and lead a group": (TABLE, "/en/my"),
    "may lead a group": ("/en/groups/1",),
}
"""What pages of ranks say that somebody may do, and the doors to it."""


def test_what_the_pages_of_ranks_promise_has_a_door(world: World) -> None:
    world.press("Ann", "found", "Foxes")
    board = world.browser.get("/en/games/laplaplus/rank")
    said = re.findall(r"may [a-z ]*group", board.text())
    assert {*said} == {*PROMISES}, "another promise: name its door here"
    groups = world.browser.get(TABLE)
    assert f'href="{TABLE}"' in board.html
    for door in {door for doors in PROMISES.values() for door in doors} - {TABLE}:
        assert f'href="{door}"' in groups.html
        assert world.browser.get(door).status == 200
    assert "Rare cards are not won here" in board.text(), "what is not built is said to be so"
