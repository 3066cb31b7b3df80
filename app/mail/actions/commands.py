"""The commands that a mail can give, an object each, and the wishes among them. Their words stand in `phrases.toml`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final, Literal

from app.engine import Lang
from app.errors import Problem, SubmissionRejected
from app.league.careers import owners
from app.league.entries import entries as league_entries
from app.league.matches import views
from app.league.own import acts as own_acts
from app.league.people import budgets, players
from app.league.people.players import HOURS
from app.letters.replies.topics import TOPICS
from app.mail.actions import answers, organiser, own, participation, targets
from app.mail.case.case import Case, MailOutcome, SenderProof
from app.mail.reading.phrases import BOOK, sentences_in
from app.mail.reading.request import NOTHING, tells
from app.notices.about import About
from app.notices.answers import (
    AddressNote,
    Checked,
    Confirmation,
    Follow,
    Help,
    Option,
    OwnAnswer,
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
from app.store import entries, players as known
from app.store.tables import MailAction
from app.text.characters import shown

OPTIONS: Final[dict[Option, tuple[str, bool | int | None]]] = {
    "text-only": ("wants_text_only", True),
    "with-html": ("wants_text_only", False),
    "short-report": ("wants_short_report", True),
    "full-report": ("wants_short_report", False),
    "daily-letter": ("daily_hour", 7),
    "single-letters": ("daily_hour", None),
}
"""What a player then wants, by the wish of their mail."""


def speak(lang: Lang, case: Case) -> MailOutcome:
    """The player's letters are in this language from now on; a forger would gain nothing: the answer says how to go back."""
    case.player.lang = lang
    return MailOutcome(MailAction.ANSWERED, Wish(wish="language", is_done=True), lang=lang)


def choose(option: Option, case: Case) -> MailOutcome:
    """The player's letters are so from now on; as with the language, the answer says how to go back."""
    column, wanted = OPTIONS[option]
    if hour := next(filter(None, (each.part("number") for each in case.request.said)), None):
        if not (hour.isdecimal() and int(hour) < HOURS):
            raise SubmissionRejected([Problem("no-hour", typed=shown(hour))])
        wanted = int(hour) if option == "daily-letter" else wanted
    setattr(case.player, column, wanted)
    return MailOutcome(MailAction.ANSWERED, Wish(wish=option, is_done=True))


def mute(case: Case) -> MailOutcome:
    """The player gets no letters but answers, and what waits for their yes is dropped; who wants those of matches is asked."""
    if tells("keeps", case.mail.text):
        return ask_about("mute", case)
    for held in case.asked:
        league_entries.decline(case.session, held, case.kept.received_at)
    players.mute(case.player, case.kept.received_at)
    return MailOutcome(MailAction.ANSWERED, Wish(wish="mute", is_done=True))


def stop(case: Case) -> MailOutcome:
    """The same without proof, for a mailbox that asked for nothing; who takes part is asked: their reports would stop."""
    takes_part = entries.counting_of(case.session, case.player) or views.tasks(
        case.session, case.player
    )
    return ask_about("mute", case) if takes_part else mute(case)


def unmute(case: Case) -> MailOutcome:
    """The player gets all letters again."""
    budgets.allow(case.session, case.key, case.player)
    return MailOutcome(MailAction.ANSWERED, Wish(wish="unmute", is_done=True))


def follow(wish: Literal["follow", "unfollow"], case: Case) -> MailOutcome:
    """The player hears how the season ends that they name, or does not. Raises `SubmissionRejected` where none is meant."""
    season = targets.season_to_follow(case)
    if wish == "unfollow":
        known.unfollow(case.session, case.player, season)
    elif case.proof < SenderProof.VOUCHED:
        return MailOutcome(MailAction.HELD, Follow(), season)
    else:
        players.follow(case.session, case.player, season, case.kept.received_at)
    return MailOutcome(MailAction.ANSWERED, Wish(wish=wish, is_done=True), season)


def change_page(wish: PageWish, case: Case) -> MailOutcome:
    """The player has a page across seasons from now on, or none."""
    owners.choose(case.player, wanted=wish == "owner-page")
    return MailOutcome(MailAction.ANSWERED, Wish(wish=wish, is_done=True))


def go_or_come(what: Literal["away", "back"], case: Case) -> MailOutcome:
    """The player is away on the days that the mail says, or back: in all their seasons. Raises `SubmissionRejected` without proof."""
    if not case.is_proven:
        raise SubmissionRejected([Problem("away-proof")])
    sentences = chain(*map(sentences_in, (case.mail.text, case.mail.subject)))
    asks = (each for each in sentences if any(it.slug == what for it in BOOK.requests_in(each)))
    now = case.kept.received_at
    told = own_acts.act(
        case.session, case.player, what, "", next(asks, "").replace("\v", " ").strip(), now=now
    )
    return MailOutcome(MailAction.ANSWERED, OwnAnswer(said=(told,)))


ASKED: Final[dict[Literal["mute", "unmute"] | PageWish, Callable[[Case], MailOutcome]]] = {
    "mute": mute,
    "unmute": unmute,
    "owner-page": partial(change_page, "owner-page"),
    "no-owner-page": partial(change_page, "no-owner-page"),
}
"""What is done by wishes that a forger could spoil something with."""


def ask_about(wish: Literal["mute", "unmute"] | PageWish, _case: Case) -> MailOutcome:
    """The player is asked whether it is their wish."""
    return MailOutcome(MailAction.HELD, Wish(wish=wish, is_done=False))


_ASKS: Final = {"mute": stop}
"""Wishes that are asked about only where something would be lost."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its action, and the letters that answer.

    `needs`: the proof that its player gives it; without, `ask` writes to them whether they did.
    """

    slug: str
    act: Callable[[Case], MailOutcome]
    letters: tuple[type[About], ...]
    needs: SenderProof = SenderProof.NONE
    ask: Callable[[Case], MailOutcome] | None = None

    def action(self, case: Case) -> Callable[[Case], MailOutcome]:
        """The function that does it, or asks first."""
        return self.ask if self.ask and case.proof < self.needs else self.act


COMMANDS: Final = {
    command.slug: command
    for command in [
        Command("enter", participation.enter, (Receipt, Confirmation, Several)),
        Command("check", participation.check, (Checked,)),
        Command("change", participation.change, (Receipt, Confirmation)),
        Command("again", participation.enter_again, (Receipt, Confirmation)),
        Command("spar", participation.spar, (Spar,)),
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
        Command("follow", partial(follow, "follow"), (Follow, Wish)),
        Command("unfollow", partial(follow, "unfollow"), (Wish,)),
        Command("address", own.ask_for_address, (AddressNote,)),
        Command("organiser", organiser.pass_on, (PassedOn,)),
        Command("japanese", partial(speak, "ja"), (Wish,)),
        Command("english", partial(speak, "en"), (Wish,)),
        Command("away", partial(go_or_come, "away"), (OwnAnswer, Problems)),
        Command("back", partial(go_or_come, "back"), (OwnAnswer, Problems)),
        *(Command(each, partial(choose, each), (Wish,)) for each in OPTIONS),
        *(
            Command(
                each, act, (Wish,), SenderProof.VOUCHED, _ASKS.get(each, partial(ask_about, each))
            )
            for each, act in ASKED.items()
        ),
    ]
}
"""All of them."""

UNREAD: Final = Command(NOTHING, answers.refuse_unread, (Problems,))
"""For a mail that says nothing which we understand."""

BOOK.check(COMMANDS)
