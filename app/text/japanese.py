"""ISO-2022-JP and EUC-JP as Windows writes them, which the standard library reads only in part or garbles.

Both write pairs of bytes from the grid of JIS X 0208. Windows fills rows of it that the standard leaves empty: ①, ㈱,
Ⅲ (NEC) and 髙 (IBM). CP932 has all of these, so each pair is converted to its pair in CP932.
"""

import re
from collections.abc import Callable
from functools import cache, partial

# Everything that changes how the bytes after it are read. A line begins in ASCII, whatever came before.
_SHIFT = re.compile(rb"(\x1b&@\x1b\$B|\x1b\$\([@BD]|\x1b\$[@B]|\x1b\([BHIJ]|[\n\x0e\x0f])")
_PAIRS = re.compile(rb"[\x00-\x1a\x1c-\x20]+|(?:[\x21-\x7e]{2})+|(.)", re.DOTALL)
_EUC = re.compile(
    rb"[\x00-\x7f]+|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe]{2}|(?:[\xa1-\xfe]{2})+|(.)", re.DOTALL
)

_FAULT = "\ufffd"
_SEVEN_BITS = bytes(byte & 0x7F for byte in range(256))
_HALF_WIDTH_KATAKANA = {0xA1 + i: chr(0xFF61 + i) for i in range(63)}
_ASCII = dict.fromkeys([0x1B, *range(0x80, 0x100)], _FAULT) | _HALF_WIDTH_KATAKANA
_KATAKANA = _ASCII | {at - 0x80: kana for at, kana in _HALF_WIDTH_KATAKANA.items()}


def decode_iso_2022_jp(data: bytes) -> str:
    """ISO-2022-JP as Windows writes it (CP50220 to CP50222), and with JIS X 0212.

    NEC and IBM characters and half-width katakana are read: after `ESC ( I` or SO, or bare, with the
    eighth bit set. Raises `UnicodeError`.
    """
    read: Callable[[bytes], str] = _ascii
    text = []
    for at, piece in enumerate(_SHIFT.split(data)):
        if at % 2 == 0:
            text.append(read(piece))
        else:
            read = _READERS[piece]
            text.append("\n" if piece == b"\n" else "")
    return "".join(text)


def decode_cp51932(data: bytes) -> str:
    """EUC-JP as Windows writes it, and with JIS X 0212. Raises `UnicodeError`."""
    return "".join(_euc(found[0], found[1]) for found in _EUC.finditer(data))


def _euc(piece: bytes, fault: bytes | None) -> str:
    if fault:
        raise _fault(piece)
    if piece[0] < 0x80:
        return piece.decode("ascii")
    if piece[0] in {0x8E, 0x8F}:
        return piece.decode("euc_jp")
    return _pair_by_pair(piece.translate(_SEVEN_BITS), _jis_x_0208)


def _one_byte_each(piece: bytes, table: dict[int, str]) -> str:
    text = piece.decode("latin-1").translate(table)
    if _FAULT in text:
        raise _fault(piece)
    return text


def _two_bytes_each(piece: bytes, character: Callable[[bytes], str]) -> str:
    text = []
    for found in _PAIRS.finditer(piece):
        if found[1]:
            raise _fault(piece)
        is_kanji = found[0][0] > 0x20
        text.append(_pair_by_pair(found[0], character) if is_kanji else found[0].decode("ascii"))
    return "".join(text)


def _pair_by_pair(pairs: bytes, character: Callable[[bytes], str]) -> str:
    return "".join([character(pairs[at : at + 2]) for at in range(0, len(pairs), 2)])


@cache
def _jis_x_0208(pair: bytes) -> str:
    row, column = pair
    lead = (row - 0x21) // 2 + (0x81 if row < 0x5F else 0xC1)
    trail = column + (0x1F + (column >= 0x60) if row % 2 else 0x7E)
    return bytes((lead, trail)).decode("cp932")


@cache
def _jis_x_0212(pair: bytes) -> str:
    return bytes((0x8F, pair[0] + 0x80, pair[1] + 0x80)).decode("euc_jp")


def _fault(piece: bytes) -> UnicodeError:
    return UnicodeDecodeError("japanese", piece, 0, len(piece), "no such character")


_ascii = partial(_one_byte_each, table=_ASCII)
_katakana = partial(_one_byte_each, table=_KATAKANA)
_kanji = partial(_two_bytes_each, character=_jis_x_0208)
_READERS: dict[bytes, Callable[[bytes], str]] = {
    b"\n": _ascii,
    b"\x0e": _katakana,
    b"\x0f": _ascii,
    b"\x1b(B": _ascii,
    b"\x1b(H": _ascii,
    b"\x1b(I": _katakana,
    b"\x1b(J": _ascii,
    b"\x1b$@": _kanji,
    b"\x1b$B": _kanji,
    b"\x1b$(@": _kanji,
    b"\x1b$(B": _kanji,
    b"\x1b&@\x1b$B": _kanji,
    b"\x1b$(D": partial(_two_bytes_each, character=_jis_x_0212),
}
