"""What may differ between installations: read from the environment (`HIKYAKU_…`) or from `.env`."""

import os
import re
import secrets
from contextlib import suppress
from email.utils import parseaddr
from functools import cache
from pathlib import Path
from tempfile import mkstemp
from typing import Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import PositiveInt, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT: Final = Path(__file__).parent.parent


class Settings(BaseSettings):
    """Every default works on a laptop. Raises pydantic's `ValidationError` naming each bad value."""

    # Empty is not given: a compose file can name what is not set.
    model_config = SettingsConfigDict(
        env_prefix="HIKYAKU_", env_file=ROOT / ".env", env_ignore_empty=True, extra="ignore"
    )

    database_url: str = f"sqlite:///{ROOT / 'var' / 'hikyaku.db'}"
    maildir: Path = ROOT / "var" / "mail"
    """Where letters are put when no SMTP server is named."""
    smtp_url: str | None = None
    """`smtp://user:password@host:port`, `smtps://…`, or `smtp+starttls://…`."""
    mail_address: str = "play@hikyaku.example"
    """Sender of all letters; players write here, and to `play+r-<token>@…`."""
    mail_listen: str | None = None
    """Where `serve` takes mail from the site's own mail server: `lmtp://127.0.0.1:2400`, or `smtp://…`."""
    imap_url: str | None = None
    """A mailbox of our own: `imaps://user:password@host/INBOX`, `imap+starttls://…` or `imap://…`."""
    mail_folder: Path | None = None
    """A Maildir or a folder into which other programs put mail for us."""
    authserv_id: str | None = None
    """The name with which the site's own mail server signs its Authentication-Results; it must remove forged ones."""
    mail_doubt: Literal["hold", "resend"] = "hold"
    """What becomes of a letter that may or may not have left: held for the organiser, or sent again."""
    mail_per_minute: PositiveInt | None = None
    """So many letters leave a minute, whoever sends them; as fast as they can if it is not given."""
    base_url: str = "http://localhost:8000"
    """Where the pages are, for links in letters; without a slash at its end."""
    timezone: str = "Asia/Tokyo"
    """Deadlines are read and shown in it."""
    secret: str | None = None
    """Key of all secret addresses and links. Made in `var/` on the first run with SQLite."""

    compute: str = "local"
    """Who plays seasons: `local`, or the workers of a Dask cluster (`dask://host:port`)."""

    @field_validator("base_url")
    @classmethod
    def _of_pages(cls, value: str) -> str:
        if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", value):
            raise ValueError("must be an address of pages, like https://cups.example.com")
        return value.rstrip("/")

    @field_validator("compute")
    @classmethod
    def _somewhere(cls, value: str) -> str:
        if value != "local" and not re.fullmatch(r"dask://[^\s/:]+:\d{1,5}", value):
            raise ValueError("must be local or dask://host:port")
        return value

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("no such time zone; write it like Asia/Tokyo") from None
        return value

    @field_validator("mail_address")
    @classmethod
    def _address(cls, value: str) -> str:
        local, at, domain = parseaddr(value)[1].partition("@")
        if not (local and at and domain) or "+" in local:
            raise ValueError(
                "must be an address without a name and without +, like play@example.com"
            )
        return f"{local}@{domain}"

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of this installation."""
        return ZoneInfo(self.timezone)

    @property
    def mail_domain(self) -> str:
        """The part after the @: letters carry it in their Message-ID."""
        return self.mail_address.partition("@")[2]

    def key(self) -> bytes:
        """The secret as bytes; with SQLite it is made beside the database when first asked for.

        Raises `SecretMissing` where it must be given.
        """
        if self.secret:
            return self.secret.encode()
        if not self.database_url.startswith("sqlite:///"):
            raise SecretMissing
        path = Path(self.database_url.removeprefix("sqlite:///")).with_name("secret")
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = mkstemp(dir=path.parent)  # for its owner's eyes only
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_hex(32))
            with suppress(FileExistsError):  # another process was faster: its secret holds
                os.link(draft, path)
            Path(draft).unlink()
        return path.read_bytes()


class SecretMissing(Exception):
    """HIKYAKU_SECRET must be set, since the database is not a SQLite file."""


@cache
def settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
