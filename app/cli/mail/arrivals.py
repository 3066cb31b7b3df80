"""Mail that comes in: kept, read, answered."""

import os
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from app import clock
from app.cli.console import voice
from app.cli.console.installation import database, key, settings
from app.cli.console.options import JsonOption, say_json
from app.errors import Problem

if TYPE_CHECKING:
    from app.store.database import Database
    from app.store.tables import Mail

commands = typer.Typer()

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
    """Take mail in, keep it byte for byte, then read and answer it.

    Exit codes: 0 every mail is kept, even if it is refused; 75 a mail could not be kept, so try
    again; 64 wrong usage. JSON has one line with one object for each mail.
    """
    from app.mail.inbox.arrivals import MOST_BYTES, receive
    from app.mail.transport.folder import content

    found = [file for path in paths or ["-"] for file in _letters(path)]
    with database() as at:
        kept = []
        for name, file in found:
            raw = content(file) if file else sys.stdin.buffer.read(MOST_BYTES + 1)
            if raw is None:
                raise FileNotFoundError(f"{name} is gone")
            now = clock.now()
            with at.writing() as session:
                kept.append((name, receive(session, raw, now).id))
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
    """Print the fate of these mails."""
    from app.letters.contents import draft
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
    """The mail as it was understood, and its problems."""
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


@commands.command(epilog=voice.examples("hikyaku mail reread", "hikyaku mail reread 17"))
def reread(
    mail: Annotated[
        int | None,
        typer.Argument(
            help="The number of the mail, as on the organisers' pages. Without it, all."
        ),
    ] = None,
) -> None:
    """Read mails again that were set aside because of a fault in the program.

    Use this after an upgrade, for example. The mails count as received when they first came in.
    """
    from app.store import mails

    with database() as at:
        with at.writing() as session:
            numbers = mails.release(session, [mail] if mail is not None else [])
        if mail is not None and not numbers:
            raise voice.Refused([f"Mail {mail} was not set aside because of a fault."])
        read_mail(at)
    voice.say(f"Mails read again: {len(numbers)}.")


@commands.command(epilog=voice.examples("hikyaku mail fetch --from 2027-03-25"))
def fetch(
    since: Annotated[
        datetime,
        typer.Option("--from", formats=["%Y-%m-%d"], help="Take in mails from this day on."),
    ],
    yes: Annotated[
        bool, typer.Option("--yes", help="Go ahead even if more than 50 mails get an answer.")
    ] = False,
) -> None:
    """Take in mails that were in the mailbox before this site first looked into it.

    Mails older than seven days are listed on the organisers' pages, and not answered.
    """
    from app.jobs.fetch import MOST_UNASKED, fetch_since
    from app.mail.transport.imap import BadImapUrl, Unreachable, box_at

    most, start = sys.maxsize if yes else MOST_UNASKED, since.replace(tzinfo=settings().zone)
    try:
        with database() as at:
            many, new = fetch_since(at, box_at(settings().imap_url or ""), start, most)
    except (BadImapUrl, Unreachable) as error:
        raise voice.Refused([f"The mailbox cannot be read: {error}."]) from None
    if new > most:
        raise voice.Refused([f"{new} mails would be answered. To go ahead, add --yes."])
    voice.say(f"Mails taken in: {many}. Older than seven days and not answered: {many - new}.")
