"""The entries of a season: listed, added and taken out."""

import re
from datetime import UTC, datetime
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import (
    ReasonOption,
    SeasonName,
    TellOption,
    database,
    organiser,
    said,
    settings,
    undone,
)
from app.cli.console.options import JsonOption, say_json, say_table
from app.errors import FieldName, ListUnreadable, Problem, SubmissionRejected

if TYPE_CHECKING:
    from app.store.tables import Entry, Season

_SLASH: Final = re.compile("[/／]")

_SHORT: Final = 30

commands = typer.Typer()


@commands.command(epilog=voice.examples("hikyaku season entries laplaplus-1 --json"))
def entries(slug: SeasonName, as_json: JsonOption = False) -> None:
    """List the entries. Builds and lore are sealed until the season is closed and its announced deadline is past."""
    from app.league import visibility
    from app.store import entries as stored, seasons

    with said(), database() as at, at.reading() as session:
        season = seasons.by_slug(session, slug)
        is_sealed = not visibility.shows_entries(
            season, visibility.Reader.ORGANISER, datetime.now(UTC)
        )
        found = [
            _entry(season, entry, is_sealed=is_sealed)
            for entry in stored.of_season(session, season)
        ]
        held = [
            {"number": None, "name": each.name, "owner": each.owner, "revision": each.serial}
            | {"state": each.state.value, "player": each.entry.player_id}
            for each in [*stored.held(session, season), *stored.queued(session, season)]
        ]
    listed = [*filter(None, found), *held]
    if say_json(listed, as_json):
        return
    columns = ("number", "name", "owner", "revision", "state", "player")
    say_table(
        [
            columns,
            *(
                [str("" if each[name] is None else each[name]) for name in columns]
                for each in listed
            ),
        ],
        [0, 3, 5],
    )


@commands.command(
    epilog=voice.examples(
        "hikyaku season add laplaplus-1 'Attack, Echo, Core / Latecomer' --reason 'lost in the mail'",
        "hikyaku season add shiden-issen-2-1 '閃閃交硬果/Murai' --own 'Flavour 1: Crimson Flash' --own 'Victory: Next.'",
    )
)
def add(
    slug: SeasonName,
    build: Annotated[str, typer.Argument(metavar="BUILD/NAME", help="The build and the name.")],
    owner: Annotated[str, typer.Option(metavar="NAME", help="The public name of its player.")] = "",
    lore: Annotated[str, typer.Option(metavar="TEXT", help="Its story.")] = "",
    url: Annotated[str, typer.Option(metavar="URL", help="Its player's page.")] = "",
    own: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE",
            help="A name, label or words, written as a line of a mail: 'Entrance: …'. May be repeated.",
        ),
    ] = None,
    orders: Annotated[
        str, typer.Option(metavar="FILE", help="Its standing orders, in a game with matches.")
    ] = "",
    nonce: Annotated[
        str,
        typer.Option(metavar="TEXT", help="Its nonce, which goes into the dice of its matches."),
    ] = "",
    side: Annotated[
        str, typer.Option(metavar="NAME", help="Its side, in a season that has sides.")
    ] = "",
    reason: ReasonOption = "",
    tell: TellOption = "",
) -> None:
    """Add an entry for a player without an address. After closing it gets the last number.

    If the builds are already unsealed, pages mark it as late, with the reason you give.
    """
    from app.cli.lab import read_text
    from app.league.desk import interventions
    from app.league.eligibility import sides
    from app.league.entries.contents import Submission
    from app.league.matches import scripts
    from app.league.matches.settings import rules_of
    from app.store import seasons

    text = voice.as_typed(build)
    name = _SLASH.split(text, maxsplit=1)[-1].strip() if _SLASH.search(text) else ""
    extras, incomplete = _read_own(own or [])
    extras |= scripts.brought(read_text(orders) if orders else "", voice.as_typed(nonce))
    extras |= sides.brought(voice.as_typed(side))
    submission = Submission(name, text, owner, lore, url, extras)
    with database() as at:
        with said(), at.reading() as session:
            season = seasons.by_slug(session, slug)
            game = rules_of(session, season)
        with said(game), at.writing() as session, undone(session, slug):
            interventions.add(session, slug, submission, organiser(reason, tell), incomplete)
    voice.say(f"{slug}: {name} is in.")


@commands.command(
    "import",
    epilog=voice.examples(
        "hikyaku season import laplaplus-1 entries.csv --check",
        "hikyaku season import laplaplus-1 entries.csv",
    ),
)
def bring_in(
    slug: SeasonName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A table or a list; - for standard input.")
    ],
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Show every line as it would be imported, and import nothing."
        ),
    ] = False,
    reason: ReasonOption = "",
    tell: TellOption = "",
) -> None:
    """Import many entries at once, from a CSV file or a list: all of them, or none.

    Columns are name, build, owner, lore, url and address. Players with an address get a receipt, new
    ones in Japanese if the locale (LC_ALL, LC_MESSAGES, LANG) is Japanese, else in English. No existing
    entry is replaced.
    """
    from app.cli.lab import read_text
    from app.league.desk import imports
    from app.league.matches import scripts
    from app.league.matches.settings import rules_of
    from app.store import seasons

    own = settings().mail_address
    with database() as at:
        with said(), at.reading() as session:
            season = seasons.by_slug(session, slug)
            game = rules_of(session, season)
        with said():
            try:
                sheet = imports.read(read_text(file), game)
                with at.writing() as session:
                    by = organiser(reason, tell)
                    if check:
                        checked = imports.require_good(session, slug, sheet, by, own)
                    else:
                        with undone(session, slug):
                            imports.bring_in(session, slug, sheet, by, own, voice.language())
            except (ListUnreadable, SubmissionRejected) as refusal:
                told = [imports.explain(season, each, "en") for each in refusal.problems]
                raise voice.Refused(told) from None
    if sheet.left_out:
        voice.complain([f"Ignored columns: {', '.join(sheet.left_out)}"])
    if not check:
        voice.say(f"{slug}: {voice.many(len(sheet.rows), 'entry', 'entries')} brought in.")
        return
    rows = [
        (str(row.line), it.name, it.build, it.owner, _in_short(it.lore), it.url, row.address)
        for row in sheet.rows
        for it in [row.submission]
    ]
    say_table([("line", "name", "build", "owner", "lore", "url", "address"), *rows], [0])
    for each in checked:
        if nonce := scripts.text_of(each.row.submission.extras, scripts.NONCE):
            voice.say(f"line {each.row.line}, nonce: {nonce}")
        if each.script:
            voice.say(f"line {each.row.line}, standing orders as understood:")
            voice.say(indent(each.script.text, "  "))


def _in_short(text: str) -> str:
    """Its beginning, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else f"{line[:_SHORT]}…"


def _read_own(lines: list[str]) -> tuple[dict[str, Any], list[Problem]]:
    """The names, labels and words of a character, and the problems of all other lines."""
    from app.mail.labels import is_own, label_of
    from app.mail.reading.form.entry_form import form_of

    typed = [voice.as_typed(line) for line in lines]
    read = [(line, label_of(line)) for line in typed]
    form = form_of((label.field, label.rest.strip()) for _, label in read if label)
    problems = [
        Problem("not-own", typed=line)
        for line, label in read
        if label is None or not is_own(label.field)
    ]
    problems += [Problem("repeated-field", field=FieldName(field)) for field in form.repeated]
    return form.extras, problems


@commands.command(epilog=voice.examples("hikyaku season newcomers laplaplus-1"))
def newcomers(slug: SeasonName) -> None:
    """List the newcomers who wait for approval, oldest first."""
    from app.store import entries, seasons

    with said(), database() as at, at.reading() as session:
        waiting = entries.waiting(session, seasons.by_slug(session, slug))
        found = [[each.name, each.owner, each.received_at.isoformat()] for each in waiting]
    if found:
        say_table(found)
    else:
        voice.say(f"{slug}: no newcomer is waiting.")


def _entry(season: "Season", entry: "Entry", *, is_sealed: bool) -> dict[str, Any] | None:
    """An entry as the organiser may see it; None for one without a revision that counts."""
    from app.engine.workshop.call import CardBuild
    from app.league.entries.characters import labels_of, lines_of, names_of, rights_of
    from app.league.matches import scripts
    from app.store import entrants
    from app.tournament.blocks import build_of

    revision = entry.current
    if not revision:
        return None
    facts: dict[str, Any] = {
        "number": entry.number,
        "name": revision.name,
        "owner": revision.owner,
        "revision": revision.serial,
        "state": revision.state.value,
        "player": entry.player_id,
        "hidden": entrants.hidden_parts(entry),
    }
    if is_sealed:
        return facts | {"sealed": True}
    build = build_of(season.game, season.rules_version, revision.build)
    return facts | {
        "build": build.cards,
        "card": build.data if isinstance(build, CardBuild) else None,
        "lore": revision.lore,
        "url": revision.url,
        "flavour": names_of(revision.extras),
        "lines": lines_of(revision.extras),
        "labels": labels_of(revision.extras),
        "rights": rights_of(revision.extras),
        **{name: scripts.text_of(scripts.typed(revision.extras), name) for name in scripts.FIELDS},
    }
