"""The 33 skills, as data. `text_ja` and `text_en` say in our own words what they do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from app.engine import CardInfo, Words
from app.engine.versions import CardSpan, by_version
from app.games.shiden_issen_2.abilities import (
    Aim,
    Bonus,
    Constraint,
    Count,
    Effect,
    Number,
    Rule,
    Static,
    Status,
    Type,
    When,
)
from app.games.shiden_issen_2.effects import ChangeHead, Inflict, MarkHead, Receive

ZERO: Final = Number()


@dataclass(frozen=True, slots=True, eq=False)
class Skill(CardSpan):
    """A kind of skill. `points` is None if it deals no damage; `helps` are the types it helps from their right.

    `reading` is the Japanese name in hiragana; the skills with a + have none.
    """

    number: int
    id: str
    char: str
    ja: str
    en: str
    type: Type
    reading: str = ""
    text_ja: str = ""
    text_en: str = ""
    limited: bool = False
    obtainable: bool = True
    helps: tuple[Type, ...] = ()
    speed: Number = ZERO
    points: Number | None = None
    aim: Aim = Aim.HEAD
    abilities: tuple[Effect | Bonus | Static, ...] = ()

    effects: Mapping[When, tuple[Effect, ...]] = field(init=False)
    bonus: Bonus = field(init=False)
    rules: frozenset[Rule] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the abilities by kind, once."""
        effects = [a for a in self.abilities if isinstance(a, Effect)]
        kinds = {
            "effects": {when: tuple(e for e in effects if e.when is when) for when in When},
            "bonus": next((a for a in self.abilities if isinstance(a, Bonus)), Bonus()),
            "rules": frozenset(a.rule for a in self.abilities if isinstance(a, Static)),
        }
        for name, value in kinds.items():
            object.__setattr__(self, name, value)


TYPES: Final = {
    Type.ATTACK: Words("攻撃", "Attack"),
    Type.SUPPORT: Words("補助", "Support"),
    Type.INTERCEPTOR: Words("迎撃", "Interceptor"),
    Type.ATTACHMENT: Words("付帯", "Attachment"),
}

SKILLS: Final = (
    Skill(
        number=1,
        id="flash",
        char="閃",
        ja="一閃",
        reading="いっせん",
        en="Flash",
        type=Type.ATTACK,
        speed=Number(levels=1),
        points=Number(1),
        text_ja="相手に1点のダメージ。",
        text_en="1 damage.",
    ),
    Skill(
        number=2,
        id="target_split",
        char="的",
        ja="的割",
        reading="まとわり",
        en="Target Splitting",
        type=Type.ATTACK,
        speed=Number(1),
        points=Number(1),
        aim=Aim.OWN_LEVEL,
        text_ja="相手に1点のダメージ。自分と同じLVのスキルから後ろへ順に狙い、最後尾の次は先頭に戻る。",
        text_en="1 damage. It aims at the skill of its own level, then on to the tail, and only then from the head.",
    ),
    Skill(
        number=3,
        id="decisive_cut",
        char="果",
        ja="果断",
        reading="かだん",
        en="Decisive Cut",
        type=Type.ATTACK,
        speed=Number(1),
        points=Number(levels=1),
        text_ja="相手にLV点のダメージ。",
        text_en="LV damage.",
    ),
    Skill(
        number=4,
        id="sword_dance",
        char="舞",
        ja="剣舞",
        reading="けんばい",
        en="Sword Dance",
        type=Type.ATTACK,
        speed=Number(-1, levels=1),
        points=Number(count=Count.OWN_ATTACKS),
        text_ja="相手にX点のダメージ。Xは、自分が今持っている攻撃スキルの数(このスキルも数える)。",
        text_en="X damage, X being how many attack skills you own, this one included.",
    ),
    Skill(
        number=5,
        id="violet_lightning",
        char="紫",
        ja="紫電",
        reading="しでん",
        en="Violet Lightning",
        type=Type.ATTACK,
        speed=Number(2, levels=1),
        points=Number(1),
        text_ja="相手に1点のダメージ。使ったあと、自分がスタンを受ける。",
        text_en="1 damage. Then you are stunned yourself.",
        abilities=(Effect(When.USED, Receive(Status.STUN)),),
    ),
    Skill(
        number=6,
        id="curse",
        char="呪",
        ja="呪詛",
        reading="じゅそ",
        en="Curse",
        type=Type.ATTACK,
        speed=Number(1),
        points=Number(1),
        text_ja="相手に1点のダメージ。それで迎撃スキルが発動しなければ、相手に衰弱を与える。",
        text_en="1 damage. Unless that made an interceptor fire, the opponent receives wasting.",
        abilities=(Effect(When.USED, Inflict(Status.WASTING), Constraint.NOT_INTERCEPTED),),
    ),
    Skill(
        number=7,
        id="thunderfire",
        char="雷",
        ja="雷火",
        reading="らいか",
        en="Thunderfire",
        type=Type.ATTACK,
        limited=True,
        speed=Number(levels=1),
        points=Number(2),
        text_ja="リミテッド。相手に2点のダメージ。",
        text_en="Limited. 2 damage.",
    ),
    Skill(
        number=8,
        id="hidden_blade",
        char="隠",
        ja="隠刃",
        reading="かくしやいば",
        en="Hidden Blade",
        type=Type.ATTACK,
        speed=Number(levels=1),
        points=Number(4, levels=-1, at_least=1),
        text_ja="相手に4-LV点(少なくとも1点)のダメージ。奇数ラウンドには、速度を比べるスキルにも使うスキルにもならない。",
        text_en="4−LV damage, but at least 1. In odd rounds it is neither compared for speed nor used.",
        abilities=(Static(Rule.RESTS_IN_ODD_ROUNDS),),
    ),
    Skill(
        number=9,
        id="surge",
        char="怒",
        ja="怒濤",
        reading="どとう",
        en="Surging Waves",
        type=Type.ATTACK,
        speed=Number(-2, levels=1),
        points=Number(count=Count.ROUND),
        text_ja="相手にX点のダメージ。Xは、今のラウンドの番号。速度は0より下がらない。",
        text_en="X damage, X being the number of the round. Its speed is never below 0.",
    ),
    Skill(
        number=10,
        id="plain_hit",
        char="凡",
        ja="凡打",
        reading="ぼんだ",
        en="Plain Hit",
        type=Type.ATTACK,
        obtainable=False,
        points=Number(1),
        text_ja="相手に1点のダメージ。攻撃・補助スキルを持たないキャラクターが自動的に使う。取得できない。",
        text_en="1 damage. Used by whoever owns neither attack nor support skills; not obtainable.",
    ),
    Skill(
        number=11,
        id="resolution",
        char="覚",
        ja="覚悟",
        reading="かくご",
        en="Resolution",
        type=Type.SUPPORT,
        limited=True,
        speed=Number(levels=1),
        text_ja="リミテッド。自分が覚悟を受ける(攻撃スキルのダメージ+1、速度+2)。",
        text_en="Limited. You receive resolution: damage +1 and speed +2 for your attack skills.",
        abilities=(Effect(When.USED, Receive(Status.RESOLUTION)),),
    ),
    Skill(
        number=12,
        id="barrier",
        char="壁",
        ja="防壁",
        reading="ぼうへき",
        en="Barrier",
        type=Type.SUPPORT,
        limited=True,
        speed=Number(levels=1),
        text_ja="リミテッド。自分が防壁を3つ受ける(1つで攻撃スキル1回分のダメージを防ぐ)。",
        text_en="Limited. You receive three barriers; each stops the damage of one attack skill.",
        abilities=(Effect(When.USED, Receive(Status.BARRIER, 3)),),
    ),
    Skill(
        number=13,
        id="seal",
        char="封",
        ja="封印",
        reading="ふういん",
        en="Seal",
        type=Type.SUPPORT,
        limited=True,
        speed=Number(levels=1),
        text_ja="リミテッド。相手にスタン、狼狽、衰弱を与える。",
        text_en="Limited. The opponent receives stun, dismay and wasting.",
        abilities=(
            Effect(When.USED, Inflict(Status.STUN)),
            Effect(When.USED, Inflict(Status.DISMAY)),
            Effect(When.USED, Inflict(Status.WASTING)),
        ),
    ),
    Skill(
        number=14,
        id="shadow_strike",
        char="影",
        ja="影討",
        reading="かげうち",
        en="Shadow Strike",
        type=Type.SUPPORT,
        speed=Number(levels=1),
        text_ja="相手の先頭のスキルを指定する。このラウンドの終了フェイズに、それと同じ名前の相手のスキルを全て破壊する。",
        text_en="Mark the opponent's head skill. In this round's end phase every skill of that name they own is destroyed.",
        abilities=(Effect(When.USED, MarkHead()),),
    ),
    Skill(
        number=15,
        id="crossing",
        char="交",
        ja="交錯",
        reading="こうさく",
        en="Crossing",
        type=Type.INTERCEPTOR,
        speed=Number(-1, levels=1),
        points=Number(1),
        aim=Aim.THE_ATTACK,
        text_ja="発動すると、自分にダメージを与えた攻撃スキルそのものに1点のダメージ。",
        text_en="When it fires: 1 damage to the very attack skill that hit it.",
    ),
    Skill(
        number=16,
        id="back_gate",
        char="搦",
        ja="搦手",
        reading="からめて",
        en="Back-Gate Ploy",
        type=Type.INTERCEPTOR,
        speed=Number(levels=1),
        text_ja="発動すると、相手に狼狽を与える。",
        text_en="When it fires: the opponent receives dismay.",
        abilities=(Effect(When.USED, Inflict(Status.DISMAY)),),
    ),
    Skill(
        number=17,
        id="ambush",
        char="待",
        ja="待伏",
        reading="まちぶせ",
        en="Ambush",
        type=Type.INTERCEPTOR,
        points=Number(2),
        text_ja="発動すると、相手に2点のダメージ。",
        text_en="When it fires: 2 damage.",
    ),
    Skill(
        number=18,
        id="jewel_chime",
        char="玉",
        ja="玉響",
        reading="たまゆら",
        en="Jewel Chime",
        type=Type.INTERCEPTOR,
        speed=Number(-1, levels=1),
        points=Number(count=Count.SPEED_OF_ATTACK),
        text_ja="発動すると、相手にX点のダメージ。Xは、自分にダメージを与えた攻撃スキルの速度。",
        text_en="When it fires: X damage, X being the speed of the attack skill that hit it.",
    ),
    Skill(
        number=19,
        id="unbalance",
        char="崩",
        ja="崩技",
        reading="くずしわざ",
        en="Unbalancing",
        type=Type.INTERCEPTOR,
        speed=Number(levels=1),
        text_ja="発動すると、相手にスタンを与える。",
        text_en="When it fires: the opponent is stunned.",
        abilities=(Effect(When.USED, Inflict(Status.STUN)),),
    ),
    Skill(
        number=20,
        id="plague",
        char="疫",
        ja="疫病",
        reading="えきびょう",
        en="Plague",
        type=Type.INTERCEPTOR,
        speed=Number(levels=1),
        text_ja="発動すると、相手の先頭のスキルがリミテッドでなければ、それを疫病に変える。",
        text_en="When it fires: the opponent's head skill, unless it is limited, turns into Plague.",
        abilities=(Effect(When.USED, ChangeHead("plague")),),
    ),
    Skill(
        number=21,
        id="plus_power",
        char="強",
        ja="+強",
        en="Plus Power",
        type=Type.ATTACHMENT,
        helps=(Type.ATTACK,),
        text_ja="左の攻撃スキルのダメージ+1。",
        text_en="The attack skill on its left deals 1 more.",
        abilities=(Bonus(points=1),),
    ),
    Skill(
        number=22,
        id="plus_guard",
        char="硬",
        ja="+硬",
        en="Plus Guard",
        type=Type.ATTACHMENT,
        helps=(Type.ATTACK, Type.SUPPORT, Type.INTERCEPTOR),
        text_ja="左の攻撃・補助・迎撃スキルが破壊されるとき、代わりにこのスキルが破壊される。",
        text_en="When the attack, support or interceptor skill on its left would be destroyed, this one is destroyed instead.",
        abilities=(Static(Rule.FALLS_INSTEAD),),
    ),
    Skill(
        number=23,
        id="plus_speed",
        char="速",
        ja="+速",
        en="Plus Speed",
        type=Type.ATTACHMENT,
        helps=(Type.ATTACK, Type.SUPPORT, Type.INTERCEPTOR),
        text_ja="左の攻撃・補助・迎撃スキルの速度+1。",
        text_en="The attack, support or interceptor skill on its left has speed +1.",
        abilities=(Bonus(speed=1),),
    ),
    Skill(
        number=24,
        id="plus_counter",
        char="反",
        ja="+反",
        en="Plus Counter",
        type=Type.ATTACHMENT,
        helps=(Type.ATTACK,),
        text_ja="左の攻撃スキルは、迎撃スキルとして扱う。",
        text_en="The attack skill on its left counts as an interceptor.",
        abilities=(Static(Rule.MAKES_INTERCEPTOR),),
    ),
    Skill(
        number=25,
        id="plus_temper",
        char="錬",
        ja="+錬",
        en="Plus Temper",
        type=Type.ATTACHMENT,
        limited=True,
        helps=(Type.ATTACK,),
        text_ja="リミテッド。左の攻撃スキルを使うとき、それが最初に当たった迎撃スキルは発動しない。",
        text_en="Limited. When the attack skill on its left is used, the first interceptor it hits does not fire.",
        abilities=(Static(Rule.HOLDS_BACK),),
    ),
    Skill(
        number=26,
        id="plus_shield",
        char="盾",
        ja="+盾",
        en="Plus Shield",
        type=Type.ATTACHMENT,
        limited=True,
        helps=(Type.ATTACK, Type.SUPPORT),
        text_ja="リミテッド。左の攻撃・補助スキルを使うと、自分が防壁を2つ受ける。",
        text_en="Limited. When the attack or support skill on its left is used, you receive two barriers.",
        abilities=(Effect(When.LEFT_USED, Receive(Status.BARRIER, 2)),),
    ),
    Skill(
        number=27,
        id="wrath",
        char="逆",
        ja="逆鱗",
        reading="げきりん",
        en="Inverted Scale",
        type=Type.ATTACHMENT,
        text_ja="破壊されると、自分が逆鱗を1つ受ける(次に使う攻撃スキルのダメージ+1)。",
        text_en="When it is destroyed, you receive one wrath: damage +1 for the next attack skill you use.",
        abilities=(Effect(When.DESTROYED, Receive(Status.WRATH)),),
    ),
    Skill(
        number=28,
        id="no_mind",
        char="無",
        ja="無想",
        reading="むそう",
        en="No-Mind",
        type=Type.ATTACHMENT,
        limited=True,
        text_ja="リミテッド。第LVラウンドの開始フェイズに、自分が無想を受ける(そのラウンドはダメージを受けない)。",
        text_en="Limited. In the start phase of round LV you receive no-mind: no damage harms you in that round.",
        abilities=(Effect(When.ROUND, Receive(Status.NO_MIND)),),
    ),
    Skill(
        number=29,
        id="initiative",
        char="先",
        ja="先制",
        reading="せんせい",
        en="Initiative",
        type=Type.ATTACHMENT,
        text_ja="第LVラウンドの開始フェイズに、自分が先制を受ける(スタンで決まらない限り、そのラウンドは先攻になる)。",
        text_en="In the start phase of round LV you receive initiative: you go first in that round, unless stun decides.",
        abilities=(Effect(When.ROUND, Receive(Status.INITIATIVE)),),
    ),
    Skill(
        number=30,
        id="rear_haze",
        char="裏",
        ja="裏霞",
        reading="うらがすみ",
        en="Rear Haze",
        type=Type.ATTACHMENT,
        text_ja="攻撃・補助スキルを、先頭ではなく最後尾のものから使う。",
        text_en="You use the last of your attack and support skills instead of the first.",
        abilities=(Static(Rule.USES_LAST),),
    ),
    Skill(
        number=31,
        id="phosphor",
        char="燐",
        ja="燐光",
        reading="りんこう",
        en="Phosphorescence",
        type=Type.ATTACHMENT,
        text_ja="自分の攻撃フェイズと同時行動フェイズのはじめに、双方の状態を全て解除する。",
        text_en="When your attack phase or a simultaneous phase begins, all statuses of both sides are lifted.",
        abilities=(Static(Rule.LIFTS_ALL),),
    ),
    Skill(
        number=32,
        id="chain_attack",
        char="連",
        ja="連撃",
        reading="れんげき",
        en="Chain Attack",
        type=Type.ATTACHMENT,
        text_ja="第LVラウンドの終了フェイズの前に、自分の攻撃フェイズをもう一度行う。両者が同時に行うなら、同時行動フェイズになる。",
        text_en="In round LV, before the end phase, you have one more attack phase. If both sides have one, both act at once.",
        abilities=(Static(Rule.ATTACKS_AGAIN),),
    ),
    Skill(
        number=33,
        id="emptiness",
        char="空",
        ja="空虚",
        reading="くうきょ",
        en="Emptiness",
        type=Type.ATTACHMENT,
        obtainable=False,
        text_ja="何もしない。衰弱によって生じる。取得できない。",
        text_en="Does nothing. It comes of wasting; not obtainable.",
    ),
)

VERSIONS: Final = by_version(("shiden-issen-2@1.03-p1",), SKILLS)
"""The versions of the rules, the oldest first, each with its skills."""
BLANK: Final = Skill(number=0, id="", char="_", ja="  ", en="  ", type=Type.BLANK)
"""What is left in the slot of a destroyed skill."""


class SkillPool:
    """The skills of a version of the rules; `shown` are those that can be taken, `unbuilt` come up in battles only."""

    def __init__(self, version: str, skills: Sequence[Skill]) -> None:
        self.version = version
        self.skills = tuple(skills)
        self.by_id: Mapping[str, Skill] = MappingProxyType(
            {skill.id: skill for skill in (*skills, BLANK)}
        )
        self.shown = tuple(_shown(skill) for skill in skills if skill.obtainable)
        self.unbuilt = tuple(_shown(skill) for skill in skills if not skill.obtainable)


def printed(number: Number) -> str:
    """A number as it stands on a skill: `LV+2`."""
    if not number.levels:
        return str(number.base)
    return f"LV{number.base:+}" if number.base else "LV"


def _shown(skill: Skill) -> CardInfo:
    """The skill as pages, letters and the command line show it."""
    speed = "–" if skill.type is Type.ATTACHMENT else printed(skill.speed)
    return CardInfo(
        number=skill.number,
        id=skill.id,
        char=skill.char,
        name=Words(skill.ja, skill.en),
        family=TYPES[skill.type],
        figures=((Words("速度", "Speed"), speed),),
        text=Words(skill.text_ja, skill.text_en),
    )


POOLS: Final = tuple(
    SkillPool(version, (*skills.values(),)) for version, skills in VERSIONS.items()
)
STANDARD: Final = POOLS[-1]
"""The skills of the rule book, in the newest version."""
PLAIN_HIT: Final = STANDARD.by_id["plain_hit"]
EMPTINESS: Final = STANDARD.by_id["emptiness"]
"""These two are the same in every pool."""
