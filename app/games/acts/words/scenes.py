"""The board at the turning points of a match, from its events alone: all units with what each has left."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.matches.game import SEATS, MatchEvent, Seat
from app.engine.words import Lang, Words
from app.games.acts.pool import MatchCards
from app.games.acts.squares import COLUMNS, ROWS, turned
from app.games.acts.words.board import ShownSide, Stack, show
from app.games.acts.words.names import minus
from app.text.columns import shortened, width

_CELL: Final = 22
_WHERE: Final = Words(
    "ターン{turn}：{what}（手前が{who}、数字は残り）",
    "Turn {turn}: {what} ({who} below, with what is left)",
)
_FIRST: Final = Words("マスターへの最初の一撃", "first blow on a master")
_SWING: Final = Words("最大のエーテル損失{count}枚", "largest loss of ether: {count}")
_FALL: Final = Words(
    "倒れたうちで最大のサーヴァントが倒れたところ", "the largest servant that fell"
)
_HEAVIEST: Final = Words("マスターへの最大の一撃", "heaviest blow on a master")
_END: Final = Words("決着の盤面", "the board at the end")
_RESULTS: Final = frozenset(
    {
        "failed",
        "defended",
        "hurt",
        "destroyed",
        "spited",
        "mended",
        "ether-turned",
        "ether-lost",
        "recalled",
    }
)
"""Events that belong to the action before them."""
_LEAST: Final = 2
"""Less ether lost at once turns no match."""


def scenes(
    events: Sequence[MatchEvent],
    names: Mapping[Seat, str],
    lang: Lang,
    reader: Seat | None,
    pool: MatchCards,
) -> dict[int, list[str]]:
    """Return the boards to draw, by the index of the event they follow: each is a caption and its rows.

    There are at most five: the first blow on a master, the action that cost a seat most ether, the fall of the largest
    servant, the heaviest blow on a master, and the end. An action that is several of these is drawn once. There are no
    boards if the events do not begin with the masters.
    """
    points = _turning_points(events, pool)
    if not points:
        return {}
    sides: dict[Seat, ShownSide] = {seat: ShownSide((), pool) for seat in SEATS}
    turn = 0
    found: dict[int, list[str]] = {}
    for at, event in enumerate(events):
        turn = event.detail.get("turn", turn)
        show(sides, event.what, event.detail)
        if at in points:
            own: Seat = reader or "A"
            what = points[at].to(lang)
            caption = _WHERE.to(lang).format(turn=turn, what=what, who=names[own])
            found[at] = [caption, *_rows(sides, own, lang)]
    return found


def _turning_points(events: Sequence[MatchEvent], pool: MatchCards) -> dict[int, Words]:
    """The places of the last events of the actions that turned the match, and what turned it."""
    if not any(event.what == "unveiled" for event in events):
        return {}
    kinds = [pool[event.detail["card"]] if "card" in event.detail else None for event in events]
    blows = [
        at
        for at, event in enumerate(events)
        if event.what == "hurt" and event.detail["points"] and (card := kinds[at])
        if card.kind == "master"
    ]
    falls = [
        (-card.size, at)
        for at, event in enumerate(events)
        if event.what == "destroyed" and (card := kinds[at]) and card.kind == "servant"
    ]
    points: dict[int, Words] = {}
    if blows:
        points[_end_of_action(events, blows[0])] = _FIRST
    swing = max(_swings(events).items(), key=lambda each: abs(each[1]), default=(0, 0))
    if abs(swing[1]) >= _LEAST:
        points[swing[0]] = Words(*(each.format(count=abs(swing[1])) for each in _SWING))
    if falls:
        points[_end_of_action(events, min(falls)[1])] = _FALL
    if blows:
        heaviest = max(blows, key=lambda at: (events[at].detail["points"], at))
        points[_end_of_action(events, heaviest)] = _HEAVIEST
    if events[-1].what == "ended":
        points[_end_of_action(events, len(events) - 2)] = _END
    return points


def _swings(events: Sequence[MatchEvent]) -> Counter[int]:
    """Return by how much the ether lost by seat A exceeds that of seat B, by the last event of each action.

    Only actions that destroyed servants count. No event names the ether lost with a servant: it is all it received.
    """
    ether: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for at, event in enumerate(events):
        detail = event.detail
        match event.what:
            case "made":
                ether[detail["at"]] = detail["count"]
            case "relocated":
                ether[detail["to"]] = ether.pop(detail["at"], 0)
            case "ether-moved":
                for square, off, on in detail["moves"]:
                    ether[square] += off + on
                    ether[detail["at"]] -= off + on
            case "ether-lost":
                ether[detail["at"]] -= detail["count"]
            case "recalled":
                del ether[detail["at"]]
            case "destroyed":
                count = ether.pop(detail["at"], 0)
                lost[_end_of_action(events, at)] += count if detail["seat"] == "A" else -count
    return lost


def _end_of_action(events: Sequence[MatchEvent], at: int) -> int:
    """The place of the last event that goes on with what happened there."""
    while at + 1 < len(events) and events[at + 1].what in _RESULTS:
        at += 1
    return at


def _rows(sides: Mapping[Seat, ShownSide], own: Seat, lang: Lang) -> Iterator[str]:
    """The field in lines of 70 columns, the far side first, squares as the seat numbers them."""
    standing = {at: each for side in sides.values() for at, each in side.field.items()}
    for row in range(ROWS, 0, -1):
        squares = [10 * row + column for column in range(COLUMNS, 0, -1)]
        cells = [
            _cell(standing.get(turned(each, own)), each, own, lang, sides[own].pool)
            for each in squares
        ]
        yield f"|{'|'.join(cells)}|"


def _cell(each: Stack | None, square: int, own: Seat, lang: Lang, pool: MatchCards) -> str:
    text = str(square)
    if each:
        seat, card = each.cards[0]
        left = f" {minus(each.left)}" if pool[card].life else ""
        name = f"{'e' if seat != own else ''}{square} {pool.names[card].to(lang)}"
        text = shortened(name, _CELL - width(left)) + left
    return text + " " * (_CELL - width(text))
