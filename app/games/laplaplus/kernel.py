"""Who wins, and why, for many pairs at once: by the compiled kernel where it can be used, else by the reference."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

from app.engine import Build, Pace
from app.engine.pairs import all_pairs
from app.games.laplaplus.battle import REASONS, decide
from app.games.laplaplus.cards import CARDS, Card
from app.games.laplaplus.encoding import Unencodable, Vocabulary, encode_builds, encode_cards

SOURCE: Final = Path(__file__).with_name("_kernel.c")
COMPILED_PACE: Final = Pace("compiled", battles=1_500_000, in_threads=True)


class Extension(Protocol):
    """What `_kernel.c` is for Python."""

    ROW: int
    """Cards in the longest row it can hold."""
    SOURCE_SHA256: str
    VOCABULARY: Vocabulary

    def outcomes(self, table: bytes, builds: bytes, first: int, step: int, height: int, /) -> bytes:
        """Outcome bytes of so many rows, every `step` from the first on, against all builds.

        Raises `ValueError` for what it cannot read. Lets the interpreter go while it plays.
        """


class Unusable(Exception):
    """Why the compiled kernel cannot be used, in a few words."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The compiled kernel with the cards it shall play."""

    extension: Extension
    table: bytes
    kinds: Mapping[str, int]

    def outcomes(self, builds: Sequence[Build], rows: range) -> bytes:
        """As the module's `outcomes`. Raises `Unencodable` for a row that is too long."""
        encoded = encode_builds(builds, self.kinds, self.extension.ROW)
        return self.extension.outcomes(self.table, encoded, rows.start, rows.step, len(rows))


def load() -> Extension:
    """The compiled kernel, if it is built, wanted, and of the source beside it. Raises `Unusable`."""
    if os.environ.get("HIKYAKU_PURE", "0") not in ("", "0"):
        raise Unusable("HIKYAKU_PURE is set")
    try:
        extension = cast(Extension, import_module("app.games.laplaplus._kernel"))
    except ModuleNotFoundError:
        raise Unusable("no compiled kernel is built") from None
    except ImportError as error:
        raise Unusable(f"the compiled kernel cannot be loaded ({error})") from None
    if not SOURCE.is_file() or sha256(SOURCE.read_bytes()).hexdigest() != extension.SOURCE_SHA256:
        raise Unusable("the compiled kernel is of another source than the one beside it")
    return extension


def kernel_for(cards: Sequence[Card], extension: Extension) -> Kernel:
    """The kernel, ready for these cards. Raises `Unusable` if it has no word for what one of them does."""
    if tuple(extension.VOCABULARY["reasons"]) != REASONS:
        raise Unusable("the compiled kernel knows other reasons why battles end")
    try:
        table = encode_cards(cards, extension.VOCABULARY)
        extension.outcomes(table, b"", 0, 1, 0)
    except ValueError as error:
        raise Unusable(f"the compiled kernel cannot play these cards ({error})") from None
    return Kernel(extension, table, {card.id: kind for kind, card in enumerate(cards, 1)})


def choose(load: Callable[[], Extension] = load) -> tuple[Kernel | None, Pace]:
    """The kernel if it can be used; and how fast that makes us, or why it cannot."""
    try:
        return kernel_for(CARDS, load()), COMPILED_PACE
    except Unusable as why:
        return None, Pace(f"reference: {why}")


KERNEL, PACE = choose()


def outcomes(builds: Sequence[Build], rows: range | None = None) -> bytes:
    """One byte a pair, as `app.engine.ruleset.Outcomes` says; each pair is played once."""
    rows = range(len(builds)) if rows is None else rows
    if KERNEL:
        with suppress(Unencodable):
            return KERNEL.outcomes(builds, rows)
    return by_reference(builds, rows)


def by_reference(builds: Sequence[Build], rows: range) -> bytes:
    """The same, played by the reference."""
    return all_pairs(decide, REASONS, builds, rows)
