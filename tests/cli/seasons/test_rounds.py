"""The next round of a season, from the command line."""

from tests.cli.conftest import Installed


def test_the_next_round_is_planned_and_opens_with_the_characters_of_the_one_before(
    cup: Installed,
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    plan = ("season", "next-round", "cup", "cup-2", "--changes", "1")
    wrong = cup(*plan, "--closes", "soon", "--added", "-1", code=1).stderr
    told = cup(*plan).stdout
    twice = cup("season", "next-round", "cup", "cup-3", code=1).stderr
    cup("season", "open", "cup-2")
    refused = cup("season", "undo", "cup", "--tell", "A mistake.", code=1).stderr
    cup("season", "close", "cup-2")

    assert "“soon” is not a date and time" in wrong
    assert told == "cup-2: draft, First Hikyaku Cup, round 2.\n"
    assert "“cup” already has a next round: “cup-2”." in twice
    assert "1 battle" in cup("season", "run", "cup-2").stdout
    assert "The next round, “cup-2”, has opened" in refused
