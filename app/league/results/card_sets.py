"""The set of cards that a call for cards has come to: numbered, as a file, and each card as it is printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmodel import Session

from app.engine import CardInfo, Lang, Ruleset, Words
from app.engine.versions import version_of
from app.engine.workshop import SUFFIX, call
from app.engine.workshop.call import CardBuild
from app.engine.workshop.file import tidied
from app.errors import CardsUnreadable
from app.games.house import with_cards
from app.league import visibility
from app.league.entries.pictures import portraits
from app.league.results.results import FinishedRun, Participant, finished, shown
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
    """The set of this call.

    It never changes once these results, which say which cards are in it, are public; before, it has
    the next number.
    """
    game = run.game.makes or run.game
    number = season.set_number or seasons.last_set(session, season.game) + 1
    taken = sorted(run.participants, key=lambda each: each.number)
    row = visibility.published_run(session, season)
    names = _names(finished(session, season, row) if row else run)
    builds = [each.build for each in taken if isinstance(each.build, CardBuild)]
    data = [build.data for build in builds]
    called = [names[each.number] for each in taken]
    text = tidied(call.as_set(game, zip(called, data, strict=True), number))
    try:
        infos: Sequence[CardInfo] = (
            with_cards(game.slug, text, game.rules_version).added if taken else ()
        )
    except CardsUnreadable:  # the name of a card was erased with its person
        infos = [call.printed(game, each) for each in data]
    told = entries.told_in(session, [who.revision_id for who in taken])
    cards = [
        PrintedCard(
            who,
            info
            if who.name == names[who.number]
            else replace(info, name=Words(who.name, who.name)),
            made,
            *(("", {}) if is_hidden else (lore, extras)),
        )
        for who, info, made in zip(taken, infos, data, strict=True)
        for lore, extras, is_hidden in [told[who.revision_id]]
    ]
    return CardSet(number, text, version_of(game.rules_version, text), (*cards,))


def printed(
    session: Session, rules: Ruleset, lang: Lang
) -> dict[str, tuple[str, PrintedCard, str]]:
    """The cards of the call whose set is in these rules, by id, as everybody may see them.

    None where they have no such set.

    Each between the address of its page, without its language, and that of its picture.
    """
    calls = visibility.listed(seasons.with_results(session)) if rules.house else ()
    for season in (each for each in calls if each.game == f"{rules.slug}{SUFFIX}"):
        row = visibility.published_run(session, season)
        made = row and of(session, season, shown(session, season, row, lang))
        if made and made.version == rules.rules_version:
            pictures = portraits.shown(session, season)
            return {
                card.info.id: (
                    f"/seasons/{season.slug}/entries/{card.who.number}",
                    card,
                    f"/pictures/{digest}.webp"
                    if (digest := pictures.get(card.who.entry_id))
                    else "",
                )
                for card in made.cards
            }
    return {}


def of_season(session: Session, season: Season) -> CardSet | None:
    """The set of a season that is a call, once its results are public."""
    row = visibility.published_run(session, season)
    if row is None or not call.is_call(season.game):
        return None
    return of(session, season, finished(session, season, row))


def _names(run: FinishedRun) -> dict[int, str]:
    """What the cards are called in the rules: what is hidden on pages stays there, so that the version stays true."""
    return {each.number: each.name for each in run.participants}
