"""Limits of a season's builds besides the rules: bans, copies, an exact size."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, Final, Self

from app.engine import Build, BuildNotAllowed, Lang, Ruleset
from app.engine.spelling import key
from app.errors import BuildUnreadable, Problem, SeasonRefused
from app.i18n import LANGS, N_, translations
from app.store.tables import Season

_MOST_SAID: Final = 40


@dataclass(frozen=True, slots=True)
class Pool:
    """`banned` are identifiers, in order; `copies` the most of one, `size` how many there are in a build.

    None: as the rules say.
    """

    banned: tuple[str, ...] = ()
    copies: int | None = None
    size: int | None = None

    def __bool__(self) -> bool:
        return self != Pool()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The pool that plain data keep (see `plain`)."""
        return cls(tuple(kept.get("banned") or ()), kept.get("copies"), kept.get("size"))

    def plain(self) -> dict[str, Any]:
        """The pool as a row keeps it; empty without limits."""
        said = {"banned": [*self.banned], "copies": self.copies, "size": self.size}
        return {name: value for name, value in said.items() if value}

    @property
    def text(self) -> str:
        """The pool in a line: `ban=attack,core copies=1 size=8`."""
        said = {"ban": ",".join(self.banned), "copies": self.copies, "size": self.size}
        return " ".join(f"{name}={value}" for name, value in said.items() if value)


NO_POOL: Final = Pool()
"""The rules alone."""


def pool_of(season: Season) -> Pool:
    """The pool of the season; an empty one if its rules alone say what builds may have."""
    return Pool.of(season.pool)


@lru_cache(maxsize=256)
def within(game: Ruleset, pool: Pool) -> Ruleset:
    """The game as it is played in this pool: its cards, its sizes, and what it reads. Banned cards are in no build."""
    if not pool:
        return game
    allowed = tuple(card for card in game.cards if card.id not in pool.banned)
    banned = tuple(card for card in game.cards if card.id in pool.banned)
    least, most = game.sizes[0], game.sizes[-1]
    if pool.copies:
        most = min(most, pool.copies * len(allowed))
    if pool.size:
        least = most = pool.size
    return replace(
        game,
        cards=allowed,
        banned=banned,
        sizes=range(least, most + 1),
        read_build=partial(_read, game, pool),
    )


def _read(game: Ruleset, pool: Pool, text: str) -> Build:
    found: list[Problem] = []
    try:
        build = game.read_build(text)
    except BuildNotAllowed as refusal:
        build, found = refusal.build, [*refusal.problems]
    except BuildUnreadable as refusal:
        raise BuildUnreadable([_within(game, pool, each) for each in refusal.problems]) from None
    if outside := [*problems(pool, game, build)]:
        ja, en = (" ".join(told(pool, game, lang)) for lang in LANGS)
        found += [*outside, Problem("pool-allows", pool=(ja, en))]
    if found:
        raise BuildNotAllowed(found, build)
    return build


def _within(game: Ruleset, pool: Pool, problem: Problem) -> Problem:
    """The problem; one about a word that is no card suggests nothing that is banned."""
    if not pool.banned or not problem.code.startswith("unknown"):
        return problem
    every = {card.char for card in game.cards}
    allowed = "".join(card.char for card in game.cards if card.id not in pool.banned)
    left = [
        each for each in problem.suggestions if each not in pool.banned and not {*each} <= every
    ]
    if game.is_ordered and not left:
        left = [allowed]
    return replace(problem, suggestions=tuple(left))


def problems(pool: Pool, game: Ruleset, build: Build) -> Iterator[Problem]:
    """Everything in this build that the pool does not allow, each card by its name."""
    infos = {card.id: card for card in game.cards}
    counts = Counter(build.cards)
    for card, number in counts.items():
        name = infos[card].name if card in infos else None
        called = name or (card, card)
        if card in pool.banned:
            yield Problem("banned", card=called)
        elif pool.copies and number > pool.copies:
            yield Problem("copies-over", count=str(number), most=str(pool.copies), card=called)
    if pool.size and len(build.cards) != pool.size:
        count, size = str(len(build.cards)), str(pool.size)
        yield Problem("size-other", count=count, size=size, slots=game.terms.slots)


def told(pool: Pool, game: Ruleset, lang: Lang) -> list[str]:
    """What the pool says, in sentences for players."""
    _ = translations(lang).gettext
    infos = {card.id: card for card in game.known}
    names = [infos[each].name.to(lang) if each in infos else each for each in pool.banned]
    words = {"slots": game.terms.slots.to(lang), "copies": pool.copies, "size": pool.size}
    words["names"] = ("、" if lang == "ja" else ", ").join(names)
    said = [
        (pool.size, N_("A build has exactly %(size)s %(slots)s.")),
        (pool.copies, N_("A build may have at most %(copies)s copies of the same one.")),
        (pool.banned, N_("Not allowed in this season: %(names)s.")),
    ]
    return [_(sentence) % words for value, sentence in said if value]


def read_banned(game: Ruleset, text: str) -> tuple[str, ...]:
    """The identifiers of the cards that this list names, in any language. Raises `SeasonRefused` with every problem."""
    ids = {
        key(name): card.id
        for card in game.cards
        for name in (card.id, card.name.ja, card.name.en, card.char)
    }
    found: dict[str, None] = {}
    wrong: list[Problem] = []
    for typed in filter(None, (each.strip() for each in _divided(text))):
        if (name := key(typed)) in ids:
            found[ids[name]] = None
            continue
        near = tuple(ids[each] for each in get_close_matches(name, ids, 3))
        wrong.append(Problem("unknown-banned", typed=typed[:_MOST_SAID], suggestions=near))
    if wrong:
        raise SeasonRefused(wrong)
    return tuple(sorted(found))


def _divided(text: str) -> list[str]:
    for divider in "、，;\n":
        text = text.replace(divider, ",")
    return text.split(",")


def pool_problems(pool: Pool, game: Ruleset) -> Iterator[Problem]:
    """The problems of such a pool in this game."""
    if not pool:
        return
    known = {card.id for card in game.cards}
    for each in pool.banned:
        if each not in known:
            yield Problem("unknown-banned", typed=each)
    if (pool.copies or pool.size) and game.most_decks > 1:
        yield Problem("pool-of-decks")
        return
    if pool.copies is not None and not 1 <= pool.copies <= game.sizes[-1]:
        yield Problem("bad-copies", typed=str(pool.copies), most=str(game.sizes[-1]))
    if pool.size is not None and pool.size not in game.sizes:
        low, high = str(game.sizes[0]), str(game.sizes[-1])
        yield Problem("bad-size", typed=str(pool.size), least=low, most=high)
    left = len(known) - len({*pool.banned} & known)
    least = pool.size or max(1, game.sizes[0])
    if left * (pool.copies or game.sizes[-1]) < least:
        yield Problem("pool-too-small", left=str(left))
