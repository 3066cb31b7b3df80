"""The view as a board: both sides with their zones, and what one's own cards can do."""

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.engine.matches.board import BoardPart, Counter, MatchBoard, MatchPiece, Zone
from app.engine.matches.game import SEATS, Seat, View, other
from app.engine.words import Lang
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.words import sentences as say
from app.games.fest.words.diagram import NOTHING, TURNS, Diagram
from app.games.fest.words.names import EFFECTS

_OPEN = ("front", "back")
_PILES = ("deck", "discard")
_CAN = {"o": "○", "x": "×"}


def board(view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
    """What the diagram says, in pieces."""
    drawn = Diagram(view, names, lang)
    above, below = (other(drawn.viewer), drawn.viewer) if drawn.viewer else SEATS
    heading = [*drawn.heading()]
    if drawn.state.phase == "play":
        heading += drawn.outlook()
    return MatchBoard(tuple(heading), (_part(drawn, above), _part(drawn, below)))


def _part(drawn: Diagram, seat: Seat) -> BoardPart:
    side, lang = drawn.state.seats[seat], drawn.lang
    counters = [
        Counter(drawn.attribute(name), side.points[place]) for place, name in enumerate(ATTRIBUTES)
    ]
    seen: Mapping[str, Any] = drawn.view["seats"][seat]
    counters += [
        Counter(say.JUDGING_NAME.to(lang), seen["jp"]),
        Counter(say.TOTAL.to(lang), seen["total"]),
    ]
    codes = [code for code, holds in (("B19", side.guard), ("B20", side.no_halving)) if holds]
    counters += [Counter(EFFECTS[code].name.to(lang)) for code in codes]
    notes = (f"{say.TAGS.to(lang)}: {' '.join(side.tags)}",) if side.tags else ()
    names = {**say.OPEN_ZONES, **say.ZONES}
    zones = (
        _zone(drawn, seat, zone, names[zone].to(lang))
        for zone in (*_OPEN, "hand", "reserve", *_PILES)
    )
    return BoardPart(seat, drawn.names[seat], tuple(counters), tuple(zones), notes)


def _zone(drawn: Diagram, seat: Seat, zone: str, name: str) -> Zone:
    """A zone with the cards that the reader knows of: of a hidden one those that were shown."""
    seen = drawn.view["seats"][seat]
    cards = seen[zone]
    if isinstance(cards, int):
        known: Iterable[str] = {"hand": seen["seen"], "reserve": seen["seen_reserve"]}.get(zone, ())
        pieces = _pieces(drawn, known, zone="")
        return Zone(name, tuple(pieces), cards, is_pile=zone in _PILES)
    pieces = _pieces(drawn, cards, zone)
    return Zone(name, tuple(pieces), len(cards), is_pile=zone in _PILES)


def _pieces(drawn: Diagram, cards: Iterable[str], zone: str) -> Iterator[MatchPiece]:
    for id, count in Count(cards).items():
        name = drawn.called(id).removeprefix(f"{id} ")
        yield MatchPiece(id, name, (*_notes(drawn, id, zone),), (*_lines(drawn, id, zone),), count)


def _notes(drawn: Diagram, id: str, zone: str) -> Iterator[str]:
    """What the card gives in the front."""
    if zone == "hand" and (worth := drawn.worth(id)):
        yield worth
    theme = drawn.theme if zone == "front" else None
    if zone == "reserve" and drawn.state.programme:
        theme = drawn.state.programme[-1]
    if theme and (gain := drawn.gain(id, theme)) != NOTHING:
        yield gain


def _lines(drawn: Diagram, id: str, zone: str) -> Iterator[str]:
    """What a hand card can do in the back; while cards are played there, whether it can now."""
    if zone != "hand":
        return
    for use in drawn.state.cards[id].uses:
        if drawn.state.phase in TURNS:
            can, text = drawn.use(id, use).split(" ", 1)
            yield f"{_CAN[can]} {text}"
        else:
            yield drawn.name(use)
