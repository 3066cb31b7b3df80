"""Names of slots in the build of a mail, as reports write them: `紅蓮の一閃【一閃】5`."""

from typing import Final

import pytest
from sqlmodel import select

from app.games import ruleset
from app.letters.contents import render
from app.mail.reading.form.card_words import card_words
from app.mail.reading.form.entry_form import read_fields
from app.store.database import Database
from app.store.tables import MailAction, Revision
from tests.support.posting import Postman, open_cup
from tests.support.tables import by_row

GAME: Final = ruleset("shiden-issen-2")


@by_row(
    ("typed", "flavour"),
    [
        ("紅蓮の一閃【一閃】、氷刃【一閃】、交錯、硬、果断", ("紅蓮の一閃", "氷刃")),
        ("1. 紅蓮【一閃】\n2. 氷刃【閃】\n3. 交錯\n4. 硬\n5. 果断", ("紅蓮", "氷刃")),
        ("・紅蓮【一閃】\n・氷刃【一閃】\n・【交錯】\n・硬\n・果断", ("紅蓮", "氷刃")),
        ("(1) 紅蓮【一閃】 (2)氷刃【一閃】 (3)交 (4)硬 (5)果", ("紅蓮", "氷刃")),
        ("紅蓮の一閃【一閃】【一閃】【交錯】【+硬】【果断】", ("紅蓮の一閃",)),
        ("紅蓮【一閃】1\n氷刃【一閃】2\n受け【交錯】3\n鉄【硬】4\n断ち【果断】5", ("紅蓮", "氷刃", "受け", "鉄", "断ち")),
        ("Crimson Flash [Flash], Flash, 交硬果", ("Crimson Flash",)),
        ("■【一閃】\n■【一閃】\n■交錯\n■硬\n■果断", ()),
        ("→【一閃】→【一閃】→交→硬→果", ()),
    ],
)  # fmt: skip
def test_names_are_read_in_the_manners_of_mails(
    typed: str, flavour: tuple[str | None, ...]
) -> None:
    text = (
        read_fields(f"名前：ムライ\n構成：{typed}\n\n設定：鞘走る。", GAME.cards).build_text or ""
    )
    build = GAME.read_build(card_words(text, GAME.cards))

    assert (GAME.write_build(build), build.flavour) == ("閃閃交硬果", flavour)


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database, "cup", GAME.slug)
    return Postman(database)


def test_they_are_kept_and_the_receipt_says_them(postman: Postman, database: Database) -> None:
    mail = postman.enter(
        "名前：ムライ\n構成：紅蓮の一閃【一閃】、閃、受け【交錯】、硬果\n技名5：断ち\n"
    )

    with database.reading() as session:
        revision = session.exec(select(Revision)).one()
        receipt = render(session, postman.last())
    assert mail.action is MailAction.CONFIRMED
    assert (revision.build, revision.extras) == (
        "閃閃交硬果",
        {"flavour": ["紅蓮の一閃", None, "受け", None, "断ち"]},
    )
    assert postman.last().kind == "receipt"
    assert "Flavour 1: 紅蓮の一閃" in receipt.text or "技名1：紅蓮の一閃" in receipt.text


def test_a_check_says_them_too(postman: Postman, database: Database) -> None:
    """To whoever has proven who they are; others hear the name and the cards."""
    postman.enter("名前：ムライ\n構成：閃閃交硬果\n")
    postman.post(
        "確認\n\n名前：ムライ\n構成：紅蓮の一閃【一閃】、閃交硬果\n", to=postman.secret(slug="cup")
    )

    with database.reading() as session:
        told = render(session, postman.last())
    assert postman.last().kind == "checked"
    assert "技名1：紅蓮の一閃" in told.text


def test_a_slot_that_is_called_two_things_is_asked_about(postman: Postman) -> None:
    mail = postman.post("名前：ムライ\n構成：紅蓮【一閃】、閃交硬果\n技名1：蒼天\n")

    assert [(each["code"], each["words"]) for each in mail.note["problems"]] == [
        ("repeated-field", {"field": {"label": "flavour 1"}})
    ]


def test_a_name_that_is_too_long_is_refused_wherever_it_stands(postman: Postman) -> None:
    mail = postman.post(f"名前：ムライ\n構成：{'紅' * 61}【一閃】、閃交硬果\n")

    assert [each["code"] for each in mail.note["problems"]] == ["flavour-too-long"]


def test_a_build_under_a_label_of_its_own_is_an_entry(postman: Postman, database: Database) -> None:
    postman.enter(
        "名前：ムライ\n名刀 村雨：【一閃】【一閃】【交錯】【+硬】【果断】\n設定：鞘走る。\n"
    )

    with database.reading() as session:
        revision = session.exec(select(Revision)).one()
    assert (revision.build, revision.extras, revision.lore) == (
        "閃閃交硬果",
        {"labels": {"build": "名刀 村雨"}},
        "鞘走る。",
    )
