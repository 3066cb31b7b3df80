"""The request of a mail, and its yes or no to "Was it you?": what its words ask for, as `phrases.toml` has them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final, Literal

from app.mail.inbox.message import (
    ReadMail,
)
from app.mail.labels import alone, label_of
from app.mail.reading.changes.change import EntryChange
from app.mail.reading.changes.sentences import SentenceReading
from app.mail.reading.form.entry_form import EntryForm
from app.mail.reading.form.shorthand import says_field
from app.mail.reading.patterns import words_in
from app.mail.reading.phrases import BOOK, SaidPhrase, parts_of, sentences_in
from app.notices.answers import ORGANISER, Concern

NOTHING: Final = "nothing"
"""The slug of a request that we do not understand."""
ORDERS: Final = "orders"
"""The slug of a mail with blocks of orders for matches."""
ENTERING: Final = frozenset({"enter", "change", "again"})
"""Requests after which the player has another entry, or is asked whether it is theirs."""
UNCLEAR: Final = frozenset({NOTHING, "form"})
"""Requests that may have meant something else: an empty mail asks for the form."""


_NO_CHANGES: Final = SentenceReading()
_MOST_GREETINGS: Final = 4
_MOST_ADDRESSED: Final = 1000
"""How many characters from the beginning are searched for a wish to reach a human."""
_HAIL: Final = re.compile(r"\s*(dear|hello|hi|hey)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[\n。.!！?？:：、,()（）「」【】\[\]]")
_MOST_LINES: Final = 80
_LONGEST_LINE: Final = 400
ANSWER: Final = re.compile(r"\s*(re|aw|sv|返信)\s*(\[\d+\])?\s*[:：]", re.IGNORECASE)
_FORWARD: Final = re.compile(r"\s*(fwd?|wg|tr|転送)\s*(\[\d+\])?\s*[:：]", re.IGNORECASE)
_GREETING: Final = re.compile(
    r"\s*(hello|hi|hey|dear|good (morning|evening|afternoon)|こんにち[はわ]|こんばん[はわ]|おはよう|はじめまして|初めまして"
    r"|いつも|お世話に|お疲れ|主催者|運営|(this is|my name is|i am|i'm)\b|\S{1,20}(と申します|(です|でございます)[。.!！]?\s*$))",
    re.IGNORECASE,
)
QUESTIONS: Final = BOOK.having("question")
"""Questions. Each has an answer among the topics of letters."""
WITH_BUILD: Final = BOOK.having("with-build")
"""Wishes about a build beside them. Without such a wish a build is an entry."""
ABOUT_ENTRY: Final = BOOK.having("about-entry")
"""Beside fields of an entry, the mail is an entry."""
TAKE_BACK: Final = BOOK.having("takes-back")
"""Beside a build they contradict it."""
CHANGE: Final = BOOK.having("changes-entry")
"""They change an entry, so not once results are public."""
CONCERNS: Final = ("erasure", "legal", "press", "child", "complaint", "thanks", "who")
"""What is for a human from the first mail on; the last two, if a mail asks for nothing else."""
_WHENCE: Final = ("who", "show")
"""Where did you get my address?"""
ASK_FIRST: Final = BOOK.having("asks-first")
"""Without proof, the player is asked whether these wishes are theirs."""


@dataclass(frozen=True, slots=True)
class Request:
    """The request of a mail: the slug of its command, and the fields of an entry that it fills in.

    `several`: the same of each character, where it brings more than one. `agrees`: it says yes and nothing else, or is silent. `declines`: it says no. `is_silent`: it says nothing.
    `contradicts`: it takes back what it sends. `asks_for_form`: its subject does, and it has no build. `said`: all that
    its sentences ask for, in their order; `also`: what is told beside the command; `changes`: those in an entry. `lines`: those that may ask for something beside the name of a season,
    which only the store knows; `places`: all that may name one. `keys`: those of its
    blocks of orders. `concern`: why a human shall read it at once.
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
    concern: Concern = ""

    @property
    def questions(self) -> Iterable[str]:
        """The topics that it asks about."""
        return dict.fromkeys(each.slug for each in self.said if each.slug in QUESTIONS)

    @property
    def is_unclear(self) -> bool:
        """Whether it is empty, or says nothing that we understand."""
        return self.command in UNCLEAR


def request_of(mail: ReadMail, form: EntryForm, wanted: SentenceReading = _NO_CHANGES) -> Request:
    """The request that this mail makes; `form` has the fields that its text fills in, `wanted` the changes it asks for."""
    has_build = form.build_text is not None
    free = free_text(mail.text, form)
    about = free if is_ours(mail.subject) else f"{mail.subject}\n{free}"
    concern = _concern(about, has_build=has_build)
    own = tuple(BOOK.requests_in(free))
    # The subject of an answer is not its sender's, if they write anything else.
    is_of_letter = mail.text.strip() and not has_build and ANSWER.match(mail.subject)
    is_of_letter = is_of_letter or _FORWARD.match(mail.subject)
    said = own if is_of_letter else (*own, *BOOK.requests_in(mail.subject))
    if mail.subject.rstrip().endswith(("?", "？")) or wanted.changes or wanted.unread:
        said = (*own, *(each for each in said if each.slug not in TAKE_BACK))
    asked = [each.slug for each in said if each.slug not in (ORGANISER, "change", "again")]
    command = _command(mail, form, asked, is_entering="enter" in [each.slug for each in own])
    if not form.is_whole:
        command = _changing(command, {each.slug for each in said}, wanted)
    if not has_build and not concern and tells("stop", about):
        command = "mute"
    is_silent = not mail.text.strip()
    reply = "" if has_build else reply_in(mail.text)
    return Request(
        command=command,
        form=form,
        agrees=reply == "yes" and not (is_silent and _shows_something(mail)),
        declines=reply == "no" and not says_field(mail.text[:_MOST_ADDRESSED]),
        is_silent=is_silent,
        contradicts=bool(has_build or wanted.changes or wanted.unread)
        and not TAKE_BACK.isdisjoint(asked),
        asks_for_form=not has_build and BOOK.said_in(mail.subject) == "form",
        said=said,
        also=tuple(
            each
            for each in dict.fromkeys(asked)
            if each != command and (_is_free(each) or (each == "form" and not has_build))
        ),
        changes=wanted.changes,
        lines=_first_lines(mail) if command in UNCLEAR else (),
        places=(*free.split("\n"), *(() if is_of_letter else (mail.subject[:_LONGEST_LINE],))),
        concern=""
        if concern in CONCERNS[-2:] and command not in UNCLEAR and (concern, command) != _WHENCE
        else concern,
    )


def _concern(text: str, *, has_build: bool) -> Concern:
    """Why a human shall read this text at once; an entry beside it is entered, unless a child is spoken of."""
    kinds: tuple[Concern, ...] = ("child",) if has_build else CONCERNS
    return next((each for each in kinds if tells(each, text)), "")


def tells(what: str, text: str) -> bool:
    """Whether a sentence of this text is about it."""
    said = (words_in(each[:_LONGEST_LINE]).said for each in sentences_in(text))
    return any(BOOK.answers[what].search(each) for each in said)


def asks_whether(text: str) -> bool:
    """Whether it asks if a build may be entered."""
    return any(each.slug == "check" for each in BOOK.requests_in(text))


def _is_free(slug: str) -> bool:
    """Whether it is told or done at once, without a question and whatever else the mail asks for."""
    return slug not in ASK_FIRST | WITH_BUILD | CHANGE | ABOUT_ENTRY | QUESTIONS | {"help"}


def _command(mail: ReadMail, form: EntryForm, asked: Sequence[str], *, is_entering: bool) -> str:
    """The command that a mail which asks for these means; `is_entering`: its text says that it enters something.

    A build is an entry, unless a word beside it says that it shall only be checked or tried. With neither a
    word nor a build, a mail asks for the form if it is empty, for a human if a sentence of it says so, and otherwise
    for nothing that we understand.
    """
    first = _first(asked)
    if form.build_text is not None:
        return next((each for each in asked if each in WITH_BUILD), "enter")
    if fills_in(form) and (not asked or first in ABOUT_ENTRY):
        return "enter"
    if first in ("enter", NOTHING) and _is_for_organiser(mail):
        return ORGANISER
    if first == "enter":
        return "form" if _is_empty(mail) or is_entering else NOTHING
    return without_build(first) if asked else "form" if _is_empty(mail) else NOTHING


def _changing(command: str, said: Collection[str], wanted: SentenceReading) -> str:
    """The command, unless it would only tell something, and the mail asks for a change or for the same again."""
    if command in TAKE_BACK | ASK_FIRST | WITH_BUILD | {ORGANISER}:
        return command
    return "again" if "again" in said else "change" if wanted.changes else command


def _first(asked: Sequence[str]) -> str:
    """The first of these that is done rather than told, else the first that is more than an entry announced."""
    ranks = (
        [each for each in asked if each in TAKE_BACK],
        [each for each in asked if each in ASK_FIRST],
        [each for each in asked if each != "enter"],
        asked,
    )
    return next((each[0] for each in ranks if each), NOTHING)


def without_build(command: str) -> str:
    """The command that is meant where no build stands beside it: to see the entry, or how to write one."""
    return {"check": "show", "enter": "form"}.get(command, command)


def free_text(text: str, form: EntryForm) -> str:
    """The first lines of the text that are in no field: a character's lore asks for nothing."""
    taken = {line.strip() for value in values_of(form) for line in value.split("\n")}
    mine = "".join((form.build_text or "").split())
    taken.discard("")
    lines = text.split("\n", _MOST_LINES)[:_MOST_LINES]
    return "\n".join(
        line[:_LONGEST_LINE]
        for line in lines
        if line.strip() not in taken
        and not label_of(line)
        and not (mine and alone(line))
        and not (mine and mine in "".join(line.split()))
    )


def _lines(text: str) -> Iterator[str]:
    """The first lines, as far as they greet or name a season; and the one below."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line in lines[:_MOST_GREETINGS]:
        yield line
        label = label_of(line)
        if not (_GREETING.match(line) or (label and label.field == "season")):
            return


def _first_lines(mail: ReadMail) -> tuple[str, ...]:
    """The places of a request: the first lines of the text, and the subject, unless that is of our letter."""
    subject = [] if mail.text.strip() and ANSWER.match(mail.subject) else [mail.subject]
    lines = (*_lines(mail.text), *subject)
    return tuple(line for line in lines if line.strip() and not label_of(line))


def _is_for_organiser(mail: ReadMail) -> bool:
    """Whether its subject or one of its first sentences asks for a human."""
    subject = "" if ANSWER.match(mail.subject) else mail.subject
    said = f"{subject}\n{mail.text[:_MOST_ADDRESSED]}"
    sentences = (each for each in _SENTENCE.split(said) if not _HAIL.match(each))
    return any(BOOK.said_in(each) == ORGANISER for each in sentences)


def fills_in(form: EntryForm) -> bool:
    """Whether it fills in fields of an entry besides the build."""
    return bool(form.name or form.lore or form.owner or form.extras)


def is_ours(subject: str) -> bool:
    """Whether a subject is that of a mail before this one, and not its sender's own."""
    return bool(ANSWER.match(subject) or _FORWARD.match(subject))


def _is_empty(mail: ReadMail) -> bool:
    lines = [line for line in mail.text.split("\n") if line.strip()]
    return not lines or (len(lines) == 1 and BOOK.said_in(lines[0]) is not None)


def _shows_something(mail: ReadMail) -> bool:
    """Whether a mail without text says something elsewhere. Pictures stand in many a signature."""
    return bool(mail.attached) or any(each.kind != "picture" for each in mail.untaken)


def values_of(form: EntryForm) -> Iterator[str]:
    """The values of a form by field."""
    kept = asdict(replace(form, untaken=())).values()
    several = (each.values() if isinstance(each, dict) else (each,) for each in kept)
    return (each for those in several for each in those if isinstance(each, str))


# --- yes and no -----------------------------------------------------------------------------------


Reply = Literal["yes", "no", ""]
_LONGEST_ANSWER: Final = 1000
_MOST_SENTENCES: Final = 8
_QUESTIONS: Final = ("?", "？")
# The words of a part, which is compared with one kind of answer after the other.
_said: Final = lru_cache(maxsize=64)(lambda part: words_in(part).said)


def reply_in(text: str) -> Reply:
    """Whether an answer to "Was it you?" says yes, and not "Yes, but it was not", or no, and nothing that could mean
    yes. An empty one says yes.

    Before it may stand what politeness wants; before what says so by itself, anything.
    """
    if not text.strip():
        return "yes"
    sentences = list(islice(sentences_in(text[:_LONGEST_ANSWER]), _MOST_SENTENCES))
    if is_of_program(text):
        return ""
    parts = [(part, at) for at, each in enumerate(sentences) for part in parts_of(each)]
    is_first = True
    for place, (part, at) in enumerate(parts):
        rest = "\n".join(each for each, of in parts[place:] if of == at)
        if _fits("denied", part) or (is_first and _fits("no", part)):
            below = parts[place + 1][0] if place + 1 < len(parts) else ""
            is_doubtful = not _is_against(below) and any(
                _fits(a, below) for a in ("yes", "affirmed")
            )
            return "" if _asks(sentences[at]) or is_doubtful else "no"
        if _fits("affirmed", part) or (is_first and _fits("yes", part)):
            return "" if _asks(sentences[at]) or _is_against(rest) else "yes"
        is_first = is_first and _fits("courtesy", part) and not _is_against(part)
        if _is_against(part):
            return ""
    return ""


def agrees(text: str) -> bool:
    """Whether it says yes."""
    return reply_in(text) == "yes"


def declines(text: str) -> bool:
    """Whether it says no."""
    return reply_in(text) == "no"


def is_of_program(text: str) -> bool:
    """Whether one of its sentences is of a kind that only programs write."""
    sentences = (each for each in sentences_in(text[:_LONGEST_ANSWER]) if not _asks(each))
    return any(_fits("program", part) for each in sentences for part in (each, *parts_of(each)))


def _asks(sentence: str) -> bool:
    return sentence.rstrip().endswith(_QUESTIONS)


def _fits(answer: str, part: str) -> bool:
    return BOOK.answers[answer].fullmatch(_said(part)) is not None


def _is_against(text: str) -> bool:
    said = BOOK.answers["undoubted"].sub("", _said(text))
    return BOOK.answers["against"].search(said) is not None
