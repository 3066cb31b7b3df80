"""Records: their exact shapes, and what is said of files that are none."""

import json
import pickle
from typing import Any

from app.engine.matches import record
from tests.support.bluffing import head, played, rechained
from tests.support.tables import by_row

SHAPES = {
    "head": "beacon build_commit commit config game game_id h nonce rules seats t",
    "chance": "h label n out t what",
    "move": "by d h moves n t",
    "over": "h n reason score t",
    "reveal": "builds h salts server_seed t",
}


def faults_of(file: bytes) -> list[tuple[int, str]]:
    return [(fault.line, fault.words.en) for fault in record.read(file).faults]


def test_every_line_has_its_keys_and_no_others() -> None:
    for line in played():
        assert " ".join(sorted(line)) == SHAPES[line["t"]]
    assert head(mirror_of="demo-0")["mirror_of"] == "demo-0"


def test_a_record_is_read_as_it_was_written() -> None:
    lines = played()
    file = record.written(lines)

    assert record.read(file) == record.Record(tuple(lines))
    assert file.startswith(b'{"beacon":"","build_commit":{"A":"')
    assert [line["h"] for line in rechained(lines)] == [line["h"] for line in lines]


def test_the_text_of_a_line_is_what_its_hash_is_made_of_wherever_the_line_comes_from() -> None:
    before = ""
    for line in played():
        known = [
            record.text_of(line) for line in (line, dict(line), pickle.loads(pickle.dumps(line)))
        ]
        assert {record.chain_text(before, text) for text in known} == {line["h"]}
        before = line["h"]


def test_keys_in_another_order_and_spaces_change_nothing() -> None:
    loose = "\n".join(json.dumps(dict(sorted(line.items(), reverse=True))) for line in played())
    assert record.read(loose.encode()) == record.Record(tuple(played()))


@by_row(
    ("row", "said"),
    [
        (b"", "This is not JSON"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b'{"t":"\\ud800"}', "not UTF-8 text"),
        (b"{", "This is not JSON"),
        (b"[1]", "not an object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"t":' + b"[" * 40 + b"]" * 40 + b"}", "nested too deeply"),
        (b'{"t":{"a":' * 40 + b"1" + b"}}" * 40, "nested too deeply"),
        (b'{"t":1,"t":2}', "twice"),
        (b'{"n":' + b"9" * 19 + b"}", "more than 18 digits"),
        (b'{"n":' + b"9" * 5000 + b"}", "more than 18 digits"),
        (b'{"n":1.0}', "not whole"),
        (b'{"n":1e3}', "not whole"),
        (b'{"n":NaN}', "not whole"),
        (b'{"n":-Infinity}', "not whole"),
        (b"{}", "“t” is none of head"),
        (b'{"t":["head"]}', "“t” is none of head"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(row: bytes, said: str) -> None:
    """The lines around it are read all the same."""
    first, second = (json.dumps(line).encode() for line in played()[:2])
    ((line, words),) = faults_of(b"\n".join([first, row, second]))

    assert line == 2
    assert said in words


def changed(kind: str, **changes: Any) -> bytes:
    """The first line of this kind, otherwise."""
    line = {**next(line for line in played() if line["t"] == kind)}
    for key, value in changes.items():
        if value is ...:
            del line[key]
        else:
            line[key] = value
    return json.dumps(line).encode()


@by_row(
    ("line", "keys"),
    [
        (changed("head", config=...), ["“config” is missing."]),
        (changed("head", extra=1, more=2), ["“extra”", "“more”"]),
        (changed("head", seats={"A": "alice"}), ["“seats”"]),
        (changed("head", commit="AB" * 32), ["“commit”"]),
        (changed("head", build_commit={"A": 1, "B": 2}), ["“build_commit”"]),
        (changed("head", nonce={"A": "x" * 65, "B": ""}), ["“nonce”"]),
        (changed("head", beacon=None, mirror_of=1), ["“beacon”", "“mirror_of”"]),
        (changed("head", config=[]), ["“config”"]),
        (changed("chance", n=True, h="x"), ["“n”", "“h”"]),
        (changed("chance", what=["die", 6]), ["“what”"]),
        (changed("chance", what=["die", 0, 1]), ["“what”"]),
        (changed("chance", what=["die", 6, True]), ["“what”"]),
        (changed("chance", what=["below", 0]), ["“what”"]),
        (changed("chance", what=["shuffle", -1]), ["“what”"]),
        (changed("chance", what={"coin": 1}, out=[1, None]), ["“what”", "“out”"]),
        (changed("chance", out=5), ["“out”"]),
        (changed("move", by={"A": "me"}, moves={}), ["“by”", "“moves”"]),
        (changed("move", by={"C": "auto"}, moves={"A": 1}), ["“by”", "“moves”"]),
        (changed("move", by=[], moves=[]), ["“by”", "“moves”"]),
        (changed("over", score={"A": 1, "B": 0}), ["“score”"]),
        (changed("over", score={"A": "2", "B": "0"}, reason=1), ["“score”", "“reason”"]),
        (changed("reveal", builds=[], salts={"A": "", "B": ""}), ["“builds”", "“salts”"]),
        (b'{"t":"admin","n":1,"what":"draw","seat":"A","h":"' + b"0" * 64 + b'"}', ["“seat”"]),
        (b'{"t":"admin","n":1,"what":"resign","h":"' + b"0" * 64 + b'"}', ["“seat”"]),
        (
            b'{"t":"admin","n":1,"what":"won","seat":"C","h":"' + b"0" * 64 + b'"}',
            ["“what”", "“seat”"],
        ),
    ],
)
def test_every_key_of_a_wrong_shape_is_named(line: bytes, keys: list[str]) -> None:
    faults = faults_of(line)
    assert len(faults) == len(keys)
    assert all(any(key in said for _, said in faults) for key in keys)


@by_row(
    "what",
    [["coin"], ["below", 7], ["die", 6, 0], ["shuffle", 0], ["shuffle", 24]],
)
def test_every_kind_of_draw_may_stand_in_a_record(what: list[Any]) -> None:
    assert faults_of(changed("chance", what=what)) == []


def test_a_line_of_admin_may_be_a_draw_or_a_missed_deadline() -> None:
    for what in (record.admin(4, "draw", None), record.admin(4, "deadline_missed", "A")):
        assert faults_of(record.written([record.chained("", what)])) == []
