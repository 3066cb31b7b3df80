"""The set of cards that a call for cards has come to: numbered, as a file, and each card as it is printed."""

from dataclasses import dataclass

from sqlmodel import Session

from app.engine import CardInfo, Ruleset
from app.engine.versions import version_of
from app.engine.workshop import call
from app.engine.workshop.call import CardBuild
from app.engine.workshop.file import tidied
from app.league import visibility
from app.league.results.results import FinishedRun, Participant, finished
from app.store import seasons
from app.store.tables import Season


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards that were taken, in the order of their numbers, and the text in TOML that makes them a part of the rules.

    `version` is that of the game with these cards, and has their digest.
    """

    number: int
    text: str
    version: str
    cards: tuple[tuple[Participant, CardInfo], ...]


def of(session: Session, season: Season, run: FinishedRun) -> CardSet:
    """The set of this call, whose results are public. It never changes: which cards are in it, these results say."""
    game = run.game.makes or run.game
    number = season.set_number or seasons.last_set(session, season.game) + 1
    taken = sorted(run.participants, key=lambda each: each.number)
    made = [(each, each.build) for each in taken]
    cards = [(who.name, build.data) for who, build in made if isinstance(build, CardBuild)]
    text = tidied(call.as_set(game, cards, number))
    return CardSet(number, text, version_of(game.rules_version, text), _printed(game, text, taken))


def of_season(session: Session, season: Season) -> CardSet | None:
    """The set of a season that is a call, once its results are public."""
    row = visibility.published_run(session, season)
    if row is None or not season.game.endswith(call.SUFFIX):
        return None
    return of(session, season, finished(session, season, row))


def _printed(
    game: Ruleset, text: str, taken: list[Participant]
) -> tuple[tuple[Participant, CardInfo], ...]:
    house = game.with_cards(text).house if game.with_cards and taken else None
    return (*zip(taken, house.added, strict=True),) if house else ()
