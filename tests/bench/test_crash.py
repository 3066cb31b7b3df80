"""What became of letters whose workers were killed: lost, doubled, or as it may be."""

import pytest

from app.bench.crashes.outbox import judge
from app.bench.mail.sink import Line
from app.store.tables import LetterState

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
    were_in_doubt = {"<1>"} if in_doubt else set()

    assert judge({"alice": (state, "<1>")}, lines, were_in_doubt, "hold") == verdict


@pytest.mark.parametrize(("in_doubt", "verdict"), [(True, (0, 1, 0)), (False, (0, 0, 1))])
def test_where_doubtful_letters_are_sent_again_only_they_may_leave_twice(
    in_doubt: bool, verdict: tuple[int, int, int]
) -> None:
    were_in_doubt = {"<1>"} if in_doubt else set()

    assert judge({"alice": (SENT, "<1>")}, [TAKEN, TAKEN], were_in_doubt, "resend") == verdict
