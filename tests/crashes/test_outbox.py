"""What became of letters whose workers were killed: lost, doubled, or as it may be."""

import pytest
from sqlmodel import select

from app.bench.mail.sink import SinkLine
from app.store.database import Database
from app.store.tables import Letter, LetterState
from app.store.work import outbox
from tests.crashes.doubts import watch_doubts, were_in_doubt
from tests.crashes.outbox import CrashFigures, Doubt, judge, measure_crashes
from tests.support.outgoing import write_letters
from tests.support.people import NOW

_, READY, CLAIMED, SENDING, SENT, DOUBT, DEAD = LetterState
TAKEN = SinkLine("taken", "alice", "<1>")
REFUSED = SinkLine("refused", "alice", "<1>")


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
        (SENT, [TAKEN, SinkLine("taken", "alice", "<2>")], True, (0, 0, 2)),
    ],
)
def test_what_is_lost_and_what_is_doubled(
    state: LetterState, lines: list[SinkLine], in_doubt: bool, verdict: tuple[int, int, int]
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


@pytest.mark.parametrize("doubt", ["hold", "resend"])
def test_killed_workers_lose_no_letter(doubt: Doubt, database: Database) -> None:
    url = database.url
    figures = measure_crashes(120, 4, doubt, url, connections=4)

    assert figures.faults == []
    assert figures.most_at_a_kill >= 1
    assert figures.sent + figures.in_doubt + figures.dead == 120
    assert figures.kills >= 4


def test_a_loss_is_a_fault() -> None:
    lost = CrashFigures(
        "sqlite", "hold", 20, 4, 5, 1, {}, 1.0, 17, 0, 0, lost=2, twice=0, doubled=1
    )

    assert lost.faults == [
        "2 letters were lost, 1 doubled.",
        "5 letters were under way at one death.",
    ]
