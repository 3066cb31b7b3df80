"""The cards and the starter decks, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from app.engine.decks import deck_of
from app.engine.versions import CardSpan, by_version
from app.engine.words import Words
from app.games.ocg.effects import (
    BEARER,
    NO_VERB,
    NOTHING,
    Banish,
    Bonus,
    BreakItem,
    CallBack,
    Draw,
    Ground,
    Heal,
    Hit,
    Lend,
    Verb,
    joined,
    told,
)

_NOTHING: Final = Words("", "")

Kind = Literal["char", "item", "command", "area"]


@dataclass(frozen=True, slots=True, eq=False)
class Card(CardSpan):
    """A card. `who` is the name of a character, common to the cards of its line; `name` is that of the card alone.

    In English orders and records know it by that name. `sign` writes it by one character, with which the name of no
    other card or deck begins. `bonus` is what a character has printed, or what an item gives its bearer.
    """

    id: str
    sign: str
    name: Words
    kind: Kind
    colour: str
    level: int
    rarity: str
    who: str = ""
    bonus: Bonus = NOTHING
    verb: Verb = NO_VERB
    ground: Ground | None = None
    who_ja: str = ""

    @property
    def text(self) -> Words:
        """Return the text of the card; for a character, made from its bonus."""
        match self.kind:
            case "item":
                return joined(told(self.bonus, BEARER))
            case "command":
                return self.verb.text
        return self.ground.text if self.ground else _NOTHING

    @property
    def is_basic(self) -> bool:
        """Whether it is summoned from the hand."""
        return self.kind == "char" and self.level == 0

    @property
    def is_class(self) -> bool:
        """Whether it is laid on a character of its name, one level lower."""
        return self.kind == "char" and self.level > 0


def called(kind: str, who_ja: str, who: str, words: str) -> Words:
    """Return the name of a character's card, made from the character's name and further words."""
    comma = "" if words.startswith("of ") else ","
    return Words(kind + who_ja, f"{who}{comma} {words}")


def _char(
    id: str,
    sign: str,
    kind: str,
    who_ja: str,
    who: str,
    words: str,
    colour: str,
    level: int,
    power: int,
    dur: int,
    rarity: str = "C",
    *,
    swift: bool = False,
    wall: bool = False,
    pierce: int = 0,
    recover: int = 0,
    tough: int = 0,
) -> Card:
    bonus = Bonus(power, dur, swift, wall, pierce, recover, tough)
    return Card(
        id,
        sign,
        called(kind, who_ja, who, words),
        "char",
        colour,
        level,
        rarity,
        who,
        bonus,
        who_ja=who_ja,
    )


def _item(
    id: str,
    sign: str,
    ja: str,
    en: str,
    colour: str,
    level: int,
    bonus: Bonus,
    rarity: str = "C",
) -> Card:
    return Card(id, sign, Words(ja, en), "item", colour, level, rarity, bonus=bonus)


def _command(
    id: str,
    sign: str,
    ja: str,
    en: str,
    colour: str,
    level: int,
    verb: Verb,
    rarity: str = "C",
) -> Card:
    return Card(id, sign, Words(ja, en), "command", colour, level, rarity, verb=verb)


def _area(
    id: str,
    sign: str,
    ja: str,
    en: str,
    colour: str,
    ground: Ground,
    rarity: str = "C",
) -> Card:
    return Card(id, sign, Words(ja, en), "area", colour, 0, rarity, ground=ground)


_LISTED: Final = (
    _char("C01", "門", "門掃きの", "イネ", "Ine", "Gate Sweeper", "white", 0, 1, 3),
    _char("C02", "灯", "提灯持ちの", "リン", "Rin", "Lantern Girl", "red", 0, 2, 2),
    _char("C03", "池", "池の", "カメ", "Kame", "Pond Turtle", "blue", 0, 0, 4, wall=True),
    _char(
        "C04", "雀", "雀の飛脚", "ショウ", "Sho", "Sparrow Courier", "black", 0, 1, 1, swift=True
    ),
    _char("C05", "剣", "剣士見習い", "トウマ", "Toma", "Apprentice Blade", "red", 0, 2, 2),
    _char("C06", "垣", "垣根の魔女", "ヤエ", "Yae", "Hedge Witch", "black", 0, 1, 2, recover=1),
    _char("C07", "狼", "はぐれ狼", "ハヤ", "Haya", "Stray Wolf", "green", 0, 3, 1),
    _char("C08", "鐘", "鐘つきの", "スズ", "Suzu", "Bell Ringer", "white", 0, 1, 3),
    _char("C09", "子", "子熊の", "クマ", "Kuma", "Bear Cub", "green", 0, 1, 3),
    _char("C10", "小", "小川の蛇", "ミオ", "Mio", "Brook Snake", "blue", 0, 2, 2),
    _char("C11", "街", "街道守の", "イネ", "Ine", "of the Road Guard", "white", 1, 2, 5),
    _char(
        "C12",
        "鴉",
        "鴉の決闘者",
        "ショウ",
        "Sho",
        "Crow Duelist",
        "black",
        1,
        3,
        3,
        "U",
        swift=True,
    ),
    _char("C13", "書", "残り火の書記", "リン", "Rin", "Ember Scribe", "red", 1, 4, 2),
    _char("C14", "群", "群れの長", "ハヤ", "Haya", "Pack Leader", "green", 1, 3, 3, "U", pierce=1),
    _char(
        "C15", "礼", "礼拝堂の壁", "スズ", "Suzu", "Chapel Wall", "white", 1, 1, 6, "U", wall=True
    ),
    _char("C16", "瀬", "浅瀬の剣士", "トウマ", "Toma", "Ford Fencer", "red", 1, 3, 4),
    _char("C17", "羆", "ヒグマの", "クマ", "Kuma", "Brown Bear", "green", 1, 2, 5),
    _char("C18", "河", "大河の蛇", "ミオ", "Mio", "River Snake", "blue", 1, 3, 4),
    _char(
        "C19", "闇", "闇夜の魔女", "ヤエ", "Yae", "Night Witch", "black", 1, 2, 4, "U", recover=1
    ),
    _char("C20", "堀", "お堀の", "カメ", "Kame", "Moat Turtle", "blue", 1, 1, 6, "U", wall=True),
    _char("C21", "騎", "浅瀬の騎士", "イネ", "Ine", "Knight of the Ford", "white", 2, 4, 5, "R"),
    _char("C22", "嵐", "嵐を呼ぶ", "リン", "Rin", "Storm Caller", "red", 2, 5, 3, "R", pierce=1),
    _char("C23", "老", "老熊の", "クマ", "Kuma", "Old Bear", "green", 2, 4, 5, "R", recover=1),
    _char("C24", "湖", "湖の大蛇", "ミオ", "Mio", "Lake Serpent", "blue", 2, 4, 5, "R"),
    _char("C31", "元", "元帥", "イネ", "Ine", "Marshal", "white", 3, 5, 6, "S", tough=1),
    _char(
        "C32", "天", "天空の大蛇", "ミオ", "Mio", "Sky Serpent", "blue", 3, 6, 5, "S", swift=True
    ),
    _item("I01", "木", "木の剣", "Wooden Sword", "red", 0, Bonus(power=1)),
    _item("I02", "鉄", "鉄の丸盾", "Iron Buckler", "white", 0, Bonus(dur=2)),
    _item("I03", "羽", "羽の靴", "Feather Boots", "blue", 0, Bonus(swift=True), "U"),
    _item("I04", "符", "癒やしの護符", "Healing Charm", "green", 0, Bonus(recover=1)),
    _item("I05", "槍", "棘の槍", "Barbed Spear", "black", 1, Bonus(pierce=1), "U"),
    _item("I06", "斧", "大斧", "Great Axe", "red", 1, Bonus(power=2, dur=-1), "U"),
    _item("I07", "塔", "塔の盾", "Tower Shield", "white", 2, Bonus(tough=1), "R"),
    _command("K01", "突", "突進", "Rush", "red", 0, Lend(Bonus(power=2))),
    _command("K02", "構", "身構え", "Brace", "white", 0, Lend(Bonus(tough=2))),
    _command("K03", "応", "応急手当", "First Aid", "white", 0, Heal(3)),
    _command("K04", "火", "火花", "Spark", "red", 0, Hit(2)),
    _command("K05", "野", "野外観察", "Field Study", "blue", 0, Draw(2), "U"),
    _command("K06", "欺", "フェイント", "Feint", "black", 1, Lend(Bonus(feint=True)), "U"),
    _command("K07", "呼", "呼び戻し", "Call Back", "black", 1, CallBack(), "U"),
    _command("K08", "壊", "武具壊し", "Break Gear", "green", 1, BreakItem(), "U"),
    _command("K09", "追", "追放", "Banish", "black", 2, Banish(1), "R"),
    _area("R01", "古", "古い道場", "Old Dojo", "white", Ground(Bonus(power=1), "white")),
    _area("R02", "森", "深い森", "Deep Wood", "green", Ground(Bonus(dur=1), "green")),
    _area("R03", "泉", "魔力の泉", "Mana Well", "blue", Ground(Bonus(power=1), "blue")),
    _area("R04", "霧", "夜霧", "Night Fog", "black", Ground(most=2), "U"),
    _area("R05", "闘", "闘技場", "Arena", "red", Ground(Bonus(power=1)), "U"),
    _area("R06", "草", "静かな草原", "Quiet Meadow", "green", Ground(Bonus(recover=1)), "U"),
)
CARDS: Final[Mapping[str, Card]] = MappingProxyType({card.id: card for card in _LISTED})
VERSIONS: Final = by_version(("ocg@2006-p2",), _LISTED)
"""The versions of the rules, the oldest first, each with its cards."""

BLADES: Final = deck_of(
    {
        3: "C01 C02 C05 C08 C11 C13 K04",
        2: "C04 C12 C15 C16 C21 I01",
        1: "C22 C31 I02 K01 K02 K03 R01",
    }
)
WILDS: Final = deck_of(
    {
        4: "C07",
        3: "C06 C09 C10 C14 C17 C18 K04",
        2: "C03 C19 C23 C24 I05 K01",
        1: "C32 I04 R02",
    }
)

# --- names ----------------------------------------------------------------------------------------------

RARITIES: Final = {
    "C": Words("コモン", "common"),
    "U": Words("アンコモン", "uncommon"),
    "R": Words("レア", "rare"),
    "S": Words("激レア", "super rare"),
}
DECKS: Final = {
    "Blades": Words("刃の陣", "Blades"),
    "Wilds": Words("獣の陣", "Wilds"),
    "Forerunners": Words("速攻隊", "Forerunners"),
    "Siege": Words("籠城", "Under Siege"),
    "House": Words("イネ一座", "House of Ine"),
}
"""The names of the sample decks, the starter decks first."""
