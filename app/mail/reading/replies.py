"""Yes and no, in answer to "Was it you?", and words that only programs write; `phrases.toml` has them all."""

from functools import lru_cache
from itertools import islice
from typing import Final, Literal

from app.mail.reading.patterns import words_in
from app.mail.reading.phrases import BOOK, parts_of, sentences_in

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
    """Whether a sentence of it is one that no person writes."""
    sentences = (each for each in sentences_in(text[:_LONGEST_ANSWER]) if not _asks(each))
    return any(_fits("program", part) for each in sentences for part in (each, *parts_of(each)))


def is_of_calendar(subject: str) -> bool:
    """Whether it is the subject with which a calendar answers an invitation."""
    return _fits("calendar", subject)


def _asks(sentence: str) -> bool:
    return sentence.rstrip().endswith(_QUESTIONS)


def _fits(answer: str, part: str) -> bool:
    return BOOK.answers[answer].fullmatch(_said(part)) is not None


def _is_against(text: str) -> bool:
    said = BOOK.answers["undoubted"].sub("", _said(text))
    return BOOK.answers["against"].search(said) is not None
