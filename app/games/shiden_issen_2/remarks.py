"""Remarks on a legal build, as a friend would make them before the deadline, and the build's numbers."""

from collections.abc import Iterator
from typing import Final

from app.engine import Build, CardFigure, Words
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.abilities import Skill, Type
from app.games.shiden_issen_2.battle import SLOTS, play
from app.games.shiden_issen_2.cards import PLAIN_HIT, STANDARD, SkillPool

NO_ATTACK: Final = Words(
    "攻撃スキルも補助スキルもありません。自分からは「{hit}」（1点）しか使えません。",
    "It has neither attack nor support skills. Its only attack is {hit}, for 1 damage.",
)
NO_ATTACK_YET: Final = Words(
    "攻撃スキルがありません。補助スキルが残っているあいだは、自分からダメージを与えられません。",
    "It has no attack skill. While a support skill is left, its own turns deal no damage.",
)
HELPS_NOTHING: Final = Words(
    "{place}つ目の「{skill}」は左のスキルに働くものですが、左にスキルがありません。",
    "“{skill}” in place {place} helps the skill on its left, but has none there.",
)
CANNOT_HELP: Final = Words(
    "{place}つ目の「{skill}」は、左の「{left}」には働きません。",
    "“{skill}” in place {place} does nothing for “{left}” on its left.",
)
SPEED: Final = Words("最初の速度", "Speed in round 1")
_HARMLESS: Final = Build(("flash",) * SLOTS)


def remarks(build: Build, pool: SkillPool = STANDARD) -> Iterator[Words]:
    """The remarks on a build, the gravest first."""
    skills = [pool.by_id[id] for id in build.cards]
    types = {skill.type for skill in skills}
    if Type.ATTACK not in types:
        words = NO_ATTACK_YET if Type.SUPPORT in types else NO_ATTACK
        yield Words(words.ja.format(hit=PLAIN_HIT.ja), words.en.format(hit=PLAIN_HIT.en))
    for place, skill in enumerate(skills, 1):
        left = skills[place - 2] if place > 1 else None
        if skill.helps and (left is None or left.type not in skill.helps):
            yield _filled(CANNOT_HELP if left else HELPS_NOTHING, skill, left, place)


def _filled(words: Words, skill: Skill, left: Skill | None, place: int) -> Words:
    return Words(
        words.ja.format(skill=skill.ja, left=left and left.ja, place=place),
        words.en.format(skill=skill.en, left=left and left.en, place=place),
    )


def figures(build: Build, pool: SkillPool = STANDARD) -> Iterator[CardFigure]:
    """Yield the speed in the order phase of the first round, as the reference engine counts it."""
    if not build.cards:
        return
    events = play(build, _HARMLESS, pool).events
    yield CardFigure(SPEED, next(e.home_speed for e in events if isinstance(e, log.OrderDecided)))
