"""The cards as a player reads them."""

from collections.abc import Iterator
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.acts.cards import ATTRIBUTES, NO_TEXT, Attack, Card, Skill
from app.games.acts.pool import MatchCards

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


def skills(card: Card, lang: Lang) -> Iterator[str]:
    """Each skill as it is printed: sign, name, header, text."""
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
    reach = "*R" if attack.via else f"{attack.reach + 1}R"
    attribute = ATTRIBUTES[attack.attribute].to(lang)
    return f"[{attack.cost}e:{attack.atk}:{attribute}:{reach}]"


def _skill(sign: str, skill: Skill, header: str, lang: Lang) -> str:
    name = skill.ja if lang == "ja" else skill.name
    printed = f"{sign} {name}{header and ' '}{header}"
    if skill.text is NO_TEXT:
        return f"{printed}{'。' if lang == 'ja' else '.'}"
    return f"{printed}{'：' if lang == 'ja' else ': '}{skill.text.to(lang)}"


def text(card: Card, lang: Lang) -> str:
    """What a card does."""
    if card.kind in ("ether", "tool"):
        return card.text.to(lang)
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
        card.sign,
        card.name,
        _FAMILIES[card.kind],
        (*_figures(card),),
        Words(text(card, "ja"), text(card, "en")),
    )


def card_list(pool: MatchCards) -> tuple[CardInfo, ...]:
    """All of them, numbered in the order of the book, own ones behind."""
    return tuple(_info(number, card) for number, card in enumerate(pool.values(), 1))
