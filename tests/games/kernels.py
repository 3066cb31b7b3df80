"""How a compiled kernel is held to the reference of its game: the same pairs by both, and its C under sanitizers."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from app.engine import Build, exchanged, outcome_byte
from app.engine.kernel import HEADER, Extension, Kernel, Twins, Vocabulary
from app.engine.outcomes import Decide

Pair = tuple[Build, Build]

TOP = Path(__file__).parents[2]


def pretended(row: int, vocabulary: Vocabulary) -> Extension:
    """A compiled kernel, as far as Python sees, that takes any table and says nothing of any battle."""
    has = {"ROW": row, "VOCABULARY": vocabulary, "outcomes": lambda *_: b""}
    return cast(Extension, SimpleNamespace(**has))


def by_reference(decide: Decide, reasons: Sequence[str], pairs: Iterable[Pair]) -> bytes:
    """The outcome byte of each pair, as the reference has it."""
    decided = (decide(home, away) for home, away in pairs)
    return bytes(outcome_byte(winner, reasons.index(reason)) for winner, reason in decided)


def by_kernel(kernel: Kernel, pairs: Iterable[Pair]) -> bytes:
    """Each pair by itself."""
    return b"".join(kernel.outcomes([home], [away]) for home, away in pairs)


def assert_same(kernel: Kernel, pairs: Sequence[Pair], expected: bytes) -> None:
    """Both ways round the kernel says what is expected; names the first pair of which it does not."""
    for told in (
        by_kernel(kernel, pairs),
        exchanged(by_kernel(kernel, [(away, home) for home, away in pairs])),
    ):
        wrong = [(*pair, *bytes_) for pair, *bytes_ in zip(pairs, expected, told, strict=True)
                 if bytes_[0] != bytes_[1]]  # fmt: skip
        assert wrong[:1] == []


@dataclass(frozen=True)
class Pairs:
    """The pairs on which a compiled kernel and its reference are compared, by kind, and what the reference says of them.

    `row` draws a build of a kind. It only uses `choices` of the dice, which draws the same in every version of Python.
    """

    twins: Twins
    folder: Path
    kinds: tuple[str, ...]
    row: Callable[[str, Random], Build]

    @property
    def kernel(self) -> Kernel:
        """The compiled kernel; without one the test is skipped."""
        if self.twins.kernel is None:
            pytest.skip(f"outcomes by {self.twins.pace.by}")
        return self.twins.kernel

    def drawn(self, kind: str, count: int, seed: str) -> Iterator[Pair]:
        """This many pairs of that kind, the same ones every time."""
        dice = Random(f"{kind}/{seed}")
        for _ in range(count):
            yield self.row(kind, dice), self.row(kind, dice)

    def shared(self, count: int) -> int:
        """So many pairs of each kind make that many together."""
        return -(-count // len(self.kinds))

    def digested(self, kind: str) -> Iterator[Pair]:
        """The pairs of that kind whose outcomes are in the digest: 100,000 of all kinds."""
        return self.drawn(kind, self.shared(100_000), "digest")

    def digests(self) -> dict[str, str]:
        """What the reference said, for each kind of pair."""
        return tomllib.loads((self.folder / "twins.toml").read_text(encoding="utf-8"))

    def by_reference(self, pairs: Iterable[Pair]) -> bytes:
        """The outcome byte of each pair, as the reference has it."""
        return by_reference(self.twins.decide, self.twins.reasons, pairs)

    def assert_same(self, pairs: Sequence[Pair]) -> None:
        """Both ways round the kernel says what the reference says."""
        assert_same(self.kernel, pairs, self.by_reference(pairs))

    def write_digests(self, module: str) -> None:
        """Ask the reference, and write down the digest of what it says for each kind of pair."""
        lines = [
            "# SHA-256 of the reference's outcome bytes for the pairs that PAIRS.digested(kind) draws, in their order.",
            f"# Made with `python -m {module}`; any change here is a change of the rules.",
        ]
        for kind in self.kinds:
            told = self.by_reference(self.digested(kind))
            lines.append(f'{kind} = "{sha256(told).hexdigest()}"')
            print(lines[-1], file=sys.stderr)  # noqa: T201
        (self.folder / "twins.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def assert_clean_under_sanitizers(source: Path, code: str, tmp_path: Path) -> None:
    """Compiled with AddressSanitizer and UndefinedBehaviorSanitizer, the kernel in `sys.argv[1]` does the code in silence."""
    gcc = shutil.which("gcc")
    found = (
        gcc
        and subprocess.run(
            [gcc, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    if not gcc or not found or not Path(found).is_absolute():
        pytest.skip("gcc or its libasan is not installed (Debian: gcc)")
    built = tmp_path / "_kernel.so"
    subprocess.run(
        [gcc, "-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer",
         "-shared", "-fPIC", f"-I{HEADER.parent}", f"-I{sysconfig.get_path('include')}", source, "-o", built],
        check=True,
    )  # fmt: skip
    sanitized = {"LD_PRELOAD": found, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}

    done = subprocess.run(
        [sys.executable, "-c", code, built],
        cwd=TOP,
        env=os.environ | sanitized,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
