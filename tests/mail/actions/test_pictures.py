"""Pictures that come with a mail: each is that of the entry it came with, and what is none is named in the answer."""

from email import message_from_bytes
from email.policy import SMTP
from io import BytesIO
from typing import cast

import pytest
from PIL import Image
from sqlmodel import select

from app.letters.contents import draft
from app.store import seasons
from app.store.database import Database
from app.store.tables import Letter, Picture, Revision, RevisionState
from tests.support.posting import CUP, ENTRY, Postman, a_mail, open_cup

TWO = "Name: Goose\nBuild: Core, Core\n\n---\n\nName: Frog\nBuild: Attack, Core\n"


def png(colour: str, side: int = 40) -> bytes:
    drawn = BytesIO()
    Image.new("RGB", (side, side), colour).save(drawn, "PNG")
    return drawn.getvalue()


RED, BLUE = png("red"), png("blue")


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    with database.writing() as session:
        seasons.by_slug(session, CUP).characters = 3
    return Postman(database)


def post(postman: Postman, text: str, *files: tuple[str, bytes], within: bool = False) -> None:
    """A mail with these files beside its text, or within it, as a logo below a signature."""
    postman.count += 1
    mail = message_from_bytes(a_mail(text, postman.count), policy=SMTP)
    for name, data in files:
        if within:
            mail.add_related(data, "image", "png", cid="<logo>", filename=name)
        else:
            mail.add_attachment(data, maintype="image", subtype="png", filename=name)
    postman.bring(mail.as_bytes())


def kept(database: Database, *, counting: bool = False) -> dict[str, str]:
    """The colour of the picture of each entry, by its name; those that wait for a yes are left out where only the `counting` are asked for."""
    found = {}
    with database.reading() as session:
        for picture in session.exec(select(Picture)):
            if counting and picture.revision_id:
                continue
            revisions = select(Revision).where(Revision.entry_id == picture.entry_id)
            name = {each.name for each in session.exec(revisions)}.pop()
            pixel = Image.open(BytesIO(picture.content)).convert("RGB").getpixel((5, 5))
            found[name] = "red" if cast(tuple[int, ...], pixel)[0] > 100 else "blue"
    return found


def told(postman: Postman) -> str:
    """The last letter."""
    with postman.database.reading() as session:
        words = draft(session, session.get_one(Letter, postman.last().id))
        return " ".join(words.text.split())


def test_a_picture_is_that_of_the_entry_and_waits_for_the_same_yes(
    postman: Postman, database: Database
) -> None:
    post(postman, ENTRY, ("IMG_1.png", RED))

    with database.reading() as session:
        (picture,) = session.exec(select(Picture))
        assert picture.revision_id
        assert session.get_one(Revision, picture.revision_id).state is RevisionState.HELD
    assert "was not taken" not in told(postman)
    postman.post("yes", to=postman.confirm())
    with database.reading() as session:
        assert [each.revision_id for each in session.exec(select(Picture))] == [None]


@pytest.mark.parametrize(
    ("files", "colours"),
    [
        ((("Frog.png", RED), ("ｇｏｏｓｅ.PNG", BLUE)), {"Frog": "red", "Goose": "blue"}),
        ((("1.png", RED), ("2.png", BLUE)), {"Goose": "red", "Frog": "blue"}),
        ((("Frog.png", RED),), {"Frog": "red"}),
        ((("1.png", RED),), {}),
    ],
)
def test_of_several_each_has_the_picture_called_after_it_or_all_in_their_order(
    files: tuple[tuple[str, bytes], ...],
    colours: dict[str, str],
    postman: Postman,
    database: Database,
) -> None:
    post(postman, TWO, *files)

    assert kept(database) == colours
    assert ("we didn't know which entry it belongs to" in told(postman)) is (not colours)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x89PNG\r\n\x1a\nnone", "it cannot be opened"),
        (png("red", 4097), "it is too large"),
        (RED + b"\0" * 600_000, "it is too large"),
    ],
)
def test_what_is_no_picture_is_told_and_the_entry_counts(
    data: bytes, why: str, postman: Postman, database: Database
) -> None:
    post(postman, ENTRY, ("me.png", data))

    assert kept(database) == {}
    assert why in told(postman)
    assert "Mister Tuesday" in told(postman)


def test_a_logo_below_a_signature_is_no_picture_of_an_entry(
    postman: Postman, database: Database
) -> None:
    post(postman, ENTRY, ("image001.png", RED), within=True)

    assert kept(database) == {}


def test_with_a_refused_entry_its_picture_is_refused_too(
    postman: Postman, database: Database
) -> None:
    post(postman, "Name: x\nBuild: nothing at all\n", ("x.png", RED))

    assert kept(database) == {}
    assert "The picture “x.png” was not taken" in told(postman)


def test_of_several_the_picture_of_the_refused_one_is_told_and_the_others_are_kept(
    postman: Postman, database: Database
) -> None:
    post(postman, TWO.replace("Attack, Core", "nothing"), ("1.png", RED), ("2.png", BLUE))

    assert kept(database) == {"Goose": "red"}
    assert "was not taken: it came without a valid entry" in told(postman)


def test_nobody_changes_the_picture_of_another_by_sending_their_entry_again(
    postman: Postman, database: Database
) -> None:
    post(postman, ENTRY, ("me.png", RED))
    postman.post("yes", to=postman.confirm())

    post(postman, ENTRY, ("me.png", BLUE))

    assert kept(database, counting=True) == {"Mister Tuesday": "red"}
