"""The empty build: 0 to 8 cards are legal, so a character may stand without any, by form and by mail."""

import pytest

from app.store.database import Database
from tests.support.browsers import Site
from tests.support.posting import Postman, open_cup
from tests.support.seasons import a_season


@pytest.mark.parametrize(
    "text",
    [
        "/Void",
        "Name: Void\nBuild: none",
        "Name: Void\nBuild: (no cards)",
        "Name: Void\nBuild: -",
        "名前：Void\n構成：なし",
        "名前：Void\n構成：(カードなし)",
        "名前：Void\n構成：0枚",
    ],
)
def test_a_mail_enters_a_character_without_cards(database: Database, text: str) -> None:
    open_cup(database)
    postman = Postman(database)
    postman.enter(text)

    assert postman.builds() == {"Void": ""}


@pytest.mark.parametrize(
    ("game", "build"), [("laplaplus", ""), ("laplaplus", "/Void"), ("fest", "")]
)
def test_a_form_without_cards_is_taken_where_the_game_allows_it(
    database: Database, game: str, build: str
) -> None:
    version = {"laplaplus": "laplaplus@1", "fest": "fest@1.01-p1"}[game]
    with database.writing() as session:
        a_season(session, game=game, rules_version=version)
    form = Site(database).browser().get("/en/seasons/cup/enter")
    answer = Site(database).browser().enter(build=build, name="Void", address="alice@example.com")

    is_legal = game == "laplaplus"
    assert answer.status == (303 if is_legal else 422)
    assert [each[:6] for each in answer.told("build")] == ([] if is_legal else ["A deck"])
    assert ("required" in form.text("label[for=build]")) == (not is_legal)
