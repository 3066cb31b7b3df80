"""The school festival as a game with decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from app.engine.build import Build
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Game,
    Length,
    MatchDecision,
    MatchEvent,
    Options,
    OrderVariable,
    Search,
    Seat,
    View,
)
from app.engine.telling import TellingLine
from app.engine.words import Lang, Words
from app.games.fest import (
    actions,
    autopilot,
    conditions,
    config as configs,
    festival,
    practice,
    state as states,
    view as views,
)
from app.games.fest.cards import DECKS, VERSIONS
from app.games.fest.side import Side
from app.games.fest.state import State
from app.games.fest.words import (
    menus,
    orders,
    outlook as outlooks,
    picture,
    report,
    standing,
)
from app.games.fest.words.board import ShownSide, show
from app.games.fest.words.cards import info
from app.games.fest.words.deck import TAGS, as_data, problems as deck_problems, read_build
from app.games.fest.words.lesson import LESSON
from app.games.fest.words.names import CARD_WORDS, GLOSSARY
from app.games.fest.words.variants import CHOICES

STEPS: Final = 900
"""Tried by the house at a decision when it plays to win."""


class Fest(Game[State]):
    """Two classes, three themes."""

    id = "fest"
    versions = VERSIONS
    title = Words("学園祭", "School Festival")
    max_steps = 400
    grammar = orders.GRAMMAR
    verbs: ClassVar[Mapping[str, str]] = orders.GRAMMAR.verbs
    asked: ClassVar[Mapping[str, OrderVariable]] = conditions.ASKED
    reasons: ClassVar[Mapping[str, Words]] = {
        "points": Words("最後のサイコロの差", "the final dice"),
        "jp": Words("審査点の差", "judging points"),
        "tiebreak": Words("決着のダイス", "tie-break dice"),
        "draw": Words("引き分け", "draw"),
        "resign": Words("投了", "resignation"),
        "forfeit": Words("不戦", "forfeit"),
    }
    starters: ClassVar[Mapping[str, Any]] = {name: {"deck": DECKS[name]} for name in ("D1", "D2")}
    lesson = LESSON

    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        return configs.settle({**config, **self.brought}, self.cards)

    choices = CHOICES

    def under(self, config: Mapping[str, Any]) -> Mapping[str, Any]:
        """Decks are of the size, the tags and the copies that this configuration allows."""
        settled = self.settle(config)
        deck, tags = configs.size(settled).deck, {*settled["allowed_tags"]}
        return {
            "cards": tuple(
                info(number, card)
                for number, card in enumerate(configs.known(settled, self.cards).values(), start=1)
                if card.is_allowed(tags)
            ),
            "sizes": range(deck, deck + 1),
            "read_build": partial(read_build, config=settled, house=self.cards),
        }

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        return deck_problems(build, self.settle(config), self.cards)

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        settled = self.settle(config)
        known = configs.cards(settled)
        sides: dict[Seat, Side] = {}
        for seat in SEATS:
            deck = builds[seat]["deck"]
            sides[seat] = Side(deck, states.tags(deck, known), states.spread(deck))
        return State(settled, sides)

    as_data = staticmethod(as_data)

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        return report.tell(events, names, lang, configs.cards(self.brought))

    def exhibited(self, home: Build, away: Build) -> Mapping[str, Any]:
        """A petit match if both decks are as small."""
        is_petit = len(home.cards) == len(away.cards) == configs.PETIT.deck
        return {"allowed_tags": [*TAGS], "petit": is_petit}

    def reached(self, state: State) -> Mapping[Seat, int]:
        return {seat: state.seats[seat].total for seat in SEATS}

    pending = staticmethod(festival.pending)
    legal = staticmethod(actions.legal)

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        step = festival.decided(festival.Step(state), moves)
        return step.state, step.events

    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        step = festival.Step(state)
        step.drawn(outcome)
        return step.state, step.events

    view = staticmethod(views.view)
    dump = staticmethod(states.dump)
    load = staticmethod(states.load)
    checkpoint = staticmethod(festival.checkpoint)

    def length(self, config: Mapping[str, Any]) -> Length:
        """Two reserves, three fronts and three plans of the back members."""
        return Length(8, 8, 8)

    house = staticmethod(autopilot.answer)
    autopilot = staticmethod(autopilot.choose)
    reasoned = staticmethod(practice.reasoned)
    notions = staticmethod(practice.notions)
    search = Search(
        practice.imagine,
        practice.worth,
        STEPS,
        Words("ラウンドの終わりの得点差", "the lead in points at the end of the round"),
        ideas=(practice.ideas,),
        most_ideas=12,
        worlds=3,
        play_on=practice.play_on,
    )

    def foreseen(self, view: View) -> tuple[MatchDecision, Options] | None:
        """The next card in the back, while the other side plays, or the one that goes back into the deck."""
        phase = view["phase"]
        if phase not in ("play", "pick") or not view["viewer"] or not views.own(view)["hand"]:
            return None
        decision = MatchDecision(f"r{view['round']}.{phase}", view["viewer"], f"fest.{phase}")
        return decision, actions.coming(view)

    parse = staticmethod(orders.read)
    format = staticmethod(orders.write)
    kinds = staticmethod(orders.kinds)
    called = staticmethod(orders.called)
    menus = staticmethod(menus.menus)
    primer = standing.PRIMER
    moment = staticmethod(standing.moment)
    stands = staticmethod(standing.stands)
    so_far = staticmethod(standing.so_far)
    asks = staticmethod(standing.asks)
    wants = staticmethod(standing.wants)
    is_there = staticmethod(conditions.is_there)
    turn_begins = ("round-began", "round")
    lay_out = ShownSide
    show = staticmethod(show)
    dice = staticmethod(report.dice)
    outlook = staticmethod(outlooks.outlook)
    expected = staticmethod(outlooks.expected)
    goal = standing.GOAL
    glossary = GLOSSARY
    card_words = CARD_WORDS
    chapters = standing.CHAPTERS
    board = staticmethod(picture.board)


GAMES: Final = Fest.by_all_rules()
FEST: Final = GAMES[0]
