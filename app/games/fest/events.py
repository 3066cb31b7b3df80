"""The events of a match: who may know of each, and what its `detail` holds.

Attributes are words, points `{"will": 0, "sword": 0, "shield": 0, "jp": 0}`. Sentences in both languages are made from
these events alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import MatchEvent, Over, Seat
from app.games.fest.abilities import ATTRIBUTES, Points

_PLACES: Final = (*ATTRIBUTES, "jp")


def _points(points: Points) -> dict[str, int]:
    return dict(zip(_PLACES, points, strict=True))


def shuffled(seat: Seat, count: int) -> MatchEvent:
    """The deck of this seat was shuffled; `count` cards are in it."""
    return MatchEvent("shuffled", "all", {"seat": seat, "count": count})


def first_drawn(round_: int, seat: Seat) -> MatchEvent:
    """The coin made this seat the first player of the round."""
    return MatchEvent("first-drawn", "all", {"round": round_, "seat": seat})


def programme_drawn(die: int, programme: Sequence[str]) -> MatchEvent:
    """The die gave the themes of the three rounds."""
    return MatchEvent("programme-drawn", "all", {"die": die, "programme": [*programme]})


def round_began(round_: int, theme: str, first: Seat) -> MatchEvent:
    """A round begins, before cards are drawn for it."""
    return MatchEvent("round-began", "all", {"round": round_, "theme": theme, "first": first})


def drawn(seat: Seat, cards: Sequence[str], *, reserve: int = 0) -> tuple[MatchEvent, MatchEvent]:
    """Cards came into the hand: their number for all (`drawn`), and which for their owner (`drew`).

    At the beginning of round 3, `reserve` is how many of them came from the reserve.
    """
    return (
        MatchEvent("drawn", "all", {"seat": seat, "count": len(cards), "reserve": reserve}),
        MatchEvent("drew", seat, {"seat": seat, "cards": sorted(cards)}),
    )


def trimmed(seat: Seat, card: str) -> MatchEvent:
    """A card was thrown out of a hand that is too large, by chance."""
    return MatchEvent("trimmed", "all", {"seat": seat, "card": card})


def reserved(seat: Seat, cards: Sequence[str]) -> tuple[MatchEvent, MatchEvent]:
    """Cards went into the reserve: their number for all (`reserved`), and which for their owner (`kept`)."""
    return (
        MatchEvent("reserved", "all", {"seat": seat, "count": len(cards)}),
        MatchEvent("kept", seat, {"seat": seat, "cards": [*cards]}),
    )


def fronts_revealed(fronts: Mapping[Seat, Sequence[str]]) -> MatchEvent:
    """The front members of both seats."""
    return MatchEvent("fronts-revealed", "all", {"cards": {s: [*c] for s, c in fronts.items()}})


def front_scored(seat: Seat, gained: Sequence[int], points: Points) -> MatchEvent:
    """The front members gave points to attributes of this seat. `points`: its points before the limit step."""
    detail = {
        "seat": seat,
        "gained": dict(zip(ATTRIBUTES, gained, strict=True)),
        "points": _points(points),
    }
    return MatchEvent("front-scored", "all", detail)


def limited(seat: Seat, before: Points, after: Points) -> MatchEvent:
    """The limit step changed points: `raised` came up to 0 at the cost of judging points, `cut` were above the cap."""
    cap = min(after[:3]) + 10
    detail = {
        "seat": seat,
        "before": _points(before),
        "after": _points(after),
        "raised": [a for a, n in zip(ATTRIBUTES, before, strict=False) if n < 0],
        "cut": [a for a, n in zip(ATTRIBUTES, before, strict=False) if n > cap],
        "cap": cap,
    }
    return MatchEvent("limited", "all", detail)


def umbrella_ended(seat: Seat) -> MatchEvent:
    """The Umbrella of this seat ends as its turn begins."""
    return MatchEvent("umbrella-ended", "all", {"seat": seat})


def played(seat: Seat, card: str, effect: str, code: str, args: Mapping[str, Any]) -> MatchEvent:
    """A card was played: `effect` is the word of the order, `code` that of the effect.

    `args` are those of the action that all may know: where a card goes back under the deck, its `c` is not there.
    """
    detail = {"seat": seat, "card": card, "effect": effect, "code": code, "args": dict(args)}
    return MatchEvent("played", "all", detail)


def failed(seat: Seat, card: str) -> MatchEvent:
    """A card without a usable effect was thrown away, at the cost of a judging point."""
    return MatchEvent("failed", "all", {"seat": seat, "card": card})


def points_changed(seat: Seat, before: Points, after: Points, *, by: Seat) -> MatchEvent:
    """An effect of the seat `by` changed the points of `seat`."""
    detail = {"seat": seat, "before": _points(before), "after": _points(after), "by": by}
    return MatchEvent("points-changed", "all", detail)


def umbrella_held(seat: Seat, by: Seat) -> MatchEvent:
    """The Umbrella of `seat` kept points from being lowered by an effect of the seat `by`."""
    return MatchEvent("umbrella-held", "all", {"seat": seat, "by": by})


def shown(seat: Seat, card: str, source: str, target: str) -> MatchEvent:
    """A card of this seat was shown on its way between two of `deck`, `hand`, `front` and `reserve`.

    A Preview shows a hand card that stays: both are `hand`.
    """
    return MatchEvent("shown", "all", {"seat": seat, "card": card, "from": source, "to": target})


def tidied(seat: Seat, drew: str, back: str | None) -> tuple[MatchEvent, MatchEvent]:
    """A card was drawn, and perhaps one put under the deck (`tidied`). Only their owner learns which (`tidy`)."""
    return (
        MatchEvent("tidied", "all", {"seat": seat, "back": int(back is not None)}),
        MatchEvent("tidy", seat, {"seat": seat, "drew": drew, "back": back}),
    )


def rolled(seat: Seat, purpose: str, dice: Sequence[int]) -> MatchEvent:
    """Dice of this seat, for a `purpose`: `effect`, `round` (rule A), `final` (rule B) or `tiebreak`."""
    detail = {"seat": seat, "for": purpose, "dice": [*dice], "sum": sum(dice)}
    return MatchEvent("rolled", "all", detail)


def judged(
    round_: int,
    highest: Mapping[Seat, int],
    attributes: Mapping[Seat, int | None],
    jp: Mapping[Seat, int],
    loser: Seat | None,
    halved: bool,
) -> MatchEvent:
    """The end of a round: the highest attribute is added to the judging points, and the attributes meet.

    `attribute` is None where several are highest; `jp` are the judging points before anything is halved.
    `loser` is the seat whose attribute loses, if one does; it is `halved` unless under Alibi or not above 0.
    """
    detail = {
        "round": round_,
        "highest": dict(highest),
        "attribute": {s: None if a is None else ATTRIBUTES[a] for s, a in attributes.items()},
        "jp": dict(jp),
        "loser": loser,
        "halved": halved,
    }
    return MatchEvent("judged", "all", detail)


def scored(
    round_: int, jp: Mapping[Seat, int], gained: Mapping[Seat, int], total: Mapping[Seat, int]
) -> MatchEvent:
    """The round ended: final judging points, what was added to the totals, and the totals."""
    detail = {"round": round_, "jp": dict(jp), "gained": dict(gained), "total": dict(total)}
    return MatchEvent("scored", "all", detail)


def ended(over: Over) -> MatchEvent:
    """The match is over: the score of each seat as text, and the reason."""
    score = {seat: str(points) for seat, points in over.score.items()}
    return MatchEvent("ended", "all", {"score": score, "reason": over.reason})
