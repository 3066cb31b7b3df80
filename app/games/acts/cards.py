"""The cards and the starter decks, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeVar

from app.engine.decks import deck_of
from app.engine.versions import CardSpan, by_version
from app.engine.words import Words
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    DeedField,
    FlagField,
    NumberField,
    SeveralField,
    TextField,
)
from app.games.acts.effects import (
    OF_SKILLS,
    Aim,
    Blink,
    Carry,
    Draw,
    Effect,
    Fail,
    Mend,
    Ready,
    Recall,
    Rings,
    Smoke,
    Spend,
    Stay,
)

Kind = Literal["master", "servant", "tool", "ether"]
ToolKind = Literal["", "normal", "custom", "speed", "field"]
Attribute = Literal["phys", "light", "void", "grav"]
ETHER: Final = "E00"
SPITE: Final = 20
NO_TEXT: Final = Words("", "")
_2R: Final = 1
_3R: Final = 2
ATTRIBUTES: Final = {
    "phys": Words("物", "phys"),
    "light": Words("光", "light"),
    "void": Words("虚", "void"),
    "grav": Words("重", "grav"),
}
GENDERS: Final = {
    "f": Words("女", "female"),
    "m": Words("男", "male"),
    "n": Words("性別なし", "neither"),
}
NAME_JA: Final = TextField(Words("名前|名前(日本語)", "name|Japanese name"), 20)
NAME_EN: Final = TextField(Words("英語名|名前(英語)", "English name"), 30)
COST: Final = NumberField(Words("コスト", "cost"), 0, 6)
ATK: Final = NumberField(Words("ATK", "ATK"), 0, 80, 10)
_ATTRIBUTE: Final = ChoiceField(Words("属性", "attribute"), ATTRIBUTES)
_REACH: Final = Rings(Words("レンジ(5は全体)", "range; 5 is all"), 2, 5)
_KEY: Final = ChoiceField(Words("マス", "square"), {key: Words(key, key) for key in "12346789"})


def wrong(*may_be: tuple[bool, str, Words]) -> Iterator[CardFault]:
    """Yield the faults whose condition is true."""
    return (CardFault(key, said) for is_so, key, said in may_be if is_so)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as a unit makes it; without a name the normal one. `reach` is a distance.

    Orders and records know a skill by its English name; `ja` is the Japanese one, `text` what it does.

    It is measured from the unit, or from any own card `via`; `targets` is the most it has.
    """

    name: Annotated[str, NAME_EN]
    cost: Annotated[int, COST]
    atk: Annotated[int, ATK]
    attribute: Annotated[Attribute, _ATTRIBUTE] = "phys"
    reach: Annotated[int, _REACH] = _2R
    ignores: Annotated[bool, FlagField(Words("DEFを無視", "ignores DEF"))] = False
    targets: Annotated[int, NumberField(Words("対象の数", "targets"), 1, 2)] = 1
    via: str = ""
    ja: Annotated[str, NAME_JA] = ""
    text: Words = NO_TEXT

    @property
    def range(self) -> str:
        """Its range as it is printed."""
        return "*R" if self.via else f"{self.reach + 1}R"


@dataclass(frozen=True, slots=True)
class AreaAttack(Attack):
    """An attack of house cards on an area: squares of a number pad around its unit, a row or a column (R41).

    If it `sweeps`, it strikes every card there; if it also `spares`, only enemy cards. It may be stronger against a
    gender.
    """

    squares: Annotated[
        tuple[str, ...],
        SeveralField(Words("マス(テンキー)", "squares as on a ten-key"), _KEY, 0, 8),
    ] = ()
    row: Annotated[int, NumberField(Words("行", "row"), 1, 5)] = 0
    column: Annotated[int, NumberField(Words("列", "column"), 1, 3)] = 0
    sweeps: Annotated[bool, FlagField(Words("範囲のすべてに", "strikes all in range"))] = False
    spares: Annotated[bool, FlagField(Words("相手だけに", "the enemy alone"))] = False
    more: Annotated[int, NumberField(Words("ATK増", "more ATK"), 10, 30, 10)] = 0
    gender: Annotated[str, ChoiceField(Words("その相手", "against"), GENDERS)] = ""

    @property
    def range(self) -> str:
        return "*R" if self.squares or self.row or self.column else f"{self.reach + 1}R"

    def faults(self) -> Iterator[CardFault]:
        """Yield a fault unless there is exactly one range, and a condition is complete."""
        return wrong(
            (
                bool(self.squares) and bool(self.row or self.column),
                "squares",
                Words(
                    "マスか、行と列か、どちらか一つです。", "Name squares, or a row and a column."
                ),
            ),
            (
                (self.spares and not self.sweeps) or (self.targets > 1 and self.sweeps),
                "sweeps",
                Words(
                    "相手だけなのは範囲攻撃で、範囲攻撃に対象の数はありません。",
                    "Only what strikes all spares, and it has no number of targets.",
                ),
            ),
            (
                bool(self.more) != bool(self.gender),
                "more",
                Words("ATK増と性別は、組で書きます。", "More ATK and a gender go together."),
            ),
        )


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence skill of the unit attacked: it takes off points, all of one attribute, or negates.

    With `reach` it is no skill for itself: its unit takes the place of another own one so far away. With `of` it is
    destroyed to negate an attack on the own card of that id.
    """

    name: Annotated[str, NAME_EN]
    cost: Annotated[int, COST]
    takes: Annotated[int, NumberField(Words("減らすダメージ", "damage taken off"), 10, 60, 10)] = 0
    voids: Annotated[str, ChoiceField(Words("0にする属性", "attribute made 0"), ATTRIBUTES)] = ""
    negates: Annotated[bool, FlagField(Words("攻撃を無効にする", "negates the attack"))] = False
    reach: Annotated[int, Rings(Words("身代わりのレンジ", "range of standing in"), 2, 4)] = 0
    of: str = ""
    ja: Annotated[str, NAME_JA] = ""
    text: Words = NO_TEXT
    printed: tuple[str, str] = ("", "")
    """Its attribute and range, as printed."""

    def faults(self) -> Iterator[CardFault]:
        """Yield a fault unless it does exactly one thing. A skill that works by itself reduces damage and is free."""
        reduces = bool(self.takes or self.voids)
        is_passive = isinstance(self, Ward) and self.passive
        return wrong(
            (
                reduces + self.negates + bool(self.reach) != 1,
                "takes",
                Words(
                    "減らす、無効にする、身代わりになる、のどれか一つです。",
                    "It reduces, or negates, or stands in: one of these.",
                ),
            ),
            (
                (self.cost > 0) == is_passive,
                "cost",
                Words(
                    "コストは1以上、パッシブなら0です。",
                    "It costs 1 or more, a passive one nothing.",
                ),
            ),
            (
                is_passive and not reduces,
                "passive",
                Words("パッシブなのは減らすものだけです。", "Only what reduces is passive."),
            ),
        )

    @property
    def is_for_itself(self) -> bool:
        """Whether it protects its own unit."""
        return not self.reach and not self.of


@dataclass(frozen=True, slots=True)
class Ward(Defence):
    """A defence of own cards that acts by itself, if it is `passive`, or against one attribute or attackers of a gender only (R41)."""

    passive: Annotated[bool, FlagField(Words("パッシブ", "passive"))] = False
    only: Annotated[str, ChoiceField(Words("属性の条件", "against an attribute"), ATTRIBUTES)] = ""
    foe: Annotated[str, ChoiceField(Words("攻撃者の性別", "gender of the attacker"), GENDERS)] = ""


@dataclass(frozen=True, slots=True)
class Active:
    """An active skill."""

    name: Annotated[str, NAME_EN]
    cost: Annotated[int, NumberField(Words("コスト", "cost"), 1, 6)]
    effect: Annotated[Effect, DeedField(Words("効果", "effect"), OF_SKILLS)]
    once: Annotated[bool, FlagField(Words("1ターン1回", "once a turn"))] = False
    ja: Annotated[str, NAME_JA] = ""
    text: Words = NO_TEXT


@dataclass(frozen=True, slots=True)
class Passive:
    """A passive skill or a minus skill. Its effect is a number among the traits of its card."""

    name: Annotated[str, NAME_EN]
    ja: Annotated[str, NAME_JA] = ""
    text: Words = NO_TEXT
    is_minus: bool = False


@dataclass(frozen=True, slots=True)
class Traits:
    """The effects of passive skills, minus skills and attached tools as numbers; 0 for none."""

    refill: int = 0  # ether more from the trash at turn end
    brittle: int = 0  # more gravity damage
    loner: int = 0  # DEF less for own servants in 2R
    thrift: int = 0  # own normal and speed tools cost less
    beacon: int = 0  # ATK more for normal attacks of other own servants in 2R
    jam: int = 0  # ATK less for enemy units in 2R
    heavy: int = 0  # move actions cost more
    moves: int = 0  # most move actions in a turn
    glides: bool = False  # the first move action of a turn costs nothing
    spite: bool = False  # SPITE points of damage to the attacker that destroys it
    coat: int = 0  # DEF more for its bearer
    barrel: bool = False  # the normal attack of its bearer has 3R


NO_TRAITS: Final = Traits()


@dataclass(frozen=True, slots=True)
class OwnTraits(Traits):
    """The further traits of own cards."""

    capacity: int = 0  # ether more, or less, that the own master may have
    press: int = 0  # ether less that the enemy master may have


@dataclass(frozen=True, slots=True)
class Card(CardSpan):
    """A card. `life` is VIT or DUR, `size` the ether of a servant or the capacity of a master.

    `sign` writes it by one character, with which the name of no other card or deck begins; `text` is what ether and tools
    do: skills have their own.
    """

    id: str
    sign: str
    name: Words
    kind: Kind
    life: int = 0
    atk: int = 0
    dfn: int = 0
    size: int = 0
    gender: str = ""
    attacks: Mapping[str, Attack] = field(default_factory=dict)
    defences: Mapping[str, Defence] = field(default_factory=dict)
    actives: Mapping[str, Active] = field(default_factory=dict)
    passive: tuple[Passive, ...] = ()
    traits: Traits = NO_TRAITS
    tool: ToolKind = ""
    cost: int = 0
    effect: Effect = field(default=Stay())
    text: Words = NO_TEXT
    strikes: tuple[tuple[Attack, ...], ...] = field(init=False, compare=False, repr=False)
    """All its attacks, the normal one first: as usual, and with 3R for the normal one."""

    def __post_init__(self) -> None:
        cost = self.size if self.kind == "servant" else 0
        of_normal = (Attack("", cost, self.atk, reach=reach) for reach in (_2R, _3R))
        strikes = tuple((each, *self.attacks.values()) for each in of_normal)
        object.__setattr__(self, "strikes", strikes)

    @property
    def skills(self) -> Iterator["Skill"]:
        """Yield all its skills."""
        of_kinds = (self.attacks, self.defences, self.actives)
        return chain(*(each.values() for each in of_kinds), self.passive)

    @property
    def needs_square(self) -> bool:
        """Whether an empty square in the master's 2R must be there to use it."""
        return self.tool in ("normal", "speed")


@dataclass(frozen=True, slots=True)
class OwnCard(Card):
    """A card made by people. In these zones besides the field (R41), its passive skills work too."""

    zones: tuple[str, ...] = ()
    afar: OwnTraits = field(default=OwnTraits())


_Skill = Attack | Defence | Active
Skill = _Skill | Passive
_Some = TypeVar("_Some", Attack, Defence, Active)


def _named(kind: type[_Some], skills: tuple[_Skill, ...]) -> Mapping[str, _Some]:
    """The skills of this kind by their names."""
    return MappingProxyType({each.name: each for each in skills if isinstance(each, kind)})


def _master(
    id: str,
    sign: str,
    ja: str,
    en: str,
    capacity: int,
    vit: int,
    atk: int,
    dfn: int,
    gender: str,
    *skills: _Skill,
    passive: tuple[Passive, ...] = (),
    traits: Traits = NO_TRAITS,
) -> Card:
    return Card(
        id,
        sign,
        Words(ja, en),
        "master",
        vit,
        atk,
        dfn,
        capacity,
        gender,
        _named(Attack, skills),
        _named(Defence, skills),
        _named(Active, skills),
        passive,
        traits,
    )


def _servant(
    id: str,
    sign: str,
    ja: str,
    en: str,
    size: int,
    dur: int,
    atk: int,
    dfn: int,
    *skills: _Skill,
    passive: tuple[Passive, ...] = (),
    traits: Traits = NO_TRAITS,
) -> Card:
    return Card(
        id,
        sign,
        Words(ja, en),
        "servant",
        dur,
        atk,
        dfn,
        size,
        "",
        _named(Attack, skills),
        _named(Defence, skills),
        _named(Active, skills),
        passive,
        traits,
    )


def _tool(
    id: str,
    sign: str,
    ja: str,
    en: str,
    tool: ToolKind,
    cost: int,
    effect: Effect,
    traits: Traits = NO_TRAITS,
    *,
    text: Words = NO_TEXT,
) -> Card:
    return Card(
        id,
        sign,
        Words(ja, en),
        "tool",
        tool=tool,
        cost=cost,
        effect=effect,
        traits=traits,
        text=text,
    )


_LISTED: Final = (
    Card(ETHER, "気", Words("エーテル", "Ether"), "ether",
        text=Words("1e。コストであり、サーヴァントの命でもあります。1デッキに何枚でも入れられます。", "1e: it pays for everything, and no servant lives without. Any number may be in a deck.")),
    _master(
        "M01", "鼓", "鼓あかね", "Akane Tsuzumi", 6, 60, 20, 10, "f",
        Attack("Drumfire", 2, 30, reach=_3R, ja="ドラムファイア"),
        Defence("Bracing Beat", 1, takes=10, ja="ブレイシングビート", printed=("phys", "*R")),
        Active("Rally", 1, Ready(Aim("s", reach=_3R), count=2), once=True, ja="ラリー"),
    ),
    _master(
        "M02", "武", "武藤玄斎", "Gensai Muto", 7, 60, 10, 10, "m",
        Attack("Well Stream", 2, 30, "light", ja="ウェルストリーム"),
        passive=(
            Passive("Deep Reservoir", "ディープリザーバー", Words("ターン終了時、トラッシュから付けられるエーテルが2枚までになる。", "At turn end up to 2 ether come back from the trash.")),
            Passive("Brittle", "ブリトル", Words("このユニットの受ける重属性のダメージ＋10D。", "Gravity damage to this unit is 10D more."), is_minus=True),),
        traits=Traits(refill=1, brittle=10),
    ),
    _master(
        "M03", "鶴", "イヴェタ・クレイン", "Iveta Crane", 5, 60, 40, 10, "f",
        Attack("Heel Drop", 2, 50, ja="ヒールドロップ"),
        Defence("Parry", 1, takes=20, ja="パリィ", printed=("phys", "1R")),
        passive=(
            Passive("Loner", "ローナー", Words("このユニットの2レンジ内の自分のサーヴァントはDEF−10(0まで)。", "Own servants in 2R of this unit have DEF −10, not below 0."), is_minus=True),),
        traits=Traits(loner=10),
    ),
    _master(
        "M04", "零", "零号機セーブル", "Sable, Unit Zero", 6, 70, 20, 0, "n",
        Defence("Phase", 3, negates=True, ja="フェイズ", printed=("void", "1R")),
        Active("Blink", 2, Blink(Aim(reach=_3R)), once=True, ja="ブリンク"),
        passive=(
            Passive("Tinkerer", "ティンカラー", Words("自分のノーマルツールとスピードツールのコスト−1e(0まで)。", "Own normal and speed tools cost 1e less, not below 0.")),),
        traits=Traits(thrift=1),
    ),
    _servant("S01", "歩", "ポーンレット", "Pawnlet", 1, 40, 20, 0),
    _servant("S02", "犬", "リベットハウンド", "Rivet Hound", 1, 30, 20, 10, Defence("Body Block", 1, reach=_2R, ja="ボディブロック", printed=("phys", "2R"))),
    _servant("S03", "火", "スパークインプ", "Spark Imp", 1, 20, 10, 0, Attack("Arc", 1, 20, "light", _3R, ja="アーク")),
    _servant("S04", "蛾", "ランタンモス", "Lantern Moth", 1, 20, 10, 0, Active("Mend", 1, Mend(Aim("ms", reach=_2R), points=10), ja="メンド")),
    _servant("S05", "蟹", "シールドクラブ", "Shield Crab", 2, 60, 20, 20, Defence("Shell", 1, takes=20, ja="シェル", printed=("phys", "1R"))),
    _servant("S06", "槍", "ランサーフレーム", "Lancer Frame", 2, 50, 40, 10),
    _servant(
        "S07", "砲", "ガンキャリッジ", "Gun Carriage", 2, 40, 20, 10,
        Attack("Shot", 2, 40, reach=_3R, ja="ショット"),
        passive=(Passive("Heavy", "ヘヴィ", Words("移動行動のコスト＋1e。", "Its move action costs 1e more."), is_minus=True),),
        traits=Traits(heavy=1),
    ),
    _servant("S08", "虚", "ヴォイドゼリー", "Void Jelly", 2, 40, 20, 0, Defence("Phase Out", 2, negates=True, ja="フェイズアウト", printed=("void", "1R"))),
    _servant("S09", "土", "グラビティモール", "Gravity Mole", 2, 50, 30, 10, Attack("Pull Down", 2, 30, "grav", ignores=True, ja="プルダウン")),
    _servant(
        "S10", "塔", "シグナルタワー", "Signal Tower", 2, 40, 0, 10, passive=(
            Passive("Beacon", "ビーコン", Words("2レンジ内のほかの自分のサーヴァントは通常攻撃のATK＋10(重複しない)。", "Other own servants in 2R have ATK +10 in normal attacks; it does not add up.")),), traits=Traits(beacon=10)
    ),
    _servant(
        "S11", "巨", "シージゴーレム", "Siege Golem", 3, 80, 60, 20, passive=(
            Passive("Slow Feet", "スローフィート", Words("移動行動は1ターンに1回まで。", "One move action a turn."), is_minus=True),), traits=Traits(moves=1)
    ),
    _servant("S12", "竜", "プリズムドレイク", "Prism Drake", 3, 60, 40, 10, Attack("Breath", 3, 40, "light", _3R, targets=2, ja="ブレス")),
    _servant("S13", "呪", "ヘックスドール", "Hex Doll", 1, 20, 20, 0, passive=(
        Passive("Spite", "スパイト", Words("攻撃で破壊されたとき、攻撃したユニットに虚属性の20D(攻撃ではない)。", "Destroyed by an attack, it does 20D to the attacker: void, and no attack.")),), traits=Traits(spite=True)),
    _servant(
        "S14", "運", "クーリエドローン", "Courier Drone", 1, 20, 10, 0,
        Active("Ferry", 1, Carry(Aim("ms", reach=_3R)), ja="フェリー"),
        passive=(
            Passive("Light Frame", "ライトフレーム", Words("ターン最初の移動行動のコストは0e。", "The first move action of a turn costs nothing.")),),
        traits=Traits(glides=True),
    ),
    _tool("T01", "修", "リペアキット", "Repair Kit", "normal", 2, Mend(Aim("ms", reach=_3R), points=20)),
    _tool("T02", "補", "サプライドロップ", "Supply Drop", "normal", 1, Draw(count=2)),
    _tool("T03", "過", "オーバーロード", "Overload", "normal", 2, Spend(Aim("", "s", _3R))),
    _tool("T04", "呼", "リコールシグナル", "Recall Signal", "normal", 1, Recall(Aim("s"))),
    _tool("T05", "鎧", "プレートコート", "Plated Coat", "custom", 1, Stay(Aim("ms", "ms")), Traits(coat=10),
        text=Words("付いたユニットのDEF＋10。", "Its unit has DEF +10.")),
    _tool("T06", "筒", "ロングバレル", "Long Barrel", "custom", 2, Stay(Aim("ms", "ms")), Traits(barrel=True),
        text=Words("付いたユニットの通常攻撃が3レンジになる。", "Its unit's normal attack has 3R.")),
    _tool("T07", "重", "タールウェイト", "Tar Weight", "custom", 2, Stay(Aim("s", "s")), Traits(heavy=2),
        text=Words("サーヴァントに付ける。移動行動のコスト＋2e。", "On a servant: its move action costs 2e more.")),
    _tool("T08", "煙", "スモークチャージ", "Smoke Charge", "speed", 1, Smoke(Aim("ms"), points=20)),
    _tool("T09", "断", "カットパワー", "Cut Power", "speed", 2, Fail()),
    _tool("T10", "泉", "エーテルウェル", "Ether Well", "field", 2, Stay(), Traits(refill=1),
        text=Words("ターン終了時、トラッシュから付けられるエーテルが1枚増える。", "At turn end one more ether comes back from the trash.")),
    _tool("T11", "妨", "ジャマーマスト", "Jammer Mast", "field", 2, Stay(), Traits(jam=10),
        text=Words("このカードの2レンジ内の相手ユニットはATK−10(攻撃スキルも。0まで)。", "Enemy units in 2R of this card have ATK −10, attack skills too, not below 0.")),
    _master(
        "X01", "千", "ちゆき", "Chiyuki", 6, 50, 30, 10, "f",
        Attack("Attack!", 1, 30, ignores=True, ja="攻撃!"),
        Attack("Oz Attack", 1, 40, via="X02", ja="オズアタック",
            text=Words("自分の「オズ」の2レンジ内の1体に攻撃する。", "One unit in 2R of an own Oz; Oz may be that unit.")),
        Defence("Chiyuki Barrier", 1, takes=10, voids="grav", ja="ちゆきバリアー", printed=("phys", "*R")),
    ),
    _servant(
        "X02", "魔", "オズ", "Oz", 1, 40, 30, 10,
        Attack("Laser Cannon", 2, 20, "light", _3R, ignores=True, ja="レーザーキャノン"),
        Defence("Evasion", 2, negates=True, ja="空間転移・回避", printed=("void", "1R")),
        Active("Attach", 1, Blink(Aim(reach=_2R), "X01"), ja="吸着",
            text=Words("自分の「ちゆき」を、このユニットの2レンジ内の空きマスに移す。", "Own Chiyuki, wherever she is, goes to an empty square in this unit's 2R.")),
        Defence("Partner", 0, of="X01", ja="パートナー・ちゆき",
            text=Words("自分の「ちゆき」が攻撃されたとき、このユニットを破壊して攻撃を無効にできる。", "Own Chiyuki is attacked: this unit may be destroyed to negate it.")),
    ),
)  # fmt: skip
CARDS: Final[Mapping[str, Card]] = MappingProxyType({card.id: card for card in _LISTED})
VERSIONS: Final = by_version(("acts@0.30b-p1",), _LISTED)
"""The versions of the rules, the oldest first, each with its cards."""
FIXTURES: Final = frozenset({"X01", "X02"})
"""The cards of the original, not for every match."""


RANK_AND_FILE: Final[Mapping[str, Any]] = {
    "master": "M01",
    "deck": deck_of({8: "E00", 3: "S01 S02 S06", 2: "S05 S07 S11 S13 T01 T05", 1: "T08"}),
}
FAR_LIGHT: Final[Mapping[str, Any]] = {
    "master": "M02",
    "deck": deck_of({9: "E00", 3: "S03", 2: "S04 S08 S09 S10 S12 S14 T02 T06", 1: "T09 T10"}),
}
DECKS: Final = {
    "Rank": Words("横隊", "Rank and File"),
    "Far": Words("遠い灯", "Far Light"),
    "Heel": Words("一撃離脱", "Heel and Barrel"),
    "Shed": Words("工具箱", "Tool Shed"),
}
"""The names of the sample decks, the starter decks first."""
