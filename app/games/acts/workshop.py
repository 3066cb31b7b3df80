"""Cards of ACT:S made by people: the fields of a master, a servant or a tool, and the card made from them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from app.engine.words import Words
from app.engine.workshop.file import File, Part
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    DeedField,
    NumberField,
    SeveralField,
    TablesField,
    TextField,
    all_of,
)
from app.games.acts.cards import (
    ATK,
    CARDS,
    COST,
    DECKS,
    GENDERS,
    NAME_EN,
    NAME_JA,
    NO_TRAITS,
    Active,
    AreaAttack,
    Attack,
    Defence,
    Kind,
    OwnCard,
    OwnTraits,
    Passive,
    Skill,
    ToolKind,
    Ward,
    wrong,
)
from app.games.acts.effects import OF_TOOLS, Aim, Effect, Fail, Smoke, Stay
from app.text.characters import normal

MOST_CARDS: Final = 50
_ID: Final = re.compile("[MST][0-9]{2}")
_EN: Final = re.compile(r"[A-Za-z][A-Za-z0-9'!-]*(?: [A-Za-z0-9'!-]+)*")
_JA: Final = re.compile(r"[^\W\d_][\w・！!？?]*")
_OF_ORDERS: Final = frozenset(
    [
        "after",
        "and",
        "any",
        "at",
        "by",
        "else",
        "exists",
        "first",
        "from",
        "hand",
        "if",
        "in",
        "is",
        "master",
        "no",
        "not",
        "of",
        "on",
        "pass",
        "range",
        "react",
        "repeat",
        "second",
        "then",
        "to",
        "turn",
        "unless",
        "with",
    ]
)
"""Words of orders are no words of a skill."""
_TIMES: Final = NumberField(Words("強さ", "strength"), 1, 3)
_GENDER: Final = ChoiceField(Words("性別", "gender"), GENDERS)
ZONES: Final = {
    "field": Words("フィールド", "the field"),
    "hand": Words("手札", "the hand"),
    "deck": Words("山札", "the deck"),
    "trash": Words("トラッシュ", "the trash"),
}


class Trait(NamedTuple):
    """The effect of a passive skill or a lasting tool: a field of `Traits`, its step, and the cards that may have it."""

    key: str
    amount: int
    of: str
    label: Words
    is_minus: bool = False
    afar: tuple[str, ...] = ()
    """The zones besides the field in which it may work. In hidden zones, its effect must show at the own seat only."""


TRAITS: Final[Mapping[str, Trait]] = {
    "refill": Trait("refill", 1, "msf", Words("ターン終了時、トラッシュから付けられるエーテルが{n}枚増える。", "At turn end {n} more ether come back from the trash."), afar=("hand", "deck", "trash")),
    "thrift": Trait("thrift", 1, "mst", Words("自分のノーマルツールとスピードツールのコスト−{n}e(0まで)。", "Own normal and speed tools cost {n}e less, not below 0."), afar=("hand", "deck", "trash")),
    "capacity": Trait("capacity", 1, "msfc", Words("自分のマスターのエーテル所持量＋{n}。", "The own master's capacity is {n} more.")),
    "burden": Trait("capacity", -1, "msfc", Words("自分のマスターのエーテル所持量−{n}。", "The own master's capacity is {n} less."), is_minus=True),
    "press": Trait("press", 1, "msfc", Words("相手マスターのエーテル所持量−{n}。", "The enemy master's capacity is {n} less.")),
    "brittle": Trait("brittle", 10, "ms", Words("このユニットの受ける重属性のダメージ＋{n}D。", "Gravity damage to this unit is {n}D more."), is_minus=True),
    "loner": Trait("loner", 10, "ms", Words("このユニットの2レンジ内の自分のサーヴァントはDEF−{n}(0まで)。", "Own servants in 2R of this unit have DEF −{n}, not below 0."), is_minus=True),
    "beacon": Trait("beacon", 10, "msf", Words("2レンジ内のほかの自分のサーヴァントは通常攻撃のATK＋{n}(重複しない)。", "Other own servants in 2R have ATK +{n} in normal attacks; it does not add up.")),
    "jam": Trait("jam", 10, "msf", Words("このカードの2レンジ内の相手ユニットはATK−{n}(攻撃スキルも。0まで)。", "Enemy units in 2R of this card have ATK −{n}, attack skills too, not below 0.")),
    "heavy": Trait("heavy", 1, "sc", Words("移動行動のコスト＋{n}e。", "Its move action costs {n}e more."), is_minus=True),
    "slow": Trait("moves", 1, "s", Words("移動行動は1ターンに{n}回まで。", "At most {n} move actions a turn."), is_minus=True),
    "glide": Trait("glides", True, "s", Words("ターン最初の移動行動のコストは0e。", "The first move action of a turn costs nothing.")),
    "spite": Trait("spite", True, "s", Words("攻撃で破壊されたとき、攻撃したユニットに虚属性の20D(攻撃ではない)。", "Destroyed by an attack, it does 20D to the attacker: void, and no attack.")),
    "coat": Trait("coat", 10, "c", Words("付いたユニットのDEF＋{n}。", "Its unit has DEF +{n}.")),
    "barrel": Trait("barrel", True, "c", Words("付いたユニットの通常攻撃が3レンジになる。", "Its unit's normal attack has 3R.")),
}  # fmt: skip
_WORKS: Final = ChoiceField(
    Words("働き", "what it does"),
    {word: each.label.filled(n=abs(each.amount)) for word, each in TRAITS.items()},
)


@dataclass(frozen=True, slots=True)
class Trick(Passive):
    """A passive or a minus skill of own cards."""

    trait: Annotated[str, _WORKS] = "refill"
    times: Annotated[int, _TIMES] = 1

    def faults(self) -> Iterator[CardFault]:
        """Yield a fault if a trait that is only on or off has a strength."""
        is_strong = self.times > 1 and TRAITS[self.trait].amount is True
        return wrong((is_strong, "times", Words("これに強さはありません。", "It has no strength.")))

    @property
    def does(self) -> Words:
        """Return its effect in a sentence."""
        return TRAITS[self.trait].label.filled(n=self.times * abs(TRAITS[self.trait].amount))


def _traits(tricks: Sequence[Trick]) -> OwnTraits:
    """Return the sum of these traits."""
    sums: dict[str, Any] = {}
    for each in tricks:
        trait = TRAITS[each.trait]
        amount = sums.get(trait.key, 0) + each.times * trait.amount
        sums[trait.key] = trait.amount is True or amount
    return OwnTraits(**sums)


_ZONES: Final = SeveralField(
    Words("パッシブが働く場所", "zones of passive skills"),
    ChoiceField(Words("場所", "zone"), ZONES),
    0,
    4,
)
SKILLS: Final = (Attack, AreaAttack, Defence, Ward, Active, Trick)
_SKILLS: Final = TablesField(Words("スキル", "skills"), SKILLS, 0, 4, by="kind")


def _printed(skill: Skill) -> Skill:
    """Return the skill as printed on a card, with everything that follows from its figures."""
    match skill:
        case Active():
            return replace(skill, effect=skill.effect.aimed())
        case Defence():
            return replace(skill, printed=("phys", f"{skill.reach + 1}R"))
        case Trick():
            return replace(skill, is_minus=TRAITS[skill.trait].is_minus)
    return skill


@dataclass(frozen=True, slots=True, kw_only=True)
class _Own:
    """The fields of all cards. `zones`: where the passive skills of the card work."""

    letter: ClassVar[str] = "t"
    """The first letter of its id, and its kind for traits."""
    id: Annotated[str, TextField(Words("番号", "id"), 3)]
    ja: Annotated[str, NAME_JA]
    en: Annotated[str, NAME_EN]
    zones: Annotated[tuple[str, ...], _ZONES] = ("field",)

    @property
    def tricks(self) -> list[Trick]:
        """Return its passive skills."""
        return []

    def faults(self) -> Iterator[CardFault]:
        """Yield fields that contradict each other."""
        letter = (self.letter if self.letter in "ms" else "t").upper()
        is_id = _ID.fullmatch(self.id) and self.id[0] == letter
        return wrong(
            (
                not is_id,
                "id",
                Words(f"{letter}51のように書いてください。", f"Write it like {letter}51."),
            ),
            *(
                (
                    not self._may_have(TRAITS[each.trait]),
                    "zones",
                    Words(
                        f"「{each.trait}」はこのカード、この場所では働きません。",
                        f"“{each.trait}” does not work on this card, in these zones.",
                    ),
                )
                for each in self.tricks
            ),
        )

    def _may_have(self, trait: Trait) -> bool:
        return self.letter in trait.of and set() < {*self.zones} <= {"field", *trait.afar}

    def _card(self, kind: Kind, skills: Sequence[Skill] = (), **more: Any) -> OwnCard:
        traits = _traits(self.tricks)
        skills = [_printed(each) for each in skills]
        return OwnCard(
            self.id,
            "",
            Words(self.ja, self.en),
            kind,
            attacks=MappingProxyType(
                {each.name: each for each in skills if isinstance(each, Attack)}
            ),
            defences=MappingProxyType(
                {each.name: each for each in skills if isinstance(each, Defence)}
            ),
            actives=MappingProxyType(
                {each.name: each for each in skills if isinstance(each, Active)}
            ),
            passive=tuple(each for each in skills if isinstance(each, Trick)),
            traits=traits if "field" in self.zones and self.tricks else NO_TRAITS,
            zones=self.zones,
            afar=traits,
            **more,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit(_Own):
    """The fields of masters and servants."""

    atk: Annotated[int, ATK]
    dfn: Annotated[int, NumberField(Words("DEF", "DEF"), 0, 30, 10)]
    skills: Annotated[tuple[Skill, ...], _SKILLS] = ()

    @property
    def tricks(self) -> list[Trick]:
        return [each for each in self.skills if isinstance(each, Trick)]

    def _unit(self, kind: Kind, life: int, size: int, gender: str) -> OwnCard:
        figures = {"life": life, "atk": self.atk, "dfn": self.dfn, "size": size}
        return self._card(kind, self.skills, gender=gender, **figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Master(_Unit):
    """A master."""

    called: ClassVar[Words] = Words("マスター", "master")
    letter: ClassVar[str] = "m"
    vit: Annotated[int, NumberField(Words("VIT", "VIT"), 30, 100, 10)]
    capacity: Annotated[int, NumberField(Words("エーテル所持量", "capacity"), 3, 9)]
    gender: Annotated[str, _GENDER]

    def card(self) -> OwnCard:
        """The card."""
        return self._unit("master", self.vit, self.capacity, self.gender)


@dataclass(frozen=True, slots=True, kw_only=True)
class Servant(_Unit):
    """A servant."""

    called: ClassVar[Words] = Words("サーヴァント", "servant")
    letter: ClassVar[str] = "s"
    dur: Annotated[int, NumberField(Words("DUR", "DUR"), 10, 120, 10)]
    size: Annotated[int, NumberField(Words("サイズ", "size"), 1, 4)]
    gender: Annotated[str, _GENDER] = ""

    def card(self) -> OwnCard:
        """The card."""
        return self._unit("servant", self.dur, self.size, self.gender)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalTool(_Own):
    """A tool of an own action."""

    called: ClassVar[Words] = Words("ノーマルツール", "normal tool")
    tool: ClassVar[ToolKind] = "normal"
    cost: Annotated[int, COST]
    effect: Annotated[Effect, DeedField(Words("効果", "effect"), OF_TOOLS)]

    def card(self) -> OwnCard:
        """The card."""
        return self._card("tool", tool=self.tool, cost=self.cost, effect=self.effect.aimed())


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedTool(NormalTool):
    """A tool that may answer, too, or does nothing else."""

    called: ClassVar[Words] = Words("スピードツール", "speed tool")
    tool: ClassVar[ToolKind] = "speed"
    effect: Annotated[Effect, DeedField(Words("効果", "effect"), (*OF_TOOLS, Smoke, Fail))]


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTool(_Own):
    """A tool on a unit."""

    called: ClassVar[Words] = Words("カスタムツール", "custom tool")
    letter: ClassVar[str] = "c"
    tool: ClassVar[ToolKind] = "custom"
    cost: Annotated[int, COST]
    trait: Annotated[str, _WORKS]
    times: Annotated[int, _TIMES] = 1

    @property
    def tricks(self) -> list[Trick]:
        return [Trick(self.en, trait=self.trait, times=self.times)]

    def card(self) -> OwnCard:
        """The card."""
        letters = "" if self.tool == "field" else "s" if self.trait == "heavy" else "ms"
        of, text = Stay(Aim(letters, letters)), self.tricks[0].does
        return self._card("tool", tool=self.tool, cost=self.cost, effect=of, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldTool(CustomTool):
    """A tool on a square."""

    called: ClassVar[Words] = Words("フィールドツール", "field tool")
    letter: ClassVar[str] = "f"
    tool: ClassVar[ToolKind] = "field"


KINDS: Final = (Master, Servant, NormalTool, SpeedTool, CustomTool, FieldTool)
"""The kinds of card that can be made."""


@dataclass(frozen=True, slots=True)
class MadeCard:
    """A card that people made, of one of the kinds."""

    what: Annotated[
        Any, DeedField(Words("カードの種類|種類", "kind of card|kind"), KINDS, by="kind")
    ]


# --- reading --------------------------------------------------------------------------------------------


def cards_of(own: Sequence[Any]) -> list[OwnCard]:
    """The cards of plain data, a record each. Raises `CardsUnreadable` with every mistake and its place."""
    return read_cards(File.of({"card": [*own]}))


def read_cards(whole: Part) -> list[OwnCard]:
    """The cards of a file, or of plain data. Raises `CardsUnreadable` with every mistake and its place."""
    taken = _Names()
    found = [(part, made.what) for part, made in all_of(whole.parts("card", MOST_CARDS), MadeCard)]
    for part, each in found:
        taken.check(part, each)
    if not found and not whole.file.problems:
        whole.file.refuse((), "house-empty", (), ())
    whole.finish()
    whole.file.finish()
    return [each.card() for _, each in found]


_OTHERS: Final = Words(
    "「{what}」は別のスキルの名前です。", "“{what}” is the name of another skill."
)


class _Names:
    """The ids and names in use; for skills, with their names in the other language."""

    def __init__(self) -> None:
        words = [*DECKS.values(), *((card.id, *card.name) for card in CARDS.values())]
        self.cards = {normal(word) for each in words for word in each}
        self.skills = {
            normal(way): (skill.name, skill.ja)
            for card in CARDS.values()
            for skill in card.skills
            for way in (skill.name, skill.ja)
        }

    def check(self, part: Part, card: Any) -> None:
        """Report ids and names already in use, and note the others."""
        for key in ("id", "ja", "en"):
            word = getattr(card, key)
            if normal(word) in self.cards:
                part.say(key, Words(f"「{word}」はもう使われています。", f"“{word}” is taken."))
            self.cards.add(normal(word))
        self._spell(part, card.ja, card.en, ())
        skills = getattr(card, "skills", ())
        if len({normal(each.name) for each in skills}) < len(skills):
            part.say(
                "skills", Words("同じ名前のスキルがあります。", "Two of its skills have one name.")
            )
        for each in skills:
            names = each.name, each.ja
            self._spell(part, each.ja, each.name, _OF_ORDERS)
            for way in names:
                if self.skills.setdefault(normal(way), names) != names:
                    part.say("skills", _OTHERS.filled(what=way))

    def _spell(self, part: Part, ja: str, en: str, taken: Iterable[str]) -> None:
        if not _EN.fullmatch(en) or {*normal(en).split()}.intersection(taken):
            part.say(
                "en",
                Words(
                    f"「{en}」は英字の語だけで書いてください。",
                    f"“{en}”: write words of letters, none that orders use.",
                ),
            )
        if not _JA.fullmatch(ja):
            part.say(
                "ja",
                Words(
                    f"「{ja}」は空白や記号のない語にしてください。",
                    f"“{ja}”: write one word of letters, without blanks.",
                ),
            )


def whole(data: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the card with an id, which begins with the letter of its kind."""
    letter = {"master": "M", "servant": "S"}.get(str(data.get("kind")), "T")
    return {**data, "id": f"{letter}{50 + number % 50}"}
