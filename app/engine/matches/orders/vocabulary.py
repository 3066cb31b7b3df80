"""The words of the grammar of orders: each with its Japanese ones, in one table."""

from collections.abc import Mapping
from typing import Final

HEADER: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("試合", "対戦", "ゲーム"),
    "turn": ("ターン", "手番"),
    "key": ("鍵", "キー"),
    "end": ("終わり", "おわり", "終了", "以上"),
}
"""The words around and before the lines of a block."""

ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    "react": ("反応", "リアクション"),
    "if": ("もし",),
    "unless": ("でない限り", "でないかぎり"),
    "after": ("の後", "のあと", "行目の後", "番の後"),
    "else": ("でなければ", "さもなければ", "そうでなければ"),
    "repeat": ("繰り返し", "繰り返す", "くり返し", "くりかえし", "何度でも"),
    "must": ("必ず", "かならず", "絶対"),
}
"""The words around an order."""

CONDITION: Final[Mapping[str, tuple[str, ...]]] = {
    "and": ("かつ",),
    "or": ("または", "もしくは"),
    "not": ("でない", "ではない"),
    "is": ("は", "が"),
    "exists": ("がいる", "がある", "いる", "ある", "存在"),
    "not exists": ("がいない", "がない", "いない", "ない"),
    "in range": ("が射程内", "射程内"),
    ">=": ("≧", "≥", "=>", "以上"),
    "<=": ("≦", "≤", "=<", "以下"),
    ">": ("より大きい", "より多い", "超"),
    "<": ("より小さい", "より少ない", "未満"),
    "=": ("==",),
    "!=": ("≠", "<>"),
    "then": ("なら", "ならば", "のとき", "のときは"),
}
"""The words of a condition. `then` closes one that stands before its order: 「もし my.hand = 1 なら 出す F05」."""

WHOLE: Final[Mapping[str, tuple[str, ...]]] = {
    "then pass": ("あとはパス", "後はパス"),
    "then auto": ("あとはおまかせ", "後はお任せ", "あとは自動", "後は自動"),
    "then ask": ("あとは質問", "後は質問", "あとは聞いて", "後は聞いて"),
    "standing on": ("常時登録", "常時オン"),
    "standing clear": ("常時解除", "常時クリア"),
    "ready": ("準備完了", "準備よし"),
    "extend": ("延長",),
    "resign": ("投了",),
    "offer draw": ("引き分けを提案", "引き分け提案", "引分提案"),
}
"""Whole lines that are not orders. Blanks between their words are optional."""

SCRIPT: Final = ("script", "スクリプト", "台本")
"""The words before the name of standing orders from the player's library."""


def meanings(*tables: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Every way to write the words of these tables, and the word that is meant."""
    return {way: word for table in tables for word, ways in table.items() for way in (word, *ways)}


HEADER_WORDS: Final = meanings(HEADER)
ORDER_WORDS: Final = meanings(ORDER)
CONDITION_WORDS: Final = meanings(CONDITION)
WHOLE_LINES: Final = {way.replace(" ", ""): line for way, line in meanings(WHOLE).items()}
