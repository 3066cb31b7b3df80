"""A game more is a folder: what plays the others plays Bluff, of which nothing is said anywhere else.

It is played on pages, by mail and in the terminal, from the entry to the story of what happened.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select
from starlette.testclient import TestClient

from app import games
from app.engine import TellingSheet
from app.engine.ruleset import Ruleset
from app.league.matches import turns
from app.league.people.tokens import make_token
from app.letters.contents import render
from app.main import create_app
from app.store.database import Database
from app.store.matches import records
from app.store.tables import Letter, MatchState, Player
from tests.support.asking import Client
from tests.support.commands import Told
from tests.support.duels import CLOSES, all_matches, begin_cup, cup, pass_deadline, seat_of
from tests.support.outgoing import KEY, some_settings
from tests.support.posting import Postman

DECKS: Final = ("〇〇三五五", "one, two, three, four, five")
FIRST: Final = "p1@example.com"
PAGE: Final = "/{}/seasons/cup/my/matches/cup-r1-1"


@pytest.fixture
def bluff(duel: Ruleset) -> Ruleset:
    """Its folder lies among the others."""
    return games.ruleset("bluff")


@pytest.fixture
def season(bluff: Ruleset, database: Database) -> Database:
    """Two play it, and their first match waits for orders."""
    begin_cup(database, 2, game="bluff", builds=DECKS)
    return database


@pytest.fixture
def browser(season: Database) -> Iterator[TestClient]:
    """That of the first player."""
    settings = some_settings(secret=KEY, base_url="http://testserver")
    app = create_app(settings, season, now=lambda: CLOSES)
    with Client(app, follow_redirects=False) as client:
        with season.reading() as session:
            player = session.exec(select(Player).where(Player.address == FIRST)).one()
            token = make_token(settings.key(), "reply", player.id, cup(session).id)
        assert client.post(f"/en/my/{token}").status_code == 303
        yield client


def by_whom(database: Database) -> list[str]:
    """Who decided what the first player was asked at once with the other, in order."""
    with database.reading() as session:
        (match,) = all_matches(database)
        lines = [json.loads(each.line) for each in records.lines(session, [match.id])[match.id]]
        seat = seat_of(session, match, "C1")
    return [line["by"][seat] for line in lines if line["t"] == "move" and len(line["by"]) == 2]


def test_it_is_found_with_its_rules_its_cards_and_its_builds(bluff: Ruleset) -> None:
    assert "bluff" in games.slugs()
    assert games.match_game("bluff") is bluff.match
    assert "Twice both play" in bluff.rules("en")
    assert [*bluff.starters("en")] == ["狐", "侍", "Charlie"]
    (build, other, _) = bluff.starters().values()
    battle = bluff.play(build, other)
    assert [*bluff.boards(build, other, battle)]
    told = [*bluff.tell(battle.events, TellingSheet("Fox"), TellingSheet("Ox"), "en")]
    assert told[4].text == "Round 1: 5 against 4"


def test_it_is_played_on_its_page(season: Database, browser: TestClient) -> None:
    """The hand, the board and the choices are there; a slip is explained; what was ordered is played and told."""
    page = LexborHTMLParser(browser.get(PAGE.format("en")).text)
    hand = [each.attributes["value"] for each in page.css(".hand .able [name=take]")]
    fields = {
        str(each.attributes["name"]): each.attributes["value"] or ""
        for each in page.css("form[method=post]")[0].css("input[type=hidden]")
    }
    wrong = browser.post(PAGE.format("ja"), data=fields | {"act": "send", "orders": "出す 9"})
    orders = "出す 5 もし ラウンド = 1\n出す 4\n出す 3\nthen auto"
    sent = browser.post(PAGE.format("ja"), data=fields | {"act": "send", "orders": orders})
    while pass_deadline(season):
        pass

    assert hand
    assert wrong.status_code == 422
    assert "札は0から5です。" in wrong.text
    assert sent.status_code == 303
    assert all_matches(season)[0].state is MatchState.OVER
    assert by_whom(season) == ["plan", "auto"]
    for lang, told in (("en", "Round 1: "), ("ja", "第1回：")):
        assert told in browser.get(PAGE.format(lang)).text


def test_it_is_played_by_mail(season: Database) -> None:
    """The letter shows how it stands and asks; its answer is taken, and the next letter tells what came of it."""
    postman = Postman(season, CLOSES)

    def letter() -> str:
        with season.writing() as session:
            turns.tell(session, cup(session).id, postman.now)
            player = session.exec(select(Player).where(Player.address == FIRST)).one()
            mine = select(Letter).where(Letter.player_id == player.id, Letter.kind == "turn")
            return render(session, [*session.exec(mine)][-1]).text

    asked = letter()
    postman.post(
        "game cup-r1-1\nturn 1\nplay 5 if round = 1\nplay 4\nplay 3\nend\n",
        sender=FIRST,
        to=postman.secret(FIRST, "cup"),
    )
    pass_deadline(season)
    told = letter()

    assert "lost 0  hand" in asked
    assert "Suggested: “play\N{NO-BREAK SPACE}5”." in asked
    assert "Round 1: " in told
    assert by_whom(season) == ["plan"]


@pytest.mark.parametrize(
    ("lang", "order", "told"),
    [("en", "play 5", "Round 1: 5 against"), ("ja", "出す 5", "第1回：5対")],
)
def test_it_is_played_in_the_terminal(
    bluff: Ruleset,
    hikyaku: Callable[..., Told],
    tmp_path: Path,
    lang: str,
    order: str,
    told: str,
) -> None:
    file = tmp_path / "bluff.jsonl"
    arguments = ("play", "bluff", "--seed", "a", "--lang", lang, "--record", str(file))
    played = hikyaku(*arguments, stdin=f"?\n{order}\n\n\n\n").stdout

    assert f"  {order}\n" in played
    assert told in played
    assert "the chain is whole" in hikyaku("match", "verify", str(file)).stdout
