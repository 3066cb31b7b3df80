"""Letters that go out: sent, looked at first, and settled where an organiser must decide."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app import clock
from app.cli.console import voice
from app.cli.console.installation import WordOption, database, key, said, settings
from app.cli.console.options import JsonOption, say_json, say_table
from app.i18n import moment
from app.text.privacy import mask_address

if TYPE_CHECKING:
    from sqlmodel import Session

    from app.store.tables import Letter, Player
    from app.store.work.outbox import Waiting

commands = typer.Typer()

USED_UP: Final = (
    "{use.released} letters have left to unconfirmed addresses within a day. That is the limit "
    "(HIKYAKU_UNPROVEN_LETTERS_A_DAY={use.per_day})."
)
LetterNumber = Annotated[
    int, typer.Argument(metavar="LETTER", help="The number of the letter, as in `mail status`.")
]
LetterNumbers = Annotated[
    list[int],
    typer.Argument(metavar="LETTER…", help="The numbers of the letters, as in `mail status`."),
]


@commands.command(epilog=voice.examples("hikyaku mail send"))
def send(as_json: JsonOption = False) -> None:
    """Send every letter that is due, once. Letters that fail are tried again later.

    With HIKYAKU_MAIL_PER_MINUTE this keeps to that speed, and may take long.
    """
    from app.jobs.letters import send_due
    from app.mail.transport.smtp import transports
    from app.store.work import outbox

    if most := settings().mail_per_minute:
        voice.complain([f"No more than {most} letters leave a minute (HIKYAKU_MAIL_PER_MINUTE)."])
    with database() as at:
        key()
        sent = send_due(at, transports(settings()), now=clock.now(), settings=settings())
        with at.reading() as session:
            waiting = outbox.waiting(session, now=clock.now())
    if as_json:
        say_json(asdict(sent) | {"waiting": _facts_of_waiting(waiting)})
    else:
        voice.say(
            f"Sent {sent.sent}, to be tried again {sent.retry}, in doubt {sent.doubt}, given up {sent.dead}."
        )
        _say_waiting(waiting)
    if sent.stopped:
        raise voice.Refused([sent.stopped])


@commands.command(
    epilog=voice.examples(
        "hikyaku mail preview laplaplus-1",
        "hikyaku mail preview laplaplus-1 --player 7 --to letters",
        "hikyaku mail preview 17",
    )
)
def preview(
    what: Annotated[
        str,
        typer.Argument(metavar="SEASON|LETTER", help="A played season, or the number of a letter."),
    ],
    player: Annotated[
        str,
        typer.Option(
            metavar="ENTRY", help="With a season: only this character, by name or number."
        ),
    ] = "",
    to: Annotated[
        str, typer.Option(metavar="FOLDER", help="The folder for a season's letters.")
    ] = "preview",
    word: WordOption = "",
    headlines: Annotated[
        bool,
        typer.Option(
            "--headlines", help="With a season: only one line for each report, and its battles."
        ),
    ] = False,
) -> None:
    """Show letters before they leave, without sending anything.

    The reports of a played season are written to files, as text and HTML. A single letter is
    printed as text. Secret links are left out. Letters about an entry of a sealed season are not
    shown.
    """
    from app.store import seasons
    from app.store.tables import Letter

    with said(), database() as at, at.reading() as session:
        is_season = seasons.with_slug(session, what) is not None
        letter = None if is_season else session.get(Letter, _number(what))
        if letter:
            _print_letter(session, letter)
        elif not is_season and what.isdecimal():
            raise voice.Refused([f"There is neither a season nor a letter {what}."])
        else:
            reader = _player(session, what, player)
            if headlines:
                _say_headlines(session, what, reader)
            else:
                _write_reports(session, what, reader, Path(to), word)


def _number(words: str) -> int:
    """The number of a letter; 0, which no letter has, for other text."""
    return int(words) if words.isdecimal() and len(words) < 19 else 0


def _print_letter(session: "Session", letter: "Letter") -> None:
    from app.letters import contents

    words = contents.preview_letter(session, letter, clock.now())
    voice.say(f"{words.subject}\n\n{words.text}")


def _say_headlines(session: "Session", slug: str, player: "Player | None") -> None:
    """What each report says first, and the battles it tells."""
    from app.letters.contents import previewed
    from app.letters.reports.stories import told_in
    from app.store import seasons

    for letter in previewed(session, seasons.by_slug(session, slug), clock.now(), player):
        headline, battles = told_in(session, letter)
        voice.say(headline, *(f"    {battle}" for battle in battles))


def _write_reports(
    session: "Session", season: str, player: "Player | None", folder: Path, word: str
) -> None:
    from app.league import visibility
    from app.letters.contents import preview as previews
    from app.store import seasons

    of, now = seasons.by_slug(session, season), clock.now()
    visibility.require_finished_run(session, of, now)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = f"{folder} cannot be made: {error.strerror}. Name another folder."
        raise voice.Refused([told]) from None
    written = 0
    for name, letter in previews(session, of, now, player, word):
        (folder / f"{name}.txt").write_text(f"{letter.subject}\n\n{letter.text}", "utf-8")
        (folder / f"{name}.html").write_text(letter.html, "utf-8")
        written += 1
    voice.say(f"{voice.many(written, 'letter')} written to {folder}.")


def _player(session: "Session", slug: str, name_or_number: str) -> "Player | None":
    """The player of the entry that is meant; None if all are."""
    from app.league.desk.interventions import entry_called
    from app.store import seasons

    season = seasons.by_slug(session, slug)
    return entry_called(session, season, name_or_number).player if name_or_number else None


def _facts_of_waiting(waiting: "Waiting | None") -> dict[str, Any] | None:

    return asdict(waiting) | {"until": waiting.until.isoformat()} if waiting else None


def _say_waiting(waiting: "Waiting | None") -> None:
    """Say that letters are put off, and why."""
    if waiting:
        until = moment(waiting.until, "en", settings().zone)
        voice.say(
            f"Waiting until {until} or later: {voice.many(waiting.letters, 'letter')}. {waiting.reply}"
        )


@commands.command(epilog=voice.examples("hikyaku mail retry 17"))
def retry(letters: LetterNumbers) -> None:
    """Send letters again now: those in doubt, given up, returned, waiting or withheld.

    Letters to the same address that waited because others came back go out too. If one of several
    cannot go out, none does.
    """
    from app.league.people import players

    with database() as at, at.writing() as session:
        for letter in letters:
            if not players.send_again(session, letter, clock.now()):
                raise _nothing_to_do(session, letter)
    voice.say(*(f"Letter {letter} goes out again." for letter in letters))


@commands.command(epilog=voice.examples("hikyaku mail drop 17"))
def drop(letter: LetterNumber) -> None:
    """Give up a letter that is in doubt or waits, or settle one that is dead or came back."""
    from app.store.work import outbox

    with database() as at, at.writing() as session:
        if not outbox.drop(session, letter, now=clock.now()):
            raise _nothing_to_do(session, letter)
    voice.say(f"Letter {letter} is settled already.")


def _nothing_to_do(session: "Session", number: int) -> voice.Refused:
    """Why no decision is left about this letter, and the commands that still apply to it."""
    from app.store.tables import Letter, LetterState

    letter = session.get(Letter, number)
    if letter is None:
        told = f"There is no letter {number}. `hikyaku mail status` lists those that need you."
    elif letter.bounced_at or letter.state is LetterState.DEAD:
        became = "came back" if letter.bounced_at else "was given up"
        told = f"Letter {number} {became} and is settled. `hikyaku mail retry {number}` sends it again."
    elif letter.state is LetterState.SENT:
        told = f"Letter {number} has been sent."
    else:
        told = f"Letter {number} is being sent right now."
    return voice.Refused([told])


def _state(letter: "Letter") -> str:
    if letter.withheld:
        return "withheld"
    return "bounced" if letter.bounced_at else letter.state.value


@commands.command(epilog=voice.examples("hikyaku mail prune"))
def prune() -> None:
    """Delete mails and texts of letters older than HIKYAKU_KEEP_MAIL_DAYS. The worker does this daily.

    The mail of an entry stays until its season is published.
    """
    from app.jobs import retention

    with database() as at:
        mails, letters = retention.prune(at, settings().keep_mail_days, clock.now())
    voice.say(f"Mails: {mails}, letters: {letters}.")


@commands.command(epilog=voice.examples("hikyaku mail status"))
def status(as_json: JsonOption = False) -> None:
    """Count the letters by state, and list those that an organiser must look at.

    A letter is withheld while the budget for unconfirmed addresses is used up. `mail retry` sends
    it now.
    """
    from app.league.people import budgets
    from app.store.work import outbox

    with database() as at, at.reading() as session:
        waiting = outbox.waiting(session, now=clock.now())
        counted = {state.value: number for state, number in outbox.counts(session).items()}
        counted["bounced"] = outbox.bounced(session)
        use = budgets.use(session, settings().unproven_letters_a_day, now=clock.now())
        counted["withheld"] = use.withheld
        trouble = [
            {"letter": letter.id, "kind": letter.kind}
            | {"state": _state(letter)}
            | {"reply": budgets.REASONS.get(letter.withheld, letter.reply)}
            | {"address": mask_address(letter.player.address)}
            for letter in outbox.in_trouble(session)
        ]
    if as_json:
        put_off = _facts_of_waiting(waiting)
        is_used_up = {"unproven_budget_is_used_up": use.is_used_up}
        say_json({"letters": counted, "waiting": put_off, "trouble": trouble} | is_used_up)
        return
    say_table([[state, str(number)] for state, number in counted.items()], [1])
    if use.is_used_up:
        voice.say(USED_UP.format(use=use))
    _say_waiting(waiting)
    if trouble:
        voice.say(
            "",
            "Letters that need you: `hikyaku mail retry LETTER` sends one again, `mail drop LETTER` gives it up.",
        )
        say_table(
            [[*trouble[0]], *([str(value) for value in each.values()] for each in trouble)], [0]
        )
