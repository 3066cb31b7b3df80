"""The set of cards that a call for cards has come to: numbered, as a file, and each card as it is printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmodel import Session

from app.engine import CardInfo
from app.engine.versions import version_of
from app.engine.workshop import call
from app.engine.workshop.call import CardBuild
from app.engine.workshop.file import tidied
from app.league import visibility
from app.league.results.results import FinishedRun, Participant, finished
from app.store import entries, seasons
from app.store.tables import Season


class PrintedCard(NamedTuple):
    """A card with who made it, what it is made of, and its story and its extras as everybody may read them."""

    who: Participant
    info: CardInfo
    data: Mapping[str, Any]
    lore: str
    extras: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards that were taken, in the order of their numbers, and the text in TOML that makes them a part of the rules.

    `version` is that of the game with these cards, and has their digest.
    """

    number: int
    text: str
    version: str
    cards: tuple[PrintedCard, ...]


def of(session: Session, season: Season, run: FinishedRun) -> CardSet:
    """The set of this call, whose results are public. It never changes: which cards are in it, these results say."""
    game = run.game.makes or run.game
    number = season.set_number or seasons.last_set(session, season.game) + 1
    taken = sorted(run.participants, key=lambda each: each.number)
    builds = [each.build for each in taken if isinstance(each.build, CardBuild)]
    data = [build.data for build in builds]
    text = tidied(call.as_set(game, zip((who.name for who in taken), data, strict=True), number))
    house = game.with_cards(text).house if game.with_cards and taken else None
    told = entries.told_in(session, [who.revision_id for who in taken])
    cards = [
        PrintedCard(who, info, data, *(("", {}) if is_hidden else (lore, extras)))
        for who, info, data in zip(taken, house.added if house else (), data, strict=True)
        for lore, extras, is_hidden in [told[who.revision_id]]
    ]
    return CardSet(number, text, version_of(game.rules_version, text), (*cards,))


def of_season(session: Session, season: Season) -> CardSet | None:
    """The set of a season that is a call, once its results are public."""
    row = visibility.published_run(session, season)
    if row is None or not season.game.endswith(call.SUFFIX):
        return None
    return of(session, season, finished(session, season, row))
