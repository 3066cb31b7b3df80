"""Who wins, and why, for many pairs at once: by the compiled kernel where it can be used, else by the reference."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Build, Pace
from app.engine.kernel import Extension, Kernel, Unencodable, choose, load
from app.engine.pairs import all_pairs
from app.games.shiden_issen_2.battle import REASONS, decide
from app.games.shiden_issen_2.cards import SKILLS, Skill
from app.games.shiden_issen_2.encoding import encode_skills

SOURCE: Final = Path(__file__).with_name("_kernel.c")
COMPILED_PACE: Final = Pace("compiled", battles=2_500_000, in_threads=True)


def kernel_for(skills: Sequence[Skill], extension: Extension) -> Kernel:
    """The kernel, ready for these skills. Raises `Unusable` if it has no word for what one of them does."""
    ids = [skill.id for skill in skills]
    return Kernel.of(extension, REASONS, ids, partial(encode_skills, skills))


KERNEL, PACE = choose(
    lambda: kernel_for(SKILLS, load(f"{__package__}._kernel", SOURCE)), COMPILED_PACE
)


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
