"""Parts of a mail that were not used: the answer names each, with the reason."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from app.engine import Lang
from app.i18n import N_, translations
from app.notices.about import Untaken, UntakenKind, UntakenWhy

__all__ = ["Untaken", "UntakenKind", "UntakenWhy", "harmless", "named", "sentences"]

MOST: Final = 12
"""The most parts named; of more it is said that there are more."""
_MOST_WORDS: Final = 60

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "attachment": (
        N_(
            "The attachment “{0}” was not read. We read texts (.txt, .csv) and Word documents (.docx), and only if the mail itself has no entry. Please write everything in the mail itself."
        ),
        N_(
            "An attachment was not read. We read texts (.txt, .csv) and Word documents (.docx), and only if the mail itself has no entry. Please write everything in the mail itself."
        ),
    ),
    "attachment broken": (
        N_(
            "The attachment “{0}” was not read: it could not be opened as a Word document. Please write everything in the mail itself."
        ),
        N_(
            "An attachment was not read: it could not be opened as a Word document. Please write everything in the mail itself."
        ),
    ),
    "attachment garbled": (
        N_(
            "The attachment “{0}” was not read: its characters are garbled. Please save it as UTF-8, or write everything in the mail itself."
        ),
        N_(
            "An attachment was not read: its characters are garbled. Please save it as UTF-8, or write everything in the mail itself."
        ),
    ),
    "attachment large": (
        N_(
            "The attachment “{0}” was not read: it is too large. Please write everything in the mail itself."
        ),
        N_(
            "An attachment was not read: it is too large. Please write everything in the mail itself."
        ),
    ),
    "encrypted": (
        N_("An encrypted part could not be read. Please send it without encryption."),
        N_("An encrypted part could not be read. Please send it without encryption."),
    ),
    "label": (
        N_("“{0}” was left out: an entry has no field of this name."),
        N_("A line was left out: an entry has no field of its name."),
    ),
    "lines": (
        N_("“{0}” was left out: we didn't know where it belongs."),
        N_("Some lines were left out: we didn't know where they belong."),
    ),
    "mail": (
        N_("A mail that was attached to yours was not read: “{0}”."),
        N_("A mail that was attached to yours was not read."),
    ),
    "picture": (
        N_(
            "The picture “{0}” was not taken: it came without a valid entry. Send it together with the entry, or on the page of your entry."
        ),
        N_(
            "A picture was not taken: it came without a valid entry. Send it together with the entry, or on the page of your entry."
        ),
    ),
    "picture whose": (
        N_(
            "The picture “{0}” was not taken: we didn't know which entry it belongs to. Give the file the name of the entry, or send it on the page of your entry."
        ),
        N_(
            "A picture was not taken: we didn't know which entry it belongs to. Give the file the name of the entry, or send it on the page of your entry."
        ),
    ),
    "picture broken": (
        N_(
            "The picture “{0}” was not taken: it cannot be opened. Send it as PNG, JPEG or WebP, by mail or on the page of your entry."
        ),
        N_(
            "A picture was not taken: it cannot be opened. Send it as PNG, JPEG or WebP, by mail or on the page of your entry."
        ),
    ),
    "picture large": (
        N_(
            "The picture “{0}” was not taken: it is too large. The limit is 512 KB, and 4096 pixels on a side. Send a smaller one, by mail or on the page of your entry."
        ),
        N_(
            "A picture was not taken: it is too large. The limit is 512 KB, and 4096 pixels on a side. Send a smaller one, by mail or on the page of your entry."
        ),
    ),
    "question": (
        N_(
            "“{0}” was not answered: a program reads the mail here. To ask a person, write “For the organiser” above it."
        ),
        N_(
            "A question was not answered: a program reads the mail here. To ask a person, write “For the organiser” above it."
        ),
    ),
    "rest": (
        N_("Your mail is very large. We read only its first megabyte."),
        N_("Your mail is very large. We read only its first megabyte."),
    ),
    "second": (
        N_(
            "“{0}” was not taken: a player has one character in a season, and the first one in a mail counts. To enter this one instead, or in another season, send it in a separate mail."
        ),
        N_(
            "A second character was not taken: a player has one in a season, and the first one in a mail counts. To enter the other one instead, or in another season, send it in a separate mail."
        ),
    ),
    "winmail": (
        N_("“{0}” could not be read: it is in Outlook's own format. Please send plain text."),
        N_("A part could not be read: it is in Outlook's own format. Please send plain text."),
    ),
}
_FILE: Final = re.compile(
    r"[\w -]{1,40}\.(?:csv|tsv|txt|xlsx?|ods|docx?|odt|pdf|rtf|pages|numbers|png|jpe?g|gif|heic)",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"://|@|\bwww\b|[\w-]\.[^\W\d]{2,}", re.IGNORECASE)
_MORE: Final = N_("Other things were not taken either.")


def named(kind: UntakenKind, words: str = "", why: UntakenWhy = "") -> Untaken:
    """This thing under its name, in one line that is not too long."""
    line = " ".join(words.split())
    if len(line) > _MOST_WORDS:
        line = f"{line[: _MOST_WORDS - 1]}…"
    return Untaken(kind, (line,) if line else (), why)


def harmless(those: Iterable[Untaken]) -> list[Untaken]:
    """The same, without words that could be an address or a link: a stranger may have chosen them."""
    return [
        replace(each, words=())
        if any(_LINK.search(word) and not _FILE.fullmatch(word) for word in each.words)
        else each
        for each in those
    ]


def sentences(those: Iterable[Untaken], lang: Lang, *, with_words: bool) -> list[str]:
    """A sentence for each; without words, as they are told where builds are sealed, none is told twice."""
    _ = translations(lang).gettext
    told: dict[str, None] = {}
    for each in those:
        named_so, nameless = _SENTENCES.get(f"{each.kind} {each.why}") or _SENTENCES[each.kind]
        is_named = with_words and bool(each.words)
        told[_(named_so).format(*each.words) if is_named else _(nameless)] = None
    said = list(told)
    return [*said[:MOST], _(_MORE)] if len(said) > MOST else said
