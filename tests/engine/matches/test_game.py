"""The contract of games with decisions: its small values."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from app.engine.matches.game import (
    By,
    GameStep,
    GameWords,
    MatchDecision,
    MatchEvent,
    Over,
    Seat,
    heard,
    other,
)
from app.engine.telling import TellingLine, Tone
from app.engine.words import Lang
from tests.support.match_games import duel


def test_what_two_seats_are_asked_at_once_has_one_place() -> None:
    assert MatchDecision("r1.front.B", "B", "fest.front").place == "r1.front"
    assert MatchDecision("t3.main.7", "A", "acts.main").place == "t3.main.7"


def test_a_game_without_menus_offers_the_orders_of_its_options() -> None:
    (game,) = duel.GAMES
    hand = duel.Choice(("paper", "rock"))
    (menu,) = game.menus({}, MatchDecision("r1.play.A", "A", "duel.play"), hand, "en")
    assert [menu.line([at]) for at in range(3)] == ["play paper", "play rock", ""]
    assert game.menus({}, None, None, "en") == ()
    assert game.wants({}) == game.asked_for


def test_a_score_is_one_and_none_or_a_half_each() -> None:
    assert Over.won("A", "vit").score == {"A": 1, "B": 0}
    assert Over.won("B", "vit").winner == "B"
    assert Over.won(None, "draw").score == {"A": Fraction(1, 2), "B": Fraction(1, 2)}
    assert Over.won(None, "draw").winner is None


def test_an_event_is_heard_by_its_audience_alone() -> None:
    heard = {
        to: [MatchEvent("draw", to).is_for(seat) for seat in ("A", "B", None)]
        for to in ("all", "A", "server")
    }
    assert heard == {"all": [True] * 3, "A": [True, False, False], "server": [False] * 3}
    assert (other("A"), other("B")) == ("B", "A")


class Words(GameWords):
    """A line an event."""

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        for n, event in enumerate(events, 1):
            yield TellingLine(n, 1, 0, Tone(event.what), event.what)


def test_whoever_tells_a_match_knows_who_decided() -> None:
    """It is said where it changes in a turn, to the player alone whose decision it was, and never of what was drawn."""

    def act(by: By, seat: Seat = "A") -> GameStep:
        return GameStep(MatchEvent("act", detail={"seat": seat}), {"A": by, "B": "auto"})

    turn = GameStep(MatchEvent("turn"))
    steps = [
        *(turn, act("plan"), act("plan"), act("auto", "B"), act("standing")),
        *(act("auto"), act("live"), turn, act("live"), act("plan")),
    ]
    told = {
        seat: [line.text for line in Words().told(heard(steps, seat), {}, "en", seat)]
        for seat in ("A", "B", None)
    }
    assert told["A"] == [
        *("turn", "By your orders: act", "act", "act", "By your standing orders: act"),
        *("The house for you: act", "You decided: act", "turn", "act", "By your orders: act"),
    ]
    assert told["B"][3] == "The house for you: act"
    assert told[None] == [step.event.what for step in steps]
    assert heard([GameStep(MatchEvent("act", "A"))], "B") == []
