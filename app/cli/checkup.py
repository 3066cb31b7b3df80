"""What a site needs, each looked at as it will be used: a log-in where it will log in, a port where it will listen.

Nothing is made, changed or sent by looking.
"""

import os
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app import clock

if TYPE_CHECKING:
    from app.settings import Settings
    from app.store.database import Database

SECONDS: Final = 10
"""We wait so long for a server's answer."""
ELSEWHERE: Final = ("HIKYAKU_PURE", "HIKYAKU_DEBUG")
"""What is read from the environment without being a setting."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something looked at. `wrong` is what is wrong with it, in a sentence; empty if nothing is."""

    what: str
    found: str
    wrong: str = ""
    used: bool = True

    @property
    def state(self) -> str:
        """In a word."""
        return "FAILED" if self.wrong else "ok" if self.used else "not used"


def look(own: "Settings") -> Iterator[Finding]:
    """All that the site of these settings needs."""
    yield names(own)
    yield rights(own)  # first: who opens a database mends them
    yield from database(own)
    yield secret(own)
    yield smtp(own)
    yield mail_address(own)
    yield listen(own)
    yield imap(own)
    yield mail_folder(own)
    yield pages(own)
    yield time_zone(own)


def names(own: "Settings") -> Finding:
    """Whether everything that is set for us in the environment and in `.env` is a setting."""
    from difflib import get_close_matches

    known = {f"HIKYAKU_{name.upper()}" for name in type(own).model_fields} | {*ELSEWHERE}
    given = {*os.environ, *(() if own.is_demo else _in_file(own))}
    ours = sorted(name for name in given if name.upper().startswith("HIKYAKU_"))
    told = []
    for name in ours:
        if name.upper() not in known:
            nearest = get_close_matches(name.upper(), known, 1)
            told.append(f"{name} is no setting{f'; is it {nearest[0]}' if nearest else ''}")
    return Finding("settings", f"{len(ours)} given", f"{'. '.join(told)}." if told else "")


def _in_file(own: "Settings") -> Iterator[str]:
    from dotenv import dotenv_values

    file = own.model_config.get("env_file")
    return iter(dotenv_values(str(file))) if file else iter(())


def rights(own: "Settings") -> Finding:
    """Whether what holds addresses, sealed builds and secret links is for its owner alone."""
    from app.files import is_open
    from app.store.database import files_of

    paths = [own.maildir, *(own.maildir / name for name in ("cur", "new", "tmp"))]
    if file := _sqlite_file(own):
        paths += [*files_of(file), own.secret_file]
    opened = ", ".join(str(path) for path in paths if is_open(path))
    wrong = f"others may look into {opened}; the next start closes what is ours." if opened else ""
    return Finding("rights of files", f"{sum(path.exists() for path in paths)} looked at", wrong)


def database(own: "Settings") -> Iterator[Finding]:
    """Whether it answers and has our tables; and whether what is due in it is done."""
    from app.store.database import Database, StoreUnavailable
    from app.store.upkeep.demonstration import require_own

    file = _sqlite_file(own)
    if file and not file.exists():
        yield Finding("database", f"{file}: made when it is needed", used=False)
        return
    where = str(file) if file else "PostgreSQL"
    try:
        with closing(Database(own.database_url)) as at:
            require_own(at, demo=own.is_demo)
            found = [tables(at, where), samples(at), workers(at), rules(at), proxies(at)]
            found.append(unproven_letters(at, own))
    except StoreUnavailable as error:
        found = [Finding("database", where, f"it cannot be used: {error}.")]
    yield from found


def tables(at: "Database", where: str) -> Finding:
    """Whether they are those of this program."""
    from app.store.upkeep import migrations

    with at.reading() as session:
        is_current = migrations.is_current(session)
    wrong = "" if is_current else "its tables are of another version; hikyaku serve brings them up."
    return Finding("database", where, wrong)


def samples(at: "Database") -> Finding:
    """Whether an earlier demonstration was played in the database of a real site."""
    from app.store.upkeep import demonstration, migrations

    if demonstration.is_demo(at):
        return Finding("sample players", "those of the demonstration")
    with at.reading() as session:
        many = demonstration.samples(session) if migrations.is_current(session) else 0
    wrong = (
        "the demonstration was played here: begin with another database, or take its seasons out."
    )
    return Finding("sample players", str(many or "none"), wrong * bool(many))


def workers(at: "Database") -> Finding:
    """Whether somebody does what is due."""
    from app.store.upkeep import migrations
    from app.store.work import backlog, heartbeats
    from app.web.health import LATE, SILENT

    now = clock.now()
    with at.reading() as session:
        if not migrations.is_current(session):
            return Finding("worker", "unknown", used=False)
        waits = max(backlog.letters_wait(session, now=now), backlog.mail_waits(session, now=now))
        seen = heartbeats.last(session, "jobs")
    minutes = int(waits.total_seconds() / 60)
    if waits > LATE:
        sentence = "nobody does what is due: start hikyaku serve, or hikyaku worker."
        return Finding("worker", f"work has waited for {minutes} minutes", sentence)
    if seen is None:
        return Finding("worker", "none is here, and nothing waits for long", used=False)
    ago = max(0, int((now - seen).total_seconds()))
    gone = "it has not ended as it should: start hikyaku serve, or hikyaku worker."
    return Finding("worker", f"seen {ago} seconds ago", gone * (now - seen > SILENT))


def rules(at: "Database") -> Finding:
    """Whether every season that anybody may still want has its rules here."""
    from app.errors import RulesNotInstalled, UnknownGame
    from app.games import ruleset
    from app.store import seasons
    from app.store.tables import SeasonState
    from app.store.upkeep import migrations

    missing, many = [], 0
    with at.reading() as session:
        if not migrations.is_current(session):
            return Finding("rules of seasons", "unknown", used=False)
        for season in seasons.every(session):
            if season.state is SeasonState.ARCHIVED:
                continue
            many += 1
            try:
                ruleset(season.game, season.rules_version)
            except (RulesNotInstalled, UnknownGame):
                missing.append(f"{season.slug} ({season.rules_version})")
    wrong = f"not installed here: those of {', '.join(missing)}." if missing else ""
    return Finding("rules of seasons", f"{many} looked at", wrong, used=many > 0)


def proxies(at: "Database") -> Finding:
    """Whether the server in front of the pages is named, if there is one."""
    from app.store.limits.proxies import has_unnamed
    from app.store.upkeep import migrations

    named = os.environ.get("FORWARDED_ALLOW_IPS", "")
    with at.reading() as session:
        unnamed = migrations.is_current(session) and has_unnamed(session, now=clock.now())
    wrong = "requests come through a server that FORWARDED_ALLOW_IPS does not name."
    return Finding("server in front", named or "none named", wrong * unnamed, used=bool(named))


def unproven_letters(at: "Database", own: "Settings") -> Finding:
    """Whether letters to addresses that nobody has proven still leave today."""
    from app.league import budgets
    from app.store.upkeep import migrations

    what = "unproven addresses"
    with at.reading() as session:
        if not migrations.is_current(session):
            return Finding(what, "unknown", used=False)
        use = budgets.use(session, own.unproven_letters_a_day, now=clock.now())
    wrong = "no more letters leave today (HIKYAKU_UNPROVEN_LETTERS_A_DAY)." * use.is_used_up
    sent = f"{use.released} of {use.per_day} letters within a day, {use.withheld} withheld"
    return Finding(what, sent, wrong, used=use.released > 0 or use.withheld > 0)


def secret(own: "Settings") -> Finding:
    """Whether it is there, and cannot be guessed."""
    from app.settings import MAKER, is_good_secret

    if own.secret:
        return Finding("secret", "given")
    file = _sqlite_file(own)
    if not file:
        sentence = f"HIKYAKU_SECRET must be set with PostgreSQL; {MAKER} makes one."
        return Finding("secret", "none", sentence)
    kept = own.secret_file
    if not kept.exists():
        lost = file.exists() and file.stat().st_size > 0
        wrong = "it is not there: the secret addresses in letters that were sent are dead."
        return Finding("secret", f"{kept}: made when it is needed", wrong * lost, used=False)
    try:
        is_good = is_good_secret(kept.read_text().strip())
    except (OSError, UnicodeDecodeError) as error:
        return Finding("secret", str(kept), f"it cannot be read: {error}.")
    return Finding("secret", str(kept), "" if is_good else f"it can be guessed; {MAKER} makes one.")


def smtp(own: "Settings") -> Finding:
    """Whether letters get out: the mail server lets us in, or the Maildir can be written."""
    from app.mail.transport.smtp import BadSmtpUrl, server_at, why_not

    if not own.smtp_url:
        return _writable("letters", own.maildir)
    try:
        server = server_at(own.smtp_url)
    except BadSmtpUrl as error:
        return Finding("letters", "SMTP", f"{error}.")
    where = f"{server.scheme}://{server.host}:{server.port}"
    answer = why_not(server, own.mail_domain, SECONDS)
    return Finding(
        "letters", where, f"the mail server takes none of ours: {answer}." * bool(answer)
    )


def mail_address(own: "Settings") -> Finding:
    """Whether players can write to it."""
    from app.mail.transport.delivery import is_nobodys

    if not (own.smtp_url and is_nobodys(own.mail_address)):
        return Finding("mail address", own.mail_address)
    sentence = "nobody can write to it: it is one for examples. Set HIKYAKU_MAIL_ADDRESS."
    return Finding("mail address", own.mail_address, sentence)


def listen(own: "Settings") -> Finding:
    """Whether we can take mail where we shall, or do so already."""
    import socket

    from app.mail.transport.listener import BadListenUrl, place_at

    if not own.mail_listen:
        return Finding("mail from a mail server", "", used=False)
    try:
        place = place_at(own.mail_listen)
    except BadListenUrl as error:
        return Finding("mail from a mail server", own.mail_listen, f"{error}.")
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    try:
        socket.create_server((place.host, place.port), family=family).close()
    except OSError as error:
        with suppress(OSError):
            address = (place.host, place.port)
            with socket.create_connection(address, SECONDS) as there:
                if b"Hikyaku" in there.recv(512):
                    return Finding("mail from a mail server", f"{own.mail_listen}: we listen there")
        why = f"we cannot listen there: {error.strerror or error}."
        return Finding("mail from a mail server", own.mail_listen, why)
    return Finding("mail from a mail server", f"{own.mail_listen}: free")


def imap(own: "Settings") -> Finding:
    """Whether the mailbox lets us in and has its folder."""
    from app.mail.transport.imap import BadImapUrl, Imap, Unreachable, box_at

    if not own.imap_url:
        return Finding("mail from a mailbox", "", used=False)
    try:
        box = box_at(own.imap_url)
    except BadImapUrl as error:
        return Finding("mail from a mailbox", "IMAP", f"{error}.")
    where = f"{box.host}:{box.port}/{box.folder}"
    try:
        with closing(Imap(box)) as mailbox:
            mailbox.look()
    except Unreachable as error:
        return Finding("mail from a mailbox", where, f"it cannot be read: {error}.")
    return Finding("mail from a mailbox", where)


def mail_folder(own: "Settings") -> Finding:
    """Whether we can read it, and move on what is in it."""
    if not own.mail_folder:
        return Finding("mail from a folder", "", used=False)
    if not own.mail_folder.is_dir():
        return Finding("mail from a folder", str(own.mail_folder), "there is no such folder.")
    return _writable("mail from a folder", own.mail_folder)


def pages(own: "Settings") -> Finding:
    """Whether the address in letters leads here; whether it does while the server is stopped nobody can say."""
    from http.client import HTTPException
    from urllib.error import HTTPError, URLError
    from urllib.parse import urlsplit
    from urllib.request import Request, urlopen

    parts = urlsplit(own.base_url)
    here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme == "http" and not here:
        sentence = "letters lead to pages without HTTPS, where secret links can be overheard."
        return Finding("pages", own.base_url, sentence)
    try:
        request = Request(f"{own.base_url}/healthz", headers={"User-Agent": "Hikyaku doctor"})  # noqa: S310
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            is_ours = b'"alive"' in answer.read(1000)
    except HTTPError as error:
        return Finding("pages", own.base_url, f"{own.base_url}/healthz answers {error.code}.")
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Finding("pages", f"{own.base_url}: no answer ({reason})", used=False)
    wrong = "" if is_ours else "somebody else answers there."
    return Finding("pages", own.base_url, wrong)


def time_zone(own: "Settings") -> Finding:
    """Deadlines are read and shown in it."""
    return Finding("time zone", f"{own.timezone}: {datetime.now(own.zone):%Y-%m-%d %H:%M}")


def _writable(what: str, folder: Path) -> Finding:
    """What is put into the folder could be."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return Finding(what, str(folder))
    return Finding(what, str(folder), f"nothing can be written into {there}.")


def _sqlite_file(own: "Settings") -> Path | None:
    """The file of the database, if it is one."""
    prefix = "sqlite:///"
    if not own.database_url.startswith(prefix):
        return None
    return Path(own.database_url.removeprefix(prefix))
