"""The view as a board: the field as squares between both sides, and their cards beside it."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.engine.matches.board import (
    Attached,
    BoardPart,
    Counter,
    MatchBoard,
    MatchPiece,
    Meter,
    Square,
    Zone,
    cards_in,
)
from app.engine.matches.game import Seat, View, other
from app.engine.words import Lang, Words
from app.games.acts.field import capacity, normal_attack, strength, toughness
from app.games.acts.squares import COLUMNS, ROWS, turned
from app.games.acts.view import Sight, called
from app.games.acts.words.names import in_words, minus
from app.games.acts.words.possible import Possible, is_asked

_TURN = Words("ターン{turn}", "Turn {turn}")
_FIRST = Words("{who}が先に行動", "{who} acts first")
_FIELD = Words("フィールド", "Field")
_HAND = Words("手札", "Hand")
_DECK = Words("山札", "Deck")
_TRASH = Words("トラッシュ", "Trash")
_ACTS = Words("このターンの行動", "Actions this turn")
_LEFT = {"m": "VIT\N{NO-BREAK SPACE}{left}/{life}", "s": "DUR\N{NO-BREAK SPACE}{left}/{life}"}
_PRINTED = "{card.size}e {card.atk}/{card.life}"
_POWER = Words(
    "ATK\N{NO-BREAK SPACE}{atk}・DEF\N{NO-BREAK SPACE}{dfn}",
    "ATK\N{NO-BREAK SPACE}{atk}, DEF\N{NO-BREAK SPACE}{dfn}",
)
_CAPACITY = Words("所持量{most}", "Capacity {most}")
_ETHER = Words("使用可{off}e・使用済{on}e", "{off}e ready, {on}e spent")


def board(view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
    """Return both sides as the view shows them, with the field between."""
    heading = [_TURN.to(lang).format(turn=view["turn"])]
    if view["first"]:
        heading.append(_FIRST.to(lang).format(who=names[view["first"]]))
    sight = Sight.through(view)
    possible = Possible(sight, lang) if is_asked(view) else None
    grid = tuple(
        tuple(
            _square(10 * row + column, sight, lang, possible, is_own=bool(view["seat"]))
            for column in range(COLUMNS, 0, -1)
        )
        for row in range(ROWS, 0, -1)
    )
    field = Zone(_FIELD.to(lang), count=len(sight.field), grid=grid, key="field")
    return MatchBoard(
        (*heading,),
        (
            _part(view, other(sight.seat), names, lang),
            BoardPart(None, "", zones=(field,)),
            _part(view, sight.seat, names, lang, possible),
        ),
    )


def _square(
    own: int, sight: Sight, lang: Lang, possible: Possible | None, *, is_own: bool
) -> Square:
    """Return a square. The card on it gets its word for orders if `is_own`: the reader is a player."""
    at = turned(own, sight.seat)
    piece = sight.field.get(at)
    if piece is None:
        return Square(str(own))
    id = called(at, sight) if is_own else ""
    label = in_words(id, lang)
    shown = MatchPiece(
        id,
        piece.face.name.to(lang),
        (*_state(at, sight, lang),) if piece.is_unit else (),
        (*possible.unit(at),) if possible and piece.is_unit else (),
        owner=piece.owner,
        meter=Meter(piece.left, piece.face.life) if piece.is_unit else None,
        label=label if label != id else "",
        card=piece.card,
        attached=tuple(Attached(tool.id, tool.name.to(lang)) for tool, _ in piece.tools),
    )
    return Square(str(own), (shown,))


def _state(at: int, sight: Sight, lang: Lang) -> Iterator[str]:
    """Yield what the unit there has left, its present strength, and its ether."""
    piece = sight.field[at]
    yield _LEFT[piece.letter].format(left=minus(piece.left), life=piece.face.life)
    atk = strength(sight.field, at, normal_attack(piece))
    yield _POWER.to(lang).format(atk=atk, dfn=toughness(sight.field, at))
    if sight.pool.is_elastic and piece.letter == "m":
        yield _CAPACITY.to(lang).format(most=capacity(sight.field, at))
    yield _ETHER.to(lang).format(off=piece.off, on=piece.on)


def _part(
    view: View,
    seat: Seat,
    names: Mapping[Seat, str],
    lang: Lang,
    possible: Possible | None = None,
) -> BoardPart:
    side: Mapping[str, Any] = view[seat]
    pool = Sight.through(view).pool

    def card(id: str) -> MatchPiece:
        return MatchPiece(id, pool.names[id].to(lang))

    def held(id: str) -> MatchPiece:
        card = pool[id]
        notes = [_PRINTED.format(card=card)] if card.kind == "servant" else []
        lines = (possible.card(id),) if possible else ()
        return MatchPiece(id, card.name.to(lang), (*notes,), lines)

    hand, deck = side.get("hand", side["hand_n"]), side.get("deck_rest", side["deck_n"])
    zones = (
        cards_in("hand", _HAND.to(lang), hand, held, is_secret=True),
        cards_in("deck", _DECK.to(lang), deck, card, is_pile=True, is_secret=True),
        cards_in("trash", _TRASH.to(lang), side["trash"], card, is_pile=True),
    )
    notes = (*possible.notes(view["turn"]),) if possible else ()
    return BoardPart(seat, names[seat], (Counter(_ACTS.to(lang), side["acts"]),), zones, notes)
