"""The record of a season: written, and played again by anybody."""

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import voice
from app.cli.installation import SeasonName, database, said
from app.cli.options import JsonOption, say_json

commands = typer.Typer()


@commands.command(
    epilog=voice.examples("hikyaku season verify laplaplus-1", "hikyaku season verify record.json")
)
def verify(
    season: Annotated[
        str, typer.Argument(metavar="SEASON|FILE", help="A season here, or a record.json.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Play a season again, from the database or from its record alone, and say what differs."""
    from dataclasses import asdict

    from app.league import recording, verifying
    from app.league.explaining import explain
    from app.store import seasons

    path = Path(season)
    if path.suffix == ".json" or path.exists():
        record = _read_record(path)
    else:
        with said(), database() as at, at.reading() as session:
            record = recording.record(session, seasons.by_slug(session, season))
    differences = list(verifying.verify(record))
    if as_json:
        say_json(
            {"digest": record.digest, "holds": not differences}
            | {"differences": [asdict(each) for each in differences]}
        )
    elif not differences:
        battles = len(record.entries) * (len(record.entries) - 1) // 2
        voice.say(f"{record.season.slug}: {battles:,} battles played again, everything holds.")
        voice.say(f"Digest {record.digest}")
    if differences:
        lang = voice.language()
        raise voice.Refused(
            [explain(each, lang, record.season.game, record.rules) for each in differences], lang
        )


@commands.command(epilog=voice.examples("hikyaku season export laplaplus-1 record.json"))
def export(
    slug: SeasonName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to; - prints it.")
    ] = "record.json",
) -> None:
    """Write the record of a played season: everything that anybody needs to check it."""
    from app.cli.crosstable import written
    from app.league import recording
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        text = recording.record(session, seasons.by_slug(session, slug)).model_dump_json(indent=1)
    if file == "-":
        voice.say(text)
    else:
        with written(file, voice.language()) as target:
            target.write(f"{text}\n".encode())
        voice.say(f"{slug}: written to {file}.")


def _read_record(path: Path) -> Any:
    from pydantic import ValidationError

    from app.league.recording import Record

    try:
        return Record.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise voice.Refused(
            f"{path.name} is no record of a season: {'.'.join(map(str, fault['loc']))}: {fault['msg']}."
            for fault in error.errors()
        ) from None
