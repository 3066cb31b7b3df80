"""The page *Run a site* is followed: from its settings, its Postfix and its commands to a receipt in a mailbox."""

import configparser
import os
import re
import shlex
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from tests.support.mail_peers import Postfix, postfix, until
from tests.support.ports import free_port
from tests.support.serving import installation, served

RUNNING: Final = (Path(__file__).parent.parent / "app/docs/run-a-site.md").read_text("utf-8")
BLOCKS: Final = re.findall(r"^```\w+\n(.*?)^```$", RUNNING, re.MULTILINE | re.DOTALL)
ALICE: Final = "alice@home.example.com"


def block(begins: str) -> str:
    """The lines on the page that begin so."""
    (found,) = [each for each in BLOCKS if each.startswith(begins)]
    return str(found)


def mail(to: str, text: str, answers: EmailMessage | None = None) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = ALICE, to, "A character"
    made["Message-ID"] = f"<{len(text)}@home.example.com>"
    if answers:
        made["In-Reply-To"] = answers["Message-ID"]
    made.set_content(text)
    return made.as_bytes()


def come(server: Postfix, letters: int) -> EmailMessage:
    """The last of this many letters, once it is there."""
    until(lambda: len(server.letters) >= letters, lambda: server.log)
    return server.letters[-1]


def test_the_steps_lead_to_a_receipt_in_a_mailbox(tmp_path: Path) -> None:
    lmtp = free_port()
    with postfix(lmtp, site=block("# /etc/postfix/main.cf").replace("2400", str(lmtp))) as server:
        lines = block("# /srv/hikyaku/.env").replace("2400", str(lmtp)).splitlines()[1:]
        settings = dict(line.split("=", 1) for line in lines)
        settings["HIKYAKU_SMTP_URL"] = f"smtp://127.0.0.1:{server.port}"
        settings["HIKYAKU_DATABASE_URL"] = url = f"sqlite:///{tmp_path / 'hikyaku.db'}"
        ours = settings["HIKYAKU_MAIL_ADDRESS"]
        for line in block("hikyaku organiser add").splitlines():
            subprocess.run(
                [sys.executable, "-m", "app", *shlex.split(line)[1:]],
                env=installation(tmp_path, url) | settings,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        with served(tmp_path, url, **settings):  # type: ignore[arg-type]
            server.accept(mail(ours, block("Name: ")), sender=ALICE, to=ours)
            asked = come(server, 1)
            secret = str(asked["Reply-To"])
            server.accept(mail(secret, "yes", asked), sender=ALICE, to=secret)
            receipt = come(server, 2)

    text = receipt.get_body(("plain",))
    assert text
    told = " ".join(text.get_content().split())
    assert re.search("This seal proves that nobody changes your entry.* [0-9a-f]{64} ", told)
    assert str(receipt["Reply-To"]).startswith("play+r-")


def test_the_unit_starts_a_command_that_there_is(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(delimiters=("=",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(block("# /etc/systemd/system/hikyaku.service"))
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])

    assert program == "/usr/local/bin/hikyaku"
    subprocess.run(
        [sys.executable, "-m", "app", *arguments, "--help"],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    assert f"cd {unit['Service']['WorkingDirectory']}\n" in RUNNING
