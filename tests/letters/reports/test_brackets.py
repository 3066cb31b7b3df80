"""Reports of seasons with a knock-out: the bracket as text and lists, and how far their reader came."""

import pytest
from sqlmodel import Session, select

from app.engine import HOME
from app.league.seasons.stages import plans
from app.letters.contents import render
from app.letters.reports.brackets import tree
from app.store.database import Database
from app.store.tables import Letter
from app.text.columns import width
from app.tournament.formats.bracket import BracketPart, Knockout
from app.tournament.formats.format import Field, play_out
from tests.support.stages import a_season, publish

BUILDS = ["攻核", "核", "盾攻", "攻攻", "核攻", "攻盾核", "攻攻核", "盾核攻", "攻攻攻核"]
LONG = "森の奥の古いふくろう先生"


def reports(session: Session) -> list[tuple[str, str, str]]:
    """Subject, text and HTML of each."""
    found = session.exec(select(Letter).where(Letter.kind == "report")).all()
    rendered = [render(session, each) for each in found]
    return [(each.subject, each.text, each.html) for each in rendered]


@pytest.mark.parametrize("stages", ["knockout", "groups groups=2\nknockout third-place=no"])
def test_a_report_draws_the_bracket_and_tells_how_far_its_reader_came(
    database: Database, stages: str
) -> None:
    a_season(database, stages, BUILDS, LONG)
    publish(database)
    with database.reading() as session:
        letters = reports(session)

    assert len(letters) == len(BUILDS)
    for _, text, html in letters:
        assert "|-- " in text
        assert all(width(line) <= 72 for line in text.splitlines() if "-+" in line or "|" in line)
        assert "<h3" in html
    told = " ".join(" ".join(text.split()) for _, text, _ in letters)
    assert told.count("It won the final.") == 1
    assert told.count("It lost the final.") == 1
    assert told.count("It lost in the semi-final.") == ("groups" in stages) * 2


def test_a_report_of_a_double_knock_out_lists_its_last_rounds(database: Database) -> None:
    a_season(database, "double-knockout", BUILDS[:4])
    publish(database)
    with database.reading() as session:
        letters = reports(session)

    for _, text, html in letters:
        assert "Losers' bracket, round 2\n- “C" in text
        assert "|--" not in text
        assert "Losers&#39; bracket, round 2" in html or "Losers' bracket, round 2" in html


def test_a_tree_has_the_last_eight_in_the_columns_of_a_letter() -> None:
    (plan,), _ = plans.read("knockout")
    format_, field = plan.made(), Field(tuple(range(16)))
    assert isinstance(format_, Knockout)
    games = format_.games(field, play_out(format_, field, lambda due: [HOME for _ in due]))
    (final,) = [each for each in games if each.planned.part is BracketPart.FINAL]

    drawn = tree(final, games, lambda entry: f"{LONG}{entry}")
    assert len(drawn) == 15
    assert max(map(width, drawn)) <= 72
    assert tree(final, games, lambda entry: f"C{entry}")[:4] == [
        "C0 -+",
        "    |-- C0 -+",
        "C7 -+       |",
        "            |-- C0 -+",
    ]
