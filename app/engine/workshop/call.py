"""A call for cards of a game, as a game of its own: what its players enter is a card, and nothing is fought.

So a card comes in, is changed, sealed, answered, kept and shown as a character is in a season.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final

from app.engine.battle import Battle
from app.engine.build import Build
from app.engine.outcomes import all_pairs
from app.engine.problems import SHARED
from app.engine.ruleset import CardInfo, Notation, Pace, Ruleset, Terms
from app.engine.words import Lang, Words
from app.engine.workshop import labels
from app.engine.workshop.file import File, tidied, written
from app.engine.workshop.problems import explain
from app.errors import BuildUnreadable, CardsUnreadable, Problem

SUFFIX: Final = "-cards"
"""The slug of a call is that of its game, and this."""
SHOWN: Final = "shown"
"""Why nobody has won: cards are shown."""
_NAME: Final = re.compile(r"(?<=\S)[/／](?=\S)([^/／:：=\n\"]+)\Z")
_CARD: Final = "card"
_STAND_IN: Final = Words("名無し", "Nameless")
_ANY_SET: Final = 100
_MOST_STRAYS: Final = 100
_OF_ENTRY: Final = ("author", "picture", "flavour")
_ANY: Final = 1
"""The number of a card that is in no set."""


@dataclass(frozen=True, slots=True)
class CardBuild(Build):
    """A card as somebody made it: plain data of `[[card]]`, written in TOML.

    Its author and its stories are none of its rules: they belong to its entry, where they can be hidden and erased.
    """

    text: str = ""
    author: str = ""
    stories: tuple[str, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """What it is made of."""
        (card,) = tomllib.loads(self.text)[_CARD]
        return dict(card)


def is_call(slug: str) -> bool:
    """Whether seasons of this game are calls for cards."""
    return slug.endswith(SUFFIX)


def call_for(game: Ruleset) -> Ruleset:
    """The game whose builds are cards of this game."""
    return replace(
        game,
        slug=f"{game.slug}{SUFFIX}",
        title=Words(
            f"{game.title.ja}の{game.terms.slots.ja}募集",
            f"{game.title.en}: {game.terms.slots.en} by its players",
        ),
        endings={SHOWN: Words("公開", "shown")},
        sizes=range(1),
        read_build=partial(read, game),
        write_build=partial(write, game),
        explain=_explain,
        play=_shown,
        outcomes=_all_shown,
        tell=lambda *_: iter(()),
        fold=None,
        retell=None,
        match=None,
        is_ordered=True,
        remarks=lambda _: (),
        figures=lambda _: (),
        workshop=None,
        duel=None,
        pace=Pace("nothing is fought", battles=1_000_000, in_threads=True),
        terms=Terms(*(game.terms.slot, game.terms.slots) * 2),
        sample_text=game.shop.sample.ja,
        makes=game,
    )


@lru_cache(maxsize=256)
def read(game: Ruleset, text: str) -> CardBuild:
    """The card that a text says, in labels or in TOML; behind it its name may stand, after a slash without blanks.

    Behind labels on several lines there is none: their last may end with any text.

    Raises `BuildUnreadable`.
    """
    has_lines = "\n" in text.strip() and f"[[{_CARD}]]" not in text
    named = None if has_lines else _NAME.search(text)
    text = text[: named.start()] if named else text
    data, problems = table(game, text)
    try:
        printed(game, data)
    except CardsUnreadable as refusal:
        problems += refusal.problems
    if problems:
        raise BuildUnreadable([in_words(game, each) for each in problems])
    in_order = json.loads(json.dumps(_rules_of(data), sort_keys=True))
    return CardBuild(
        (),
        named and named[1],
        text=tidied(written({_CARD: [in_order]})),
        author=data.get("author", ""),
        stories=(*_stories(data),),
    )


def _stories(data: Mapping[str, Any], called: str = "") -> Iterator[str]:
    """The flavour of the card, and of each of its effects behind the name of that."""
    if told := data.get("flavour"):
        yield f"{called} – {told}" if called else told
    for value in data.values():
        for each in value if isinstance(value, list) else ():
            if isinstance(each, dict):
                name = each.get("title") or each.get("own", each).get("ja") or each.get("code", "")
                yield from _stories(each, name)


def table(game: Ruleset, text: str) -> tuple[Mapping[str, Any], list[Problem]]:
    """What the text says of one card, and what of it belongs to none."""
    try:
        whole = File.read(text)
    except CardsUnreadable as refusal:
        if refusal.problems[0].code == "house-too-long":
            return {}, [*refusal.problems]
        data, strays = labels.table(text, game.shop.kind)
        if not data and "=" in text:
            return {}, [*refusal.problems]
        told = strays[:_MOST_STRAYS]
        return data, [Problem("card-stray", words=("", each[:40])) for each in told]
    cards = whole.parts(_CARD, 1)
    return cards[0].values if cards else whole.values, whole.file.problems


def printed(game: Ruleset, data: Mapping[str, Any], name: str = "") -> CardInfo:
    """The card as it is printed. Raises `CardsUnreadable` with every problem."""
    return game.with_cards(written({_CARD: [_whole(game, data, name)]})).added[0]


def printed_build(rules: Ruleset, build: Build, name: str) -> CardInfo:
    """The card of a call as it is printed. Raises `CardsUnreadable` if it is none."""
    if not isinstance(build, CardBuild) or rules.makes is None:
        raise CardsUnreadable([Problem("no-house-cards")])
    return printed(rules.makes, build.data, name)


def _whole(
    game: Ruleset, data: Mapping[str, Any], name: str = "", number: int = _ANY
) -> dict[str, Any]:
    """The card with all that its author need not say."""
    filled = game.shop.whole(data, number)
    if called := name or filled.get("ja"):
        return {**filled, "ja": called}
    return {"en": _STAND_IN.en, **filled, "ja": _STAND_IN.ja}


def write(game: Ruleset, build: Build, notation: Notation = "characters") -> str:
    """The card as text on one line: in labels of a language, or with the words of a file; in TOML where no line can say it."""
    if not isinstance(build, CardBuild):
        return ""
    lang: Lang | None = notation if notation in ("ja", "en") else None
    text = labels.on_one_line(build.data, game.shop.kind, lang)
    if build.name:
        return f"{text or build.text}/{build.name}"
    return build.text if _NAME.search(text) else text or build.text


def lines(rules: Ruleset, build: CardBuild, lang: Lang) -> list[str]:
    """The card of a call in labels, one a line."""
    return said(rules.makes or rules, build.data, lang).split("\n")


def said(game: Ruleset, data: Mapping[str, Any], lang: Lang) -> str:
    """The card in labels, one a line; in TOML where a text of it would be read as a label."""
    kind = game.shop.kind
    text = labels.written(data, kind, lang)
    return text if labels.table(text, kind) == (data, []) else written({_CARD: [data]})


def in_words(game: Ruleset, problem: Problem) -> Problem:
    """The problem as a sentence in either language, so that whoever tells it need not know the game."""
    return Problem("card-told", words=(told(game, problem, "ja"), told(game, problem, "en")))


def told(game: Ruleset, problem: Problem, lang: Lang) -> str:
    """What is wrong with a card, in the words of its labels."""
    return explain(labels.in_words(problem, game.shop.kind, lang), lang)


def _explain(problem: Problem, lang: Lang) -> str:
    return SHARED[problem.code].to(lang) if problem.code in SHARED else explain(problem, lang)


def _shown(*_: Build) -> Battle:
    return Battle(None, SHOWN, 0, (0, 0), ())


def _all_shown(builds: Sequence[Build], rows: range | None = None) -> bytes:
    return all_pairs(lambda *_: (None, SHOWN), (SHOWN,), builds, rows or range(len(builds)))


def _rules_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The card without its author and its stories: those of its entry may be hidden, and are erased with their person."""
    return {
        key: [_rules_of(each) if isinstance(each, dict) else each for each in value]
        if isinstance(value, list)
        else value
        for key, value in data.items()
        if key not in _OF_ENTRY
    }


def as_set(game: Ruleset, cards: Iterable[tuple[str, Mapping[str, Any]]], number: int = 0) -> str:
    """The text in TOML of these cards of the game with their names, numbered in their order: the set of this number."""
    found = [
        _whole(game, _rules_of(data), name, number * _ANY_SET + at)
        for at, (name, data) in enumerate(cards, start=1)
    ]
    return written({_CARD: found})
