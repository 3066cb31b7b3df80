"""Remarks on a legal deck, as a friend who knows the rules would make them before the deadline."""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.engine.build import Build
from app.engine.words import Words
from app.games.fest import choices, config as configs
from app.games.fest.abilities import ATTRIBUTES, THEMES
from app.games.fest.cards import Cards
from app.games.fest.effects import Use
from app.games.fest.verbs import Hit
from app.games.fest.words.known import blanks_of
from app.games.fest.words.names import (
    ATTRIBUTES as ATTRIBUTE_NAMES,
    THEMES as THEME_NAMES,
    filled,
    title,
    words_of,
)

_STRICT: Final = (
    choices.FirstBack,
    choices.LastCard,
    choices.Behind,
    choices.HasDeck,
    choices.HasReserve,
    choices.FoeBelow,
)
"""The conditions that hold only sometimes. The others nearly always hold."""
_FEW: Final = 4
"""A remark is made if less, or more, than one card in this many is of a kind."""
_MOST_OF: Final = 3
"""More than two thirds of the abilities of a deck are most of them."""

NO_THEME: Final = Words(
    "「{theme}」の能力が1つもありません。そのラウンドでは、フロントが1点も取れません。",
    "No card has an ability of {theme}, so your front scores nothing in that round.",
)
FEW_OF_THEME: Final = Words(
    "「{theme}」の能力は{count}つだけです。フロントに出せるカードが手札に来ないかもしれません。",
    "There are only {count} abilities of {theme}. Your hand may have hardly any for the front.",
)
NO_ABILITIES: Final = Words(
    "能力のないカードが{count}枚あります。フロントに出しても点になりません。",
    "{count} cards have no ability at all and score nothing in the front.",
)
ONE_ATTRIBUTE: Final = Words(
    "能力のほとんどが{attribute}です。{beater}で終わる相手には、審査点を半分にされます。",
    "Nearly all abilities are {attribute}. An opponent who ends in {beater} halves your judging points.",
)
OFTEN_UNUSABLE: Final = Words(
    "{card}{times}は、使えないことがあります。使えるのは、{needs_one}なら{one}、{needs_other}なら{other}だけです。",
    "{card}{times} may be unusable. {one} works only if {needs_one}, {other} only if {needs_other}.",
)
ONCE_A_ROUND: Final = Words(
    "{names}を頼りにするカードが{count}枚あります。{names}が使えるのは、1ラウンドに1枚だけです。",
    "{count} cards rely on {names}, which works only once a round.",
)
NOT_IN_LAST: Final = Words(
    "{card}は、第3ラウンドでは使えません。温存せずに出しましょう。",
    "{card} cannot be used in round 3. Do not reserve it.",
)
NO_FOES_POINTS: Final = Words(
    "相手の点を下げる効果がありません。相手の伸びを止められません。",
    "No effect lowers the opponent's points, so nothing stops them from growing.",
)
MIXED: Final = Words(
    "#standard の効果は、#pbm-std のおよそ半分の強さです。",
    "Effects of #standard are about half as strong as those of #pbm-std.",
)


def remarks(build: Build, config: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Words]:
    """The remarks on a deck, the gravest first."""
    settled = configs.settle(config)
    known = configs.cards(settled)
    deck = Counter(build.cards)
    size = len(build.cards)
    if not size:
        return
    yield from _of_abilities(deck, known, size)
    yield from _of_effects(deck, known)
    if len({tag for card in deck for tag in known[card].tags}) > 1:
        yield MIXED


def _of_abilities(deck: Counter[str], known: Cards, size: int) -> Iterator[Words]:
    """Yield remarks on abilities that fronts will lack."""
    for theme in THEMES:
        count = sum(known.fit[theme][card] * copies for card, copies in deck.items())
        if count < size // _FEW:
            words = FEW_OF_THEME if count else NO_THEME
            yield words.filled(theme=THEME_NAMES[theme], count=count)
    counts = [sum(known.abilities[c][a] * n for c, n in deck.items()) for a in range(3)]
    top = counts.index(max(counts))
    if counts[top] * _MOST_OF > sum(counts) * (_MOST_OF - 1):
        named = [ATTRIBUTE_NAMES[ATTRIBUTES[each % 3]] for each in (top, top - 1)]
        yield ONE_ATTRIBUTE.filled(attribute=named[0], beater=named[1])
    bare = sum(copies for card, copies in deck.items() if not any(known.abilities[card]))
    if bare > size // _FEW:
        yield NO_ABILITIES.filled(count=bare)


def _of_effects(deck: Counter[str], known: Cards) -> Iterator[Words]:
    """Yield remarks on cards that will often do nothing."""
    once: Counter[Words] = Counter()
    for id, copies in sorted(deck.items()):
        one, another = known[id].uses
        name = Words("{id} {name}", "{id} {name}").filled(id=id, name=known[id].name)
        if not any(map(_works_in_last_round, known[id].uses)):
            yield NOT_IN_LAST.filled(card=name)
        if _is_strict(one) and _is_strict(another):
            times = f"({copies}枚)", f" ({copies} of them)"
            yield OFTEN_UNUSABLE.filled(
                card=name,
                times=Words(*times) if copies > 1 else Words("", ""),
                one=_name(one),
                other=_name(another),
                needs_one=_needs(one),
                needs_other=_needs(another),
            )
            for use in known[id].uses:
                if any(isinstance(each, _ONCE) for each in use.effect.conditions):
                    once[title(use)] += copies
    for name, count in once.items():
        if count > _ROUNDS:
            yield ONCE_A_ROUND.filled(names=name, count=count)
    verbs = [verb for card in deck for use in known[card].uses for verb in use.effect.verbs]
    if not any(isinstance(verb, Hit) for verb in verbs):
        yield NO_FOES_POINTS


def _is_strict(use: Use) -> bool:
    """Whether it can be used only at times."""
    return use.theme is not None or any(isinstance(each, _STRICT) for each in use.effect.conditions)


def _works_in_last_round(use: Use) -> bool:
    """Whether it can be used in round 3, when deck and reserve are empty."""
    gone = (choices.HasDeck, choices.HasReserve)
    return not any(isinstance(each, gone) for each in use.effect.conditions)


def _name(use: Use) -> Words:
    name = title(use)
    return Words(f"{use.word} {name.ja}", f"{use.word} {name.en}")


def _needs(use: Use) -> Words:
    return filled(words_of(use.effect).needs, blanks_of(use))


_ONCE: Final = (choices.FirstBack, choices.LastCard)
_ROUNDS: Final = 3
