"""The shelf: builds under names by web and by mail, sent by name, shared as a copy, active or not."""

import pytest
from sqlmodel import select

from app.games import ruleset
from app.league.own import shelf
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import Challenge, OwnBuild, Player, Revision
from tests.support.browsers import text_shown
from tests.support.own import OwnWorld, own_world
from tests.support.people import NOW
from tests.support.posting import open_cup
from tests.support.tables import by_row

KEPT = "攻核盾"


@pytest.fixture
def world(database: Database, monkeypatch: pytest.MonkeyPatch) -> OwnWorld:
    return own_world(database, monkeypatch)


def kept(world: OwnWorld) -> list[tuple[str, str, str, bool]]:
    with world.post.database.reading() as session:
        found = session.exec(select(OwnBuild).order_by(OwnBuild.id)).all()  # type: ignore[arg-type]
        return [(each.game, each.name, each.build, each.is_active) for each in found]


def test_a_build_is_kept_by_web_shared_and_copied(world: OwnWorld) -> None:
    here = world.page("Ann")
    assert (
        world.browser.submit(
            world.browser.get(here),
            "form:has(textarea)",
            act="keep",
            game="laplaplus",
            said="紅",
            build=KEPT,
        ).status
        == 303
    )
    page = world.browser.get(here)
    assert KEPT in page.text()
    address = next(each for each in page.html.split('"') if "/builds/" in each)
    shared = text_shown(world.browser.get(address))
    assert KEPT in shared
    assert here.rpartition("/")[2] not in shared
    copied = {
        "act": "keep",
        "game": "laplaplus",
        "said": "Copy",
        "build": f"https://cup.example{address}",
    }
    assert world.browser.post(world.page("Ben"), copied).status == 303
    assert kept(world) == [("laplaplus", "紅", KEPT, True), ("laplaplus", "Copy", KEPT, True)]
    assert world.press("Ann", "inactive", "紅").status == 303
    assert "not active" in world.browser.get(here).text()
    assert world.press("Ann", "active", "紅").status == 303
    assert world.press("Ann", "drop", "紅").status == 303
    assert world.browser.get(address).status == 404
    assert world.press("Ann", "drop", "紅").status == 422


@by_row(
    ("said", "told"),
    [
        ("\n攻核", "name"),
        ("Red\n攻核何", "何"),
        ("Red\n" + "核" * 9, "9"),
        ("R" * 65 + "\n攻核", "64"),
    ],
)
def test_what_is_wrong_with_a_build_is_told_and_nothing_is_kept(
    world: OwnWorld, said: str, told: str
) -> None:
    answer = world.press("Ann", "keep", said)
    assert answer.status == 422
    assert told in answer.text()
    assert kept(world) == []


def test_a_shelf_is_filled_and_used_by_mail(
    world: OwnWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept, listed, sent by name into a season, found illegal; and a deck of many lines."""
    told = world.mail("Ann", f"Please keep this:\ndeck Red: {KEPT}\nThank you!")
    assert "“Red” is on your shelf." in told
    assert "On your shelf: “Red” (Laplaplus)" in told
    assert "棚に置きました" in world.mail("Ben", f"構成「紅」：{KEPT}")
    assert "「紅」を無効にしました" in world.mail("Ben", "構成「紅」を無効にします")
    fest = ruleset("fest")
    deck = fest.write_build(fest.read_build(f"deck {next(iter(fest.starters('en')))}")).replace(
        ", ", ",\n"
    )
    assert "「Lanterns」を棚に置きました" in world.mail(
        "Ann", f"Hello,\n\ndeck Lanterns: {deck}\n\nBest wishes\nAnn"
    )
    assert [each[:2] for each in kept(world)][2] == ("fest", "Lanterns")
    assert "is no longer active" in world.mail("Ann", "deactivate the deck Lanterns")
    assert "no build called “Blue”" in world.mail("Ann", "drop the deck Blue")
    assert 'written "何"' in world.mail("Ann", "deck Odd: 攻核何 in Laplaplus")
    assert "Add the game" in world.mail("Ann", "deck Odd: nothing that is a card")

    open_cup(world.post.database)
    world.post.post("Name: Vermilion\nBuild: deck red\n", sender=world.addresses["Ann"])
    world.post.post("Name: Nobody's\nBuild: deck red\n", sender="eve@example.net")
    with world.post.database.reading() as session:
        new = select(Revision).where(Revision.name.in_(["Vermilion", "Nobody's"]))  # type: ignore[attr-defined]
        assert [(each.name, each.build) for each in session.exec(new)] == [("Vermilion", KEPT)]


def test_a_build_that_the_rules_of_today_forbid_says_so(world: OwnWorld) -> None:
    world.press("Ann", "keep", f"Red\n{KEPT}")
    with world.site.writing() as session:
        own = session.exec(select(OwnBuild)).one()
        own.build = "核" * 9
        session.add(own)
        assert shelf.faults(own)
    assert "9" in world.browser.get(world.page("Ann")).text("#build-1-told")
    assert world.browser.get(f"/en/builds/{own.page}").status == 200
    assert "(Laplaplus), not legal under today's rules" in world.mail("Ann", "drop the deck Blue")


def test_a_shelf_and_challenges_go_with_their_player(world: OwnWorld) -> None:
    world.press("Ann", "keep", f"Red\n{KEPT}")
    with world.site.writing() as session:
        ann, ben = (session.get_one(Player, world.numbers[each]) for each in ("Ann", "Ben"))
        for one, other in ((ann, ben), (ben, ann)):
            session.add(
                Challenge(
                    game="ocg", challenger_id=one.id, challenged_id=other.id, build="", at=NOW
                )
            )
        session.flush()
        personal_data.erase(session, ann)
        assert session.exec(select(OwnBuild)).all() == []
        assert session.exec(select(Challenge)).all() == []


def test_a_shelf_has_an_end(world: OwnWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_BUILDS", 1)
    assert world.press("Ann", "keep", f"Red\n{KEPT}").status == 303
    assert "has room for 1" in world.press("Ann", "keep", f"Blue\n{KEPT}").text()
    assert world.press("Ann", "keep", "RED\n核").status == 303, (
        "it takes the place of the earlier one"
    )
    assert kept(world) == [("laplaplus", "RED", "核", True)]


def test_a_long_line_that_could_be_a_name_in_many_ways_is_told_of(world: OwnWorld) -> None:
    """Each of the many ways was tried: that took minutes, and a name before many blanks nearly as long."""
    for text, told in {
        "デッキ「" + "」でさんに挑戦" * 620 + " x": "の意味がわからず",
        "deck" + " " * 4_400 + "x": "We did not understand",
    }.items():
        assert told in world.mail("Ann", "\n".join([text] * 20))
    assert world.press("Ann", "keep", "a" + " " * 60_000 + "x").status == 422
