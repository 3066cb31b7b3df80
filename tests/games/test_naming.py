"""A build may name its slots, as reports write it: the name, then its card in brackets."""

import pytest

from app.engine import Build
from app.errors import BuildUnreadable
from app.games import ruleset
from tests.support.tables import by_row

SHIDEN = ruleset("shiden-issen-2")
LAPLAPLUS = ruleset("laplaplus")


def problems(text: str) -> list[tuple[str, int, tuple[str, ...]]]:
    with pytest.raises(BuildUnreadable) as refusal:
        SHIDEN.read_build(text)
    return [(each.code, each.column, each.words) for each in refusal.value.problems]


@by_row(
    ("text", "flavour"),
    [
        ("紅蓮の一閃【一閃】、氷刃【閃】、交錯、硬、果断", ("紅蓮の一閃", "氷刃")),
        ("一閃、氷刃 [Flash]、交硬、断ち【果断】", (None, "氷刃", None, None, "断ち")),
        ("紅蓮【一閃】1 氷刃【一閃】２　受け【交錯】鉄【+硬】4 断ち【果断】5", ("紅蓮", "氷刃", "受け", "鉄", "断ち")),
        ("紅蓮の一閃【一閃】【一閃】【交錯】【硬】【果断】", ("紅蓮の一閃",)),
        ("クリムゾン・フラッシュ【一閃】\n閃交硬果", ("クリムゾン・フラッシュ",)),
        ("Crimson Flash [1], 1, 交硬果", ("Crimson Flash",)),
        ("👩‍🚒隊【一閃】,閃交硬果", ("👩‍🚒隊",)),
        ("<b>x&amp;【一閃】,閃交硬果", ("<b>x&amp;",)),
    ],
)  # fmt: skip
def test_a_name_stands_before_its_card_in_brackets(
    text: str, flavour: tuple[str | None, ...]
) -> None:
    build = SHIDEN.read_build(text)

    assert SHIDEN.write_build(build) == "閃閃交硬果"
    assert build.flavour == flavour
    assert build.nameless() == Build(build.cards)


def test_every_game_reads_such_names() -> None:
    build = LAPLAPLUS.read_build("紅蓮【攻撃】1 木霊【エコー】2、核/Alice")

    assert (LAPLAPLUS.write_build(build), build.flavour) == ("攻響核/Alice", ("紅蓮", "木霊"))


@by_row("text", ["【一閃】【一閃】【交錯】【硬】【果断】", "果断【一閃】閃交硬"])
def test_what_says_cards_is_no_name(text: str) -> None:
    assert SHIDEN.read_build(text).flavour == ()
    assert len(SHIDEN.read_build(text).cards) == 5


@by_row(
    ("text", "found"),
    [
        ("【一閃】一戦【一閃】【交錯】【硬】【果断】", [("unknown-skill", 5, ("一戦",))]),
        ("氷刃【一閃】【一閃】【交錯】【硬】【果断】", [("unknown-skill", 1, ("氷刃",))]),
        ("→【一閃】,閃交硬果", [("unknown-skill", 1, ("→",))]),
        ("紅蓮【閃閃】,交硬果", [("unknown-skill", 1, ("紅蓮",))]),
        ("紅蓮【一戦】、閃交硬果", [("unknown-skill", 4, ("一戦",))]),
        ("紅蓮【一閃】x,閃交硬果", [("unknown-skill", 1, ("紅蓮",)), ("unknown-skill", 7, ("x",))]),
        ("閃閃交硬, a\u202eb 【果断】", [("forbidden-character", 8, ("U+202E",))]),
        ("隊【一\u200b閃】, 閃交硬果", [("forbidden-character", 4, ("U+200B",))]),
    ],
)  # fmt: skip
def test_what_may_be_a_slip_is_told_and_never_taken_for_a_name(
    text: str, found: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    assert problems(text) == found
