"""A match as its player sees it, and all matches of a player: what is there, what happened, what can be ordered."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlmodel import Session

from app.engine import Lang, Tone
from app.engine.matches.dice import Dice
from app.engine.matches.draft import SeatQuestion
from app.engine.matches.game import Seat, other
from app.engine.matches.grammar import Orders, sheet
from app.engine.telling import TellingLine
from app.errors import OrdersRefused, Problem
from app.league.matches import advances, plans, records as match_records, scripts, views
from app.league.matches.advances import Play
from app.league.matches.settings import MatchSettings, config_of, rules_of, settings_of
from app.league.matches.views import Look
from app.store import entrants, entries
from app.store.matches import matches, orders, records
from app.store.tables import (
    Entry,
    Exchange,
    Match,
    MatchPlan,
    MatchState,
    NamedOrders,
    Player,
    Season,
)
from app.text.moments import parsed
from app.tournament.cache import IN_TURN, Cache
from app.web.views.battles.steps import StagedEnding, hindsight_of
from app.web.views.battles.story import FRAME

_HEADINGS = (Tone.TITLE, Tone.TURN, Tone.PHASE)


class _Fate(NamedTuple):
    """The result of a line of the previous exchange's orders; `source` is `plan` or `standing`."""

    source: str
    order: str
    said: str


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of a player: the row, where they sit, and what they see."""

    season: Season
    match: Match
    seat: Seat
    play: Play
    look: Look
    settings: MatchSettings

    @property
    def names(self) -> tuple[str, str]:
        """The own character, and the opponent's."""
        return self.look.names[self.seat], self.look.names[other(self.seat)]

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for this player."""
        return self.takes_orders and self.seat in self.match.awaits

    @property
    def takes_orders(self) -> bool:
        """Whether orders can be sent at all."""
        match = self.match
        return (
            match.state is MatchState.WAITING
            and not match.verdict
            and match.exchange_id is not None
        )

    @property
    def standing(self) -> str:
        """The own orders that stand."""
        return str(Orders((*self.look.standing,)))

    @property
    def asking(self) -> SeatQuestion:
        """The question to the player; nothing if there is none."""
        decision, options = next(iter(self.look.decisions), (None, None))
        is_live = self.settings.tempo == "live"
        return SeatQuestion(
            self.look.game, self.look.view, decision, options, self.look.turn, is_live=is_live
        )

    def sealed(self, canonical: str) -> str:
        """The text that the SHA-256 of these orders is of."""
        return sheet(canonical, self.match.game_id, self.match.turn)

    @property
    def result(self) -> str:
        """`won`, `lost` or `drawn`; empty while it goes on, or where it counts for nothing."""
        return _result(self.match, self.seat)


def own(
    session: Session, season: Season, player: Player, game_id: str, lang: Lang
) -> OwnMatch | None:
    """The match of this name, if the player plays in it and it has begun."""
    match = matches.called(session, game_id)
    settings = settings_of(session, season)
    if match is None or settings is None or match.season_id != season.id or not match.step:
        return None
    seats: dict[int, Seat] = {match.entry_a_id: "A", match.entry_b_id: "B"}
    seat = next(
        (seat for id, seat in seats.items() if session.get_one(Entry, id).player_id == player.id),
        None,
    )
    if seat is None:
        return None
    play = views.read(session, match)
    look = views.look_at(session, match, play, seat, lang)
    return OwnMatch(season, match, seat, play, look, settings)


# --- what is in force -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _OrdersOnServer:
    """A player's stored orders for the next exchange, and their results in the previous one."""

    plan: MatchPlan | None
    standing: str
    script: str
    """The name of the script that they are."""
    scripts: Sequence[NamedOrders]
    """All that the player has for the game."""
    deadline: datetime | None
    extensions: int
    fates: Sequence[_Fate]
    back_until: datetime | None
    """The moment up to which the orders in force can be taken back."""
    other_is_in: bool
    """Whether the opponent has sent theirs."""

    @property
    def text(self) -> str:
        """The initial text of the form: the player's current orders as they were typed."""
        return self.plan.text if self.plan and self.plan.parsed else ""


def moment_of(typed: str) -> datetime | None:
    """The deadline shown when the form was made; None if the form has none that can be read."""
    try:
        found = parsed(typed)
    except ValueError:
        return None
    return found if found.tzinfo else None


def held(session: Session, mine: OwnMatch, lang: Lang, now: datetime) -> _OrdersOnServer:
    """All of it."""
    match, seat = mine.match, mine.seat
    exchange = session.get(Exchange, match.exchange_id) if match.exchange_id else None
    plan = orders.plan(session, match, seat)
    is_in = plan is not None and plan.is_in
    theirs = orders.plan(session, match, other(seat))
    turn, _ = records.latest(session, match)
    before = orders.played_plan(session, match, turn, seat)
    standing = orders.standing(session, [match.id]).get((match.id, seat))
    player = session.get_one(Entry, match.entry_in(seat)).player_id
    return _OrdersOnServer(
        plan if is_in else None,
        mine.standing,
        str(standing.parsed.get("script", "")) if standing else "",
        [*orders.scripts(session, player, mine.season.game).values()] if player else [],
        exchange.deadline if exchange else None,
        mine.settings.extensions - matches.contestant(session, match.entry_in(seat)).extensions,
        [
            _Fate(source, order, ja if lang == "ja" else en)
            for source, order, ja, en in (before.fates if before else ())
        ],
        plans.back_until(plan, now) if plan and mine.takes_orders else None,
        mine.takes_orders and theirs is not None and theirs.is_in,
    )


def keep_script(
    session: Session, season: Season, player: Player, name: str, text: str, now: datetime
) -> None:
    """These lines are the player's script of that name. They are read by the build of their entry.

    Raises `OrdersUnreadable` or `OrdersRefused` with every problem.
    """
    game = rules_of(session, season)
    own = entries.of_player(session, season, player)
    current = next((each.current for each in own if each.current), None)
    if current is None:
        raise OrdersRefused([Problem("no-own-entry")])
    build = game.read_build(current.build)
    said = scripts.read(game, config_of(session, season), build, f"{text}\nscript {name}\n")
    scripts.keep(session, player, game.slug, said.script, said, now)


# --- what happened --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """Lines of the log under a heading, if they have one."""

    heading: str
    lines: tuple[TellingLine, ...]


@dataclass(frozen=True, slots=True)
class _Log:
    """What happened since the previous exchange, and everything before it."""

    latest: Sequence[_Part]
    earlier: Sequence[_Part]


_LOGS: Final[Cache[tuple[object, ...], _Log]] = Cache(100, IN_TURN)
"""Of matches that are looked at: each tap shows the page again, and the log would play all of the match."""


def log(session: Session, mine: OwnMatch, lang: Lang) -> _Log:
    """The match in sentences, as far as this player may hear of it."""
    look, (_, since) = mine.look, records.latest(session, mine.match)
    told = (mine.match.id, look.seal, since, mine.seat, lang, *look.names.items())
    return _LOGS.of(told, lambda: _log(session, mine, since, lang))


def _log(session: Session, mine: OwnMatch, since: int, lang: Lang) -> _Log:
    match, look = mine.match, mine.look
    heard = views.heard(session, match, mine.seat, 0)
    told = [
        [*look.game.told(steps, look.names, lang, mine.seat)]
        for late in (True, False)
        for steps in [[step for n, step in heard if (n >= since) is late]]
    ]
    latest, earlier = ([*parts_of(lines)] for lines in told)
    return _Log(latest, earlier)


def ending(session: Session, mine: OwnMatch, lang: Lang) -> StagedEnding:
    """How the match came to its end, as its player heard it; where its record is open, with what would have won."""
    match, look, game = mine.match, mine.look, mine.look.game
    steps = [step for _, step in views.heard(session, match, mine.seat, 0)]
    stands, _ = advances.stands(mine.play)
    seen = None
    if match_records.is_revealed(session, mine.season, match):
        play, _ = views.whole(session, match, lang)
        seen = hindsight_of(game, play.lines, play.builds, Dice.of(play.seed, play.head))
    told = game.told(steps, look.names, lang, mine.seat)
    return StagedEnding.of(told, game.reached(stands.state), seen)


def parts_of(lines: Sequence[TellingLine]) -> Iterator[_Part]:
    """The lines by their headings, without drawings, since the board is shown beside them."""
    heading, some = "", list[TellingLine]()
    for line in lines:
        if line.tone in _HEADINGS:
            if heading or some:
                yield _Part(heading, tuple(some))
            heading, some = line.text.strip(FRAME), []
        elif line.tone not in (Tone.BLANK, Tone.DIAGRAM):
            some.append(line)
    if heading or some:
        yield _Part(heading, tuple(some))


# --- all of a player ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in the list of a player."""

    season: Season
    game_id: str
    round: int
    own: str
    """The own character, where a player may have several."""
    opponent: str
    deadline: datetime | None
    is_asked: bool
    has_plan: bool
    result: str


def listed(
    session: Session, playing: Iterable[tuple[Season, Player]], lang: Lang
) -> list[ListedMatch]:
    """The players' matches in these seasons: waiting ones by deadline, then others under way, then finished ones."""
    found = [
        each
        for season, player in playing
        if matches.begun(session, season)
        for each in _listed(session, season, player, lang)
    ]
    return sorted(found, key=_urgency)


def _listed(session: Session, season: Season, player: Player, lang: Lang) -> Iterator[ListedMatch]:
    hidden = entrants.hidden(session, season).names
    tasks = {task.match_id: task for task in views.tasks(session, player)}
    for match, entry, rival in matches.with_rivals(session, season, player):
        task = tasks.get(match.id)
        own = entry.current.name if entry.current and season.characters > 1 else ""
        yield ListedMatch(
            season,
            match.game_id,
            match.round,
            own,
            _called(rival, hidden, lang),
            task.deadline if task else None,
            task is not None and task.is_asked,
            task is not None and task.has_plan,
            _result(match, match.seat_of(entry.id)),
        )


def _called(rival: Entry, hidden: Collection[int], lang: Lang) -> str:
    if rival.id in hidden:
        return entrants.other_name(rival.number, lang)
    return rival.current.name if rival.current else ""


class NextMatch(NamedTuple):
    """A match that waits for orders: whom it is against, its page without the language, and until when."""

    opponent: str
    address: str
    deadline: datetime


def next_waiting(
    session: Session, playing: Iterable[tuple[Season, Player]], game_id: str, lang: Lang
) -> NextMatch | None:
    """The players' next match that waits for orders, in order of deadlines; after the last comes the first."""
    found = sorted(
        (task.deadline, task.game_id, task, season)
        for season, player in playing
        for task in views.tasks(session, player)
        if task.game_id == game_id or (task.is_asked and not task.has_plan)
    )
    names = [name for _, name, _, _ in found]
    at = names.index(game_id) if game_id in names else len(found)
    for deadline, name, task, season in [*found[at + 1 :], *found[:at]]:
        match = session.get_one(Match, task.match_id)
        rival = session.get_one(Entry, match.entry_in(other(task.seat)))
        called = _called(rival, entrants.hidden(session, season).names, lang)
        return NextMatch(called, f"/seasons/{season.slug}/my/matches/{name}", deadline)
    return None


def _result(match: Match, seat: Seat) -> str:
    """`won`, `lost` or `drawn`; empty while it goes on, or where it counts for nothing."""
    halves = match.halves_a if seat == "A" else match.halves_b
    if match.state is not MatchState.OVER or halves is None:
        return ""
    return ("lost", "drawn", "won")[halves]


def _urgency(each: ListedMatch) -> tuple[bool, bool, float, int]:
    at = each.deadline.timestamp() if each.deadline else 0.0
    return each.deadline is None, not each.is_asked or each.has_plan, at, each.round
