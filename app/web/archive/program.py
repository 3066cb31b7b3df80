"""The program in an archive that tells its battles: the games and what they stand on, as one file for Python."""

import hashlib
import io
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from app import __version__
from app.settings import PROGRAM
from app.web.archive import teller
from app.web.rendering import TEMPLATES

_ROOMS: Final = ("engine", "games", "text")
_DATA: Final = {".py", ".toml", ".json"}
_OF_PAGES: Final = {".css", ".html", ".js", ".md", ".po", ".py", ".toml", ".txt"}
_LIBRARIES: Final = ("jinja2", "selectolax")


@cache
def this_program() -> str:
    """Its version, with a hash of everything that makes pages.

    Two programs with the same name make the same pages of a season.
    """
    made = hashlib.sha256(repr([*map(version, _LIBRARIES)]).encode())
    for folder in (PROGRAM, TEMPLATES):
        for path in sorted(each for each in folder.rglob("*") if each.suffix in _OF_PAGES):
            made.update(path.relative_to(folder).as_posix().encode() + b"\0")
            made.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{__version__}+{made.hexdigest()[:16]}"


def program_of(game: str) -> bytes:
    """It, with the game of this slug alone. The same sources always make the same bytes, whatever library packs them."""
    made = io.BytesIO()
    with ZipFile(made, "w") as file:
        put(file, "__main__.py", Path(teller.__file__).read_bytes(), ZIP_STORED)
        for path in _sources(game):
            put(file, f"app/{path.relative_to(PROGRAM).as_posix()}", path.read_bytes(), ZIP_STORED)
    return made.getvalue()


def put(file: ZipFile, name: str, content: bytes, packed: int = ZIP_DEFLATED) -> None:
    """The file is in the archive, with neither date nor owner."""
    info = ZipInfo(name)
    info.compress_type = packed
    info.create_system = 3  # as on Unix, wherever it is made
    info.external_attr = 0o644 << 16
    file.writestr(info, content)


def _sources(game: str) -> Iterator[Path]:
    folder = game.replace("-", "_")
    yield from (PROGRAM / "__init__.py", PROGRAM / "errors.py")
    for room in _ROOMS:
        for path in sorted((PROGRAM / room).rglob("*")):
            parts = path.relative_to(PROGRAM).parts
            is_of_another = room == "games" and len(parts) > 2 and parts[1] != folder
            if path.suffix in _DATA and "examples" not in parts and not is_of_another:
                yield path
