"""The table of all words of a card: where each is allowed, its numbers, and its sentence.

A combination not allowed here could repeat for ever, or would mean nothing. So the bound of the rules (§6) holds for
every card: a free effect starts no new window except by damage, which is counted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.engine import Words
from app.engine.workshop import schema
from app.games.laplaplus import effects
from app.games.laplaplus.abilities import Constraint, Option, Trigger
from app.games.laplaplus.effects import Answer, Verb

FORCES: Final = range(100)
MOST_COPIES: Final = 8
MOST_ABILITIES: Final = 6
MOST_CARDS: Final = 70
"""The limit keeps numbers of cards at two digits."""

DAMAGE: Final = (Trigger.DAMAGE_TO_ENEMY, Trigger.DAMAGE_TO_SELF)
ACTIONS: Final = "action"
AT_START: Final = "build"


@dataclass(frozen=True, slots=True)
class Term:
    """A verb: where it is allowed, its options, and its words.

    `places`: `action`, `build`, or the triggers of Events. `constraint` and `option` are required with it, if set.
    """

    verb: type[Verb | Answer[Any]]
    places: tuple[str, ...]
    tell: Callable[[Any], Words]
    options: tuple[Option, ...] = ()
    constraint: Constraint | None = None
    option: Option | None = None
    """The option required with it, if any."""

    @property
    def name(self) -> str:
        """Its word in a file."""
        return schema.name_of(self.verb)

    @property
    def numbers(self) -> Mapping[str, range]:
        """The numbers that it takes, and their bounds."""
        asked = {key: each.ask for key, each in schema.asked(self.verb).items()}
        return {
            key: ask.within for key, ask in asked.items() if isinstance(ask, schema.NumberField)
        }

    def sample(self) -> Verb | Answer[Any]:
        """The verb with small numbers."""
        return self.verb(**{name: max(2, values[0]) for name, values in self.numbers.items()})


def _hits(verb: effects.HitEnemy) -> Words:
    often = times(verb.times)
    return Words(
        f"敵に{verb.points}点のダメージ{often.ja and f'を続けて{often.ja}'}。",
        f"{verb.points} damage to the enemy{often.en and f', {often.en}'}.",
    )


def times(count: int) -> Words:
    """Return how often, in words; empty for once."""
    if count == 1:
        return Words("", "")
    return Words(f"{count}回", "twice" if count == 2 else f"{_COUNTS.get(count, count)} times")


_COUNTS: Final = {3: "three", 4: "four"}


def _changes(verb: effects.ChangeDamage) -> Words:
    points = abs(verb.points)
    if verb.points > 0:
        return Words(f"そのダメージが{points}点増える。", f"that damage grows by {points}.")
    return Words(f"そのダメージが{points}点減る。", f"that damage shrinks by {points}.")


def _said(ja: str, en: str) -> Callable[[Any], Words]:
    """A sentence in which `{points}` is the verb's number."""

    def tell(verb: Any) -> Words:
        points = getattr(verb, "points", 0)
        return Words(ja.format(points=points), en.format(points=points))

    return tell


TERMS: Final = (
    Term(
        effects.HitEnemy,
        (ACTIONS,),
        _hits,
        (Option.NO_INTERCEPT, Option.REMOVAL),
    ),
    Term(
        effects.HitSelf,
        (ACTIONS,),
        _said("自分が{points}点のダメージを受ける。", "deal {points} damage to your own side."),
        (Option.REMOVAL,),
    ),
    Term(
        effects.DispelOvers,
        (ACTIONS,),
        _said(
            "まず後攻、次に先攻について、HPが基礎HPより多ければその側に{points}点のダメージ。",
            "first the second side, then the first: whoever has more HP than base HP takes {points} damage.",
        ),
        (Option.NO_INTERCEPT, Option.REMOVAL),
    ),
    Term(
        effects.HealToBase,
        (ACTIONS,),
        _said("HPが基礎HPの値まで戻る。", "HP goes back up to base HP."),
        options=(Option.REMOVAL,),
    ),
    Term(
        effects.RemoveThis,
        (ACTIONS,),
        _said("このカード自身が除去される。", "this card is removed."),
    ),
    Term(
        effects.DownEnemyCard,
        (ACTIONS,),
        _said(
            "敵のアップしているカードをリストにし、その一番上をダウンする。",
            "list the enemy's up cards; the highest of them is downed.",
        ),
        options=(Option.REMOVAL,),
    ),
    Term(
        effects.RemoveEnemyCard,
        (ACTIONS,),
        _said(
            "敵の全カードをリストにし、その一番上を除去する。",
            "list all enemy cards; the highest of them is removed.",
        ),
        options=(Option.REMOVAL,),
    ),
    Term(
        effects.SinkEnemyCard,
        (ACTIONS,),
        _said(
            "敵の一番下を除く全カードをリストにし、その一番上をすぐ下のカードと入れ替える。",
            "list all enemy cards but the lowest; the highest changes places with the card below it.",
        ),
        options=(Option.REMOVAL,),
    ),
    Term(
        effects.DownSameCards,
        (ACTIONS,),
        _said(
            "まず自分のそのようなカードの一番上を、次に敵のアップしている同じカードの一番上をダウンする。",
            "your highest such card is downed, then the enemy's highest up copy of it.",
        ),
        options=(Option.DOWNLESS,),
        constraint=Constraint.SAME_CARD_UP,
        option=Option.DOWNLESS,
    ),
    Term(
        effects.RaiseInitialHp,
        (AT_START,),
        _said("初期HPが、基礎HPの半分だけ増える。", "start with half of base HP more."),
    ),
    Term(
        effects.ChangeDamage,
        DAMAGE,
        _changes,
        (Option.REMOVAL, Option.DOWNLESS),
    ),
    Term(
        effects.ReflectDamage,
        (Trigger.DAMAGE_TO_SELF,),
        _said(
            "それを打ち消し、同じ点数のダメージを敵に返す。",
            "cancel it and deal as much to the enemy.",
        ),
        options=(Option.REMOVAL,),
    ),
    Term(
        effects.RemoveSource,
        (Trigger.DAMAGE_TO_SELF,),
        _said("そのカードを除去する。", "that card is removed."),
        options=(Option.REMOVAL,),
        constraint=Constraint.SOURCE_IN_PLAY,
    ),
    Term(
        effects.UpAbove,
        (Trigger.ABOVE_DOWNED,),
        _said("そのカードをアップする。", "up that card."),
    ),
    Term(
        effects.IgnoreEffect,
        (Trigger.THIS_TARGETED,),
        _said(
            "その効果を受けず、敵に{points}点のダメージ。",
            "it is spared that effect; {points} damage to the enemy.",
        ),
    ),
    Term(
        effects.PreferFamily,
        (Trigger.OWN_LIST,),
        _said(
            "すぐ上のカードと同じ系統のカードがリストにあれば、ほかの系統はリストから外れる。",
            "if cards of the family of the card directly above are on it, all others leave it.",
        ),
        options=(Option.DOWNLESS,),
    ),
    Term(
        effects.PreferNumber,
        (Trigger.OWN_LIST,),
        _said(
            "すぐ上のカードと同じカードがリストにあれば、ほかのカードはリストから外れる。",
            "if copies of the card directly above are on it, all others leave it.",
        ),
        options=(Option.DOWNLESS,),
    ),
    Term(
        effects.RaiseSpeed,
        (Trigger.ORDER_PHASE,),
        _said(
            "このフェイズのあいだ、素早さが{points}点増える。",
            "{points} more speed until the phase ends.",
        ),
        (Option.DOWNLESS,),
    ),
    Term(
        effects.Nullify,
        (Trigger.ENEMY_EVENT,),
        _said("そのEventの効果を打ち消す。", "that Event has no effect."),
        options=(Option.REMOVAL,),
    ),
)
"""All verbs."""

BY_NAME: Final = {term.name: term for term in TERMS}
BY_VERB: Final = {term.verb: term for term in TERMS}
