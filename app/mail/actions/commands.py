"""The commands that a mail can give, an object each. The words for them stand in `phrases.toml`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.letters.replies.topics import TOPICS
from app.mail.actions import answers, organiser, participation, sparring, wishes
from app.mail.case.case import Case, Done, SenderProof
from app.mail.reading.phrases import BOOK
from app.mail.reading.request import NOTHING
from app.notices.about import About
from app.notices.answers import (
    Checked,
    Confirmation,
    Help,
    PassedOn,
    Problems,
    Receipt,
    Several,
    Spar,
    Standings,
    Wish,
)
from app.notices.news import Report, Shown, Withdrawn


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its action, and the letters that answer.

    `needs`: the proof that its player gives it; without, `ask` writes to them whether they did.
    """

    slug: str
    act: Callable[[Case], Done]
    letters: tuple[type[About], ...]
    needs: SenderProof = SenderProof.NONE
    ask: Callable[[Case], Done] | None = None

    def action(self, case: Case) -> Callable[[Case], Done]:
        """The function that does it, or asks first."""
        return self.ask if self.ask and case.proof < self.needs else self.act


COMMANDS: Final = {
    command.slug: command
    for command in [
        Command("enter", participation.enter, (Receipt, Confirmation, Several)),
        Command("check", participation.check, (Checked,)),
        Command("change", participation.change, (Receipt, Confirmation)),
        Command("again", participation.enter_again, (Receipt, Confirmation)),
        Command("spar", sparring.spar, (Spar,)),
        Command("show", participation.show, (Shown,)),
        Command(
            "withdraw",
            participation.withdraw,
            (Withdrawn, Wish),
            needs=SenderProof.READER,
            ask=participation.ask_whether_to_withdraw,
        ),
        Command("standings", answers.show_standings, (Standings,)),
        Command("results", answers.resend_results, (Report,)),
        *(
            Command(each, answers.explain, (Help,))
            for each in ("rules", "cards", "form", "help", *TOPICS)
        ),
        Command("organiser", organiser.pass_on, (PassedOn,)),
        Command("japanese", partial(wishes.speak, "ja"), (Wish,)),
        Command("english", partial(wishes.speak, "en"), (Wish,)),
        *(Command(each, partial(wishes.choose, each), (Wish,)) for each in wishes.OPTIONS),
        *(
            Command(each, act, (Wish,), SenderProof.VOUCHED, partial(wishes.ask_about, each))
            for each, act in wishes.ASKED.items()
        ),
    ]
}
"""All of them."""

UNREAD: Final = Command(NOTHING, answers.refuse_unread, (Problems,))
"""For a mail that says nothing which we understand."""

BOOK.check(COMMANDS)
