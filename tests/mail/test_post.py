"""The mails of the post can be brought into their worlds and judged; how many are right `python -m tests.mail.post` tells."""

import pytest

from tests.mail.post.__main__ import FOLDER, ROWS, outcomes, report

WORLDS = ("one-open", "one-held", "fest-1")
"""Those that the suite brings all mails into; the others take minutes."""
RIGHT_AT_LEAST = 0.95
THREE = ("132-confirm-yes.eml", "135-confirm-no.eml", "137-confirm-who-are-you.eml")


def test_each_mail_of_a_world_meets_it_fresh_and_is_judged_by_what_became_of_it() -> None:
    found = {each.name: each for each in outcomes(THREE)}

    assert [*found] == [*THREE]
    assert b"{{" not in b"".join(each.raw for each in found.values())
    assert "confirmed" in found[THREE[0]].got.words
    assert "dropped" in found[THREE[1]].got.words
    assert not {"confirmed", "dropped"} & found[THREE[2]].got.words
    assert [*report([found[THREE[0]]], is_long=True)][-3:] == [
        "total: 1 of 1 right, 100.0 %",
        "silent: 0 ",
        "programs answered: 0 ",
    ]


def test_every_mail_of_the_post_has_its_row() -> None:
    assert sorted(each.name for each in FOLDER.glob("*.eml")) == sorted(ROWS)


@pytest.mark.parametrize("world", WORLDS)
def test_the_mails_of_a_world_become_what_a_good_organiser_would_make_of_them(world: str) -> None:
    names = [name for name, row in ROWS.items() if row["world"] == world]
    found = [*outcomes(names)]
    wrong = {each.name: each.wrong for each in found if each.wrong}

    assert len(wrong) <= (1 - RIGHT_AT_LEAST) * len(found) + 1, wrong
    assert [*report(found, is_long=False)][-2:] == ["silent: 0 ", "programs answered: 0 "]
