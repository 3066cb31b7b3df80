"""The cards as a player reads them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.acts.cards import (
    ATTRIBUTES,
    GENDERS,
    NO_TEXT,
    Active,
    AreaAttack,
    Attack,
    Card,
    Defence,
    OwnCard,
    OwnTraits,
    Skill,
    Ward,
)
from app.games.acts.effects import (
    Blink,
    Carry,
    Drain,
    Draw,
    Effect,
    Fail,
    Mend,
    Ready,
    Recall,
    Smoke,
    Spend,
)
from app.games.acts.pool import MatchCards
from app.games.acts.squares import EVERYWHERE
from app.games.acts.workshop import ZONES, Trick

_FAMILIES: Final = {
    "ether": Words("エーテル", "Ether"),
    "master": Words("マスター", "Masters"),
    "servant": Words("サーヴァント", "Servants"),
    "tool": Words("ツール", "Tools"),
}
TOOLS: Final = {
    "normal": Words("ノーマル", "normal"),
    "custom": Words("カスタム", "custom"),
    "speed": Words("スピード", "speed"),
    "field": Words("フィールド", "field"),
}
_CAPACITY: Final = Words("エーテル所持量", "Capacity")
_SIZE: Final = Words("サイズ", "Size")
_GENDER: Final = Words("性別", "Gender")
_NO_SKILL: Final = Words("スキルはありません。", "No skills.")


_WORKS_IN: Final = Words("({what}で働く。)", " (Works in {what}.)")
_BY_UNIT: Final = Words("{n}レンジ内の", " in {n}R")
_BY_MASTER: Final = Words("マスターの{n}レンジ内の", " in the master's {n}R")
_OF_DAMAGE: Final = {
    "phys": Words("物", "Physical"),
    "light": Words("光", "Light"),
    "void": Words("虚", "Void"),
    "grav": Words("重", "Gravity"),
}
_OTHER: Final = Words("ほかの", "other ")
_ONCE: Final = Words("1ターン1回。", "Once a turn: ")
_EFFECTS: Final[Mapping[type[Effect], Words]] = {
    Mend: Words("{where}{other}自分のユニット1体から{n}D取り除く。", "{n}D are taken off one {other}own unit{where}."),
    Ready: Words("{where}自分のサーヴァント1体の使用済エーテルを{n}枚まで使用可にする。", "up to {n} spent ether of one own servant{where} become ready."),
    Spend: Words("{where}相手サーヴァント1体のエーテルを、すべて使用済にする。", "all ether of one enemy servant{where} is spent."),
    Drain: Words("{where}相手ユニット1体のエーテルを使用可から{n}枚トラッシュに置く(エーテルのなくなったサーヴァントは破壊)。", "{n} ether of one enemy unit{where} goes to the trash, ready ones first; a servant without ether is destroyed."),
    Recall: Words("{where}自分のサーヴァント1体を手札に戻す。エーテルは使用可から順に所持量までマスターへ、残りと付いていたツールはトラッシュへ。", "one own servant{where} goes back to the hand; its ether onto the master up to capacity, ready ones first, all else to the trash."),
    Draw: Words("{n}枚まで引く。", "draw up to {n}."),
    Blink: Words("このユニットを{where}空きマスに移す。", "this unit goes to an empty square{where}."),
    Carry: Words("{where}自分のユニット1体との間で、エーテルを好きなだけ移す(状態はそのまま)。", "any ether between this unit and one own unit{where}, as ready or spent as it is."),
    Smoke: Words("攻撃に答えて使う。{where}自分のユニット1体の受けるその攻撃のダメージ−{n}D。", "in answer to an attack: one own unit{where} takes {n}D less from it."),
    Fail: Words("アクティブスキルかツールに答えて使う。それを失敗させる。", "in answer to an active skill or a tool: it fails."),
}  # fmt: skip


def does(skill: Skill) -> Words:
    """Return the text of a skill: as written, or made from its figures."""
    if any(skill.text):
        return skill.text
    parts = [words for is_so, words in _parts(skill) if is_so]
    return Words("".join(each.ja for each in parts), " ".join(each.en for each in parts))


def _parts(skill: Skill) -> Sequence[tuple[object, Words]]:
    """Return every sentence for a skill of this kind, each with whether it applies."""
    match skill:
        case Attack():
            return (
                *(_of_area(skill) if isinstance(skill, AreaAttack) else ()),
                (skill.ignores, Words("DEFの影響を受けない。", "It ignores DEF.")),
                (skill.targets > 1, Words("2体まで選べる。", "Up to two different units.")),
            )
        case Defence():
            voided = _OF_DAMAGE.get(skill.voids, NO_TEXT)
            return (
                *(_of_ward(skill) if isinstance(skill, Ward) else ()),
                (
                    skill.takes,
                    Words(
                        f"このユニットのダメージ−{skill.takes}D。",
                        f"This unit takes {skill.takes}D less.",
                    ),
                ),
                (
                    skill.voids,
                    Words(
                        f"{voided.ja}属性のダメージは0Dになる。", f"{voided.en} damage becomes 0."
                    ),
                ),
                (skill.negates, Words("攻撃を無効にする。", "It negates the attack.")),
                (
                    skill.reach,
                    Words(
                        "範囲内のほかの自分のユニットが攻撃されたとき、代わりにこのユニットが対象になる。",
                        "Another own unit in range is attacked: this unit becomes the target.",
                    ),
                ),
            )
        case Active():
            return ((True, _of_effect(skill.effect, _BY_UNIT, is_once=skill.once)),)
    return [(True, each.does) for each in (skill,) if isinstance(each, Trick)]


def _of_area(skill: AreaAttack) -> Sequence[tuple[object, Words]]:
    keys, foe = "・".join(sorted({*skill.squares})), GENDERS.get(skill.gender, NO_TEXT)
    own = Words("範囲内のすべてに当たる。", "It strikes all in range, own cards too.")
    enemy = Words("範囲内の相手すべてに当たる。", "It strikes all enemy cards in range.")
    return (
        (keys, Words(f"範囲はテンキーの{keys}のマス。", f"Squares {keys} of the ten-key.")),
        (skill.row, Words(f"範囲は{skill.row}行目。", f"Row {skill.row}.")),
        (skill.column, Words(f"範囲は{skill.column}列目。", f"Column {skill.column}.")),
        (skill.sweeps, enemy if skill.spares else own),
        (
            skill.more,
            Words(
                f"性別が「{foe.ja}」の相手にはATK＋{skill.more}。",
                f"ATK +{skill.more} against units whose gender is {foe.en}.",
            ),
        ),
    )


def _of_ward(skill: Ward) -> Sequence[tuple[object, Words]]:
    only, foe = _OF_DAMAGE.get(skill.only, NO_TEXT), GENDERS.get(skill.foe, NO_TEXT)
    return (
        (skill.passive, Words("いつも働く。", "It acts by itself.")),
        (skill.only, Words(f"{only.ja}属性の攻撃だけ。", f"{only.en} attacks only.")),
        (
            skill.foe,
            Words(
                f"性別が「{foe.ja}」の攻撃者に対して。",
                f"Against attackers whose gender is {foe.en}.",
            ),
        ),
    )


def _of_effect(effect: Effect, where: Words, *, is_once: bool = False) -> Words:
    """Return the text of an effect of a tool or a unit."""
    figures = {"n": getattr(effect, "points", 0) or getattr(effect, "count", 0)}
    near = where.filled(n=effect.aim.reach + 1) if effect.aim.reach < EVERYWHERE - 1 else NO_TEXT
    other = _OTHER if where is _BY_UNIT else NO_TEXT
    said = _EFFECTS[type(effect)].filled(where=near, other=other, **figures)
    if is_once:
        return Words(_ONCE.ja + said.ja, _ONCE.en + said.en)
    return Words(said.ja, said.en[:1].upper() + said.en[1:])


def skills(card: Card, lang: Lang) -> Iterator[str]:
    """Yield each skill as printed: sign, name, header, text."""
    for attack in card.attacks.values():
        yield _skill("!", attack, _of_attack(attack, lang), lang)
    for defence in card.defences.values():
        if defence.of:
            yield _skill("*", defence, "", lang)
        else:
            attribute, reach = defence.printed
            header = f"[{defence.cost}e:{ATTRIBUTES[attribute].to(lang)}:{reach}]"
            yield _skill("@", defence, header, lang)
    for active in card.actives.values():
        yield _skill("+", active, f"[{active.cost}e]", lang)
    for passive in card.passive:
        yield _skill("-" if passive.is_minus else "*", passive, "", lang)


def _of_attack(attack: Attack, lang: Lang) -> str:
    attribute = ATTRIBUTES[attack.attribute].to(lang)
    return f"[{attack.cost}e:{attack.atk}:{attribute}:{attack.range}]"


def _skill(sign: str, skill: Skill, header: str, lang: Lang) -> str:
    name = skill.ja if lang == "ja" else skill.name
    printed = f"{sign} {name}{header and ' '}{header}"
    text = does(skill).to(lang)
    if not text:
        return f"{printed}{'。' if lang == 'ja' else '.'}"
    return f"{printed}{'：' if lang == 'ja' else ': '}{text}"


def text(card: Card, lang: Lang) -> str:
    """Return the text of a card."""
    if card.kind in ("ether", "tool"):
        said = (card.text if any(card.text) else _of_effect(card.effect, _BY_MASTER)).to(lang)
    else:
        said = " ".join(skills(card, lang)) or _NO_SKILL.to(lang)
    if isinstance(card, OwnCard) and card.zones != ("field",) and card.afar != OwnTraits():
        what = Words(
            *(
                "・".join(ZONES[each].ja for each in card.zones),
                " and ".join(ZONES[each].en for each in card.zones),
            )
        )
        said += _WORKS_IN.filled(what=what).to(lang)
    return said


def _figures(card: Card) -> Iterator[tuple[Words, str]]:
    match card.kind:
        case "master":
            yield _CAPACITY, f"{card.size}e"
            yield Words("VIT", "VIT"), str(card.life)
        case "servant":
            yield _SIZE, str(card.size)
            yield Words("DUR", "DUR"), str(card.life)
        case "tool":
            yield TOOLS[card.tool], f"{card.cost}e"
            return
        case _:
            return
    yield Words("ATK", "ATK"), str(card.atk)
    yield Words("DEF", "DEF"), str(card.dfn)
    if card.gender:
        yield _GENDER, "♀" if card.gender == "f" else "♂" if card.gender == "m" else "–"


def _info(number: int, card: Card) -> CardInfo:
    return CardInfo(
        number,
        card.id,
        card.sign,
        card.name,
        _FAMILIES[card.kind],
        (*_figures(card),),
        Words(text(card, "ja"), text(card, "en")),
    )


def card_list(pool: MatchCards) -> tuple[CardInfo, ...]:
    """Return all cards, numbered in the order of the book, own ones last."""
    return tuple(_info(number, card) for number, card in enumerate(pool.values(), 1))
