"""The 25 cards, as data. `text_ja` and `text_en` say in our own words what the abilities do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from app.engine import CardInfo, Words
from app.engine.versions import CardSpan, by_version
from app.games.laplaplus.abilities import (
    FAMILIES,
    Constraint,
    Family,
    Option,
    Rule,
    Trigger,
)
from app.games.laplaplus.effects import (
    Action,
    Build,
    ChangeDamage,
    DispelOvers,
    DownEnemyCard,
    DownSameCards,
    Event,
    HealToBase,
    HitEnemy,
    HitSelf,
    IgnoreEffect,
    Nullify,
    PreferFamily,
    PreferNumber,
    RaiseInitialHp,
    RaiseSpeed,
    ReflectDamage,
    RemoveEnemyCard,
    RemoveSource,
    RemoveThis,
    SinkEnemyCard,
    Static,
    UpAbove,
)


@dataclass(frozen=True, slots=True, eq=False)
class Card(CardSpan):
    """A kind of card. Only `force`, `number`, `family` and `abilities` matter in a battle."""

    number: int
    id: str
    char: str
    ja: str
    en: str
    family: Family
    force: int
    text_ja: str
    text_en: str
    abilities: tuple[Action | Event | Build | Static, ...] = ()

    actions: tuple[Action, ...] = field(init=False)
    events: tuple[Event, ...] = field(init=False)
    rules: frozenset[Rule] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the abilities by kind, once."""
        kinds = {
            "actions": tuple(a for a in self.abilities if isinstance(a, Action)),
            "events": tuple(a for a in self.abilities if isinstance(a, Event)),
            "rules": frozenset(a.rule for a in self.abilities if isinstance(a, Static)),
        }
        for name, value in kinds.items():
            object.__setattr__(self, name, value)


CARDS = (
    Card(
        number=1,
        id="core",
        char="核",
        ja="コア",
        en="Core",
        family=Family.CORE,
        force=5,
        text_ja="能力は持たない。",
        text_en="Has no ability.",
    ),
    Card(
        number=2,
        id="hard_core",
        char="硬",
        ja="ハードコア",
        en="Hard Core",
        family=Family.CORE,
        force=7,
        text_ja="Action: 自分が1点のダメージを受ける。",
        text_en="Action: deal 1 damage to your own side.",
        abilities=(Action(HitSelf(1)),),
    ),
    Card(
        number=3,
        id="dual_core",
        char="双",
        ja="デュアルコア",
        en="Dual Core",
        family=Family.CORE,
        force=8,
        text_ja="Action: このカード自身が除去される。",
        text_en="Action: this card is removed.",
        abilities=(Action(RemoveThis()),),
    ),
    Card(
        number=4,
        id="heal_core",
        char="癒",
        ja="ヒールコア",
        en="Heal Core",
        family=Family.CORE,
        force=4,
        text_ja="Action[除去]: HPが基礎HPの半分以下のときだけ使える。HPが基礎HPの値まで戻る。",
        text_en="Action (removal), only at half of base HP or less: HP goes back up to base HP.",
        abilities=(Action(HealToBase(), Constraint.HALF_HP, Option.REMOVAL),),
    ),
    Card(
        number=5,
        id="core_engine",
        char="機",
        ja="コアエンジン",
        en="Core Engine",
        family=Family.CORE,
        force=0,
        text_ja="ビルド: 初期HPが、基礎HPの半分だけ増える。",
        text_en="Build: start with half of base HP more.",
        abilities=(Build(RaiseInitialHp()),),
    ),
    Card(
        number=6,
        id="attack",
        char="攻",
        ja="攻撃",
        en="Attack",
        family=Family.DAMAGE,
        force=1,
        text_ja="Action: 敵に2点のダメージ。トップのときは、代わりに4点。",
        text_en="Action: 2 damage to the enemy; 4 instead while this card is on top.",
        abilities=(
            Action(HitEnemy(4), Constraint.TOP),
            Action(HitEnemy(2)),
        ),
    ),
    Card(
        number=7,
        id="flurry",
        char="連",
        ja="連撃",
        en="Flurry",
        family=Family.DAMAGE,
        force=1,
        text_ja="Action: 敵に1点のダメージを続けて2回。トップのときは、代わりに3回。",
        text_en="Action: 1 damage to the enemy, twice; three times instead while this card is on top.",
        abilities=(
            Action(HitEnemy(1, times=3), Constraint.TOP),
            Action(HitEnemy(1, times=2)),
        ),
    ),
    Card(
        number=8,
        id="heavy_blow",
        char="重",
        ja="重撃",
        en="Heavy Blow",
        family=Family.DAMAGE,
        force=0,
        text_ja="常態: アップフェイズではアップしない。Action[迎撃不可]: 敵に3点のダメージ。",
        text_en="Static: stays down in the up phase. Action (no-intercept): 3 damage to the enemy.",
        abilities=(
            Static(Rule.NOT_UPPED),
            Action(HitEnemy(3), option=Option.NO_INTERCEPT),
        ),
    ),
    Card(
        number=9,
        id="overs_dispel",
        char="散",
        ja="オーバーズディスペル",
        en="Overs Dispel",
        family=Family.DAMAGE,
        force=2,
        text_ja="Action: まず後攻、次に先攻について、HPが基礎HPより多ければその側に10点のダメージ。",
        text_en="Action: first the second side, then the first: whoever has more HP than base HP takes 10 damage.",
        abilities=(Action(DispelOvers(10)),),
    ),
    Card(
        number=10,
        id="echo",
        char="響",
        ja="エコー",
        en="Echo",
        family=Family.CARD_CONTROL,
        force=1,
        text_ja="Event(すぐ上のカードがダウンしたとき): そのカードをアップする。",
        text_en="Event, when the card directly above is downed: up that card.",
        abilities=(Event(Trigger.ABOVE_DOWNED, UpAbove()),),
    ),
    Card(
        number=11,
        id="self_deception",
        char="欺",
        ja="自己欺瞞",
        en="Self-Deception",
        family=Family.CARD_CONTROL,
        force=0,
        text_ja="常態: すぐ上のカードは、トップでなくてもトップの能力を使える。",
        text_en="Static: the card directly above may use its Top ability anywhere in the row.",
        abilities=(Static(Rule.ABOVE_IGNORES_TOP),),
    ),
    Card(
        number=12,
        id="trap",
        char="罠",
        ja="罠",
        en="Trap",
        family=Family.CARD_CONTROL,
        force=2,
        text_ja="Event(敵の効果がこのカードをターゲットにしたとき): その効果を受けず、敵に2点のダメージ。",
        text_en="Event, when an enemy effect targets this card: it is spared that effect; 2 damage to the enemy.",
        abilities=(Event(Trigger.THIS_TARGETED, IgnoreEffect(2)),),
    ),
    Card(
        number=13,
        id="feint",
        char="偽",
        ja="フェイント",
        en="Feint",
        family=Family.CARD_DISTURB,
        force=2,
        text_ja="Action: 敵のアップしているカードをリストにし、その一番上をダウンする。",
        text_en="Action: list the enemy's up cards; the highest of them is downed.",
        abilities=(Action(DownEnemyCard()),),
    ),
    Card(
        number=14,
        id="crash",
        char="壊",
        ja="クラッシュ",
        en="Crash",
        family=Family.CARD_DISTURB,
        force=1,
        text_ja="Action[除去]: 敵の全カードをリストにし、その一番上を除去する。",
        text_en="Action (removal): list all enemy cards; the highest of them is removed.",
        abilities=(Action(RemoveEnemyCard(), option=Option.REMOVAL),),
    ),
    Card(
        number=15,
        id="knockback",
        char="突",
        ja="ノックバック",
        en="Knockback",
        family=Family.CARD_DISTURB,
        force=3,
        text_ja="Action: 敵の一番下を除く全カードをリストにし、その一番上をすぐ下のカードと入れ替える。",
        text_en="Action: list all enemy cards but the lowest; the highest changes places with the card below it.",
        abilities=(Action(SinkEnemyCard()),),
    ),
    Card(
        number=16,
        id="offset",
        char="殺",
        ja="相殺",
        en="Offset",
        family=Family.CARD_DISTURB,
        force=3,
        text_ja=(
            "Action[ダウンレス]: 同じカードが双方でアップしているときだけ使える。"
            "まず自分のそのようなカードの一番上を、次に敵のアップしている同じカードの一番上をダウンする。"
        ),
        text_en=(
            "Action (downless), only while some card is up on both sides: "
            "your highest such card is downed, then the enemy's highest up copy of it."
        ),
        abilities=(Action(DownSameCards(), Constraint.SAME_CARD_UP, Option.DOWNLESS),),
    ),
    Card(
        number=17,
        id="corrosion",
        char="腐",
        ja="腐蝕",
        en="Corrosion",
        family=Family.CARD_DISTURB,
        force=1,
        text_ja="Event[除去](敵の能力でダメージを受けるとき): ダメージの発生源のカードが場にあるときだけ使える。そのカードを除去する。",
        text_en=(
            "Event (removal), on damage to you by an enemy ability whose card is in play: that card is removed."
        ),
        abilities=(
            Event(
                Trigger.DAMAGE_TO_SELF, RemoveSource(), Constraint.SOURCE_IN_PLAY, Option.REMOVAL
            ),
        ),
    ),
    Card(
        number=18,
        id="attack_power",
        char="力",
        ja="攻撃力",
        en="Attack Power",
        family=Family.DAMAGE_CONTROL,
        force=0,
        text_ja="Event[ダウンレス](自分の能力で敵にダメージを与えるとき): そのダメージが1点増える。",
        text_en="Event (downless), on damage to the enemy by your own ability: that damage grows by 1.",
        abilities=(Event(Trigger.DAMAGE_TO_ENEMY, ChangeDamage(+1), option=Option.DOWNLESS),),
    ),
    Card(
        number=19,
        id="defence_power",
        char="防",
        ja="防御力",
        en="Defence Power",
        family=Family.DAMAGE_CONTROL,
        force=0,
        text_ja="Event[ダウンレス](敵の能力でダメージを受けるとき): そのダメージが1点減る。",
        text_en="Event (downless), on damage to you by an enemy ability: that damage shrinks by 1.",
        abilities=(Event(Trigger.DAMAGE_TO_SELF, ChangeDamage(-1), option=Option.DOWNLESS),),
    ),
    Card(
        number=20,
        id="shield",
        char="盾",
        ja="シールド",
        en="Shield",
        family=Family.DAMAGE_CONTROL,
        force=1,
        text_ja="Event(敵の能力でダメージを受けるとき): そのダメージが3点減る。",
        text_en="Event, on damage to you by an enemy ability: that damage shrinks by 3.",
        abilities=(Event(Trigger.DAMAGE_TO_SELF, ChangeDamage(-3)),),
    ),
    Card(
        number=21,
        id="reflection",
        char="反",
        ja="リフレクション",
        en="Reflection",
        family=Family.DAMAGE_CONTROL,
        force=0,
        text_ja=(
            "常態: アップフェイズではアップしない。"
            "Event(敵の能力で2点以上のダメージを受けるとき): それを打ち消し、同じ点数のダメージを敵に返す。"
        ),
        text_en=(
            "Static: stays down in the up phase. "
            "Event, on 2 or more damage to you by an enemy ability: cancel it and deal as much to the enemy."
        ),
        abilities=(
            Static(Rule.NOT_UPPED),
            Event(Trigger.DAMAGE_TO_SELF, ReflectDamage(), at_least=2),
        ),
    ),
    Card(
        number=22,
        id="category_brain",
        char="類",
        ja="分類ブレイン",
        en="Category Brain",
        family=Family.BRAIN,
        force=4,
        text_ja=(
            "Event[ダウンレス](自分の能力がリストを作ったとき): "
            "すぐ上のカードと同じ系統のカードがリストにあれば、ほかの系統はリストから外れる。"
        ),
        text_en=(
            "Event (downless), when your own ability makes a list: if cards of the family of the card "
            "directly above are on it, all others leave it."
        ),
        abilities=(Event(Trigger.OWN_LIST, PreferFamily(), option=Option.DOWNLESS),),
    ),
    Card(
        number=23,
        id="specific_brain",
        char="限",
        ja="限定ブレイン",
        en="Specific Brain",
        family=Family.BRAIN,
        force=4,
        text_ja=(
            "Event[ダウンレス](自分の能力がリストを作ったとき): "
            "すぐ上のカードと同じカードがリストにあれば、ほかのカードはリストから外れる。"
        ),
        text_en=(
            "Event (downless), when your own ability makes a list: if copies of the card "
            "directly above are on it, all others leave it."
        ),
        abilities=(Event(Trigger.OWN_LIST, PreferNumber(), option=Option.DOWNLESS),),
    ),
    Card(
        number=24,
        id="quick",
        char="速",
        ja="クイック",
        en="Quick",
        family=Family.OTHER,
        force=0,
        text_ja="Event(先攻後攻決定フェイズ): このフェイズのあいだ、素早さが15点増える。",
        text_en="Event, in the order phase: 15 more speed until the phase ends.",
        abilities=(Event(Trigger.ORDER_PHASE, RaiseSpeed(15)),),
    ),
    Card(
        number=25,
        id="dazzle",
        char="眩",
        ja="目くらまし",
        en="Dazzle",
        family=Family.OTHER,
        force=0,
        text_ja="Event(自分のカードの能力に応じて敵のEventが発動したとき): そのEventの効果を打ち消す。",
        text_en="Event, when an enemy Event fires in answer to an ability of your cards: that Event has no effect.",
        abilities=(Event(Trigger.ENEMY_EVENT, Nullify()),),
    ),
)

VERSIONS: Final = by_version(("laplaplus@1",), CARDS)
"""The versions of the rules, the oldest first, each with its cards."""
FORCE: Final = Words("フォース", "Force")


class CardPool:
    """The cards of a version of the rules, and the limits of copies for some of them."""

    def __init__(
        self, version: str, cards: Sequence[Card], limits: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        self.version = version
        self.cards = tuple(cards)
        self.limits = limits
        self.by_id: Mapping[str, Card] = MappingProxyType({card.id: card for card in cards})
        self.shown = tuple(map(_shown, cards))


def _shown(card: Card) -> CardInfo:
    """The card as pages, letters and the command line show it."""
    return CardInfo(
        number=card.number,
        id=card.id,
        char=card.char,
        name=Words(card.ja, card.en),
        family=FAMILIES[card.family],
        figures=((FORCE, str(card.force)),),
        text=Words(card.text_ja, card.text_en),
    )


POOLS: Final = tuple(CardPool(version, (*cards.values(),)) for version, cards in VERSIONS.items())
STANDARD: Final = POOLS[-1]
"""The cards of the rule book, in the newest version."""
BY_ID: Final = STANDARD.by_id
CARD_LIST: Final = STANDARD.shown
