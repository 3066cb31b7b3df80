"""The text of a skill, made from its parts, for its card and for the help of attachments in a battle."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from app.engine.problems import either
from app.engine.words import Words
from app.games.shiden_issen_2.abilities import (
    COUNTS,
    STACKING,
    STATUSES,
    TYPES,
    Aim,
    Bonus,
    ChangeHead,
    Count,
    Effect,
    Inflict,
    MarkHead,
    Number,
    Receive,
    Rule,
    Skill,
    Static,
    Status,
    Type,
    When,
)
from app.games.shiden_issen_2.sentences import SEVERAL

SPEED: Final = Words("速度", "Speed")
LEVELS: Final = range(1, 6)

_NOTHING: Final = Words("", "")

_AIMS: Final = {
    Aim.HEAD: Words("相手に{points}のダメージ。", "{points}{rest}."),
    Aim.OWN_LEVEL: Words(
        "相手に{points}のダメージ。自分と同じLVのスキルから後ろへ順に狙い、最後尾の次は先頭に戻る。",
        "{points}{rest}. It aims at the skill of its own level, then on to the tail, and only then from the head.",
    ),
    Aim.THE_ATTACK: Words(
        "自分にダメージを与えた攻撃スキルそのものに{points}のダメージ。",
        "{points} to the very attack skill that hit it{rest}.",
    ),
}

_USED: Final = {
    Type.ATTACK: Words("使ったあと、", "then "),
    Type.SUPPORT: _NOTHING,
    Type.INTERCEPTOR: Words("そのあと、", "then "),
    Type.ATTACHMENT: _NOTHING,
}
_WHENS: Final = {
    When.ROUND: Words("第LVラウンドの開始フェイズに、", "in the start phase of round LV "),
    When.LEFT_USED: Words("左の{left}を使うと、", "when the {left} on its left is used, "),
    When.DESTROYED: Words("破壊されると、", "when it is destroyed, "),
}
_RECEIVES: Final = {
    Status.RESOLUTION: Words(
        "(攻撃スキルのダメージ+1、速度+2)", ": damage +1 and speed +2 for your attack skills"
    ),
    Status.BARRIER: Words(
        "(1つで攻撃スキル1回分のダメージを防ぐ)", "; each stops the damage of one attack skill"
    ),
    Status.WRATH: Words(
        "(次に使う攻撃スキルのダメージ+1)", ": damage +1 for the next attack skill you use"
    ),
    Status.NO_MIND: Words(
        "(そのラウンドはダメージを受けない)", ": no damage harms you in that round"
    ),
    Status.INITIATIVE: Words(
        "(スタンで決まらない限り、そのラウンドは先攻になる)",
        ": you go first in that round, unless stun decides",
    ),
}
_NUMBERS: Final = ("no", "one", "two", "three")

LEFT: Final = {
    Rule.FALLS_INSTEAD: (Type.ATTACK, Type.SUPPORT, Type.INTERCEPTOR),
    Rule.MAKES_INTERCEPTOR: (Type.ATTACK, Type.SUPPORT),
    Rule.HOLDS_BACK: (Type.ATTACK,),
}
"""The rules about the skill on the left, with the types for which they mean anything."""
LEFT_USED: Final = (Type.ATTACK, Type.SUPPORT)
LEFT_FASTER: Final = (Type.ATTACK, Type.SUPPORT, Type.INTERCEPTOR)
LEFT_STRONGER: Final = (Type.ATTACK,)
_RULES: Final = {
    Rule.RESTS_IN_ODD_ROUNDS: Words(
        "奇数ラウンドには、速度を比べるスキルにも使うスキルにもならない。",
        "In odd rounds it is neither compared for speed nor used.",
    ),
    Rule.MAKES_INTERCEPTOR: Words(
        "左の{left}は、迎撃スキルとして扱う。", "The {left} on its left counts as an interceptor."
    ),
    Rule.FALLS_INSTEAD: Words(
        "左の{left}が破壊されるとき、代わりにこのスキルが破壊される。",
        "When the {left} on its left would be destroyed, this one is destroyed instead.",
    ),
    Rule.HOLDS_BACK: Words(
        "左の{left}を使うとき、それが最初に当たった迎撃スキルは発動しない。",
        "When the {left} on its left is used, the first interceptor it hits does not fire.",
    ),
    Rule.USES_LAST: Words(
        "攻撃・補助スキルを、先頭ではなく最後尾のものから使う。",
        "You use the last of your attack and support skills instead of the first.",
    ),
    Rule.LIFTS_ALL: Words(
        "自分の攻撃フェイズと同時行動フェイズのはじめに、双方の状態を全て解除する。",
        "When your attack phase or a simultaneous phase begins, all statuses of both sides are lifted.",
    ),
    Rule.ATTACKS_AGAIN: Words(
        "第LVラウンドの終了フェイズの前に、自分の攻撃フェイズをもう一度行う。両者が同時に行うなら、同時行動フェイズになる。",
        "In round LV, before the end phase, you have one more attack phase. If both sides have one, both act at once.",
    ),
}


def printed(number: Number, x: str = "X") -> str:
    """A number as written on a skill: `LV+2`."""
    terms = (int(number.count is not None), x), (number.levels, "LV"), (number.base, "")
    parts = [(n, f"{'' if abs(n) == 1 and word else abs(n)}{word}") for n, word in terms if n]
    parts.sort(key=lambda part: part[0] < 0)
    text = "".join(f"{'-' if n < 0 else '+'}{word}" for n, word in parts)
    return text.removeprefix("+") or "0"


def lowest(number: Number, type_: Type) -> int:
    """Return the least value before the floor applies. An attack skill counts itself."""
    counted = number.count is Count.ROUND or (
        number.count is Count.OWN_ATTACKS and type_ is Type.ATTACK
    )
    return min(number.base + number.levels * level for level in LEVELS) + counted


def speed_of(skill: Skill) -> str:
    """Its speed, as it is printed."""
    return "–" if skill.type is Type.ATTACHMENT else printed(skill.speed, _speed_x(skill))


def text_of(skill: Skill, by_id: Mapping[str, Skill]) -> Words:
    """Return the printed text of a skill. `by_id`: the skills that the text may name."""
    said = [*_sentences(skill, by_id), *([skill.text] if skill.text else [])]
    return Words(
        "".join(each.ja for each in said),
        " ".join(each.en[0].upper() + each.en[1:] for each in said),
    )


def helping(helper: Skill, *, is_attack: bool) -> Words:
    """Return what an attachment adds to the skill on its left, which is being used."""
    points, speed = helper.bonus.points, helper.bonus.speed
    added = [each.verb for each in helper.effects[When.LEFT_USED]]
    amounts = [_amount(v) if isinstance(v, Receive) else Words("効果", "an effect") for v in added]
    said = [
        *[Words(f"ダメージ+{points}", f"damage +{points}")] * bool(is_attack and points),
        *[Words(f"速度+{speed}", f"speed +{speed}")] * bool(is_attack and speed),
        *[Words("迎撃を1回抑える", "holds back one interceptor")]
        * (Rule.HOLDS_BACK in helper.rules),
        *(Words(f"{each.ja}を追加", f"adds {each.en}") for each in amounts),
    ]
    return Words("、".join(each.ja for each in said), ", ".join(each.en for each in said))


def _sentences(skill: Skill, by_id: Mapping[str, Skill]) -> Iterator[Words]:
    if skill.limited:
        yield Words("リミテッド。", "Limited.")
    lead = Words("発動すると、", "When it fires: ") if skill.type is Type.INTERCEPTOR else _NOTHING
    if skill.points:
        yield _led(lead, _damage(skill, skill.points))
        lead = _USED[skill.type]
    for effects in _together(skill.effects[When.USED]):
        yield _led(
            Words("それで迎撃スキルが発動しなければ、", "unless that made an interceptor fire, ")
            if effects[0].constraint
            else lead,
            _happens(effects, by_id),
        )
        lead = _USED[skill.type]
    yield from _of_speed(skill)
    for ability in skill.abilities:
        match ability:
            case Static(rule):
                yield _RULES[rule].filled(left=_left(skill, LEFT.get(rule, ())))
            case Bonus(points, speed):
                if points:
                    yield Words(
                        "左の{left}のダメージ+{points}。",
                        "The {left} on its left deals {points} more.",
                    ).filled(left=_left(skill, LEFT_STRONGER), points=points)
                if speed:
                    yield Words(
                        "左の{left}の速度+{points}。", "The {left} on its left has speed +{points}."
                    ).filled(left=_left(skill, LEFT_FASTER), points=speed)
    for when, words in _WHENS.items():
        lead = words.filled(left=_left(skill, LEFT_USED))
        for effects in _together(skill.effects[when]):
            yield _led(lead, _happens(effects, by_id))


def _damage(skill: Skill, points: Number) -> Words:
    """Return the damage of the skill, and its target, in words."""
    text = printed(points)
    is_floored = points.at_least > lowest(points, skill.type)
    floor = Words(f"(少なくとも{points.at_least}点)", f", but at least {points.at_least}")
    least = floor if is_floored else _NOTHING
    what = _what(points, skill)
    x = Words("Xは、{what}。", ", X being {what}").filled(what=what) if what else _NOTHING
    english = f"{text.replace('-', '−')} damage"
    aim = _AIMS[skill.aim]
    return Words(
        aim.ja.format(points=f"{text}点{least.ja}") + x.ja,
        aim.en.format(points=english, rest=x.en + least.en),
    )


def _of_speed(skill: Skill) -> Iterator[Words]:
    """Yield what the printed speed alone does not say."""
    speed = skill.speed
    if what := _what(speed, skill):
        yield Words("速度の{x}は、{what}。", "In its speed {x} is {what}.").filled(
            what=what, x=_speed_x(skill)
        )
    if speed.at_least > lowest(speed, skill.type):
        yield Words("速度は{least}より下がらない。", "Its speed is never below {least}.").filled(
            least=speed.at_least
        )


def _speed_x(skill: Skill) -> str:
    return "Y" if skill.points and skill.points.count else "X"


def _what(number: Number, skill: Skill) -> Words | None:
    """Return the meaning of X in this number of the skill; None if it has no X."""
    if not number.count:
        return None
    what = COUNTS[number.count]
    counts_itself = number.count is Count.OWN_ATTACKS and skill.type is Type.ATTACK
    return (
        _led(what, Words("(このスキルも数える)", ", this one included")) if counts_itself else what
    )


def _left(skill: Skill, types: Sequence[Type]) -> Words:
    """The skills on the left of an attachment for which an ability means anything, as one speaks of them."""
    helped = [TYPES[each] for each in types if each in skill.helps]
    english = either([each.en.lower() for each in helped], "en") if helped else ""
    return Words("・".join(each.ja for each in helped) + "スキル", f"{english} skill")


def _together(effects: Sequence[Effect]) -> Iterator[list[Effect]]:
    """Yield the effects in groups. Statuses that the opponent receives under one condition share a sentence."""
    for _, each in groupby(effects, lambda e: e.constraint if isinstance(e.verb, Inflict) else e):
        yield [*each]


def _happens(effects: Sequence[Effect], by_id: Mapping[str, Skill]) -> Words:
    """A sentence without its beginning."""
    match effects[0].verb:
        case Receive(status, count) as verb:
            ja = f"{STATUSES[status].ja}を{f'{count}つ' * (status in STACKING)}"
            meaning = _RECEIVES.get(status, _NOTHING)
            return Words(
                f"自分が{ja}受ける{meaning.ja}。", f"you receive {_amount(verb).en}{meaning.en}."
            )
        case ChangeHead(into):
            return Words(
                "相手の先頭のスキルがリミテッドでなければ、それを{into}に変える。",
                "the opponent's head skill, unless it is limited, turns into {into}.",
            ).filled(into=Words(by_id[into].ja, by_id[into].en))
        case MarkHead():
            return Words(
                "相手の先頭のスキルを指定する。このラウンドの終了フェイズに、それと同じ名前の相手のスキルを全て破壊する。",
                "mark the opponent's head skill. In this round's end phase every skill of that name they own is destroyed.",
            )
    inflicted = [_amount(each.verb) for each in effects if isinstance(each.verb, Inflict)]
    *most, last = [each.en for each in inflicted]
    english = f"{', '.join(most)} and {last}" if most else last
    ja = "、".join(each.ja for each in inflicted)
    return Words(f"相手に{ja}を与える。", f"the opponent receives {english}.")


def _amount(verb: Receive | Inflict) -> Words:
    """A status, and how many of it: `three barriers`."""
    status, count = verb.status, getattr(verb, "count", 1)
    if status not in STACKING:
        return STATUSES[status]
    name = SEVERAL.get(status, STATUSES[status]) if count > 1 else STATUSES[status]
    return Words(f"{name.ja}{count}つ", f"{_NUMBERS[count]} {name.en}")


def _led(lead: Words, said: Words) -> Words:
    return Words(lead.ja + said.ja, lead.en + said.en)
