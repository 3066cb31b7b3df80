"""What became of letters whose workers were killed: lost, doubled, or as it may be."""

import pytest
from sqlmodel import select

from app.bench.crashes.doubts import watch_doubts, were_in_doubt
from app.bench.crashes.outbox import judge
from app.bench.mail.sink import Line
from app.store.database import Database
from app.store.tables import Letter, LetterState
from app.store.work import outbox
from tests.support.outgoing import write_letters
from tests.support.people import NOW

READY, CLAIMED, SENDING, SENT, DOUBT, DEAD = LetterState
TAKEN = Line("taken", "alice", "<1>")
REFUSED = Line("refused", "alice", "<1>")


@pytest.mark.parametrize(
    ("state", "lines", "in_doubt", "verdict"),
    [
        (SENT, [TAKEN], False, (0, 0, 0)),
        (SENT, [], False, (1, 0, 0)),
        (DEAD, [REFUSED], False, (0, 0, 0)),
        (DEAD, [TAKEN], False, (1, 0, 0)),
        (DOUBT, [], True, (0, 0, 0)),
        (DOUBT, [TAKEN], True, (0, 0, 0)),
        (READY, [], False, (1, 0, 0)),
        (CLAIMED, [TAKEN], False, (1, 0, 0)),
        (SENDING, [TAKEN], True, (1, 0, 0)),
        (SENT, [TAKEN, TAKEN], True, (0, 0, 1)),
        (SENT, [TAKEN, Line("taken", "alice", "<2>")], True, (0, 0, 2)),
    ],
)
def test_what_is_lost_and_what_is_doubled(
    state: LetterState, lines: list[Line], in_doubt: bool, verdict: tuple[int, int, int]
) -> None:
    doubtful = {"<1>"} if in_doubt else set()

    assert judge({"alice": (state, "<1>")}, lines, doubtful, "hold") == verdict


@pytest.mark.parametrize(("in_doubt", "verdict"), [(True, (0, 1, 0)), (False, (0, 0, 1))])
def test_where_doubtful_letters_are_sent_again_only_they_may_leave_twice(
    in_doubt: bool, verdict: tuple[int, int, int]
) -> None:
    doubtful = {"<1>"} if in_doubt else set()

    assert judge({"alice": (SENT, "<1>")}, [TAKEN, TAKEN], doubtful, "resend") == verdict


def test_a_letter_sent_again_as_soon_as_it_was_in_doubt_is_known_to_have_been_in_doubt(
    database: Database,
) -> None:
    write_letters(database, "alice", "bob", state=SENDING, claim="gone.1", lease_until=NOW)
    watch_doubts(database)

    with database.writing() as session:
        outbox.release_late(session, now=NOW)
        outbox.resend_doubtful(session, now=NOW, resends=1)
        outbox.drop(session, 2, now=NOW)

    with database.reading() as session:
        assert [letter.state for letter in session.exec(select(Letter))] == [READY, DEAD]
    ids = {f"<receipt.{name}@hikyaku.example>" for name in ("alice", "bob")}
    assert were_in_doubt(database) == ids
