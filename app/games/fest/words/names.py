"""The names of attributes, themes, cards and effects, and the texts of effects, in both languages."""

from collections.abc import Iterable, Mapping
from typing import Final

from app.engine.words import Lang, Words
from app.games.fest import abilities as named
from app.games.fest.cards import Cards
from app.games.fest.effects import ALWAYS, EFFECT_WORDS, Effect, EffectWords, Use

ATTRIBUTES: Final = named.ATTRIBUTE_NAMES
HANDS: Final = {
    "will": Words("グー", "rock"),
    "sword": Words("チョキ", "scissors"),
    "shield": Words("パー", "paper"),
}
THEMES: Final = named.THEME_NAMES
ABILITIES: Final = named.ABILITY_NAMES
NONE: Final = named.NO_ABILITY_NAME

EFFECTS: Final = EFFECT_WORDS
GLOSSARY: Final = {
    Words("テーマ", "theme"): Words(
        "ラウンドごとの題目で、展示・学問・戦闘があります。テーマに合う能力だけが、フロントで点になります。",
        "Each round has a theme: exhibit, academics or combat. In the front only abilities that fit it score.",
    ),
    THEMES["exhibit"]: Words(
        "衣・食・住の能力が点になるテーマです。", "The theme in which dress, food and space score."
    ),
    THEMES["academics"]: Words(
        "文・理・芸の能力が点になるテーマです。",
        "The theme in which humanities, science and arts score.",
    ),
    THEMES["combat"]: Words(
        "心・技・体の能力が点になるテーマです。",
        "The theme in which spirit, technique and physique score.",
    ),
    Words("プログラム", "programme"): Words(
        "三つのテーマを競う順番です。サイコロで決まります。",
        "The order of the three themes. A die decides it.",
    ),
    Words("能力", "ability | abilities"): Words(
        "カードに二つまで書かれています。テーマに合うもの1つにつき、フロントで3点になります。",
        "A card has up to two. In the front each one that fits the theme scores 3 points.",
    ),
    Words("属性 | 属性点", "attribute | attributes"): Words(
        "点の種類で、意・剣・盾の三つがあります。審査で数えるのは、一番高いものだけです。",
        "The kinds of points: will, sword and shield. The judging counts only your highest.",
    ),
    ATTRIBUTES["will"]: Words(
        "三つの属性の一つ。剣に勝ち、盾に負けます。",
        "One of the three attributes. It beats sword and loses to shield.",
    ),
    ATTRIBUTES["sword"]: Words(
        "三つの属性の一つ。盾に勝ち、意に負けます。",
        "One of the three attributes. It beats shield and loses to will.",
    ),
    ATTRIBUTES["shield"]: Words(
        "三つの属性の一つ。意に勝ち、剣に負けます。",
        "One of the three attributes. It beats will and loses to sword.",
    ),
    Words("フロント", "front | fronts"): Words(
        "ラウンドの初めに、二人が同時に出す3枚です。テーマに合う能力が点になります。",
        "The three cards that both players show at once when a round begins. Their abilities score.",
    ),
    Words("バック | バックメンバー", "back members | back member | back"): Words(
        "フロントを出した後、交互に1枚ずつ出す残りの手札です。書かれた効果を一つ使います。",
        "The rest of your hand, played in turns after the fronts, each card for one of its effects.",
    ),
    Words("効果", "effect | effects"): Words(
        "カードには二つあり、バックに出したときにどちらかを使います。",
        "A card has two. In the back you use one of them.",
    ),
    Words("温存 | 温存札", "reserve | reserved | reserves"): Words(
        "第3ラウンドまで伏せて取っておく札です。温存した枚数だけ、すぐに引きます。",
        "Cards kept face down until round 3. You draw as many as you reserve.",
    ),
    Words("審査", "judging | judged"): Words(
        "ラウンドの終わりに、一番高い属性を審査点に足し、負けた側の審査点を半分にします。",
        "When a round ends, your highest attribute is added to your judging points, and the loser's are halved.",
    ),
    Words("審査点", "judging points | judging point"): Words(
        "ラウンドの成績です。効果でも増減し、3ラウンドの合計が総得点になります。",
        "Your score of a round. Effects change it, too. Three rounds add up to your total.",
    ),
    Words("半分 | 半減", "halved | halves"): Words(
        "一番高い属性どうしの勝負に負けると、審査点が半分（切り上げ）になります。",
        "If your highest attribute loses to theirs, you keep half of your judging points, rounded up.",
    ),
    Words("属性なし", "no attribute"): Words(
        "一番高い点が二つ以上並んでいます。どちらの審査点も半分になりません。",
        "Two or three of your attributes are equally high. Then no judging points are halved.",
    ),
    Words("総得点", "total | totals"): Words(
        "三つのラウンドの審査点の合計です。最後に、この数だけサイコロを振ります。",
        "The judging points of all rounds together. At the end you roll as many dice.",
    ),
    Words("下限", "lower limit"): Words(
        "0より低い属性は0に戻り、下回った分の半分（切り捨て）だけ審査点が減ります。",
        "An attribute below 0 goes back to 0, and costs half of that, rounded down, in judging points.",
    ),
    Words("上限", "upper limit | cap"): Words(
        "属性は、一番低い属性より10まで高くできます。超えた分は消えます。",
        "An attribute may be 10 above your lowest. Anything above is lost.",
    ),
    Words("ルールB", "rule B"): Words(
        "審査点がそのまま総得点になり、最後に総得点の数だけサイコロを振ります。",
        "Judging points are added to your total as they are. At the end you roll as many dice.",
    ),
}
_ON_CARD: Final = {
    "x": Words("書かれた属性", "printed attribute"),
    "y": Words("もう一つの属性", "other printed attribute"),
    "z": Words("書かれたテーマ", "printed theme"),
}


def _explained(effect: EffectWords) -> Words:
    """When an effect can be used, and what it does."""
    needs = Words("条件：{needs}。", "Only if {needs}. ").filled(needs=effect.needs)
    said = zip(needs if effect.needs.en else ALWAYS, effect.text, strict=True)
    return Words(*map("".join, said)).filled(**_ON_CARD)


CARD_WORDS: Final = {each.name: _explained(each) for each in EFFECTS.values()}


def words_of(effect: Effect) -> EffectWords:
    """Return name and text of an effect of the game or of a custom card."""
    return effect.words or EFFECTS[effect.code]


def title(use: Use) -> Words:
    """Return the name of an effect on its card."""
    return Words(use.title, use.title) if use.title else words_of(use.effect).name


def card_name(id: str, lang: Lang, known: Cards) -> str:
    """A card as it is called in tellings: its id and its name."""
    return f"{id} {known[id].name.to(lang)}" if id in known else id


def filled(words: Words, blanks: Mapping[str, str]) -> Words:
    """The words with the blanks of a card filled in; blanks that it leaves open are shown by their letters."""
    named = {blank: _BLANKS.get(word, Words(word, word)) for blank, word in blanks.items()}
    return words.filled(**{"x": "x", "y": "y", "z": "z", **named})


_BLANKS: Final = {**ATTRIBUTES, **THEMES}


def abilities(pair: Iterable[str | None], lang: Lang) -> str:
    """The abilities of a card."""
    named = [(ABILITIES[each] if each else NONE).to(lang) for each in pair]
    return ("・" if lang == "ja" else ", ").join(named)
