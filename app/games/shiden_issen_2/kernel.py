"""The compiled kernel and the reference of this game."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from app.engine.kernel import Extension, Kernel, Twins, load
from app.games.shiden_issen_2.battle import REASONS, decide
from app.games.shiden_issen_2.cards import SKILLS, Skill
from app.games.shiden_issen_2.codes import encode_skills

SOURCE: Final = Path(__file__).with_name("_kernel.c")


def kernel_for(skills: Sequence[Skill], extension: Extension) -> Kernel:
    """The kernel, ready for these skills. Raises `Unusable` if it has no word for an ability of one of them."""
    ids = [skill.id for skill in skills]
    return Kernel.of(extension, REASONS, ids, partial(encode_skills, skills))


TWINS: Final = Twins.of(
    decide,
    REASONS,
    lambda: kernel_for(SKILLS, load(f"{__package__}._kernel", SOURCE)),
    battles=2_500_000,
)
