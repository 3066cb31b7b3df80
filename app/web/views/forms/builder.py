"""A build put together card by card: its slots, its numbers, and the text that says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise
from typing import Final, NamedTuple, get_args

from app.engine import Build, BuildNotAllowed, CardFigure, CardInfo, Lang, Notation, Ruleset, Words
from app.engine.spelling import key
from app.errors import BuildUnreadable, Problem
from app.text.characters import BLANKS
from app.web.cards import CardView, by_id, families, row_of

_NOTATIONS: Final[tuple[Notation, ...]] = get_args(Notation)
_NOTHING: Final = Words("", "")
_FEW_SIZES: Final = 3
"""Up to this many sizes are named one by one."""
DRAWN: Final = 3
"""The cards in the form are limited to this many times the size of a build. Each card has three
buttons, and a text may name twenty thousand.
"""
Slots = list[tuple[str, str | None]]
"""Identifiers of the cards from the top, each with its own name."""


class _Step(NamedTuple):
    """What a button did.

    One of `add`, `more` (only counts of cards matter), `move`, `out`, `clear`, `deck` (a starter of this name)
    or `full` (no place left). With several decks also `show` and `drop`.
    """

    act: str
    card: str = ""
    at: int = 0
    to: int = 0
    button: str = ""
    """The one that the reader will want next: it follows a card that moves."""


class _DeckCard(NamedTuple):
    """A card of a deck and how many copies it has, the last one in this place."""

    card: CardView
    copies: int
    place: int


@dataclass(frozen=True, slots=True)
class Builder:
    """The build in a text while it is put together; drawn by `templates/pages/_builder.html`.

    `build` is None while a word cannot be read, or if there are far too many cards. `notation` is the one of
    the text, otherwise the usual one of its language. `step` is what the pressed button did. Of several decks
    only the one `at` this place (from 0) is drawn, and `whole` has all of them; an empty deck comes last.
    """

    game: Ruleset
    text: str
    lang: Lang
    build: Build | None
    problems: Sequence[Problem]
    notation: Notation
    step: _Step | None = None
    whole: Build | None = None
    at: int = 0

    @property
    def told(self) -> Sequence[Problem]:
        """The remarks shown while the build is put together. An empty build has no problems yet."""
        return self.problems if self.text.strip(BLANKS + "\n") else ()

    @property
    def allowed(self) -> Build | None:
        """All of it, if it may be played."""
        return None if self.problems else self.whole

    @property
    def row(self) -> list[CardView]:
        """The cards in their slots, from the top."""
        return row_of(self.game, self.build, self.build.flavour) if self.build else []

    @property
    def decks(self) -> list[int]:
        """The sizes of all decks, also of one that is begun, if there are several."""
        sizes = [*map(len, _split(self.whole))] if self.whole else []
        found = [*sizes, *([0] if self.at == len(sizes) else [])]
        return found if len(found) > 1 else []

    @property
    def has_room(self) -> bool:
        """Whether one more deck can be begun."""
        return (
            bool(self.whole and self.whole.cards)
            and max(1, len(self.decks)) < self.game.most_decks
            and 0 not in self.decks
        )

    @property
    def of(self) -> str:
        """The words before each button of the deck that is shown."""
        return f"{self.at + 1}:" if self.decks else ""

    @property
    def copies(self) -> list[_DeckCard]:
        """Each card once, for a game in which order does not matter."""
        counts: dict[str, _DeckCard] = {}
        for place, card in enumerate(self.row, 1):
            before = counts.get(card.info.id)
            counts[card.info.id] = _DeckCard(card, before.copies + 1 if before else 1, place)
        return list(counts.values())

    @property
    def wanted(self) -> str:
        """How many cards there have to be, in numbers."""
        least, most = self.sizes
        sizes = self.game.sizes
        return f"{least}–{most}" if len(sizes) > _FEW_SIZES else "/".join(map(str, sizes[::-1]))

    @property
    def few(self) -> Build:
        """The first cards, one of them twice: how a deck is written."""
        first, second, *_ = self.game.cards
        return Build((first.id, first.id, second.id))

    @property
    def slots(self) -> Slots:
        """The same in short."""
        return [(card.info.id, card.flavour) for card in self.row]

    @property
    def sizes(self) -> tuple[int, int]:
        """How many cards there have to be, and how many there may be."""
        return self.game.sizes[0], self.game.sizes[-1]

    @property
    def figures(self) -> list[CardFigure]:
        """The numbers of the build, if it is not too large for any."""
        if self.build is None or len(self.build.cards) > self.sizes[1]:
            return []
        return [*self.game.figures(self.build)]

    @property
    def families(self) -> list[list[CardView]]:
        """All cards, as the game lists them."""
        return families(self.game)

    @property
    def blank(self) -> CardView:
        """A place holder for any card."""
        name = Words("{card}", "{card}")
        return CardView(0, CardInfo(0, "", "", name, _NOTHING, (), _NOTHING), 0, None)

    @property
    def starters(self) -> Mapping[str, Build]:
        """Decks to begin with, by name; none for a game whose builds are small or in order, and to be found."""
        if self.game.is_ordered:
            return {}
        found = self.game.starters(self.lang).items()
        return {name: build for name, build in found if not build.decks}

    def spelled(self, card: CardView) -> dict[Notation, str]:
        """The card in each notation."""
        return {each: self.game.write_build(Build((card.info.id,)), each) for each in _NOTATIONS}

    @property
    def separators(self) -> dict[Notation, str]:
        """The separator between two cards, in each notation."""
        both = Build(tuple(card.id for card in self.game.cards[:2]))
        found: dict[Notation, str] = {}
        for each in _NOTATIONS:
            before, after = (len(self.game.write_build(Build((id,)), each)) for id in both.cards)
            found[each] = self.game.write_build(both, each)[before:-after]
        return found

    def said(self, sentences: Mapping[str, str]) -> str:
        """A sentence that confirms what the button did."""
        if self.step is None:
            return ""
        named = {"card": self.step.card, "at": self.step.at, "to": self.step.to}
        return sentences[self.step.act].format(**named, all=len(self.row), most=self.sizes[1])


def carried(step: _Step | None, names: Sequence[str]) -> list[str]:
    """The names of the places, from the top, once each has gone with its card."""
    after = list(names)
    if step and step.act in ("move", "out") and step.at <= len(after):
        name = after.pop(step.at - 1)
        after.insert(*((step.to - 1, name) if step.act == "move" else (len(after), "")))
    return after


def _split(build: Build) -> list[tuple[str, ...]]:
    """The cards of each deck."""
    ends = [*accumulate(build.decks or (len(build.cards),))]
    return [build.cards[begin:end] for begin, end in pairwise([0, *ends])]


def builder(
    game: Ruleset, text: str, lang: Lang, step: _Step | None = None, at: int = 0
) -> Builder:
    """The build read from the text so far, with its problems. Of several decks the one `at` this place is drawn."""
    build: Build | None
    problems: Sequence[Problem] = ()
    try:
        build = game.read_build(text)
    except BuildNotAllowed as refusal:
        build, problems = refusal.build, refusal.problems
    except BuildUnreadable as refusal:
        build, problems = None, refusal.problems
    whole = build
    notation = _notation_of(game, text, build, lang)
    if build:
        decks = _split(build)
        at = min(at, len(decks) if build.cards else 0)
        if len(decks) > 1 or at:
            build = Build(decks[at] if at < len(decks) else (), build.name)
        if len(build.cards) > DRAWN * game.sizes[-1] or not by_id(game).keys() >= {*build.cards}:
            build = None  # too many cards to be drawn, or some that this season does not have
    return Builder(game, text, lang, build, problems, notation, step, whole, at)


def pressed(game: Ruleset, text: str, button: str, lang: Lang) -> Builder:
    """The same once this button has been pressed: `add-attack`, `up-3`, `down-1`, `out-2`, `clear`, or `deck-1` for a starter.

    `2:out-5` is of the second deck, which `2:show` draws. A text that cannot be read stays as it is, and a card is put
    behind it.
    """
    of, colon, pressed_there = button.partition(":")
    at = int(of) - 1 if colon and of in map(str, range(1, game.most_decks + 1)) else 0
    drawn = builder(game, text, lang, at=at)
    act, _, what = (pressed_there if colon else button).partition("-")
    if act == "show":
        return builder(game, text, lang, _Step("show", at=drawn.at + 1, button=button), drawn.at)
    if act == "deck":
        return _begun(game, drawn, button, what)
    card = by_id(game).get(what)
    if drawn.build is None:
        if act == "add" and card:
            text = f"{text.rstrip()}, {what}"
        return builder(game, "" if act == "clear" else text, lang)
    slots, most = drawn.slots, drawn.sizes[1]
    place = int(what) if what.isascii() and what.isdigit() and len(what) < 4 else 0
    step: _Step | None = None
    if act == "clear":
        slots, step = [], _Step("drop" if drawn.decks else "clear", at=drawn.at + 1)
    elif act in ("add", "more") and card:
        step = _Step("full", button=button)
        if len(slots) < most:
            slots.append((what, None))
            is_placed = game.is_ordered
            to = len(slots) if is_placed else [id for id, _ in slots].count(what)
            step = _Step(
                "add" if is_placed else "more", card[0].name.to(lang), to=to, button=button
            )
            if not is_placed:
                slots.sort(key=lambda slot: slot[0])
    elif 0 < place <= len(slots) and act == "out":
        name = drawn.row[place - 1].info.name.to(lang)
        del slots[place - 1]
        step = _Step("out", name, place, button=f"{drawn.of}out-{min(place, len(slots))}")
    elif 0 < place <= len(slots) and act in ("up", "down"):
        to = min(max(place + (-1 if act == "up" else 1), 1), len(slots))
        slots.insert(to - 1, slots.pop(place - 1))
        on = {1: "down", len(slots): "up"}.get(to, act)
        step = _Step("move", drawn.row[place - 1].info.name.to(lang), place, to, f"{on}-{to}")
    if step and step.act != "full":
        text = _with(drawn, slots)
    return builder(game, text, lang, step, drawn.at if slots else max(0, drawn.at - 1))


def _with(drawn: Builder, slots: Slots) -> str:
    """The text with these cards for the deck that is drawn."""
    game, whole = drawn.game, drawn.whole
    name = whole.name if whole else None
    if not drawn.decks or whole is None:
        return _written(game, slots, name, drawn.notation)
    decks = [*_split(whole), ()]
    decks[drawn.at] = tuple(card for card, _ in slots)
    decks = [deck for deck in decks if deck]
    sizes = tuple(map(len, decks)) if len(decks) > 1 else ()
    return game.write_build(
        Build(tuple(chain.from_iterable(decks)), name, decks=sizes), drawn.notation
    )


def _begun(game: Ruleset, drawn: Builder, button: str, what: str) -> Builder:
    """The starter deck of this number instead; unchanged if there is none."""
    decks = dict(enumerate(drawn.starters.items(), 1))
    if not what.isdecimal() or (chosen := decks.get(int(what[:3]))) is None:
        return drawn
    name, build = chosen
    step = _Step("deck", name, button=button)
    text = game.write_build(build, drawn.lang)
    if drawn.decks:
        text = _with(replace(drawn, notation=drawn.lang), [(card, None) for card in build.cards])
    return builder(game, text, drawn.lang, step, drawn.at)


def _written(game: Ruleset, slots: Slots, name: str | None, notation: Notation) -> str:
    """The cards with their own names in front, and the character's behind a slash, as `read_build` reads them."""
    if not any(own for _, own in slots):
        return game.write_build(Build(tuple(card for card, _ in slots), name), notation)
    words = [(own, game.write_build(Build((card,)), notation)) for card, own in slots]
    text = "、".join(f"{own}【{word}】" if own else word for own, word in words)
    return f"{text}/{name}" if name else text


def _notation_of(game: Ruleset, text: str, build: Build | None, lang: Lang) -> Notation:
    """The notation of the text, the characters first; else the one that its readers know best."""
    if build and build.cards:
        plain = replace(build, flavour=())
        for notation in _NOTATIONS:
            if _compared(game.write_build(plain, notation)) == _compared(text):
                return notation
    return "characters" if lang == "ja" else "en"


def _compared(text: str) -> str:
    return key(text).replace("、", ",").replace("\n", ",")
