"""The shelf of a player: builds under names, in every game, each active or not."""

import re
import secrets
from datetime import datetime
from typing import Final, Literal

from sqlmodel import Session

from app.engine import Build
from app.errors import BuildUnreadable, Listing, OwnRefused, Problem
from app.games import fought, slugs
from app.league.entries.characters import name_key, name_problems
from app.league.entries.contents import read_build
from app.store.own import builds
from app.store.rows import add_if_new
from app.store.tables import OwnBuild, Player
from app.text.characters import shown

MOST_BUILDS: Final = 60
"""The most builds of a player, for all games together."""
_DIVIDES: Final = re.compile(r"[:：\n]")
ShelfAct = Literal["active", "inactive", "drop"]


def game_of(session: Session, said: str) -> str:
    """The only game whose rules read the build that is said behind its name; empty where it is not the only one."""
    text = _split(session, said)[1]
    found = [slug for slug in slugs() if not _read(slug, text)[1]]
    return found[0] if len(found) == 1 else ""


def keep(session: Session, player: Player, game: str, said: str, *, now: datetime) -> Problem:
    """Store the build on the player's shelf under its name, replacing one of the same name.

    `said` is the name, a colon or a line break, and the build or the address of a shared one.
    Raises `OwnRefused` with every problem.
    """
    name, text = _split(session, said)
    problems = [*name_problems(name)]
    if not game:
        raise OwnRefused([*problems, Problem("which-game")])
    build, wrong = _read(game, text)
    own = builds.of_player(session, player)
    same = builds.called(session, player, game, name_key(name))
    if not same and len(own) >= MOST_BUILDS:
        problems.append(Problem("builds-full", most=str(MOST_BUILDS)))
    if problems or not build:
        raise OwnRefused([*problems, *wrong])
    written = fought(game).write_build(build.nameless())
    kept = OwnBuild(
        player_id=player.id,
        game=game,
        name=name,
        name_key=name_key(name),
        build=written,
        page=secrets.token_hex(16),
        kept_at=now,
    )
    if not add_if_new(session, kept):
        (kept,) = builds.called(session, player, game, name_key(name))
        kept.name, kept.build, kept.kept_at = name, written, now
    return Problem("build-kept", name=name)


def change(
    what: ShelfAct, session: Session, player: Player, game: str, said: str, *, now: datetime
) -> Problem:
    """The build of this name is active, or is not, or is gone. Raises `OwnRefused` unless there is one."""
    del now
    found = builds.called(session, player, game, name_key(said))
    if len(found) != 1:
        names = Listing(each.name for each in builds.of_player(session, player))
        raise OwnRefused([Problem("no-own-build", typed=shown(said), names=names)])
    if what == "drop":
        session.delete(found[0])
    else:
        found[0].is_active = what == "active"
    return Problem(f"build-{what}", name=found[0].name)


def faults(own: OwnBuild) -> list[Problem]:
    """What the rules of today have against it."""
    return _read(own.game, own.build)[1]


def _split(session: Session, said: str) -> tuple[str, str]:
    """The name without quotation marks, and the build: as written, or that of a shared page's address."""
    name, text = (each.strip() for each in (*_DIVIDES.split(said, maxsplit=1), "")[:2])
    shared = builds.at_page(session, text.rstrip("/").rpartition("/")[2])
    return name.strip("「」“”"), shared.build if shared else text


def _read(game: str, text: str) -> tuple[Build | None, list[Problem]]:
    try:
        return read_build(fought(game), text), []
    except BuildUnreadable as refusal:
        return None, [*refusal.problems]
