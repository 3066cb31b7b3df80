"""What attributes, themes, cards and effects are called, and what the effects do, in both languages."""

from collections.abc import Iterable, Mapping
from typing import Final

from app.engine.words import Lang, Words
from app.games.fest import abilities as named
from app.games.fest.cards import Cards
from app.games.fest.effects import Effect, EffectWords, Use

ATTRIBUTES: Final = named.ATTRIBUTE_NAMES
HANDS: Final = {
    "will": Words("グー", "rock"),
    "sword": Words("チョキ", "scissors"),
    "shield": Words("パー", "paper"),
}
THEMES: Final = named.THEME_NAMES
ABILITIES: Final = named.ABILITY_NAMES
NONE: Final = named.NO_ABILITY_NAME

DECKS: Final = {
    "D1": Words("全校総出", "Whole School"),
    "D2": Words("剣の行列", "Sword Line"),
    "D3": Words("招待日", "Guest Day"),
    "P1": Words("小さな学園祭", "Small Festival"),
    "P3": Words("小さな招待日", "Small Guest Day"),
}
"""The names of the starter decks."""


_ALWAYS: Final = Words("", "")

EFFECTS: Final = {
    "B01": EffectWords(
        Words("意を高める", "Raise Will"), _ALWAYS, Words("自分の意＋4。", "Your will +4.")
    ),
    "B02": EffectWords(
        Words("剣を研ぐ", "Raise Sword"), _ALWAYS, Words("自分の剣＋4。", "Your sword +4.")
    ),
    "B03": EffectWords(
        Words("盾を固める", "Raise Shield"), _ALWAYS, Words("自分の盾＋4。", "Your shield +4.")
    ),
    "B04": EffectWords(
        Words("合奏", "Ensemble"),
        _ALWAYS,
        Words("自分の意・剣・盾をそれぞれ＋2。", "Your will, sword and shield +2 each."),
    ),
    "B05": EffectWords(
        Words("意へのヤジ", "Heckle Will"),
        _ALWAYS,
        Words("相手の意−4。", "The opponent's will −4."),
    ),
    "B06": EffectWords(
        Words("剣へのヤジ", "Heckle Sword"),
        _ALWAYS,
        Words("相手の剣−4。", "The opponent's sword −4."),
    ),
    "B07": EffectWords(
        Words("盾へのヤジ", "Heckle Shield"),
        _ALWAYS,
        Words("相手の盾−4。", "The opponent's shield −4."),
    ),
    "B08": EffectWords(
        Words("出る杭を打つ", "Tall Poppy"),
        Words("相手の一番高い属性が1以上", "the opponent's highest attribute is at least 1"),
        Words(
            "相手の一番高い属性−4（同点なら選ぶ）。",
            "The opponent's highest attribute −4; of equals you choose.",
        ),
    ),
    "B09": EffectWords(
        Words("審査員の笑み", "Jury Smile"),
        _ALWAYS,
        Words("自分の審査点＋2。", "Your judging points +2."),
    ),
    "B10": EffectWords(
        Words("審査員の渋い顔", "Jury Frown"),
        _ALWAYS,
        Words("相手の審査点−2。", "The opponent's judging points −2."),
    ),
    "B11": EffectWords(
        Words("衣装替え", "Costume Change"),
        Words("選ぶ二つの値が違う", "the two you choose are not equal"),
        Words(
            "自分の属性を二つ選び、値を入れ替える。",
            "Choose two of your attributes; they exchange their values.",
        ),
    ),
    "B12": EffectWords(
        Words("助っ人", "Borrowed Hands"),
        Words("渡すほうの属性がn以上", "the attribute that gives has at least n"),
        Words(
            "自分の属性を二つとnを1から5の間で選び、一つ目から二つ目へn点を移す。",
            "Choose two of your attributes and n from 1 to 5; n points move from the first to the second.",
        ),
    ),
    "B13": EffectWords(
        Words("アンコール", "Encore"),
        Words(
            "自分のフロントに、テーマに合うその属性の能力がある",
            "your front has an ability of the theme with that attribute",
        ),
        Words(
            "属性を一つ選ぶ。自分のフロントにある、テーマに合うその属性の能力1つにつき＋2（3つまで）。",
            "Choose an attribute: +2 for each ability of the theme in your front that has it, three at most.",
        ),
    ),
    "B14": EffectWords(
        Words("代役", "Understudy"),
        _ALWAYS,
        Words(
            "自分の一番低い属性＋5（同点なら選ぶ）。",
            "Your lowest attribute +5; of equals you choose.",
        ),
    ),
    "B15": EffectWords(
        Words("予告編", "Preview"),
        Words(
            "手札のほかのカードに、テーマに合う能力がある",
            "another card of your hand has an ability of the theme",
        ),
        Words(
            "そのカードを1枚見せる（手札に残る）。テーマに合う能力1つにつき、その属性＋3。",
            "Show such a card (it stays in your hand): for each ability of the theme on it, its attribute +3.",
        ),
    ),
    "B16": EffectWords(
        Words("幕開け", "Opening Act"),
        Words(
            "このラウンドで自分の最初のバックメンバーである",
            "this is your first back member of the round",
        ),
        Words("自分の意・剣・盾をそれぞれ＋3。", "Your will, sword and shield +3 each."),
    ),
    "B17": EffectWords(
        Words("大団円", "Grand Finale"),
        Words("手札がこれで最後", "this was the last card of your hand"),
        Words(
            "自分の一番高い属性＋6（同点なら選ぶ）。",
            "Your highest attribute +6; of equals you choose.",
        ),
    ),
    "B18": EffectWords(
        Words("巻き返し", "Comeback"),
        Words(
            "自分の一番高い属性が、相手の一番高い属性より低い",
            "your highest attribute is below the opponent's highest",
        ),
        Words("属性を一つ選んで＋6。", "Choose one of your attributes: +6."),
    ),
    "B19": EffectWords(
        Words("雨傘", "Umbrella"),
        _ALWAYS,
        Words(
            "自分の一番低い属性＋2（同点なら選ぶ）。次の自分の番が始まるまで、相手の効果で自分の属性点と審査点は下がらない。",
            "Your lowest attribute +2; of equals you choose. Until your next turn begins, the opponent's effects cannot lower your points.",
        ),
    ),
    "B20": EffectWords(
        Words("アリバイ", "Alibi"),
        _ALWAYS,
        Words(
            "自分の審査点−1。このラウンドの終わりに、自分の審査点は半分にならない。",
            "Your judging points −1. They are not halved at the end of this round.",
        ),
    ),
    "B21": EffectWords(
        Words("サイコロ屋台", "Dice Booth"),
        _ALWAYS,
        Words(
            "属性を一つ選び、サイコロを1個振る。その属性に、出た目より1多い点を足す。",
            "Choose one of your attributes and roll a die: that attribute gets one more than the die shows.",
        ),
    ),
    "B22": EffectWords(
        Words("後片付け", "Tidy Up"),
        Words("デッキに1枚以上ある", "your deck is not empty"),
        Words(
            "自分の一番低い属性＋2（同点なら選ぶ）。手札を1枚選んでから1枚引き、選んだカードをデッキの一番下に置く。手札がなければ引くだけ。",
            "Your lowest attribute +2; of equals you choose. Choose a hand card, draw one, and put the chosen one under your deck; with an empty hand you only draw.",
        ),
    ),
    "B23": EffectWords(
        Words("徹夜作業", "Overwork"),
        _ALWAYS,
        Words(
            "属性を一つ選んで＋7。ほかの二つはそれぞれ−2。",
            "Choose one of your attributes: +7, and the other two −2 each.",
        ),
    ),
    "S01": EffectWords(Words("後押し", "Boost"), _ALWAYS, Words("自分の{x}＋2。", "Your {x} +2.")),
    "S02": EffectWords(
        Words("冷やかし", "Jeer"), _ALWAYS, Words("相手の{x}−2。", "The opponent's {x} −2.")
    ),
    "S03": EffectWords(
        Words("部門賞", "Class Prize"),
        Words("{z}のラウンド", "the round is {z}"),
        Words("自分の審査点＋2。", "Your judging points +2."),
    ),
    "S04": EffectWords(
        Words("一点突破", "Sore Spot"),
        Words("{z}のラウンド", "the round is {z}"),
        Words("相手の{x}−4。", "The opponent's {x} −4."),
    ),
    "S05": EffectWords(
        Words("持ち替え", "Change of Grip"),
        _ALWAYS,
        Words("自分の{x}と{y}の値を入れ替える。", "Your {x} and {y} exchange their values."),
    ),
    "S06": EffectWords(
        Words("取り替え", "Trade"),
        Words(
            "{z}のラウンドで、最後の手札ではなく、相手の{y}が自分の{x}より低い",
            "the round is {z}, this is not your last card, and the opponent's {y} is below your {x}",
        ),
        Words(
            "自分の{x}と相手の{y}の値を入れ替える。そのあと自分の審査点−1。",
            "Your {x} and the opponent's {y} exchange their values; then your judging points −1.",
        ),
    ),
    "S07": EffectWords(
        Words("すり替え", "Mix-Up"),
        Words("{z}のラウンド", "the round is {z}"),
        Words(
            "相手の{x}と{y}の値を入れ替える。",
            "The opponent's {x} and {y} exchange their values.",
        ),
    ),
    "S08": EffectWords(
        Words("選手交代", "Substitution"),
        Words("最後の手札ではない", "this is not your last card"),
        Words(
            "自分のフロント1枚を手札に戻し、手札の別の1枚を代わりに出してよい。戻る能力1つにつきその属性−3、出る能力1つにつきその属性＋3（テーマは問わない）。",
            "You may take one of your front members into your hand and put another hand card in its place: for each ability that leaves, its attribute −3; for each that comes, +3, whatever the theme.",
        ),
    ),
    "S09": EffectWords(
        Words("連帯責任", "Shared Blame"),
        _ALWAYS,
        Words("双方の審査点−1。", "Judging points −1 for both players."),
    ),
    "S10": EffectWords(
        Words("拍手喝采", "Shared Applause"),
        _ALWAYS,
        Words("双方の審査点＋1。", "Judging points +1 for both players."),
    ),
    "S11": EffectWords(
        Words("飛び入り", "Walk-On"),
        Words(
            "最後の手札ではなく、デッキに1枚以上ある",
            "this is not your last card, and your deck is not empty",
        ),
        Words(
            "1枚引いて見せる。それから手札の別の1枚を見せてデッキに戻し、デッキをシャッフルする。",
            "Draw a card and show it. Then show another hand card, put it into your deck and shuffle.",
        ),
    ),
    "S12": EffectWords(
        Words("舞台袖から", "From the Wings"),
        Words(
            "最後の手札ではなく、温存札がある",
            "this is not your last card, and your reserve is not empty",
        ),
        Words(
            "温存札を1枚選んで手札に加え、見せる。それから手札の別の1枚を見せて温存札にする。",
            "Take any card of your reserve into your hand and show it. Then show another hand card and put it into your reserve.",
        ),
    ),
}
"""The effects by code. The names of those of `#standard` are ours: its list numbers them only."""

GLOSSARY: Final = {
    Words("テーマ", "theme"): Words(
        "ラウンドごとの題目で、展示・学問・戦闘があります。テーマに合う能力だけが、フロントで点になります。",
        "Each round has one: exhibit, academics or combat. In the front only abilities that fit it score.",
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
        "A card has up to two. In the front each that fits the theme brings 3 points.",
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
        "The three cards that both show at once when a round begins. Their abilities score.",
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
        "Cards kept face down until round 3. You draw as many as you put there.",
    ),
    Words("審査", "judging | judged"): Words(
        "ラウンドの終わりに、一番高い属性を審査点に足し、負けた側の審査点を半分にします。",
        "When a round ends, your highest attribute joins your judging points, and the loser's are halved.",
    ),
    Words("審査点", "judging points | judging point"): Words(
        "ラウンドの成績です。効果でも増減し、三つのラウンドの分が総得点になります。",
        "Your score of a round. Effects change it, too; the three rounds make your total.",
    ),
    Words("半分 | 半減", "halved | halves"): Words(
        "一番高い属性どうしの勝負に負けると、審査点が半分（切り上げ）になります。",
        "If your highest attribute loses to theirs, you keep half of your judging points, rounded up.",
    ),
    Words("属性なし", "no attribute"): Words(
        "一番高い点が二つ以上並んでいます。どちらの審査点も半分になりません。",
        "Two or three of your attributes are equally high. Then nobody is halved.",
    ),
    Words("総得点", "total | totals"): Words(
        "三つのラウンドの審査点の合計です。最後に、この数だけサイコロを振ります。",
        "The judging points of all rounds. At the end you roll as many dice.",
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
        "Judging points go into your total as they are; at the end you roll as many dice.",
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
    said = zip(needs if effect.needs.en else _ALWAYS, effect.text, strict=True)
    return Words(*map("".join, said)).filled(**_ON_CARD)


CARD_WORDS: Final = {each.name: _explained(each) for each in EFFECTS.values()}


def words_of(effect: Effect) -> EffectWords:
    """What an effect is called and does: one of the house, or one that somebody defined."""
    return effect.words or EFFECTS[effect.code]


def title(use: Use) -> Words:
    """What an effect is called on its card."""
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
