"""Sample decks, each with a sentence on how it is played."""

from typing import Final

from app.engine.decks import SampleDeck
from app.engine.words import Words
from app.games.fest.cards import DECK_NAMES as NAMES, DECKS, copies

HOW: Final = {
    "D1": Words(
        "全部のカードを1枚ずつ試せます。引いた手札のテーマに合わせ、余る札を温存しましょう。",
        "One of everything. Follow the theme with what you draw, and reserve what does not fit.",
    ),
    "D2": Words(
        "剣を10点まで伸ばし、相手の剣をヤジで削ります。意で終わる相手には、最後に助っ人や衣装替えで属性を替えましょう。",
        "Push sword to the cap and heckle theirs. If the opponent ends in will, change attribute late with Borrowed Hands or Costume Change.",
    ),
    "D3": Words(
        "小さな効果を積み重ねます。部門賞と一点突破はテーマが合うラウンドまで取っておき、選手交代でフロントを入れ替えます。",
        "Many small steps. Keep Class Prize and Sore Spot for the round of their theme, and let Substitution mend the front.",
    ),
    "P1": Words(
        "短い試合の基本形です。札が少ないので、大団円より幕開けと代役が頼りです。",
        "The plain deck for a short match. With few cards, Opening Act and Understudy carry most weight.",
    ),
    "P3": Words(
        "#standard の短い試合。焼きそば屋台、星見係、射手が、それぞれのテーマで相手を4点ずつ削ります。",
        "The short match of #standard. Noodle Cart, Star Gazer and Archer each take four points in their theme.",
    ),
}
"""The advice for playing each starter deck."""

SAMPLES: Final = (
    *(SampleDeck(id, NAMES[id], DECKS[id], how) for id, how in HOW.items()),
    SampleDeck(
        "",
        Words("意の合唱", "Choir of Will"),
        copies("F18 F22 F23 F24", "F01 F03 F04 F06 F07 F09 F10 F11 F12 F19"),
        Words(
            "どのテーマでも意がそろいます。アンコールで意を伸ばし、盾で終わりそうな相手にはアリバイを。",
            "Will in every theme. Raise it with Encore, and keep the Alibi for an opponent who drifts to shield.",
        ),
    ),
    SampleDeck(
        "",
        Words("盾の壁", "Wall of Shields"),
        copies("F14 F22 F23 F24", "F02 F03 F05 F06 F08 F09 F16 F17 F18 F21"),
        Words(
            "盾を厚くし、代役と雨傘で一番低い属性も上げて上限を押し上げます。大団円で締めくくりましょう。",
            "Shield first; Understudy and Umbrella lift the lowest attribute and with it the cap. Grand Finale closes the round.",
        ),
    ),
    SampleDeck(
        "",
        Words("ヤジ軍団", "The Hecklers"),
        copies("F12 F18 F22 F24", "F01 F02 F03 F04 F07 F10 F13 F15 F16 F23"),
        Words(
            "相手の一番低い属性を0より下へ押し込むと、審査点と上限の両方を奪えます。",
            "Push the opponent's lowest attribute below 0: that costs judging points and lowers the cap as well.",
        ),
    ),
    SampleDeck(
        "",
        Words("駆け足の文化祭", "Quick Fair"),
        copies("F08 F10 F11 F13 F14 F15 F16 F17 F21 F23 F24", "F02 F05"),
        Words(
            "盾と剣を手早く積む、短い試合のデッキです。フロントには、テーマに能力の合う組を選びましょう。",
            "Sword and shield in a hurry, for a short match. Choose fronts whose abilities fit the theme.",
        ),
    ),
)
"""Decks to begin with, the starter decks first."""
