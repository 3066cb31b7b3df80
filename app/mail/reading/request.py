"""The request of a mail, and what is known of requests from their slugs alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.mail.reading.changes.change import EntryChange
from app.mail.reading.form.entry_form import EntryForm
from app.mail.reading.phrases import BOOK, SaidPhrase

NOTHING: Final = "nothing"
"""The slug of a request that we do not understand."""
ORDERS: Final = "orders"
"""The slug of a mail with blocks of orders for matches."""
ENTERING: Final = frozenset({"enter", "change", "again"})
"""Requests after which the player has another entry, or is asked whether it is theirs."""
UNCLEAR: Final = frozenset({NOTHING, "form"})
"""Requests that may have meant something else: an empty mail asks for the form."""


QUESTIONS: Final = BOOK.having("question")
"""Questions, each with an answer of its own among the topics of letters."""
WITH_BUILD: Final = BOOK.having("with-build")
"""Beside a build they are done with that build, which else is an entry."""
ABOUT_ENTRY: Final = BOOK.having("about-entry")
"""Beside fields of an entry they are an entry."""
TAKE_BACK: Final = BOOK.having("takes-back")
"""Beside a build they contradict it."""
CHANGE: Final = BOOK.having("changes-entry")
"""They change an entry, so not once results are public."""
ASK_FIRST: Final = BOOK.having("asks-first")
"""Without proof their player is asked whether they are theirs."""


@dataclass(frozen=True, slots=True)
class Request:
    """The request of a mail: the slug of its command, and the fields of an entry that it fills in.

    `several`: the same of each character, where it brings more than one. `agrees`: it says yes and nothing else, or is silent. `declines`: it says no. `is_silent`: it says nothing.
    `contradicts`: it takes back what it sends. `asks_for_form`: its subject does, and it has no build. `said`: all that
    its sentences ask for, in their order; `also`: what is told beside the command; `changes`: those in an entry. `lines`: those that may ask for something beside the name of a season,
    which only the store knows; `places`: all that may name one. `keys`: those of its
    blocks of orders.
    """

    command: str
    form: EntryForm
    several: tuple[EntryForm, ...] = ()
    agrees: bool = False
    declines: bool = False
    is_silent: bool = False
    contradicts: bool = False
    asks_for_form: bool = False
    said: tuple[SaidPhrase, ...] = ()
    also: tuple[str, ...] = ()
    changes: tuple[EntryChange, ...] = ()
    keys: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @property
    def questions(self) -> Iterable[str]:
        """The topics that it asks about."""
        return dict.fromkeys(each.slug for each in self.said if each.slug in QUESTIONS)

    @property
    def is_unclear(self) -> bool:
        """Whether it is empty, or says nothing that we understand."""
        return self.command in UNCLEAR
