"""What may be ordered: one action with plays, stances and discards, judged by the view alone."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from app.engine.matches.game import Action, View
from app.engine.words import Words
from app.games.ocg.autopilot import decide, stanced
from app.games.ocg.cards import CARDS, Card
from app.games.ocg.effects import Banish
from app.games.ocg.names import CHARACTERS, COLOURS, card_name
from app.games.ocg.view import Fighter, fighters, names_taken, newcomer, seats

KIND: Final = "ocg.orders"
MOST_PLAYS: Final = 3
"""Plays of a turn besides summons."""
MOST_CANDIDATES: Final = 3
MOST_ITEMS: Final = 2

_KEYS: Final = {"a", "plays", "attack", "guard", "discard"}
_SHAPES: Final[Mapping[str, frozenset[str]]] = {
    "summon": frozenset({"p", "card"}),
    "area": frozenset({"p", "card"}),
    "class": frozenset({"p", "card", "on"}),
    "set": frozenset({"p", "card", "on"}),
    "command": frozenset({"p", "card", "by", "targets"}),
}

_VERBS: Final[Mapping[str, str]] = {"area": "エリア", "set": "セット", "command": "コマンド"}
_SHAPE: Final = Words("この形の指示はありません。", "Orders do not have this shape.")


def empty() -> dict[str, Any]:
    """The orders that do nothing."""
    return {"a": "orders", "plays": [], "attack": [], "guard": [], "discard": []}


class Orders:
    """The orders that are legal at a decision. There are too many to list: iterating gives a sample."""

    complete = False

    def __init__(self, see: Callable[[], View]) -> None:
        self._see = see

    @cached_property
    def view(self) -> View:
        """What the player sees; made when first asked for, which the autopilot does not."""
        return self._see()

    @cached_property
    def judge(self) -> "Judge":
        """Judges by what the player sees."""
        return Judge(self.view)

    def __iter__(self) -> Iterator[Action]:
        seen = []
        for action in self._sample():
            if action not in seen:
                seen.append(action)
                yield action

    def __contains__(self, action: object) -> bool:
        return self.explain(action) is None

    def explain(self, action: object) -> Words | None:
        """Why it is not legal; None if it is."""
        try:
            orders = _shaped(action)
        except _Refused as refused:
            return refused.words
        return self.judge.objection(orders)

    def _sample(self) -> Iterator[Action]:
        yield empty()
        yield decide(self.view)
        for play in single_plays(self.view):
            if self.explain(empty() | {"plays": [play]}) is None:
                yield stanced([play], self.view)


def single_plays(view: View) -> Iterator[dict[str, Any]]:
    """Plays of every card in the hand on what stands on the field, most of them not legal."""
    mine, theirs = (view[seat] for seat in seats(view))
    slots = sorted(map(int, mine["field"]))
    foes = sorted(map(int, theirs["field"]))
    for id in sorted({*view["my"]["hand"]}):
        match CARDS[id].kind:
            case "char" if CARDS[id].level == 0:
                yield {"p": "summon", "card": id}
            case "char":
                yield from ({"p": "class", "card": id, "on": on} for on in slots)
            case "item":
                yield from ({"p": "set", "card": id, "on": on} for on in slots)
            case "area":
                yield {"p": "area", "card": id}
            case _:
                aims: dict[str, list[list[int | str]]] = {
                    "": [[]],
                    "own": [[slot] for slot in slots],
                    "enemy": [[f"e{slot}"] for slot in foes],
                    "item": [
                        [f"e{slot}.{item}"]
                        for slot in foes
                        for item in sorted({*theirs["field"][str(slot)]["items"]})
                    ],
                    "discard": [[card] for card in sorted({*mine["discard"]})],
                }
                verb = CARDS[id].verb
                for by in slots:
                    for targets in aims[verb.aim]:
                        yield {"p": "command", "card": id, "by": by, "targets": targets}


# --- legality -------------------------------------------------------------------------------------------


class _Refused(Exception):
    """An order is not legal; why."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.words = words


@lru_cache(maxsize=1 << 10)
def _about(id: str, ja: str, en: str) -> Words:
    """A sentence about a card, which stands in it by its id and its name."""
    return Words(
        ja.replace("{card}", f"{id} {card_name(id, 'ja')}"),
        en.replace("{card}", f"{id} {card_name(id, 'en')}"),
    )


def refusal(action: object, view: View) -> Words | None:
    """Why these orders are not legal; None if they are. Anything whatever may be asked about."""
    return Orders(lambda: view).explain(action)


def _shaped(action: object) -> dict[str, Any]:
    """The orders, if they have exactly their shape."""
    if type(action) is not dict or action.keys() != _KEYS or action["a"] != "orders":
        raise _Refused(_SHAPE)
    if any(type(action[key]) is not list for key in _KEYS - {"a"}):
        raise _Refused(_SHAPE)
    for play in action["plays"]:
        if type(play) is not dict or type(play.get("p")) is not str:
            raise _Refused(_SHAPE)
        if play.keys() != _SHAPES.get(play["p"]) or not _is_card(play["card"]):
            raise _Refused(_SHAPE)
        targets = play.get("targets", [])
        named = [play[key] for key in ("on", "by") if key in play]
        if type(targets) is not list or not all(map(_is_name, [*named, *targets])):
            raise _Refused(_SHAPE)
    if not all(map(_is_name, [*action["attack"], *action["guard"]])):
        raise _Refused(_SHAPE)
    if not all(map(_is_card, action["discard"])):
        raise _Refused(_SHAPE)
    return action


def _is_card(value: object) -> bool:
    return type(value) is str and value in CARDS


def _is_name(value: object) -> bool:
    """Whether it may name a slot, a newcomer, an item or a card."""
    return type(value) is int or type(value) is str


class Judge:
    """Judges orders by one view: whatever many of them have in common is looked up once."""

    def __init__(self, view: View) -> None:
        mine, theirs = seats(view)
        self._hand: list[str] = view["my"]["hand"]
        self._area: str = view["battlefield"]
        self._candidates = len(view[mine]["candidates"])
        self._discard: list[str] = view[mine]["discard"]
        self._taken = names_taken(view)
        self._own: dict[int | str, Fighter] = dict(fighters(view, mine).items())
        self._foes = {f"e{slot}": each for slot, each in fighters(view, theirs).items()}

    def objection(self, orders: Mapping[str, Any]) -> Words | None:
        """Why these orders, which have their shape, are not legal; None if they are."""
        try:
            self._judge(orders)
        except _Refused as refused:
            return refused.words
        return None

    def _judge(self, orders: Mapping[str, Any]) -> None:
        """Raises `_Refused` with the first reason why they are not legal."""
        by_kind: dict[str, list[dict[str, Any]]] = {kind: [] for kind in _SHAPES}
        for play in orders["plays"]:
            by_kind[play["p"]].append(play)
        if len(orders["plays"]) - len(by_kind["summon"]) > MOST_PLAYS:
            raise _Refused(
                Words(
                    f"召喚のほかに出せるのは1ターンに{MOST_PLAYS}枚までです。",
                    f"Besides summons no more than {MOST_PLAYS} plays are possible in a turn.",
                )
            )
        _judge_hand([play["card"] for play in orders["plays"]] + orders["discard"], self._hand)
        _judge_summons(by_kind["summon"], {*self._taken})
        own = {**self._own}
        for n, play in enumerate(by_kind["summon"], start=1):
            own[f"new{n}"] = newcomer(play["card"], self._area)
        if by_kind["area"]:
            _judge_areas(by_kind["area"], self._candidates)
        changed: set[int | str] = set()
        for play in by_kind["class"]:
            _judge_class(play, own, changed)
        for play in by_kind["set"]:
            _judge_set(play, own)
        users: set[int | str] = set()
        for play in by_kind["command"]:
            _judge_user(play, own, users)
            _judge_targets(play, own, self._foes, self._discard)
        _judge_stances(orders, own)


def _judge_hand(cards: list[str], hand: list[str]) -> None:
    left = [*hand]
    for id in cards:
        if id not in left:
            raise _Refused(
                _about(
                    id,
                    "{card}が手札に足りません。",
                    "Your hand has not enough of {card}.",
                )
            )
        left.remove(id)


def _judge_summons(plays: list[dict[str, Any]], taken: set[str]) -> None:
    colours: set[str] = set()
    for play in plays:
        card = CARDS[play["card"]]
        if not card.is_basic:
            raise _Refused(
                _about(
                    card.id,
                    "{card}は基本キャラクターではないので召喚できません。",
                    "{card} is no basic character and cannot be summoned.",
                )
            )
        if card.who in taken:
            raise _Refused(
                _about(
                    card.id,
                    f"「{CHARACTERS[card.who].ja}」という名のキャラクターがもういるので、{{card}}は召喚できません。",
                    f"{{card}} cannot be summoned: a character called {card.who} is there already.",
                )
            )
        if card.colour in colours:
            raise _Refused(
                _about(
                    card.id,
                    f"1ターンに召喚できるのは1色につき1人です（{{card}}も{COLOURS[card.colour].ja}）。",
                    f"Only one character of a colour is summoned in a turn: {{card}} is {card.colour}, too.",
                )
            )
        taken.add(card.who)
        colours.add(card.colour)


def _judge_areas(plays: list[dict[str, Any]], candidates: int) -> None:
    for play in plays:
        _judge_kind(play, "area")
    if candidates + len(plays) > MOST_CANDIDATES:
        raise _Refused(
            Words(
                f"戦場候補は{MOST_CANDIDATES}枚までです。",
                f"There is room for {MOST_CANDIDATES} candidates.",
            )
        )


def _judge_kind(play: Mapping[str, Any], kind: str) -> Card:
    card = CARDS[play["card"]]
    if card.kind != kind:
        raise _Refused(
            _about(
                card.id,
                f"{{card}}は「{_VERBS[play['p']]}」には使えません。",
                f"“{play['p']}” is not for {{card}}.",
            )
        )
    return card


def _nobody(name: int | str) -> _Refused:
    """There is no such character: in the own slots, among newcomers, or since it is the enemy's."""
    if isinstance(name, int):
        return _Refused(
            Words(f"あなたの{name}番には誰もいません。", f"Nobody stands in your slot {name}.")
        )
    if name.strip("()").startswith("new"):
        name = name.strip("()")
        return _Refused(
            Words(f"{name}として召喚される人はいません。", f"Nobody is summoned as {name}.")
        )
    return _Refused(
        Words(f"{name}はあなたのキャラクターではありません。", f"{name} is no character of yours.")
    )


def _judge_class(
    play: Mapping[str, Any], own: dict[int | str, Fighter], changed: set[int | str]
) -> None:
    card, on = CARDS[play["card"]], play["on"]
    fighter = own.get(on)
    if fighter is None:
        raise _nobody(on)
    if fighter.is_new or on in changed:
        raise _Refused(
            Words(
                f"{on}はこのターンにはもうクラスチェンジできません。",
                f"{on} cannot change its class in this turn any more.",
            )
        )
    if not card.is_class or (card.who, card.level) != (fighter.card.who, fighter.level + 1):
        raise _Refused(
            _about(
                card.id,
                f"{{card}}は{on}（{card_name(fighter.card.id, 'ja')}）の1つ上のクラスではありません。",
                f"{{card}} is not the next class of {on} ({card_name(fighter.card.id, 'en')}).",
            )
        )
    changed.add(on)
    own[on] = fighter.changed(card.id)


def _judge_level(name: int | str, card: Card, own: Mapping[int | str, Fighter]) -> Fighter:
    fighter = own.get(name)
    if fighter is None:
        raise _nobody(name)
    if fighter.level < card.level:
        raise _Refused(
            _about(
                card.id,
                f"{{card}}にはレベル{card.level}が必要です（{name}はレベル{fighter.level}）。",
                f"{{card}} needs level {card.level}; {name} has level {fighter.level}.",
            )
        )
    return fighter


def _judge_set(play: Mapping[str, Any], own: dict[int | str, Fighter]) -> None:
    card, on = _judge_kind(play, "item"), play["on"]
    bearer = _judge_level(on, card, own)
    if len(bearer.items) == MOST_ITEMS:
        raise _Refused(
            Words(
                f"アイテムは1人{MOST_ITEMS}個までです（{on}）。",
                f"{on} would have more than {MOST_ITEMS} items.",
            )
        )
    own[on] = bearer.bearing(card.id)


def _judge_user(
    play: Mapping[str, Any], own: Mapping[int | str, Fighter], users: set[int | str]
) -> None:
    card, by = _judge_kind(play, "command"), play["by"]
    _judge_level(by, card, own)
    if by in users:
        raise _Refused(
            Words(
                f"{by}はこのターンにもうコマンドを使います。",
                f"{by} uses another command in this turn.",
            )
        )
    users.add(by)


def _judge_targets(
    play: Mapping[str, Any],
    own: Mapping[int | str, Fighter],
    foes: Mapping[str, Fighter],
    discard: list[str],
) -> None:
    card, targets = CARDS[play["card"]], play["targets"]
    verb = card.verb
    there: set[int | str]
    match verb.aim:
        case "":
            there = set()
        case "own":
            there = {*own}
        case "enemy":
            there = {
                name
                for name, each in foes.items()
                if not (isinstance(verb, Banish) and each.level > verb.level)
            }
        case "item":
            there = {f"{name}.{item}" for name, each in foes.items() for item in each.items}
        case _:
            there = {id for id in discard if CARDS[id].kind == "char"}
    wrong = [each for each in targets if each not in there]
    if wrong:
        raise _Refused(
            _about(
                card.id,
                f"{wrong[0]}は{{card}}の対象にできません。",
                f"{wrong[0]} is no target for {{card}}.",
            )
        )
    if bool(verb.aim) != bool(targets) or len({*targets}) < len(targets):
        raise _Refused(
            _about(
                card.id,
                "{card}の対象は、1つ以上をそれぞれ一度だけ書きます。"
                if verb.aim
                else "{card}に対象はありません。",
                "{card} needs targets, each named once." if verb.aim else "{card} has no targets.",
            )
        )


def _judge_stances(orders: Mapping[str, Any], own: Mapping[int | str, Fighter]) -> None:
    listed = orders["attack"] + orders["guard"]
    for name in listed:
        if name not in own:
            raise _nobody(name)
    if len({*listed}) < len(listed):
        raise _Refused(
            Words(
                "アタックとガードに同じキャラクターを二度書けません。",
                "No character is listed twice among those who attack and guard.",
            )
        )
    for name in orders["attack"]:
        if not own[name].may_attack:
            raise _Refused(
                _about(
                    own[name].card.id,
                    f"{name}（{{card}}）はこのターンにはアタックできません。",
                    f"{name} ({{card}}) cannot attack in this turn.",
                )
            )
