"""The first sentence of a text as people type it."""

from app.text.columns import width
from app.text.sentences import first_sentence
from tests.support.tables import by_row


@by_row(
    ("text", "first"),
    [
        ("", ""),
        ("半径一メートルを通す。客でも通す。", "半径一メートルを通す。"),
        ("「起きろ。」と言った。寝た。", "「起きろ。」と言った。"),
        ("「起きろ!」\n\n寝た。", "「起きろ!」"),
        ("なんだって!? 知らない。", "なんだって!?"),
        ("It was late. It rained.", "It was late."),
        ("Mrs. Hill has 3.5 cats. They bite.", "Mrs. Hill has 3.5 cats."),
        ("He said “No.” and left. Then he slept.", "He said “No.” and left."),
        ("A clock that\nis never\nright\n\nThe end.", "A clock that / is never / right"),
        ("第一段 発端\nむかし、寺があった。\n", "第一段 発端／むかし、寺があった。"),
        (f"{'折' * 30}\nられた。", f"{'折' * 30}られた。"),
        (f"{'word ' * 12}\nwrapped. Again.", f"{'word ' * 12}wrapped."),
        ("閉じない「かっこの人。", "閉じない「かっこの人。"),
    ],
)
def test_the_first_sentence_ends_where_a_reader_would_pause(text: str, first: str) -> None:
    assert first_sentence(text, 80) == first


@by_row("columns", range(12, 40))
def test_a_long_one_ends_after_a_whole_word(columns: int) -> None:
    text = "Carries the harbour light under one arm, still burning"
    short = first_sentence(text, columns)

    assert width(short) <= columns
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert text[len(short) - 1] in " ,"


def test_japanese_is_cut_between_any_two_characters() -> None:
    assert first_sentence("あ" * 100, 20) == f"{'あ' * 9}…"


def test_a_long_text_takes_no_longer_than_it_is() -> None:
    assert first_sentence("「" * 200_000, 20).endswith("…")
