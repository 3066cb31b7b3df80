"""Changes of an entry that stands: cards and fields that shall be others, and the entry as it would be then."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from app.engine import Ruleset
from app.errors import BuildUnreadable, Problem, SubmissionRejected
from app.league.entries import characters
from app.league.entries.contents import Submission, read_build
from app.mail.reading.form.card_words import card_words

ALL: Final = -1
"""The amount that stands for all copies."""
Kind = Literal[
    "set", "append", "swap", "exchange", "replace", "put", "add", "above", "below", "move",
    "move-above", "move-below", "move-up", "move-down", "remove",
]  # fmt: skip


class Spot(NamedTuple):
    """Where something shall be changed: a place, a card, or the card in a place, as `typed`.

    `places` count from 1 at the top, and from -1 at the bottom. `is_end`: it says the top or the bottom by that name.
    `card`: the words that say a card, or may say one. `amount`: how many, 0 if that is not said.
    """

    typed: str
    places: tuple[int, ...] = ()
    card: str = ""
    amount: int = 0
    is_end: bool = False


class EntryChange(NamedTuple):
    """A change as it was `typed`: in the cards at these spots, or of a field, to these words."""

    kind: Kind
    typed: str
    spots: tuple[Spot, ...] = ()
    new: tuple[Spot, ...] = ()
    field: str = ""
    text: str = ""


def changed(base: Submission, changes: Sequence[EntryChange], rules: Ruleset) -> Submission:
    """The entry as it would be with these changes; a card's own name stays with it, and with the slot of one replaced.

    Places are those of the entry as it stands. Raises `SubmissionRejected` with every problem.
    """
    problems: list[Problem] = []
    row = _Row(base, rules, problems)
    for change in changes:
        match change.kind:
            case "set" | "append":
                base = _written(base, change, rules)
                if change.field == "build":
                    row = _Row(base, rules, problems)
            case _:
                row.change(change)
    if problems:
        raise SubmissionRejected(dict.fromkeys(problems))
    return row.written(base)


def rebuilt(base: Submission, text: str, rules: Ruleset) -> Submission:
    """The entry with the build that this text says. Names of slots stay, unless the text brings some or has fewer slots."""
    written = card_words(text, rules.known)
    try:
        build = read_build(rules, written)
    except BuildUnreadable:
        return replace(base, build=written)
    names = [] if any(build.flavour) else characters.names_of(base.extras)[: len(build.cards)]
    extras = {key: value for key, value in base.extras.items() if key != "flavour"}
    own = {at: name for at, name in enumerate(names, 1) if name}
    return replace(base, build=written, extras=extras | characters.extras(own, {}, {}, {}))


def _written(base: Submission, change: EntryChange, rules: Ruleset) -> Submission:
    """The entry with the words of this change in their field."""
    value = change.text
    if change.field == "build":
        return rebuilt(base, value, rules)
    if change.kind == "append":
        value = f"{getattr(base, change.field)}\n{value}".strip("\n")
    for spot in change.spots:  # words within it
        before = getattr(base, change.field)
        value = before.replace(spot.typed, value) if spot.typed in before else value
    words: dict[str, Any] = {change.field: value}
    return replace(base, **words)


@dataclass(slots=True, eq=False)
class _Slot:
    """A card in a build, and its own name."""

    card: str
    name: str | None = None


class _Row:
    """The cards of an entry, while they are changed. What cannot be changed is added to the problems."""

    def __init__(
        self,
        base: Submission,
        rules: Ruleset,
        problems: list[Problem],
    ) -> None:
        self.rules, self.problems = rules, problems
        self.is_changed = False
        self.is_read = True
        cards: tuple[str, ...] = ()
        try:
            build = rules.read_build(base.build)
            cards = build.cards
            self.extras = characters.filled(base.extras, build)
        except BuildUnreadable:
            self.is_read = False  # the player hears why when it is entered
            self.extras = base.extras
        names = [*characters.names_of(self.extras), *[None] * len(cards)]
        self.now = [_Slot(*each) for each in zip(cards, names, strict=False)]
        self.before = tuple(self.now)

    def written(self, base: Submission) -> Submission:
        """The entry with its changed cards."""
        if not self.is_changed:
            return base
        extras: dict[str, Any] = {k: v for k, v in self.extras.items() if k != "flavour"}
        names = {at: each.name for at, each in enumerate(self.now, 1) if each.name}
        extras |= characters.extras(names, {}, {}, {})
        return replace(base, build=", ".join(each.card for each in self.now), extras=extras)

    def change(self, change: EntryChange) -> None:
        """Make this change, or note its problems."""
        if not self.is_read:
            return
        self.is_changed = True
        change = self._meant(change)
        spots = [self._found(each, change) for each in change.spots]
        new = [card for each in change.new for card in self._new(each)]
        if None in spots or (change.new and not new):
            return
        those = [each for each in spots if each is not None]
        match change.kind:
            case "swap":
                self._swap(those, change)
            case "replace":
                self._replace(those[0], new)
            case "put":
                self._put(change, those[0], new)
            case "add":
                self._add(change.spots, new)
            case "above" | "below":
                self._beside(those[0], new, change.kind)
            case "remove":
                gone = [slot for each in those for slot in each]
                self.now = [each for each in self.now if each not in gone]
            case "move":
                self._move(those[0], change.spots[1])
            case "move-above" | "move-below":
                self._carry(those[0], those[1], is_below=change.kind == "move-below")
            case "move-up" | "move-down":
                at = self.now.index(those[0][0]) + (-1 if change.kind == "move-up" else 1)
                self._insert_at(those[0], at)

    def _meant(self, change: EntryChange) -> EntryChange:
        """The change that is meant: to put a card somewhere that is not there is to add it."""
        kind, spots = change.kind, change.spots
        if kind in ("move", "move-above", "move-below") and self._is_other(spots[0]):
            kinds: dict[str, Kind] = {"move-above": "above", "move-below": "below"}
            return change._replace(kind=kinds.get(kind, "add"), spots=spots[1:], new=spots[:1])
        if kind == "exchange":
            is_new = not spots[1].places and self._is_other(spots[1])
            return (
                change._replace(kind="replace", spots=spots[:1], new=spots[1:])
                if is_new
                else change._replace(kind="swap")
            )
        return change

    def _is_other(self, spot: Spot) -> bool:
        """Whether these words say a card that is not in the entry, or one more of it."""
        if spot.places or not (cards := _cards(spot.card, self.rules)):
            return False
        return spot.amount > 0 or not any(slot.card in cards for slot in self.before)

    # --- where --------------------------------------------------------------------------------------

    def _found(self, spot: Spot, change: EntryChange) -> list[_Slot] | None:
        """The slots at this spot of the entry as it stands; None, and a problem, if it is not clear which."""
        is_target = change.kind in ("move", "add") and spot is change.spots[-1] and not spot.card
        if spot.places:
            found = [slot for place in spot.places for slot in self._at(place)]
            if len(found) == len(spot.places) and not spot.card:
                return found
            if not spot.card:
                fits = is_target and all(
                    abs(place) <= len(self.before) + 1 for place in spot.places
                )
                return [] if fits else self._refuse("no-such-place", spot)
        cards = self._read(spot.card)
        if not cards:
            return None
        there = [slot for slot in self.before if slot.card in cards]
        if spot.places:
            return self._counted(spot, found, there)
        if len(there) == 1 or (there and spot.amount in (ALL, len(there))):
            return there
        if there and len(cards) == len(there) and len({*cards}) == len(cards):
            return there
        if there and change.kind == "remove" and self._is_all_one(there):
            return there[: spot.amount or 1]
        return self._refuse("which-card" if there else "card-not-there", spot)

    def _counted(self, spot: Spot, at: list[_Slot], there: list[_Slot]) -> list[_Slot] | None:
        """The slot of "the second Attack": in that place, or the second one of them, unless both may be meant."""
        place = spot.places[0]
        index = place - 1 if place > 0 else place
        counted = there[index : index + 1 or None] if -len(there) <= index < len(there) else []
        right = [slot for slot in at if slot in there]
        if counted and right and counted != right and len(there) > 1 and not spot.is_end:
            return self._refuse("which-card", spot)
        return right or counted or self._refuse("card-not-there", spot)

    def _is_all_one(self, there: list[_Slot]) -> bool:
        """Whether it makes no difference which of these is taken out: they are alike, and beside each other."""
        first = self.before.index(there[0])
        return all(
            (slot.card, slot.name) == (there[0].card, there[0].name)
            and self.before.index(slot) == first + at
            for at, slot in enumerate(there)
        )

    def _at(self, place: int) -> tuple[_Slot, ...]:
        index = place - 1 if place > 0 else place
        return self.before[index : index + 1 or None] if abs(place) <= len(self.before) else ()

    def _new(self, spot: Spot) -> list[str]:
        """The cards that shall be there; none, and problems, if these words say none."""
        cards = self._read(spot.card)
        return list(cards) * (max(spot.amount, 1) if len(cards) == 1 else 1)

    def _read(self, words: str) -> tuple[str, ...]:
        """The cards that these words say; none, and problems, if they are none."""
        if found := _cards(words, self.rules):
            return found
        try:
            self.rules.read_build(card_words(words, self.rules.known))
        except BuildUnreadable as refusal:
            unknown = [each for each in refusal.problems if each.line]
            self.problems += (
                replace(each, line=0, column=0, words=(words,)) for each in unknown[:1]
            )
        return ()

    def _refuse(self, code: str, spot: Spot) -> list[_Slot] | None:
        """No slots, and the problem why."""
        self.problems.append(Problem(code, typed=spot.typed))
        return None

    # --- what ---------------------------------------------------------------------------------------

    def _swap(self, those: Sequence[list[_Slot]], change: EntryChange) -> None:
        one, other = (those[0][:1], those[0][1:]) if len(those) == 1 else (those[0], those[1])
        if len(one) != len(other) or not one:
            self.problems.append(Problem("change-unclear", phrase=change.typed))
            return
        for this, that in zip(one, other, strict=True):
            here, there = self.now.index(this), self.now.index(that)
            self.now[here], self.now[there] = that, this

    def _replace(self, those: Iterable[_Slot], new: Sequence[str]) -> None:
        for slot in those:
            at = self.now.index(slot) if slot in self.now else len(self.now)
            first, *more = (_Slot(card) for card in new)
            first.name = slot.name
            self.now[at : at + 1] = [first, *more]

    def _put(self, change: EntryChange, those: list[_Slot], new: Sequence[str]) -> None:
        """At an end it is added, in a full build it takes the place; else it might be either."""
        spot = change.spots[0]
        if spot.is_end:
            self._add((spot,), new)
        elif len(self.now) + len(new) not in self.rules.sizes:
            self._replace(those, new)
        else:
            self.problems.append(Problem("replace-or-add", phrase=change.typed))

    def _add(self, spots: Sequence[Spot], new: Sequence[str]) -> None:
        place = spots[0].places[0] if spots else -1
        index = len(self.now) if place == -1 else place - 1 if place > 0 else place + 1
        if place > 0 and (there := self._at(place)) and there[0] in self.now:
            index = self.now.index(there[0])
        self.now[index:index] = [_Slot(card) for card in new]

    def _beside(self, those: list[_Slot], new: Sequence[str], kind: str) -> None:
        at = self.now.index(those[0] if kind == "above" else those[-1]) + (kind == "below")
        self.now[at:at] = [_Slot(card) for card in new]

    def _move(self, those: list[_Slot], target: Spot) -> None:
        place = target.places[0]
        self._insert_at(those, place - 1 if place > 0 else len(self.before) + place)

    def _carry(self, those: list[_Slot], target: list[_Slot], *, is_below: bool) -> None:
        rest = [each for each in self.now if each not in those]
        at = rest.index(target[0]) + is_below if target[0] in rest else len(rest)
        self.now = [*rest[:at], *those, *rest[at:]]

    def _insert_at(self, those: list[_Slot], index: int) -> None:
        rest = [each for each in self.now if each not in those]
        index = min(max(index, 0), len(rest))
        self.now = [*rest[:index], *those, *rest[index:]]


def _cards(words: str, rules: Ruleset) -> tuple[str, ...]:
    """The cards that these words say, although they alone are no legal build."""
    known = {card.id for card in rules.known}
    said = [each.strip() for each in card_words(words, rules.known).replace("\n", ",").split(",")]
    return tuple(said) if said and all(each in known for each in said) else ()
