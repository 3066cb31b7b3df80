"""What all kinds of letters share: the contents of a letter, and how a row keeps them."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, ClassVar, Final, Literal, Self, TypeVar, dataclass_transform

from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from app.errors import LetterUnreadable, Problem
from app.text.characters import kebab

UntakenKind = Literal[
    "attachment",
    "encrypted",
    "label",
    "lines",
    "mail",
    "picture",
    "question",
    "rest",
    "second",
    "winmail",
]
UntakenWhy = Literal["", "broken", "garbled", "large", "whose"]


@dataclass(frozen=True, slots=True)
class Untaken:
    """A part of a mail that was not taken. `kind` says what it is and why, `why` more of it; `words` name it, if it has a name."""

    kind: UntakenKind
    words: tuple[str, ...] = ()
    why: UntakenWhy = ""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The same as it was kept as plain data."""
        return cls(kept["kind"], tuple(map(str, kept.get("words") or ())), kept.get("why") or "")


def _problem(kept: Any) -> Problem:
    if isinstance(kept, Problem):
        return kept
    try:
        return Problem.of(kept)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("no problem") from error


KeptProblems = tuple[
    Annotated[Problem, PlainValidator(_problem), PlainSerializer(Problem.plain)], ...
]
"""Problems as a letter tells them, and as its row keeps them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The contents of a letter besides the rows that it points to. Its class is the letter's kind."""

    slug: ClassVar[str] = ""
    """The slug of the kind; by default made from the class name. It is part of the row and of the
    Message-ID, and names the folder of templates.
    """
    label: ClassVar[str]
    """Names the letter in lists."""
    templates: ClassVar[str] = ""
    """The folder of templates, if it is that of another kind."""
    is_answer: ClassVar[bool] = False
    """Whether it answers a mail, a form or an act; all others are news, and carry a link that stops news."""
    has_results: ClassVar[bool] = False
    """Whether it brings the results of a season."""
    tells_entry: ClassVar[bool] = True
    """Whether it shows the content of an entry. Such a letter is sealed as long as its season."""
    tells_match: ClassVar[bool] = False
    """Whether it shows what one player of a match alone may know. Organisers read it once the
    results are public.
    """
    quotes_mail: ClassVar[bool] = False
    """Whether it quotes a mail or a form (written for any season), or letters of several seasons."""
    tells_duel: ClassVar[bool] = False
    """Whether it is about a duel. Only its two players read it; organisers never do."""
    is_trial: ClassVar[bool] = False
    """Whether it is about a build that was never entered. Lists of letters hide its subject."""
    tells_untaken: ClassVar[bool] = True
    """Whether it names the parts of the answered mail that were not taken."""
    can_wait: ClassVar[bool] = False
    """Whether it can wait for its reader's daily letter, if nothing in it ends before."""
    wakes: ClassVar[bool] = False
    """Whether it wakes the browsers that its reader has asked to be told of its season, if it asks for anything."""
    outlasts_day: ClassVar[bool] = False
    """Whether it is still useful after budgets have held it back for a day."""

    untaken: tuple[Untaken, ...] = ()
    """The parts of the answered mail that were not taken."""
    questions: tuple[str, ...] = ()
    """The topics that the answered mail asks about (see `app.letters.replies.topics`)."""

    def to_row(self) -> dict[str, Any]:
        """The fields as a row keeps them: plain data, without empty ones."""
        kept: dict[str, Any] = _adapter(type(self)).dump_python(self, mode="json")
        return {
            each.name: kept[each.name]
            for each in fields(self)
            if each.default is MISSING or getattr(self, each.name) != each.default
        }

    @classmethod
    def of_row(cls, kept: Mapping[str, Any]) -> Self:
        """Read the fields back. Raises `LetterUnreadable` if one is missing or has another type."""
        try:
            about: Self = _adapter(cls).validate_python(kept)
        except ValidationError as error:
            wrong = ", ".join(dict.fromkeys(str(each["loc"][0]) for each in error.errors()))
            raise LetterUnreadable(
                [Problem("letter-unreadable", kind=cls.slug, wrong=wrong)]
            ) from None
        return about


_Kind = TypeVar("_Kind", bound=About)
_ADAPTERS: Final[dict[type[About], TypeAdapter[Any]]] = {}


def _adapter(kind: type[About]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


@dataclass_transform(frozen_default=True, kw_only_default=True)
def kind(declared: type[_Kind]) -> type[_Kind]:
    """Make the class a frozen dataclass and a kind of letter."""
    declared.slug = vars(declared).get("slug") or kebab(declared.__name__)
    return dataclass(frozen=True, slots=True, kw_only=True)(declared)


class AnswerLetter(About):
    """A letter that answers a mail, a form or an act."""

    __slots__ = ()
    is_answer = True


class PlainAnswer(AnswerLetter):
    """An answer that shows no content of an entry, and names no part of a mail that was not taken."""

    __slots__ = ()
    tells_entry = False
    tells_untaken = False


class News(About):
    """News that can wait for the letter of the day."""

    __slots__ = ()
    can_wait = True


class SeasonNews(News):
    """News about a season that never show the content of an entry."""

    __slots__ = ()
    tells_entry = False
