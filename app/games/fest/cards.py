"""The house cards and the sample decks, as data."""

from collections.abc import Mapping, Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final

from app.engine.decks import deck_of
from app.engine.versions import CardSpan, by_version
from app.engine.words import Words
from app.games.fest.abilities import THEMES
from app.games.fest.effects import EFFECTS, GUEST_TAG, HOUSE_TAG, Printed, Use, counted
from app.games.fest.verbs import Counts

_OWN: Final = Words("ハウスカード", "House cards")


@dataclass(frozen=True, slots=True)
class Card(CardSpan):
    """A card: its name, two abilities (each may be missing), two effects, and its rule tags.

    `sign`: a single character for the card, with which no other card's or deck's name begins. A custom card has none.
    """

    id: str
    name: Words
    abilities: tuple[str | None, str | None]
    effects: tuple[Printed, Printed]
    tags: tuple[str, ...]
    sign: str = ""
    family: Words = _OWN
    lists: tuple[AbstractSet[str], ...] = ()
    """For each effect, the tags that the card shares with the effect's lists."""
    uses: tuple[Use, ...] = field(init=False, repr=False, compare=False)
    """Its effects by the words of an order, in their order."""

    def __post_init__(self) -> None:
        one, another = self.effects
        codes = one.effect.code, another.effect.code
        words = (f"{codes[0]}.1", f"{codes[1]}.2") if codes[0] == codes[1] else codes
        uses = [
            Use(word, printed.effect, printed.z, printed.args, printed.title)
            for word, printed in zip(words, self.effects, strict=True)
        ]
        object.__setattr__(self, "uses", tuple(sorted(uses, key=lambda use: use.word)))
        if not self.lists:
            object.__setattr__(self, "lists", tuple({each.effect.tag} for each in self.effects))

    def is_allowed(self, tags: AbstractSet[str]) -> bool:
        """Whether each of its effects has at least one of these tags (R38)."""
        return not any(map(tags.isdisjoint, self.lists))

    def use(self, word: str) -> Use | None:
        """The effect that an order calls so."""
        return next((use for use in self.uses if use.word == word), None)


class Cards(dict[str, Card]):
    """Cards by their ids, with the abilities of each counted: of every theme, and all together."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        super().__init__(cards)
        self.abilities: dict[str, Counts] = {id: counted(c.abilities) for id, c in cards.items()}
        self.matching: dict[str, dict[str, Counts]] = {
            theme: {id: counted(c.abilities, theme) for id, c in cards.items()} for theme in THEMES
        }
        self.fit: dict[str, dict[str, int]] = {
            theme: {id: sum(counts) for id, counts in matching.items()}
            for theme, matching in self.matching.items()
        }
        """For each theme, how many of its abilities each card has."""


def _printed(code: str, *blanks: str, **named: str) -> Printed:
    return Printed(EFFECTS[code], *blanks, **named)


def _house(id: str, sign: str, ja: str, en: str, able: str, *effects: str) -> Card:
    """Return a card of the game. `able`: the names of its abilities, `-` for none."""
    card = _guest(id, sign, ja, en, able, *map(_printed, effects))
    return replace(card, tags=(HOUSE_TAG,))


def _guest(id: str, sign: str, ja: str, en: str, able: str, *effects: Printed) -> Card:
    one, another = (None if each == "-" else each for each in able.split())
    first, second = effects
    return Card(id, Words(ja, en), (one, another), (first, second), (GUEST_TAG,), sign)


_BOOK: Final = (
    (
        Words("展示の二人芸", "Exhibit pairs"),
        (
            _house(
                "F01", "縫", "前掛け仕立てのハル", "Haru, Apron Tailor", "dress food", "B01", "B06"
            ),
            _house(
                "F02",
                "甘",
                "クレープ屋台のミナ",
                "Mina of the Crepe Stall",
                "food space",
                "B02",
                "B07",
            ),
            _house(
                "F03", "具", "大道具係のソウタ", "Sota the Set Builder", "space dress", "B03", "B05"
            ),
        ),
    ),
    (
        Words("学問の二人芸", "Academics pairs"),
        (
            _house(
                "F04",
                "図",
                "図書室のレイ",
                "Rei of the Library",
                "humanities science",
                "B01",
                "B08",
            ),
            _house("F05", "模", "クウのジオラマ", "Kuu's Diorama", "science arts", "B02", "B12"),
            _house(
                "F06", "俳", "俳画のナギ", "Nagi, Haiku Painter", "arts humanities", "B03", "B11"
            ),
        ),
    ),
    (
        Words("戦闘の二人芸", "Combat pairs"),
        (
            _house("F07", "主", "主将ジン", "Captain Jin", "spirit technique", "B01", "B10"),
            _house(
                "F08", "投", "投てきのアオ", "Ao the Thrower", "technique physique", "B02", "B04"
            ),
            _house(
                "F09", "走", "最終走者セン", "Sen, Last Runner", "physique spirit", "B03", "B23"
            ),
        ),
    ),
    (
        Words("意ひとすじ", "All will"),
        (
            _house("F10", "詩", "着物の詩人", "Poet in Kimono", "dress humanities", "B13", "B05"),
            _house("F11", "弁", "燃える弁論部", "Debating Fire", "humanities spirit", "B13", "B09"),
            _house("F12", "応", "応援団長トモ", "Cheer Leader Tomo", "spirit dress", "B04", "B16"),
        ),
    ),
    (
        Words("剣ひとすじ", "All sword"),
        (
            _house("F13", "化", "調理室の化学者", "Kitchen Chemist", "food science", "B13", "B06"),
            _house("F14", "機", "ロボット研究会", "Robot Club", "science technique", "B15", "B21"),
            _house(
                "F15",
                "包",
                "包丁曲芸の料理人",
                "Knife-Juggling Cook",
                "technique food",
                "B18",
                "B08",
            ),
        ),
    ),
    (
        Words("盾ひとすじ", "All shield"),
        (
            _house("F16", "廊", "渡り廊下の画廊", "Corridor Gallery", "space arts", "B13", "B07"),
            _house("F17", "踊", "ダンス部", "Dance Troupe", "arts physique", "B17", "B04"),
            _house("F18", "櫓", "やぐら組み隊", "Scaffold Crew", "physique space", "B14", "B19"),
        ),
    ),
    (
        Words("重ね技と裏方", "Doubles and backstage"),
        (
            _house("F19", "装", "ファッションの女王", "Fashion Queen", "dress dress", "B14", "B12"),
            _house("F20", "童", "理科室の神童", "Lab Prodigy", "science science", "B11", "B22"),
            _house(
                "F21", "塔", "相撲部の金字塔", "Sumo Monument", "physique physique", "B14", "B09"
            ),
            _house("F22", "会", "生徒会", "Student Council", "- -", "B16", "B18"),
            _house("F23", "宿", "宿直の先生", "Night-Watch Teacher", "technique -", "B20", "B10"),
            _house("F24", "霊", "舞台裏の幽霊", "Stage Ghost", "arts -", "B19", "B17"),
        ),
    ),
    (
        Words("お客さま(#standard)", "Guests (#standard)"),
        (
            _guest(
                "G01",
                "券",
                "入場券売り場",
                "Ticket Desk",
                "dress humanities",
                _printed("S01", x="will"),
                _printed("S03", "exhibit"),
            ),
            _guest(
                "G02",
                "焼",
                "焼きそば屋台",
                "Noodle Cart",
                "food science",
                _printed("S01", x="sword"),
                _printed("S04", "exhibit", "will"),
            ),
            _guest(
                "G03",
                "迷",
                "迷路制作班",
                "Maze Builders",
                "space arts",
                _printed("S01", x="shield"),
                _printed("S07", "exhibit", "will", "sword"),
            ),
            _guest(
                "G04",
                "問",
                "クイズ研の主将",
                "Quiz Captain",
                "humanities spirit",
                _printed("S02", x="sword"),
                _printed("S03", "academics"),
            ),
            _guest(
                "G05",
                "星",
                "天文部の星見係",
                "Star Gazer",
                "science technique",
                _printed("S02", x="shield"),
                _printed("S04", "academics", "will"),
            ),
            _guest(
                "G06",
                "吹",
                "吹奏楽部",
                "Brass Section",
                "arts physique",
                _printed("S02", x="will"),
                _printed("S08"),
            ),
            _guest(
                "G07",
                "道",
                "剣道部の先輩",
                "Kendo Senior",
                "spirit dress",
                _printed("S05", x="will", y="sword"),
                _printed("S03", "combat"),
            ),
            _guest(
                "G08",
                "弓",
                "弓道部の射手",
                "Archer",
                "technique food",
                _printed("S05", x="sword", y="shield"),
                _printed("S04", "combat", "shield"),
            ),
            _guest(
                "G09",
                "継",
                "リレーのアンカー",
                "Relay Anchor",
                "physique space",
                _printed("S07", "combat", "sword", "shield"),
                _printed("S11"),
            ),
            _guest("G10", "笑", "お調子者", "Class Clown", "- -", _printed("S09"), _printed("S10")),
            _guest(
                "G11",
                "転",
                "転校生",
                "Transfer Student",
                "dress dress",
                _printed("S06", "academics", "will", "will"),
                _printed("S11"),
            ),
            _guest(
                "G12",
                "委",
                "実行委員長",
                "Head of Committee",
                "science -",
                _printed("S08"),
                _printed("S12"),
            ),
        ),
    ),
)
"""Each card with its family: the common point of its cards' abilities."""
HOUSE: Final = Cards(
    {card.id: replace(card, family=family) for family, cards in _BOOK for card in cards}
)
"""The cards that every match knows."""
VERSIONS: Final = by_version(("fest@1.01-p1",), HOUSE.values())
"""The versions of the rules, the oldest first, each with its cards."""


def copies(ones: str, twos: str = "") -> Mapping[str, int]:
    """A deck of one copy of some cards and two of others, by their ids."""
    return deck_of({1: ones, 2: twos})


DECKS: Final[Mapping[str, Mapping[str, int]]] = {
    "D1": copies(
        "F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"
    ),
    "D2": copies("F01 F11 F18 F22 F23 F24", "F02 F04 F05 F07 F08 F13 F14 F15 F20"),
    "D3": copies("", "G01 G02 G03 G04 G05 G06 G07 G08 G09 G10 G11 G12"),
    "P1": copies("F01 F02 F03 F04 F05 F06 F07 F08 F09 F12 F18 F19 F20 F21 F22"),
    "P3": copies("G01 G03 G04 G06 G07 G09 G10 G11 G12", "G02 G05 G08"),
}
"""The sample decks; P1 and P3 are for the petit rules, D3 and P3 have the tag #standard."""

DECK_NAMES: Final = {
    "D1": Words("全校総出", "Whole School"),
    "D2": Words("剣の行列", "Sword Line"),
    "D3": Words("招待日", "Guest Day"),
    "P1": Words("小さな学園祭", "Small Festival"),
    "P3": Words("小さな招待日", "Small Guest Day"),
}
"""The names of the starter decks."""
