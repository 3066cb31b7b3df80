"""The record of a match: JSON lines, each chained to the one before by its hash. It is the truth, states a cache."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal, NoReturn, TypeGuard, get_args

from app.engine.matches.dice import Dice, canonical
from app.engine.matches.game import SEATS, Action, By, Chance, Game, Over, Seat, State
from app.engine.words import Words

Ending = Literal["resign", "forfeit", "draw"]
"""An end that the rules do not decide. The first two have a loser."""
Admin = Literal["deadline_missed", Ending]
Line = Mapping[str, Any]
"""A line of a record: a JSON object with its kind as `t`, and its hash as `h`."""

MOST_NONCE: Final = 64
_ENTRY: Final = re.compile("[1-9][0-9]{0,8}")
_MOST_DEPTH: Final = 32
_MOST_DIGITS: Final = 18
_HEX: Final = frozenset("0123456789abcdef")


# --- lines ----------------------------------------------------------------------------------------------


def head(
    game: Game[Any],
    game_id: str,
    *,
    config: Mapping[str, Any],
    seats: Mapping[Seat, str],
    commit: str,
    build_commit: Mapping[Seat, str],
    nonce: Mapping[Seat, str],
    beacon: Mapping[str, Any] | None = None,
    mirror_of: str | None = None,
    version: int = 1,
) -> Line:
    """The first line of a record: what is public when the match begins, except that a default nonce is secret.

    `beacon`: what is known of it, with the value `mixed` with all seals. In version 2 its seats are entry numbers,
    and no nonce follows from a build, so that nothing in it is secret.
    """
    line: dict[str, Any] = {
        "t": "head",
        "game_id": game_id,
        "game": game.id,
        "rules": game.rules,
        "config": game.settle(config),
        "seats": {**seats},
        "commit": commit,
        "build_commit": {**build_commit},
        "nonce": {**nonce},
        "beacon": beacon["mixed"] if beacon else "",
    }
    if version > 1:
        line["v"] = version
    if beacon:
        line["beacon_of"] = beacon_of(beacon)
    return chained("", line if mirror_of is None else line | {"mirror_of": mirror_of})


def beacon_of(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The public randomness that a head names for its dice."""
    told = ("source", "number", "chain", "round", "randomness", "signature")
    return {name: facts[name] for name in told if name in facts}


def withheld(file: bytes, numbers: Mapping[Seat, str]) -> bytes:
    """The record of a revealed match of version 1 without the names and nonces of its head: all other lines and its
    hash.

    In place of the head stands what is needed to play it again, by the numbers of its entries.
    """
    first, _, rest = file.partition(b"\n")
    line, last = json.loads(first), json.loads(rest.splitlines()[-1])
    told = {key: line[key] for key in _SHAPES["withheld"] if key in line}
    dice = Dice.of(bytes.fromhex(last["server_seed"]), line).seed.hex()
    stub = told | {"t": "withheld", "seats": {**numbers}, "dice": dice, "h": line["h"]}
    return canonical(stub) + b"\n" + rest


def is_numbered(line: Line) -> bool:
    """Whether the seats of this head are entry numbers, not names."""
    return "v" in line or line["t"] == "withheld"


def chance(n: int, drawn: Chance, out: Sequence[int]) -> Line:
    """The line for a draw and its result."""
    return {"t": "chance", "n": n, "label": drawn.label, "what": [*drawn.what], "out": [*out]}


def move(n: int, place: str, by: Mapping[Seat, By], moves: Mapping[Seat, Action]) -> Line:
    """The line for the decisions of all seats asked at once, and who made them."""
    return {"t": "move", "n": n, "d": place, "by": {**by}, "moves": {**moves}}


def admin(n: int, what: Admin, seat: Seat | None) -> Line:
    """The line for an act of the server. `seat` missed its deadline or lost; it is None for a draw."""
    line = {"t": "admin", "n": n, "what": what}
    return line if seat is None else line | {"seat": seat}


def over(n: int, end: Over) -> Line:
    """The last line of the match."""
    return {"t": "over", "n": n, "score": score(end), "reason": end.reason}


def reveal(seed: bytes, builds: Mapping[Seat, Any], salts: Mapping[Seat, bytes]) -> Line:
    """The line that reveals the secrets, so that everyone can check the rest."""
    return {
        "t": "reveal",
        "server_seed": seed.hex(),
        "builds": {**builds},
        "salts": {seat: salts[seat].hex() for seat in SEATS},
    }


def score(end: Over) -> dict[Seat, str]:
    """The score as a record writes it: `0`, `1/2` or `1`."""
    return {seat: str(end.score[seat]) for seat in SEATS}


class _Chained(dict[str, Any]):
    """A line with its hash and the hashed text, which is kept since writing it is the costly part."""

    __slots__ = ("text",)

    text: bytes


def chained(before: str, line: Line) -> Line:
    """The line with its hash, after one with that hash; nothing stands before the head."""
    text = canonical(line)
    made = _Chained(line, h=chain_text(before, text))
    made.text = text
    return made


def text_of(line: Line) -> bytes:
    """The canonical text of the line without its own hash."""
    if isinstance(line, _Chained):
        return line.text
    return canonical({key: value for key, value in line.items() if key != "h"})


def chain(before: str, line: Line) -> str:
    """The hash of this line after a line with hash `before`. A hash in the line itself is ignored."""
    return chain_text(before, canonical({key: value for key, value in line.items() if key != "h"}))


def chain_text(before: str, text: bytes) -> str:
    """The hash of a line, given its canonical text without its own hash, after a line with hash `before`."""
    return sha256(before.encode() + text).hexdigest()


def digest(game: Game[State], state: State) -> str:
    """The digest of the state, which must be the same in every implementation after every line."""
    return sha256(canonical(game.position(state))).hexdigest()


def written(lines: Sequence[Line]) -> bytes:
    """The record as a file."""
    return b"".join(canonical(line) + b"\n" for line in lines)


# --- reading --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a line of a record; lines count from 1."""

    line: int
    words: Words


@dataclass(frozen=True, slots=True)
class Record:
    """The lines of a file, None for an unreadable one; `faults` then has the reason."""

    lines: tuple[Line | None, ...]
    faults: tuple[Fault, ...] = ()


class _Unreadable(ValueError):
    def __init__(self, ja: str, en: str) -> None:
        self.words = Words(ja, en)


def read(file: bytes) -> Record:
    """Read a record from an untrusted file, with every fault of form by line."""
    rows = file.split(b"\n")
    if not rows[-1]:
        rows.pop()
    lines: list[Line | None] = []
    faults: list[Fault] = []
    for number, row in enumerate(rows, start=1):
        try:
            line = _line(row)
        except _Unreadable as reason:
            lines.append(None)
            faults.append(Fault(number, reason.words))
            continue
        wrong = [Fault(number, words) for words in _misshapen(line)]
        lines.append(None if wrong else line)
        faults += wrong
    return Record(tuple(lines), tuple(faults))


def _line(row: bytes) -> dict[str, Any]:
    """One line as an object that can be hashed."""
    try:
        line = _decode(row.decode())
        if _is_deep(line, _MOST_DEPTH):
            raise RecursionError
        canonical(line)
    except _Unreadable:
        raise
    except UnicodeError:
        raise _Unreadable("UTF-8のテキストではありません。", "This is not UTF-8 text.") from None
    except RecursionError:
        raise _Unreadable("入れ子が深すぎます。", "This is nested too deeply.") from None
    except ValueError:
        raise _Unreadable("JSONとして読めません。", "This is not JSON.") from None
    if not isinstance(line, dict):
        raise _Unreadable("JSONのオブジェクトではありません。", "This is JSON, but not an object.")
    return line


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Unreadable("同じキーが二度あります。", "A key appears twice.")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise _Unreadable(
            f"{_MOST_DIGITS}桁を超える数があります。",
            f"It has a number of more than {_MOST_DIGITS} digits.",
        )
    return int(digits)


def _no_number(_: str) -> NoReturn:
    raise _Unreadable("整数でない数があります。", "It has a number that is not whole.")


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
).decode


def _is_deep(value: object, left: int) -> bool:
    inner: object
    match value:
        case dict():
            inner = value.values()
        case list():
            inner = value
        case _:
            return False
    return not left or any(_is_deep(each, left - 1) for each in inner)


# --- shapes ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a key may hold: in words, and as a test."""

    words: Words
    fits: Callable[[Any], bool]


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int  # true and false are integers, too


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and _HEX.issuperset(value)


def _for_both(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, dict) and value.keys() == {*SEATS} and all(map(fits, value.values()))
    )


def _for_some(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, dict)
        and value.keys() <= {*SEATS}
        and bool(value)
        and all(map(fits, value.values()))
    )


def _among(*words: str) -> _Shape:
    listed = ", ".join(f'"{word}"' for word in words)
    return _Shape(
        Words(f"{listed}のどれか", f"one of {listed}"),
        lambda value: _is_text(value) and value in words,
    )


def _is_draw(what: object) -> bool:
    most = 1 << 32
    match what:
        case ["coin"]:
            return True
        case ["shuffle", size] if _is_number(size):
            return 0 <= size <= most
        case ["below", n] if _is_number(n):
            return 1 <= n <= most
        case ["die", sides, dice] if _is_number(sides) and _is_number(dice):
            return 1 <= sides <= most and dice >= 0
    return False


_NUMBER: Final = _Shape(Words("整数", "a whole number"), _is_number)
_TEXT: Final = _Shape(Words("テキスト", "a text"), _is_text)
_OBJECT: Final = _Shape(Words("オブジェクト", "an object"), lambda value: isinstance(value, dict))
_HASH: Final = _Shape(Words("小文字の16進数64桁", "64 lower-case hexadecimal digits"), _is_hex)
_TEXTS: Final = _Shape(Words("AとBのテキスト", "a text for A and for B"), _for_both(_is_text))
_ENTRIES: Final = _Shape(
    Words("AとBの登録番号のテキスト", "the number of an entry, as text, for A and for B"),
    _for_both(lambda value: _is_text(value) and bool(_ENTRY.fullmatch(value))),
)
_HASHES: Final = _Shape(
    Words("AとBの小文字の16進数64桁", "64 lower-case hexadecimal digits for A and for B"),
    _for_both(_is_hex),
)
_NONCES: Final = _Shape(
    Words(
        f"AとBの{MOST_NONCE}文字以内のテキスト",
        f"a text of at most {MOST_NONCE} characters for A and for B",
    ),
    _for_both(lambda value: _is_text(value) and len(value) <= MOST_NONCE),
)
_BOTH: Final = _Shape(Words("AとBの値", "something for A and for B"), _for_both(lambda _: True))
_DRAW: Final = _Shape(
    Words(
        '["shuffle", n]、["die", 面, 個数]、["coin"]、["below", n]のどれか',
        'one of ["shuffle", n], ["die", sides, dice], ["coin"] and ["below", n]',
    ),
    _is_draw,
)
_NUMBERS: Final = _Shape(
    Words("整数のリスト", "a list of whole numbers"),
    lambda value: isinstance(value, list) and all(map(_is_number, value)),
)
_ACTIONS: Final = _Shape(
    Words("聞かれた席ごとのオブジェクト", "an object for each seat that was asked"),
    _for_some(lambda value: isinstance(value, dict)),
)
_DECIDERS: Final = _Shape(
    Words(
        "聞かれた席ごとの " + "・".join(get_args(By)),
        "for each seat that was asked one of " + ", ".join(get_args(By)),
    ),
    _for_some(lambda value: _is_text(value) and value in get_args(By)),
)
_WHAT: Final[Sequence[str]] = ("deadline_missed", *get_args(Ending))

_SHAPES: Final[Mapping[str, Mapping[str, _Shape]]] = {
    "head": {
        "game_id": _TEXT,
        "game": _TEXT,
        "rules": _TEXT,
        "config": _OBJECT,
        "seats": _TEXTS,
        "commit": _HASH,
        "build_commit": _HASHES,
        "nonce": _NONCES,
        "beacon": _TEXT,
        "mirror_of": _TEXT,
        "beacon_of": _OBJECT,
        "v": _Shape(Words("2", "2"), lambda value: type(value) is int and value == 2),
    },
    "withheld": {
        "game_id": _TEXT,
        "game": _TEXT,
        "rules": _TEXT,
        "config": _OBJECT,
        "seats": _ENTRIES,
        "commit": _HASH,
        "build_commit": _HASHES,
        "dice": _HASH,
        "mirror_of": _TEXT,
    },
    "chance": {"n": _NUMBER, "label": _TEXT, "what": _DRAW, "out": _NUMBERS},
    "move": {"n": _NUMBER, "d": _TEXT, "by": _DECIDERS, "moves": _ACTIONS},
    "admin": {"n": _NUMBER, "what": _among(*_WHAT), "seat": _among(*SEATS)},
    "over": {
        "n": _NUMBER,
        "score": _Shape(
            Words('AとBの"0"、"1/2"、"1"', '"0", "1/2" or "1" for A and for B'),
            _for_both(lambda value: _is_text(value) and value in {"0", "1/2", "1"}),
        ),
        "reason": _TEXT,
    },
    "reveal": {"server_seed": _HASH, "builds": _BOTH, "salts": _HASHES},
}
_MAY_BE_MISSING: Final = {"head": ("mirror_of", "v", "beacon_of"), "withheld": ("mirror_of",)}


def _misshapen(line: Mapping[str, Any]) -> Iterator[Words]:
    """Every fault of the keys of a line and of their values."""
    kind = line.get("t")
    if not isinstance(kind, str) or kind not in _SHAPES:
        kinds = ", ".join(_SHAPES)
        yield Words(
            f"「t」がありません。次のどれかです：{kinds}。",
            f"Its “t” is none of {kinds}.",
        )
        return
    shapes = {**_SHAPES[kind], "h": _HASH}
    optional = _MAY_BE_MISSING.get(kind, ())
    if kind == "head" and is_numbered(line):
        shapes["seats"] = _ENTRIES
    if kind == "admin" and line.get("what") == "draw":
        del shapes["seat"]
    for key in sorted(line.keys() - shapes.keys() - {"t"}):
        yield Words(f"余分なキー「{key}」があります。", f"It has an unknown key, “{key}”.")
    for key, shape in shapes.items():
        if key not in line:
            if key not in optional:
                yield Words(f"「{key}」がありません。", f"“{key}” is missing.")
        elif not shape.fits(line[key]):
            yield Words(
                f"「{key}」は{shape.words.ja}でなければなりません。",
                f"“{key}” must be {shape.words.en}.",
            )
