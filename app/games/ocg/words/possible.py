"""The possibilities of this turn, by card and for the turn as a whole."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from app.engine.matches.game import Seat, View
from app.engine.words import Lang, Words
from app.games.ocg.actions import MOST_PLAYS, Draft, Judge, empty, single_plays
from app.games.ocg.effects import COLOUR_NAMES, COLOURS
from app.games.ocg.side import HAND
from app.games.ocg.view import Fighter, Name, fighters, newcomer, seats
from app.games.ocg.words import sentences as say


def is_asked(view: View) -> bool:
    """Whether the reader decides now."""
    return bool(view["my"]) and view["phase"] == "orders"


class Possible:
    """The possible orders of a view's reader in the turn being decided."""

    def __init__(self, view: View, names: Mapping[Seat, str], lang: Lang) -> None:
        self.view, self.names, self.lang = view, names, lang
        self.mine, self.theirs = seats(view)
        self.own = fighters(view, self.mine)
        self.foes = fighters(view, self.theirs)
        self.judge = Judge(view)
        self.pool = self.judge.pool
        self.taken = dict(self._taken())
        self.plays: dict[str, list[dict[str, Any]]] = {id: [] for id in view["my"]["hand"]}
        self.refused: dict[str, Words] = {}
        """Why each card cannot be played, if there is a character for it."""
        for play in single_plays(view):
            if refused := self.judge.objection(empty() | {"plays": [play]}):
                self.refused.setdefault(play["card"], refused)
            else:
                self.plays[play["card"]].append(play)
        for play in [*self._for_new()]:
            self.plays[play["card"]].append(play)

    def _for_new(self) -> Iterator[dict[str, Any]]:
        """Items for a character that these orders summon, and commands that it uses."""
        summons = [plays[0] for id, plays in self.plays.items() if self.pool[id].is_basic and plays]
        new = f"new{1 + len([slot for slot in self.own if isinstance(slot, str)])}"
        aims = [[], *([slot] for slot in self.own), *([f"e{slot}"] for slot in self.foes)]
        for id in self.plays if summons else ():
            ways: list[dict[str, Any]] = []
            match self.pool[id].kind:
                case "item":
                    ways = [{"p": "set", "card": id, "on": new}]
                case "command":
                    ways = [{"p": "command", "card": id, "by": new, "targets": aim} for aim in aims]
            for way in ways:
                if self.judge.objection(empty() | {"plays": [summons[0], way]}) is None:
                    yield way

    def _taken(self) -> Iterator[tuple[str, str]]:
        """Yield the names that cannot be summoned, each with its place in the words of orders."""
        if self.view["config"]["unique"] == "field":
            for slot, each in self.foes.items():
                yield each.card.who, f"e{slot}"
        for slot, each in self.own.items():
            yield each.card.who, str(slot)

    # --- card by card -------------------------------------------------------------------------------

    def card(self, id: str) -> str:
        """Return what this card of the hand can do now, or why it can do nothing."""
        card, plays = self.pool[id], self.plays[id]
        kind: str = "class" if card.is_class else card.kind
        blanks = {
            "who": self._who(card.who) if card.who else "",
            "level": card.level - card.is_class,
            "colour": COLOUR_NAMES[card.colour].to(self.lang),
        }
        if not plays and id in self.refused and self.judge.plan["plays"]:
            return self.refused[id].to(self.lang)
        if not plays:
            return self._said(say.CANNOT[kind], where=self.taken.get(card.who), **blanks)
        new = newcomer(self.pool, id, self.view["battlefield"]) if card.is_basic else None
        targets = ", ".join(
            dict.fromkeys(str(t) for each in plays for t in each.get("targets", ()))
        )
        if new and (new.counters or new.may_attack):
            kind = "wall" if new.counters else "swift"
        slots = dict.fromkeys(str(each.get("on") or each.get("by")) for each in plays)
        words = say.CAN["aimed" if targets else kind]
        return self._said(words, slots=", ".join(slots), targets=targets, **blanks)

    # --- the turn as a whole ------------------------------------------------------------------------

    def turn(self) -> Iterator[str]:
        """Summons and names, other plays, possible attackers and guards, and what a full hand will cost."""
        yield from self._summons()
        yield self._either("plays", self.others, most=self.room, cards=self._cards(self.others))
        yield self._either("attackers", self.able, slots=", ".join(self.able))
        guards = [self._guard(slot, each) for slot, each in self.own.items() if each.counters]
        yield self._either("guards", guards, slots=", ".join(guards))
        if (above := len(self.view["my"]["hand"]) - HAND) > 0:
            yield self._said(say.TOO_MANY, count=above)

    @cached_property
    def free(self) -> Mapping[str, list[str]]:
        """The characters that can be summoned, by the name of their colour."""
        basics = [id for id, plays in self.plays.items() if plays and self.pool[id].is_basic]
        return {
            COLOUR_NAMES[colour].to(self.lang): ids
            for colour in COLOURS
            if (ids := [id for id in basics if self.pool[id].colour == colour])
        }

    @cached_property
    def blocked(self) -> list[str]:
        """The characters whose name is taken, and by which slot."""
        shut = (self.pool[id] for id, plays in self.plays.items() if not plays)
        return [
            self._said(say.BLOCKED_BY, who=self._who(who), where=self.taken[who])
            for who in dict.fromkeys(each.who for each in shut if each.is_basic)
            if who in self.taken
        ]

    @cached_property
    def others(self) -> list[str]:
        """The other cards that can be played."""
        return [id for id, plays in self.plays.items() if plays and not self.pool[id].is_basic]

    @property
    def room(self) -> int:
        """How many more plays are possible, without summons."""
        return MOST_PLAYS - Draft(self.judge).others

    @cached_property
    def able(self) -> list[str]:
        """The slots of characters that can attack and have no orders yet."""
        plan = self.judge.plan
        listed = (*plan["attack"], *plan["guard"])
        return [
            str(slot) for slot, each in self.own.items() if each.may_attack and slot not in listed
        ]

    def now(self) -> str:
        """Return the possibilities in a sentence for a letter, by ids and slots. What nobody can do is left out."""
        found = {
            "summons": [
                self._said(say.OF_COLOUR, cards="/".join(ids), colour=colour)
                for colour, ids in self.free.items()
            ],
            "plays": self.others,
            "attackers": self.able,
            "shut": self.blocked,
        }
        told = [
            self._said(say.NOW[what], most=self.room, some=self._listed(each))
            for what, each in found.items()
            if each
        ]
        all_of = ("／" if self.lang == "ja" else "; ").join(told)
        return self._said(say.POSSIBLE, all=all_of) if told else ""

    def _summons(self) -> Iterator[str]:
        free = [*chain(*self.free.values())]
        by_colour = (f"{colour} {self._cards(ids)}" for colour, ids in self.free.items())
        yield self._either("summons", free, cards=" / ".join(by_colour))
        if self.blocked:
            yield self._said(say.BLOCKED, names=self._listed(self.blocked))
        first = self.view["initiative"]
        if free and first == self.theirs and self.view["config"]["unique"] == "field":
            whos = dict.fromkeys(self._who(self.pool[id].who) for id in free)
            yield self._said(
                say.MAY_BLOCK, who=self.names[self.theirs], names=self._listed([*whos])
            )

    def _guard(self, slot: Name, each: Fighter) -> str:
        return self._said(say.TWICE, slot=slot) if each.counters > 1 else str(slot)

    # --- words --------------------------------------------------------------------------------------

    def _either(self, what: str, some: Sequence[str], **blanks: Any) -> str:
        """Return the sentence for what can be done, or the one for nothing."""
        return self._said((say.CAN if some else say.CANNOT)[what], **blanks)

    def _said(self, words: Words, **blanks: Any) -> str:
        return words.to(self.lang).format_map(blanks)

    def _who(self, who: str) -> str:
        return self.pool.characters[who].to(self.lang)

    def _listed(self, names: list[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(names)

    def _cards(self, ids: list[str]) -> str:
        named = [f"{id} {self.pool.name(id, self.lang)}" for id in ids]
        return ("、" if self.lang == "ja" else "; ").join(named)
