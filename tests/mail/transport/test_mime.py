"""A letter with HTML is written at once, as the library would write it."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from secrets import token_hex

from hypothesis import given
from hypothesis import strategies as st

from app.letters.links import Route
from app.mail.transport import mime
from app.settings import GivenSettings
from app.store.tables import Letter

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
def test_a_letter_is_the_same_bytes_whoever_writes_it(
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

    assert content == mime._by_library(letter, ROUTE.recipient, ROUTE, OURS, None)
    assert message_from_bytes(content, policy=policy.default).is_multipart()
