"""What colours, characters, cards and starter decks are called, in both languages."""

from typing import Final

from app.engine.words import Lang, Words

COLOURS: Final = {
    "white": Words("白", "white"),
    "black": Words("黒", "black"),
    "blue": Words("青", "blue"),
    "red": Words("赤", "red"),
    "green": Words("緑", "green"),
}
RARITIES: Final = {
    "C": Words("コモン", "common"),
    "U": Words("アンコモン", "uncommon"),
    "R": Words("レア", "rare"),
    "S": Words("激レア", "super rare"),
}
CHARACTERS: Final = {
    "Ine": Words("イネ", "Ine"),
    "Rin": Words("リン", "Rin"),
    "Kame": Words("カメ", "Kame"),
    "Sho": Words("ショウ", "Sho"),
    "Toma": Words("トウマ", "Toma"),
    "Yae": Words("ヤエ", "Yae"),
    "Haya": Words("ハヤ", "Haya"),
    "Suzu": Words("スズ", "Suzu"),
    "Kuma": Words("クマ", "Kuma"),
    "Mio": Words("ミオ", "Mio"),
}
"""The names of characters: two cards of one character never stand on the field together."""
CARDS: Final = {
    "C01": Words("門掃きのイネ", "Ine, Gate Sweeper"),
    "C02": Words("提灯持ちのリン", "Rin, Lantern Girl"),
    "C03": Words("池のカメ", "Kame, Pond Turtle"),
    "C04": Words("雀の飛脚ショウ", "Sho, Sparrow Courier"),
    "C05": Words("剣士見習いトウマ", "Toma, Apprentice Blade"),
    "C06": Words("垣根の魔女ヤエ", "Yae, Hedge Witch"),
    "C07": Words("はぐれ狼ハヤ", "Haya, Stray Wolf"),
    "C08": Words("鐘つきのスズ", "Suzu, Bell Ringer"),
    "C09": Words("子熊のクマ", "Kuma, Bear Cub"),
    "C10": Words("小川の蛇ミオ", "Mio, Brook Snake"),
    "C11": Words("街道守のイネ", "Ine of the Road Guard"),
    "C12": Words("鴉の決闘者ショウ", "Sho, Crow Duelist"),
    "C13": Words("残り火の書記リン", "Rin, Ember Scribe"),
    "C14": Words("群れの長ハヤ", "Haya, Pack Leader"),
    "C15": Words("礼拝堂の壁スズ", "Suzu, Chapel Wall"),
    "C16": Words("浅瀬の剣士トウマ", "Toma, Ford Fencer"),
    "C17": Words("ヒグマのクマ", "Kuma, Brown Bear"),
    "C18": Words("大河の蛇ミオ", "Mio, River Snake"),
    "C19": Words("闇夜の魔女ヤエ", "Yae, Night Witch"),
    "C20": Words("お堀のカメ", "Kame, Moat Turtle"),
    "C21": Words("浅瀬の騎士イネ", "Ine, Knight of the Ford"),
    "C22": Words("嵐を呼ぶリン", "Rin, Storm Caller"),
    "C23": Words("老熊のクマ", "Kuma, Old Bear"),
    "C24": Words("湖の大蛇ミオ", "Mio, Lake Serpent"),
    "C31": Words("元帥イネ", "Ine, Marshal"),
    "C32": Words("天空の大蛇ミオ", "Mio, Sky Serpent"),
    "I01": Words("木の剣", "Wooden Sword"),
    "I02": Words("鉄の丸盾", "Iron Buckler"),
    "I03": Words("羽の靴", "Feather Boots"),
    "I04": Words("癒やしの護符", "Healing Charm"),
    "I05": Words("棘の槍", "Barbed Spear"),
    "I06": Words("大斧", "Great Axe"),
    "I07": Words("塔の盾", "Tower Shield"),
    "K01": Words("突進", "Rush"),
    "K02": Words("身構え", "Brace"),
    "K03": Words("応急手当", "First Aid"),
    "K04": Words("火花", "Spark"),
    "K05": Words("野外観察", "Field Study"),
    "K06": Words("フェイント", "Feint"),
    "K07": Words("呼び戻し", "Call Back"),
    "K08": Words("武具壊し", "Break Gear"),
    "K09": Words("追放", "Banish"),
    "R01": Words("古い道場", "Old Dojo"),
    "R02": Words("深い森", "Deep Wood"),
    "R03": Words("魔力の泉", "Mana Well"),
    "R04": Words("夜霧", "Night Fog"),
    "R05": Words("闘技場", "Arena"),
    "R06": Words("静かな草原", "Quiet Meadow"),
}
"""The names of the cards. In English they are those by which orders and records know them."""
DECKS: Final = {
    "Blades": Words("刃の陣", "Blades"),
    "Wilds": Words("獣の陣", "Wilds"),
    "Forerunners": Words("速攻隊", "Forerunners"),
    "Siege": Words("籠城", "Under Siege"),
    "House": Words("イネ一座", "House of Ine"),
}
"""The names of the sample decks, the starter decks first."""
SIGNS: Final = dict(
    zip(
        CARDS,
        "門灯池雀剣垣狼鐘子小街鴉書群礼瀬羆河闇堀騎嵐老湖元天木鉄羽符槍斧塔突構応火野欺呼壊追古森泉霧闘草",
        strict=True,
    )
)
"""The cards by one character each: none of these is how the name of another card or of a deck begins."""


def card_name(id: str, lang: Lang) -> str:
    """A card as texts name it."""
    return CARDS[id].to(lang)
