"""Letters into a Maildir: for trying things out, and for programs that fetch them from there."""

import hashlib
import mailbox
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.files import close_to_others, make_folder
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer


class Maildir:
    """A letter is one file, named by its Message-ID: delivered twice, it is still that file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: set[str] = set()
        self._read_at = -1

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        """It is on the disk, or it is not there."""
        name = f"{hashlib.sha256(parcel.message_id.encode()).hexdigest()[:40]}.hikyaku"
        try:
            self._make()
            if not self._has(name):
                self._write(name, parcel.content)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return ServerAnswer(
                DeliveryFate.UNREACHABLE, f"the Maildir {self.path} cannot be used: {reason}"
            )
        return ServerAnswer(DeliveryFate.SENT, f"in the Maildir as {name}")

    def close(self) -> None:
        """Throw away drafts that a crash has left, when they are 36 hours old."""
        with suppress(OSError, mailbox.Error):
            mailbox.Maildir(self.path, create=False).clean()

    def _make(self) -> None:
        folders = [self.path / name for name in ("tmp", "new", "cur")]
        for folder in folders:
            make_folder(folder)
        close_to_others(self.path, *folders)

    def _has(self, name: str) -> bool:
        """Whether it is there, unread or read; readers move files from `new` to `cur` and add flags."""
        if (self.path / "new" / name).exists():
            return True
        cur = self.path / "cur"
        changed_at = cur.stat().st_mtime_ns
        if changed_at != self._read_at:
            self._read = {file.name.partition(":")[0] for file in os.scandir(cur)}
            self._read_at = changed_at
        return name in self._read

    def _write(self, name: str, content: bytes) -> None:
        draft = self.path / "tmp" / f"{name}.{secrets.token_hex(4)}"
        try:
            with os.fdopen(
                os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
            ) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            draft.rename(self.path / "new" / name)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        self._keep_names()

    def _keep_names(self) -> None:
        """The new name, too, is on the disk."""
        folder = os.open(self.path / "new", os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
