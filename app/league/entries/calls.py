"""A card of a call beside others: all that count in it are one set, and a rule tag has one author."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session

from app.engine import Build, Ruleset
from app.engine.workshop import call
from app.engine.workshop.call import CardBuild
from app.errors import CardsUnreadable, Problem
from app.league import visibility
from app.league.matches.settings import rules_of
from app.store import entries, seasons
from app.store.tables import Entry, Player, Revision, Season
from app.text.lookalikes import looks_of
from app.tournament.blocks import build_of


def problems(
    session: Session,
    season: Season,
    player: Player | None,
    entry: Entry | None,
    name: str,
    build: Build,
) -> Iterator[Problem]:
    """Return the problems of this card of the player, beside the cards that count in its call and those published."""
    game = rules_of(session, season).makes
    if game is None or not isinstance(build, CardBuild):
        return
    cards = [
        (each.name, _data(season, each))
        for each in _counting(session, season)
        if entry is None or each.entry_id != entry.id
    ]
    try:
        game.with_cards(call.as_set(game, [*cards, (name, build.data)]))
    except CardsUnreadable as refusal:
        yield from (call.in_words(game, each) for each in refusal.problems)
    if mine := [*_defined(game, build.data)]:
        yield from _taken(session, season, player, game, mine)


def problems_of(session: Session, season: Season, revision: Revision) -> Iterator[Problem]:
    """The same of a card that came before, and is to count now."""
    entry = revision.entry
    build = build_of(season.game, season.rules_version, revision.build)
    return problems(session, season, entry.player, entry, revision.name, build)


def _taken(
    session: Session,
    season: Season,
    player: Player | None,
    game: Ruleset,
    mine: list[tuple[str, object]],
) -> Iterator[Problem]:
    """Return the tags of these that another player defined first, except effects of the player's own list."""
    last_first = [
        each
        for each in visibility.listed(seasons.with_results(session))
        if each.game == season.game
    ]
    lists: dict[str, tuple[int | None, Season, list[object]]] = {}
    for where in (*reversed(last_first), season):
        for each in _counting(session, where):
            author = each.entry.player_id
            for tag, essence in _defined(game, _data(where, each)):
                of, _, known = lists.setdefault(tag, (author, where, []))
                if of == author:
                    known.append(essence)
    for tag, essence in mine:
        for other, (author, where, known) in lists.items():
            is_mine = player is not None and author == player.id
            is_quoted = tag == other and essence in known
            if looks_of(tag) & looks_of(other) and not is_mine and not is_quoted:
                title = visibility.title_of(where)
                yield Problem("tag-taken", tag=tag, other=other, season=title)


def _counting(session: Session, season: Season) -> list[Revision]:
    return [each.current for each in entries.of_season(session, season) if each.current]


def _data(season: Season, revision: Revision) -> Mapping[str, Any]:
    build = build_of(season.game, season.rules_version, revision.build)
    return build.data if isinstance(build, CardBuild) else {}


def _defined(game: Ruleset, data: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    if data:
        yield from game.shop.defined(data)
