"""The database and its content."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from app import clock
from app.cli.checkup.findings import Finding
from app.cli.console import voice
from app.errors import RulesNotInstalled, UnknownGame
from app.games import ruleset
from app.league.people import budgets
from app.mail.inbox.arrivals import OFF
from app.settings import Settings
from app.store import seasons
from app.store.database import BadDatabaseUrl, Database, StoreUnavailable
from app.store.limits.proxies import has_unnamed
from app.store.tables import SeasonState
from app.store.upkeep import facts, migrations
from app.store.upkeep.demonstration import require_own
from app.store.work import backlog, heartbeats, outages
from app.web.health import LATE, SILENT


def database(own: Settings) -> Iterator[Finding]:
    """Whether it answers and has our tables; and whether due work is done."""
    file = sqlite_file(own)
    if file and not file.exists():
        yield Finding("database", f"{file}: made when it is needed", used=False)
        return
    where = str(file) if file else "PostgreSQL"
    try:
        with closing(Database(own.database_url)) as at:
            require_own(at, demo=own.is_demo)
            found = [tables(at, where), secret_before(at, own), workers(at), rules(at), proxies(at)]
            found += [clocks(at), unproven_letters(at, own)]
    except BadDatabaseUrl as error:
        found = [Finding("database", "unknown", f"HIKYAKU_DATABASE_URL {error}.")]
    except StoreUnavailable as error:
        found = [Finding("database", where, f"it cannot be used: {error}.")]
    yield from found


def tables(at: Database, where: str) -> Finding:
    """Whether the tables are those of this program."""
    with at.reading() as session:
        if migrations.is_empty(session):
            return Finding(
                "database", f"{where}: empty; hikyaku serve makes its tables", used=False
            )
        wrong = migrations.unreadable(session)
        if not wrong and not migrations.is_current(session):
            wrong = "its tables are from an older version. hikyaku serve updates them"
    return Finding("database", where, wrong and f"{wrong}.")


def secret_before(at: Database, own: Settings) -> Finding:
    """Whether the letters that have left lead here still."""
    key, file = own.known_key(), sqlite_file(own)
    with at.reading() as session:
        if not key or not migrations.is_current(session):
            return Finding("links in letters", "unknown", used=False)
        since = facts.secret_before(session, key, now=clock.now())
    wrong = (
        f"the secret has changed since {since:%Y-%m-%d}, and every link in older letters is dead. Put the old one back"
        f" ({f'{own.secret_file} or ' if file else ''}HIKYAKU_SECRET) and start again."
        if since
        else ""
    )
    return Finding("links in letters", "of one secret" if not since else "of two secrets", wrong)


def workers(at: Database) -> Finding:
    """Whether a worker does the due work."""
    now = clock.now()
    with at.reading() as session:
        if not migrations.is_current(session):
            return Finding("worker", "unknown", used=False)
        waits = max(backlog.letters_wait(session, now=now), backlog.mail_waits(session, now=now))
        silence = heartbeats.silence(session, "jobs", now)
    minutes = int(waits.total_seconds() / 60)
    if waits > LATE:
        sentence = "no worker runs. Start hikyaku serve or hikyaku worker."
        return Finding("worker", f"work has been waiting for {minutes} minutes", sentence)
    if silence is None:
        return Finding("worker", "none runs here, and no work has waited for long", used=False)
    ago = int(silence.total_seconds())
    gone = "the last worker was killed. Start hikyaku serve or hikyaku worker."
    return Finding("worker", f"seen {ago} seconds ago", gone * (silence > SILENT))


def rules(at: Database) -> Finding:
    """Whether the rules of every season are here, those of archived ones excepted."""
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
    wrong = f"not installed here: {', '.join(missing)}." if missing else ""
    return Finding("rules of seasons", voice.many(many, "season"), wrong, used=many > 0)


def proxies(at: Database) -> Finding:
    """Whether the server in front of the pages is named, if there is one."""
    named = os.environ.get("FORWARDED_ALLOW_IPS", "")
    with at.reading() as session:
        unnamed = migrations.is_current(session) and has_unnamed(session, now=clock.now())
    wrong = "requests come through a server that FORWARDED_ALLOW_IPS does not name."
    return Finding("server in front", named or "none named", wrong * unnamed, used=bool(named))


def clocks(at: Database) -> Finding:
    """Whether the clocks of those who hand mail over go as ours."""
    with at.reading() as session:
        known = migrations.is_current(session)
        off = [outages.off(session, door) for door in ("listen", "imap") if known]
    apart = max(map(abs, off), default=OFF)
    wrong = "its times cannot be trusted for mail it held back. Set both clocks." * (apart > OFF)
    return Finding("clock of the mail server", f"{apart.seconds} s apart", wrong, used=any(off))


def unproven_letters(at: Database, own: Settings) -> Finding:
    """Whether letters to unproven addresses still leave today."""
    what = "unproven addresses"
    with at.reading() as session:
        if not migrations.is_current(session):
            return Finding(what, "unknown", used=False)
        use = budgets.use(session, own.unproven_letters_a_day, now=clock.now())
    wrong = "no more letters leave today (HIKYAKU_UNPROVEN_LETTERS_A_DAY)." * use.is_used_up
    sent = f"{use.released} of {use.per_day} letters within a day, {use.withheld} withheld"
    return Finding(what, sent, wrong, used=use.released > 0 or use.withheld > 0)


def sqlite_file(own: Settings) -> Path | None:
    """The file of the database, if it is one."""
    prefix = "sqlite:///"
    if not own.database_url.startswith(prefix):
        return None
    return Path(own.database_url.removeprefix(prefix))
