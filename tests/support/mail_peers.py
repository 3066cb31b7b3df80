"""Real mail servers of our own on the loopback: a Postfix that delivers to us, a Dovecot that we read from."""

import os
import shutil
import smtplib
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from tests.support.ports import free_port

POSTFIX = Path("/usr/sbin/postfix")
DOVECOT = Path("/usr/lib/dovecot/imap")
USER, PASSWORD = "play", "of@tests/"

_MAIN_CF = """\
compatibility_level = 3.6
config_directory = {folder}/etc
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.hikyaku.example
mydestination =
local_recipient_maps =
alias_maps =
virtual_mailbox_domains = hikyaku.example
virtual_transport = {protocol}:{next_hop}
default_transport = {protocol}:{next_hop}
recipient_delimiter = +
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
transport_retry_time = 1s
service_throttle_time = 1s
# Without a pause, and without giving our whole machine up after a few cut lines.
{protocol}_destination_concurrency_failed_cohort_limit = 1000
{protocol}_connection_cache_on_demand = no
smtpd_relay_restrictions = permit_mynetworks, reject
mynetworks = 127.0.0.0/8
# Somebody's mailbox elsewhere.
transport_maps = inline:{{ home.example.com=virtual: }}
virtual_mailbox_base = {folder}/boxes
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
"""
_MASTER_CF = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
virtual unix - n n - - virtual -o {{ virtual_mailbox_maps = inline:{{ alice@home.example.com=alice/ }} }}
postlog unix-dgram n - n - 1 postlogd
"""
_DOVECOT_CONF = """\
base_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
default_vsz_limit = 256 M
# Those of our connections that have just been closed may not all be gone.
mail_max_userip_connections = 100
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/home
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


def until(holds: Callable[[], object], told: Callable[[], str] = str, seconds: float = 120) -> None:
    """Wait for it."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, told()
        time.sleep(0.05)


def a_mail(number: int = 1, *, to: str = "play@hikyaku.example", text: str | None = None) -> bytes:
    """A mail that can be told from all others."""
    mail = EmailMessage()
    mail["From"] = f"p{number}@example.com"
    mail["To"] = to
    mail["Subject"] = f"entry {number}"
    mail["Message-ID"] = f"<{number}@example.com>"
    mail.set_content(text or f"Name: Number {number}\nBuild: Attack, Echo, Core\n")
    return mail.as_bytes()


@dataclass(frozen=True)
class Postfix:
    """A mail server that delivers what it is given, however long that takes."""

    folder: Path
    port: int

    def accept(self, *mails: bytes, sender: str = "alice@example.com", to: str = "") -> None:
        with smtplib.SMTP("127.0.0.1", self.port) as client:
            for mail in mails:
                client.sendmail(sender, [to or "play@hikyaku.example"], mail)

    @property
    def letters(self) -> list[EmailMessage]:
        """What has come into the mailbox of alice@home.example.com, oldest first."""
        files = sorted(
            (self.folder / "boxes/alice/new").glob("*"), key=lambda file: file.stat().st_mtime_ns
        )
        return [message_from_bytes(file.read_bytes(), policy=default) for file in files]

    @property
    def waiting(self) -> int:
        """How many whole mails are in its queues. Half-written ones of an abort do not count."""
        queues = ("incoming", "active", "deferred")
        found = [self.folder / "queue" / each for each in queues]
        return sum(_is_a_whole_mail(file) for queue in found for file in queue.rglob("*"))

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def start(self) -> None:
        """Start the server. After an abort this waits until the killed processes are gone."""
        said: list[str] = []

        def runs() -> bool:
            done = self._run("start")
            said.append(done.stderr)
            return done.returncode == 0

        until(runs, lambda: said[-1] + self.log)

    def abort(self) -> None:
        """It is gone at once, whatever it was doing."""
        self._run("abort")

    def _run(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [POSTFIX, "-c", self.folder / "etc", command],
            check=False,
            capture_output=True,
            text=True,
        )


def _is_a_whole_mail(file: Path) -> bool:
    """Whether this file of a queue is a mail that was taken: Postfix makes it executable when it is whole."""
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:  # it has just gone into the next queue
        return False
    return stat.S_ISREG(mode) and bool(mode & stat.S_IXUSR)


@contextmanager
def postfix(deliver_to: int, protocol: str = "lmtp", site: str = "") -> Iterator[Postfix]:
    """A Postfix that takes mail from this machine. It delivers all of it to this port, or as a
    site's lines say.
    """
    if os.geteuid() != 0 or not POSTFIX.exists():
        pytest.skip("Postfix is not installed, or can only be started by root (Debian: postfix)")
    folder = Path(mkdtemp(prefix="hikyaku-postfix-"))
    folder.chmod(0o755)
    for name in ("etc", "queue", "data"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix")
    # What looks over the queue before a start warns, as this user, of a file that an abort left
    # half made; where it may not write that down it takes the warning for a reason not to start.
    (folder / "log").touch()
    shutil.chown(folder / "log", "postfix")
    (folder / "boxes").mkdir()
    shutil.chown(folder / "boxes", 65534, 65534)
    port = free_port()
    words = {"folder": folder, "port": port, "protocol": protocol}
    words["next_hop"] = (
        f"inet:127.0.0.1:{deliver_to}" if protocol == "lmtp" else f"[127.0.0.1]:{deliver_to}"
    )
    (folder / "etc" / "main.cf").write_text(_MAIN_CF.format(**words) + site)
    (folder / "etc" / "master.cf").write_text(_MASTER_CF.format(**words))

    server = Postfix(folder, port)
    try:
        server.start()
        yield server
    finally:
        server.abort()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Dovecot:
    """A mailbox that can be read while this runs."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"imap://{USER}:{quote(PASSWORD, safe='')}@127.0.0.1:{self.port}/INBOX"

    def start(self) -> None:
        conf = self.folder / "dovecot.conf"
        self.process = subprocess.Popen(["/usr/sbin/dovecot", "-F", "-c", conf])
        until(self._answers, (self.folder / "log").read_text)

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(120)
            self.process = None

    @contextmanager
    def client(self) -> Iterator[IMAPClient]:
        """Its owner's own mail program."""
        with IMAPClient("127.0.0.1", port=self.port, ssl=False) as client:
            client.login(USER, PASSWORD)
            yield client

    def put(self, *mails: bytes) -> None:
        """These mails come in."""
        with self.client() as client:
            for mail in mails:
                client.append("INBOX", mail)

    def forget_uids(self) -> None:
        """The mailbox counts its mails anew, under another UIDVALIDITY, as after a restored backup."""
        for file in (self.folder / "mail").glob("dovecot*"):
            file.unlink()

    def _answers(self) -> bool:
        try:
            with self.client():
                pass
        except (OSError, IMAPClientError):  # it listens before it can let anybody in
            return False
        return True


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot with one empty mailbox."""
    if os.geteuid() != 0 or not DOVECOT.exists():
        pytest.skip(
            "Dovecot is not installed, or can only be started by root (Debian: dovecot-imapd)"
        )
    folder = Path(mkdtemp(prefix="hikyaku-dovecot-"))
    folder.chmod(0o755)
    for name in ("mail", "home"):
        (folder / name).mkdir()
        shutil.chown(folder / name, "nobody", "nogroup")
    server = Dovecot(folder, free_port())
    (folder / "dovecot.conf").write_text(
        _DOVECOT_CONF.format(folder=folder, port=server.port, password=PASSWORD)
    )
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
