"""A compiled kernel is used where it fits its source, the reasons and the cards; else it is said why not."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.engine import NOT_PLAYED, Build, Pace, kernel
from app.engine.kernel import (
    HEADER,
    Extension,
    Kernel,
    Twins,
    Unencodable,
    Unusable,
    Vocabulary,
    encode_builds,
    load,
    number_of,
    packed,
)

WORDS = {"verbs": ["Hit()", "Heal()"], "reasons": ["hp", "draw"]}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "_kernel.c"
    path.write_text("int answer = 42;\n", encoding="utf-8")
    return path


def extension(outcomes: Callable[..., bytes] = lambda *_: b"", **changes: Any) -> Extension:
    """A compiled kernel, as far as Python sees."""
    has = {"ROW": 3, "SOURCE_SHA256": "", "VOCABULARY": WORDS, "outcomes": outcomes}
    return cast(Extension, SimpleNamespace(**has | changes))


def of_source(source: Path) -> Extension:
    """The same, compiled from this source."""
    made_of = HEADER.read_bytes() + source.read_bytes()
    return extension(SOURCE_SHA256=sha256(made_of).hexdigest())


def two_cards(vocabulary: Vocabulary) -> Iterator[int]:
    yield from (2, number_of(vocabulary, "verbs", "Heal()"))


def ready(extension: Extension) -> Kernel:
    return Kernel.of(extension, ("hp", "draw"), ["core", "attack"], two_cards)


def why(call: Callable[[], object]) -> str:
    with pytest.raises(Unusable) as unusable:
        call()
    return str(unusable.value)


# --- found ----------------------------------------------------------------------------------------------


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Make something of the import of the compiled half."""
    monkeypatch.delenv("HIKYAKU_PURE", raising=False)

    def become(outcome: object) -> None:
        def load(name: str) -> object:
            assert name == "game._kernel"
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(kernel, "import_module", load)

    return become


def test_a_kernel_of_this_source_is_used(built: Callable[[object], None], source: Path) -> None:
    built(of_source(source))

    assert load("game._kernel", source).ROW == 3


@pytest.mark.parametrize("value", ["1", "yes"])
def test_hikyaku_pure_forces_the_reference(
    built: Callable[[object], None], source: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(of_source(source))
    monkeypatch.setenv("HIKYAKU_PURE", value)

    assert why(lambda: load("game._kernel", source)) == "HIKYAKU_PURE is set"


@pytest.mark.parametrize("value", ["", "0"])
def test_hikyaku_pure_may_be_switched_off(
    built: Callable[[object], None], source: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(of_source(source))
    monkeypatch.setenv("HIKYAKU_PURE", value)

    assert load("game._kernel", source).ROW == 3


@pytest.mark.parametrize("changed", ["source", "header"])
def test_a_stale_kernel_is_not_used(
    built: Callable[[object], None],
    source: Path,
    changed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built(of_source(source))
    other = tmp_path / "other"
    other.write_text("/* something else */\n", encoding="utf-8")
    if changed == "header":
        monkeypatch.setattr(kernel, "HEADER", other)

    said = why(lambda: load("game._kernel", source if changed == "header" else other))

    assert "another source" in said


@pytest.mark.parametrize("gone", ["source", "header"])
def test_a_kernel_without_its_source_is_not_used(
    built: Callable[[object], None],
    source: Path,
    gone: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built(of_source(source))
    nowhere = tmp_path / "nowhere"
    if gone == "header":
        monkeypatch.setattr(kernel, "HEADER", nowhere)

    said = why(lambda: load("game._kernel", source if gone == "header" else nowhere))

    assert "another source" in said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("no _kernel"), "no compiled kernel is built"),
        (ImportError("wrong ELF"), "the compiled kernel cannot be loaded (wrong ELF)"),
    ],
)
def test_a_kernel_that_is_not_there_is_missed(
    built: Callable[[object], None], source: Path, error: Exception, said: str
) -> None:
    built(error)

    assert why(lambda: load("game._kernel", source)) == said


# --- given its cards ------------------------------------------------------------------------------------


def test_a_kernel_gets_the_cards_in_its_own_numbers() -> None:
    kernel = ready(extension())

    assert kernel.table == bytes([2, 0, 1, 0])
    assert kernel.kinds == {"core": 1, "attack": 2}


def test_a_kernel_plays_whom_it_is_asked_for() -> None:
    asked = []

    def outcomes(*arguments: object) -> bytes:
        asked.append(arguments)
        return b"\x0d"

    builds = [Build(("core", "attack")), Build(())]
    kernel = ready(extension(outcomes))

    assert kernel.outcomes(builds) == kernel.outcomes(builds[1:], builds[:1]) == b"\x0d"
    assert asked[1:] == [
        (bytes([2, 0, 1, 0]), bytes([1, 2, 0, 0, 0, 0])),
        (bytes([2, 0, 1, 0]), bytes(3), bytes([1, 2, 0])),
    ]


def test_an_unknown_verb_is_named() -> None:
    lacking = extension(VOCABULARY=WORDS | {"verbs": ["Hit()"]})

    assert why(lambda: ready(lacking)) == (
        "the compiled kernel cannot play these cards (Heal() is not among its verbs)"
    )


def test_a_table_the_kernel_does_not_take_is_not_used() -> None:
    def refuse(*_: object) -> bytes:
        raise ValueError("no room")

    assert "(no room)" in why(lambda: ready(extension(refuse)))


def test_a_kernel_with_other_reasons_is_not_used() -> None:
    other = extension(VOCABULARY=WORDS | {"reasons": ["boredom"]})

    assert "other reasons" in why(lambda: ready(other))


# --- and its reference ----------------------------------------------------------------------------------

TWO = [Build(("core",)), Build(("attack",))]
DRAWN = bytes([NOT_PLAYED, 4, 4, NOT_PLAYED])


def twins(ready: Callable[[], Kernel]) -> Twins:
    """The reference says that all is drawn."""
    return Twins.of(lambda home, away: (None, "draw"), ("hp", "draw"), ready, battles=7)


def test_a_kernel_that_can_be_used_is_and_says_how_fast_it_is() -> None:
    pair = twins(lambda: ready(extension(lambda *_: b"what it says")))

    assert pair.pace == Pace("compiled", battles=7, in_threads=True)
    assert pair.outcomes(TWO) == b"what it says"


def test_without_a_kernel_the_reference_plays_and_it_is_said_why() -> None:
    def unusable() -> Kernel:
        raise Unusable("it rains")

    pair = twins(unusable)

    assert pair.pace == Pace("reference: it rains")
    assert pair.outcomes(TWO) == pair.by_reference(TWO) == DRAWN
    assert pair.outcomes(TWO, TWO[:1]) == DRAWN[1:3]
    assert pair.lives(TWO, TWO, (1, 0, 2), [4, 0]) == [2, 0]
    assert pair.lives(TWO, TWO, (1, 0, 2), [4, 3]) == [2, 2]
    assert pair.lives(TWO, TWO, (1, 0, 2), [0, 0]) == [-1, -1]


def test_a_build_that_is_too_long_for_the_kernel_is_played_all_the_same() -> None:
    pair = twins(lambda: ready(extension()))

    assert pair.outcomes([Build(("core",) * 4), TWO[0]]) == DRAWN
    assert pair.lives([Build(("core",) * 4)], TWO, (1, 0, 2), [4]) == [2]
    assert pair.course(Build(("core",) * 4), TWO[0]) is None


def test_how_life_goes_is_told_by_the_kernel_alone() -> None:
    def course(cards: bytes, *builds: bytes) -> list[tuple[int, int]]:
        assert cards, "the table of cards goes with it"
        assert builds == (bytes([1, 0, 0]), bytes([2, 0, 0]))
        return [(4, 5), (0, 5)]

    def unusable() -> Kernel:
        raise Unusable("it rains")

    assert twins(lambda: ready(extension(course=course))).course(*TWO) == [(4, 5), (0, 5)]
    assert twins(unusable).course(*TWO) is None


# --- numbers for words ----------------------------------------------------------------------------------


def test_numbers_have_two_bytes_the_low_one_first() -> None:
    assert packed([1, 256, -1]) == bytes([1, 0, 0, 1, 255, 255])


def test_a_number_that_is_too_large_is_not_encoded() -> None:
    with pytest.raises(Unencodable, match="too large"):
        packed([40_000])


def test_a_build_fills_its_row_with_zeros() -> None:
    builds = [Build(("attack",)), Build(("core",) * 3)]

    assert encode_builds(builds, {"core": 1, "attack": 2}, 3) == bytes([2, 0, 0, 1, 1, 1])


def test_a_build_that_is_too_long_is_not_encoded() -> None:
    with pytest.raises(Unencodable, match="more than 3 cards"):
        encode_builds([Build(("core",) * 4)], {"core": 1}, 3)
