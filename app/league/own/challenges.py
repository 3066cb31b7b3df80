"""Challenges: a deck of the challenger's choice against one that is drawn from the active decks of the other.

R36 of the card plan: "Who challenges brings one deck, who is challenged all that are active." The
match draws by its own dice, whose seed is committed before and laid open afterwards, as every draw
of a match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Final, Literal

from sqlmodel import Session

from app.engine import Build, Ruleset
from app.errors import BuildUnreadable, DuelRefused, Listing, OwnRefused, Problem
from app.games import fought
from app.i18n import lang_of
from app.league.duels import builds as sealed, invitations
from app.league.duels.invitations import USUAL_DAYS, Party
from app.league.entries.characters import name_key
from app.league.own import shelf
from app.league.own.groups import A_DAY, Ladder, RankedPlayer
from app.league.people import blocks
from app.notices.news import OwnNews
from app.store import letters
from app.store.limits import buckets
from app.store.own import builds
from app.store.rows import add_if_new
from app.store.tables import Challenge, Duel, Player, Season
from app.text.characters import shown

WAITS: Final = timedelta(days=14)
"""A challenge that was not answered is gone after this."""
Answer = Literal["accept", "decline"]


def is_played(game: Ruleset) -> bool:
    """Whether this game has challenges: a build may be several decks, of which the match draws one."""
    return game.match is not None and game.most_decks > 1


def challenge(session: Session, player: Player, game: str, said: str, *, now: datetime) -> Problem:
    """The other is challenged, and hears so: `said` is whom, and behind a line's end the name of the deck.

    Raises `OwnRefused`.
    """
    who, _, deck = said.partition("\n")
    own = builds.called(session, player, game, name_key(deck))
    own = [each for each in own if is_played(fought(each.game))]
    if len(own) != 1:
        names = Listing(each.name for each in builds.of_player(session, player))
        raise OwnRefused([Problem("no-own-build", typed=shown(deck), names=names)])
    ladder = Ladder(session, own[0].game, now)
    me, other = ladder.of(player), ladder.called(who)
    first, second = sorted((player.id, other.player.id))
    key = f"challenge:{first}:{second}"
    problems = shelf.faults(own[0])
    if not me.name or me.player is other.player:
        problems.append(Problem("challenge-nameless" if not me.name else "challenge-oneself"))
    elif not problems and buckets.take(session, key, capacity=A_DAY, now=now):
        problems.append(Problem("challenges-enough", most=str(A_DAY)))
    if problems:
        raise OwnRefused(problems)
    builds.forget_challenges(session, before=now - WAITS)
    kept = Challenge(
        game=own[0].game,
        challenger_id=player.id,
        challenged_id=other.player.id,
        build=own[0].build,
        at=now,
    )
    if not add_if_new(session, kept):
        raise OwnRefused([Problem("challenge-waits", name=other.name)])
    _tell(session, other.player, Problem("challenge-told", name=me.name), f"{kept.id}", now)
    return Problem("challenge-made", name=other.name)


def waiting(
    session: Session, player: Player, now: datetime
) -> Iterator[tuple[Challenge, RankedPlayer]]:
    """The challenges that the player may answer, each with who challenges.

    None of a blocked mailbox, or of one without a name.
    """
    ladder = cache(lambda game: Ladder(session, game, now))
    for each, other in builds.challenges(session, player, since=now - WAITS):
        opener = ladder(each.game).of(other)
        if opener.name and not blocks.of(session, other):
            yield each, opener


def answer(
    what: Answer, session: Session, player: Player, game: str, said: str, *, now: datetime
) -> Problem:
    """The only challenge that waits, or that of the one who is `said`, is accepted and its match begins.

    Or it is declined. Raises `OwnRefused`.
    """
    found = [
        (each, opener)
        for each, opener in waiting(session, player, now)
        if game in ("", each.game) and name_key(said) in ("", name_key(opener.name))
    ]
    if len(found) != 1:
        names = Listing(opener.name for _, opener in found)
        raise OwnRefused([Problem("challenge-which" if found else "challenge-none", names=names)])
    ((kept, opener),) = found
    me = Ladder(session, kept.game, now).of(player)
    session.delete(kept)
    if what == "decline":
        told = Problem("challenge-declined-told", name=me.name)
        _tell(session, opener.player, told, f"{kept.id}", now)
        return Problem("challenge-declined", name=opener.name)
    if not me.name:
        raise OwnRefused([Problem("challenge-nameless")])
    active = [
        each
        for each in builds.of_player(session, player)
        if each.game == kept.game and each.is_active and not shelf.faults(each)
    ]
    if not active:
        raise OwnRefused([Problem("challenge-no-deck")])
    rules = fought(kept.game)
    decks = [rules.read_build(each.build) for each in active[: rules.most_decks]]
    try:
        brought = rules.read_build(kept.build)
    except BuildUnreadable:
        raise OwnRefused([Problem("challenge-unplayable", name=opener.name)]) from None
    try:
        begin(session, rules, [(opener, brought), (me, together(decks))], now)
    except DuelRefused as refusal:
        raise OwnRefused(refusal.problems) from None
    return Problem("challenge-accepted", name=opener.name)


def together(decks: list[Build]) -> Build:
    """The build of these decks, of which a match draws one."""
    cards = [card for deck in decks for card in deck.cards]
    sizes = tuple(len(deck.cards) for deck in decks)
    return Build(tuple(cards), decks=sizes if len(sizes) > 1 else ())


def begin(
    session: Session, rules: Ruleset, sides: Sequence[tuple[RankedPlayer, Build]], now: datetime
) -> Duel:
    """Begin the duel of these two with both sealed builds; it counts for the rank, and both are told."""
    first, second = [Party(each.name, lang_of(each.player.lang)) for each, _ in sides]
    if name_key(first.name) == name_key(second.name):
        second = replace(second, name=f"{second.name} (2)")
    duel = invitations.open_duel(session, rules, first, USUAL_DAYS, now=now)
    invitations.accept(session, duel, second, now=now)
    for duelist, (one, build) in zip(duel.duelists, sides, strict=True):
        duelist.player, duelist.is_proven = one.player, True
        sealed.send(session, duel, duelist, rules.write_build(build), now=now)
    season = session.get_one(Season, duel.season_id)
    season.ranked = True
    return duel


def _tell(session: Session, player: Player, said: Problem, number: str, now: datetime) -> None:
    if player.muted_at is None:
        key = f"own:{said.code}:{number}:{player.id}"
        letters.write(session, OwnNews(said=(said,)), player, key, now=now)


ACTS: Final[Mapping[str, Callable[..., Problem]]] = {
    "challenge": challenge,
    "accept": partial(answer, "accept"),
    "decline": partial(answer, "decline"),
}
