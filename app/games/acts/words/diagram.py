"""A view as text, in lines of at most 72 columns: the field as its reader sees it, own side below."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from app.engine.matches.game import Seat, View, other
from app.engine.words import Lang, Words
from app.games.acts.field import Piece
from app.games.acts.squares import COLUMNS, ROWS, turned
from app.games.acts.view import Sight
from app.games.acts.words.names import CARD_NAMES, minus
from app.games.acts.words.possible import Possible, is_asked
from app.text.columns import shortened, width, wrapped

_CELL = 22
_EDGE = "+" + ("-" * _CELL + "+") * COLUMNS
_TURN = Words("ターン{turn}{first}", "Turn {turn}{first}")
_FIRST = Words("　先手{who}", "  {who} acts first")
_SIDE = Words("{name}　手札{hand}　山札{deck}{trash}", "{name}  hand {hand}  deck {deck}{trash}")
_TRASH = Words("　トラッシュ：{cards}", "  trash: {cards}")
_ETHER = Words("{left}/{life} 使用可{off} 使用済{on}", "{left}/{life} {off} ready {on} spent")
_HAND = Words("手札：{cards}", "hand: {cards}")
_WHOLE_HAND = Words("手札とできること：", "Hand, and what can be done:")
_UNITS = Words("フィールドのカードにできること：", "What the cards on the field can do:")
_NOTED = Words("ご注意：", "Mind:")
_REST = Words("山札に残るカード：{cards}", "left in the deck: {cards}")


def diagram(view: View, names: Mapping[Seat, str], lang: Lang) -> str:
    """The opponent, the field, the own side with its hand."""
    sight = Sight.through(view)
    return wrapped("\n".join(_rows(view, sight, names, lang)))


def _rows(view: View, sight: Sight, names: Mapping[Seat, str], lang: Lang) -> Iterator[str]:
    first = view["first"]
    acting = _FIRST.to(lang).format(who=names[first]) if first else ""
    yield _TURN.to(lang).format(turn=view["turn"], first=acting)
    yield _side(view, other(sight.seat), names, lang)
    yield _EDGE
    for row in range(ROWS, 0, -1):
        cells = [_cell(10 * row + column, sight, lang) for column in range(COLUMNS, 0, -1)]
        for line in zip(*cells, strict=True):
            yield f"|{'|'.join(map(_filled, line))}|"
        yield _EDGE
    yield _side(view, sight.seat, names, lang)
    if view["seat"]:
        mine = view[sight.seat]
        if is_asked(view):
            yield from _turn(view, Possible(sight, lang))
        else:
            yield _HAND.to(lang).format(cards=listed(mine["hand"], lang))
        yield _REST.to(lang).format(cards=listed(mine["deck_rest"], lang))


def _turn(view: View, possible: Possible) -> Iterator[str]:
    """What the reader can do with each card of the hand and each unit, which of theirs are aimed at, and what to mind."""
    sight, lang = possible.sight, possible.lang
    yield _WHOLE_HAND.to(lang)
    for id, count in Counter(view[sight.seat]["hand"]).items():
        yield f"  {_counted(id, count, lang)}"
        yield f"      {possible.card(id)}"
    yield _UNITS.to(lang)
    for at, piece in sorted(sight.field.items(), key=lambda placed: placed[1].owner != sight.seat):
        if piece.is_unit and (said := [*possible.unit(at)]):
            yield f"  {possible.called(at)} {CARD_NAMES[piece.card].to(lang)}"
            yield from (f"      {line}" for line in said)
    if notes := [*possible.notes(view["turn"])]:
        yield _NOTED.to(lang)
        yield from (f"  {line}" for line in notes)


def _side(view: View, seat: Seat, names: Mapping[Seat, str], lang: Lang) -> str:
    side = view[seat]
    trash = _TRASH.to(lang).format(cards=listed(side["trash"], lang)) if side["trash"] else ""
    return _SIDE.to(lang).format(
        name=names[seat], hand=side["hand_n"], deck=side["deck_n"], trash=trash
    )


def _cell(own: int, sight: Sight, lang: Lang) -> Sequence[str]:
    at = turned(own, sight.seat)
    piece = sight.field.get(at)
    if piece is None:
        return str(own), "", ""
    prefix = "e" if piece.owner != sight.seat else ""
    name = f"{prefix}{own} {CARD_NAMES[piece.card].to(lang)}"
    if not piece.is_unit:
        return name, piece.card, ""
    return name, state_of(piece, lang), " +".join([piece.card, *(tool for tool, _ in piece.tools)])


def state_of(piece: Piece, lang: Lang) -> str:
    """What a unit has left of its life, and its ether."""
    return _ETHER.to(lang).format(
        left=minus(piece.left), life=piece.face.life, off=piece.off, on=piece.on
    )


def _filled(text: str) -> str:
    text = shortened(text, _CELL)
    return text + " " * (_CELL - width(text))


def listed(cards: Sequence[str], lang: Lang) -> str:
    """Cards with how many there are of each."""
    many = [_counted(id, count, lang) for id, count in Counter(cards).items()]
    return (", " if lang == "en" else "、").join(many) or "-"


def _counted(id: str, count: int, lang: Lang) -> str:
    return f"{id} {CARD_NAMES[id].to(lang)}" + (f" ×{count}" if count > 1 else "")
