"""The view as a board: the battlefield between both sides, their characters and their piles."""

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.engine.matches.board import Board, Counter, Part, Piece, Zone
from app.engine.matches.game import Seat, View
from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS
from app.games.ocg.view import fighters, seats

_TURN = Words("ターン{turn}", "Turn {turn}")
_FIRST = Words("先手は{who}", "{who} has the initiative")
_BATTLEFIELD = Words("戦場", "battlefield")
_FIELD = Words("フィールド", "field")
_HAND = Words("手札", "hand")
_PILE = Words("山札", "pile")
_DAMAGE = Words("ダメージ(20で負け)", "damage (lost at 20)")
_OPEN = {
    "candidates": Words("戦場候補", "candidates"),
    "discard": Words("捨て札", "discard"),
    "damage": Words("ダメージ", "damage"),
    "removed": Words("除外", "removed"),
}
_POWER = Words("攻{power} 耐{left}", "power {power}, durability {left}")


def board(view: View, names: Mapping[Seat, str], lang: Lang) -> Board:
    """Both sides as the view shows them; for spectators seat A is below."""
    heading = [_TURN.to(lang).format(turn=view["turn"])]
    if view["initiative"]:
        heading.append(_FIRST.to(lang).format(who=names[view["initiative"]]))
    mine, theirs = seats(view)
    area = [view["battlefield"]] if view["battlefield"] else []
    battlefield = Zone(_BATTLEFIELD.to(lang), (*_pieces(area),), len(area))
    common = Part(None, "", zones=(battlefield,))
    return Board(
        (*heading,),
        (_part(view, theirs, names, lang), common, _part(view, mine, names, lang)),
    )


def _part(view: View, seat: Seat, names: Mapping[Seat, str], lang: Lang) -> Part:
    side: Mapping[str, Any] = view[seat]
    own: Mapping[str, Any] = view["my"] if view["seat"] == seat else {}
    counters = (
        Counter(_DAMAGE.to(lang), len(side["damage"])),
        Counter(_PILE.to(lang), side["pile"]),
        Counter(_HAND.to(lang), side["hand"]),
    )
    characters = (*_characters(view, seat, lang),)
    zones = [
        Zone(_FIELD.to(lang), characters, len(characters)),
        Zone(_HAND.to(lang), (*_pieces(own.get("hand", ())),), side["hand"]),
        Zone(_PILE.to(lang), (*_pieces(own.get("pile", ())),), side["pile"], is_pile=True),
    ]
    zones += [
        Zone(words.to(lang), (*_pieces(side[zone]),), len(side[zone]), is_pile=True)
        for zone, words in _OPEN.items()
        if side[zone]
    ]
    return Part(seat, names[seat], counters, (*zones,))


def _characters(view: View, seat: Seat, lang: Lang) -> Iterator[Piece]:
    """Each by its slot, with what it has and what it bears."""
    prefix = "" if seat == seats(view)[0] else "e"
    for slot, each in fighters(view, seat).items():
        has = _POWER.to(lang).format(power=each.has.power, left=each.left)
        items = (CARDS[item].name for item in each.items)
        yield Piece(f"{prefix}{slot}", each.card.name, (has, *items))


def _pieces(cards: Iterable[str]) -> Iterator[Piece]:
    for id, count in Count(cards).items():
        yield Piece(id, CARDS[id].name, count=count)
