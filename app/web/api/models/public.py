"""Models of the API's answers to everybody."""

from datetime import datetime
from typing import Any, Final, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from app.engine import CardInfo, Lang, Mark, Ruleset, Words
from app.league import visibility
from app.league.eligibility.pools import Pool
from app.league.seasons.decisions.season_plans import plan_of
from app.store.tables import MatchState, Season, SeasonState
from app.tournament.full_table import StandingLine
from app.web.api.models.decisions import Shape, values_told, with_decisions

Item = TypeVar("Item")


class Said(BaseModel):
    """A text in both languages."""

    ja: str
    en: str

    @classmethod
    def of(cls, words: Words) -> Self:
        """The same words."""
        return cls(ja=words.ja, en=words.en)


class ToldProblem(BaseModel):
    """One thing that is wrong; `line` and `column` count from 1 in the text as sent, 0 is no place."""

    code: str
    line: int
    column: int
    text: str


class ProblemAnswer(BaseModel):
    """A refusal (RFC 9457). `problems` names everything that is wrong, at once."""

    type: str
    title: str
    status: int
    detail: str = ""
    problems: list[ToldProblem] = []


class List(BaseModel, Generic[Item]):
    """A page of a list."""

    page: int
    pages: int
    total: int
    items: list[Item]


class Card(BaseModel):
    """A card as a player reads it; `figures` are the numbers printed on it."""

    number: int
    id: str
    char: str
    name: Said
    family: Said
    figures: list["Figure"]
    text: Said

    @classmethod
    def of(cls, card: CardInfo) -> Self:
        """The card in both languages."""
        return cls(
            number=card.number,
            id=card.id,
            char=card.char,
            name=Said.of(card.name),
            family=Said.of(card.family),
            figures=[Figure(label=Said.of(label), value=value) for label, value in card.figures],
            text=Said.of(card.text),
        )


class Figure(BaseModel):
    """A number printed on a card."""

    label: Said
    value: str


class Game(BaseModel):
    """A game. `reasons` are the ways its battles end, in the order in which records count them."""

    game: str
    title: Said
    rules_version: str
    reasons: list[str]

    @classmethod
    def of(cls, game: Ruleset) -> Self:
        """The game without its cards."""
        return cls(
            game=game.slug,
            title=Said.of(game.title),
            rules_version=game.rules_version,
            reasons=list(game.reasons),
        )


class Rules(BaseModel):
    """A rule book, in Markdown."""

    game: str
    rules_version: str
    lang: Lang
    markdown: str


class Points(BaseModel):
    """The points for each result, and the tie-breaks in order."""

    win: int
    draw: int
    loss: int
    tie_breaks: list[str]


class CardPool(BaseModel):
    """Limits on builds beside the rules: none of the `banned`, at most `copies` of a card, exactly `size` cards."""

    banned: list[str]
    copies: int | None
    size: int | None


class SeasonSide(BaseModel):
    """A side of a season; `colour` as `#c03030`, empty for none."""

    name: Said
    colour: str


class SideStanding(BaseModel):
    """A line of the table of sides: the sums over its members."""

    place: int
    name: Said
    members: int
    points: int
    average: float
    wins: int
    draws: int
    losses: int


class Standings(List[StandingLine]):
    """A page of the table, and the table of sides in a season that has some."""

    sides: list[SideStanding] = []


class PlacesWave(BaseModel):
    """More places open at this moment."""

    at: datetime
    places: int


class SoFar(BaseModel):
    """Results that come out night by night: the standings by the rounds that are out."""

    rounds: int
    """The number of rounds that are out."""
    of: int
    next_at: datetime | None
    """When more come out; null while that has not been said."""
    standings: list[StandingLine]


def _pool(pool: Pool) -> CardPool | None:
    return CardPool(banned=[*pool.banned], copies=pool.copies, size=pool.size) if pool else None


_SHAPES: Final = {
    "Text": Shape(str),
    "OneOf": Shape(str | None, lambda slug: slug or None),
    "PointInTime": Shape(datetime),
    "WholeNumber": Shape(int),
    "YesNo": Shape(bool),
    "Waves": Shape(
        list[PlacesWave], lambda waves: [PlacesWave(at=at, places=more) for at, more in waves]
    ),
    "BuildPool": Shape(CardPool | None, _pool),
    "SidesOfSeason": Shape(
        list[SeasonSide],
        lambda sides: [
            SeasonSide(name=Said(ja=each.ja, en=each.en), colour=each.colour)
            for each in sides.every
        ],
    ),
    "MatchesOfSeason": Shape(
        dict[str, Any] | None, lambda matches: matches.kept() if matches else None
    ),
    **dict.fromkeys(("title_ja", "title_en")),
}
"""How each kind of decision is told; titles and descriptions stand together in both languages, points beside tie-breaks."""


@with_decisions(_SHAPES, told=True)
class SeasonFacts(BaseModel):
    """A season. `apart`: nobody meets their own side; `digest` is there once it is published: same entries, same digest, on any machine."""

    season: str
    game: str
    rules_version: str
    title: Said
    description: Said
    state: SeasonState
    scoring: Points
    entrants: int
    apart: bool
    opened_at: datetime | None
    closed_at: datetime | None
    release_at: datetime | None
    published_at: datetime | None
    digest: str | None

    @classmethod
    def of(cls, season: Season, entrants: int, digest: str | None) -> Self:
        """The season as it is now."""
        plan = plan_of(season)
        win, draw, loss = plan.points
        return cls(
            season=season.slug,
            title=Said(ja=plan.title_ja, en=plan.title_en),
            description=Said(ja=plan.description_ja, en=plan.description_en),
            scoring=Points(win=win, draw=draw, loss=loss, tie_breaks=[*plan.tie_breaks]),
            entrants=entrants,
            apart=plan.sides.apart,
            release_at=visibility.release_at(season),
            digest=digest,
            **{name: getattr(season, name) for name in _AS_KEPT},
            **values_told(plan, _SHAPES),
        )


_AS_KEPT: Final = ("game", "rules_version", "state", "opened_at", "closed_at", "published_at")


class LateMark(BaseModel):
    """When and how an entry became what it is, with open builds in view, and why if an organiser added it."""

    kind: Literal["added", "changed"]
    at: datetime
    reason: str


Part = Literal["name", "owner", "lore", "picture"]
"""What organisers may hide of an entry."""


class Entrant(BaseModel):
    """A participant.

    `number` and `commitment` are set from closing on. `salts` of the shown parts are set from publication on
    (`salt` for a seal with a single one). `hidden` says which of its names organisers hide: its number replaces
    its own name, and its owner's is left out. `mark` is set if the entry was added or changed after the builds
    were revealed.
    """

    number: int | None
    name: str
    owner: str
    accepted_at: datetime
    commitment: str | None
    salt: str | None
    salts: dict[str, str] | None
    mark: LateMark | None
    hidden: list[Part]


class Seal(BaseModel):
    """The seal of an entry at a closing of the season; `closing` counts from 1.

    If `hidden`, organisers hide its name, and its number is shown instead.
    """

    closing: int
    sealed_at: datetime
    number: int
    name: str
    commitment: str
    hidden: bool


class MatchFacts(BaseModel):
    """A match; `a` and `b` are the numbers of the entries in its seats, null for one that has left.

    `stage` is 0 in a season without stages, and `leg` counts the matches of a pairing.
    `exchange` counts from 1, 0 before the match begins, and while its course is not shown. `awaits`: the seats whose
    orders are asked for. `winner` is a seat, null for a draw, and while the match goes on.
    """

    stage: int
    round: int
    table: int
    leg: int
    name: str
    a: int | None
    b: int | None
    state: MatchState
    exchange: int
    awaits: list[str]
    deadline: datetime | None
    winner: str | None
    reason: str
    mirror_of: str | None
    commitment: str


class WatchedEvent(BaseModel):
    """A public event of a match, numbered from 1. The other fields depend on the game."""

    n: int
    what: str
    detail: dict[str, Any]


class WatchedMatch(MatchFacts):
    """A match with what both of its players may see, as the game has it; `seal` binds its record so far."""

    view: dict[str, Any]
    events: list[WatchedEvent]
    seal: str
    is_revealed: bool


class MatchRecord(BaseModel):
    """The lines of a record, as its file has them."""

    lines: list[dict[str, Any]]


class _Character(BaseModel):
    """`characters` is its build, a character a card; `build` the cards' ids."""

    number: int
    name: str
    owner: str
    build: list[str]
    characters: str


class Entry(_Character):
    """A character that has played. `characters` is its build, a character a card; `build` the cards' ids."""

    place: int
    points: int


class Met(BaseModel):
    """A battle from its entry's view: won, drawn or lost, and why it ended."""

    number: int
    result: Mark
    reason: str


class WholeEntry(Entry):
    """A character with its story, and its battles in order of the opponents' numbers.

    `flavour` lists its own names for its cards from the top, `lines` its speeches by moment, `labels` its words
    for build and lore. `crest` is an SVG, `picture` a WebP of its own, if any. `hidden` names the parts that
    organisers hide and that are left out.
    """

    crest: str
    picture: str | None
    hidden: list[Part]
    url: str
    lore: str
    flavour: list[str | None]
    lines: dict[str, str]
    labels: dict[str, str]
    battles: list[Met]


class TakenCard(BaseModel):
    """A card of a call with its author.

    `data` defines the card; `rights` is the author's statement on source, terms and licence.
    """

    number: int
    id: str
    name: Said
    text: Said
    author: str
    lore: str
    rights: dict[str, str]
    data: dict[str, Any]
    picture: str | None


class TakenCards(BaseModel):
    """The set of cards that a call has come to; `rules` is the version of the game with these cards."""

    game: str
    set: int
    rules: str
    cards: list[TakenCard]


class Row(BaseModel):
    """A row of the cross table: `W`, `D`, `L` or `-` (not played) for each entry in order of number."""

    number: int
    name: str
    results: str


class Ranked(BaseModel):
    """A player's rank. `points` are `elo` less `absence`; `name` and `number` are those of their last `season`."""

    name: str
    season: str
    number: int
    points: float
    elo: float
    absence: int
    games: int
    title: str | None
    may_lead: bool


class Rank(Ranked):
    """A line of the leader board today."""

    place: int


class Rating(BaseModel):
    """A line of the ratings: `owner` ends the address of their page, `rating` is the `mean` less three times the `deviation`."""

    place: int
    owner: str
    name: str
    seasons: int
    battles: int
    mean: float
    deviation: float
    rating: float


class OverAllRounds(BaseModel):
    """A character over all rounds. `season` is the last round that it played, `number` that in it; `by_round` has null where it did not play."""

    place: int
    season: str
    number: int
    name: str
    owner: str
    by_round: list[int | None]
    points: int
    wins: int
    draws: int
    losses: int


class RankChange(Ranked):
    """How a season changed a rank: the Elo `before` and its `change` by `rated` games.

    All other fields are as after them.
    """

    before: float
    change: float
    rated: int
    absence_before: int


class Fighter(_Character):
    """One side of a battle; `hp` is what it has left at the end."""

    hp: int


class Event(BaseModel):
    """An event; its other fields depend on its `kind`. `within`: inside which event."""

    model_config = ConfigDict(extra="allow")

    kind: str
    n: int
    turn: int
    within: int


class ToldLine(BaseModel):
    """A sentence. `n` is the event it tells, `depth` its depth in a chain of causes."""

    n: int
    turn: int
    depth: int
    tone: str
    text: str


class Battle(BaseModel):
    """A battle, played again for this answer: `winner` is null for a draw."""

    season: str
    rules_version: str
    home: Fighter
    away: Fighter
    winner: Literal["home", "away"] | None
    reason: str
    ending: str
    turn: int
    events: list[Event]
    lang: Lang
    report: list[ToldLine]


class Kept(BaseModel):
    """The entry was saved. A letter went to its address, and it counts once it is confirmed."""

    season: str
    state: Literal["held"] = "held"
