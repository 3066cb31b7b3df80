"""The orders of the house: plain, the same each time, and made from the view alone."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import View
from app.engine.words import Words
from app.games.ocg.effects import COLOURS, Banish, Draw, Heal, Hit, Lend, Verb
from app.games.ocg.pool import POOLS
from app.games.ocg.side import DAMAGE, HAND
from app.games.ocg.view import Fighter, Name, fighters, names_taken, newcomer, seats

_PLAYS: Final = 3
_ITEMS: Final = 2

_NOBODY: Final = Words(
    "このターンにアタックできる人はいないので、場を整えて守ります。",
    "None of your characters can attack this turn. This builds up your field and guards.",
)
_STAYS: Final = Words(
    "アタックできるのは1人だけなので、守りに残します。",
    "Only one of your characters could attack. It stays back to guard.",
)
_THROUGH: Final = Words(
    "アタックの攻撃力は合わせて{power}。相手の場は{counters}回反撃できますが、それでも{beyond}は通ります。あと{need}で勝ちです。",
    "You attack with power {power}; {beyond} gets through even if their field counters all it can ({counters}). {need} more damage wins.",
)
_MET: Final = Words(
    "アタックの攻撃力は合わせて{power}。ただ、相手の場は{counters}回反撃でき、すべて止められるかもしれません。あと{need}で勝ちです。",
    "You attack with power {power}; their field can counter {counters} times, so all of it may be stopped. {need} more damage wins.",
)

Play = dict[str, Any]


def decide(view: View, *_: object) -> dict[str, Any]:
    """Return the orders of the house, without additions to a plan."""
    return view["plan"] if "plan" in view else _Turn(view).whole()


def reasoned(view: View, *_: object) -> tuple[dict[str, Any], Words]:
    """The orders of the house, and why: what its attackers bring against what the other side can stop, or why none attacks."""
    turn = _Turn(view)
    orders, need = turn.whole(), DAMAGE - turn.damage
    if not turn.attack:
        return orders, _STAYS if any(each.may_attack for each in turn.own.values()) else _NOBODY
    power = sum(turn.own[name].has.power for name in turn.attack)
    counters, beyond = turn.beyond(turn.attack)
    words = _THROUGH if beyond else _MET
    return orders, words.filled(power=power, counters=counters, beyond=beyond, need=need)


def charging(view: View, *_: object) -> dict[str, Any]:
    """The plays of the house, but with every possible attacker, by slot."""
    turn = _Turn(view)
    orders = turn.whole()
    able = [name for name, each in turn.own.items() if each.may_attack]
    return orders | {"attack": able, "guard": [each for each in turn.guard if each not in able]}


def guarding(view: View, *_: object) -> dict[str, Any]:
    """The plays of the house, but without attacks."""
    turn = _Turn(view)
    orders = turn.whole()
    return orders | {"attack": [], "guard": sorted(turn.own, key=lambda name: -turn.own[name].left)}


def stanced(plays: Sequence[Play], view: View) -> dict[str, Any]:
    """These plays, with the stances and discards that the house would add to them."""
    turn = _Turn(view)
    for play in plays:
        turn.take(play)
    turn.stand()
    return turn.orders()


class _Turn:
    """Orders in the making; `own` are the characters as they will be."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.pool = POOLS.of(view["config"])
        mine, theirs = seats(view)
        self.hand: list[str] = view["my"]["hand"][:]
        self.own: dict[Name, Fighter] = dict(fighters(view, mine).items())
        self.foes = fighters(view, theirs)
        self.has_candidates = bool(view[mine]["candidates"])
        self.damage = len(view[theirs]["damage"])
        self.plays: list[Play] = []
        self.left = _PLAYS
        self.studies = 0
        self.attack: list[Name] = []
        self.guard: list[Name] = []

    def whole(self) -> dict[str, Any]:
        self._summon()
        self._equip()
        self.stand()
        if self.left:
            self._command()
        return self.orders()

    def orders(self) -> dict[str, Any]:
        return {
            "a": "orders",
            "plays": self.plays,
            "attack": self.attack,
            "guard": self.guard,
            "discard": self._discards(),
        }

    def take(self, play: Play) -> None:
        """This is one of the plays."""
        id = play["card"]
        self.plays.append(play)
        self.hand.remove(id)
        if play["p"] == "summon":
            self.own[f"new{len(self.plays)}"] = newcomer(self.pool, id, self.view["battlefield"])
            return
        self.left -= 1
        match play["p"]:
            case "class":
                self.own[play["on"]] = self.own[play["on"]].changed(id)
            case "set":
                self.own[play["on"]] = self.own[play["on"]].bearing(id)
            case "command":
                verb = self.pool[id].verb
                self.studies += verb.count if isinstance(verb, Draw) else 0

    def _summon(self) -> None:
        """Summon the best basic card of each colour whose name is free."""
        taken = names_taken(self.view)
        basics = [card for id in self.hand if (card := self.pool[id]).is_basic]
        for colour in COLOURS:
            free = [c for c in basics if c.colour == colour and c.who not in taken]
            if free:
                best = min(free, key=lambda c: (-c.bonus.power - c.bonus.dur, c.id))
                taken.add(best.who)
                self.take({"p": "summon", "card": best.id})

    def _equip(self) -> None:
        """An area if the seat has no candidate, class changes, items."""
        cards = [self.pool[id] for id in self.hand]
        areas = [card.id for card in cards if card.kind == "area"]
        if areas and not self.has_candidates:
            self.take({"p": "area", "card": areas[0]})
        classes = {(card.who, card.level): card.id for card in reversed(cards) if card.is_class}
        changes = []
        for on, fighter in self.own.items():
            id = classes.get((fighter.card.who, fighter.level + 1))
            if id and not fighter.is_new:
                changes.append((-fighter.level, on, id))
        for _, on, id in sorted(changes)[: self.left]:
            self.take({"p": "class", "card": id, "on": on})
        for card in cards:
            if card.kind == "item" and self.left:
                self._set(card.id)

    def _set(self, id: str) -> None:
        """Give the item to the character with the highest level or power among those who can bear it."""
        card, gives = self.pool[id], self.pool[id].bonus
        able = [
            (name, each)
            for name, each in self.own.items()
            if each.level >= card.level and len(each.items) < _ITEMS and each.left + gives.dur > 0
        ]
        if able:
            by_level = not (gives.power or gives.swift or gives.pierce)
            name, _ = max(able, key=lambda it: it[1].level if by_level else it[1].has.power)
            self.take({"p": "set", "card": id, "on": name})

    def stand(self) -> None:
        """Choose the attackers, the weakest first, and the guards, the hardest first."""
        able = [name for name, each in self.own.items() if each.may_attack]
        able.sort(key=lambda name: self.own[name].has.power)
        _, beyond = self.beyond(able)
        if beyond + self.damage < DAMAGE and any(not each.has.wall for each in self.foes.values()):
            old = [name for name, each in self.own.items() if name in able and not each.is_new]
            if old:
                able.remove(max(old, key=lambda name: self.own[name].left))
        self.attack = able
        self.guard = [name for name in self.own if name not in able]
        self.guard.sort(key=lambda name: -self.own[name].left)

    def beyond(self, attack: Sequence[Name]) -> tuple[int, int]:
        """Return how often the other side may counter, and the power of attackers that come after that."""
        counters = sum(each.counters for each in self.foes.values())
        return counters, sum(self.own[name].has.power for name in attack[counters:])

    def _command(self) -> None:
        """Commands while there is room, one a user."""
        commands = [id for id in self.hand if self.pool[id].kind == "command"]
        hand = [(use, id) for id in commands if (use := _use_of(self.pool[id].verb))]
        if not hand:
            return
        users = {name: each.level for name, each in self.own.items()}
        aims = dict(self.foes)
        hurt = {name: each.damage for name, each in self.own.items() if each.damage >= 2}
        for _, id in sorted(hand):
            if self.left:
                self._use(id, users, aims, hurt)

    def _use(
        self,
        id: str,
        users: dict[Name, int],
        aims: dict[Name, Fighter],
        hurt: dict[Name, int],
    ) -> None:
        """Use one command if it has a good target and a character can use it."""
        card = self.pool[id]
        able = [name for name in users if users[name] >= card.level]
        targets: list[Name] = []
        match card.verb:
            case Hit() | Banish() as verb:
                fit = [
                    n
                    for n, each in aims.items()
                    if (
                        each.left <= verb.points
                        if isinstance(verb, Hit)
                        else each.level <= verb.level
                    )
                ]
                if not fit or not able:
                    return
                target = max(fit, key=lambda n: aims[n].has.power)
                del aims[target]
                targets = [f"e{target}"]
            case Heal():
                if not hurt or not able:
                    return
                name = max(hurt, key=lambda each: hurt[each])
                del hurt[name]
                targets = [name]
            case Lend(bonus):
                able = [name for name in self.attack if name in able]
                if bonus.feint:
                    able.sort(key=lambda name: -self.own[name].has.power)
        if able:
            del users[able[0]]
            self.take({"p": "command", "card": id, "by": able[0], "targets": targets})

    def _discards(self) -> list[str]:
        """Return the cards to discard at the end of the turn if the hand is too full."""
        above = len(self.hand) + self.studies - HAND
        if above <= 0:
            return []
        whos = {each.card.who for each in self.own.values()}
        whos |= {self.pool[id].who for id in self.hand if self.pool[id].is_basic}
        useless = [
            id for id in self.hand if self.pool[id].is_class and self.pool[id].who not in whos
        ]
        useless.sort(key=lambda id: (-self.pool[id].level, id))
        rest = [id for id in self.hand if id not in useless]
        further = [id for at, id in enumerate(rest) if id in rest[:at]]
        return (useless + further + sorted({*rest}))[:above]


_USES: Final[Mapping[type[Verb], int]] = {Hit: 1, Banish: 2, Heal: 3, Draw: 6}


def _use_of(verb: Verb) -> int:
    """When the house uses a command with this effect: lower numbers first, 0 never."""
    if isinstance(verb, Lend):
        return 5 if verb.bonus.feint else 4 * bool(verb.bonus.power)
    return _USES.get(type(verb), 0)
