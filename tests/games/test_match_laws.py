"""§14.2: the laws of every game with decisions, shown by random matches of every game found and of Bluff.

A hundred matches of each are played; `pytest -m slow tests/games/test_match_laws.py` plays a thousand. What the laws need
of a game stands in its `deals.py` (see `Game`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, get_args

import pytest

from app import games
from app.engine.matches.dice import Dice, canonical
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Game,
    MatchDecision,
    MatchEvent,
    Options,
    OrderError,
    Over,
    Seat,
    View,
)
from app.engine.matches.orders.wording import in_language
from app.engine.words import Lang
from tests.support.match_games.bluff import (
    GAMES as BLUFF,
    Bluff,
    Choices,
    State,
    deals as bluff_deals,
)
from tests.support.tables import by_row

FOUND = [
    *((game, bluff_deals) for game in BLUFF),
    *(
        (game, import_module(f"tests.games.{slug.replace('-', '_')}.deals"))
        for slug in games.match_slugs()
        for game in games.match_games(slug)
    ),
]
MOST_ACTIONS = 12
"""How many of the legal actions of a decision are checked."""
LANGS: tuple[Lang, ...] = get_args(Lang)
WATCHERS: tuple[Seat | None, ...] = (*SEATS, None)
NO_ACTIONS: list[Any] = [None, 5, "pass", [], {}, {"a": None}, {"a": ["pass"]}, {"a": {}}, object()]


def alike(value: object) -> Iterator[object]:
    """What Python takes for equal, and what is almost so, but is no such action."""
    match value:
        case bool() | None:
            yield 2
        case int():
            yield from (
                float(value),
                str(value),
                value + 10**9,
                *([bool(value)] * (value in (0, 1))),
            )
        case str():
            yield from ([value], None, f"{value}?")
        case list():
            yield from (tuple(value), [*value, *value[:1], None], {"": value}, None)
        case dict():
            yield from ([*value], None)


def spoiled(action: Action) -> Iterator[Action]:
    """The action in shapes that are not its own."""
    yield {**action, "more": 1}
    for key, value in action.items():
        yield {other: action[other] for other in action if other != key}
        yield from ({**action, key: other} for other in alike(value))


@dataclass
class Playout:
    """One random match, which shows the laws on its way; the costly ones at some of its steps."""

    game: Game[Any]
    deals: ModuleType
    random: Random
    labels: set[str] = field(default_factory=set)

    def play(self) -> int:
        """How many lines of chance and of moves it had."""
        game, random = self.game, self.random
        config, builds = self.deals.deal(random)
        config = game.settle(config)
        assert game.settle(config) == config
        assert [
            *game.validate_build(builds["A"], config),
            *game.validate_build(builds["B"], config),
        ] == []
        state = game.new(config, builds)
        dice = Dice(random.randbytes(32))
        steps = exchanges = 0
        while not isinstance(pending := game.pending(state), Over):
            steps += 1
            assert steps <= game.max_steps
            exchanges += bool(game.checkpoint(state))
            is_watched = random.random() < 0.1
            if is_watched:
                self.is_kept(state)
                self.tells_nothing(state)
            step: Any
            if isinstance(pending, Chance):
                assert pending.label not in self.labels
                self.labels.add(pending.label)
                step = (pending, dice.draw(pending))
            else:
                assert len({each.seat for each in pending}) == len(pending) > 0
                step = {each.id: self.decided(state, each, is_watched) for each in pending}
            state = self.goes_on(state, step, is_watched)
        assert sum(pending.score.values()) == 1
        assert pending.reason in game.reasons
        assert not game.checkpoint(state)
        self.is_kept(state)
        if length := game.length(config):
            assert max(exchanges, length.few) <= length.most
            assert length.few <= length.many <= length.most
        return steps

    def after(self, state: Any, step: Any) -> tuple[Any, Sequence[MatchEvent]]:
        if isinstance(step, Mapping):
            return self.game.apply(state, step)
        return self.game.apply_chance(state, *step)

    def is_kept(self, state: Any) -> None:
        """Dumped, as canonical JSON, and loaded it is the same."""
        dumped = canonical(self.game.dump(state))
        loaded = self.game.load(json.loads(dumped))
        assert loaded == state
        assert canonical(self.game.dump(loaded)) == dumped
        assert {*self.game.checkpoint(state)} <= {*SEATS}
        for seat in WATCHERS:
            self.is_drawn(self.game.view(state, seat), seat)

    def is_drawn(self, view: View, seat: Seat | None) -> None:
        """What a reader sees has a board, from plain data, their own side last; no zone shows more than lies there."""
        seen = json.loads(canonical(view))
        names: dict[Seat, str] = {"A": "Alice", "B": "ボブ"}
        for lang in LANGS:
            board = self.game.board(view, names, lang)
            assert board == self.game.board(seen, names, lang)
            assert board.parts[-1].seat == (seat or "A")
            for part in board.parts:
                assert len({zone.key for zone in part.zones} - {""}) == len(part.zones)
            zones = [zone for part in board.parts for zone in part.zones]
            assert all(zone.hidden >= 0 for zone in zones if not zone.grid)
            assert all(piece.id and piece.name for zone in zones for piece in zone.pieces)

    def decided(self, state: Any, decision: MatchDecision, is_watched: bool) -> Action:
        """There is something to choose; the house chooses among it; what is written is read as it was meant."""
        game, options = self.game, self.game.legal(state, decision)
        view = game.view(state, decision.seat)
        some = [*options]
        chosen = game.autopilot(view, decision, options)
        assert some
        assert chosen in options
        assert game.house(state, decision) == chosen
        if is_watched:
            plain = json.loads(canonical(view))
            assert game.autopilot(plain, decision, options) == chosen
            for action in self.random.sample(some, min(len(some), MOST_ACTIONS)):
                assert action in options
                assert options.explain(action) is None
                assert decision.kind in game.kinds(action)
                order = game.format(action, view)
                assert game.parse(order, view, decision) == action
                assert game.parse(order, plain, decision) == action
                assert game.parse(in_language(order, game, "ja"), view, decision) == action
                same = {canonical(each) for each in some}
                for wrong in spoiled(action):
                    assert wrong not in options or canonical(wrong) in same, wrong
                    assert (wrong in options) is (options.explain(wrong) is None), wrong
            assert not any(nothing in options for nothing in NO_ACTIONS)
            self.is_offered(decision, options, view)
        return self.random.choice([chosen, self.random.choice(some)])

    def is_offered(self, decision: MatchDecision, options: Options, view: View) -> None:
        """Whatever a page offers can be read; something is offered."""
        offered = 0
        for menu in self.game.menus(view, decision, options, "en"):
            assert menu.least <= menu.most
            for each in menu.choices[:MOST_ACTIONS]:
                self.game.parse(f"{menu.verb} {each.order}".strip(), view, decision)
                offered += 1
        assert offered

    def goes_on(self, state: Any, step: Any, is_watched: bool) -> Any:
        """The next state: the same whenever it is asked for, and the one before is as it was."""
        before = canonical(self.game.dump(state)) if is_watched else b""
        later, events = self.after(state, step)
        if is_watched:
            again, same = self.after(state, step)
            assert (again, [*same]) == (later, [*events])
            assert canonical(self.game.dump(state)) == before
            self.is_told_of(state, step, later, events)
        return later

    def alike_to(self, seat: Seat | None, state: Any) -> Any:
        """Another state that looks the same to this seat; None while the other one is asked in secret."""
        pending = self.game.pending(state)
        if isinstance(pending, tuple) and any(
            each.secret and each.seat != seat for each in pending
        ):
            return None
        dealt = self.deals.redeal(state, seat, self.random)
        assert self.game.view(dealt, seat) == self.game.view(state, seat)
        return dealt

    def tells_nothing(self, state: Any) -> None:
        """States that look alike to a seat give it the same decisions, options, readings and autopilot."""
        for seat in WATCHERS:
            dealt = self.alike_to(seat, state)
            if dealt is None:
                continue
            for decision in self.asked(state, seat):
                assert decision in self.asked(dealt, seat)
                assert self.known(state, decision) == self.known(dealt, decision)

    def asked(self, state: Any, seat: Seat | None) -> list[MatchDecision]:
        pending = self.game.pending(state)
        return [each for each in pending if each.seat == seat] if isinstance(pending, tuple) else []

    def known(self, state: Any, decision: MatchDecision) -> list[Any]:
        """All that a player can find out about a decision."""
        game, options = self.game, self.game.legal(state, decision)
        view = game.view(state, decision.seat)
        some = [*options]
        texts = [game.format(action, view) for action in some[:MOST_ACTIONS]]
        verbs = [*game.verbs][:MOST_ACTIONS]
        readings: list[Any] = []
        for text in [*texts, *verbs, *(f"{text} {verbs[0]}" for text in texts)]:
            try:
                readings.append(game.parse(text, view, decision))
            except OrderError as error:
                readings.append((error.position, error.words))
        wrong = [options.explain(each) for action in some[:2] for each in spoiled(action)]
        return [some, game.autopilot(view, decision, options), readings, wrong]

    def is_told_of(self, state: Any, step: Any, later: Any, events: Sequence[MatchEvent]) -> None:
        """Of what looks alike before and after, the same is heard."""
        game = self.game
        for seat in WATCHERS:
            dealt = self.alike_to(seat, state)
            if dealt is None or game.pending(dealt) != game.pending(state):
                continue
            if isinstance(step, Mapping):
                pending = game.pending(dealt)
                assert isinstance(pending, tuple)
                if any(step[each.id] not in game.legal(dealt, each) for each in pending):
                    continue
            other, heard = self.after(dealt, step)
            if game.view(other, seat) == game.view(later, seat):
                assert [each for each in heard if each.is_for(seat)] == [
                    each for each in events if each.is_for(seat)
                ]


def playouts(game: Game[Any], deals: ModuleType, count: int) -> set[int]:
    """How many lines random matches had."""
    return {Playout(game, deals, Random(f"{count}/{n}")).play() for n in range(count)}


@pytest.mark.unmeasured
@pytest.mark.parametrize("count", [100, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_the_laws_hold_in_random_matches(game: Game[Any], deals: ModuleType, count: int) -> None:
    assert len(playouts(game, deals, count)) > 1


@by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_builds_to_begin_with_are_legal_and_no_others(game: Game[Any], deals: ModuleType) -> None:
    """Whatever is given as a build gets sentences for an answer."""
    config = game.settle({})
    assert all(not game.validate_build(build, config) for build in game.starters.values())
    build = next(iter(game.starters.values()))
    for nothing in [
        *NO_ACTIONS,
        *alike(build),
        *(spoiled(build) if isinstance(build, dict) else ()),
    ]:
        assert game.validate_build(nothing, config)


# --- laws that are broken -------------------------------------------------------------------------------


class Stacked(Bluff):
    """A seat sees the order of its deck."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = {**super().view(state, seat)}
        if seat:
            view[seat] = view[seat] | {"deck": [*state.side(seat).deck]}
        return view


class Loud(Bluff):
    """What is drawn is told to all."""

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        later, events = super().apply(state, moves)
        return later, [MatchEvent(each.what, "all", each.detail) for each in events]


class Knowing(Bluff):
    """Who may play what depends on the other's hand."""

    def legal(self, state: State, decision: MatchDecision) -> Options:
        rival = state.side("B" if decision.seat == "A" else "A")
        some = [*super().legal(state, decision)]
        return Choices(some[: 1 + len({*rival.hand})])


class Forgetful(Bluff):
    """What was lost is not kept."""

    def dump(self, state: State) -> dict[str, Any]:
        dumped = super().dump(state)
        return dumped | {"A": dumped["A"] | {"lost": 0}}


class Lax(Bluff):
    """Any card that equals one in hand may be played, `true` for 1."""

    def legal(self, state: State, decision: MatchDecision) -> Options:
        class Equal(Choices):
            def __contains__(self, action: object) -> bool:
                return action in self.actions

        return Equal([*super().legal(state, decision)])


@by_row("broken", [Stacked, Loud, Knowing, Forgetful, Lax])
def test_a_broken_law_is_noticed(broken: type[Bluff]) -> None:
    with pytest.raises(AssertionError):
        playouts(broken(), bluff_deals, 100)
