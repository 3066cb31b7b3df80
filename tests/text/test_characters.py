"""Text as people type it: where lines end, what cannot be seen, how that is shown."""

from app.text.characters import hidden_in, is_comment, is_hidden, lines_of, shown, written_lines
from tests.support.tables import by_row


def test_lines_end_with_lf_cr_lf_or_cr_and_with_nothing_else() -> None:
    assert lines_of("\ufeffa\nb\r\nc\rd\u2028e\x0bf\x85g\n") == [
        "a",
        "b",
        "c",
        "d\u2028e\x0bf\x85g",
        "",
    ]


def test_blank_lines_and_comments_say_nothing() -> None:
    text = "\n \u3000\n# a\n b\n ＃c\n\u200b# d\n\u200b\n"

    assert list(written_lines(text)) == [(4, " b"), (7, "\u200b")]


def test_a_comment_begins_with_its_sign() -> None:
    assert is_comment(" \u200b＃")
    assert not is_comment("a # b")
    assert not is_comment("")


@by_row(
    "char",
    "\0\n\x7f\x85\u00ad\u034f\u115f\u17b4\u180e\u200b\u200d\u202e\u2028\u2066\u2800\u3164\ud800\udfff"
    "\ue000\ufdd0\ufe0f\ufeff\uffa0\uffff\U0001fffe\U000e0001\U000e0100",
    ids=ascii,
)
def test_what_nobody_can_see_is_hidden(char: str) -> None:
    assert is_hidden(char)


@by_row("char", "a 核\t\u3000\u00a0é\u0301\u3099🩷\ufffd", ids=ascii)
def test_what_can_be_seen_is_not_hidden(char: str) -> None:
    assert not is_hidden(char)


@by_row(
    "text",
    [
        "👩\u200d👩\u200d👧",
        "👩🏽\u200d🚀",
        "❤\ufe0f\u200d🔥",
        "❤\ufe0f",
        "♥\ufe0e",
        "1\ufe0f\u20e3",
        "‼\ufe0f",
        "葛\U000e0100城",
        "逸\ufe00",
    ],
    ids=ascii,
)
def test_what_shapes_an_emoji_or_an_ideograph_may_stay(text: str) -> None:
    assert list(hidden_in(text)) == []


@by_row(
    ("text", "places"),
    [
        ("a\u200db", [1]),
        ("\u200d👩", [0]),
        ("👩\u200d", [1]),
        ("👩\u200da", [1]),
        ("a\ufe0f", [1]),
        ("❤\ufe0f\ufe0f", [2]),
        ("\ufe0f", [0]),
        ("a\ufe0f\u200d🔥", [1, 2]),
        ("a\U000e0100", [1]),
        ("\U000e0100", [0]),
        ("葛\u200b", [1]),
        ("a\u202eb\u200b", [1, 3]),
    ],
    ids=ascii,
)
def test_what_only_hides_is_found(text: str, places: list[int]) -> None:
    assert list(hidden_in(text)) == places


def test_what_cannot_be_printed_is_shown_by_its_number() -> None:
    assert shown("核\u3000a\tb\u202e\0\ud800\U000e0100") == "核 a bU+202EU+0000U+D800U+E0100"
