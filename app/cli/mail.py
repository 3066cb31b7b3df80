"""Mail from the command line: taking it in, sending it out, looking at it first."""

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from app.cli.console import voice
from app.cli.console.installation import database, key, said, settings
from app.cli.console.options import JsonOption, say_json, say_table

if TYPE_CHECKING:
    from app.store.database import Database
    from app.store.outbox import Waiting
    from app.store.tables import Letter, Mail

commands = typer.Typer(help="Take mail in and send it out.", no_args_is_help=True)

WRONG_USAGE: Final = 64  # EX_USAGE and EX_TEMPFAIL of sysexits.h: mail servers know what they mean
TRY_AGAIN: Final = 75


class ForPipes(TyperCommand):
    """A command that a mail server starts: wrong usage is 64, any fault of ours 75, so that it keeps the mail."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; only a commit makes it 0."""
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            told = (
                error.sentences
                if isinstance(error, voice.Refused)
                else [f"{type(error).__name__}: {error}"]
            )
            voice.complain(told)
            raise typer.Exit(TRY_AGAIN) from error

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments."""
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            error.exit_code = WRONG_USAGE
            raise


@commands.command(
    "in",
    cls=ForPipes,
    epilog=voice.examples(
        "hikyaku mail in < letter.eml", "hikyaku mail in folder-of-letters --json"
    ),
)
def in_(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH|-]...", help="Letters or folders of them; - is standard input."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Take mail in: keep it byte for byte, then read and answer it.

    Exit code 0 once every mail is kept, whatever becomes of it; 75 if we could not keep it: try again;
    64 for wrong usage. JSON has one object a mail, a line each.
    """
    from app import clock
    from app.mail.inbox.arrivals import MOST_BYTES, receive
    from app.mail.transport.folder import content

    found = [file for path in paths or ["-"] for file in _letters(path)]
    with database() as at:
        kept = []
        for name, file in found:
            raw = content(file) if file else sys.stdin.buffer.read(MOST_BYTES + 1)
            if raw is None:
                raise FileNotFoundError(f"{name} is gone")
            with at.writing() as session:
                kept.append((name, receive(session, raw, clock.now()).id))
        try:
            read_mail(at)
            _tell(at, kept, as_json=as_json)
        except Exception as error:  # they are kept, and will be read later
            voice.complain([f"Kept, but not read yet: {type(error).__name__}: {error}"])


def _letters(path: str) -> Iterator[tuple[str, Path | None]]:
    """The letters at a path, in order of their names; of a Maildir those in `new` and `cur`."""
    if path == "-":
        if sys.stdin is None or sys.stdin.isatty():
            _wrong_usage("There is no letter on standard input.")
        yield "-", None
        return
    place = Path(path)
    if place.is_dir():
        boxes = [place / box for box in ("cur", "new") if (place / box).is_dir()] or [place]
        files = sorted(
            f for box in boxes for f in box.iterdir() if f.is_file() and f.name[0] != "."
        )
    else:
        files = [place]
    for file in files:
        if not os.access(file, os.R_OK):
            _wrong_usage(f"{file} cannot be read.")
        yield file.name, file


def _wrong_usage(sentence: str) -> None:
    voice.complain([sentence])
    raise typer.Exit(WRONG_USAGE)


def read_mail(at: "Database") -> int:
    """Read and answer all mail that waits; how many there were."""
    from app.jobs.inbox import desk, read_new

    key()
    return len(list(read_new(at, desk(settings()))))


def _tell(at: "Database", kept: list[tuple[str, int]], *, as_json: bool) -> None:
    """Say what became of these mails."""
    from app.letters.kinds import draft
    from app.store import letters
    from app.store.tables import Mail

    with at.reading() as session:
        for file, number in kept:
            mail = session.get_one(Mail, number)
            letter = letters.answer_to(session, mail)
            subject = draft(session, letter).subject if letter else None
            facts = {"file": file} | _facts(mail) | {"answer": subject}
            if as_json:
                say_json(facts)
            else:
                said_of_it = facts.get("name") or facts.get("why") or _codes(facts)
                voice.say(f"{file}: {facts['action']}: {said_of_it}")


def _facts(mail: "Mail") -> dict[str, Any]:
    """What the mail was, what was understood, and what is wrong with it."""
    from app.errors import Problem
    from app.league.problems import explain

    note = mail.note
    facts: dict[str, Any] = {
        "message_id": note.get("message_id"),
        "action": mail.action.value if mail.action else "waiting",
    }
    understood = dict(note.get("understood") or {})
    understood.pop("build_text", None)
    facts |= understood
    facts |= {name: note[name] for name in ("request", "why", "flag") if name in note}
    if problems := note.get("problems"):
        lang = understood.get("lang", "en")
        facts["problems"] = [
            {
                "code": each["code"],
                "text": explain(Problem.of(each), lang, note.get("game"), note.get("rules")),
            }
            for each in problems
        ]
    return facts


def _codes(facts: dict[str, Any]) -> str:
    return ", ".join(each["code"] for each in facts.get("problems", []))


@commands.command(epilog=voice.examples("hikyaku mail send"))
def send(as_json: JsonOption = False) -> None:
    """Send every letter that is due, once. Letters that fail wait and are tried again later.

    Where HIKYAKU_MAIL_PER_MINUTE is set, this takes as long as it takes.
    """
    from dataclasses import asdict

    from app import clock
    from app.jobs.letters import send_due
    from app.mail.transport.outgoing import transport
    from app.store import outbox

    if most := settings().mail_per_minute:
        voice.complain([f"No more than {most} letters leave a minute (HIKYAKU_MAIL_PER_MINUTE)."])
    with database() as at:
        key()
        sent = send_due(at, transport(settings()), now=clock.now(), settings=settings())
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
        str, typer.Option(metavar="ENTRY", help="Of a season only this one: its name or number.")
    ] = "",
    to: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where a season's letters are written.")
    ] = "preview",
) -> None:
    """Show letters as they will look before they leave, without sending anything.

    The reports of a played season are written to files, as text and HTML; one letter is printed as text.
    Without the secrets of its player; and no letter that tells of an entry while its season is sealed.
    """
    from app.store import seasons
    from app.store.tables import Letter

    with said(), database() as at, at.reading() as session:
        is_season = seasons.with_slug(session, what) is not None
        letter = None if is_season else session.get(Letter, _number(what))
        if letter:
            _print_letter(session, letter)
        else:
            _write_reports(session, what, player, Path(to))


def _number(words: str) -> int:
    """The number of a letter; 0, which no letter has, if it is none."""
    return int(words) if words.isdecimal() and len(words) < 19 else 0


def _print_letter(session: Any, letter: Any) -> None:
    from app.letters import kinds

    words = kinds.preview_letter(session, letter, datetime.now(UTC))
    voice.say(f"{words.subject}\n\n{words.text}")


def _write_reports(session: Any, season: str, player: str, folder: Path) -> None:
    from app.league import visibility
    from app.letters.kinds import preview as previews
    from app.store import seasons

    of, now = seasons.by_slug(session, season), datetime.now(UTC)
    visibility.require_finished_run(session, of, now)
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for name, letter in previews(session, of, now, _player(session, of, player)):
        (folder / f"{name}.txt").write_text(f"{letter.subject}\n\n{letter.text}", "utf-8")
        (folder / f"{name}.html").write_text(letter.html, "utf-8")
        written += 1
    voice.say(f"{written} letters written to {folder}.")


def _player(session: Any, season: Any, name_or_number: str) -> Any:
    """The player of the entry that is meant; None if all are."""
    from app.league.interventions import entry_called

    return entry_called(session, season, name_or_number).player if name_or_number else None


def _facts_of_waiting(waiting: "Waiting | None") -> dict[str, Any] | None:
    from dataclasses import asdict

    return asdict(waiting) | {"until": waiting.until.isoformat()} if waiting else None


def _say_waiting(waiting: "Waiting | None") -> None:
    """Say that letters are put off, and why."""
    from app.i18n import moment

    if waiting:
        until = moment(waiting.until, "en", settings().zone)
        voice.say(f"{waiting.letters} wait until {until} or later: {waiting.reply}")


LetterNumber = Annotated[int, typer.Argument(metavar="LETTER", help="As `mail status` lists it.")]


@commands.command(epilog=voice.examples("hikyaku mail reread", "hikyaku mail reread 17"))
def reread(
    mail: Annotated[
        int | None, typer.Argument(help="Its number, as the desk shows it; all, if left out.")
    ] = None,
) -> None:
    """Read mails once more that a fault of ours had set aside: after an upgrade, say.

    They count as received when they first came in.
    """
    from app.store import mails

    with database() as at:
        with at.writing() as session:
            numbers = mails.release(session, [mail] if mail is not None else [])
        if mail is not None and not numbers:
            raise voice.Refused([f"Mail {mail} has not been set aside by a fault of ours."])
        read_mail(at)
    voice.say(f"Mails read again: {len(numbers)}.")


@commands.command(epilog=voice.examples("hikyaku mail retry 17"))
def retry(letter: LetterNumber) -> None:
    """Send a letter once more: one in doubt, given up or come back, or one that waits or is withheld, at once.

    Letters to its address that waited because others came back go out as well.
    """
    from app import clock
    from app.league import players

    with database() as at, at.writing() as session:
        if not players.send_again(session, letter, clock.now()):
            raise voice.Refused([_NOTHING_TO_DO.format(letter=letter)])
    voice.say(f"Letter {letter} goes out again.")


@commands.command(epilog=voice.examples("hikyaku mail drop 17"))
def drop(letter: LetterNumber) -> None:
    """Give up a letter that is in doubt or waits."""
    from app.store import outbox

    with database() as at, at.writing() as session:
        if not outbox.drop(session, letter):
            raise voice.Refused([_NOTHING_TO_DO.format(letter=letter)])
    voice.say(f"Letter {letter} is given up.")


USED_UP: Final = (
    "{use.released} letters have left to unproven addresses within a day, and no more do "
    "(HIKYAKU_UNPROVEN_LETTERS_A_DAY={use.per_day})."
)
_NOTHING_TO_DO: Final = "There is nothing to decide about letter {letter}: hikyaku mail status lists those that wait for you."


def _state(letter: "Letter") -> str:
    if letter.withheld:
        return "withheld"
    return "bounced" if letter.bounced_at else letter.state.value


@commands.command(epilog=voice.examples("hikyaku mail prune"))
def prune() -> None:
    """Let go of mails and of the text of letters that are older than HIKYAKU_KEEP_MAIL_DAYS; the worker does it daily.

    The mail of an entry stays until its season is published.
    """
    from datetime import UTC, datetime

    from app.jobs import retention

    with database() as at:
        mails, letters = retention.prune(at, settings().keep_mail_days, datetime.now(UTC))
    voice.say(f"Mails: {mails}, letters: {letters}.")


@commands.command(epilog=voice.examples("hikyaku mail status"))
def status(as_json: JsonOption = False) -> None:
    """Count the letters by state, and list those that need an organiser.

    A letter is withheld while a budget for addresses that nobody has proven is used up; `mail retry` sends it now.
    """
    from app import clock
    from app.league import budgets
    from app.store import outbox
    from app.text.privacy import mask_address

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
            | ({"address": mask_address(letter.player.address)} if letter.withheld else {})
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
        say_table([[str(value) for value in each.values()] for each in trouble], [0])
