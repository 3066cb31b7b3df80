"""Tables of the command line: to standard output, or into a file in one piece."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from app.cli.console import voice


def print_lines(table: Iterable[bytes]) -> None:
    """Print the table to standard output."""
    voice.write("")
    sys.stdout.flush()
    sys.stdout.buffer.writelines(table)


def say_csv(lines: Iterable[bytes], path: str, slug: str, *, force: bool) -> None:
    """The table of this season is in the file; `-` prints it."""
    if path == "-":
        return voice.say(b"".join(lines).decode().rstrip())
    with written(path, force=force) as target:
        target.writelines(lines)
    return voice.say(f"{slug}: written to {path}.")


def place_of(path: str) -> Path:
    """Where a file can be written: in a folder that is there; else refused."""
    place = Path(path)
    if place.is_dir():
        raise voice.Refused([f"{path} is a folder. Name a file in it."])
    if not place.parent.is_dir():
        raise voice.Refused(
            [f"{path}: there is no folder {place.parent}. Make it first, or name another."]
        )
    return place


@contextmanager
def written(path: str, *, force: bool) -> Iterator[IO[bytes]]:
    """A file to write the table into: there when all went well, in the place of an older one only by `force`."""
    try:
        target = place_of(path)
        if target.is_file() and not force:
            raise voice.Refused([f"{path} already exists. Name another file, or add --force."])
        with _replacing(target) if _can_be_replaced(target) else target.open("wb") as file:
            yield file
    except OSError as error:
        raise voice.Refused([f"{path} cannot be written: {error.strerror}."]) from error


def _can_be_replaced(target: Path) -> bool:
    """Whether this is a file or does not exist. A pipe or device is written to directly."""
    return not target.exists() or (target.is_file() and os.access(target, os.W_OK))


@contextmanager
def _replacing(target: Path) -> Iterator[IO[bytes]]:
    target = target.resolve()
    with tempfile.NamedTemporaryFile(
        dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part", delete=False
    ) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).chmod(_mode(target))
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _mode(target: Path) -> int:
    """The permissions it has, or those of any new file."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
