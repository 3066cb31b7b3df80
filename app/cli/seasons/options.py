"""What can be said of a season on the command line."""

from typing import Annotated

import typer

from app.tournament.tiebreaks import TIE_BREAKS

TitleJa = Annotated[str | None, typer.Option(metavar="T", help="Its Japanese title.")]
TitleEn = Annotated[str | None, typer.Option(metavar="T", help="Its English title.")]
DescriptionJa = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What it is, in Japanese; Markdown.")
]
DescriptionEn = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What it is, in English; Markdown.")
]
Closes = Annotated[
    str | None,
    typer.Option(metavar="WHEN", help="Deadline, as '2027-03-31 21:00' in HIKYAKU_TIMEZONE."),
]
Places = Annotated[
    int | None, typer.Option(metavar="N", help="So many entries at most; 0: as many as come.")
]
Waves = Annotated[
    str | None,
    typer.Option(
        metavar="LIST",
        help="When more places open, as '2027-03-01 21:00 +200, 2027-03-08 21:00 +200'; '' for none.",
    ),
]
WaitingList = Annotated[
    bool | None,
    typer.Option("--waiting-list/--no-waiting-list", help="Let who finds no place wait for one."),
]
Characters = Annotated[
    int | None,
    typer.Option(metavar="N", help="So many characters may one player enter; 1 at first."),
]
Banned = Annotated[
    str | None,
    typer.Option(
        "--ban", metavar="LIST", help="Cards that no build may have, with commas; '' for none."
    ),
]
Copies = Annotated[
    int | None,
    typer.Option(metavar="N", help="Of the same card so many at most; 0: as the rules say."),
]
Size = Annotated[
    int | None,
    typer.Option(metavar="N", help="A build has exactly so many cards; 0: as the rules say."),
]
SidesOption = Annotated[
    str | None,
    typer.Option(
        "--sides", metavar="LIST", help="Its sides, as '紅 / Red #c03030, 白 / White'; '' for none."
    ),
]
Apart = Annotated[
    bool | None,
    typer.Option("--apart/--no-apart", help="Let nobody meet their own side."),
]
Newcomers = Annotated[
    bool | None,
    typer.Option(
        "--look-at-newcomers/--no-look-at-newcomers",
        help="Let players who never took part here wait for an organiser's yes.",
    ),
]
Ranked = Annotated[
    bool | None,
    typer.Option("--ranked/--not-ranked", help="Let its results count for the player rank."),
]
Reminders = Annotated[
    str | None,
    typer.Option(metavar="HOURS", help="Remind so long before the deadline: '48,6'; '' for never."),
]
Reminded = Annotated[
    str | None,
    typer.Option(metavar="GROUPS", help="Whom, of those without an entry: earlier,watching,held."),
]
CupName = Annotated[
    str | None,
    typer.Option("--cup", metavar="CUP", help="The cup it is an edition of; '' for none."),
]
BeaconOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Public randomness in its dice: drand, or an announced number with its day, as 'Numbers4 of 2026-12-24'; '' for none.",
    ),
]
Edition = Annotated[
    int | None, typer.Option(metavar="N", help="Which one of its cup it is; else the next one.")
]
Score = Annotated[
    str | None, typer.Option(metavar="W/D/L", help="Points for a win, a draw, a loss.")
]
TieBreaks = Annotated[
    str | None,
    typer.Option(
        metavar="LIST",
        help=f"What separates equals, in order, with commas: {', '.join(TIE_BREAKS)}.",
    ),
]
HouseCards = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="House cards that it is played with, in TOML: see house-cards.md.",
        show_default=False,
    ),
]
ReleaseOption = Annotated[
    str,
    typer.Option("--at", metavar="WHEN", help="As '2027-03-31 21:00' in HIKYAKU_TIMEZONE."),
]
