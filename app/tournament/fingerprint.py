"""The fingerprint of a game: two machines with the same fingerprint play the same game."""

import hashlib
from functools import cache
from pathlib import Path

from app import engine, games, text
from app.errors import RulesNotInstalled
from app.games import ruleset


@cache
def fingerprint(slug: str, version: str) -> str:
    """Return the rules' version, the kernel or reference in use, and a SHA-256 of all sources that decide outcomes.

    These are the game's folder with all its versions, `engine` and `text`. A compiled kernel is used only if it was
    built from the source next to it. Raises `RulesNotInstalled`.
    """
    game = ruleset(slug, version)
    digest = hashlib.sha256()
    whole = Path(games.__file__).with_name(slug.replace("-", "_"))
    shared = (Path(engine.__file__).parent, Path(text.__file__).parent)
    for folder in dict.fromkeys((whole, game.folder, *shared)):
        for source in sorted([*folder.rglob("*.py"), *folder.rglob("*.[ch]")]):
            content = source.read_bytes()
            name = source.relative_to(folder.parent).as_posix()
            digest.update(f"{name} {len(content)}\n".encode() + content)
    return f"{game.rules_version}, {game.pace.by}, {digest.hexdigest()[:16]}"


def known(slug: str, version: str) -> str:
    """Return the fingerprint, or a text saying that the rules are missing. A worker calls this and must not fail."""
    try:
        return fingerprint(slug, version)
    except RulesNotInstalled:
        return f"{version}, not installed"
