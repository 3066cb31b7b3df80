"""How a player wishes to be written to, and whether they have a page."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from app.engine import Lang
from app.league.careers import owners
from app.league.people import budgets, players
from app.mail.case.case import Case, Done
from app.notices.answers import Option, PageWish, Wish
from app.store.tables import MailAction

OPTIONS: Final[dict[Option, tuple[str, bool]]] = {
    "text-only": ("wants_text_only", True),
    "with-html": ("wants_text_only", False),
    "short-report": ("wants_short_report", True),
    "full-report": ("wants_short_report", False),
}
"""What a player then wants, by the wish of their mail."""


def speak(lang: Lang, case: Case) -> Done:
    """The player's letters are in this language from now on; a forger would gain nothing: the answer says how to go back."""
    case.player.lang = lang
    case.session.add(case.player)
    return Done(MailAction.ANSWERED, Wish(wish="language", is_done=True), lang=lang)


def choose(option: Option, case: Case) -> Done:
    """The player's letters are so from now on; as with the language, the answer says how to go back."""
    column, is_wanted = OPTIONS[option]
    setattr(case.player, column, is_wanted)
    case.session.add(case.player)
    return Done(MailAction.ANSWERED, Wish(wish=option, is_done=True))


def mute(case: Case) -> Done:
    """The player gets no letters but answers."""
    players.mute(case.session, case.player, case.kept.received_at)
    return Done(MailAction.ANSWERED, Wish(wish="mute", is_done=True))


def unmute(case: Case) -> Done:
    """The player gets all letters again."""
    budgets.allow(case.session, case.key, case.player)
    return Done(MailAction.ANSWERED, Wish(wish="unmute", is_done=True))


def change_page(wish: PageWish, case: Case) -> Done:
    """The player has a page across seasons from now on, or none."""
    owners.choose(case.session, case.player, wanted=wish == "owner-page")
    return Done(MailAction.ANSWERED, Wish(wish=wish, is_done=True))


ASKED: Final[dict[Literal["mute", "unmute"] | PageWish, Callable[[Case], Done]]] = {
    "mute": mute,
    "unmute": unmute,
    "owner-page": partial(change_page, "owner-page"),
    "no-owner-page": partial(change_page, "no-owner-page"),
}
"""What is done by wishes that a forger could spoil something with."""


def ask_about(wish: Literal["mute", "unmute"] | PageWish, _case: Case) -> Done:
    """The player is asked whether it is their wish."""
    return Done(MailAction.HELD, Wish(wish=wish, is_done=False))
