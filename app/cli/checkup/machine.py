"""The machine: versions, games, the executor of seasons, temporary files, encodings."""

import locale
import platform
import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Final

from app.cli.checkup.findings import Finding
from app.cli.console import installation
from app.errors import SettingsWrong
from app.games import rulesets, slugs
from app.tournament.executors import ComputeUnavailable, described

OLDEST_SQLITE: Final = (3, 35)
"""The first that answers an UPDATE with the rows it changed (RETURNING)."""


def look() -> Iterator[Finding]:
    """All findings about the machine."""
    yield from versions()
    yield from games()
    yield computing()
    yield temporary_files()
    yield from encodings()


def versions() -> list[Finding]:
    """Python, SQLite, Hikyaku, and the packages it needs."""
    too_old = sqlite3.sqlite_version_info < OLDEST_SQLITE
    findings = [
        Finding("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        Finding("SQLite", sqlite3.sqlite_version, "too old, 3.35 is needed." * too_old),
    ]
    try:
        findings.append(Finding("hikyaku", version("hikyaku-server")))
        needed = [line for line in requires("hikyaku-server") or () if "extra ==" not in line]
    except PackageNotFoundError:
        return [*findings, Finding("hikyaku", "not installed", "not installed. ./run installs it.")]
    for name in sorted(re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in needed):
        try:
            findings.append(Finding(name, version(name)))
        except PackageNotFoundError:
            findings.append(Finding(name, "missing", "this package is missing. ./run installs it."))
    return findings


def games() -> list[Finding]:
    """Each game, each version of its rules, and the engine that plays all pairs of a field."""
    if not slugs():
        return [Finding("games", "none", "there is no game.")]
    findings = []
    for slug in slugs():
        try:
            versions = rulesets(slug)
        except Exception as error:  # one broken game shall not hide the others
            findings.append(Finding(slug, "broken", f"the game cannot be loaded ({error!r})."))
            continue
        findings += [
            Finding(slug, f"{rules.rules_version}, outcomes by {rules.pace.by}")
            for rules in versions
        ]
    return findings


def computing() -> Finding:
    """The executor of seasons, and whether it can be reached."""
    rules = [(slug, each.rules_version) for slug in slugs() for each in rulesets(slug)]
    try:
        return Finding("seasons played by", described(installation.settings().compute, rules))
    except ComputeUnavailable as error:
        return Finding("seasons played by", installation.settings().compute, f"{error}.")
    except SettingsWrong as wrong:
        return Finding("settings", "wrong", " ".join(wrong.sentences))


def temporary_files() -> Finding:
    """Whether temporary files can be written, and where."""
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"hikyaku")
    except OSError as error:
        return Finding("temporary files", "none", f"not writable ({error}).")
    return Finding("temporary files", tempfile.gettempdir())


def encodings() -> list[Finding]:
    """The encodings of the locale and of standard output; Hikyaku prints UTF-8 in any case."""
    spoken = locale.getpreferredencoding(do_setlocale=False)
    is_utf8 = spoken.lower().replace("-", "") == "utf8"
    output = sys.stdout.encoding if sys.stdout is not None else "closed"
    return [
        Finding(
            "locale",
            spoken,
            "" if is_utf8 else "not UTF-8, so text may be garbled. Try LC_ALL=C.UTF-8.",
        ),
        Finding("standard output", output),
    ]
