"""Every leaf of small records, changed: what `season verify` says of each, by its exit code.

`python -m tests.support.leaves` changes every pair of leaves of every record, and tells how many were found.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from itertools import combinations
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final, NamedTuple

from sqlalchemy import event
from sqlmodel import select

from app.errors import RecordUnreadable
from app.league.archive import structure, verification
from app.league.archive.record import public_record
from app.league.desk import interventions
from app.league.eligibility.sides import read as sides_of
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.store import players, seasons as stored
from app.store.database import Database
from app.store.tables import Entry, Season
from app.store.upkeep.migrations import migrate
from tests.support import duels, stages

Path_ = tuple[Any, ...]
UNPROVABLE: Final = {"was_public"}
"""Of the third format: when something was hidden is bound by nothing, and told with what is hidden."""
PARTS: Final = ("name", "owner", "lore")
NOW: Final = stages.NOW
LATER: Final = duels.CLOSES + timedelta(days=9)


class Small(NamedTuple):
    """A small record as plain data: `code` is what `verify` says of it as it is."""

    name: str
    plain: Any
    code: int


@contextmanager
def proven(proof: int) -> Iterator[None]:
    """Seasons that are made meanwhile are proven so."""

    def set_(_mapper: object, _connection: object, season: Season) -> None:
        season.proof = proof

    event.listen(Season, "before_insert", set_)
    yield
    event.remove(Season, "before_insert", set_)


def with_late_acts(database: Database) -> None:
    """A table of four, of whom one was added, one corrected and another taken out with open builds in view."""
    with database.writing() as session:
        season = seasons.create(session, season_plans.Plan("laplaplus", "cup"), stages.BY)
        seasons.open_season(session, "cup", stages.BY)
        for name, build in (
            ("Alice", "攻響核"),
            ("Bob", "盾攻"),
            ("Carol", "核核盾"),
            ("Dave", "核"),
        ):
            who = players.known_as(session, f"{name}@example.com", "en", NOW)
            said = Submission(
                name,
                build,
                f"{name}'s owner",
                f"{name}'s lore",
                f"https://{name.lower()}.example",
                {"lines": {"victory": "Tea?"}},
            )
            entries.submit(session, season, who, said, Origin(NOW, proven=True))
        seasons.close(session, "cup", stages.BY)
    stages.publish(database)
    with database.writing() as session:
        for _ in range(2):
            results.undo(session, "cup", stages.BY)
        interventions.withdraw(session, "cup", "Dave", stages.BY)
        interventions.add(session, "cup", Submission("Late", "攻核力", "eve"), stages.BY)
        interventions.correct(
            session, "cup", "Bob", interventions.WantedCorrection(build="盾盾"), stages.BY
        )
    stages.publish(database)


def in_stages(database: Database) -> None:
    """Groups and a knock-out, in which dice decide."""
    stages.a_season(database, "groups groups=2 go-on=1\nknockout", ["核", "核", "攻核", "攻核"])
    stages.publish(database)


def between_sides(database: Database) -> None:
    """Characters of the same side never meet."""
    both = sides_of("紅 / Red, 白 / White", is_apart=True)
    stages.a_season(database, "", ["攻核", "核", "盾核", "攻響核"], sides=both)
    stages.publish(database)


def in_matches(database: Database) -> None:
    """Three who play by standing orders and nonces of their own; the game is one of the tests."""
    duels.begin_cup(database, 3, brought={1: {"nonce": "mine"}})
    while duels.pass_deadline(database):
        pass
    duels.play_run(database, LATER)
    with database.writing() as session:
        results.publish(session, "cup", duels.olga(LATER))


KINDS: Final[dict[str, Callable[[Database], None]]] = {
    "plain": with_late_acts,
    "stages": in_stages,
    "sides": between_sides,
    "matches": in_matches,
}


def records(database: Database, kind: str, proof: int, dice: Random) -> Iterator[Small]:
    """The record of such a season, whole, and with a drawn set of parts hidden; of the first proof both earlier formats."""
    with proven(proof):
        KINDS[kind](database)
    for is_whole in (True, False):
        with database.writing() as session:
            season = stored.by_slug(session, "cup")
            every = [
                (entry, part)
                for entry in session.exec(select(Entry).where(Entry.season_id == season.id))
                for part in PARTS
            ]
            for entry, part in [] if is_whole else dice.sample(every, len(every) // 2):
                at = season.published_at if dice.random() < 0.5 else entry.created_at
                setattr(entry, f"{part}_hidden_at", at)
            session.flush()
            plain = json.loads(public_record(session, season, LATER).model_dump_json())
        hidden = "whole" if is_whole else "hidden"
        yield Small(f"{kind} {proof + 1} {hidden}", plain, 0 if is_whole else 3)
        if kind == "plain" and proof == 1 and is_whole:
            yield Small("plain 1", _earlier(plain), 3)


def _earlier(plain: Any) -> Any:
    """The same as it was written by the first program: without late acts it had no words for."""
    plain = deepcopy(plain) | {"format": "hikyaku-record-1"}
    for name in ("digest_2", "withdrawn"):
        del plain[name]
    for entry in plain["entries"]:
        for name in ("points", "place", "mark"):
            del entry[name]
    return plain


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Where every value stands that holds no others."""
    if isinstance(value, dict | list) and value:
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*path, key))
    else:
        yield path


def at(plain: Any, path: Path_) -> Any:
    for key in path:
        plain = plain[key]
    return plain


def change(plain: Any, path: Path_, dice: Random) -> None:
    """The value there is another of its kind, such as could stand there; or is left out."""
    *way, last = path
    place = at(plain, tuple(way))
    if dice.random() < 0.1 or "was_public" in path:
        del place[last]
        return
    place[last] = _other(place[last], path, plain, dice)


def _other(value: Any, path: Path_, plain: Any, dice: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + dice.choice((-1, 1))
        case None:
            return (
                {"kind": "added", "at": NOW.isoformat(), "reason": "why"}
                if path[-1] == "mark"
                else 1
            )
        case {}:
            return {"lines": {"victory": "Ha!"}}
        case []:
            return ["name"] if path[-1] == "parts" else [1]
    if path[-1] in ("build", "name"):
        others = {each[path[-1]] for each in plain["entries"]} | {"攻攻", "Mallory"}
        return dice.choice(sorted(others - {value}))
    if not value:
        return "x"
    where = dice.randrange(len(value))
    letters = "0123456789abcdef" if {*value} <= {*"0123456789abcdef"} else "abcdefghij012"
    put = dice.choice([each for each in letters if each != value[where]])
    return value[:where] + put + value[where + 1 :]


def code_of(plain: Any) -> int:
    """The exit code of `season verify` for this record."""
    try:
        record = structure.read_record(json.dumps(plain).encode())
    except RecordUnreadable:
        return 1
    if next(verification.verify(record), None):
        return 1
    return 3 if next(verification.unproven(record), None) else 0


def expected(small: Small, *paths: Path_) -> set[int]:
    """The codes that are right where these leaves were changed."""
    if small.plain["format"] != "hikyaku-record-3" or all(UNPROVABLE & {*path} for path in paths):
        return {1, 3} if small.code else {1}
    return {1}


def changed(small: Small, dice: Random, *paths: Path_) -> int | None:
    """What is said of it with other values there; None where nothing is other in the end."""
    plain = deepcopy(small.plain)
    for path in paths:
        try:
            change(plain, path, dice)
        except (LookupError, TypeError):  # it was left out with the other
            continue
    return None if plain == small.plain else code_of(plain)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Every leaf and every pair of leaves of every record."""
    from tests.conftest import MATCH_GAMES, _games_of

    dice, began = Random(35), perf_counter()
    total: Counter[int | None] = Counter()
    for kind in KINDS:
        for proof in (1, 2):
            with TemporaryDirectory() as folder, _games_of(MATCH_GAMES):
                database = Database(f"sqlite:///{folder}/site.db")
                migrate(database)
                for small in records(database, kind, proof, dice):
                    every = [*leaves(small.plain)]
                    tried = [*((each,) for each in every), *combinations(every, 2)]
                    found: Counter[int | None] = Counter()
                    for paths in tried:
                        code = changed(small, dice, *paths)
                        found[code] += 1
                        if code is not None and code not in expected(small, *paths):
                            _say(f"{small.name}: {paths} give {code}")
                    _say(f"{small.name}: {len(every)} leaves, {len(tried)} changes: {dict(found)}")
                    total += found
    _say(f"{total.total()} changes in {perf_counter() - began:.0f} s: {dict(total)}")


if __name__ == "__main__":
    main()
