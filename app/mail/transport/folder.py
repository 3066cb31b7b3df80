"""Mail that programs put into a folder: a Maildir, or one file for each mail."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.mail.inbox.arrivals import MOST_BYTES

DONE: Final = "kept"
"""The folder for mail of a plain folder once it is kept; in a Maildir it goes to `cur`, as seen."""


def waiting(place: Path) -> Iterator[Path]:
    """The mails that have not been taken yet, by name. A name with a dot in front is still being written."""
    box = place / "new" if (place / "new").is_dir() else place
    yield from sorted(file for file in box.iterdir() if file.is_file() and file.name[0] != ".")


def content(file: Path) -> bytes | None:
    """The mail, or enough of it to see that it is too large. None if it is gone."""
    with suppress(FileNotFoundError), file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)
    return None


def set_aside(file: Path) -> None:
    """This mail is kept, and is not taken again."""
    in_maildir = file.parent.name == "new" and (file.parent.parent / "cur").is_dir()
    folder = file.parent.parent / "cur" if in_maildir else file.parent / DONE
    folder.mkdir(exist_ok=True)
    with suppress(FileNotFoundError):  # another worker was faster
        file.rename(folder / (f"{file.name}:2,S" if in_maildir else file.name))
