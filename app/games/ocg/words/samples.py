"""Sample decks, each with a sentence on how it is played."""

from typing import Final

from app.engine.decks import SampleDeck, deck_of
from app.engine.words import Words
from app.games.ocg.cards import BLADES, DECKS, WILDS

SAMPLES: Final = (
    SampleDeck(
        "Blades",
        DECKS["Blades"],
        BLADES,
        Words(
            "白・赤・黒の毎ターン3人召喚が土台です。街道守のイネと残り火の書記リンを早く重ね、火花で相手の前衛を減らしましょう。",
            "White, red and black fill the field with three summons a turn. Lay the Road Guard and the Ember Scribe early, and let Spark thin the enemy's guards.",
        ),
    ),
    SampleDeck(
        "Wilds",
        DECKS["Wilds"],
        WILDS,
        Words(
            "緑と青は体が大きく、壁のカメが守ります。長引けば有利ですが、山札も減るので、湖の大蛇ミオか老熊のクマで決めにいきます。",
            "Green and blue are hardy, with a turtle for a wall. Time is on your side until the pile runs low: finish with the Lake Serpent or the Old Bear.",
        ),
    ),
    SampleDeck(
        "Forerunners",
        DECKS["Forerunners"],
        deck_of({4: "C02 C04 C05 C07 C10 C12 K01 K04", 3: "C14 I01", 2: "C13"}),
        Words(
            "育てずに殴りきるデッキです。雀の飛脚ショウは出たターンにアタックでき、突進と木の剣で押し込みます。",
            "No growing, only blows: the Sparrow Courier attacks as it arrives, Rush and Wooden Sword do the rest.",
        ),
    ),
    SampleDeck(
        "Siege",
        DECKS["Siege"],
        deck_of({4: "C03 C08 C15 C20 C09 C01", 3: "C17 C11 K03 I02", 2: "C23 I07", 1: "R04 R06"}),
        Words(
            "壁が1ターンに2回反撃します。夜霧を戦場にすると直接アタックも2枚まで。40枚ちょうどより数枚多く組み、相手の山札切れを待ちます。",
            "Walls counter twice a turn, and under Night Fog a direct attack takes 2 cards at most. A few cards more than 40, and the opponent's pile ends first.",
        ),
    ),
    SampleDeck(
        "House",
        DECKS["House"],
        deck_of({4: "C01 C11 C21 C02 C13", 3: "C08 C06 K02 I01 C10", 2: "C31 K07", 1: "I07"}),
        Words(
            "イネを4段まで育てます。同じ名前は両方の場を合わせて1人だけなので、先にイネを出されると止まります。呼び戻しも忘れずに。",
            "Ine grows through all four levels. But a name stands on the field once: whoever summons Ine first blocks you. Keep Call Back at hand.",
        ),
    ),
)
"""Decks to begin with, the starter decks first."""
