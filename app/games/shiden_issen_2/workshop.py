"""Skills made by people: their parts, and the combinations that mean nothing or could make a battle endless.

No battle of accepted skills reaches the round limit (rules §7). Each skill used takes a skill or a barrier from a side
in every even round, and every effect that spares skills costs one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any, Final

from app.engine import House
from app.engine.names import CardNames
from app.engine.problems import either
from app.engine.versions import version_of
from app.engine.words import Words
from app.engine.workshop import schema
from app.engine.workshop.file import File, Part, Path, tidied
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    FlagField,
    SeveralField,
    TableField,
    TablesField,
    TextField,
)
from app.games.shiden_issen_2.abilities import (
    AIMS,
    TYPES,
    ZERO,
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
from app.games.shiden_issen_2.cards import PLAIN_HIT, SkillPool
from app.games.shiden_issen_2.spelling import Spelling
from app.games.shiden_issen_2.text import (
    LEFT,
    LEFT_FASTER,
    LEFT_STRONGER,
    LEFT_USED,
    lowest,
)

MOST_SKILLS: Final = 60
"""The limit keeps numbers of skills at two digits."""
MOST_ABILITIES: Final = 6
MOST_BARRIERS: Final = 3
"""The most barriers of one skill. With more, a battle could last until the round limit."""

_ATTACHED: Final[tuple[Type, ...]] = (Type.ATTACHMENT,)


@dataclass(frozen=True, slots=True)
class OwnSkill:
    """A custom skill."""

    id: Annotated[str, TextField(Words("id", "id"))]
    char: Annotated[str, TextField(Words("一文字表記", "character"))]
    ja: Annotated[str, TextField(Words("名前", "name|Japanese name"))]
    en: Annotated[str, TextField(Words("英語名|英語の名前", "English name"))]
    type: Annotated[Type, ChoiceField.of(Words("種別", "type"), TYPES)]
    limited: Annotated[bool, FlagField(Words("リミテッド", "limited"))] = False
    helps: Annotated[
        tuple[Type, ...],
        SeveralField(
            Words("左に置くスキル", "what it helps on its left"),
            ChoiceField.of(Words("種別", "type"), {each: TYPES[each] for each in LEFT_FASTER}),
            1,
            len(LEFT_FASTER),
        ),
    ] = ()
    speed: Annotated[Number, TableField(Words("速度", "speed"), Number)] = ZERO
    points: Annotated[Number | None, TableField(Words("ダメージ", "damage"), Number)] = None
    aim: Annotated[Aim, ChoiceField.of(Words("狙い", "aim"), AIMS)] = Aim.HEAD
    ability: Annotated[
        tuple[Effect | Bonus | Static, ...],
        TablesField(
            Words("能力", "abilities"), (Effect, Bonus, Static), 0, MOST_ABILITIES, by="kind"
        ),
    ] = ()

    def skill(self, number: int = 0) -> Skill:
        """The skill as it is played."""
        does = {each: getattr(self, each) for each in CHANGEABLE}
        return Skill(number, self.id, self.char, self.ja, self.en, self.type, **_as_played(does))

    def faults(self) -> Iterator[CardFault]:
        """Yield combinations that mean nothing, or could repeat for ever."""
        return faults_of(self.skill())


CHANGEABLE: Final = ("limited", "helps", "speed", "points", "aim", "ability")


def _as_played(does: Mapping[str, Any]) -> dict[str, Any]:
    return {"abilities" if key == "ability" else key: value for key, value in does.items()}


# --- what has no meaning, or no end -----------------------------------------------------------------------

_SAID: Final = {
    "points": Words(
        "攻撃スキルにはpointsが必要です。", "an attack skill needs points."
    ),
    "no-points": Words(
        "ダメージを与えるのは攻撃と迎撃だけです。pointsを消してください。",
        "only attack skills and interceptors deal damage: leave points out.",
    ),
    "harmless": Words(
        "攻撃スキルは、どのLVでも1点以上のダメージを与えます。at_least = 1と書いてください。",
        "an attack skill deals at least 1 damage at every level: write at_least = 1.",
    ),
    "no-aim": Words(
        "pointsがないのでaimには意味がありません。aimを消してください。",
        "without points it aims at nothing: leave aim out.",
    ),
    "aims-at-attack": Words(
        "攻撃スキルそのものを狙えるのは迎撃だけです。headかown-levelと書いてください。",
        "only an interceptor aims at the attack that hit it: write head or own-level.",
    ),
    "one-target": Words(
        "the-attackが狙うのは1つだけです。points = { base = 1 }と書いてください。",
        "the-attack is one skill: write points = { base = 1 }.",
    ),
    "no-attack": Words(
        "speed-of-attackは迎撃のpointsだけのものです。roundかown-attacksと書いてください。",
        "speed-of-attack is for the points of interceptors: write round or own-attacks.",
    ),
    "no-speed": Words(
        "付帯スキルに速度はありません。speedを消してください。",
        "an attachment has no speed: leave speed out.",
    ),
    "no-helper": Words(
        "左のスキルに働くのは付帯スキルだけです。helpsを消してください。",
        "only an attachment helps what is on its left: leave helps out.",
    ),
    "helps-whom": Words(
        "左のどのスキルに働くのか、helpsに書いてください。使えることば：{types}",
        "say in helps which skills on its left that is for. Write {types}.",
    ),
    "helps-not": Words(
        "{type}に働く能力がないか、2度書かれています。helpsから消してください。",
        "none of its abilities is for {type}, or it stands here twice: leave that out.",
    ),
    "for-attachments": Words(
        "これは付帯スキルのものです。消すか、種別を変えてください。",
        "this is for attachments: leave it out, or change the type.",
    ),
    "for-use": Words(
        "これは攻撃・補助・迎撃スキルのものです。left-used、round、destroyedのどれかを書いてください。",
        "this is for attack and support skills and interceptors: write left-used, round or destroyed.",
    ),
    "for-rests": Words(
        "これは攻撃・補助スキルのものです。", "this is for attack and support skills."
    ),
    "no-bonus": Words(
        "pointsかspeedを1以上にしてください。", "write points or speed of at least 1."
    ),
    "no-condition": Words(
        "not-interceptedは、攻撃スキルのwhen = \"used\"の効果だけに付けられます。",
        'not-intercepted is for what an attack skill does when = "used".',
    ),
    "no-head": Words(
        "そのときは先頭のスキルを指定したり変えたりできません。usedかleft-usedと書いてください。",
        "no head can be marked or changed at that moment: write used or left-used.",
    ),
    "too-late": Words(
        "先制は第LVラウンドの開始フェイズだけのものです。when = \"round\"と書いてください。",
        'initiative is for the start phase of round LV: write when = "round".',
    ),
    "unpaid": Words(
        "防壁と無想は、使うと失われるスキルからしか受けられません（終わらない戦闘ができるため）。"
        "limited = trueと書くか、迎撃スキルにしてください。destroyedのときには受けられません。",
        "barriers and no-mind come of skills that are lost by it, or battles would never end: "
        "write limited = true or make it an interceptor, and not when = \"destroyed\".",
    ),
    "never-used": Words(
        "makes-interceptorがあると、左のスキルは使われません。この能力を消してください。",
        "with makes-interceptor the skill on its left is never used: leave this ability out.",
    ),
    "twice": Words(
        "同じ能力が2度あります。bonusは1つにまとめてください。",
        "an ability stands here twice. Put all into one bonus.",
    ),
    "nothing": Words(
        "このスキルは何もしません。能力を書いてください。", "it does nothing: write an ability."
    ),
    "never-spent": Words(
        "使われることがないのでリミテッドに意味がありません。limitedを消すか、bonusのhelpsを[\"attack\"]にしてください。",
        'nothing uses it up: leave limited out, or help only ["attack"] with its bonus.',
    ),
    "endless": Words(
        "何度でも使えて何も減らないスキルは、終わらない戦闘を作ります。limited = trueと書いてください"
        "（補助なら、change-headなしのmark-headでもかまいません）。",
        "used again and again it would make battles without end: write limited = true "
        "(a support may mark-head instead, without change-head).",
    ),
    "barriers": Words(
        f"防壁は1つのスキルで合わせて{MOST_BARRIERS}つまでです。",
        f"a skill gives {MOST_BARRIERS} barriers at most.",
    ),
    "unchanged": Words(
        "何も変わっていません。{keys}のどれかを書いてください。", "nothing is changed. Write {keys}."
    ),
}  # fmt: skip


Check = tuple[str | Path, str, object]
"""The place, the key of the fault, and whether it applies."""


def faults_of(skill: Skill) -> Iterator[CardFault]:
    """Yield faults of a skill whose parts are each legal. Skills of the rule book have none."""
    yield from _of_help(skill)
    for key, word, is_so in (*_of_damage(skill), *_of_abilities(skill), *_of_all(skill)):
        if is_so:
            yield CardFault(key, _SAID[word])


def _of_help(skill: Skill) -> Iterator[CardFault]:
    """An attachment says whom it helps; every type of them is helped by some of its abilities."""
    served = [types for ability in skill.abilities for types in _serves(ability)]
    if skill.helps and skill.type is not Type.ATTACHMENT:
        yield CardFault("helps", _SAID["no-helper"])
        return
    for types in served:
        if not {*types} & {*skill.helps}:
            yield CardFault(
                "helps",
                _SAID["helps-whom"].filled(types=Words(either(types, "ja"), either(types, "en"))),
            )
    for each in skill.helps:
        if skill.helps.count(each) > 1 or not any(each in types for types in served):
            yield CardFault("helps", _SAID["helps-not"].filled(type=each))


def _serves(ability: Effect | Bonus | Static) -> list[tuple[Type, ...]]:
    """The skills to its left that each part affects; none if it does not work to the left."""
    match ability:
        case Static(rule):
            return [LEFT[rule]] if rule in LEFT else []
        case Bonus(points, speed):
            return [LEFT_STRONGER] * bool(points) + [LEFT_FASTER] * bool(speed)
    return [LEFT_USED] * (ability.when is When.LEFT_USED)


def _of_damage(skill: Skill) -> list[Check]:
    points, deals = skill.points or ZERO, skill.points is not None
    attacks, fires = skill.type is Type.ATTACK, skill.type is Type.INTERCEPTOR
    least = max(lowest(points, skill.type), points.at_least)
    by_attack, at_attack = Count.SPEED_OF_ATTACK, skill.aim is Aim.THE_ATTACK
    return [
        ("points", "points", attacks and not deals),
        ("points", "no-points", deals and not (attacks or fires)),
        ("points", "harmless", deals and attacks and least < 1),
        ("points", "one-target", deals and at_attack and fires and points != Number(1)),
        ("aim", "no-aim", skill.aim is not Aim.HEAD and not deals),
        ("aim", "aims-at-attack", at_attack and not fires),
        (("points", "count"), "no-attack", attacks and points.count is by_attack),
        (("speed", "count"), "no-attack", skill.speed.count is by_attack),
        ("speed", "no-speed", skill.type is Type.ATTACHMENT and skill.speed != ZERO),
    ]


_OF_RULES: Final[Mapping[Rule, tuple[Type, ...]]] = {Rule.RESTS_IN_ODD_ROUNDS: LEFT_USED}
_OF_WHENS: Final[Mapping[When, tuple[Type, ...]]] = {
    When.USED: LEFT_FASTER,
    When.DESTROYED: (*TYPES,),
}
_FOR: Final = {
    _ATTACHED: "for-attachments",
    LEFT_FASTER: "for-use",
    LEFT_USED: "for-rests",
    (*TYPES,): "for-attachments",
}


def _of_abilities(skill: Skill) -> Iterator[Check]:
    makes = Static(Rule.MAKES_INTERCEPTOR)
    for number, ability in enumerate(skill.abilities, start=1):
        there_are, key = _ATTACHED, "kind"
        if isinstance(ability, Static):
            there_are, key = _OF_RULES.get(ability.rule, _ATTACHED), "rule"
        elif isinstance(ability, Effect):
            there_are, key = _OF_WHENS.get(ability.when, _ATTACHED), "when"
            for at, word, is_so in _of_effect(skill, ability):
                yield ("ability", number, at), word, is_so
        is_for_use = any(types in (LEFT_USED, LEFT_STRONGER) for types in _serves(ability))
        is_vain = is_for_use and makes in skill.abilities and ability != makes
        yield ("ability", number, key), _FOR[there_are], skill.type not in there_are
        yield ("ability", number, key), "never-used", is_vain
        yield ("ability", number, "points"), "no-bonus", ability == Bonus()


def _of_effect(skill: Skill, effect: Effect) -> list[tuple[str, str, object]]:
    """Return the checks of effects that look for a head, and of effects that spare skills.

    If a head changed in the start phase, one side's attachment would come before the other's.
    """
    when, verb = effect.when, effect.verb
    headless = {MarkHead: (When.DESTROYED,), ChangeHead: (When.DESTROYED, When.ROUND)}
    status = verb.status if isinstance(verb, Receive | Inflict) else None
    is_paid = when is not When.DESTROYED and (skill.limited or skill.type is Type.INTERCEPTOR)
    is_attack = (skill.type, when) == (Type.ATTACK, When.USED)
    return [
        ("constraint", "no-condition", effect.constraint and not is_attack),
        ("when", "no-head", when in headless.get(type(verb), ())),
        ("when", "too-late", status is Status.INITIATIVE and when is not When.ROUND),
        ("status", "unpaid", status in (Status.NO_MIND, Status.BARRIER) and not is_paid),
    ]


def _of_all(skill: Skill) -> list[Check]:
    kinds = [type(each) for each in skill.abilities]
    verbs = {when: [each.verb for each in effects] for when, effects in skill.effects.items()}
    used, left_used = ([type(each) for each in verbs[at]] for at in (When.USED, When.LEFT_USED))
    is_attached, is_attack = skill.type is Type.ATTACHMENT, skill.type is Type.ATTACK
    is_spent = (
        *(not is_attached, left_used, verbs[When.ROUND], Rule.HOLDS_BACK in skill.rules),
        Bonus in kinds
        and skill.helps == LEFT_STRONGER
        and Rule.MAKES_INTERCEPTOR not in skill.rules,
    )
    is_endless = skill.type is Type.SUPPORT and (MarkHead not in used or ChangeHead in used)
    lets_go = ChangeHead in left_used and Type.SUPPORT in skill.helps  # what was marked
    barriers = sum(
        getattr(each, "count", 1)
        for each in chain.from_iterable(verbs.values())
        if isinstance(each, Receive | Inflict) and each.status is Status.BARRIER
    )
    return [
        ("ability", "twice", len({*skill.abilities}) < len(kinds) or kinds.count(Bonus) > 1),
        ("ability", "nothing", not (kinds if is_attached else used or skill.points or is_attack)),
        ("limited", "never-spent", skill.limited and not any(is_spent)),
        ("limited", "endless", (is_endless or lets_go) and not skill.limited),
        ("ability", "barriers", barriers > MOST_BARRIERS),
    ]


# --- the reading of a file --------------------------------------------------------------------------------


def read_skills(text: str, base: SkillPool) -> tuple[SkillPool, House]:
    """Return the skills of the base with those of the text. Raises `CardsUnreadable` with every problem."""
    text = tidied(text)
    whole = File.read(text)
    file, spelling = whole.file, Spelling(base)
    names = CardNames((*base.shown, *base.unbuilt), spelling.known, spelling.readings)
    parts = whole.parts("card", MOST_SKILLS)
    for part in parts:
        names.add(part)
    own = [
        (part, each.skill(number))
        for number, (part, each) in enumerate(schema.all_of(parts, OwnSkill), len(base.skills) + 1)
    ]
    changed = {skill.id: (part, skill) for part, skill in _changes(whole, base)}
    whole.finish()
    there_are = [each.id for each in base.skills if each is not PLAIN_HIT] + [*names.parts]
    for part, skill in (*own, *changed.values()):
        _refuse_unknown(part, skill, there_are)
    if not file.problems and not own and not changed:
        file.refuse((), "house-empty", (), ())
    file.finish()
    kept = [changed[each.id][1] if each.id in changed else each for each in base.skills]
    pool = SkillPool(version_of(base.version, text), (*kept, *(skill for _, skill in own)))
    known = Spelling(pool).known
    names.refuse_rows((*pool.shown, *pool.unbuilt), known.by_name | known.by_char)
    file.finish()
    shown = {card.id: card for card in pool.shown}
    house = House(
        base.version,
        text,
        tuple(shown[skill.id] for _, skill in own),
        tuple(shown[id] for id in changed),
    )
    return pool, house


def _changes(whole: Part, base: SkillPool) -> Iterator[tuple[Part, Skill]]:
    """Yield the skills of the base that are changed. Keys not written keep their values."""
    taken: list[str | None] = []
    for part in whole.parts("change", len(base.shown)):
        before = len(part.file.problems)
        id_ = part.choice("card", [card.id for card in base.shown])
        asked = schema.asked(OwnSkill)
        part.asked += CHANGEABLE
        written = {
            key: asked[key].ask.read(part, key, needed=True) for key in CHANGEABLE if part.has(key)
        }
        part.finish()
        if id_ in taken:
            part.refuse("card", "house-changed-twice", id_ or "")
        if not written:
            part.say("card", _SAID["unchanged"].filled(keys=", ".join(CHANGEABLE)))
        taken.append(id_)
        if id_ and len(part.file.problems) == before:
            skill = replace(base.by_id[id_], **_as_played(written))
            for fault in faults_of(skill):
                part.say(*fault)
            yield part, skill


def _refuse_unknown(part: Part, skill: Skill, there_are: Sequence[str]) -> None:
    """A head changes into a skill that there is."""
    for number, ability in enumerate(skill.abilities, start=1):
        if isinstance(ability, Effect) and isinstance(ability.verb, ChangeHead):
            into = Part(part.file, (*part.path, "ability", number), {"into": ability.verb.into})
            into.choice("into", there_are)
