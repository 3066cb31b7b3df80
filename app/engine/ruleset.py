"""The one contract between a game and everything else."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import cycle, islice
from json import dumps, loads
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol, cast

from app.engine.battle import Battle, Change, Event
from app.engine.board import Board, plain_boards
from app.engine.build import Build
from app.engine.lists import read_list
from app.engine.matches.exhibition import Exhibition
from app.engine.matches.game import Choice, Game
from app.engine.outcomes import Costs, exchanged, lives_left
from app.engine.telling import TellingLine, TellingSheet
from app.engine.versions import version_of
from app.engine.words import Lang, Words
from app.errors import BuildUnreadable, CardsUnreadable, Problem

_SAMPLE: Final = 4
_SAMPLE_NAME: Final = Words("見本", "Sample")
Notation = Literal["characters", "ja", "en", "identifiers", "numbers"]


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card as a player reads it.

    `char` is its one-character notation, `text` its effect in our own words, `family` the group it
    is listed under, `figures` the numbers printed on it, each with its label, `reading` how its
    Japanese name is read, where that is printed too, `tags` the rule tags it has.
    """

    number: int
    id: str
    char: str
    name: Words
    family: Words
    figures: tuple[tuple[Words, str], ...]
    text: Words
    reading: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """The house cards in a version of the rules: those of `text` (TOML), on top of the version `base`.

    `added` are new cards, `changed` those of the rule book that are played differently.
    """

    base: str
    text: str
    added: tuple[CardInfo, ...]
    changed: tuple[CardInfo, ...]

    def chapter(self, lang: Lang) -> str:
        """These cards as a chapter of the rule book, in Markdown."""
        lines = [f"\n## {_HOUSE.to(lang)}\n"]
        for head, cards in ((_ADDED, self.added), (_CHANGED, self.changed)):
            if cards:
                lines.append(f"{head.to(lang)}\n")
                lines += [_told(card, lang) for card in cards]
                lines.append("")
        return "\n".join(lines)


def _told(card: CardInfo, lang: Lang) -> str:
    """The card as an item of a list."""
    figures = "、".join(f"{label.to(lang)} {value}" for label, value in card.figures)
    family, text = card.family.to(lang), card.text.to(lang)
    if lang == "ja":
        return f"- **{card.number} {card.name.ja}**({card.char}、{family}、{figures}): {text}"
    return f"- **{card.number} {card.name.en}** ({card.char}, {family}, {figures}): {text}"


_HOUSE: Final = Words("ハウスカード", "House cards")
_ADDED: Final = Words(
    "このルールには、次のカードが加わっています。", "These rules also have the following cards:"
)
_CHANGED: Final = Words(
    "次のカードは、上の説明に代えてこのとおりに働きます。",
    "These cards do the following instead of what is written above:",
)


class WriteBuild(Protocol):
    """Writes a build so that `read_build` reads the same build."""

    def __call__(self, build: Build, notation: Notation = "characters") -> str: ...


class Outcomes(Protocol):
    """The outcomes of builds against opponents, or of a field among itself: winners and reasons.

    Returns a byte a pair (see `app.engine.outcomes`): a row for each build, from its own view, at home.
    In a field each pair is played once, and the diagonal is `NOT_PLAYED`. Opponents that are like each other are
    played fastest.
    """

    def __call__(
        self, builds: Sequence[Build], opponents: Sequence[Build] | None = None
    ) -> bytes: ...


class Lives(Protocol):
    """What is left of the lives of builds that meet a field in its order, when outcomes cost some.

    The first of those with the most left goes on, until one has met all, whom nobody can overtake; or none has 0.
    """

    def __call__(
        self, builds: Sequence[Build], field: Sequence[Build], costs: Costs, lives: Sequence[int]
    ) -> list[int]: ...


CourseOf = Callable[[Build, Build], Sequence[tuple[int, int]] | None]
"""The life of home and away at the start of their battle and after each turn, computed much faster than by `play`.

A side that has fallen has 0. None if only `play` can tell.
"""


def none(*_: object) -> tuple[()]:
    """The empty default for remarks, figures, dice and changes of life."""
    return ()


class CardFigure(NamedTuple):
    """A number that a build has before any battle, with its label."""

    label: Words
    value: int


class Workshop(NamedTuple):
    """How people make cards for this game: the kind of card, as `app.engine.workshop.schema` reads it, and a sample
    in labels.

    `whole` adds to a card what its author need not write. The number it is given is a hundred times that of its set,
    plus the card's place in it.
    """

    kind: type
    sample: Words
    whole: Callable[[Mapping[str, Any], int], Mapping[str, Any]]
    read: "Callable[[str], Ruleset]"
    """The same rules with the cards of a text in TOML. Raises `CardsUnreadable` with every problem."""
    defined: Callable[[Mapping[str, Any]], Iterable[tuple[str, object]]] = lambda _: ()
    """The tags under which a card defines effects, each with the value of the effect. Equal values are the same
    effect.
    """
    words: Callable[[Lang], str] | None = None
    """The words of its cards as tables in Markdown, where the kind does not say them well enough."""


class Life(NamedTuple):
    """What `Battle.hp` counts of a side, until it has lost.

    `name` stands before the figures of both sides. `one` and `many` are the unit, with `{n}` for the figure.
    """

    name: Words
    one: Words
    many: Words

    def amount(self, n: int, lang: Lang) -> str:
        """This amount in words."""
        return (self.one if n == 1 else self.many).to(lang).format(n=n)


class Terms(NamedTuple):
    """A game's own words for things that all games have, in singular and plural."""

    slot: Words = Words("カード", "card")
    """The unit in each place of a build."""
    slots: Words = Words("カード", "cards")
    entry: Words = Words("キャラクター", "character")
    """What is entered in a season."""
    entries: Words = Words("キャラクター", "characters")
    turn: Words = Words("ターン", "turn")
    turns: Words = Words("ターン", "turns")
    down: Words = Words("ダウン", "down")
    """A card that stays in place, but does nothing for now."""
    gone: Words = Words("消滅", "gone")
    """A card that is out of the battle."""
    top: Words = Words("トップ", "top")
    """The first place of a build."""
    order: Words = Words(
        "1がトップです。「上」は番号の小さいほうを指します。",
        "1 is the top; “above” means towards it.",
    )
    """Which end of a numbered drawing is the first place, and what the rules call that direction."""

    def to(self, lang: Lang) -> dict[str, str]:
        """The words by the names of their placeholders in messages, such as `%(slots)s`."""
        return {name: words.to(lang) for name, words in self._asdict().items()}


TERMS: Final = Terms()
_DICE: Final = Words("、サイコロ", ", dice")
_NOTHING: Final = Words("", "")
HP: Final = Life(Words("HP", "HP"), Words("HP {n}", "{n} HP"), Words("HP {n}", "{n} HP"))


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast this machine computes a game's `outcomes`, so that a large field can be split.

    `by` says how: `compiled`, or `reference: ` with the reason. `battles` is about one second's work of one core.
    `in_threads`: threads can use all cores, since the kernel releases the interpreter lock.
    """

    by: str = "reference: this game has no compiled kernel"
    battles: int = 1_000
    in_threads: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """How two play the game face to face: each shows `open_cards` cards, then builds with these and others, `cards`
    in all.

    Both readers raise `BuildUnreadable` with every problem of the text.
    """

    open_cards: int
    cards: int
    read_open: Callable[[str], Build]
    """Reads the cards to be shown, sorted by number: the order in which they are named means nothing."""
    read_whole: Callable[[str, Build], Build]
    """Reads the whole build, which must include the open cards."""


class Aid(NamedTuple):
    """Something printed in the size of a card to play at a table: a place, a card back, or counters to cut apart."""

    name: Words
    text: Words = _NOTHING
    counters: tuple[Words, ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A game: everything that pages, letters, commands and the league ask of it. Two rulesets are never equal.

    `endings` names why battles end, in one or two words. It is append-only, since outcome bytes index it. `folder`
    holds the rule books `RULES.ja.md` and `RULES.en.md`, and under `examples` worked battles and a list of
    characters.
    """

    slug: str
    title: Words
    rules_version: str
    endings: Mapping[str, Words]
    folder: Path
    cards: tuple[CardInfo, ...]
    sizes: range
    """How many cards a build may have."""
    read_build: Callable[[str], Build]
    """Raises `BuildUnreadable` with every problem of the text."""
    write_build: WriteBuild
    explain: Callable[[Problem, Lang], str]
    """A sentence for a problem that `read_build` found."""
    play: Callable[[Build, Build], Battle]
    """The reference: pure and deterministic, with the complete log."""
    outcomes: Outcomes
    tell: Callable[[Iterable[Event], TellingSheet, TellingSheet, Lang], Iterator[TellingLine]]
    """The battle in sentences, from its events alone: home's sheet, away's sheet."""
    changes: Callable[[Iterable[Event]], Iterable[Change]] = none
    """The changes of life once the battle has begun, in order, each with the card that made it."""
    lives: Lives | None = None
    """Computed much faster than by `play`; None if only `play` can tell."""
    course: CourseOf = none
    unbuilt: tuple[CardInfo, ...] = ()
    """Cards that no build may contain, but that can appear in a battle."""
    banned: tuple[CardInfo, ...] = ()
    """Cards that the season bans. They are read, but not allowed in a build."""
    fold: Callable[[Iterable[Event]], Iterator[Board]] | None = None
    """The board as the events change it, the first one when both builds are laid out; without it, see `boards`."""
    is_ordered: bool = True
    """Whether the order of a build matters. If not, it is sorted by card id and written with counts."""
    most_decks: int = 1
    """How many decks a build may have. If there are several, one is drawn by lot for each match."""
    remarks: Callable[[Build], Iterable[Words]] = none
    """Remarks on a legal build that may hold a mistake, one sentence each, the gravest first."""
    figures: Callable[[Build], Iterable[CardFigure]] = none
    """The figures of a build while it is put together, even with too few cards."""
    house: House | None = None
    """The house cards in these rules."""
    workshop: Workshop | None = None
    """How people make cards for this game; None if they cannot."""
    aids: tuple[Aid, ...] = ()
    """What is printed to play at a table. The places of a field come row by row, three in a row."""
    makes: "Ruleset | None" = None
    """For a call for cards: the game they are made for. The builds of this ruleset are then cards."""
    match: Game[Any] | None = None
    """The game with decisions, of the same `rules`; None if builds alone decide.

    With it, `play` and `outcomes` are exhibitions that the house plays, and they decide no season.
    """
    config: Mapping[str, Any] | None = None
    """The configuration of its matches, which also limits builds; None if no season has chosen one."""
    duel: Duel | None = None
    """How it is played face to face; None if it is not."""
    retell: Callable[..., Battle] | None = None
    """Tells finished matches as one battle, from both builds and a sequence of
    `app.engine.matches.exhibition.FinishedMatch`.
    """
    pace: Pace = field(default_factory=Pace)
    terms: Terms = TERMS
    life: Life = HP
    about: Words = _NOTHING
    """What the game is, in two sentences."""
    original: Words = _NOTHING
    """Whose game it is, and where it was published."""
    sample_text: str = ""
    """An example of a written build, for games in which not every set of cards is legal."""
    samples: Sequence[tuple[Words, Build]] = ()
    """The named sample decks of its rule book, for every configuration. The sample list has more."""
    exhibition: tuple[Words, ...] = ()
    """Two characters, as lines of a list, whose short battle shows the game."""

    @classmethod
    def of(
        cls,
        game: Game[Any],
        cards: Iterable[CardInfo],
        house: House | None = None,
        **own: Any,
    ) -> "Ruleset":
        """The ruleset of a game with decisions, whose battles are exhibitions by the house. `own` are its other
        fields.

        Its cards are those of its version, if there are several, and cards that people made.
        """
        shown = Exhibition(game)
        known = {*game.cards, *(each["id"] for each in game.own)}
        return cls(
            cards=tuple(card for card in cards if not known or card.id in known),
            house=house,
            slug=game.id,
            title=game.title,
            rules_version=version_of(game.rules, house.text) if house else game.rules,
            endings=shown.endings,
            play=shown.play,
            outcomes=shown.outcomes,
            tell=shown.tell,
            fold=shown.boards,
            retell=partial(shown.battle, is_exhibition=False),
            match=game,
            is_ordered=False,
            **own,
        )

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why battles end, as words of records."""
        return (*self.endings,)

    @property
    def shop(self) -> Workshop:
        """The workshop of its cards. Raises `CardsUnreadable` if people cannot make cards for this game."""
        if self.workshop is None:
            raise CardsUnreadable([Problem("no-house-cards")])
        return self.workshop

    def with_cards(self, text: str) -> "Ruleset":
        """The same rules with the house cards of a text in TOML. Raises `CardsUnreadable` with every problem."""
        return self.shop.read(text)

    @property
    def added(self) -> tuple[CardInfo, ...]:
        """The new cards among its house cards."""
        return self.house.added if self.house else ()

    @property
    def known(self) -> tuple[CardInfo, ...]:
        """All cards that can be read by name."""
        return (*self.cards, *self.banned)

    def under(self, config: Mapping[str, Any]) -> "Ruleset":
        """The game as it is played with this configuration. A game without matches is unchanged."""
        is_settled = self.config is not None or self.match is None
        return self if is_settled else _configured(self, dumps(config, sort_keys=True))

    @property
    def choices(self) -> Sequence[Choice]:
        """What organisers decide about its matches."""
        return self.match.choices if self.match else ()

    def dice(self, battle: Battle) -> Sequence[tuple[int, int]]:
        """The sums of dice that decided a battle, if its life totals did not."""
        return self.match.dice(battle) if self.match else ()

    def match_build(self, build: Build) -> Any:
        """A build as a match, its record and its commitment have it: plain data."""
        return self.match.as_data(build) if self.match else sorted(build.cards)

    def ended(self, battle: Battle, lang: Lang) -> str:
        """How it ended, with the dice that decided it: `draw, dice 128 : 128`."""
        ending = self.ending(self.reasons.index(battle.reason), lang)
        dice = ", ".join(f"{home} : {away}" for home, away in self.dice(battle))
        return f"{ending}{_DICE.to(lang)} {dice}" if dice else ending

    def ending(self, reason: int, lang: Lang) -> str:
        """Why a battle ended, in a word; `reason` is the index that its outcome byte holds."""
        return self.endings[self.reasons[reason]].to(lang)

    def boards(self, home: Build, away: Build, battle: Battle) -> Iterator[Board]:
        """The successive boards of a battle: by the game's own fold, or by its changes of life."""
        if self.fold:
            return self.fold(battle.events)
        return plain_boards((home, away), battle, self.changes(battle.events))

    def rows(self, builds: Sequence[Build], field: Sequence[Build]) -> list[bytes]:
        """The outcomes of each of these builds, which may be like each other, against the field."""
        outcomes = exchanged(self.outcomes(field, builds))
        return [outcomes[at :: len(builds)] for at in range(len(builds))]

    def lives_left(
        self, builds: Sequence[Build], field: Sequence[Build], costs: Costs, lives: Sequence[int]
    ) -> list[int]:
        """As `Lives` says, by the fastest way there is."""
        by_play: Lives = partial(lives_left, lambda *pair: (self.play(*pair).winner, ""))
        return (self.lives or by_play)(builds, field, costs, lives)

    def allows(self, build: Build) -> bool:
        """Whether the build is legal: some games and seasons restrict which cards go together."""
        try:
            return self.read_build(self.write_build(build)).cards == build.cards
        except BuildUnreadable:
            return False

    def sample_build(self) -> Build:
        """A legal build as an example: cards of the first families, or the first of `starters`.

        For a game that seasons configure, it fits the usual configuration. If bans leave no known legal build, it has
        as many of the remaining cards as a build needs.
        """
        return next(filter(self.allows, self._samples()), self._different())

    def _samples(self) -> Iterator[Build]:
        if self.sample_text:
            with suppress(BuildUnreadable):
                yield self.read_build(self.sample_text)
        elif self.choices and self.config is None:
            yield self.under({}).sample_build()
        elif self.is_ordered:
            firsts = {card.family: card.id for card in reversed(self.cards)}
            some = [card.id for card in self.cards if firsts[card.family] == card.id][:_SAMPLE]
            yield Build(tuple(islice(cycle(some), max(len(some), self.sizes[0]))))
        yield from self.starters().values()

    def _different(self) -> Build:
        """As many different cards, in order, as a build needs, and at least a few. They need not be a legal build."""
        count = min(max(self.sizes[0], _SAMPLE), self.sizes[-1])
        some = islice(cycle(card.id for card in self.cards), count)
        return Build(tuple(some if self.is_ordered else sorted(some)))

    def starters(self, lang: Lang = "ja") -> Mapping[str, Build]:
        """Sample builds by name: those of the book and of the sample list that are legal in this season, else one of
        different cards if that is legal.
        """
        found = {build: name.to(lang) for name, build in self.samples if self.allows(build)}
        for name, build in _legal(self.sample(lang), self.read_build).items():
            found.setdefault(build, name)
        if found:
            return {name: build for build, name in found.items()}
        different = self._different()
        return {_SAMPLE_NAME.to(lang): different} if self.allows(different) else {}

    def rules(self, lang: Lang) -> str:
        """The rule book in Markdown, with a chapter of the house cards."""
        book = (self.folder / f"RULES.{lang}.md").read_text(encoding="utf-8")
        return book + self.house.chapter(lang) if self.house else book

    def sample(self, lang: Lang = "ja") -> str:
        """A sample list: a few characters, one a line.

        English readers get a list of their own if the game has one, with the same builds in the same order. Otherwise
        the characters that they can read come first.
        """
        examples = self.folder / "examples"
        english = examples / "list.en.txt"
        if lang == "en" and english.is_file():
            return english.read_text(encoding="utf-8")
        text = (examples / "list.txt").read_text(encoding="utf-8")
        if lang == "ja":
            return text
        head, *lines = text.splitlines(keepends=True)
        return head + "".join(sorted(lines, key=lambda line: not line.isascii()))


@lru_cache(maxsize=100)
def _configured(rules: Ruleset, config: str) -> Ruleset:
    settled, match = loads(config), cast("Game[Any]", rules.match)
    shown = Exhibition(match, settled)
    of_house = {"play": shown.play, "outcomes": shown.outcomes} if rules.retell else {}
    changed = {**of_house, **match.under(settled)}
    return replace(rules, config=settled, **changed)


@lru_cache(maxsize=100)
def _legal(text: str, read_build: Callable[[str], Build]) -> Mapping[str, Build]:
    """The builds of a list that `read_build` accepts, by name."""
    found: dict[str, Build] = {}

    def read(line: str) -> Build:
        try:
            build = read_build(line)
        except BuildUnreadable:
            return Build(())
        found[build.name or f"{len(found) + 1}"] = build.nameless()
        return build

    read_list(text, read)
    return found
