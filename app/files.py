"""Files and folders for their owner's eyes only: they hold addresses, sealed builds and secret links."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER: Final = 0o700
FILE: Final = 0o600
_OTHERS: Final = 0o077


def be_private() -> None:
    """Files that this process and its children make from here on are for its owner alone."""
    os.umask(_OTHERS)


def make_folder(path: Path) -> None:
    """The folder is there; what had to be made for it is for its owner alone. Raises `OSError`."""
    for missing in [each for each in (path, *path.parents) if not each.exists()][::-1]:
        missing.mkdir(mode=FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """The file is there, empty and for its owner alone unless it was there before. Raises `OSError`."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, FILE))


def is_open(path: Path) -> bool:
    """Whether other users have any rights to the file here; not if there is none."""
    try:
        return bool(path.stat().st_mode & _OTHERS)
    except OSError:
        return False


def close_to_others(*paths: Path) -> None:
    """The file here is for its owner alone; one of another user stays as it is."""
    for path in paths:
        with suppress(OSError):
            found = path.stat()
            if found.st_uid == os.geteuid() and found.st_mode & _OTHERS:
                path.chmod(found.st_mode & 0o700)
