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

    base_url: str = "http://localhost:8000"
    """Where the pages are, for links in letters."""
    database_url: str = f"sqlite:///{ROOT / 'var' / 'hikyaku.db'}"
    """Where everything is kept: a SQLite file, or `postgresql://user:password@host/name`."""
    secret: str | None = None
    """The key of all secret addresses and links: 32 random characters or more. With SQLite the first start makes it in
    `var/secret`. With PostgreSQL set it: `python3 -c 'import secrets; print(secrets.token_hex(32))'` makes one."""
    timezone: str = "Asia/Tokyo"
    """Deadlines are read and shown in this time zone."""
    mail_address: str = "play@hikyaku.example"
    """The sender of all letters. Players write here."""
    smtp_url: str | None = None
    """The mail server that sends letters: `smtp://user:password@host:port`, `smtps://…` or `smtp+starttls://…`."""
    maildir: Path = ROOT / "var" / "mail"
    """Where letters are put when no mail server is named."""
    mail_listen: str | None = None
    """Where `serve` takes mail from the site's own mail server: `lmtp://127.0.0.1:2400` or `smtp://…`."""
    relay: str = ""
    """The name of that mail server in its `Received:` lines (Postfix: `myhostname`). While the site was away, a mail counts
    from when this server had it."""
    relay_at: IPvAnyNetwork = IPv4Network("127.0.0.0/8")
    """The address or network from which that mail server delivers."""
    imap_url: str | None = None
    """A mailbox to read: `imaps://user:password@host/INBOX`, `imap+starttls://…` or `imap://…`."""
    mail_folder: Path | None = None
    """A Maildir or a folder of files to read."""
    authserv_id: str | None = None
    """The name under which the mail server in front writes `Authentication-Results`. It must remove all others."""
    copies_to: str | None = None
    """An organiser's address. Mails that wait for organisers are copied there, and can be answered from there."""
    mail_doubt: Literal["hold", "resend"] = "hold"
    """What happens to a letter in doubt, which may or may not have left. `hold`: an organiser decides. `resend`: it is sent
    again."""
    mail_connections: PositiveInt = 4
    """How many connections to the mail server a worker opens at most. Each carries one letter at a time. A server far away
    wants more, one that complains fewer."""
    mail_per_minute: PositiveInt | None = None
    """How many letters leave a minute at most, evenly spaced, all workers together. None: as fast as possible."""
    unproven_letters_a_day: PositiveInt = 5000
    """How many letters a day go to unproven mailboxes at most. One domain gets a tenth of them."""
    keep_mail_days: PositiveInt = 90
    """For how many days incoming mails and the text of letters are kept. The mail of an entry stays at least until its
    season is published."""
    second_factor: Literal["recommended", "required"] = "recommended"
    """`required`: an organiser without a second factor can do nothing but set one up."""
    metrics: Literal["off", "loopback"] = "off"
    """`loopback`: programs on this machine can read figures for Prometheus at `/metrics`."""
    log_format: Literal["text", "json"] = "text"
    """`json`: each line of the log is an object, for programs that collect logs."""
    compute: str = "local"
    """Where the battles of seasons are played: `local` (the cores of this machine) or a Dask cluster, `dask://host:port`."""
    drand_chain: str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
    """The hash of the drand chain from which seasons take their beacons. The default is quicknet."""
    drand_genesis: PositiveInt = 1_692_803_367
    """The moment of that chain's first round, in seconds since 1970."""
    drand_period: PositiveInt = 3
    """The seconds between two rounds of that chain."""
    drand_addresses: str = "https://api.drand.sh https://drand.cloudflare.com https://api2.drand.sh"
    """Where rounds are asked for: two or more `https://` addresses, with blanks between. Two must agree."""

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
            raise ValueError(
                "must be two or more addresses that begin with https://, separated by blanks"
            )
        return value

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("no such time zone. Write it like Asia/Tokyo") from None
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
        raise ValueError(f"must be at least {SHORTEST_SECRET} random characters. {MAKER} makes one")

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
