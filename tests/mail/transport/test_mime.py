"""A letter with HTML is written at once, and says what it would if the library had written it."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from secrets import token_hex

from hypothesis import given, strategies as st

from app.letters.links import Route
from app.mail.transport import mime
from app.settings import GivenSettings
from app.store.tables import Letter
from app.text.charsets import decode_header

OURS = GivenSettings(secret=token_hex(32))
ROUTE = Route("alice@example.com", OURS.mail_address, OURS.mail_address, "https://x.example/stop")
WORDS = st.one_of(
    *(
        st.text(alphabet, max_size=700)
        for alphabet in ("abc =.\n", "飛脚は\n走る。", "a=é“飛\n\r\u2028\x85\t <.😀")
    ),
    st.just("飛脚は雨の日も走る。\n" * 300),
    st.just("plain at first\n" * 12 + "飛脚\n"),
)


@given(subject=WORDS, text=WORDS, html=WORDS.filter(bool), answers=st.sampled_from(["", "<a@b>"]))
def test_a_letter_says_the_same_whoever_writes_it(
    subject: str, text: str, html: str, answers: str
) -> None:
    letter = Letter(
        kind="receipt",
        dedup_key="receipt:1",
        message_id="<1@example.com>",
        lang="ja",
        subject=subject,
        text=text,
        html=html,
        in_reply_to=answers,
        created_at=datetime(2026, 11, 23, tzinfo=UTC),
    )
    content = mime.compose(letter, ROUTE, OURS).content

    assert _said(content) == _said(mime._by_library(letter, ROUTE.recipient, ROUTE, OURS, None))
    assert content == mime.compose(letter, ROUTE, OURS).content
    head, _, body = content.partition(b"\r\n\r\n")
    assert head.isascii()
    assert body.isascii()
    lines = body.split(b"\r\n")
    assert max(map(len, lines)) <= 78
    assert not any(b"\r" in line or b"\n" in line for line in lines)


@given(
    st.lists(st.sampled_from(["Re:", "飛脚", "第一回飛脚杯", "“Mister", "é", "a", "–", "x" * 30]))
)
def test_no_blank_of_a_subject_is_lost_between_encoded_words(words: list[str]) -> None:
    """RFC 2047, 6.2: blanks between two of them are not shown."""
    subject = " ".join(words)
    field = mime._WIRE.fold_binary(*mime._WIRE.header_store_parse("Subject", subject))

    assert decode_header(field.replace(b"\r\n", b"")) == f"Subject: {subject}"
    assert max(map(len, field.split(b"\r\n"))) <= 78


def _said(content: bytes) -> list[object]:
    """The fields of a mail and the words of its parts, however these are written."""
    mail = message_from_bytes(content, policy=policy.default)
    fields = content.partition(b"\r\n\r\n")[0]
    parts = [
        (part.get_content_type(), part.get_content_charset(), part["MIME-Version"])
        for part in mail.iter_parts()
    ]
    return [fields, parts, *(part.get_content() for part in mail.iter_parts())]
