"""The site of these settings."""

import os
from collections.abc import Collection, Iterator
from datetime import datetime
from difflib import get_close_matches
from http.client import HTTPException
from inspect import signature
from ipaddress import ip_network
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from dotenv import dotenv_values

from app.cli.checkup import mail
from app.cli.checkup.database import database, sqlite_file
from app.cli.checkup.findings import SECONDS, Finding
from app.cli.console import voice
from app.cli.serve import serve
from app.files import is_open
from app.settings import MAKER, Settings, is_good_secret
from app.store.database import files_of
from app.store.upkeep.facts import check_value

SWITCHES: Final = ("HIKYAKU_PURE", "HIKYAKU_DEBUG")
"""Read from the environment without being settings: off, or on by 1."""
PROXIES: Final = "FORWARDED_ALLOW_IPS"
"""Read from the environment under uvicorn's name."""
_NEAR: Final = 0.7
"""So alike are a slip of the pen and the name that was meant."""


def look(own: Settings) -> Iterator[Finding]:
    """All findings about the site of these settings."""
    yield names(own)
    yield switches()
    yield rights(own)  # first: who opens a database mends them
    yield from database(own)
    yield secret(own)
    yield mail.smtp(own)
    yield mail.mail_address(own)
    yield mail.listen(own)
    yield mail.imap(own)
    yield mail.mail_folder(own)
    yield pages(own)
    yield time_zone(own)


def names(own: Settings) -> Finding:
    """Whether each HIKYAKU_ variable in the environment and in `.env` is a setting."""
    known = {f"HIKYAKU_{name.upper()}" for name in type(own).model_fields} | {*SWITCHES}
    given = {*os.environ, *(() if own.is_demo else _in_file(own))}
    ours = sorted(name for name in given if name.upper().startswith("HIKYAKU_"))
    told = [
        f"{name}: there is no such setting{_meant(name.upper(), known)}."
        for name in ours
        if name.upper() not in known
    ]
    return Finding("settings", f"{len(ours)} set", " ".join(told))


def _meant(name: str, known: Collection[str]) -> str:
    """The setting that this unknown name was probably meant for; empty if none is similar."""
    bare = name.removeprefix("HIKYAKU_")
    if bare == PROXIES:
        return f"; it is called {PROXIES}"
    if bare.lower() in signature(serve).parameters:
        return f"; it is an option, hikyaku serve --{bare.lower()}"
    by_bare = {each.removeprefix("HIKYAKU_"): each for each in known}
    nearest = get_close_matches(bare, by_bare, 1, _NEAR)
    return f"; you may mean {by_bare[nearest[0]]}" if nearest else ""


def switches() -> Finding:
    """Whether the switches that come from the environment alone have a valid value."""
    given = {name: os.environ.get(name, "") for name in (*SWITCHES, PROXIES)}
    told = [
        f"{name} must be 1 or left out, not {given[name]!r}."
        for name in SWITCHES
        if given[name] not in ("", "0", "1")
    ]
    named = filter(None, map(str.strip, given[PROXIES].split(",")))
    if strange := [repr(each) for each in named if not _is_proxy(each)]:
        form = "10.0.0.10 or 10.0.0.0/8, with commas between several, or * for all"
        told.append(
            f"{PROXIES} must be addresses of servers in front, not {', '.join(strange)}. Write {form}."
        )
    many = sum(map(bool, given.values()))
    return Finding("environment", f"{many} set", " ".join(told), used=many > 0)


def _is_proxy(text: str) -> bool:
    """Whether this names servers in front, as the server reads it."""
    try:
        return text == "*" or bool(ip_network(text))
    except ValueError:
        return False


def _in_file(own: Settings) -> Iterator[str]:

    file = own.model_config.get("env_file")
    return iter(dotenv_values(str(file))) if file else iter(())


def rights(own: Settings) -> Finding:
    """Whether files with addresses, sealed builds and secret links are for their owner alone."""
    paths = [own.maildir, *(own.maildir / name for name in ("cur", "new", "tmp"))]
    if file := sqlite_file(own):
        paths += [*files_of(file), own.secret_file]
    opened = ", ".join(str(path) for path in paths if is_open(path))
    wrong = (
        f"others can read {opened}. The next start closes the files of Hikyaku." if opened else ""
    )
    return Finding(
        "rights of files", voice.many(sum(path.exists() for path in paths), "file"), wrong
    )


def secret(own: Settings) -> Finding:
    """Whether it is there, and cannot be guessed."""
    if own.secret:
        return Finding("secret", "given")
    file = sqlite_file(own)
    if not file:
        sentence = f"PostgreSQL needs HIKYAKU_SECRET. {MAKER} makes one."
        return Finding("secret", "none", sentence)
    kept = own.secret_file
    if not kept.exists():
        lost = file.exists() and file.stat().st_size > 0
        wrong = "the file is missing, so the secret addresses in sent letters are dead."
        return Finding("secret", f"{kept}: made when it is needed", wrong * lost, used=False)
    try:
        is_good = is_good_secret(kept.read_text().strip())
    except (OSError, UnicodeDecodeError) as error:
        return Finding("secret", str(kept), f"it cannot be read: {error}.")
    return Finding(
        "secret", str(kept), "" if is_good else f"it can be guessed. {MAKER} makes a better one."
    )


def pages(own: Settings) -> Finding:
    """Whether the address in letters leads here; while the server is stopped, that stays unknown."""
    parts = urlsplit(own.base_url)
    here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme == "http" and not here:
        sentence = "letters link to pages without HTTPS, where others can read secret links."
        return Finding("pages", own.base_url, sentence)
    try:
        request = Request(f"{own.base_url}/healthz", headers={"User-Agent": "Hikyaku doctor"})  # noqa: S310
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            said = answer.read(1000)
    except HTTPError as error:
        return Finding("pages", own.base_url, f"{own.base_url}/healthz answers {error.code}.")
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Finding("pages", f"{own.base_url}: no answer ({reason})", used=False)
    key, wrong = own.known_key(), ""
    if b'"alive"' not in said:
        wrong = "another program answers there."
    elif key and check_value(key).encode() not in said:
        wrong = (
            "another Hikyaku site answers there, or one with another secret. Letters link to it."
        )
    return Finding("pages", own.base_url, wrong)


def time_zone(own: Settings) -> Finding:
    """Deadlines are read and shown in it."""
    return Finding("time zone", f"{own.timezone}: {datetime.now(own.zone):%Y-%m-%d %H:%M}")
