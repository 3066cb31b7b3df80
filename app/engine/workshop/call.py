"""A call for cards as a ruleset: its entries are cards for a game, and nothing is fought.

So a card is entered, changed, sealed, answered, stored and shown like a character in a season.
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
from app.engine.workshop import SUFFIX, labels
from app.engine.workshop.file import File, tidied, written
from app.engine.workshop.problems import explain
from app.errors import BuildUnreadable, CardsUnreadable, Problem

SHOWN: Final = "shown"
"""The reason of a "battle" of cards, which nobody wins: they are only shown."""
_NAME: Final = re.compile(r"(?<=\S)[/／](?=\S)([^/／:：=\n\"]+)\Z")
_CARD: Final = "card"
_STAND_IN: Final = Words("名無し", "Nameless")
_ANY_SET: Final = 100
_MOST_STRAYS: Final = 100
_OF_ENTRY: Final = ("author", "picture", "flavour")
_ANY: Final = 1
"""The number of a card that is not in a set."""


@dataclass(frozen=True, slots=True)
class CardBuild(Build):
    """A card as its author made it: plain data of `[[card]]`, written in TOML.

    Its author and its stories are not part of its rules: they belong to its entry, where they can be hidden and
    erased.
    """

    text: str = ""
    author: str = ""
    stories: tuple[str, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """The card as plain data."""
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
        lives=None,
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
    """Read a card in labels or in TOML. Its name may follow, after a slash without blanks around it.

    No name follows labels on several lines, since the last may end with any text.

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
    """The flavour text of the card, and of each effect after its name."""
    if told := data.get("flavour"):
        yield f"{called} – {told}" if called else told
    for value in data.values():
        for each in value if isinstance(value, list) else ():
            if isinstance(each, dict):
                name = each.get("title") or each.get("own", each).get("ja") or each.get("code", "")
                yield from _stories(each, name)


def table(game: Ruleset, text: str) -> tuple[Mapping[str, Any], list[Problem]]:
    """The data of one card in the text, and the words that belong to nothing."""
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
    """The printed form of a card. Raises `CardsUnreadable` with every problem."""
    return game.with_cards(written({_CARD: [_whole(game, data, name)]})).added[0]


def printed_build(rules: Ruleset, build: Build, name: str) -> CardInfo:
    """The printed form of a card in a call. Raises `CardsUnreadable` if the build is not a card."""
    if not isinstance(build, CardBuild) or rules.makes is None:
        raise CardsUnreadable([Problem("no-house-cards")])
    return printed(rules.makes, build.data, name)


def _whole(
    game: Ruleset, data: Mapping[str, Any], name: str = "", number: int = _ANY
) -> dict[str, Any]:
    """The card completed with what its author need not write."""
    filled = game.shop.whole(data, number)
    if called := name or filled.get("ja"):
        return {**filled, "ja": called}
    return {"en": _STAND_IN.en, **filled, "ja": _STAND_IN.ja}


def write(game: Ruleset, build: Build, notation: Notation = "characters") -> str:
    """The card as text on one line: in labels of a language or with the keys of a file; in TOML if one line cannot
    hold it.
    """
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
    """The card in labels, one a line; in TOML if a text in it would be read as a label."""
    kind = game.shop.kind
    text = labels.written(data, kind, lang)
    return text if labels.table(text, kind) == (data, []) else written({_CARD: [data]})


def in_words(game: Ruleset, problem: Problem) -> Problem:
    """The problem as a sentence in both languages, so that it can be told without knowing the game."""
    return Problem("card-told", words=(told(game, problem, "ja"), told(game, problem, "en")))


def told(game: Ruleset, problem: Problem, lang: Lang) -> str:
    """What is wrong with a card, in the words of its labels."""
    return explain(labels.in_words(problem, game.shop.kind, lang), lang)


def _explain(problem: Problem, lang: Lang) -> str:
    return SHARED[problem.code].to(lang) if problem.code in SHARED else explain(problem, lang)


def _shown(*_: Build) -> Battle:
    return Battle(None, SHOWN, 0, (0, 0), ())


def _all_shown(builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
    return all_pairs(lambda *_: (None, SHOWN), (SHOWN,), builds, opponents)


def _rules_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The card without author and stories. Those belong to the entry: they can be hidden, and are erased with their
    author.
    """
    return {
        key: [_rules_of(each) if isinstance(each, dict) else each for each in value]
        if isinstance(value, list)
        else value
        for key, value in data.items()
        if key not in _OF_ENTRY
    }


def as_set(game: Ruleset, cards: Iterable[tuple[str, Mapping[str, Any]]], number: int = 0) -> str:
    """These cards as one set in TOML with this number, with their names, numbered in order."""
    found = [
        _whole(game, _rules_of(data), name, number * _ANY_SET + at)
        for at, (name, data) in enumerate(cards, start=1)
    ]
    return written({_CARD: found})
