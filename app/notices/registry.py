"""The table of all kinds of letters. It gives the kind and the contents of a letter."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from app.errors import LetterUnreadable, Problem
from app.i18n import N_
from app.notices import answers, news
from app.notices.about import About


class KeptLetter(Protocol):
    """The columns of a letter's row that say what it is about."""

    kind: str
    about: dict[str, Any]


KINDS: Final[dict[str, type[About]]] = {
    each.slug: each
    for module in (answers, news)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, About) and each.__module__ == module.__name__
}
"""Every kind of letter, by its slug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(About):
    """A letter of another version of this program."""

    label = N_("A letter of an unknown kind")


def kind_of(letter: KeptLetter) -> type[About]:
    """The kind of the letter; `Unknown` if this program has none with this name."""
    return KINDS.get(letter.kind, Unknown)


def about(letter: KeptLetter) -> About:
    """The contents of the letter. Raises `LetterUnreadable` if its row does not have them."""
    if letter.kind not in KINDS:
        raise LetterUnreadable([Problem("letter-unreadable", kind=letter.kind, wrong="kind")])
    return KINDS[letter.kind].of_row(letter.about)
