"""Settings of an installation: read from the environment (`HIKYAKU_…`) or from `.env`."""

import os
import re
import secrets
from contextlib import suppress
from email.utils import parseaddr
from functools import cache
from ipaddress import IPv4Network
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import IPvAnyNetwork, PositiveInt, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from app.errors import SettingsWrong
from app.files import close_to_others, make_folder
from app.text import validation

PROGRAM: Final = Path(__file__).parent
_CHECKOUT: Final = PROGRAM.parent
_IS_CHECKOUT: Final = (_CHECKOUT / "pyproject.toml").is_file()
SHIPPED: Final = _CHECKOUT if _IS_CHECKOUT else PROGRAM
"""Where `templates/` and `migrations/` stand: beside the program in a checkout, in it when it is installed."""
ROOT: Final = _CHECKOUT if _IS_CHECKOUT else Path.cwd()
"""Where the site has `.env` and `var/`: the checkout, or the folder in which an installed program is started."""
DEMO: Final = ROOT / "var" / "demo"
"""Where the demonstration has its database, its secret and its Maildir."""
SHORTEST_SECRET: Final = 32
_FEWEST_DIFFERENT: Final = 8
MAKER: Final = "python3 -c 'import secrets; print(secrets.token_hex(32))'"
"""A command that prints a secret."""


class Settings(BaseSettings):
    """Every default works on a laptop. Raises pydantic's `ValidationError` naming each bad value."""

    # Empty is not given: a compose file can name what is not set.
    model_config = SettingsConfigDict(
        env_prefix="HIKYAKU_",
        env_file=ROOT / ".env",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,  # passwords stand in them
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
    relay: str = ""
    """The site's own mail server, as its `Received:` lines name it: `mx.example.com`. Its times are believed while we were away."""
    relay_at: IPvAnyNetwork = IPv4Network("127.0.0.0/8")
    """The address or network from which it delivers to `mail_listen`."""
    imap_url: str | None = None
    """A mailbox of our own: `imaps://user:password@host/INBOX`, `imap+starttls://…` or `imap://…`."""
    mail_folder: Path | None = None
    """A Maildir or a folder into which other programs put mail for us."""
    authserv_id: str | None = None
    """The name with which the site's own mail server signs its Authentication-Results; it must remove forged ones."""
    copies_to: str | None = None
    """An address of the organiser's: mails that wait for them are copied there, and can be answered from there."""
    mail_doubt: Literal["hold", "resend"] = "hold"
    """A letter that may or may not have left is held for the organiser, or sent again."""
    mail_connections: PositiveInt = 4
    """So many connections to the mail server a worker has at most; each has at most one letter on its way."""
    mail_per_minute: PositiveInt | None = None
    """So many letters leave a minute, over all workers; as fast as they can if it is not given."""
    unproven_letters_a_day: PositiveInt = 5000
    """So many letters a day go to addresses that are not proven to be read by the sender; a tenth of them to one domain."""
    keep_mail_days: PositiveInt = 90
    """So many days mails that came in and the text of letters are kept."""
    base_url: str = "http://localhost:8000"
    """Where the pages are, for links in letters; without a slash at its end."""
    timezone: str = "Asia/Tokyo"
    """Deadlines are read and shown in it."""
    secret: str | None = None
    """Key of all secret addresses and links. Made in `var/` on the first run with SQLite."""
    second_factor: Literal["recommended", "required"] = "recommended"
    """Whether organisers may use their desk without a second factor."""
    metrics: Literal["off", "loopback"] = "off"
    """Whether programs on this machine may read `/metrics`."""
    log_format: Literal["text", "json"] = "text"
    """Whether each line of the log is a sentence or an object of JSON."""

    drand_chain: str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
    """The hash of the chain from which seasons have their beacons: quicknet."""
    drand_genesis: PositiveInt = 1_692_803_367
    """The second since 1970 in which its first round came out."""
    drand_period: PositiveInt = 3
    """So many seconds lie between two rounds."""
    drand_addresses: str = "https://api.drand.sh https://drand.cloudflare.com https://api2.drand.sh"
    """Where its rounds are asked for; two must agree."""
    compute: str = "local"
    """Where seasons are played: `local`, or the workers of a Dask cluster (`dask://host:port`)."""

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

    @field_validator("drand_addresses")
    @classmethod
    def _two_of_drand(cls, value: str) -> str:
        if len({*value.split()}) < 2 or not re.fullmatch(r"(\s*https://[^\s?#]+)+\s*", value):
            raise ValueError("must be two or more addresses that begin with https://, with blanks")
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

    @field_validator("copies_to")
    @classmethod
    def _of_organiser(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"[^\s@<>,;]+@[^\s@<>,;]+", value):
            raise ValueError("must be an address without a name, like organiser@example.com")
        return value

    @field_validator("secret")
    @classmethod
    def _not_guessed(cls, value: str | None) -> str | None:
        if value is None or is_good_secret(value):
            return value
        raise ValueError(f"must be at least {SHORTEST_SECRET} random characters; {MAKER} makes one")

    @property
    def is_demo(self) -> bool:
        """Whether these are the settings of the demonstration."""
        return False

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of this installation."""
        return ZoneInfo(self.timezone)

    @property
    def mail_domain(self) -> str:
        """The part after the @: letters carry it in their Message-ID."""
        return self.mail_address.partition("@")[2]

    @property
    def secret_file(self) -> Path:
        """Where the secret lies if none is given: beside the database, which is a file of SQLite's."""
        return Path(self.database_url.removeprefix("sqlite:///")).with_name("secret")

    def known_key(self) -> bytes:
        """The secret as bytes, if there is one; empty if none can be read. None is made."""
        with suppress(OSError):
            return self.secret.encode() if self.secret else self.secret_file.read_bytes()
        return b""

    def key(self) -> bytes:
        """The secret as bytes; with SQLite it is made beside the database when first asked for.

        Raises `SecretMissing` where it must be given.
        """
        if self.secret:
            return self.secret.encode()
        if not self.database_url.startswith("sqlite:///"):
            raise SecretMissing
        path = self.secret_file
        close_to_others(path)
        if not path.exists():
            make_folder(path.parent)
            handle, draft = mkstemp(dir=path.parent)  # for its owner's eyes only
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_hex(32))
            with suppress(FileExistsError):  # another process was faster: its secret holds
                os.link(draft, path)
            Path(draft).unlink()
        return path.read_bytes()


class SecretMissing(Exception):
    """HIKYAKU_SECRET must be set, since the database is not a SQLite file; `MAKER` makes one."""


class GivenSettings(Settings):
    """Neither the environment nor `.env` is read: they are for the real site."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_: Any,
        **__: Any,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The arguments alone."""
        return (init_settings,)


class DemoSettings(GivenSettings):
    """The site of the demonstration: everything lies in one folder, and nothing is sent."""

    @property
    def is_demo(self) -> bool:
        """These settings are those of the demonstration."""
        return True


def is_good_secret(secret: str) -> bool:
    """Whether it may be random: long, of several characters, and not one word over and over."""
    repeats = (secret + secret).find(secret, 1) < len(secret)
    return len(secret) >= SHORTEST_SECRET and len(set(secret)) >= _FEWEST_DIFFERENT and not repeats


class _Process:
    """Which site this process works on; the real one, until it chooses."""

    base_url: str | None = None
    """Where the pages of the demonstration are, if it works on that."""


def choose_site(demo_at: str | None = None) -> None:
    """This process works on the demonstration, with its pages at this address; or else on the real site."""
    if _Process.base_url != demo_at:
        _Process.base_url = demo_at
        settings.cache_clear()


@cache
def settings() -> Settings:
    """The settings of this process, read once. Raises `SettingsWrong`, which names each bad value."""
    if _Process.base_url is None:
        return _given()
    return DemoSettings(
        database_url=f"sqlite:///{DEMO / 'hikyaku.db'}",
        maildir=DEMO / "mail",
        base_url=_Process.base_url,
    )


def _given() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsWrong(
            f"HIKYAKU_{str(fault['loc'][0]).upper()}: {validation.told(fault)}."
            for fault in error.errors()
        ) from None
