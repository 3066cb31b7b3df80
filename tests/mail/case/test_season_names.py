"""Which season a mail means: by its label, in a sentence, or by its cards."""

import pytest

from app.store import seasons
from app.store.database import Database
from app.store.tables import Mail
from tests.support.posting import CUP, Postman, open_cup

AUTUMN = "shiden-1"
SKILLS = "Name: Kite\nSkills: Flash, Flash, Crossing, Ambush, Barrier\n"
CARDS = "名前：早とちり\n構成：攻撃、エコー、コア\n"


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    open_cup(database, AUTUMN, "shiden-issen-2", ("秋の一閃杯", "Autumn Cup"))
    return Postman(database)


def codes(mail: Mail) -> list[str]:
    return [each["code"] for each in mail.note.get("problems", ())]


@pytest.mark.parametrize(
    ("said", "subject", "season"),
    [
        ("", "Entry for the Autumn Cup", AUTUMN),
        ("this one is for the autumn cup please!", "Kite", AUTUMN),
        ("秋の一閃杯に参加します。", "参加希望", AUTUMN),
        ("【秋の一閃杯】", "エントリー", AUTUMN),
        ("一閃杯のほうにお願いします。", "", AUTUMN),
        ("Season: autumn cup", "", AUTUMN),
    ],
)
def test_a_season_is_named_in_a_sentence_or_the_subject(
    postman: Postman, said: str, subject: str, season: str
) -> None:
    """Also where the build is misspelt, and fits no game."""
    for build in (SKILLS, SKILLS.replace("Barrier", "Barier")):
        mail = postman.post(f"{said}\n\n{build}", Subject=subject, Message_ID=f"<{hash(build)}@x>")
        assert mail.note["season"] == season


@pytest.mark.parametrize(
    ("label", "season"), [("飛脚杯", CUP), ("第一回", CUP), ("First Hikyaku", CUP)]
)
def test_a_label_may_name_a_part_of_the_title(postman: Postman, label: str, season: str) -> None:
    assert postman.post(f"大会：{label}\n{CARDS}").note["season"] == season


@pytest.mark.parametrize(
    "wish",
    [
        "順位表 秋の一閃杯",
        "順位表 一閃杯",
        "秋の一閃杯の順位表をお願いします",
        "standings autumn cup",
        "standings of the autumn cup",
    ],
)
def test_a_wish_may_name_a_part_of_the_title(postman: Postman, wish: str) -> None:
    for n, (text, subject) in enumerate([(wish, "hello"), ("", wish)]):
        postman.post(text, Subject=subject, Message_ID=f"<{n}@x>")
        with postman.database.reading() as session:
            assert postman.last().kind == "standings"
            assert postman.last().season_id == seasons.by_slug(session, AUTUMN).id


def test_cards_of_the_other_game_name_the_season_that_plays_it(postman: Postman) -> None:
    mail = postman.post(f"秋の一閃杯に応募します。\n{CARDS}")
    (problem,) = mail.note["problems"]

    assert problem["code"] == "other-game"
    assert [each[-2] for each in problem["words"].values()] == [
        "ラプラプラス",
        "秋の一閃杯",
        "紫電一閃 弐",
    ]
    assert problem["suggestions"] == ["第一回飛脚杯"]


def test_skills_of_a_game_that_is_not_open_are_said_to_be_some(database: Database) -> None:
    open_cup(database)

    assert codes(Postman(database).post(SKILLS))[0] == "other-game"


@pytest.mark.parametrize("build", ["Flash, Barier", "Atack, Echo, Core", "Fireball"])
def test_all_problems_are_told_where_the_season_is_asked_for(postman: Postman, build: str) -> None:
    found = codes(postman.post(f"Build: {build}\nOwner: a@b.example\n"))

    assert {"which-season", "empty-name", "owner-is-address"} <= {*found}
    assert {*found} & {"unknown-card", "unknown-skill"}


@pytest.mark.parametrize("first", ["Atack", "Fireball", "シルード"])
def test_a_misspelt_card_hides_no_ninth(database: Database, first: str) -> None:
    open_cup(database)
    mail = Postman(database).post(
        f"Name: Overpacked\nBuild: {first}, Echo, Echo, Core, Core, Core, Shield, Shield, Trap\n"
    )

    assert codes(mail) == ["unknown-card", "too-many-cards"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [("攻響核/Alice", ""), ("攻響響核", "Mister Tuesday"), ("", "攻響核/Mister Tuesday")],
)
def test_cards_and_names_are_answered_in_the_language_of_their_player(
    database: Database, text: str, subject: str
) -> None:
    open_cup(database)
    postman = Postman(database)
    postman.enter()  # in English
    postman.post(text, Subject=subject, to=postman.secret())

    assert postman.last().lang == "en"


@pytest.mark.parametrize(("name", "lang"), [("Alice", "en"), ("アリス", "ja")])
def test_a_stranger_who_writes_notation_is_answered_in_the_language_of_the_name(
    database: Database, name: str, lang: str
) -> None:
    open_cup(database)
    postman = Postman(database)
    postman.post(f"攻響核/{name}", sender="Zoe <zoe@example.org>")

    assert postman.last().lang == lang
