"""From a plan to the orders: one decision takes many lines."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from app.engine.matches.game import (
    Action,
    Composition,
    MatchCandidate,
    MatchEvent,
    OrderError,
    View,
)
from app.engine.matches.grammar import OrderLine
from app.engine.words import Words
from app.games.ocg.actions import Draft, Judge
from app.games.ocg.effects import Lend
from app.games.ocg.orders import GRAMMAR, PLAYS, KnownCards, Part, own_cards, part_of, written
from app.games.ocg.pool import POOLS, MatchCards
from app.games.ocg.side import Character, Side
from app.games.ocg.turns import target_of
from app.games.ocg.view import seats
from app.games.ocg.words.possible import is_asked

_LISTS: Final = frozenset({"attack", "guard"})
_BEFORE = Words("前の行がもう決めています。", "An earlier line has settled this already.")


def compose(lines: Sequence[MatchCandidate], view: View, *_: object) -> Composition:
    """First all lines with plays, then stances, discards and `pass`; those of the plan before the standing ones.

    Without an action if no line takes part, or if one that must does not.
    """
    plan = _Plan(lines, view)
    missing = any(
        each.line.must and not each.is_done and at not in plan.fired
        for at, each in enumerate(lines)
    )
    if missing or not plan.fired:
        return Composition(None, {}, plan.refused)
    return Composition(plan.draft.orders(), plan.fired, plan.refused)


def expected(view: View, actions: Sequence[Action]) -> View:
    """Return the view after these actions: the hand without the cards used, and both sides with the effects.

    `plan` in it holds the orders made from all actions. A character that falls stays on the field, since its name is
    still taken when others are summoned.
    """
    rows = [row for each in actions for row in written(each).split("\n")]
    if not rows or not is_asked(view):
        return view
    plan = _Plan(
        [MatchCandidate("plan", at, OrderLine(row), holds=True) for at, row in enumerate(rows)],
        view,
    )
    if not plan.fired:
        return view
    draft, (mine, theirs) = plan.draft, seats(view)
    side = view[mine]
    field = {}
    for name, each in draft.own.items():
        new = {"arrived": view["turn"], "cards": [], "damage": 0}
        was = side["field"].get(str(name), new)
        more = [each.card.id] if each.card.id not in was["cards"] else []
        field[str(name)] = was | {"cards": [*was["cards"], *more], "items": [*each.items]}
    areas = [play["card"] for play in draft.plays if play["p"] == "area"]
    side = side | {
        "hand": len(draft.hand),
        "field": field,
        "candidates": [*side["candidates"], *areas],
    }
    pool = POOLS.of(view["config"])
    own, foe = _side(pool, side), _side(pool, view[theirs])
    _use_commands(draft.plays, own, foe)
    after = {"hand": len(own.hand), "pile": len(own.pile), "discard": sorted(own.discard)}
    return {
        **view,
        "plan": draft.orders(),
        "my": view["my"] | {"hand": draft.hand},
        mine: side | after | {"field": _field(field, own)},
        theirs: view[theirs] | {"field": _field(view[theirs]["field"], foe)},
    }


def _side(pool: MatchCards, seen: Mapping[str, Any]) -> Side:
    """A side as a view shows it, without newcomers; cards of hand and pile have no names."""
    field = {
        int(slot): Character(
            pool, each["arrived"], (*each["cards"],), each["damage"], (*each["items"],)
        )
        for slot, each in seen["field"].items()
        if slot.isdigit()
    }
    hand, pile = ([""] * seen[zone] for zone in ("hand", "pile"))
    return Side(pool, (), 0, hand=hand, pile=pile, field=field, discard=[*seen["discard"]])


def _use_commands(plays: Sequence[Mapping[str, Any]], own: Side, foe: Side) -> None:
    """Apply the immediate effects of the commands among these plays."""
    for play in plays:
        verb = own.pool[play["card"]].verb
        met = (
            target_of(play, own, foe, {slot: slot for slot in own.field}) if "by" in play else None
        )
        if met is not None:
            verb.apply(own, foe, met)
            own.discard += [] if isinstance(verb, Lend) else [play["card"]]


def _field(seen: Mapping[str, Any], after: Side) -> dict[str, Any]:
    """The field of this view with the damage and the items that its characters have now."""
    changed = {
        str(slot): {"damage": each.damage, "items": [*each.items]}
        for slot, each in after.field.items()
    }
    return {slot: each | changed.get(slot, {}) for slot, each in seen.items()}


def foiled(event: MatchEvent, order: str, view: View) -> Words | None:
    """Why this order came to nothing, if the event is that its play was skipped."""
    if event.what != "skipped":
        return None
    play: Mapping[str, Any] = event.detail["play"]
    said = _reader(own_cards(view))(order).part.play
    if (said.get("p"), said.get("card")) != (play["p"], play["card"]):
        return None
    card = POOLS.of(view["config"])[play["card"]]
    ja, en = (f"{card.id} {name}" for name in card.name)
    if play["p"] != "summon":
        return Words(
            f"「{ja}」は、順番が来る前に出せなくなり、手札に残りました。",
            f"Skipped: {en} had become impossible by then, and stays in your hand.",
        )
    return Words(
        f"「{card.who_ja}」という名のキャラクターが先に場に出たので、{ja}は召喚されず、手札に残りました。",
        f"Blocked: a character called {card.who} came to the field first, and {en} stays in your hand.",
    )


class _Order(NamedTuple):
    """The meaning of an order, or `refused`: why it cannot be read. Even then its first word may be a verb."""

    verb: str
    part: Part
    refused: Words | None = None


@lru_cache(maxsize=1 << 5)
def _reader(cards: KnownCards) -> Callable[[str], _Order]:
    """Return a function that reads and caches orders of a player with these cards; many turns repeat them."""

    @lru_cache(maxsize=1 << 9)
    def read(text: str) -> _Order:
        verb = GRAMMAR.verbs.get(text.lower().strip().partition(" ")[0], "")
        try:
            return _Order(verb, part_of(text, cards))
        except OrderError as unreadable:
            return _Order(verb, Part(verb, {}), unreadable.words)

    return read


class _Plan:
    """The orders so far, the lines that take part in them, and why others do not."""

    def __init__(self, lines: Sequence[MatchCandidate], view: View) -> None:
        self.draft = Draft(Judge(view))
        self.reads = read = _reader(own_cards(view))
        self.orders = [read(each.line.order) for each in lines]
        self.fired: dict[int, bool] = {}
        self.refused: dict[int, Words] = {}
        self.numbers = {(each.source, each.line.number) for each in lines if each.is_done}
        """The numbers of the lines that have taken part, now or before, each with its block."""
        self.written: dict[int, str] = {}
        """The name of each line's character in its block, by the index of the line."""
        self.summoned: dict[tuple[str, str], str] = {}
        """The name of each character in the orders, by its block and its name there."""
        self.listed: set[str] = set()
        counts = {"plan": 0, "standing": 0}
        for at, (each, order) in enumerate(zip(lines, self.orders, strict=True)):
            instead = each.line.otherwise
            if order.verb == "summon" or (instead and read(instead).verb == "summon"):
                counts[each.source] += 1
                self.written[at] = f"new{counts[each.source]}"
        for is_play in (True, False):
            for at, (each, order) in enumerate(zip(lines, self.orders, strict=True)):
                if (order.verb in PLAYS) is is_play:
                    self.read(at, each, order)

    def read(self, at: int, each: MatchCandidate, order: _Order) -> None:
        """The line takes part, with its order or its `else`, if it can."""
        source, line = each.source, each.line
        if each.is_done or (line.after is not None and (source, line.after) not in self.numbers):
            return
        refused = self._try(order, at, source) if each.holds else None
        is_else = bool(line.otherwise) and (refused is not None or not each.holds)
        if is_else:
            instead = self._try(self.reads(line.otherwise), at, source)
            refused = instead and (refused or instead)
        if refused is not None:
            self.refused[at] = refused
        elif is_else or each.holds:
            self.fired[at] = is_else
            self.numbers.add((source, line.number))

    def _try(self, order: _Order, at: int, source: str) -> Words | None:
        """The orders with this one more; or why it cannot be had."""
        verb, part, unreadable = order
        if unreadable or verb == "pass":
            return unreadable
        if not part.play:
            return self._list(part, source)
        lacks = self.draft.lacks(verb, part.play["card"])
        if lacks is not None:
            return lacks
        play = {**part.play}
        for key in ("on", "by"):
            if key in play:
                play[key] = self._meant(play[key], source)
        if "targets" in play:
            play["targets"] = self._targets(play, source)
        refused = self.draft.add(play)
        if refused is None and verb == "summon":
            summons = sum(each["p"] == "summon" for each in self.draft.plays)
            self.summoned[source, self.written[at]] = f"new{summons}"
        return refused

    def _meant(self, name: int | str, source: str) -> int | str:
        """Return the name in the orders for a reference of this block.

        A character not summoned is in brackets: nobody.
        """
        if isinstance(name, str) and name.startswith("new"):
            return self.summoned.get((source, name), f"({name})")
        return name

    def _targets(self, play: Mapping[str, Any], source: str) -> list[int | str]:
        """Return the possible targets. If there are none, return all, and the play is refused later."""
        named = [*dict.fromkeys([self._meant(each, source) for each in play["targets"]])]
        return self.draft.in_reach(play["card"], named) or named

    def _list(self, part: Part, source: str) -> Words | None:
        """The names that can be added; the first line of its kind that has any counts."""
        if part.verb in self.listed:
            return _BEFORE
        refused: Words | None = None
        for each in part.names:
            wrong = self._enlist(part.verb, each, source)
            if wrong is None:
                self.listed.add(part.verb)
            refused = refused or wrong
        return None if part.verb in self.listed else refused

    def _enlist(self, verb: str, name: int | str, source: str) -> Words | None:
        """The name is one more in that list; or why it cannot be."""
        draft = self.draft
        if verb not in _LISTS:
            wrong = draft.drop(card := str(name))
            if wrong is None:
                draft.discard.append(card)
            return wrong
        name = self._meant(name, source)
        if verb == "attack":
            return draft.stand([*draft.attack, name], draft.guard)
        return draft.stand(draft.attack, [*draft.guard, name])
