"""Several characters of one player: each mail says which it is about, and none vanishes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from sqlmodel import select

from app.letters.contents import render
from app.notices.answers import Fate, Several
from app.notices.registry import about
from app.store import seasons
from app.store.database import Database
from app.store.tables import Letter, MailAction, Revision, RevisionState
from tests.support.posting import CUP, Postman, open_cup

TWO = "Name: Tuesday\nBuild: 攻核\nLore: It rains.\n\nName: Needle\nBuild: 核核\n"


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


@pytest.fixture
def three(postman: Postman) -> Postman:
    """A season in which a player may have three."""
    with postman.database.writing() as session:
        seasons.by_slug(session, CUP).characters = 3
    return postman


def told(postman: Postman, letter: Letter | None = None) -> str:
    with postman.database.reading() as session:
        return render(session, session.get_one(Letter, (letter or postman.last()).id)).text


def fates(postman: Postman) -> Sequence[Fate]:
    matter = about(postman.last())
    assert isinstance(matter, Several)
    return matter.fates


@contextmanager
def known(postman: Postman) -> Iterator[str]:
    """The secret address of Alice, who has Tuesday in."""
    postman.enter("Name: Tuesday\nBuild: 攻核\n")
    yield postman.secret()


def test_a_mail_with_two_enters_both_once_its_player_says_yes(three: Postman) -> None:
    three.post(TWO)

    question = three.last()
    assert question.kind == "several"
    assert "Tuesday" in told(three)
    assert "Needle" in told(three)
    assert three.builds() == {}
    three.post("yes", to=three.confirm(question))

    assert three.builds() == {"Tuesday": "攻核", "Needle": "核核"}
    assert three.last().kind == "several"
    assert "Has arrived, and takes part." in told(three)
    assert [each.kind for each in three.letters()] == ["several", "several"]


def test_no_drops_both(three: Postman) -> None:
    three.post(TWO)
    three.post("no", to=three.confirm())

    assert three.builds() == {}
    with three.database.reading() as session:
        states = {each.state for each in session.exec(select(Revision))}
    assert states == {RevisionState.DECLINED}


def test_where_one_is_allowed_the_second_is_answered(postman: Postman) -> None:
    postman.enter(TWO)

    assert postman.builds() == {"Tuesday": "攻核"}
    assert "“Needle” was not taken" in told(postman, postman.letters()[0])


@pytest.mark.parametrize(
    ("mail", "builds", "codes"),
    [
        (  # one broken
            "Name: Needle\nBuild: 核核\n\nName: Broken\nBuild: 鬼鬼鬼\n",
            {"Needle": "核核"},
            {"unknown-card"},
        ),
        (  # one without a build
            "Name: Needle\nBuild: 核核\n\nName: Broken\nLore: Forgot it.\n",
            {"Needle": "核核"},
            {"no-build"},
        ),
        (  # the same name twice
            "Name: Needle\nBuild: 核核\n\nName: Needle\nBuild: 攻攻核\n",
            {},
            {"name-twice"},
        ),
        (  # the same one twice
            "Name: Needle\nBuild: 核核\n\nName: Ｎｅｅｄｌｅ\nBuild: 攻攻核\n",
            {},
            {"name-twice"},
        ),
        (  # full-width labels, counted
            "■1体目\n名前：針\n構成：核核\n\n■2体目\n【キャラ名】糸\n【構成】攻核核\n",
            {"針": "核核", "糸": "攻核核"},
            set(),
        ),
        (  # a list
            "核核/Needle\n攻核核/Thread\n",
            {"Needle": "核核", "Thread": "攻核核"},
            set(),
        ),
        (  # our own receipt, quoted below
            "Name: Needle\nBuild: 核核\n\nName: Thread\nBuild: 攻核核\n\nOn 1 May 2027, Hikyaku wrote:\n> Name: Tuesday\n> Build: 攻核\n",
            {"Needle": "核核", "Thread": "攻核核"},
            set(),
        ),
    ],
)
def test_each_of_several_is_entered_or_told(
    three: Postman, mail: str, builds: dict[str, str], codes: set[str]
) -> None:
    with known(three) as secret:
        three.post(mail, to=secret)

    assert three.last().kind == "several"
    assert three.builds() == {"Tuesday": "攻核"} | builds
    assert {each.code for fate in fates(three) for each in fate.problems} == codes


def test_of_thirty_each_is_named(three: Postman) -> None:
    thirty = "\n\n".join(f"Name: No {n}\nBuild: 核核" for n in range(30))
    with known(three) as secret:
        three.post(thirty, to=secret)

    assert list(three.builds()) == ["Tuesday", "No 0", "No 1"]
    assert [each.name for each in fates(three)] == [f"No {n}" for n in range(30)]


def test_thirty_from_a_stranger_are_held_as_far_as_there_is_room(three: Postman) -> None:
    three.post("\n\n".join(f"Name: No {n}\nBuild: 核核" for n in range(30)))

    with three.database.reading() as session:
        assert len(session.exec(select(Revision)).all()) == 3


def test_a_mail_that_withdraws_and_enters_does_neither(three: Postman) -> None:
    with known(three) as secret:
        mail = three.post(f"Please withdraw my entry.\n\n{TWO}", to=secret)

    assert mail.action is MailAction.PROBLEMS
    assert three.builds() == {"Tuesday": "攻核"}


def test_one_of_the_same_name_is_replaced_and_another_is_another(three: Postman) -> None:
    with known(three) as secret:
        three.post("Name: Needle\nBuild: 核核\n", to=secret)
        three.post("Name: tuesday\nBuild: 攻攻核\n", to=secret)
        assert three.builds() == {"tuesday": "攻攻核", "Needle": "核核"}
        assert "Before and after:" in told(three)
        three.post("Name: Thread\nBuild: 攻核核\n", to=secret)
        three.post("Name: Fourth\nBuild: 核攻核\n", to=secret)

        said = told(three).replace("\n", " ")
        assert "tuesday, Needle, Thread" in said
        assert "Instead of: tuesday" in said
        three.post("Instead of: Needle\nName: Fourth\nBuild: 核攻核\n", to=secret)

    assert three.builds() == {"tuesday": "攻攻核", "Fourth": "核攻核", "Thread": "攻核核"}


def test_a_wish_says_which_is_meant(three: Postman) -> None:
    with known(three) as secret:
        three.post("Name: Needle\nBuild: 核核\n", to=secret)
        three.post("Withdraw me, please.", to=secret)
        assert "Tuesday, Needle" in told(three)
        assert len(three.builds()) == 2
        three.post("Withdraw\nNeedle", to=secret)
        assert "You still take part with: Tuesday." in told(three)
        assert three.builds() == {"Tuesday": "攻核"}


def test_a_change_is_made_to_the_one_it_names(three: Postman) -> None:
    with known(three) as secret:
        three.post("Name: Needle\nBuild: 核核\n", to=secret)
        three.post("Name: Tuesday\nLore: It pours.\n", to=secret)
        three.post("Change the first card to Core.", to=secret)
        assert "Tuesday, Needle" in told(three)

    with three.database.reading() as session:
        lores = {each.name: each.lore for each in session.exec(select(Revision))}
    assert lores["Tuesday"] == "It pours."
    assert three.builds() == {"Tuesday": "攻核", "Needle": "核核"}


def test_a_question_that_comes_too_late_names_what_is_in(three: Postman) -> None:
    for name in ("Needle", "Thread", "Fourth", "Fifth"):
        three.post(f"Name: {name}\nBuild: 核核\n")
    for question in three.letters():
        three.post("yes", to=three.confirm(question))

    assert list(three.builds()) == ["Needle", "Thread", "Fourth"]
    assert "Needle, Thread, Fourth" in told(three).replace("\n", " ")
