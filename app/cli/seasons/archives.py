"""Seasons that come from elsewhere: out of their archive or record, or as the history of cups before this site."""

from datetime import UTC, date, datetime, time
from typing import Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import database, organiser, said
from app.cli.console.options import GameName
from app.errors import SeasonRefused

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku season restore laplaplus-1.zip",
        "hikyaku season restore https://example.org/seasons/laplaplus-1/record.json",
        "hikyaku season restore laplaplus-1.zip --whole record.json",
    )
)
def restore(
    source: Annotated[
        str, typer.Argument(metavar="FILE|URL", help="Its archive (zip), or its record alone.")
    ],
    whole: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="The organisers' record, if parts of the archive are hidden. They stay hidden.",
        ),
    ] = "",
) -> None:
    """Restore a published season, or copy one from another site.

    Results, record and digests are the same, and from an archive the pages too. Everything is
    checked as `verify` does, including programs in the archive. A season that exists here is never
    replaced. Its entries belong to no player of this site, and nobody gets a letter.
    """
    from app.cli.console.sources import MOST_OF_RECORD, fetched
    from app.league.archive import package, restoration
    from app.league.problems import explain
    from app.main import create_app
    from app.web.archive import comparison

    with said():
        packed = package.read(fetched(source, MOST_OF_RECORD))
        own = package.read(fetched(whole, MOST_OF_RECORD)).record if whole else None
        by = organiser()
        with database() as at:
            with at.reading() as session:
                formers = [*package.formers_here(session, packed.record, by.now)]
            found = comparison.compare(packed, create_app, by, formers, own)
            with at.writing() as session:
                wrong = found.differences
                season = restoration.restore(
                    session, packed.record, by, packed.chronicle, packed.pictures, wrong, own
                )
            slug = season.slug
    entries = voice.many(len(packed.record.entries), "entry", "entries")
    voice.say(f"{slug}: restored, {entries}.", f"Digest {packed.record.digest}")
    voice.say(*(f"NOTE: {explain(each, 'en')}" for each in found.unproven))
    told = packed.chronicle.matches
    if told and told.annulled:
        voice.say(
            f"Matches that do not count, since a player left, and are not restored: {told.annulled:,}."
        )


@commands.command(
    epilog=voice.examples(
        "hikyaku season history shiden-issen-2 cup-2003 player.txt --held 2003-05-05 --title-ja 第一回大会",
        "hikyaku season history laplaplus first player.txt --held 2003-05-05 --cup spring-cup --edition 1",
    )
)
def history(
    game: GameName,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="Its name in addresses.")],
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A list (build/name on each line) or a table; - for standard input.",
        ),
    ],
    held: Annotated[str, typer.Option(metavar="DATE", help="When it took place, as 2003-05-05.")],
    title_ja: Annotated[str, typer.Option(metavar="T", help="Its Japanese title.")] = "",
    title_en: Annotated[str, typer.Option(metavar="T", help="Its English title.")] = "",
    cup: Annotated[str, typer.Option(metavar="CUP", help="The cup it was an edition of.")] = "",
    edition: Annotated[
        int | None,
        typer.Option(metavar="N", help="Its number within the cup. Without it, the next one."),
    ] = None,
) -> None:
    """Add an old season from a list, such as player.txt, or a table, and play it by today's rules.

    Every entry is marked as added afterwards, since there were no seals: on pages, in the record
    and by `verify`.
    """
    from app.cli.lab import read_text
    from app.games import ruleset
    from app.league.archive import history as of_lists, restoration
    from app.league.archive.chronicle import Chronicle, of_cups
    from app.league.desk import imports
    from app.league.seasons import cups, seasons as league_seasons
    from app.league.seasons.decisions import season_plans

    now = datetime.now(UTC)
    try:
        day = datetime.combine(date.fromisoformat(held), time(12), UTC)
    except ValueError:
        raise voice.Refused([f"“{held}” is not a date. Write one like 2003-05-05."]) from None
    if day > now:
        raise voice.Refused([f"{held} is not over yet. Create a season instead."])
    with said():
        rules = ruleset(game)
    plan = season_plans.Plan(
        game,
        slug,
        voice.as_typed(title_ja) or slug,
        voice.as_typed(title_en) or slug,
        cup=cup,
        edition=edition,
    )
    with said(rules), database() as at, at.writing() as session:
        if problems := league_seasons.problems_of_new(session, plan, now):
            raise SeasonRefused(problems)
        sheet = imports.read(read_text(file), rules)
        record = of_lists.record_of(sheet, rules, plan, now)
        chronicle = Chronicle(
            opened_at=day,
            closed_at=day,
            laid_open_at=day,
            published_at=day,
            state="archived",
            cup=of_cups(session, cup, cups.edition_of(session, cup, edition)),
        )
        restoration.restore(session, record, organiser(), chronicle)
    voice.say(
        f"{slug}: {voice.many(len(record.entries), 'entry', 'entries')}, played again and kept as history."
    )
