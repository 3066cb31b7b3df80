"""Plain text that fits."""

from hypothesis import given, strategies as st

from app.text.columns import WIDTH, aligned, fitted, shortened, width, wrapped
from tests.support.tables import by_row


@by_row(
    ("text", "columns"), [("abc", 3), ("核攻", 4), ("ｳｻ", 2), ("e\u0301", 1), ("○", 2), ("", 0)]
)
def test_japanese_characters_are_two_columns_wide(text: str, columns: int) -> None:
    assert width(text) == columns


def test_english_is_broken_at_blanks() -> None:
    lines = wrapped("word " * 30).splitlines()

    assert [width(line) for line in lines] == [69, 69, 9]


def test_japanese_is_broken_between_characters_but_never_before_a_full_stop() -> None:
    lines = wrapped("あ" * 36 + "。" + "い" * 3).splitlines()

    assert lines == ["あ" * 35, "あ。いいい"]


def test_an_opening_bracket_goes_with_what_it_opens() -> None:
    assert wrapped("あ" * 35 + "「いい」").splitlines() == ["あ" * 35, "「いい」"]


@by_row("brackets", ["「」", "『』", "【】", "[]"])
def test_what_stands_in_brackets_is_not_broken_where_a_line_can_hold_it(brackets: str) -> None:
    name = f"{brackets[0]}三日月を飲みこんだ The Alarm Clock{brackets[1]}"
    lines = wrapped("あ" * 20 + name + "が届きました。").splitlines()

    assert lines == ["あ" * 20, f"{name}が届きました。"]


def test_brackets_within_brackets_that_no_line_can_hold_are_kept_whole() -> None:
    lines = wrapped("「" + "あ" * 30 + "【攻撃・改】" + "い" * 10 + "」").splitlines()

    assert lines == ["「" + "あ" * 30, "【攻撃・改】" + "い" * 10 + "」"]


def test_a_row_of_cards_is_broken_between_cards() -> None:
    assert wrapped("【攻撃力】6" * 8).splitlines() == ["【攻撃力】6" * 6, "【攻撃力】6" * 2]
    assert wrapped("(【攻撃力】6)" * 6).splitlines() == ["(【攻撃力】6)" * 5, "(【攻撃力】6)"]


def test_what_is_broken_off_hangs_under_its_beginning() -> None:
    lines = wrapped("  - " + "word " * 20).splitlines()

    assert lines[1].startswith("    word")


def test_addresses_are_never_broken() -> None:
    address = f"play+r-{'x' * 90}@hikyaku.example"

    assert wrapped(f"Write to {address}.").splitlines() == ["Write to", f"{address}."]


def test_a_word_that_no_line_holds_is_cut() -> None:
    assert [width(line) for line in wrapped("x" * 100).splitlines()] == [72, 28]


@by_row("line", ["> quoted", ">>> name", "From here on"])
def test_no_line_looks_like_something_else_to_mail_programs(line: str) -> None:
    assert wrapped(f"first\n{line}") == f"first\n {line}\n"


def test_blank_lines_do_not_pile_up() -> None:
    assert wrapped("\n\na\n\n \n\nb\n\n") == "a\n\nb\n"


def test_a_shortened_text_is_as_wide_as_asked_for_at_most() -> None:
    assert shortened("三日月を飲みこんだ", 9) == "三日月…"
    assert shortened("三日月", 6) == "三日月"


def test_columns_stand_under_each_other() -> None:
    assert aligned([["1", "核", "x"], ["10", "コア", "y"]], right=frozenset({0})) == [
        " 1  核    x",
        "10  コア  y",
    ]


def test_a_long_name_goes_on_below_in_its_own_column() -> None:
    rows = [["W", "The Lighthouse That Walked Inland", "攻核"], ["L", "Ada", "核核"]]

    assert fitted(rows, 1, columns=32) == [
        "W  The Lighthouse That  攻核",
        "   Walked Inland",
        "L  Ada                  核核",
    ]
    assert fitted([], 1) == []


def test_a_number_stays_with_its_counter() -> None:
    assert wrapped("あ" * 35 + "24日です").splitlines() == ["あ" * 35, "24日です"]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=300))
def test_nothing_is_lost_but_blanks(text: str) -> None:
    once = wrapped(text)

    assert "".join(once.split()) == "".join(text.split())
    if "@" not in text and "://" not in text:
        assert all(width(line) <= WIDTH + 4 for line in once.split("\n"))
