"""The hall of fame from the command line."""

import json

from tests.cli.conftest import Installed


def test_the_hall_of_a_game_names_the_winners_of_public_seasons_alone(cup: Installed) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    cup("season", "run", "cup")

    assert cup("hall", "laplaplus").stdout == "No results are public yet.\n"

    cup("season", "publish", "cup")
    told = json.loads(cup("hall", "laplaplus", "--json").stdout)

    assert [each["season"] for each in told["winners"]] == ["cup"]
    assert [each["name"] for each in told["best"]] == told["winners"][0]["winners"]
    assert told["best"][0]["name"] in cup("hall", "laplaplus").stdout
