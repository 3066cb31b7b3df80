"""紫電一閃 弐: five skills in a row, which are life and weapon in one; battles without dice."""

from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Life, Ruleset, Terms, Words
from app.games.shiden_issen_2.battle import SLOTS, play
from app.games.shiden_issen_2.board import boards
from app.games.shiden_issen_2.build import explain, read_build, write_build
from app.games.shiden_issen_2.cards import ALL, CARD_LIST, RULES_VERSION, VERSIONS
from app.games.shiden_issen_2.figures import figures
from app.games.shiden_issen_2.kernel import TWINS
from app.games.shiden_issen_2.remarks import remarks
from app.games.shiden_issen_2.report import changes, tell
from app.games.shiden_issen_2.sentences import ENDINGS
from app.games.shiden_issen_2.spelling import SPELLING, Spelling


def _ruleset(version: str) -> Ruleset:
    """The game by this version of its rules."""
    skills = VERSIONS[version]
    spelling = SPELLING if version == RULES_VERSION else Spelling(skills)
    return Ruleset(
        slug="shiden-issen-2",
        title=Words("紫電一閃 弐", "Shiden Issen Ni"),
        rules_version=version,
        folder=Path(__file__).parent,
        cards=tuple(card for card in CARD_LIST if card.id in skills),
        unbuilt=tuple(card for card in ALL if card not in CARD_LIST and card.id in skills),
        sizes=range(SLOTS, SLOTS + 1),
        read_build=partial(read_build, spelling=spelling),
        write_build=write_build,
        explain=partial(explain, spelling=spelling),
        play=partial(play, rules=version),
        outcomes=TWINS.outcomes,
        pace=TWINS.pace,
        tell=tell,
        changes=changes,
        fold=boards,
        remarks=remarks,
        figures=figures,
        endings=ENDINGS,
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


RULESETS: Final = tuple(map(_ruleset, reversed(VERSIONS)))
