"""Orders in the words of a sentence: cards by name, the verb anywhere or left out, brought into the form in which orders are read."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from app.engine import CardInfo
from app.engine.matches.game import Game, MatchDecision, Options, OrderError, View
from app.engine.matches.orders.orders import read_text
from app.engine.words import Words
from app.errors import OrdersUnreadable
from app.text.characters import normal

_ID: Final = r"(?<![a-z0-9])[a-z][0-9]{2}(?![0-9])"
_CARD: Final = re.compile(_ID)
_PLACE: Final = re.compile(rf"{_ID}|(?<![a-z0-9])(?:e?[0-9]{{1,2}}|new[0-9])(?![0-9])")
_INSTEAD: Final = re.compile(
    r".*(?:やっぱり|やはり|いや[、,]|訂正|\bno wait\b|\brather\b|\bcorrection\b|\bi mean\b|\bmake that\b)",
    re.DOTALL,
)
_JOINED: Final = re.compile(
    r"[,、。・「」()（）&/]|(?<=[0-9a-z]) ?と ?(?=[a-z0-9])|\band\b|\bthe\b|\bplease\b|(?<=[0-9a-z])[をにがは](?=\s|$)|[.!]+$"
)
_BEHIND: Final = re.compile(
    r"\s*(?:を|に|で|の|は)*\s*(?:お願い|おねがい|よろしく|いき|行き|です|にし|とし|します|ください).*$"
)
_KEPT: Final = re.compile(
    rf"{_ID}|(?<![a-z0-9])(?:e?[0-9]{{1,2}}|new[0-9])(?![0-9])|>|\b(?:on|by|none|first|second)\b|なし|先攻|後攻"
)
_WORD: Final = re.compile(r"[a-z][a-z'’-]{2,}|[ァ-ヶー]{2,}")
_EFFECT: Final = re.compile(r"\b([A-Z][0-9]{2}) ([^\d:：。.]{2,30})[:：]")
_NUMBER: Final = re.compile(r"^\d+\s*[.)、:]\s*")
_SHORT: Final = 12
"""So short words may be an order without a verb: 後攻で."""
_MOST_TOKENS: Final = 60


class OrderWords:
    """How orders for a match of this game may be written, for one who sees this of it."""

    def __init__(
        self,
        game: Game[Any],
        cards: Sequence[CardInfo],
        view: View,
        decisions: Sequence[tuple[MatchDecision, Options]] = (),
    ) -> None:
        self.game, self.cards, self.view, self.decisions = game, cards, view, decisions

    @cached_property
    def _verbs(self) -> re.Pattern[str]:
        """The verbs, as they are bent too: 出して, attacks."""
        ways = (normal(way) for way in sorted(self.game.verbs, key=len, reverse=True))
        bent = (
            rf"\b{way}(?:s|es|ing)?\b"
            if way.isascii()
            else rf"{way}|{way[:-1]}[しせそ]"
            if way[-1] in "すする"
            else way
            for way in ways
        )
        return re.compile("|".join(f"({each})" for each in bent))

    @cached_property
    def _canonical(self) -> list[str]:
        return [self.game.verbs[way] for way in sorted(self.game.verbs, key=len, reverse=True)]

    @cached_property
    def _names(self) -> dict[str, str]:
        """Cards by their names, and those that the view shows by the parts of them that no other has."""
        shown = {*_CARD.findall(normal(json.dumps(_hand(self.view))))}
        found = {
            normal(name): normal(card.id)
            for card in self.cards
            for name in (card.name.ja, card.name.en)
        }
        parts: dict[str, set[str]] = {}
        for name, card in found.items():
            for part in (
                (*re.split(r", | of ", name), *_WORD.findall(name)) if card in shown else ()
            ):
                parts.setdefault(part.strip(), set()).add(card)
        texts = (text for card in self.cards for text in (card.text.ja, card.text.en))
        effects = {normal(name): normal(id) for text in texts for id, name in _EFFECT.findall(text)}
        return (
            {part: min(cards) for part, cards in parts.items() if len(cards) == 1} | found | effects
        )

    @cached_property
    def _called(self) -> re.Pattern[str]:
        names = map(re.escape, sorted(self._names, key=len, reverse=True))
        return re.compile(rf"(?<![a-z])(?:the )?({'|'.join(names)})(?![a-z])(?: ?\(({_ID})\))?")

    def begins(self, text: str) -> bool:
        """Whether it begins with a verb, and goes on as an order may."""
        said = normal(text).strip(" .。!")
        found = self._verbs.match(said)
        return bool(found and (_PLACE.search(said, found.end()) or self._read(said)))

    def may_be(self, text: str) -> bool:
        """Whether it begins as an order, or names cards as one."""
        said = normal(text)
        return (
            self.begins(text)
            or _CARD.search(said) is not None
            or len(self._called.findall(said)) > (not self._verbs.search(said))
            or (len(said) <= _SHORT and bool(self.read(text)))
        )

    def read(self, text: str) -> str:
        """The orders that these words say, a line each; empty if they say none that can be read, or name more cards than that."""
        whole = normal(text).strip()
        said = _NUMBER.sub("", whole)
        plain = self._called.sub(self._ids, _INSTEAD.sub("", _BEHIND.sub("", said)))
        named = {*_CARD.findall(plain)}
        for each in ([whole.rstrip(" .。!")], *self._ways(said, plain)):
            lines = "\n".join(each)
            is_all = named <= {*_CARD.findall(self._called.sub(self._ids, lines))}
            if lines and is_all and (read := self._read(lines)):
                return read
        return ""

    def fits(self, lines: str) -> bool:
        """Whether the first of these orders may be given now."""
        return self.objection(lines) is None

    def objection(self, lines: str) -> Words | None:
        """Why the first of these orders may not be given now; None if it may."""
        for decision, options in self.decisions:
            try:
                order = read_text(lines, self.game, self.view).lines[0].order
                action = self.game.parse(order, self.view, decision)
            except OrderError as error:
                return error.words
            return None if action in options else options.explain(action)
        return None

    def is_for_now(self, lines: str) -> bool:
        """Whether the first of these orders, alone, answers the decision that waits."""
        order = read_text(lines, self.game, self.view).lines[0].order
        kinds = self.game.kinds(self.game.parse(order, self.view, None)) - self.game.composed
        return any(each.kind in kinds for each, _ in self.decisions)

    def _read(self, lines: str) -> str:
        """The orders in canonical words; empty if they cannot be read."""
        try:
            return "\n".join(map(str, read_text(lines, self.game, self.view).lines))
        except OrdersUnreadable:
            return ""

    def _ways(self, said: str, plain: str) -> Iterator[list[str]]:
        """The orders that it may mean, the one most like it first; `plain`: with cards by number."""
        bare = " ".join(_JOINED.sub(" ", plain).split())
        yield [said.rstrip(" .。!")]
        yield [bare]
        found = [*self._verbs.finditer(plain)][:_MOST_TOKENS]
        if not found:
            yield from self._without_verb(bare)
            return
        is_last = bool(_CARD.search(plain, 0, found[0].start())) and not _PLACE.search(
            plain, found[-1].end()
        )
        ends = (
            [0, *(each.end() for each in found)]
            if is_last
            else [*(each.start() for each in found), len(plain)]
        )
        lines: list[str] = []
        for at, (start, end) in zip(found, pairwise(ends), strict=True):
            verb = self._canonical[(at.lastindex or 1) - 1]
            lines += self._ordered(verb, _KEPT.findall(self._verbs.sub(" ", plain[start:end])))
        yield lines

    def _ids(self, at: re.Match[str]) -> str:
        """The card of this name, and what stands in brackets behind it if that is another."""
        card = self._names[at[1]]
        return f" {card} " if at[2] in (None, card) else f" {card} {at[2]} "

    def _without_verb(self, bare: str) -> Iterator[list[str]]:
        """With the only verb with which it can be read, and may be given now."""
        words = _KEPT.findall(bare)
        every = (self._ordered(verb, words) for verb in dict.fromkeys(self._canonical))
        fit = [each for each in every if self._read("\n".join(each)) and self.fits(each[0])]
        if len(fit) == 1:
            yield fit[0]

    def _ordered(self, verb: str, words: Sequence[str]) -> list[str]:
        """One order with all of these words, else one for each card of the first one's kind."""
        whole = " ".join((verb, *words))
        words = [word for word in words if word not in ("first", "second")]
        lines: list[str] = []
        for word in words:
            if word[:1] == words[0][:1] or not lines:
                lines.append(verb)
            lines[-1] += f" {word}"
        is_each = all(map(self._read, lines)) and all(map(self.fits, lines[:1]))
        return lines if lines and is_each and not self._read(whole) else [whole]


def _hand(view: Any) -> list[Any]:
    """What the view shows of hands."""
    if not isinstance(view, Mapping):
        return []
    return [
        found
        for name, each in view.items()
        for found in ([each] if name == "hand" else _hand(each))
    ]
