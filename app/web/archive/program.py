"""The program in an archive that tells its battles: the games and what they stand on, as one file for Python."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from app.settings import PROGRAM
from app.web.archive import teller

_ROOMS: Final = ("engine", "games", "text")
_DATA: Final = {".py", ".toml", ".json"}


def program_of(game: str) -> bytes:
    """It, with the game of this slug alone. The same sources always make the same bytes."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        put(file, "__main__.py", Path(teller.__file__).read_bytes())
        for path in _sources(game):
            put(file, f"app/{path.relative_to(PROGRAM).as_posix()}", path.read_bytes())
    return made.getvalue()


def put(file: ZipFile, name: str, content: bytes) -> None:
    """The file is in the archive, with neither date nor owner."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
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
