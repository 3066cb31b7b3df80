"""Mail, in and out."""

import socket
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from app.cli.checkup.findings import SECONDS, Finding
from app.cli.console import voice
from app.mail.transport.delivery import is_nobodys
from app.mail.transport.imap import BadImapUrl, Imap, Unreachable, box_at
from app.mail.transport.listener import BadListenUrl, place_at
from app.mail.transport.smtp import BadSmtpUrl, server_at, why_not
from app.settings import Settings


def smtp(own: Settings) -> Finding:
    """Whether letters can leave: the mail server accepts our log-in, or the Maildir can be written."""
    if not own.smtp_url:
        return _writable("letters", own.maildir, "HIKYAKU_MAILDIR")
    try:
        server = server_at(own.smtp_url)
    except BadSmtpUrl as error:
        return Finding("letters", "SMTP", f"{error}.")
    where = f"{server.scheme}://{server.host}:{server.port}"
    answer = why_not(server, own.mail_domain, SECONDS)
    return Finding(
        "letters", where, f"the mail server refuses this site's letters: {answer}." * bool(answer)
    )


def mail_address(own: Settings) -> Finding:
    """Whether players can write to it."""
    if not (own.smtp_url and is_nobodys(own.mail_address)):
        return Finding("mail address", own.mail_address)
    sentence = "this is an address for examples, which no mail reaches. Set HIKYAKU_MAIL_ADDRESS."
    return Finding("mail address", own.mail_address, sentence)


def listen(own: Settings) -> Finding:
    """Whether we can listen for mail at the place of the settings, or do so already."""
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
                    return Finding(
                        "mail from a mail server", f"{own.mail_listen}: Hikyaku listens there"
                    )
        why = f"this port cannot be opened: {error.strerror or error}."
        return Finding("mail from a mail server", own.mail_listen, why)
    return Finding("mail from a mail server", f"{own.mail_listen}: free")


def imap(own: Settings) -> Finding:
    """Whether the mailbox accepts our log-in and has its folder."""
    if not own.imap_url:
        return Finding("mail from a mailbox", "", used=False)
    try:
        box = box_at(own.imap_url)
    except BadImapUrl as error:
        return Finding("mail from a mailbox", "IMAP", f"{error}.")
    where = f"{box.host}:{box.port}/{box.folder}"
    try:
        with closing(Imap(box)) as mailbox:
            _, many = mailbox.look()
    except Unreachable as error:
        return Finding("mail from a mailbox", where, f"it cannot be read: {error}.")
    asked = "to take in what was there before the first look, run hikyaku mail fetch --from DATE"
    return Finding("mail from a mailbox", f"{where}: {voice.many(many, 'mail')} in it; {asked}")


def mail_folder(own: Settings) -> Finding:
    """Whether we can read it, and move the mails in it."""
    if not own.mail_folder:
        return Finding("mail from a folder", "", used=False)
    if not own.mail_folder.is_dir():
        wrong = "there is no such folder. Make it, or name another in HIKYAKU_MAIL_FOLDER."
        return Finding("mail from a folder", str(own.mail_folder), wrong)
    return _writable("mail from a folder", own.mail_folder, "HIKYAKU_MAIL_FOLDER")


def _writable(what: str, folder: Path, setting: str) -> Finding:
    """Whether files can be put into the folder; it may still be missing.

    The one that is tried has no name, and is gone at once.
    """
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        why = f"nothing can be written into {there} ({error.strerror})"
        wrong = f"{why}. Set {setting} to a folder that this user owns."
        return Finding(what, str(folder), wrong)
    return Finding(what, str(folder))
