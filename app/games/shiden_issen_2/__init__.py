"""紫電一閃 弐: five skills in a row, which are life and weapon in one; battles without dice."""

from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Aid, House, Life, Ruleset, Terms, Words
from app.engine.ruleset import Workshop
from app.games.shiden_issen_2.abilities import STATUSES
from app.games.shiden_issen_2.battle import SLOTS, play
from app.games.shiden_issen_2.board import boards
from app.games.shiden_issen_2.build import explain, read_build, write_build
from app.games.shiden_issen_2.cards import POOLS, STANDARD, SkillPool
from app.games.shiden_issen_2.kernel import TWINS, twins_of
from app.games.shiden_issen_2.remarks import figures, remarks
from app.games.shiden_issen_2.report import changes, tell
from app.games.shiden_issen_2.sentences import ENDINGS
from app.games.shiden_issen_2.spelling import SPELLING, Spelling
from app.games.shiden_issen_2.workshop import OwnSkill, read_skills


def _with_cards(base: SkillPool, text: str) -> Ruleset:
    pool, house = read_skills(text, base)
    return _ruleset(pool, house)


_AIDS: Final = (
    *(
        Aid(
            Words(f"スロット{slot}", f"Slot {slot}"),
            Words(
                "伏せて並べ、同時に開きます。",
                "Lay the skills face down and turn them up together.",
            ),
            copies=2,
        )
        for slot in range(1, SLOTS + 1)
    ),
    Aid(
        Words("ラウンド", "Round"),
        counters=tuple(Words(f"{number}", f"{number}") for number in range(1, 21)),
    ),
    Aid(Words("ダメージカウンタ", "Damage counters"), counters=(Words("●", "●"),) * 2 * SLOTS),
    Aid(Words("状態", "Statuses"), counters=(*STATUSES.values(),) * 2, copies=2),
)


def _ruleset(pool: SkillPool, house: House | None = None) -> Ruleset:
    """The game with the skills of this pool."""
    is_newest = pool is STANDARD
    spelling = SPELLING if is_newest else Spelling(pool)
    twins = TWINS if is_newest else twins_of(pool)
    return Ruleset(
        slug="shiden-issen-2",
        title=Words("紫電一閃 弐", "Shiden Issen Ni"),
        rules_version=pool.version,
        folder=Path(__file__).parent,
        cards=pool.shown,
        unbuilt=pool.unbuilt,
        aids=_AIDS,
        sizes=range(SLOTS, SLOTS + 1),
        read_build=partial(read_build, spelling=spelling),
        write_build=partial(write_build, spelling=spelling),
        explain=partial(explain, spelling=spelling),
        play=partial(play, pool=pool),
        outcomes=twins.outcomes,
        lives=twins.lives,
        pace=twins.pace,
        tell=partial(tell, pool=pool),
        changes=partial(changes, pool=pool),
        fold=partial(boards, pool=pool),
        remarks=partial(remarks, pool=pool),
        figures=partial(figures, pool=pool),
        endings=ENDINGS,
        workshop=Workshop(
            OwnSkill,
            Words(
                "英語の名前：Paper Cut 一文字表記：紙 種別：攻撃 速度：1 ダメージ：1",
                "English name: Paper Cut character: 紙 type: attack speed: 1 damage: 1",
            ),
            lambda data, number: {**data, "id": f"own_{number}"},
            partial(_with_cards, pool),
        ),
        house=house,
        terms=Terms(
            slot=Words("スキル", "skill"),
            slots=Words("スキル", "skills"),
            turn=Words("ラウンド", "round"),
            turns=Words("ラウンド", "rounds"),
            down=Words("破壊待ち", "to be destroyed"),
            gone=Words("破壊", "destroyed"),
            top=Words("先頭", "head"),
            order=Words(
                "1が先頭、最後が最後尾です。番号がそのスキルのLVになります。",
                "1 is the head, the last one the tail; its number is the LV of a skill.",
            ),
        ),
        life=Life(
            Words("残りスキル", "Skills left"),
            Words("スキル{n}つ", "{n} skill"),
            Words("スキル{n}つ", "{n} skills"),
        ),
        original=Words(
            "原作は2012年の1.03版です。作者とサイトの名は書かれていません。",
            "The original is version 1.03 of 2012; it names neither its author nor its site.",
        ),
        about=Words(
            "スキルを5つ一列に並べて戦わせるゲームで、運の要素も隠された情報もありません。スキルは武器であり命でもあり、1点のダメージでスキルが1つ破壊されます。",
            "You put five skills in a row and let them fight; there is no chance in it and nothing hidden. The skills are your weapons and your life at once: a point of damage destroys a skill.",
        ),
        exhibition=(
            Words(
                "交盾舞舞強/紅葉",
                "Crossing, Plus Shield, Sword Dance, Sword Dance, Plus Power / Maple",
            ),
            Words(
                "果覚速閃覚/紫苑", "Decisive Cut, Resolution, Plus Speed, Flash, Resolution / Aster"
            ),
        ),
    )


RULESETS: Final = tuple(map(_ruleset, reversed(POOLS)))
