"""The commands that a mail can give, an object each. The words for them stand in `phrases.toml`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, get_args

from app.letters.replies.topics import TOPICS
from app.mail.requests import actions
from app.mail.requests.phrases import BOOK
from app.mail.requests.request import NOTHING, Case, Done, Proof
from app.store.letter_kinds.about import About
from app.store.letter_kinds.answers import (
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
from app.store.letter_kinds.news import Report, Shown, Withdrawn


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
    needs: Proof = Proof.NONE
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
            actions.enter,
            (Receipt, Confirmation, Several),
            about_entry=True,
            changes=True,
        ),
        Command(
            "check",
            actions.check,
            (Checked,),
            with_build=True,
            about_entry=True,
            changes=True,
        ),
        Command("change", actions.change, (Receipt, Confirmation), changes=True),
        Command("again", actions.enter_again, (Receipt, Confirmation)),
        Command("spar", actions.spar, (Spar,), with_build=True),
        Command("show", actions.show, (Shown,), about_entry=True),
        Command(
            "withdraw",
            actions.withdraw,
            (Withdrawn, Wish),
            needs=Proof.READER,
            ask=actions.ask_whether_to_withdraw,
            takes_back=True,
            changes=True,
        ),
        Command("standings", actions.show_standings, (Standings,)),
        Command("results", actions.resend_results, (Report,)),
        Command("rules", actions.explain, (Help,)),
        Command("cards", actions.explain, (Help,)),
        Command("form", actions.explain, (Help,), about_entry=True),
        Command("help", actions.explain, (Help,)),
        Command(
            "mute",
            actions.mute,
            (Wish,),
            needs=Proof.VOUCHED,
            ask=actions.ask_about_mute,
        ),
        Command(
            "unmute",
            actions.unmute,
            (Wish,),
            needs=Proof.VOUCHED,
            ask=actions.ask_about_unmute,
        ),
        *(
            Command(
                each,
                partial(actions.change_page, each),
                (Wish,),
                needs=Proof.VOUCHED,
                ask=partial(actions.ask_about_page, each),
            )
            for each in get_args(PageWish)
        ),
        Command("organiser", actions.pass_on, (PassedOn,)),
        Command("japanese", actions.write_japanese, (Wish,)),
        Command("english", actions.write_english, (Wish,)),
        *(Command(each, partial(actions.choose, each), (Wish,)) for each in actions.OPTIONS),
        *(Command(topic, actions.explain, (Help,)) for topic in TOPICS),
    ]
}
"""All of them."""

UNREAD: Final = Command(NOTHING, actions.refuse_unread, (Problems,))
"""For a mail that says nothing which we understand."""

BOOK.check(COMMANDS)
