"""Challenges: a deck of one's choice against one of the other's active decks, which the match draws by its sealed dice."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import Session, select

from app.games import ruleset
from app.jobs.seasons.ranks import count_due
from app.league.duels import builds
from app.league.matches import records
from app.league.own import shelf
from app.league.own.challenges import WAITS
from app.league.own.groups import Ladder, RankedPlayer
from app.league.people import blocks
from app.store import duels
from app.store.database import Database
from app.store.ratings import ranks
from app.store.security import personal_data
from app.store.security.audits import Organiser
from app.store.tables import (
    Challenge,
    Duel,
    DuelEnding,
    Duelist,
    Letter,
    Match,
    MatchLine,
    OwnBuild,
    Player,
    Season,
)
from app.tournament.ratings.rank import Account
from tests.support.friends import play_on
from tests.support.own import OwnWorld, own_world

OCG = ruleset("ocg")
DECKS = {
    name: OCG.write_build(build) for name, build in OCG.starters("en").items() if not build.decks
}


@pytest.fixture
def world(database: Database, monkeypatch: pytest.MonkeyPatch) -> OwnWorld:
    """Ann and Ben of the ladder of the card plan, each with decks on the shelf."""
    world = own_world(database, monkeypatch, "ocg")
    for name, decks in {
        "Ann": ["Blades"],
        "Ben": ["Blades", "Wilds", "Forerunners", "Under Siege"],
    }.items():
        for deck in decks:
            assert world.press(name, "keep", f"{deck}\n{DECKS[deck]}").status == 303
    assert world.press("Ben", "inactive", "Blades").status == 303
    return world


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The builds that both have sent, each with a name."""
    found: list[tuple[str, str]] = []
    real = builds.send

    def send(session: Session, duel: Duel, duelist: Duelist, text: str, *, now: datetime) -> None:
        found.append((duelist.name, text))
        real(session, duel, duelist, text, now=now)

    monkeypatch.setattr("app.league.duels.builds.send", send)
    return found


def test_a_challenge_meets_all_active_decks_of_which_the_match_draws_one(
    world: OwnWorld, sent: list[tuple[str, str]]
) -> None:
    """R36: who challenges brings one deck, who is challenged all that are active."""
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    assert "Ann challenges you" in world.letter("Ben")
    assert DECKS["Blades"] not in world.browser.get(world.page("Ben")).text("#challenges")
    assert "still waits" in world.press("Ann", "challenge", "Ben\nBlades").text()
    assert world.press("Ben", "accept", "Ann").status == 303
    (ann, build), (ben, decks) = sent
    assert (ann, ben) == ("Ann", "Ben")
    assert build == DECKS["Blades"]
    read = OCG.read_build(decks)
    assert len(read.decks) == 3
    for name in ("Wilds", "Forerunners", "Under Siege"):
        assert DECKS[name] in decks
    assert "You have no such challenge" in world.press("Ben", "accept").text()


def test_a_challenge_by_mail_in_both_languages(
    world: OwnWorld, sent: list[tuple[str, str]]
) -> None:
    assert "You have challenged Ben" in world.mail("Ann", "challenge Ben with the deck Blades")
    assert "Your match with Ann begins" in world.mail("Ben", "accept Ann's challenge")
    assert len(sent) == 2
    assert "挑戦しました" in world.mail("Ben", "デッキ「Wilds」で「Ann」さんに挑戦します")
    assert "断りました" in world.mail("Ann", "「Ben」さんの挑戦を断ります")
    assert "Ann has declined your challenge." in world.letter("Ben")


def test_a_challenge_that_cannot_be_is_refused_in_words(
    world: OwnWorld, monkeypatch: pytest.MonkeyPatch, sent: list[tuple[str, str]]
) -> None:
    assert "no build called" in world.press("Ann", "challenge", "Ben\nNothing").text()
    assert "Nobody on the leader board" in world.press("Ann", "challenge", "Zoe\nBlades").text()
    assert "challenge yourself" in world.press("Ann", "challenge", "Ann\nBlades").text()
    assert world.press("Ben", "challenge", "Cy\nWilds").status == 303
    assert "no active deck" in world.press("Cy", "accept").text()
    with world.site.reading() as session:
        assert session.exec(select(Challenge)).one(), "it still waits"
    assert world.press("Ben", "challenge", "Ann\nWilds").status == 303
    assert world.press("Cy", "decline").status == 303
    for _ in range(2):
        assert world.press("Ann", "decline").status == 303
        assert world.press("Ben", "challenge", "Ann\nWilds").status == 303
    assert world.press("Ann", "decline").status == 303
    assert "3 times a day" in world.press("Ben", "challenge", "Ann\nWilds").text()
    assert sent == []
    with world.site.writing() as session:
        own = session.exec(select(OwnBuild).where(OwnBuild.name == "Wilds")).one()
        own.build = "C01"
        session.add(own)
        assert shelf.faults(own)
    assert world.press("Ben", "challenge", "Cy\nWilds").status == 422


def test_a_challenge_is_played_and_its_draw_can_be_checked(
    world: OwnWorld, database: Database
) -> None:
    """The seed is committed when the match is made, before any deck is drawn; its record proves the draw afterwards."""
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    assert world.press("Ben", "accept", "Ann").status == 303
    with database.reading() as session:
        match = session.exec(select(Match)).one()
        assert match.commitment
        assert session.exec(select(MatchLine)).all() == [], "nothing is drawn yet"
    play_on(database, world.site.clock.now)
    with database.reading() as session:
        lines = [json.loads(each.line) for each in session.exec(select(MatchLine)).all()]
        (drawn,) = [each for each in lines if "deckpick" in each.get("label", "")]
        assert (drawn["label"], drawn["what"]) == ("ocg/deckpick/B", ["below", 3])
        duel = session.exec(select(Duel)).one()
        assert duel.ending is DuelEnding.BATTLE
        season = session.get_one(Season, duel.season_id)
        assert not records.proof_of(session, season, session.exec(select(Match)).one()).faults
    at, number = world.site.clock.now, season.id
    assert count_due(UTC, database, at)
    with database.reading() as session:
        rows = ranks.of_season(session, session.get_one(Season, number))
        assert {each.player_id for each in rows} == {world.numbers["Ann"], world.numbers["Ben"]}
        assert sum(each.change for each in rows) == 0
    board = world.browser.get("/en/games/ocg/rank")
    assert [board.text().count(each) for each in ("A challenge", season.slug)] == [2, 0]
    assert {"Ann", "Ben"} <= {each.text().split()[0] for each in board.page.css("tbody th")}
    with database.writing() as session:
        duels.forget_ended(session, before=at + timedelta(days=800))
        assert session.exec(select(Duel)).all() == []
        assert len(ranks.of_season(session, session.get_one(Season, number))) == 2


def test_a_challenge_that_is_accepted_twice_at_once_is_one_match(
    world: OwnWorld, sent: list[tuple[str, str]]
) -> None:
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    with ThreadPoolExecutor(4) as several:
        answers = list(several.map(lambda _: world.press("Ben", "accept").status, range(4)))
    assert sorted(answers) == [303, 422, 422, 422]
    assert len(sent) == 2


def test_a_challenge_waits_only_as_long_as_it_can_be_played(
    world: OwnWorld, database: Database
) -> None:
    """Neither an old one nor one of a blocked mailbox can be accepted; one whose deck the rules refuse is told in words."""
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    with database.writing() as session:
        session.exec(select(Challenge)).one().build = "C01"
    for lang, words in {
        "en": "does not fit the current rules",
        "ja": "今のルールでは使えません",
    }.items():
        refused = world.press("Ben", "accept", lang=lang)
        assert (refused.status, words in refused.text()) == (422, True)
    assert "does not fit the current rules" in world.mail("Ben", "accept")
    assert world.press("Ben", "decline").status == 303
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    world.site.clock.now += WAITS + timedelta(minutes=1)
    assert "You have no such challenge" in world.press("Ben", "accept").text()
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    assert "Ann" in world.browser.get(world.page("Ben")).text()
    with database.writing() as session:
        ann = session.get_one(Player, world.numbers["Ann"])
        blocks.block(session, ann, Organiser("olga", world.site.clock.now, "", "spam"))
    assert "You have no such challenge" in world.press("Ben", "accept").text()
    with database.writing() as session:
        assert session.exec(select(Duel)).all() == []
        personal_data.erase(session, session.get_one(Player, world.numbers["Ann"]))
        kept = [each.about for each in session.exec(select(Letter)) if "said" in each.about]
    assert "challenge-told" not in str(kept)


def test_two_of_the_same_name_can_play_a_challenge_and_nobody_without_one(
    world: OwnWorld, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names on the ladder are no keys, and an organiser may hide one while a challenge waits."""
    for whose, told in {
        "Ann": "You have no such challenge",
        "Ben": "Your opponent would not know your name",
    }.items():
        assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
        of = Ladder.of
        with monkeypatch.context() as patch:
            patch.setattr(
                Ladder,
                "of",
                lambda ladder, player, whose=whose, of=of: (
                    replace(of(ladder, player), name="")
                    if player.id == world.numbers[whose]
                    else of(ladder, player)
                ),
            )
            assert told in world.press("Ben", "accept").text()
        assert world.press("Ben", "decline").status == 303
    assert world.press("Ann", "challenge", "Ben\nBlades").status == 303
    monkeypatch.setattr(Ladder, "of", lambda _, player: RankedPlayer(player, "Twin", Account()))
    assert world.press("Ben", "accept").status == 303
    with database.reading() as session:
        duel = session.exec(select(Duel)).one()
        assert [each.name for each in duel.duelists] == ["Twin", "Twin (2)"]
