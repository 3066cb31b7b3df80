"""The commands that a mail can give, an object each. The words for them stand in `phrases.toml`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, get_args

from app.letters.replies.topics import TOPICS
from app.mail.requests.actions import answers, organiser, participation, sparring, wishes
from app.mail.requests.phrases import BOOK
from app.mail.requests.request import NOTHING, Case, Done, SenderProof
from app.notices.about import About
from app.notices.answers import (
    Checked,
    Confirmation,
    Help,
    PageWish,
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
    `with_build`: beside a build it is done with that build, which else is an entry. `about_entry`: beside fields of an
    entry it is one. `takes_back`: beside a build it contradicts that. `changes`: an entry, so not once results are public.
    """

    slug: str
    act: Callable[[Case], Done]
    letters: tuple[type[About], ...]
    needs: SenderProof = SenderProof.NONE
    ask: Callable[[Case], Done] | None = None
    with_build: bool = False
    about_entry: bool = False
    takes_back: bool = False
    changes: bool = False

    def action(self, case: Case) -> Callable[[Case], Done]:
        """The function that does it, or asks first."""
        return self.ask if self.ask and case.proof < self.needs else self.act


COMMANDS: Final = {
    command.slug: command
    for command in [
        Command(
            "enter",
            participation.enter,
            (Receipt, Confirmation, Several),
            about_entry=True,
            changes=True,
        ),
        Command(
            "check",
            participation.check,
            (Checked,),
            with_build=True,
            about_entry=True,
            changes=True,
        ),
        Command("change", participation.change, (Receipt, Confirmation), changes=True),
        Command("again", participation.enter_again, (Receipt, Confirmation)),
        Command("spar", sparring.spar, (Spar,), with_build=True),
        Command("show", participation.show, (Shown,), about_entry=True),
        Command(
            "withdraw",
            participation.withdraw,
            (Withdrawn, Wish),
            needs=SenderProof.READER,
            ask=participation.ask_whether_to_withdraw,
            takes_back=True,
            changes=True,
        ),
        Command("standings", answers.show_standings, (Standings,)),
        Command("results", answers.resend_results, (Report,)),
        Command("rules", answers.explain, (Help,)),
        Command("cards", answers.explain, (Help,)),
        Command("form", answers.explain, (Help,), about_entry=True),
        Command("help", answers.explain, (Help,)),
        Command(
            "mute",
            wishes.mute,
            (Wish,),
            needs=SenderProof.VOUCHED,
            ask=wishes.ask_about_mute,
        ),
        Command(
            "unmute",
            wishes.unmute,
            (Wish,),
            needs=SenderProof.VOUCHED,
            ask=wishes.ask_about_unmute,
        ),
        *(
            Command(
                each,
                partial(wishes.change_page, each),
                (Wish,),
                needs=SenderProof.VOUCHED,
                ask=partial(wishes.ask_about_page, each),
            )
            for each in get_args(PageWish)
        ),
        Command("organiser", organiser.pass_on, (PassedOn,)),
        Command("japanese", wishes.write_japanese, (Wish,)),
        Command("english", wishes.write_english, (Wish,)),
        *(Command(each, partial(wishes.choose, each), (Wish,)) for each in wishes.OPTIONS),
        *(Command(topic, answers.explain, (Help,)) for topic in TOPICS),
    ]
}
"""All of them."""

UNREAD: Final = Command(NOTHING, answers.refuse_unread, (Problems,))
"""For a mail that says nothing which we understand."""

BOOK.check(COMMANDS)
