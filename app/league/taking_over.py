"""A run takes over from an earlier one what has not changed: only new and changed entries meet everybody."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.league.battling import square
from app.store.fields import Taker


@dataclass(frozen=True, slots=True)
class Order:
    """The order in which a field is played: first the fresh, who meet all that come after them.

    The others do not meet each other again. `places` says where each stands in the field, `earlier`
    where the others stood in that of the earlier run.
    """

    places: tuple[int, ...]
    earlier: tuple[int, ...] = ()

    @property
    def fresh(self) -> int:
        """How many meet everybody."""
        return len(self.places) - len(self.earlier)


def order(field: Sequence[Taker], basis: Sequence[Taker]) -> Order:
    """How to play the field, when the basis has been played: an entry with the same build is not fresh."""
    known = {(taker.entry_id, taker.build): place for place, taker in enumerate(basis)}
    stood = [known.get((taker.entry_id, taker.build)) for taker in field]
    fresh = [place for place, before in enumerate(stood) if before is None]
    others = [place for place, before in enumerate(stood) if before is not None]
    return Order((*fresh, *others), tuple(before for before in stood if before is not None))


def rows(order: Order, halves: Iterable[bytes], basis: Sequence[Taker]) -> Iterator[bytes]:
    """Each entry's outcomes against everybody from its own view, in the order of the field.

    `halves` are those of the fresh against all after them.
    """
    count = len(order.places)
    table = square(halves, count)
    taken = _selecting(order.earlier)
    for i, before in enumerate(order.earlier, order.fresh):
        row = zlib.decompress(basis[before].outcomes or b"")
        table[i * count + order.fresh : (i + 1) * count] = taken(row)
    at = {place: i for i, place in enumerate(order.places)}
    back = [at[place] for place in range(count)]
    put_back = _selecting(back)
    for i in back:
        yield put_back(table[i * count : (i + 1) * count])


def _selecting(places: Sequence[int]) -> Callable[[bytes | bytearray], bytes]:
    """What takes these places out of a row. Neighbours that stay neighbours are taken in one piece."""
    pieces: list[slice] = []
    for place in places:
        if pieces and pieces[-1].stop == place:
            pieces[-1] = slice(pieces[-1].start, place + 1)
        else:
            pieces.append(slice(place, place + 1))
    return lambda row: b"".join([row[piece] for piece in pieces])
