"""Orders in the words of a sentence: cards by name, the verb anywhere or left out, brought into the form in which orders are read."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, combinations, islice, product
from typing import Any, Final, NamedTuple

from app.engine import CardInfo
from app.engine.matches.forms import OrderForms
from app.engine.matches.game import Game, MatchDecision, Options, OrderError, View
from app.engine.matches.orders.orders import read_text
from app.engine.words import Words
from app.errors import OrdersUnreadable
from app.text.characters import normal

_ID: Final = r"(?<![a-z0-9])[a-z][0-9]{2}(?![0-9])"
_CARD: Final = re.compile(_ID)
_PLACES: Final = r"(?<![a-z0-9])(?:e?[0-9]{1,2}|new[0-9])(?![0-9])"
_PLACE: Final = re.compile(rf"{_ID}|{_PLACES}")
_LISTED: Final = re.compile(r"(?![a-z][0-9]{2}|[0-9]+|e[0-9]+|[a-z]{1,2}$).+")
_EVERY: Final = r"\b(?:everyone|everybody|everything|all)\b|全員|みんな|全部|総"
_NONE: Final = re.compile(
    r"\b(?:nothing|nobody|no one|no(?= (?:card|guard|reserve|attack)s?\b))\b|ナシ"
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|dont)\b|n['’]t\b|(?:ではなく|じゃなく|しない|しません)"
)
_INSTEAD: Final = re.compile(
    r".*(?:やっぱり|やはり|いや[、,]|訂正|\bno wait\b|\brather\b|\bcorrection\b|\bi mean\b|\bmake that\b)",
    re.DOTALL,
)
_WORD: Final = re.compile(r"[a-z][a-z'’-]{2,}|[ァ-ヶー]{2,}")
_EFFECT: Final = re.compile(r"\b([A-Z][0-9]{2}) ([^\d:：。.]{2,30})[:：]")
_NUMBER: Final = re.compile(r"^\d+\s*[.)、:]\s*")
_ALIKE: Final = {"攻撃": "attack", "守り": "guard", "装備": "set", "equip": "set"}
"""Other words for verbs, in games that have none of their own."""
_FIGURES: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_SHORT: Final = 12
"""So short words may be an order without a verb: 後攻で."""
_OWN: Final = "123456789"
"""Numbers of places."""
_MOST_TOKENS: Final = 24
_MOST_MEANT: Final = 16
_MOST_STEPS: Final = 200
"""How many beginnings of readings of a sentence are followed."""
_LONGEST: Final = 7
"""The most words that one order may have."""


class _Token(NamedTuple):
    """A verb in its canonical form, a card or place, `every`, or another word, which may be there for no order."""

    kind: str
    word: str


class OrderWords:
    """The ways to write orders in a match of this game, for a player with this view."""

    def __init__(
        self,
        game: Game[Any],
        cards: Sequence[CardInfo],
        view: View,
        decisions: Sequence[tuple[MatchDecision, Options]] = (),
    ) -> None:
        self.game, self.cards, self.view, self.decisions = game, cards, view, decisions

    @cached_property
    def _ways(self) -> Mapping[str, str]:
        """The canonical verb of each expression for one, the longest first, as they are bent too: 出して, attacks."""
        verbs = {way: verb for way, verb in _ALIKE.items() if verb in self.game.verbs}
        verbs |= self.game.verbs
        ways = ((normal(way), way) for way in sorted(verbs, key=len, reverse=True))
        return {
            rf"\b{way}(?:s|es|ing)?\b"
            if way.isascii()
            else rf"{way}|{way[:-1]}[しせそ]"
            if way[-1] in "すする"
            else way: verbs[typed]
            for way, typed in ways
        }

    @cached_property
    def _verbs(self) -> re.Pattern[str]:
        return re.compile("|".join(self._ways))

    @cached_property
    def _forms(self) -> Mapping[str, OrderForms]:
        return self.game.grammar.forms if self.game.grammar else {}

    @cached_property
    def _tokens(self) -> re.Pattern[str]:
        """What an order is made of: verbs, cards and places, and other words that its grammar lists."""
        known = {
            way for each in self._forms.values() for way in each.known if _LISTED.fullmatch(way)
        }
        words = sorted({*known, *_FIGURES, "none", "なし"}, key=len, reverse=True)
        listed = "|".join(rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w) for w in words)
        verbs = "|".join(f"(?P<v{n}>{way})" for n, way in enumerate(self._ways))
        return re.compile(
            rf"(?P<place>{_ID}(?:~{_ID})*|{_PLACES})|{verbs}|(?P<every>{_EVERY})|(?P<word>{listed})"
        )

    @cached_property
    def _names(self) -> dict[str, str]:
        """Cards by their names, and those in hand or on the table by the parts of them that no other there has."""
        hand, table = (
            {*_CARD.findall(normal(json.dumps(_under(self.view, names))))}
            for names in (("hand",), ("field", "front"))
        )
        found = {
            normal(name): normal(card.id)
            for card in self.cards
            for name in (card.name.ja, card.name.en)
        }
        texts = (text for card in self.cards for text in (card.text.ja, card.text.en))
        effects = {normal(name): normal(id) for text in texts for id, name in _EFFECT.findall(text)}
        parts = _parts(found, table)
        for part, card in _parts(found, hand).items():
            parts[part] = "~".join(dict.fromkeys((card, parts.get(part, card))))
        every = parts | found | effects
        return {name: card for name, card in every.items() if name not in self.game.verbs}

    @cached_property
    def _called(self) -> re.Pattern[str]:
        names = map(re.escape, sorted(self._names, key=len, reverse=True))
        return re.compile(rf"(?<![a-z])(?:the )?({'|'.join(names)})(?![a-z])(?: ?\(({_ID})\))?")

    def begins(self, text: str) -> bool:
        """Whether it begins with a verb, and goes on as an order may."""
        said = _NONE.sub("none", normal(text).strip(" .。!"))
        found = self._verbs.match(said)
        return bool(found and (_PLACE.search(said, found.end()) or self.read(said)))

    def may_be(self, text: str) -> bool:
        """Whether it begins as an order, or names cards as one."""
        said = _NONE.sub("none", normal(text))
        names, verbs = len(self._called.findall(said)), self._verbs.search(said)
        return (
            self.begins(text)
            or _CARD.search(said) is not None
            or names > (not verbs)
            or (
                bool(
                    len(said) <= _SHORT
                    or names
                    or (verbs and re.search(rf"{_EVERY}|\bnone\b", said))
                )
                and bool(self.read(text))
            )
        )

    def read(self, text: str) -> str:
        """The orders that these words say, a line each; empty if they say none that can be read, or name more cards than that."""
        whole = _NONE.sub("none", normal(text).strip()).rstrip(" .。!")
        said = _NUMBER.sub("", whole)
        plain = self._called.sub(self._ids, _INSTEAD.sub("", said))
        named = {*_CARD.findall(plain)}
        if _DENIED.search(said):
            tokens = [*map(self._token, self._tokens.finditer(plain))]
            alone = tokens[0].word if len(tokens) == 1 and tokens[0].kind == "verb" else ""
            return self._read(f"{alone} none" if alone else whole)
        for each in (whole, said):
            is_all = named <= {*_CARD.findall(self._called.sub(self._ids, each))}
            if each and is_all and (read := self._read(each)):
                return read
        return "\n".join(self._search([*map(self._token, self._tokens.finditer(plain))]))

    def fits(self, lines: str) -> bool:
        """Whether these orders may be given now."""
        return self.objection(lines) is None

    def objection(self, lines: str) -> Words | None:
        """Why these orders may not be given now, the first of them where each decides something alone; None if they may."""
        for decision, options in self.decisions:
            is_whole = decision.kind in self.game.composed
            try:
                order = lines if is_whole else read_text(lines, self.game, self.view).lines[0].order
                action = self.game.parse(order, self.view, decision)
            except OrderError as error:
                return error.words
            return None if action in options else options.explain(action)
        return None

    def replaces(self, line: str, other: str) -> bool:
        """Whether this order takes the place of the other one: a list of the same, which is said once."""
        verb = line.partition(" ")[0]
        is_list = verb in self._forms and self._forms[verb].is_list
        return is_list and verb == other.partition(" ")[0]

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

    def _ids(self, at: re.Match[str]) -> str:
        """The card of this name, or those, and what stands in brackets behind it if that is none of them."""
        cards = self._names[at[1]]
        if any(at[1] in name for name, card in self._names.items() if card == at[2]):
            return f" {at[2]} "
        return f" {cards} {at[2] or ''} "

    # --- sentences ------------------------------------------------------------------------------------

    def _token(self, at: re.Match[str]) -> _Token:
        kind = at.lastgroup or ""
        if kind.startswith("v"):
            return _Token("verb", [*self._ways.values()][int(kind[1:])])
        kind = "place" if at[0] in ("none", "なし") else kind
        return _Token(kind, _FIGURES.get(at[0], at[0]))

    def _search(self, tokens: Sequence[_Token]) -> Sequence[str]:
        """The orders into which these words divide with the fewest guesses, in their order; none if several are as good."""
        found: set[tuple[str, ...]] = set()
        ways: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
        least = 0
        for _ in range(_MOST_STEPS if len(tokens) <= _MOST_TOKENS else 0):
            if not ways or (found and ways[0][0] > least):
                break
            least, start, lines = heappop(ways)
            if start == len(tokens):
                found.add(lines)
            for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
                for more, line in self._ordered(tokens[start:end], lines):
                    heappush(ways, (least + more, end, (*lines, line)))
        return found.pop() if len(found) == 1 else ()

    def _ordered(
        self, tokens: Sequence[_Token], before: tuple[str, ...]
    ) -> Iterator[tuple[int, str]]:
        """The orders that these words may be behind those before, each with how much is guessed.

        One that has its verb need only be readable; another may be given now.
        """
        said = [each.word for each in tokens if each.kind == "verb"]
        is_whole = any(each.kind in self.game.composed for each, _ in self.decisions)
        last = before[-1].partition(" ")[0] if before else ""
        guessed = [*self._forms] if is_whole or not before else [last]
        if is_whole:  # a list alone may be for anything
            guessed = [verb for verb in guessed if not self._forms[verb].is_list]
        is_fine = not before or self.fits("\n".join(before))
        is_within = bool(said) and "verb" not in (tokens[0].kind, tokens[-1].kind)
        for verb in dict.fromkeys(said or guessed):
            cost = 4 + 6 * len({*said} - {verb}) + 2 * is_within if said else 6 - (verb == last)
            for more, words in self._meant(tokens, verb, before) if said or tokens else ():
                if line := self._filled(verb, words, before, is_said=bool(said)):
                    is_first_wrong = is_fine and not self.fits("\n".join((*before, line)))
                    yield cost + more + 3 * is_first_wrong, line
                    break

    def _meant(
        self, tokens: Sequence[_Token], verb: str, before: tuple[str, ...]
    ) -> Iterator[tuple[int, Sequence[str]]]:
        """The words of an order that these may be: all of them, else without some that need not be of it."""
        things = [each for each in tokens if each.kind != "verb"]
        kept = [
            each
            for at, each in enumerate(things)
            if not any(
                self._is_at(each.word, side.word) for side in things[max(at - 1, 0) : at + 2]
            )
        ]
        extra = [each for each in kept if each.kind == "word"]
        without = chain(*(combinations(extra, n) for n in range(len(extra) + 1)))
        for left in islice(without, _MOST_MEANT):
            every = [self._called_by(each, verb, before) for each in kept if each not in left]
            for words in islice(product(*every), _MOST_MEANT):
                yield 5 * len(left), [*chain(*words)]

    def _called_by(
        self, token: _Token, verb: str, before: tuple[str, ...]
    ) -> Sequence[Sequence[str]]:
        """What this word may stand for: itself, and the place of a card; all that may be ordered so."""
        if token.kind == "every":
            rows = {at: "\n".join((*before, f"{verb} {at}")) for at in _OWN}
            return [[at for at, lines in rows.items() if self._read(lines) and self.fits(lines)]]
        new = [line for line in before if line.startswith("summon ")]
        cards = token.word.split("~")
        places = [at for at in (*_OWN, *(f"e{at}" for at in _OWN)) if self._is_at(token.word, at)]
        places += [
            f"new{n}" for n, line in enumerate(new, 1) if any(each in line for each in cards)
        ]
        return [[each] for each in (*cards, *places)]

    def _is_at(self, cards: str, place: str) -> bool:
        """Whether this card, or one of these, lies in this place."""
        found = [] if _CARD.match(place) else _CARD.findall(cards)
        try:
            return any(self.game.holds(place, "is", each, self.view, None, "") for each in found)
        except OrderError:
            return False

    def _filled(
        self, verb: str, words: Sequence[str], before: tuple[str, ...], *, is_said: bool
    ) -> str:
        """The order with this verb and all of these words, one that may be given now before others; empty if there is none."""
        more = self._forms[verb].fillings(words) if verb in self._forms else ()
        ways = [" ".join(words), *islice(more, _MOST_MEANT)]
        read = [line for each in ways if (line := self._read(f"{verb} {each}".strip()))]
        fit = (line for line in read if self._is_foreseen("\n".join((*before, line))))
        return next(fit, next(iter(read), "") if is_said else "") if words or is_said else ""

    def _is_foreseen(self, lines: str) -> bool:
        """Whether these orders may be given now, or where nothing is decided yet, as far as that can be told."""
        ahead = None if self.decisions else self.game.foreseen(self.view)
        order = lines.partition("\n")[0]
        action = self.game.parse(order, self.view, None) if ahead else {}
        if ahead and ahead[0].kind in self.game.kinds(action):
            return action in ahead[1]
        return self.fits(lines)


def _parts(names: Mapping[str, str], shown: Collection[str]) -> dict[str, str]:
    """The parts of the names of these cards that no other of them has."""
    parts: dict[str, set[str]] = {}
    for name, card in names.items():
        for part in (*re.split(r", | of ", name), *_WORD.findall(name)) if card in shown else ():
            parts.setdefault(part.strip(), set()).add(card)
    return {part: min(cards) for part, cards in parts.items() if len(cards) == 1}


def _under(view: Any, names: Sequence[str]) -> list[Any]:
    """All that stands in the view under these names."""
    if not isinstance(view, Mapping):
        return []
    return [
        found
        for name, each in view.items()
        for found in ([each] if name in names else _under(each, names))
    ]
