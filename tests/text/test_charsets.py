"""Bytes to text: what programs really send, by its label, by evidence, else by plausibility."""

import base64

import pytest
from hypothesis import given, strategies as st

from app.text.charsets import Undecodable, decode_header, decode_text
from tests.support.tables import by_row

HIRAGANA = "あいうえお"


@by_row(
    ("label", "encoding"),
    [
        ("Shift_JIS", "cp932"),
        ("x-sjis", "cp932"),
        ("windows-31j", "cp932"),
        ("MS_Kanji", "cp932"),
        ("EUC-JP", "euc_jp"),
        ("x-euc-jp", "euc_jp"),
        ("iso-2022-jp", "iso2022_jp"),
        ("ISO-2022-JP-MS", "iso2022_jp"),
        ("utf8", "utf-8"),
        ('"UTF-8"', "utf-8"),
        ("utf-16", "utf-16"),
    ],
)
def test_labels_and_their_nicknames(label: str, encoding: str) -> None:
    assert decode_text("名前：三日月".encode(encoding), label) == "名前：三日月"


def test_shift_jis_is_read_as_windows_writes_it() -> None:
    assert decode_text("①㈱髙Ⅷ".encode("cp932"), "Shift_JIS") == "①㈱髙Ⅷ"


def test_iso_2022_jp_holds_characters_of_nec_and_ibm() -> None:
    """① is 2D21 in row 13 (NEC), 髙 is 7C62 in row 92 (IBM)."""
    assert decode_text(b"\x1b$B-!|b\x1b(B", "iso-2022-jp") == "①髙"


@by_row("data", [b"\x1b(I6^\x1b(B", b"\xb6\xde", b"\x0e6^\x0f", b"\x1b(I\xb6\xde\x1b(B"])
def test_iso_2022_jp_holds_half_width_katakana(data: bytes) -> None:
    assert decode_text(data, "iso-2022-jp") == "ｶﾞ"


def test_iso_2022_jp_holds_the_supplement() -> None:
    """JIS X 0212: 3021 is 丂."""
    assert decode_text(b"\x1b$(D0!\x1b(B", "iso-2022-jp") == "丂"


def test_a_line_begins_in_ascii_even_if_the_one_before_did_not_end_there() -> None:
    assert decode_text(b'\x1b$B$"\nabc', "iso-2022-jp") == "あ\nabc"


def test_euc_jp_is_read_as_windows_writes_it() -> None:
    assert decode_text(b"\xad\xa1\x8e\xb6\x8f\xb0\xa1", "euc-jp") == "①ｶ丂"


def test_latin_1_is_windows_1252() -> None:
    assert decode_text(b"1\x80 caf\xe9", "iso-8859-1") == "1€ café"


@by_row("charset", [None, "us-ascii", "utf-8", "no-such-thing", "rot13", "", "\0"])
@by_row("encoding", ["iso2022_jp", "utf-8", "cp932"])
def test_without_a_right_label_japanese_encodings_are_tried(charset: str, encoding: str) -> None:
    assert decode_text("構成：攻撃、コア".encode(encoding), charset) == "構成：攻撃、コア"


@by_row("charset", ["iso-8859-1", "Shift_JIS", "iso-2022-jp", "euc-jp"])
def test_a_label_is_plainly_wrong_where_the_text_is_utf_8(charset: str) -> None:
    assert decode_text(HIRAGANA.encode(), charset) == HIRAGANA


def test_a_label_is_believed_where_one_odd_character_could_be_utf_8() -> None:
    """The EUC-JP of 炭 is C3 BA, which in UTF-8 would be ú."""
    assert decode_text("炭".encode("euc_jp"), "euc-jp") == "炭"


@by_row(
    ("encoding", "text"),
    [
        ("cp1252", "Name: Renée et Andrée\nOwner: François Lefèvre"),
        ("cp1252", "Jürgen, Zoë, Ærø, Señor Niño, École, TÊTE, São Tomé, cœur, Größe"),
        ("cp1252", "don’t “quote” – C’est l’heure… 20€, 5°"),
        ("cp1252", 'name,build,owner\nChloé,"6,10,1",André'),
        ("cp1251", "Name: Иван Грозный"),
        ("mac-roman", "Jürgen García, Niño, Chloé, École des Mines"),
        ("cp932", "Name: 勇者\nBuild: Attack, Echo, Core\nLore: ﾗｲﾃﾞﾝ、雷と月"),
        ("cp932", "E攻撃 Attackを使う ①②"),
        ("euc_jp", "名前：勇者\n構成：攻撃、コア"),
        ("euc_jp", "タケシ"),
    ],
)
@by_row("charset", [None, "us-ascii", "utf-8", "x-unknown"])
def test_without_a_right_label_the_most_plausible_text_is_taken(
    encoding: str, text: str, charset: str | None
) -> None:
    assert decode_text(text.encode(encoding), charset) == text


def test_what_two_encodings_explain_equally_is_not_decided() -> None:
    with pytest.raises(Undecodable) as undecodable:
        decode_text("ｶﾐﾅﾘ".encode("cp932"))

    assert {*undecodable.value.args} == {"ｶﾐﾅﾘ", "勤努"}


def test_no_guess_touches_what_fits_its_label() -> None:
    assert decode_text("名前".encode("cp932"), "iso-8859-1") == "–¼‘O"


@by_row("charset", [None, "utf-8", "iso-2022-jp", "shift_jis"])
@by_row("data", [b"caf\xe9 \xff", b"\x81", b"a\0b", b"\x80", b"\xfd\xfe"])
def test_what_fits_nothing_is_not_guessed(data: bytes, charset: str | None) -> None:
    with pytest.raises(Undecodable):
        decode_text(data, charset)


def test_half_a_character_is_a_fault() -> None:
    with pytest.raises(Undecodable):
        decode_text(b'\x1b$B$"$', "iso-2022-jp")


@by_row("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_dropped(encoding: str) -> None:
    assert decode_text("名前".encode(encoding), encoding.removesuffix("-sig")) == "名前"


def word(text: str, encoding: str, label: str) -> str:
    return f"=?{label}?B?{base64.b64encode(text.encode(encoding)).decode()}?="


def test_encoded_words_are_decoded_by_the_same_decoder() -> None:
    assert decode_header(word("①エントリー", "cp932", "Shift_JIS")) == "①エントリー"


def test_blanks_between_encoded_words_are_dropped_and_others_stay() -> None:
    first, second = word("三日", "utf-8", "UTF-8"), word("月", "utf-8", "utf-8")

    assert decode_header(f"Re: {first}\r\n {second} (2)") == "Re: 三日月 (2)"


def test_encoded_words_in_two_charsets_stand_side_by_side() -> None:
    assert decode_header(f"{word('三', 'utf-8', 'utf-8')} {word('日', 'cp932', 'sjis')}") == "三日"


def test_a_character_may_be_divided_between_two_words() -> None:
    assert decode_header("=?utf-8?Q?=E4=B8?= =?utf-8?Q?=89?=") == "三"


def test_quoted_words() -> None:
    assert decode_header("=?utf-8*en?q?Entry_=E2=80=93 x=3D1?=") == "Entry – x=1"


def test_base64_may_lack_its_padding() -> None:
    assert decode_header("=?utf-8?B?5LiJ5pel?=") == decode_header("=?utf-8?B?5LiJ5pel5?=") == "三日"


@by_row("encoding", ["iso2022_jp", "utf-8", "cp932"])
def test_headers_may_be_raw(encoding: str) -> None:
    assert decode_header("[x] エントリー".encode(encoding)) == "[x] エントリー"


def test_what_is_no_encoded_word_stays() -> None:
    assert decode_header("=?what? =?utf-8?X?a?= 1=?2") == "=?what? =?utf-8?X?a?= 1=?2"


@given(st.binary(), st.none() | st.text() | st.sampled_from(["utf-8", "iso-2022-jp", "euc-jp"]))
def test_no_bytes_make_the_decoder_fall(data: bytes, charset: str | None) -> None:
    try:
        text = decode_text(data, charset)
    except Undecodable:
        return
    text.encode("utf-8")


@given(
    st.lists(
        st.sampled_from([b"\x1b$B", b"\x1b(B", b"\x1b(I", b"\x1b", b"\n", b"$", b'"', b"\xb1"])
    )
)
def test_no_escapes_make_the_decoder_fall(pieces: list[bytes]) -> None:
    try:
        decode_text(b"".join(pieces), "iso-2022-jp")
    except Undecodable:
        assert pieces


@given(
    st.binary()
    | st.lists(st.sampled_from([b"=?", b"?=", b"utf-8", b"?B?", b"?q?", b" ", b"=E4"])).map(
        b"".join
    )
)
def test_no_header_makes_the_decoder_fall(raw: bytes) -> None:
    try:
        decode_header(raw).encode("utf-8")
    except Undecodable:
        assert raw
