"""The strength of a card before anybody adds it: in a field of builds, or in mirror matches of house decks."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import chain, combinations, islice
from math import ceil
from random import Random
from statistics import fmean
from typing import Any, Final

from app.engine import Build, Lang, Ruleset, Words, in_rows
from app.engine.matches.exhibition import FinishedMatch
from app.engine.versions import base_of
from app.engine.workshop import call
from app.errors import Problem, TooMuchToPlay
from app.games.house import with_cards
from app.i18n import N_, number, translations
from app.statistics.house_decks import MOST_COPIES, HouseDeck, new_card, with_room
from app.statistics.metagame.answers import most_battles
from app.statistics.metagame.mixture import PARTS, Mixture, payoffs, solve
from app.statistics.metagame.worth import worths
from app.statistics.sentences import percent
from app.tournament.cache import Cache, Turnstile
from app.tournament.executors import all_cores
from app.tournament.formats.results import interval
from app.tournament.series import played, seated

MATCHES: Final = 300
FIELD: Final = 60
"""The most different builds of a field in which a card is weighed, the best first."""
_ROUNDS: Final = 3
"""How many times the best build with each existing card joins the field before the new card is weighed."""
_OWN: Final = 4
"""How many builds with the new card then join it."""
_FEW: Final = 12
"""In a mixture of fewer builds than this, a card is also tried in two slots."""
_TOLD: Final = 8
_DECKS: Final = 3
_CHUNK: Final = 25
_EVEN: Final = 0.5
_MUCH: Final = 0.1
_CLEAR: Final = 0.02


class Level(Enum):
    """The strength of a card compared with those it replaces, as a sentence."""

    MUCH = N_("Much stronger than what it replaces. Everyone would have to play it.")
    CLEARLY = N_("Clearly stronger than what it replaces.")
    ABOUT = N_("About as strong as what it replaces.")
    WEAKER = N_("Weaker than what it replaces.")
    UNSURE = N_("Too few matches to tell.")


IN_FIELD: Final = N_(
    "The field is %(builds)s different builds and the best answers to them. In the best slot of each, the new %(slot)s gains %(lift)s battles in 100 on average (wins minus losses). The strongest other gains %(most)s. %(below)s of %(others)s gain less than the new one."
)
IN_MIXTURE: Final = N_(
    "No build without it beats the best mixture of builds. The best build with it gains %(gain)s battles in 100 against that mixture. Once such builds have joined the field, the new %(slot)s is in %(share)s of the builds that the mixture draws."
)
MIRRORED: Final = N_(
    "In %(matches)s matches each house deck met itself. One side put in up to %(copies)s copies of the new %(slot)s for the most similar ones. That side scored %(score)s. In 19 of 20 cases the true figure is between %(low)s and %(high)s."
)
BY_AUTOPILOT: Final = N_(
    "The house plays both sides, and seats are exchanged in every other match. A player who knows the new one's use may get more out of it."
)
_SHARES: Final = (
    N_("Share before"),
    N_("Share after"),
    N_("Worth before"),
    N_("Worth after"),
)
_SCORES: Final = N_("Copies"), N_("Matches"), N_("Won")


@dataclass(frozen=True, slots=True)
class Weight:
    """The strength of a card: its level, sentences with their figures, and a table of other cards or of decks."""

    level: Level
    found: tuple[tuple[str, Mapping[str, str]], ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[Words, tuple[str, ...]], ...]

    def told(self, game: Ruleset, lang: Lang) -> list[str]:
        """Return the level and the findings in sentences."""
        _, slot = translations(lang).gettext, game.terms.slot.to(lang)
        return [
            _(self.level.value),
            *(_(text) % {"slot": slot, **figures} for text, figures in self.found),
        ]


_kept: Final[Cache[tuple[str, Hashable], Weight]] = Cache(64, Turnstile())


def rules_with(game: Ruleset, data: Mapping[str, Any]) -> Ruleset:
    """Return the game with this card, without its author and looks. Raises `CardsUnreadable`."""
    return with_cards(game.slug, call.as_set(game, [("", data)]), game.rules_version)


def seconds(made: Ruleset) -> int:
    """Return about how many seconds one core takes to weigh a card of this game."""
    return ceil((MATCHES if made.match else most_battles(made)) / made.pace.battles)


def is_known(made: Ruleset, field: Hashable) -> bool:
    """Whether the weight of the card in these rules and this field is in the cache."""
    return _kept.get((made.rules_version, field)) is not None


def weight(made: Ruleset, builds: Sequence[Build], field: Hashable) -> Weight:
    """Return the weight of the card in these rules; it is cached. `builds`: those of the `field`.

    Raises `Busy`, `Unsolved` and `TooMuchToPlay`.
    """
    return _kept.of((made.rules_version, field), lambda: weigh(made, builds))


def weigh(made: Ruleset, builds: Sequence[Build] = ()) -> Weight:
    """Weigh the card in these rules, without the cache: among `builds`, best first, or among the house decks.

    Raises `Unsolved` and `TooMuchToPlay`.
    """
    return _in_decks(made) if made.match else _in_field(made, builds)


# --- in a field of builds -------------------------------------------------------------------------


def _in_field(made: Ruleset, builds: Sequence[Build]) -> Weight:
    some = dict.fromkeys(Build(each.cards) for each in builds or made.starters().values())
    start = [*islice(filter(made.allows, some), FIELD)]
    new = new_card(made)
    house = [card for card in made.cards if card != new]
    slots, met = sum(len(each.cards) for each in start), len(start) + _ROUNDS * len(house)
    if (battles := len(made.cards) * slots * met) > most_battles(made):
        raise TooMuchToPlay([Problem("too-many-battles", battles=f"{battles:,}")])
    field = _Field.of(made, start)
    for _ in range(_ROUNDS):
        best = chain.from_iterable(field.best(made, card.id, 1) for card in house)
        field = _Field.of(made, [*field.builds, *(build for gain, build in best if gain > 0)])
    lifts = sorted(field.lift(made, card.id) for card in house)
    lift, own = field.lift(made, new.id), field.best(made, new.id, _OWN)
    after = _Field.of(made, [*field.builds, *(build for _, build in own)])
    before, now = field.worths(made), after.worths(made)
    shifts = sorted(
        (card for card in house if before.get(card.id) != now.get(card.id)),
        key=lambda card: -abs(before.get(card.id, _NONE)[0] - now.get(card.id, _NONE)[0]),
    )
    in_field = {
        "builds": number(len(start)),
        "lift": _of_100(lift),
        "most": _of_100(lifts[-1]),
        "below": number(sum(each < lift for each in lifts)),
        "others": number(len(lifts)),
    }
    in_mixture = {
        "gain": _of_100(own[0][0] if own else None),
        "share": percent(now.get(new.id, _NONE)[0]),
    }
    return Weight(
        _level_of_lift(lift, lifts),
        ((IN_FIELD, in_field), (IN_MIXTURE, in_mixture)),
        _SHARES,
        tuple(
            (
                card.name,
                (
                    percent(before.get(card.id, _NONE)[0]),
                    percent(now.get(card.id, _NONE)[0]),
                    _of_100(before.get(card.id, _NONE)[1]),
                    _of_100(now.get(card.id, _NONE)[1]),
                ),
            )
            for card in shifts[:_TOLD]
        ),
    )


Part = tuple[float, float | None]
"""The share of a card in the builds that a mixture draws, and its worth."""
_NONE: Final[Part] = (0.0, None)


@dataclass(frozen=True, slots=True)
class _Field:
    """Different builds, the gain of each against each, and the mixture that none of them beats."""

    builds: Sequence[Build]
    gains: Any
    mixture: Mixture

    @classmethod
    def of(cls, made: Ruleset, builds: Iterable[Build]) -> "_Field":
        """Return the field of these builds. Raises `Unsolved`."""
        some = [*dict.fromkeys(builds)]
        gains = payoffs(in_rows(made.outcomes(some), len(some)))
        return cls(some, gains, solve(gains))

    def worths(self, made: Ruleset) -> dict[str, Part]:
        """Return share and worth of the cards that the mixture draws."""
        found = worths(made, self.builds, self.mixture, self.gains)
        return {each.card: (each.share, each.lost) for each in found}

    def lift(self, made: Ruleset, card: str) -> float:
        """Return the average gain per battle of putting this card into the best slot of each build."""
        some, lifted = self.builds[:FIELD], 0
        for own, build in zip(self.gains.sum(axis=1), some, strict=False):
            tried = [*_given(build, card)] or [build]
            lifted += payoffs(made.rows(tried, self.builds)).sum(axis=1).max() - own
        return float(lifted) / (len(some) * len(self.builds))

    def best(self, made: Ruleset, card: str, many: int) -> list[tuple[float, Build]]:
        """Return the legal builds that gain most against the mixture, best first, at most `many`.

        They are builds of the mixture with this card in one slot, or also in two if there are few.
        """
        drawn = [self.builds[row] for row in self.mixture.support]
        slots = (1, 2) if len(drawn) < _FEW else (1,)
        given = (_given(build, card, count) for count in slots for build in drawn)
        tried = [*dict.fromkeys(chain.from_iterable(given))]
        parts = [self.mixture.parts[row] for row in self.mixture.support]
        won = payoffs(made.rows(tried, drawn)).astype(int) @ parts
        order = sorted(range(len(tried)), key=lambda at: -won[at])
        legal = (at for at in order if made.allows(tried[at]))
        return [(float(won[at]) / PARTS, tried[at]) for at in islice(legal, many)]


def _given(build: Build, card: str, slots: int = 1) -> Iterator[Build]:
    """Yield the build with the card in this many slots, in every combination of places."""
    for given in combinations(range(len(build.cards)), slots):
        yield Build(tuple(card if at in given else each for at, each in enumerate(build.cards)))


def _level_of_lift(lift: float, others: Sequence[float]) -> Level:
    """Return the level of a gain compared with other cards: more than all, less than three quarters of them, or
    between.
    """
    if lift > others[-1] + _CLEAR:
        return Level.MUCH if lift > others[-1] + _MUCH else Level.CLEARLY
    return Level.WEAKER if lift < others[len(others) // 4] else Level.ABOUT


def _of_100(gain: float | None) -> str:
    return "–" if gain is None else f"{100 * gain:.1f}".replace("-", "−")


# --- in mirror matches ----------------------------------------------------------------------------


def _in_decks(made: Ruleset) -> Weight:
    decks = with_room(made.under({}))[:_DECKS]
    text = made.house.text if made.house else ""
    mirror = partial(mirror_score, made.slug, made.rules_version, text, decks)
    with all_cores(made.pace) as executor:
        won = [*executor.map(mirror, range(MATCHES), chunksize=_CHUNK)]
    by_deck = [[each for at, each in enumerate(won) if _turn(at, decks) is deck] for deck in decks]
    score = fmean(won)
    low, high = map(percent, interval(score, MATCHES))
    mirrored = {
        "matches": number(MATCHES),
        "copies": str(MOST_COPIES),
        "score": percent(score),
        "low": low,
        "high": high,
    }
    return Weight(
        level_of_score(score, MATCHES),
        ((MIRRORED, mirrored), (BY_AUTOPILOT, {})),
        _SCORES,
        tuple(
            (deck.name, (str(deck.copies), number(len(those)), percent(fmean(those))))
            for deck, those in zip(decks, by_deck, strict=True)
        ),
    )


def mirror_score(slug: str, version: str, text: str, decks: Sequence[HouseDeck], at: int) -> float:
    """Return the score of a deck with the new card in match number `at`, against the same deck without it.

    `text`: the house cards with the new one. `version`: the version of the rules with it.
    """
    made = with_cards(slug, text, base_of(version))
    game: Any = made.match
    deck = _turn(at, decks)
    given = deck.given(new_card(made).id, Random(at))
    first, second = seated(at)
    builds = {first: game.as_data(given), second: game.as_data(deck.build)}
    match, _ = played(game, game.exhibited(given, deck.build), at, builds, {})
    return float(FinishedMatch(first, match, ()).over.score[first])


def _turn(at: int, decks: Sequence[HouseDeck]) -> HouseDeck:
    """Return the deck of this match. Two matches in a row have the same deck, with seats exchanged."""
    return decks[at // 2 % len(decks)]


def level_of_score(score: float, matches: int) -> Level:
    """Return the level of a card with this share of the points, by the interval for this many matches."""
    low, high = interval(score, matches)
    if low > _EVEN:
        return Level.MUCH if score >= _EVEN + _MUCH else Level.CLEARLY
    if high < _EVEN:
        return Level.WEAKER
    is_even = low > _EVEN - _MUCH and high < _EVEN + _MUCH
    return Level.ABOUT if is_even else Level.UNSURE
