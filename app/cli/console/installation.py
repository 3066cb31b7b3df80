"""The installation as commands need it: settings, database, the organiser who acts."""

import getpass
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app import clock
from app.cli.console import voice
from app.cli.console.steps import in_words
from app.errors import DomainError

if TYPE_CHECKING:
    from sqlmodel import Session

    from app.engine import Ruleset
    from app.settings import Settings
    from app.store.database import Database
    from app.store.security.audits import Organiser

ReasonOption = Annotated[
    str, typer.Option(metavar="TEXT", help="The reason for the log. Players do not see it.")
]
WordOption = Annotated[
    str,
    typer.Option(
        metavar="TEXT", help="A word for everyone, in the reports and on the season's page."
    ),
]
TellOption = Annotated[
    str,
    typer.Option(metavar="TEXT", help="The reason for the players. Without it they get none."),
]
PublicOption = Annotated[
    str,
    typer.Option(
        "--tell",
        metavar="TEXT",
        help="The reason for everyone, on the season's page, in its feed and in a letter to every player.",
    ),
]
_DEMO_AT: Final = "http://localhost:8000"
"""Where `./run` serves the demonstration if nothing else is said."""
_ADDRESS: Final = "address"
"""The file in its folder that says where it was served last."""
CupName = Annotated[str, typer.Argument(metavar="CUP", help="Its name in addresses.")]
SeasonName = Annotated[str, typer.Argument(metavar="SEASON", help="The season's slug.")]


def settings() -> "Settings":
    """The settings. Raises `SettingsWrong`, which names each bad value."""
    from app.settings import choose_site as choose, settings as read

    choose(_Site.demo_at)
    return read()


class _Site:
    """The site that the command works on."""

    demo_at: str | None = None
    """The address of the demonstration's pages, if the command works on that."""


def choose_site(demo_at: str | None = None) -> None:
    """The command works on the demonstration, with its pages at this address; or else on the real site."""
    _Site.demo_at = demo_at


def demo_address() -> str:
    """Where the pages of the demonstration are, or were served last."""
    from app import settings as own

    with suppress(OSError):
        return (own.DEMO / _ADDRESS).read_text().strip() or _DEMO_AT
    return _DEMO_AT


def serve_demo_at(port: int) -> None:
    """The pages of the demonstration are there: links lead to them, those of other commands too."""
    from app import settings as own
    from app.files import make_folder

    choose_site(f"http://localhost:{port}")
    make_folder(own.DEMO)
    (own.DEMO / _ADDRESS).write_text(f"http://localhost:{port}\n")


@contextmanager
def database() -> "Iterator[Database]":
    """The database with all its tables. Raises a refusal in a sentence if something is in the way."""
    from app.store.database import BadDatabaseUrl, Database, StoreUnavailable
    from app.store.upkeep.demonstration import require_own
    from app.store.upkeep.facts import settle_copy
    from app.store.upkeep.migrations import migrate
    from app.store.work import heartbeats

    try:
        _mend_rights(settings())
        found = Database(settings().database_url)
        try:
            require_own(found, demo=settings().is_demo)
            migrate(found)
            settle_copy(found, now=clock.now())
            with found.reading() as session:
                heartbeats.recall(session)
            yield found
        finally:
            found.close()
    except BadDatabaseUrl as error:
        raise voice.Refused([f"HIKYAKU_DATABASE_URL {error}."]) from None
    except StoreUnavailable as error:
        raise voice.Refused([f"The database cannot be used: {error}."]) from None


def _mend_rights(own: "Settings") -> None:
    """The folders of an installation that was begun with wider rights are for its owner alone."""
    from app.files import close_to_others
    from app.settings import ROOT

    var = ROOT / "var"
    close_to_others(var, own.maildir, *(own.maildir / name for name in ("cur", "new", "tmp")))


@contextmanager
def undone(session: "Session", slug: str, *, called_off: bool = False) -> Iterator[None]:
    """Context of an act that takes results back: afterwards prints what happens to their planned release."""
    from app.league.problems import explain
    from app.league.timetable import nights
    from app.store import seasons

    found = [*nights.at_stake(session, seasons.by_slug(session, slug), called_off=called_off)]
    yield
    voice.say(*(explain(each, "en") for each in found))


def key() -> bytes:
    """The key of secret addresses."""
    from app.settings import MAKER, SecretMissing

    try:
        return settings().key()
    except SecretMissing:
        sentence = "Set HIKYAKU_SECRET, since the database is not a SQLite file"
        raise voice.Refused([f"{sentence}: {MAKER} makes one."]) from None


def check_mail(own: "Settings") -> None:
    """Refuse settings for incoming or outgoing mail that cannot work."""
    from app.mail.transport.imap import BadImapUrl, box_at
    from app.mail.transport.smtp import BadSmtpUrl, transports

    try:
        transports(own)
        if own.imap_url:
            box_at(own.imap_url)
    except BadSmtpUrl as error:
        raise voice.Refused([f"HIKYAKU_SMTP_URL cannot be used: {error}."]) from None
    except BadImapUrl as error:
        raise voice.Refused([f"{error}."]) from None


def organiser(reason: str = "", tell: str = "") -> "Organiser":
    """The person who typed the command. Raises `SeasonRefused` if what they write is too long."""
    from app.league.seasons.seasons import require_brevity
    from app.store.security.audits import Organiser

    by = Organiser(f"{getpass.getuser()} (command line)", clock.now(), reason, tell)
    require_brevity(by)
    return by


@contextmanager
def said(game: "Ruleset | None" = None) -> Iterator[None]:
    """Put refusals into words, a line for each problem."""
    try:
        yield
    except DomainError as refusal:
        _note_sealed(refusal)
        about = (game.slug, game.rules_version) if game else ()
        sentences = [in_words(problem, *about) for problem in refusal.problems]
        raise voice.Refused(sentences or [refusal.code]) from None


def _note_sealed(refusal: DomainError) -> None:
    """The security log has the account on this machine that asked for sealed content."""
    from app.league.visibility import sealed_season
    from app.store.security import security_log
    from app.store.security.security_log import SecurityEvent

    slugs = [*filter(None, map(sealed_season, refusal.problems))]
    if not slugs:
        return
    detail = {"slug": slugs[0], "user": getpass.getuser()}
    with database() as at, at.writing() as session:
        event, now = SecurityEvent.SEALED_ASKED_FOR, datetime.now(UTC)
        security_log.note(session, event, now=now, client="command line", detail=detail)
