"""Ratings from the command line: the book is written, and counted again from files alone."""

from pathlib import Path

from tests.cli.conftest import Installed


def test_the_ratings_are_counted_again_from_the_files_of_the_seasons(
    cup: Installed, tmp_path: Path
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    book, record = tmp_path / "ratings.json", tmp_path / "record.json"
    cup("season", "export", "cup", str(record))
    cup("rating", "export", "laplaplus", str(book))

    assert cup("rating", "show", "laplaplus").stdout == "Nobody has a rating yet.\n"
    assert "no ratings counted again" in cup("rating", "verify", str(book)).stdout

    # Two newcomers, of whom the first has won, as the documentation of openskill has it.
    told = book.read_text("utf-8")
    digest = record.read_text("utf-8").split('"digest": "')[1][:64]
    entries = '[{"number": 1, "owner": "t"}, {"number": 2, "owner": "g"}]'
    season = f'{{"season": "cup", "digest": "{digest}", "entries": {entries}}}'
    ratings = [
        f'{{"owner": "{owner}", "battles": 1, "mean": {mean}, "deviation": 8.0659, "rating": {least}}}'
        for owner, mean, least in (("t", 27.6354, 3.4377), ("g", 22.3646, -1.8331))
    ]
    told = told.replace('"seasons": []', f'"seasons": [{season}]')
    told = told.replace('"ratings": []', f'"ratings": [{", ".join(ratings)}]')
    book.write_text(told, "utf-8")

    assert "2 ratings counted again" in cup("rating", "verify", str(book), str(record)).stdout

    book.write_text(told.replace("27.6354", "29.6354"), "utf-8")
    refused = cup("rating", "verify", str(book), code=1).stderr

    assert "29.635" in refused
    assert "27.635" in refused
