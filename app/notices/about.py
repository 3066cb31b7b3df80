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
    """The name of the class, where it has no other. Stands in the row and in the Message-ID, and names the folder of its templates."""
    label: ClassVar[str]
    """Names the letter in lists."""
    templates: ClassVar[str] = ""
    """The folder of its templates, where another kind has the same."""
    is_answer: ClassVar[bool] = False
    """Whether it answers a mail, a form or an act; all others are news, and carry a link that stops news."""
    has_results: ClassVar[bool] = False
    """Whether it brings the results of a season."""
    tells_entry: ClassVar[bool] = True
    """Whether it says what an entry brings: such a letter is sealed as long as its season."""
    tells_match: ClassVar[bool] = False
    """Whether it says what one player of a match may know: organisers read it once the results are public."""
    quotes_mail: ClassVar[bool] = False
    """Whether it quotes a mail or a form, which may have been written for any season, or letters of several."""
    tells_duel: ClassVar[bool] = False
    """Whether it tells of a duel, which nobody but the two sees: organisers never read it."""
    is_trial: ClassVar[bool] = False
    """Whether it is about a build that was never entered: lists of letters do not give its subject."""
    tells_untaken: ClassVar[bool] = True
    """Whether it names the parts of the answered mail that were not taken."""
    can_wait: ClassVar[bool] = False
    """Whether it may come in its reader's letter of the day, where nothing that it tells of ends before."""
    wakes: ClassVar[bool] = False
    """Whether it wakes the browsers that its reader has asked to be told of its season, if it asks for anything."""
    outlasts_day: ClassVar[bool] = False
    """Whether it is still of use to its reader when budgets have withheld it for a day."""

    untaken: tuple[Untaken, ...] = ()
    """The parts of the answered mail that were not taken."""
    questions: tuple[str, ...] = ()
    """The topics that the answered mail asks about (see `app.letters.replies.topics`)."""

    def to_row(self) -> dict[str, Any]:
        """The fields as a row keeps them: plain data, without those that say nothing."""
        kept: dict[str, Any] = _adapter(type(self)).dump_python(self, mode="json")
        return {
            each.name: kept[each.name]
            for each in fields(self)
            if each.default is MISSING or getattr(self, each.name) != each.default
        }

    @classmethod
    def of_row(cls, kept: Mapping[str, Any]) -> Self:
        """The same as it was kept. Raises `LetterUnreadable` where a field is missing or is something else."""
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
    """The class as a kind of letter, frozen."""
    declared.slug = vars(declared).get("slug") or kebab(declared.__name__)
    return dataclass(frozen=True, slots=True, kw_only=True)(declared)


class AnswerLetter(About):
    """A letter that answers a mail, a form or an act."""

    __slots__ = ()
    is_answer = True


class PlainAnswer(AnswerLetter):
    """One that says neither what an entry brings nor what was not taken."""

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
