"""The compiled kernel of this game beside its reference: all small builds, other cards, and what is malformed.

What every kernel is held to stands in `tests/games/test_twins.py`.
"""

from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from app.engine import Build, course_of
from app.engine.kernel import Kernel, Unusable, packed
from app.engine.outcomes import all_pairs
from app.games.laplaplus import battle
from app.games.laplaplus.abilities import Constraint, Family, Option, Rule, Trigger
from app.games.laplaplus.cards import CARDS, Card, CardPool
from app.games.laplaplus.effects import (
    Action,
    Answer,
    Build as AtStart,
    ChangeDamage,
    DispelOvers,
    DownEnemyCard,
    Event,
    HealToBase,
    HitEnemy,
    HitSelf,
    IgnoreEffect,
    Nullify,
    PreferFamily,
    PreferNumber,
    RaiseInitialHp,
    RaiseSpeed,
    ReflectDamage,
    RemoveEnemyCard,
    RemoveSource,
    RemoveThis,
    SinkEnemyCard,
    Static,
    UpAbove,
    Verb,
)
from app.games.laplaplus.kernel import encode_cards, kernel_for
from tests.games import kernels
from tests.games.kernels import Pair, pretended
from tests.games.laplaplus.twins import KINDS, PAIRS
from tests.support.tables import by_row


@pytest.fixture
def compiled() -> Kernel:
    return PAIRS.kernel


# --- the same answers -----------------------------------------------------------------------------------


@pytest.mark.unmeasured
@by_row("kind", KINDS)
def test_life_goes_as_the_reference_has_it(compiled: Kernel, kind: str) -> None:
    for home, away in PAIRS.drawn(kind, 60, "course"):
        log = [(max(a, 0), max(b, 0)) for a, b in course_of(battle.play(home, away))]
        known = compiled.course(home, away)

        assert known == log[: len(known)], (home, away)
        assert {*log[len(known) :]} <= {known[-1]}, (home, away)


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_all_pairs_of_builds_of_two_cards_at_most(compiled: Kernel) -> None:
    ids = [card.id for card in CARDS]
    small = [Build(cards) for size in range(3) for cards in product(ids, repeat=size)]
    assert len(small) ** 2 == 423_801

    for home in small:
        PAIRS.assert_same([(home, away) for away in small])


# --- other cards ----------------------------------------------------------------------------------------


def card(number: int, *abilities: Action | Event | AtStart | Static, force: int = 1) -> Card:
    family = tuple(Family)[number % len(Family)]
    return Card(number, f"new_{number}", "新", "新", "New", family, force, "", "", abilities)


def both_ways(
    compiled: Kernel,
    cards: tuple[Card, ...],
    pairs: list[Pair],
) -> None:
    pool = CardPool("laplaplus@for-tests", cards)
    reference = kernels.by_reference(partial(battle.decide, pool=pool), battle.REASONS, pairs)
    kernels.assert_same(kernel_for(cards, compiled.extension), pairs, reference)


@pytest.mark.unmeasured
def test_a_new_card_of_known_verbs_needs_no_new_kernel(compiled: Kernel) -> None:
    """Volley: on top 3 damage that nobody can answer, else 1 to everybody above base HP; and 2 points of armour."""
    volley = card(
        26,
        Action(HitEnemy(3), Constraint.TOP, Option.NO_INTERCEPT),
        Action(DispelOvers(1)),
        Event(Trigger.DAMAGE_TO_SELF, ChangeDamage(-2), at_least=3),
    )
    dice = Random(1)
    ids = [volley.id] * 10 + [card.id for card in CARDS]
    rows = [Build(tuple(dice.choices(ids, k=8))) for _ in range(400)]

    both_ways(
        compiled,
        (*CARDS, volley),
        list(zip(rows[::2], rows[1::2], strict=True)),
    )


@dataclass
class Dice:
    """Draws cards of whatever the vocabulary allows, except what could never come to rest or breaks the reference."""

    random: Random

    def one(self, *of: Any) -> Any:
        return self.random.choice(of)

    def points(self) -> int:
        return self.random.randint(0, 4)

    def action(self) -> Action:
        verb: Verb = self.one(
            *(HitEnemy(self.points(), self.points()), HitSelf(self.points())),
            *(DispelOvers(self.points()), HealToBase(), RaiseInitialHp()),
            *(DownEnemyCard(), RemoveEnemyCard(), SinkEnemyCard(), RemoveThis()),
        )
        options = [None, None, Option.NO_INTERCEPT, Option.REMOVAL]
        option = None if isinstance(verb, RemoveThis) else self.one(*options)
        return Action(verb, self.one(None, *Constraint), option)

    def event(self) -> Event:
        paid = (None, None, Option.REMOVAL)
        free = (None, Option.DOWNLESS)
        damage = self.one(Trigger.DAMAGE_TO_SELF, Trigger.DAMAGE_TO_SELF, Trigger.DAMAGE_TO_ENEMY)
        answer: Answer[Any]
        trigger, answer, options = self.one(
            (damage, ChangeDamage(self.random.randint(-3, 3)), (*paid, Option.DOWNLESS)),
            (damage, ReflectDamage(), paid),
            (damage, RemoveSource(), paid),
            (Trigger.ABOVE_DOWNED, UpAbove(), (None,)),
            (Trigger.THIS_TARGETED, IgnoreEffect(self.points()), (None,)),
            (Trigger.OWN_LIST, self.one(PreferFamily(), PreferNumber()), free),
            (Trigger.ORDER_PHASE, RaiseSpeed(self.points()), free),
            (Trigger.ENEMY_EVENT, Nullify(), paid),
        )
        constraint = self.one(None, *Constraint)
        return Event(trigger, answer, constraint, self.one(*options), self.random.randint(1, 3))

    def card(self, number: int) -> Card:
        draw = self.random.choices((self.action, self.event), k=self.random.randint(0, 3))
        others: list[AtStart | Static] = [AtStart(RaiseInitialHp()), *map(Static, Rule)]
        rare = self.random.sample(others, self.one(0, 0, 1))
        force = self.random.randint(-1, 8)
        return card(number, *(each() for each in draw), *rare, force=force)


@by_row("seed", range(20))
@pytest.mark.unmeasured
def test_cards_nobody_has_thought_of_work_too(compiled: Kernel, seed: int) -> None:
    random = Random(seed)
    dice = Dice(random)
    cards = (*(dice.card(number) for number in range(1, 9)), *random.sample(CARDS, 4))
    ids = [card.id for card in cards]
    rows = [Build(tuple(random.choices(ids, k=random.randint(0, 8)))) for _ in range(160)]

    both_ways(compiled, cards, list(zip(rows[::2], rows[1::2], strict=True)))


MIRROR = Event(Trigger.DAMAGE_TO_SELF, ReflectDamage(), option=Option.DOWNLESS)
PINPRICK = Action(HitEnemy(0), option=Option.DOWNLESS)


def refuses_restless(compiled: Kernel, ability: Action | Event) -> None:
    restless = kernel_for((*CARDS, card(26, ability, force=9)), compiled.extension)

    with pytest.raises(ValueError, match="never come to rest"):
        restless.outcomes([Build(("new_26", "attack")), Build(("new_26", "core"))])
    with pytest.raises(ValueError, match="never come to rest"):
        restless.lives([Build(("new_26", "attack"))], [Build(("new_26", "core"))], (0, 0, 0), [0])
    with pytest.raises(ValueError, match="never come to rest"):
        restless.course(Build(("new_26", "attack")), Build(("new_26", "core")))


@by_row("ability", [MIRROR, PINPRICK])
def test_cards_that_never_come_to_rest_are_refused(
    compiled: Kernel, ability: Action | Event
) -> None:
    refuses_restless(compiled, ability)


def test_what_fired_for_nothing_is_counted_anew_in_a_battle_without_a_turn(
    compiled: Kernel,
) -> None:
    """The first pair fires nearly as often as it may; of the last both have 0 HP from the build, and then are ordered."""
    needle = card(26, Action(HitEnemy(1), option=Option.DOWNLESS))
    wall = card(27, force=999)
    quick = card(28, Event(Trigger.ORDER_PHASE, RaiseSpeed(1), option=Option.DOWNLESS), force=0)
    idle = card(29, force=0)
    cards = (needle, wall, quick, idle)
    rows = ((needle,), (wall,) * 6, (quick,) * 8, (quick,) * 7 + (idle,))
    field = [Build(tuple(card.id for card in row)) for row in rows]
    decide = partial(battle.decide, pool=CardPool("laplaplus@for-tests", cards))

    told = kernel_for(cards, compiled.extension).outcomes(field)

    assert told == all_pairs(decide, battle.REASONS, field)


def test_two_cards_of_one_number_do_no_harm(compiled: Kernel) -> None:
    """Nothing tells the sides apart, so there is no right answer; but there is one."""
    one = card(26)
    kernel = kernel_for((one, replace(one, id="other")), compiled.extension)

    assert len(kernel.outcomes([Build(("new_26",)), Build(("other",))])) == 4


# --- what the kernel cannot play, the reference does ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HitBoth(Verb):
    """A verb the kernel has never heard of."""

    points: int

    def apply(self, battle: battle.State, card: battle.CardInPlay) -> None:
        raise NotImplementedError


WORDS = {
    "verbs": ["HitEnemy(points, times)", "RaiseInitialHp()", "ChangeDamage(points)"],
    "triggers": ["damage-to-self"],
    "constraints": ["", "top"],
    "options": ["", "downless"],
    "rules": ["not-upped"],
    "abilities": ["Action", "Event", "Build"],
    "reasons": list(battle.REASONS),
}


def test_a_card_is_encoded_word_by_word() -> None:
    """One card; number 26, force 5, core, stays down, three abilities; then those."""
    new = replace(
        card(
            26,
            Static(Rule.NOT_UPPED),
            Action(HitEnemy(3), Constraint.TOP),
            Event(Trigger.DAMAGE_TO_SELF, ChangeDamage(-1), option=Option.DOWNLESS),
            AtStart(RaiseInitialHp()),
            force=5,
        ),
        family=Family.CORE,
    )
    assert list(encode_cards([new], WORDS)) == [
        *(1, 26, 5, 0, 1, 3),
        *(0, 0, 0, 1, 0, 3, 1, 0),
        *(1, 2, 0, 0, 1, -1, 0, 1),
        *(2, 1, 0, 0, 0, 0, 0, 0),
    ]


def test_an_unknown_verb_is_named() -> None:
    with pytest.raises(Unusable, match=r"cannot play these cards \(HitBoth\(points\) is not"):
        kernel_for([card(26, Action(HitBoth(1)))], pretended(8, WORDS))


def test_a_number_that_is_beyond_bounds_is_not_played(compiled: Kernel) -> None:
    with pytest.raises(Unusable, match="the table of cards cannot be read"):
        kernel_for([card(26, force=4_000)], compiled.extension)


# --- malformed input --------------------------------------------------------------------------------------

ONE_CARD = (1, 1, 5, 0, 0, 0)
"""A table of one card, number 1, force 5, that does nothing."""
ACTS = (1, 1, 5, 0, 0, 1)
"""The same, but an ability follows."""


def table(*numbers: int) -> bytes:
    return packed(numbers)


MALFORMED = {
    "no table": (b"", b""),
    "half a number": (table(*ONE_CARD)[:-1], b""),
    "a number too many": (table(*ONE_CARD, 0), b""),
    "less than no cards": (table(-1), b""),
    "more cards than a byte can name": (table(256), b""),
    "a card that is missing": (table(2, *ONE_CARD[1:]), b""),
    "force beyond bounds": (table(1, 1, 1001, 0, 0, 0), b""),
    "an unknown rule": (table(1, 1, 5, 0, 4, 0), b""),
    "an ability that is missing": (table(*ACTS), b""),
    "an unknown kind of ability": (table(*ACTS, 4, 0, 0, 0, 0, 1, 1, 0), b""),
    "an unknown verb": (table(*ACTS, 0, 19, 0, 0, 0, 1, 1, 0), b""),
    "a Static ability": (table(*ACTS, 3, 0, 0, 0, 0, 1, 1, 0), b""),
    "an Event that hits": (table(*ACTS, 1, 0, 0, 0, 0, 1, 1, 0), b""),
    "an Action that answers": (table(*ACTS, 0, 18, 0, 0, 0, 0, 0, 0), b""),
    "a Build ability that hits": (table(*ACTS, 2, 0, 0, 0, 0, 1, 1, 0), b""),
    "too many abilities": (
        table(9, *(1, 5, 0, 0, 255, *(0, 0, 0, 0, 0, 1, 1, 0) * 255) * 9),
        b"",
    ),
    "a build cut short": (table(*ONE_CARD), bytes(7)),
    "an unknown card": (table(*ONE_CARD), bytes([1, 2, 0, 0, 0, 0, 0, 0])),
    "a hole in a row": (table(*ONE_CARD), bytes([0, 1, 0, 0, 0, 0, 0, 0])),
    "an opponent cut short": (table(*ONE_CARD), b"", bytes(7)),
    "an opponent with an unknown card": (table(*ONE_CARD), b"", bytes([1, 2, 0, 0, 0, 0, 0, 0])),
}


@by_row("builds", [(b"", bytes(8)), (bytes(8), bytes(16)), (bytes(8), bytes([0, 1, *bytes(6)]))])
def test_a_course_is_of_two_builds(compiled: Kernel, builds: tuple[bytes, bytes]) -> None:
    with pytest.raises(ValueError, match="must"):
        compiled.extension.course(table(*ONE_CARD), *builds)
    with pytest.raises(TypeError):
        compiled.extension.course()  # type: ignore[call-arg]


# --- its memory ------------------------------------------------------------------------------------------

UNDER_SANITIZERS = """
import importlib.util, sys
from tests.games.laplaplus import test_kernel as tests
from tests.games.laplaplus.twins import KINDS, PAIRS

spec = importlib.util.spec_from_file_location("_kernel", sys.argv[1])
extension = importlib.util.module_from_spec(spec)
spec.loader.exec_module(extension)
kernel = tests.kernel_for(tests.CARDS, extension)
for kind in KINDS:
    field = [build for pair in PAIRS.drawn(kind, 20, "sanitizers") for build in pair]
    told = kernel.outcomes(field)
    assert told == PAIRS.twins.outcomes(field)
    assert kernel.lives(field, field[:9], (1, 0, 2), [5] * 40) == PAIRS.twins.lives(field, field[:9], (1, 0, 2), [5] * 40)
    for home, away in zip(field[::2], field[1::2], strict=True):
        assert kernel.course(home, away) == PAIRS.twins.course(home, away)
for arguments in tests.MALFORMED.values():
    try:
        extension.outcomes(*arguments)
    except ValueError:
        continue
    raise AssertionError(arguments)
for ability in (tests.MIRROR, tests.PINPRICK):
    tests.refuses_restless(kernel, ability)
"""
