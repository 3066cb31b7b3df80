"""From a plan to the orders: one decision takes many lines."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from app.engine.matches.game import Candidate, Composition, OrderError, View
from app.engine.words import Words
from app.games.ocg.actions import Judge, empty
from app.games.ocg.orders import PLAYS, VERBS, Part, own_cards, part_of

_SUMMON: Final = frozenset({"summon"})
_BEFORE = Words("前の行がもう決めています。", "A line before has settled it.")


def compose(lines: Sequence[Candidate], view: View) -> Composition:
    """First all lines with plays, then stances, discards and `pass`; those of the plan before the standing ones.

    Without an action if no line takes part, or if one that must does not.
    """
    draft = _Draft(lines, view)
    for is_play in (True, False):
        for at, each in enumerate(lines):
            if _is(PLAYS, each.line.order) is is_play:
                draft.read(at, each)
    missing = any(
        each.line.must and not each.is_done and at not in draft.fired
        for at, each in enumerate(lines)
    )
    if missing or not draft.fired:
        return Composition(None, {}, draft.refused)
    return Composition(draft.orders, draft.fired, draft.refused)


@lru_cache(maxsize=1 << 12)
def _is(verbs: frozenset[str], order: str) -> bool:
    return VERBS.get(order.lower().strip().partition(" ")[0]) in verbs


class _Draft:
    """The orders so far, the lines that take part in them, and why others do not."""

    def __init__(self, lines: Sequence[Candidate], view: View) -> None:
        self.judge = Judge(view)
        self.cards = own_cards(view)
        self.orders = empty()
        self.fired: dict[int, bool] = {}
        self.refused: dict[int, Words] = {}
        self.numbers = {(each.source, each.line.number) for each in lines if each.is_done}
        """Numbers of the lines that have taken part, now or before, with the block they stand in."""
        self.written: dict[int, str] = {}
        """What the character of a line is called in its block, by the place of the line."""
        self.summoned: dict[tuple[str, str], str] = {}
        """What it is called in the orders, by its block and its name there."""
        self.listed: set[str] = set()
        counts = {"plan": 0, "standing": 0}
        for at, each in enumerate(lines):
            if _is(_SUMMON, each.line.order) or _is(_SUMMON, each.line.otherwise):
                counts[each.source] += 1
                self.written[at] = f"new{counts[each.source]}"

    def read(self, at: int, each: Candidate) -> None:
        """The line takes part, with its order or its `else`, if it can."""
        line = each.line
        if each.is_done:
            return
        if line.after is not None and (each.source, line.after) not in self.numbers:
            return
        for text, is_else in ((line.order * each.holds, False), (line.otherwise, True)):
            if not text:
                continue
            refused = self._try(text, at, each.source)
            if refused is None:
                self.fired[at] = is_else
                self.refused.pop(at, None)
                self.numbers.add((each.source, line.number))
                return
            self.refused.setdefault(at, refused)

    def _try(self, text: str, at: int, source: str) -> Words | None:
        """The orders with this one more; or why it cannot be had."""
        try:
            part = part_of(text, self.cards)
        except OrderError as unreadable:
            return unreadable.words
        if part.verb == "pass":
            return None
        if not part.play:
            return self._list(part, source)
        play = {
            key: self._meant(said, source) if key in ("on", "by") else said
            for key, said in part.play.items()
        }
        if "targets" in play:
            play["targets"] = self._targets(play, source)
        refused = self._with(plays=[*self.orders["plays"], play])
        if refused is None and part.verb == "summon":
            summons = sum(each["p"] == "summon" for each in self.orders["plays"])
            self.summoned[source, self.written[at]] = f"new{summons}"
        return refused

    def _meant(self, name: int | str, source: str) -> int | str:
        """What a reference of this block is called in the orders; in brackets, nobody, if it was not summoned."""
        if isinstance(name, str) and name.startswith("new"):
            return self.summoned.get((source, name), f"({name})")
        return name

    def _targets(self, play: Mapping[str, Any], source: str) -> list[int | str]:
        """Those that can be met; all of them where none can, so that the play is refused for them."""
        named = list(dict.fromkeys(self._meant(each, source) for each in play["targets"]))
        fit = [
            each
            for each in named
            if self._refusal(plays=[*self.orders["plays"], {**play, "targets": [each]}]) is None
        ]
        return fit or named

    def _list(self, part: Part, source: str) -> Words | None:
        """The names that can be added; the first line of its kind that has any counts."""
        if part.verb in self.listed:
            return _BEFORE
        names: list[int | str] = []
        refused: Words | None = None
        for each in part.names:
            name = self._meant(each, source) if part.verb != "discard" else each
            wrong = self._refusal(**{part.verb: [*names, name]})
            if wrong is None:
                names.append(name)
            refused = refused or wrong
        if not names:
            return refused
        self.listed.add(part.verb)
        return self._with(**{part.verb: names})

    def _refusal(self, **more: list[Any]) -> Words | None:
        return self.judge.objection(self.orders | more)

    def _with(self, **more: list[Any]) -> Words | None:
        """The orders with this in place of what was there, if that is legal; else why not."""
        refused = self._refusal(**more)
        if refused is None:
            self.orders = self.orders | more
        return refused
