"""The board of a match as text, for letters and terminals: lines of at most 72 columns, a wide character taking two."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from app.engine.matches.board import BoardPart, Counter, MatchBoard, MatchPiece, Square, Zone
from app.engine.words import Lang, Words
from app.text.columns import WIDTH, shortened, width, wrapped

_NAME: Final = 30
_LABEL: Final = 18
_SIDE: Final = (WIDTH - _LABEL) // 2
_METER: Final = 10
_SEEN: Final = Words("（見えた札）", ", seen")
_SHUFFLED: Final = Words("(順不同)", ", in no order")
_ALL: Final = Words("", "")
_ABLE: Final = Words("盤の上のカードにできること", "What the cards on the board can do")
_NOTHING: Final = "-"


def diagram(board: MatchBoard, lang: Lang) -> str:
    """Draw where the match stands and then each part. Sides with nothing between them are compared in a table first."""
    return wrapped("\n".join(_Drawing(board, lang).lines()).replace("\N{NO-BREAK SPACE}", " "))


def brief(board: MatchBoard, lang: Lang, notes: int) -> list[str]:
    """A short form of the board: a line for the counters of each part (without zeros) and one for each open zone.

    `notes` is the number of notes of each card. Nothing is said of what can be done. Below 0, cards in hand have no
    names.
    """
    return [*_Drawing(board, lang).brief(notes)]


class _Drawing:
    """A drawing, block by block."""

    def __init__(self, board: MatchBoard, lang: Lang) -> None:
        self.board, self.lang = board, lang
        self.comma, self.mark, self.gap = ("、", "・", "　") if lang == "ja" else ("; ", "- ", "  ")
        self.near = board.parts[-1].seat if board.parts else None
        self.table = board.table

    def lines(self) -> Iterator[str]:
        """The rows, with blank rows between blocks. Where the match stands is one row if it fits."""
        heading = self.gap.join(self.board.heading)
        yield from [heading] if width(heading) <= WIDTH else self.board.heading
        if self.table:
            yield ""
            yield _row("", [shortened(part.name, _SIDE - 2) for part in self.board.parts[::-1]])
            yield from (_row(some[0].name, map(_bar, some)) for some in self.table)
        for part in self.board.parts:
            yield ""
            yield from self.part(part)

    def brief(self, notes: int) -> Iterator[str]:
        """The parts from the top. The reader's own hand is at or near the end."""
        for part in self.board.parts:
            opened = [each for each in part.zones if each.all and not each.is_pile]
            shut = (
                Counter(each.name, each.count)
                for each in part.zones
                if each.is_secret and each not in opened
            )
            counted = {each.name: each._replace(of=None) for each in (*part.counters, *shut)}
            if counts := [_counter(each) for each in counted.values() if each.amount != 0]:
                yield f"{part.name}: {self.comma.join(counts)}"
            for zone in opened:
                if notes < 0 and zone.is_secret:
                    told = [_called(each, each.card) for each in zone.all]
                else:
                    told = [
                        self.noted(_called(each, each.name), _fewer(each, place, notes))
                        for each, place in _placed(zone)
                    ]
                yield f"{zone.name}: {self.comma.join(told)}"

    def part(self, part: BoardPart) -> Iterator[str]:
        """Draw a part: its counters, its zones, what can be done with its pieces, and notes on all of it."""
        indent = "  " if part.seat else ""
        if part.seat:
            counts = "  ".join(map(_counter, self.board.counts(part)))
            yield f"{_filled(shortened(part.name, _NAME - 1), _NAME)}{counts}".rstrip()
        for zone in part.zones:
            if zone.grid:
                yield from self.squares(zone)
            elif not zone.able:
                yield from self.cards(zone, indent)
        yield from self.choices(part)
        yield from (f"{self.mark}{note}" for note in part.notes)

    def cards(self, zone: Zone, indent: str) -> Iterator[str]:
        """The cards after the name of their zone. Those with a meter have a line each."""
        if any(each.meter for each in zone.pieces):
            for each in zone.pieces:
                first, *rest = _said(each)
                yield from self.flowing(
                    f"{indent}{_called(each, each.card, each.name)}  ", [first, *rest]
                )
        elif zone.pieces:
            some = _SEEN if zone.hidden else _SHUFFLED if zone.is_secret and zone.is_pile else _ALL
            label = f"{indent}{zone.name}{some.to(self.lang)}: "
            yield from self.flowing(label, map(self.card, zone.pieces))
        elif not (zone.is_pile or zone.is_secret):
            yield f"{indent}{zone.name}: {_NOTHING}"

    def card(self, each: MatchPiece) -> str:
        """A card with its notes."""
        return self.noted(_called(each, each.card, each.name), _said(each))

    def noted(self, called: str, notes: Iterable[str]) -> str:
        """A card and these notes on it."""
        said = self.comma.join(notes)
        return f"{called} ({said})" if said else called

    def flowing(self, label: str, items: Iterable[str]) -> Iterator[str]:
        """A label and items behind it, broken between items, further lines set in."""
        first, *rest = items
        return _flowed([f"{label}{first}", *rest], self.comma, WIDTH, "    ")

    def choices(self, part: BoardPart) -> Iterator[str]:
        """What can be done with cards that stand on squares, and with others."""
        for zone in part.zones:
            if able := zone.able:
                yield ""
                yield _ABLE.to(self.lang) if zone.grid else f"{zone.name} ({zone.count})"
                for each in able:
                    notes = "" if each.meter else self.comma.join(each.notes)
                    yield f"  {_called(each, each.card, each.name)}  {notes}".rstrip()
                    yield from (f"    {line}" for line in each.lines)
                yield ""

    def squares(self, zone: Zone) -> Iterator[str]:
        """The squares in their rows, each row as high as its highest square."""
        count = len(zone.grid[0])
        columns = (WIDTH - 1) // count - 1
        edge = f"+{('-' * columns + '+') * count}"
        yield edge
        for row in zone.grid:
            cells = [_flowed(self.square(each, columns), " ", columns) for each in row]
            for line in zip_longest(*cells, fillvalue=""):
                yield f"|{'|'.join(_filled(text, columns) for text in line)}|"
            yield edge

    def square(self, square: Square, columns: int) -> Iterator[str]:
        """A square and its pieces in words; an `e` before a name marks the other side's."""
        said = [*square.notes]
        for each in square.pieces:
            enemy = "e" if each.owner not in (None, self.near) else ""
            said += [f"{enemy}{square.id} {each.name}", each.card, *_said(each)]
        for words in said if square.pieces else [square.id, *said]:
            yield shortened(words, columns)


def _row(label: str, cells: Iterable[str]) -> str:
    """A label, and a cell for each side."""
    return (_filled(label, _LABEL) + "".join(_filled(cell, _SIDE) for cell in cells)).rstrip()


def _bar(each: Counter) -> str:
    """A number and its bar, with a `+` if the bar is longer than its scale."""
    amount, scale = each.amount or 0, each.scale or 0
    return f"{amount:>3} {'#' * min(max(amount, 0), scale)}{'+' * (0 < scale < amount)}"


def _counter(each: Counter) -> str:
    """A counter in words, with a meter if its maximum is known."""
    if each.amount is None:
        return each.name
    if each.of is None:
        return f"{each.name} {each.amount}"
    marks = min(_METER, -(-max(each.amount, 0) * _METER // each.of))
    return f"{each.name} {'#' * marks}{'-' * (_METER - marks)} {each.amount}/{each.of}"


def _called(each: MatchPiece, *words: str) -> str:
    """A piece: its word in orders, these words and how many there are."""
    return " ".join(
        filter(None, (each.label or each.id, *words, f"×{each.count}" * (each.count > 1)))
    )


def _placed(zone: Zone) -> list[tuple[MatchPiece, str]]:
    """All its pieces, and the squares of those that stand on one."""
    return [
        *((each, "") for each in zone.pieces),
        *((each, at.id) for row in zone.grid[::-1] for at in row for each in at.pieces),
    ]


def _fewer(each: MatchPiece, place: str, notes: int) -> tuple[str, ...]:
    """Some notes of a piece. Its place is one of them if that is not its name."""
    return (*[place] * (place not in each.id), *each.notes[: max(notes, 0)])


def _said(each: MatchPiece) -> list[str]:
    """The notes of a piece, and the cards attached to it."""
    return [*each.notes, *(f"+{attached.card} {attached.name}" for attached in each.attached)]


def _flowed(items: Iterable[str], gap: str, columns: int, hanging: str = "") -> Iterator[str]:
    """Items behind each other, lines broken between them; further lines hang."""
    line, *rest = items
    for item in rest:
        if width(f"{line}{gap}{item}{gap}".rstrip()) > columns:
            yield f"{line}{gap.rstrip()}"
            line = f"{hanging}{item}"
        else:
            line = f"{line}{gap}{item}"
    yield line


def _filled(text: str, columns: int) -> str:
    """With blanks behind it, as wide as this."""
    return text + " " * (columns - width(text))
