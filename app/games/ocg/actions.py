"""The possible orders: one action with plays, stances and discards, checked by the view alone."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from typing import Any, Final

from app.engine.matches.game import Action, View
from app.engine.words import Words
from app.games.ocg.autopilot import decide, stanced
from app.games.ocg.cards import Card
from app.games.ocg.effects import COLOUR_NAMES, Banish, Verb
from app.games.ocg.pool import POOLS, MatchCards
from app.games.ocg.view import Fighter, Name, fighters, names_taken, newcomer, seats

KIND: Final = "ocg.orders"
MOST_PLAYS: Final = 3
"""The most plays of a turn, without summons."""
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
_SHAPE: Final = Words("この形の指示はありません。", "Orders cannot be read like this.")
_TOO_MANY: Final = Words(
    f"召喚のほかに出せるのは1ターンに{MOST_PLAYS}枚までです。",
    f"Besides summons no more than {MOST_PLAYS} plays are possible in a turn.",
)
_NO_ROOM: Final = Words(
    f"戦場候補は{MOST_CANDIDATES}枚までです。", f"There is room for {MOST_CANDIDATES} candidates."
)


def empty() -> dict[str, Any]:
    """The orders that do nothing."""
    return {"a": "orders", "plays": [], "attack": [], "guard": [], "discard": []}


_NO_PLAN: Final = empty()


class Orders:
    """The orders that are legal at a decision. There are too many to list: iterating gives a sample."""

    complete = False

    def __init__(self, see: Callable[[], View]) -> None:
        self._see = see

    @cached_property
    def view(self) -> View:
        """The player's view. It is made at the first use, which the autopilot does not need."""
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
        """Return why the action is not legal; None if it is."""
        try:
            orders = _shaped(action, self.judge.pool)
        except _Misshapen:
            return _SHAPE
        return self.judge.objection(orders)

    def _sample(self) -> Iterator[Action]:
        yield empty()
        yield decide(self.view)
        for play in single_plays(self.view):
            if self.explain(empty() | {"plays": [play]}) is None:
                yield stanced([play], self.view)


def single_plays(view: View) -> Iterator[dict[str, Any]]:
    """Yield plays of every card in the hand on every character; most are not legal."""
    mine, pool = view[seats(view)[0]], POOLS.of(view["config"])
    slots, foes = (fighters(view, seat) for seat in seats(view))
    for id in sorted({*view["my"]["hand"]}):
        match pool[id].kind:
            case "char" if pool[id].level == 0:
                yield {"p": "summon", "card": id}
            case "char":
                yield from ({"p": "class", "card": id, "on": on} for on in slots)
            case "item":
                yield from ({"p": "set", "card": id, "on": on} for on in slots)
            case "area":
                yield {"p": "area", "card": id}
            case _:
                aims: dict[str, list[list[Name]]] = {
                    "": [[]],
                    "own": [[slot] for slot in slots],
                    "enemy": [[f"e{slot}"] for slot in foes],
                    "item": [
                        [f"e{slot}.{item}"]
                        for slot, each in foes.items()
                        for item in sorted({*each.items})
                    ],
                    "discard": [[card] for card in sorted({*mine["discard"]})],
                }
                verb = pool[id].verb
                for by in slots:
                    for targets in aims[verb.aim]:
                        yield {"p": "command", "card": id, "by": by, "targets": targets}


# --- legality -------------------------------------------------------------------------------------------


class _Misshapen(Exception):
    """Orders do not have their shape."""


@lru_cache(maxsize=1 << 10)
def _about(card: Card, ja: str, en: str) -> Words:
    """Return a sentence about a card, with its id and name."""
    return Words(
        ja.replace("{card}", f"{card.id} {card.name.ja}"),
        en.replace("{card}", f"{card.id} {card.name.en}"),
    )


def refusal(action: object, view: View) -> Words | None:
    """Return why these orders are not legal; None if they are. Any object can be given."""
    return Orders(lambda: view).explain(action)


def _shaped(action: object, pool: MatchCards) -> dict[str, Any]:
    """The orders, if they have exactly their shape, with cards of the pool."""
    if type(action) is not dict or action.keys() != _KEYS or action["a"] != "orders":
        raise _Misshapen
    if any(type(action[key]) is not list for key in _KEYS - {"a"}):
        raise _Misshapen
    for play in action["plays"]:
        if type(play) is not dict or type(play.get("p")) is not str:
            raise _Misshapen
        if play.keys() != _SHAPES.get(play["p"]) or not _is_card(play["card"], pool):
            raise _Misshapen
        targets = play.get("targets", [])
        named = [play[key] for key in ("on", "by") if key in play]
        if type(targets) is not list or not all(map(_is_name, [*named, *targets])):
            raise _Misshapen
    if not all(map(_is_name, [*action["attack"], *action["guard"]])):
        raise _Misshapen
    if not all(_is_card(each, pool) for each in action["discard"]):
        raise _Misshapen
    return action


def _is_card(value: object, pool: MatchCards) -> bool:
    return type(value) is str and value in pool


def _is_name(value: object) -> bool:
    """Whether the value can name a slot, a newcomer, an item or a card."""
    return type(value) is int or type(value) is str


class Judge:
    """Checks orders against one view. Facts that many orders need are computed once."""

    def __init__(self, view: View) -> None:
        mine, theirs = seats(view)
        self.pool = POOLS.of(view["config"])
        self.hand: list[str] = view["my"]["hand"]
        self.area: str = view["battlefield"]
        self.candidates = len(view[mine]["candidates"])
        self.discard: list[str] = view[mine]["discard"]
        self.taken = names_taken(view)
        self.own = fighters(view, mine)
        self.plan: Action = view.get("plan", _NO_PLAN)
        """The orders of a plan, if the view is that of a plan."""
        self._foes = partial(fighters, view, theirs)

    @cached_property
    def foes(self) -> dict[str, Fighter]:
        """The characters of the enemy, looked up when the first command is aimed at one."""
        return {f"e{slot}": each for slot, each in self._foes().items()}

    def objection(self, orders: Mapping[str, Any]) -> Words | None:
        """Return why these orders, which have the right shape, are not legal; None if they are."""
        plays, draft = orders["plays"], Draft(self)
        if draft.others + _count_others(plays) > MOST_PLAYS:
            return _TOO_MANY
        for id in (*(play["card"] for play in plays), *orders["discard"]):
            if refused := draft.drop(id):
                return refused
        for kind in _SHAPES:
            for play in plays:
                if play["p"] == kind and (refused := draft.enter(play)):
                    return refused
        attack, guard = (getattr(draft, key) + orders[key] for key in ("attack", "guard"))
        return draft.stand(attack, guard)


class Draft:
    """Orders in the making that are legal so far: each play is judged when it is added, and then no more.

    That suffices: no play makes another illegal that is legal without it. Only a class change may take back who attacks.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge, plan = judge, judge.plan
        self._pool = pool = judge.pool
        self.hand = judge.hand[:]
        self.own = {**judge.own}
        self._taken = {*judge.taken}
        self._areas = judge.candidates
        self.plays: list[dict[str, Any]] = [*plan["plays"]]
        self.attack: list[Name] = [*plan["attack"]]
        self.guard: list[Name] = [*plan["guard"]]
        self.discard: list[str] = [*plan["discard"]]
        self.others = _count_others(self.plays)
        """The number of plays without summons."""
        self._colours = {pool[play["card"]].colour for play in self.plays if play["p"] == "summon"}
        self._changed = {play["on"] for play in self.plays if play["p"] == "class"}
        self._users = {play["by"] for play in self.plays if play["p"] == "command"}

    def orders(self) -> dict[str, Any]:
        """The action."""
        return {
            "a": "orders",
            "plays": self.plays,
            "attack": self.attack,
            "guard": self.guard,
            "discard": self.discard,
        }

    def lacks(self, kind: str, card: str) -> Words | None:
        """Why no play of this kind with this card can be added: there is no room for one, or the hand has it not."""
        if self.others == MOST_PLAYS and kind != "summon":
            return _TOO_MANY
        return None if card in self.hand else _not_in_hand(self._pool[card])

    def add(self, play: dict[str, Any]) -> Words | None:
        """Add a play that lacks nothing. Return why it is not possible, or None."""
        refused = self.enter(play)
        if refused is None:
            self.hand.remove(play["card"])
        return refused

    def enter(self, play: dict[str, Any]) -> Words | None:
        """Add a play whose card is available. Return why its kind of play forbids it, or None."""
        match play["p"]:
            case "summon":
                refused = self._summon(play)
            case "area":
                refused = self._area(play)
            case "class":
                refused = self._class(play)
            case "set":
                refused = self._set(play)
            case _:
                refused = self._command(play)
        if refused is None:
            self.others += play["p"] != "summon"
            self.plays.append(play)
        return refused

    def stand(self, attack: list[Name], guard: list[Name]) -> Words | None:
        """These attack and guard; or why they cannot."""
        refused = _misplaced(attack, guard, self.own)
        if refused is None:
            self.attack, self.guard = attack, guard
        return refused

    def drop(self, card: str) -> Words | None:
        """Take the card out of the hand for any use. Return why that is not possible, or None."""
        if card not in self.hand:
            return _not_in_hand(self._pool[card])
        self.hand.remove(card)
        return None

    def in_reach(self, card: str, targets: Iterable[Name]) -> list[Name]:
        """Return the targets among these that the command can have."""
        there = self._aims(self._pool[card].verb)
        return [each for each in targets if each in there]

    def _summon(self, play: Mapping[str, Any]) -> Words | None:
        card = self._pool[play["card"]]
        if not card.is_basic:
            return _about(
                card,
                "{card}は基本キャラクターではないので召喚できません。",
                "{card} is no basic character and cannot be summoned.",
            )
        if card.who in self._taken:
            return _about(
                card,
                f"「{card.who_ja}」という名のキャラクターがもういるので、{{card}}は召喚できません。",
                f"{{card}} cannot be summoned: a character called {card.who} is there already.",
            )
        if card.colour in self._colours:
            return _about(
                card,
                f"1ターンに召喚できるのは1色につき1人です（{{card}}も{COLOUR_NAMES[card.colour].ja}）。",
                f"Only one character of a colour is summoned in a turn: {{card}} is {card.colour}, too.",
            )
        self._taken.add(card.who)
        self._colours.add(card.colour)
        self.own[f"new{len(self._colours)}"] = newcomer(self._pool, card.id, self._judge.area)
        return None

    def _area(self, play: Mapping[str, Any]) -> Words | None:
        card = self._pool[play["card"]]
        if card.kind != "area":
            return _misused(card, "area")
        if self._areas >= MOST_CANDIDATES:
            return _NO_ROOM
        self._areas += 1
        return None

    def _class(self, play: Mapping[str, Any]) -> Words | None:
        card, on = self._pool[play["card"]], play["on"]
        fighter = self.own.get(on)
        if fighter is None:
            return _nobody(on)
        if fighter.is_new or on in self._changed:
            return Words(
                f"{on}はこのターンにはもうクラスチェンジできません。",
                f"{on} cannot change its class in this turn any more.",
            )
        if not card.is_class or (card.who, card.level) != (fighter.card.who, fighter.level + 1):
            return _about(
                card,
                f"{{card}}は{on}（{fighter.card.name.ja}）の1つ上のクラスではありません。",
                f"{{card}} is not the next class of {on} ({fighter.card.name.en}).",
            )
        own = self.own | {on: fighter.changed(card.id)}
        refused = _misplaced(self.attack, self.guard, own)
        if refused is None:
            self._changed.add(on)
            self.own = own
        return refused

    def _set(self, play: Mapping[str, Any]) -> Words | None:
        card, on = self._pool[play["card"]], play["on"]
        if card.kind != "item":
            return _misused(card, "set")
        bearer = self.own.get(on)
        if bearer is None:
            return _nobody(on)
        if bearer.level < card.level:
            return _too_low(on, card, bearer.level)
        if len(bearer.items) == MOST_ITEMS:
            return Words(
                f"アイテムは1人{MOST_ITEMS}個までです（{on}）。",
                f"{on} would have more than {MOST_ITEMS} items.",
            )
        self.own[on] = bearer.bearing(card.id)
        return None

    def _command(self, play: Mapping[str, Any]) -> Words | None:
        card, by = self._pool[play["card"]], play["by"]
        if card.kind != "command":
            return _misused(card, "command")
        user = self.own.get(by)
        if user is None:
            return _nobody(by)
        if user.level < card.level:
            return _too_low(by, card, user.level)
        if by in self._users:
            return Words(
                f"{by}はこのターンにもうコマンドを使います。",
                f"{by} uses another command in this turn.",
            )
        targets = play["targets"]
        there = self._aims(card.verb)
        for each in targets:
            if each not in there:
                return _about(
                    card,
                    f"{each}は{{card}}の対象にできません。",
                    f"{each} is no target for {{card}}.",
                )
        if bool(card.verb.aim) != bool(targets) or len({*targets}) < len(targets):
            return _about(
                card,
                "{card}の対象は、1つ以上をそれぞれ一度だけ書きます。"
                if card.verb.aim
                else "{card}に対象はありません。",
                "{card} needs targets, each named once."
                if card.verb.aim
                else "{card} has no targets.",
            )
        self._users.add(by)
        return None

    def _aims(self, verb: Verb) -> Container[Name]:
        """Return the possible targets of a command with this verb."""
        judge = self._judge
        match verb.aim:
            case "":
                return ()
            case "own":
                return self.own
            case "enemy":
                most = verb.level if isinstance(verb, Banish) else None
                foes = judge.foes.items()
                return judge.foes if most is None else [n for n, each in foes if each.level <= most]
            case "item":
                return [f"{n}.{item}" for n, each in judge.foes.items() for item in each.items]
        return [id for id in judge.discard if self._pool[id].kind == "char"]


def _count_others(plays: Iterable[Mapping[str, Any]]) -> int:
    return sum(play["p"] != "summon" for play in plays)


def _misplaced(attack: list[Name], guard: list[Name], own: Mapping[Name, Fighter]) -> Words | None:
    """Return why these stances are not legal for these characters; None if they are."""
    listed = attack + guard
    for name in listed:
        if name not in own:
            return _nobody(name)
    if len({*listed}) < len(listed):
        return Words(
            "アタックとガードに同じキャラクターを二度書けません。",
            "A character cannot be listed twice for attack and guard.",
        )
    for name in attack:
        if not own[name].may_attack:
            return _about(
                own[name].card,
                f"{name}（{{card}}）はこのターンにはアタックできません。",
                f"{name} ({{card}}) cannot attack in this turn.",
            )
    return None


@lru_cache(maxsize=1 << 7)
def _not_in_hand(card: Card) -> Words:
    return _about(card, "{card}が手札に足りません。", "Your hand has not enough of {card}.")


def _misused(card: Card, play: str) -> Words:
    return _about(
        card,
        f"{{card}}は「{_VERBS[play]}」には使えません。",
        f"“{play}” is not for {{card}}.",
    )


def _too_low(name: Name, card: Card, level: int) -> Words:
    return _about(
        card,
        f"{{card}}にはレベル{card.level}が必要です（{name}はレベル{level}）。",
        f"{{card}} needs level {card.level}; {name} has level {level}.",
    )


@lru_cache(maxsize=1 << 10)
def _nobody(name: Name) -> Words:
    """Return the sentence for a name that is not a character of the player."""
    if isinstance(name, int):
        return Words(f"あなたの{name}番には誰もいません。", f"Nobody stands in your slot {name}.")
    if name.strip("()").startswith("new"):
        name = name.strip("()")
        return Words(f"{name}として召喚される人はいません。", f"Nobody is summoned as {name}.")
    return Words(
        f"{name}はあなたのキャラクターではありません。", f"{name} is no character of yours."
    )
