"""The compiled kernel of a game: found beside its source and given the cards, or the reason why it cannot be used.

A kernel lists the words that it knows as its `VOCABULARY`; the number of a word is its place there. A new card of
known verbs needs no new kernel. An unknown verb is noticed when the cards are encoded.
"""

import os
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final, Protocol, Self, cast

from app.engine.build import Build
from app.engine.outcomes import Costs, Decide, all_pairs, lives_left
from app.engine.ruleset import Pace

HEADER: Final = Path(__file__).with_name("kernel.h")

Vocabulary = Mapping[str, Sequence[str]]


class Unusable(Exception):
    """Why the compiled kernel cannot be used, in a few words."""


class Unencodable(ValueError):
    """The compiled kernel has no word, or no room, for this; the reference can play it."""


class Extension(Protocol):
    """A `_kernel.c` as Python sees it."""

    ROW: int
    """Cards in the longest row it can hold."""
    SOURCE_SHA256: str
    VOCABULARY: Vocabulary

    def outcomes(self, table: bytes, builds: bytes, opponents: bytes = ..., /) -> bytes:
        """The outcome bytes of builds against opponents, or among themselves.

        Raises `ValueError` for what it cannot read. Releases the interpreter lock while it plays.
        """

    def lives(self, table: bytes, builds: bytes, field: bytes, numbers: bytes, /) -> bytes:
        """What is left of the lives, from the three costs and the lives. Raises `ValueError`, too."""

    def course(self, table: bytes, home: bytes, away: bytes, /) -> list[tuple[int, int]]:
        """The life of two builds in their battle: see `app.engine.ruleset.CourseOf`. Raises `ValueError`, too."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The compiled kernel with the cards it shall play; `kinds` numbers them from 1."""

    extension: Extension
    table: bytes
    kinds: Mapping[str, int]

    @classmethod
    def of(
        cls,
        extension: Extension,
        reasons: Sequence[str],
        ids: Iterable[str],
        encode: Callable[[Vocabulary], Iterable[int]],
    ) -> Self:
        """The kernel for the cards that `encode` gives. Raises `Unusable` if it lacks a word for an ability."""
        if list(extension.VOCABULARY["reasons"]) != list(reasons):
            raise Unusable("the compiled kernel knows other reasons why battles end")
        try:
            table = packed(encode(extension.VOCABULARY))
            extension.outcomes(table, b"")
        except ValueError as error:
            raise Unusable(f"the compiled kernel cannot play these cards ({error})") from None
        return cls(extension, table, {id: kind for kind, id in enumerate(ids, 1)})

    def outcomes(self, builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
        """As `app.engine.ruleset.Outcomes` says. Raises `Unencodable` for a build that is too long."""
        fields = (builds,) if opponents is None else (builds, opponents)
        return self.extension.outcomes(self.table, *map(self._encoded, fields))

    def lives(
        self, builds: Sequence[Build], field: Sequence[Build], costs: Costs, lives: Sequence[int]
    ) -> list[int]:
        """As `app.engine.ruleset.Lives` says. Raises `Unencodable` for a build that is too long."""
        one, other, numbers = self._encoded(builds), self._encoded(field), array("q", costs)
        numbers.extend(lives)
        return [*array("q", self.extension.lives(self.table, one, other, numbers.tobytes()))]

    def course(self, home: Build, away: Build) -> list[tuple[int, int]]:
        """As `app.engine.ruleset.CourseOf` says. Raises `Unencodable` for a build that is too long."""
        one, other = self._encoded([home]), self._encoded([away])
        return self.extension.course(self.table, one, other)

    def _encoded(self, builds: Sequence[Build]) -> bytes:
        return encode_builds(builds, self.kinds, self.extension.ROW)


@dataclass(frozen=True, slots=True)
class Twins:
    """The outcomes of many pairs at once: by the compiled kernel where it can be used, else by the reference."""

    decide: Decide
    reasons: Sequence[str]
    kernel: Kernel | None
    pace: Pace

    @classmethod
    def of(
        cls, decide: Decide, reasons: Sequence[str], ready: Callable[[], Kernel], battles: int
    ) -> Self:
        """The reference together with its kernel, if that can be used. `battles` is how many the kernel plays in a
        second. If it cannot be used, the pace says why.
        """
        try:
            return cls(decide, reasons, ready(), Pace("compiled", battles, in_threads=True))
        except Unusable as why:
            return cls(decide, reasons, None, Pace(f"reference: {why}"))

    def outcomes(self, builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
        """One byte a pair, as `app.engine.ruleset.Outcomes` says."""
        if self.kernel:
            with suppress(Unencodable):
                return self.kernel.outcomes(builds, opponents)
        return self.by_reference(builds, opponents)

    def lives(
        self, builds: Sequence[Build], field: Sequence[Build], costs: Costs, lives: Sequence[int]
    ) -> list[int]:
        """As `app.engine.ruleset.Lives` says."""
        if self.kernel:
            with suppress(Unencodable):
                return self.kernel.lives(builds, field, costs, lives)
        return lives_left(self.decide, builds, field, costs, lives)

    def course(self, home: Build, away: Build) -> list[tuple[int, int]] | None:
        """The life of both over their battle, as `app.engine.ruleset.CourseOf` says; None if only the reference
        knows.
        """
        if self.kernel:
            with suppress(Unencodable):
                return self.kernel.course(home, away)
        return None

    def by_reference(
        self, builds: Sequence[Build], opponents: Sequence[Build] | None = None
    ) -> bytes:
        """Like `outcomes`, played by the reference."""
        return all_pairs(self.decide, self.reasons, builds, opponents)


def load(name: str, source: Path) -> Extension:
    """The compiled kernel, if it is built, wanted and matches the source here. Raises `Unusable`."""
    if os.environ.get("HIKYAKU_PURE", "0") not in ("", "0"):
        raise Unusable("HIKYAKU_PURE is set")
    try:
        extension = cast(Extension, import_module(name))
    except ModuleNotFoundError:
        raise Unusable("no compiled kernel is built") from None
    except ImportError as error:
        raise Unusable(f"the compiled kernel cannot be loaded ({error})") from None
    if digest(source) != extension.SOURCE_SHA256:
        raise Unusable("the compiled kernel is of another source than the one beside it")
    return extension


def digest(source: Path) -> str | None:
    """SHA-256 of the sources of a kernel, as setup.py has it; None if they are not here."""
    parts = (HEADER, source)
    if not all(part.is_file() for part in parts):
        return None
    return sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def encode_builds(builds: Iterable[Build], kinds: Mapping[str, int], row: int) -> bytes:
    """The builds one after the other, `row` places each; `kinds` numbers the cards."""
    rows = [build.cards for build in builds]
    lengths = {*map(len, rows)}
    if max(lengths, default=0) > row:
        raise Unencodable(f"a build has more than {row} cards")
    if lengths == {row}:
        return bytes([*map(kinds.__getitem__, chain.from_iterable(rows))])
    return b"".join(bytes(map(kinds.__getitem__, cards)).ljust(row, b"\0") for cards in rows)


def packed(numbers: Iterable[int]) -> bytes:
    """Numbers of two bytes each, as a table of cards has them."""
    try:
        return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)
    except OverflowError:
        raise Unencodable("a number is too large") from None


def number_of(vocabulary: Vocabulary, kind: str, word: str) -> int:
    """The place of a word among its kind."""
    if word not in vocabulary[kind]:
        raise Unencodable(f"{word} is not among its {kind}")
    return vocabulary[kind].index(word)
