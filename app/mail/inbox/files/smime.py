"""The text inside an S/MIME signature that is made of one piece (RFC 5652), without a look at who signed it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

_SIGNED: Final = bytes.fromhex("2a864886f70d010702")
_SEQUENCE, _OCTETS, _NAME, _EXPLICIT = 0x30, 0x04, 0x06, 0xA0
_CONSTRUCTED: Final = 0x20
_DEEPEST: Final = 16
_MOST: Final = 50_000
"""Elements in it."""


class _Broken(Exception):
    """No BER, or too much of it."""


class _Element(NamedTuple):
    """Its tag, where its content begins and ends, and where the next one begins."""

    tag: int
    begin: int
    end: int
    after: int


def signed_content(data: bytes) -> bytes | None:
    """What was signed, as it is: a part of a mail with its header; None if this is no such signature."""
    reader = _Reader(data)
    try:
        name, content = reader.inside(reader.at(0), _SEQUENCE)[:2]
        if data[name.begin : name.end] != _SIGNED:
            return None
        (signed,) = reader.inside(content, _EXPLICIT)
        _version, _digests, packed, *_ = reader.inside(signed, _SEQUENCE)
        _kind, wrapped = reader.inside(packed, _SEQUENCE)
        (octets,) = reader.inside(wrapped, _EXPLICIT)
        return b"".join(reader.octets(octets, _DEEPEST))
    except (_Broken, ValueError):
        return None


class _Reader:
    """Elements of BER, of definite length or not; in all no more than so many."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _MOST

    def inside(self, element: _Element, tag: int) -> list[_Element]:
        """The elements in this one. Raises `_Broken` if it is another."""
        if element.tag != tag:
            raise _Broken
        return list(self._all(element))

    def octets(self, element: _Element, depth: int) -> Iterator[bytes]:
        """The pieces of a string of bytes, which may be strings themselves."""
        if element.tag == _OCTETS:
            yield self._data[element.begin : element.end]
        elif element.tag != _OCTETS | _CONSTRUCTED or not depth:
            raise _Broken
        else:
            for each in self._all(element):
                yield from self.octets(each, depth - 1)

    def _all(self, element: _Element) -> Iterator[_Element]:
        at = element.begin
        while at < element.end:
            yield (each := self.at(at))
            at = each.after

    def at(self, at: int, depth: int = _DEEPEST) -> _Element:
        """The element that begins here."""
        self._left -= 1
        head = self._data[at : at + 2]
        if self._left < 0 or not depth or len(head) < 2 or head[0] & 0x1F == 0x1F:
            raise _Broken
        tag, length = head
        begin = at + 2
        if length == 0x80 and tag & _CONSTRUCTED:
            end = begin
            while self._data[end : end + 2] != b"\0\0":
                end = self.at(end, depth - 1).after
            return _Element(tag, begin, end, end + 2)
        if length >= 0x80:
            count = length & 0x7F
            if not 0 < count <= 4:
                raise _Broken
            length = int.from_bytes(self._data[begin : begin + count])
            begin += count
        # A mail may have been cut, and a signature with it: what was signed stands in front.
        end = min(begin + length, len(self._data))
        return _Element(tag, begin, end, end)
