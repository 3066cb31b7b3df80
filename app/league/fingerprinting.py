"""What a game is made of here, as one word: two machines that say the same word play the same game."""

import hashlib
from functools import cache
from pathlib import Path

from app import engine
from app.games import ruleset


@cache
def fingerprint(slug: str) -> str:
    """The rules' version, what finds the outcomes, and the SHA-256 of all sources that decide them.

    Sources are the game's folder and `engine`; a compiled kernel is used only if it is of the source beside it.
    """
    game = ruleset(slug)
    digest = hashlib.sha256()
    for folder in (game.folder, Path(engine.__file__).parent):
        for source in sorted([*folder.glob("*.py"), *folder.glob("*.[ch]")]):
            content = source.read_bytes()
            digest.update(f"{folder.name}/{source.name} {len(content)}\n".encode() + content)
    return f"{game.rules_version}, {game.pace.by}, {digest.hexdigest()[:16]}"
