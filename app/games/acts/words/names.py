"""The names of cards and skills in both languages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.engine.words import Lang, Words
from app.games.acts.cards import CARDS

_CARDS_JA: Final = {
    "E00": "エーテル",
    "M01": "鼓あかね",
    "M02": "武藤玄斎",
    "M03": "イヴェタ・クレイン",
    "M04": "零号機セーブル",
    "S01": "ポーンレット",
    "S02": "リベットハウンド",
    "S03": "スパークインプ",
    "S04": "ランタンモス",
    "S05": "シールドクラブ",
    "S06": "ランサーフレーム",
    "S07": "ガンキャリッジ",
    "S08": "ヴォイドゼリー",
    "S09": "グラビティモール",
    "S10": "シグナルタワー",
    "S11": "シージゴーレム",
    "S12": "プリズムドレイク",
    "S13": "ヘックスドール",
    "S14": "クーリエドローン",
    "T01": "リペアキット",
    "T02": "サプライドロップ",
    "T03": "オーバーロード",
    "T04": "リコールシグナル",
    "T05": "プレートコート",
    "T06": "ロングバレル",
    "T07": "タールウェイト",
    "T08": "スモークチャージ",
    "T09": "カットパワー",
    "T10": "エーテルウェル",
    "T11": "ジャマーマスト",
    "X01": "ちゆき",
    "X02": "オズ",
}
_SKILLS_JA: Final = {
    "Arc": "アーク",
    "Attach": "吸着",
    "Attack!": "攻撃!",
    "Beacon": "ビーコン",
    "Blink": "ブリンク",
    "Body Block": "ボディブロック",
    "Bracing Beat": "ブレイシングビート",
    "Breath": "ブレス",
    "Brittle": "ブリトル",
    "Chiyuki Barrier": "ちゆきバリアー",
    "Deep Reservoir": "ディープリザーバー",
    "Drumfire": "ドラムファイア",
    "Evasion": "空間転移・回避",
    "Ferry": "フェリー",
    "Heavy": "ヘヴィ",
    "Heel Drop": "ヒールドロップ",
    "Laser Cannon": "レーザーキャノン",
    "Light Frame": "ライトフレーム",
    "Loner": "ローナー",
    "Mend": "メンド",
    "Oz Attack": "オズアタック",
    "Parry": "パリィ",
    "Partner": "パートナー・ちゆき",
    "Phase": "フェイズ",
    "Phase Out": "フェイズアウト",
    "Pull Down": "プルダウン",
    "Rally": "ラリー",
    "Shell": "シェル",
    "Shot": "ショット",
    "Slow Feet": "スローフィート",
    "Spite": "スパイト",
    "Tinkerer": "ティンカラー",
    "Well Stream": "ウェルストリーム",
}
MASTERS: Final = {
    "master": Words("マスター", "master"),
    "e-master": Words("相手マスター", "e-master"),
}
"""What orders call the masters."""
DECKS: Final = {
    "Rank": Words("横隊", "Rank and File"),
    "Far": Words("遠い灯", "Far Light"),
    "Heel": Words("一撃離脱", "Heel and Barrel"),
    "Shed": Words("工具箱", "Tool Shed"),
}
"""The names of the sample decks, the starter decks first."""
SIGNS: Final = dict(
    zip(
        _CARDS_JA,
        "気鼓武鶴零歩犬火蛾蟹槍砲虚土塔巨竜呪運修補過呼鎧筒重煙断泉妨千魔",
        strict=True,
    )
)
"""The cards by one character each: none of these is how the name of another card or of a deck begins."""
CARD_NAMES: Final[Mapping[str, Words]] = MappingProxyType(
    {id: Words(ja, CARDS[id].name) for id, ja in _CARDS_JA.items()}
)
SKILL_NAMES: Final[Mapping[str, Words]] = MappingProxyType(
    {name: Words(ja, name) for name, ja in _SKILLS_JA.items()}
)
"""Those of passive and minus skills, too."""


def minus(n: int) -> str:
    """The number, `−10` for ten less than none."""
    return str(n).replace("-", "−")


def in_words(reference: str, lang: Lang) -> str:
    """A reference of orders as readers of this language write it."""
    return MASTERS[reference].to(lang) if reference in MASTERS else reference
