"""Models of the data sent to the API: entries, seasons, and the acts of organisers."""

from typing import Annotated, Any, Final

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, WithJsonSchema

from app.engine import Lang
from app.errors import SeasonRefused
from app.league.seasons.decisions.season_plans import DECISIONS, MOST_CAPACITY, Plan, Unread, chosen
from app.league.seasons.seasons import MOST_REASON
from app.text.moments import parsed
from app.tournament.tiebreaks import DEFAULT, TIE_BREAKS
from app.web.api.models.decisions import Shape, parts_of, values_sent, with_decisions
from app.web.api.texts import Text

SmallNumber = Annotated[int, Field(ge=-1_000, le=1_000)]


class Sent(BaseModel):
    """A body; one with an unknown field is refused, since the name may be misspelt."""

    model_config = ConfigDict(extra="forbid")


class SentLines(Sent):
    """What a character says: at its entrance, before the deciding blow, after a win, after a loss."""

    entrance: Text = ""
    finish: Text = ""
    victory: Text = ""
    defeat: Text = ""


class SentLabels(Sent):
    """The character's own words for its build and its lore."""

    build: Text = ""
    lore: Text = ""


class SentRights(Sent):
    """The author's statement about the rights in a card's picture and words."""

    source: Text = ""
    terms: Text = ""
    licence: Text = ""


Flavour = Annotated[list[Text | None], Field(max_length=100)]
"""Names of its own for the cards of a build, from the top; null or nothing for those that have none."""


class SentCharacter(Sent):
    """A character; `build` in any notation of its game.

    `flavour` lists its own names for its cards from the top, null for a card without one. In a game with
    matches `orders` are its standing orders, one per line, and `nonce` is its own part in the dice. `side` is
    the name of its side, in a season with sides.
    """

    name: Text
    build: Text
    owner: Text = ""
    lore: Text = ""
    url: Text = ""
    flavour: Flavour = []
    lines: SentLines = SentLines()
    labels: SentLabels = SentLabels()
    rights: SentRights = SentRights()
    orders: Text = ""
    nonce: Text = ""
    side: Text = ""

    @property
    def beside(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """Its lines, its labels, and the rights in it."""
        return self.lines.model_dump(), self.labels.model_dump(), self.rights.model_dump()


class SentEntry(SentCharacter):
    """A character of the player with this address: letters go there, in `lang`."""

    address: Text
    lang: Lang | None = None
    instead: Text = Field(
        default="",
        description="Where a player may have several characters: the name of theirs that this one replaces. One of the same name is replaced without it.",
    )
    word: Text = Field(
        default="",
        description="What lets in, where the season has a word, or a link: the end of that, behind `word=`.",
    )


TieBreakSlug = Annotated[Text, WithJsonSchema({"type": "string", "enum": [*TIE_BREAKS]})]


class SentPoints(Sent):
    """The points for each result, and the tie-breaks in order."""

    win: SmallNumber = 3
    draw: SmallNumber = 1
    loss: SmallNumber = 0
    tie_breaks: list[TieBreakSlug] = list(DEFAULT)


Deadline = Annotated[AwareDatetime, AfterValidator(lambda value: parsed(value.isoformat()))]


class SentWave(Sent):
    """More places open at this moment, given with its offset from UTC."""

    at: Deadline
    places: int = Field(ge=1, le=MOST_CAPACITY)


class SentPool(Sent):
    """The limits on builds; `banned` lists cards by name or identifier."""

    banned: list[Text] = []
    copies: int | None = Field(default=None, le=MOST_CAPACITY)
    size: int | None = Field(default=None, le=MOST_CAPACITY)


SentMatches = parts_of(
    Sent,
    "SentMatches",
    "How matches are played. `config` is what the game leaves open; Monday is 0.",
    DECISIONS["matches"],
    {
        **dict.fromkeys(("OneWord", "Text", "ZoneName"), Shape(Text)),
        "WholeNumber": Shape(Annotated[int, Field(le=MOST_CAPACITY)] | None),
        "YesNo": Shape(bool),
        "SomeOf": Shape(list[int]),
        "GameChoices": Shape(dict[str, Any]),
    },
)


_SHAPES: Final = {
    **dict.fromkeys(("Text", "LongText", "OneOf", "OneWord"), Shape(Text)),
    "PointInTime": Shape(Deadline),
    "WholeNumber": Shape(Annotated[int, Field(le=MOST_CAPACITY)]),
    "YesNo": Shape(bool),
    "Hours": Shape(list[int]),
    "SomeOf": Shape(list[Text]),
    "Lines": Shape(list[Text], "\n".join),
    "Waves": Shape(list[SentWave], lambda waves: tuple((each.at, each.places) for each in waves)),
    "BuildPool": Shape(
        SentPool, lambda pool: {**pool.model_dump(), "banned": "\n".join(pool.banned)}
    ),
    "MatchesOfSeason": Shape(
        SentMatches, lambda sent: sent.model_dump(exclude_unset=True) if sent else {}
    ),
}
"""How each kind of decision is sent."""
_CHANGED: Final = _SHAPES | dict.fromkeys(
    ("Text", "LongText", "OneOf"), Shape(Text | None, lambda sent: sent or "")
)


@with_decisions(_SHAPES)
class SentSeason(Sent):
    """A new season."""

    season: Text
    game: Text
    scoring: SentPoints = SentPoints()


@with_decisions(_CHANGED)
class SentChange(Sent):
    """The settings to change; those left out stay.

    Once the season is open, changes that concern players need `tell`.
    """

    scoring: SentPoints | None = None
    reason: Text = Field(default="", max_length=MOST_REASON)
    tell: Text = Field(default="", max_length=MOST_REASON)


def decided(plan: Plan, sent: SentSeason | SentChange) -> Plan:
    """The plan with the settings that were sent. Raises `SeasonRefused` with every unknown name."""
    values = values_sent(sent, _CHANGED)
    if scoring := sent.scoring:
        points = (scoring.win, scoring.draw, scoring.loss)
        values |= {"points": points, "tie_breaks": scoring.tie_breaks}
    unread: Unread = []
    plan = chosen(plan, values, unread)
    if unread:
        raise SeasonRefused([problem for _, problem in unread])
    return plan


class SentReason(Sent):
    """Why: `reason` is kept with the act, `tell` is for players."""

    reason: Text = Field(default="", max_length=MOST_REASON)
    tell: Text = Field(default="", max_length=MOST_REASON)


class SentAddition(SentCharacter):
    """A character of a player without an address, or of the one with this address; once entries have closed, with a reason.

    Once the builds have been laid open it needs `tell`, which everybody reads beside it.
    """

    address: Text = ""
    lang: Lang = "en"
    reason: Text = Field(default="", max_length=MOST_REASON)
    tell: Text = Field(default="", max_length=MOST_REASON)
