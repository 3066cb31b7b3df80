"""The cards as a player reads them."""

from collections.abc import Iterator
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.acts.cards import CARDS, Attack, Card
from app.games.acts.words.names import CARD_NAMES, SIGNS, SKILL_NAMES

_FAMILIES: Final = {
    "ether": Words("エーテル", "Ether"),
    "master": Words("マスター", "Masters"),
    "servant": Words("サーヴァント", "Servants"),
    "tool": Words("ツール", "Tools"),
}
ATTRIBUTES: Final = {
    "phys": Words("物", "phys"),
    "light": Words("光", "light"),
    "void": Words("虚", "void"),
    "grav": Words("重", "grav"),
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
_DEFENCES: Final = {
    "Bracing Beat": ("phys", "*R"),
    "Parry": ("phys", "1R"),
    "Phase": ("void", "1R"),
    "Body Block": ("phys", "2R"),
    "Shell": ("phys", "1R"),
    "Phase Out": ("void", "1R"),
    "Chiyuki Barrier": ("phys", "*R"),
    "Evasion": ("void", "1R"),
}
"""Attribute and range as they are printed."""
_MINUS: Final = frozenset({"Brittle", "Loner", "Heavy", "Slow Feet"})
EFFECTS: Final = {
    "Bracing Beat": Words("このユニットのダメージ−10D。", "This unit takes 10D less."),
    "Rally": Words(
        "1ターン1回。3レンジ内の自分のサーヴァント1体の使用済エーテルを2枚まで使用可にする。",
        "Once a turn: up to 2 spent ether of one own servant in 3R become ready.",
    ),
    "Deep Reservoir": Words(
        "ターン終了時、トラッシュから付けられるエーテルが2枚までになる。",
        "At turn end up to 2 ether come back from the trash.",
    ),
    "Brittle": Words(
        "このユニットの受ける重属性のダメージ＋10D。", "Gravity damage to this unit is 10D more."
    ),
    "Parry": Words("このユニットのダメージ−20D。", "This unit takes 20D less."),
    "Loner": Words(
        "このユニットの2レンジ内の自分のサーヴァントはDEF−10(0まで)。",
        "Own servants in 2R of this unit have DEF −10, not below 0.",
    ),
    "Blink": Words(
        "1ターン1回。このユニットを3レンジ内の空きマスに移す。",
        "Once a turn: this unit goes to an empty square in 3R.",
    ),
    "Phase": Words("攻撃を無効にする。", "It negates the attack."),
    "Tinkerer": Words(
        "自分のノーマルツールとスピードツールのコスト−1e(0まで)。",
        "Own normal and speed tools cost 1e less, not below 0.",
    ),
    "Body Block": Words(
        "範囲内のほかの自分のユニットが攻撃されたとき、代わりにこのユニットが対象になる。",
        "Another own unit in range is attacked: this unit becomes the target.",
    ),
    "Mend": Words(
        "2レンジ内のほかの自分のユニット1体から10D取り除く。",
        "10D are taken off one other own unit in 2R.",
    ),
    "Shell": Words("このユニットのダメージ−20D。", "This unit takes 20D less."),
    "Heavy": Words("移動行動のコスト＋1e。", "Its move action costs 1e more."),
    "Phase Out": Words("攻撃を無効にする。", "It negates the attack."),
    "Pull Down": Words("DEFの影響を受けない。", "It ignores DEF."),
    "Beacon": Words(
        "2レンジ内のほかの自分のサーヴァントは通常攻撃のATK＋10(重複しない)。",
        "Other own servants in 2R have ATK +10 in normal attacks; it does not add up.",
    ),
    "Slow Feet": Words("移動行動は1ターンに1回まで。", "One move action a turn."),
    "Breath": Words("2体まで選べる。", "Up to two different units."),
    "Spite": Words(
        "攻撃で破壊されたとき、攻撃したユニットに虚属性の20D(攻撃ではない)。",
        "Destroyed by an attack, it does 20D to the attacker: void, and no attack.",
    ),
    "Light Frame": Words(
        "ターン最初の移動行動のコストは0e。", "The first move action of a turn costs nothing."
    ),
    "Ferry": Words(
        "3レンジ内の自分のユニット1体との間で、エーテルを好きなだけ移す(状態はそのまま)。",
        "Any ether between this unit and one own unit in 3R, as ready or spent as it is.",
    ),
    "Attack!": Words("DEFの影響を受けない。", "It ignores DEF."),
    "Oz Attack": Words(
        "自分の「オズ」の2レンジ内の1体に攻撃する。",
        "One unit in 2R of an own Oz; Oz may be that unit.",
    ),
    "Chiyuki Barrier": Words(
        "このユニットのダメージ−10D。重属性のダメージは0Dになる。",
        "This unit takes 10D less; gravity damage becomes 0.",
    ),
    "Laser Cannon": Words("DEFの影響を受けない。", "It ignores DEF."),
    "Evasion": Words("攻撃を無効にする。", "It negates the attack."),
    "Attach": Words(
        "自分の「ちゆき」を、このユニットの2レンジ内の空きマスに移す。",
        "Own Chiyuki, wherever she is, goes to an empty square in this unit's 2R.",
    ),
    "Partner": Words(
        "自分の「ちゆき」が攻撃されたとき、このユニットを破壊して攻撃を無効にできる。",
        "Own Chiyuki is attacked: this unit may be destroyed to negate it.",
    ),
    "E00": Words(
        "1e。コストであり、サーヴァントの命でもあります。1デッキに何枚でも入れられます。",
        "1e: it pays for everything, and no servant lives without. Any number may be in a deck.",
    ),
    "T01": Words(
        "マスターの3レンジ内の自分のユニット1体から20D取り除く。",
        "20D are taken off one own unit in the master's 3R.",
    ),
    "T02": Words("2枚まで引く。", "Draw up to 2."),
    "T03": Words(
        "マスターの3レンジ内の相手サーヴァント1体のエーテルを、すべて使用済にする。",
        "All ether of one enemy servant in the master's 3R is spent.",
    ),
    "T04": Words(
        "自分のサーヴァント1体を手札に戻す。エーテルは使用可から順に所持量までマスターへ、残りと付いていたツールはトラッシュへ。",
        "One own servant goes back to the hand; its ether onto the master up to capacity, ready ones first, all else to the trash.",
    ),
    "T05": Words("付いたユニットのDEF＋10。", "Its unit has DEF +10."),
    "T06": Words("付いたユニットの通常攻撃が3レンジになる。", "Its unit's normal attack has 3R."),
    "T07": Words(
        "サーヴァントに付ける。移動行動のコスト＋2e。",
        "On a servant: its move action costs 2e more.",
    ),
    "T08": Words(
        "攻撃に答えて使う。自分のユニット1体の受けるその攻撃のダメージ−20D。",
        "In answer to an attack: one own unit takes 20D less from it.",
    ),
    "T09": Words(
        "アクティブスキルかツールに答えて使う。それを失敗させる。",
        "In answer to an active skill or a tool: it fails.",
    ),
    "T10": Words(
        "ターン終了時、トラッシュから付けられるエーテルが1枚増える。",
        "At turn end one more ether comes back from the trash.",
    ),
    "T11": Words(
        "このカードの2レンジ内の相手ユニットはATK−10(攻撃スキルも。0まで)。",
        "Enemy units in 2R of this card have ATK −10, attack skills too, not below 0.",
    ),
}
"""What skills, by name, and ether and tools, by id, do. An attack skill without a text has none."""
_NO_SKILL: Final = Words("スキルはありません。", "No skills.")


def skills(card: Card, lang: Lang) -> Iterator[str]:
    """Each skill as it is printed: sign, name, header, text."""
    for attack in card.attacks.values():
        yield _skill("!", attack.name, _of_attack(attack, lang), lang)
    for name, defence in card.defences.items():
        if defence.of:
            yield _skill("*", name, "", lang)
        else:
            attribute, reach = _DEFENCES[name]
            header = f"[{defence.cost}e:{ATTRIBUTES[attribute].to(lang)}:{reach}]"
            yield _skill("@", name, header, lang)
    for name, active in card.actives.items():
        yield _skill("+", name, f"[{active.cost}e]", lang)
    for name in card.passive:
        yield _skill("-" if name in _MINUS else "*", name, "", lang)


def _of_attack(attack: Attack, lang: Lang) -> str:
    reach = "*R" if attack.via else f"{attack.reach + 1}R"
    attribute = ATTRIBUTES[attack.attribute].to(lang)
    return f"[{attack.cost}e:{attack.atk}:{attribute}:{reach}]"


def _skill(sign: str, name: str, header: str, lang: Lang) -> str:
    printed = f"{sign} {SKILL_NAMES[name].to(lang)}{header and ' '}{header}"
    if name not in EFFECTS:
        return f"{printed}{'。' if lang == 'ja' else '.'}"
    return f"{printed}{'：' if lang == 'ja' else ': '}{EFFECTS[name].to(lang)}"


def text(card: Card, lang: Lang) -> str:
    """What a card does."""
    if card.kind in ("ether", "tool"):
        return EFFECTS[card.id].to(lang)
    return " ".join(skills(card, lang)) or _NO_SKILL.to(lang)


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
        SIGNS[card.id],
        CARD_NAMES[card.id],
        _FAMILIES[card.kind],
        (*_figures(card),),
        Words(text(card, "ja"), text(card, "en")),
    )


CARD_LIST: Final = tuple(_info(number, card) for number, card in enumerate(CARDS.values(), 1))
"""All of them, numbered in the order of the book."""
