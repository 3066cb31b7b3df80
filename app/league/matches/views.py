"""What a player, or a spectator, may know of a match: always a view of the game, never its state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session

from app.engine.matches import dice, record
from app.engine.matches.course import Match as Course
from app.engine.matches.game import (
    SEATS,
    Game,
    GameStep,
    MatchAdvice,
    MatchDecision,
    Options,
    Over,
    Seat,
    View,
    heard as told_to,
)
from app.engine.matches.grammar import OrderLine
from app.engine.matches.orders.wording import as_typed
from app.engine.words import Lang, Words
from app.league.matches import advances, exchanges
from app.league.matches.advances import Play
from app.notices.news import Chapter
from app.store import entrants
from app.store.matches import matches, orders, records
from app.store.tables import Entry, Exchange, Match, MatchPlan, MatchState, Player, Season


@dataclass(frozen=True, slots=True)
class Look:
    """A match as one reader sees it; `seat` is None for spectators.

    `decisions` are those that wait for this seat, each with what may be answered; `standing` are
    its own orders that stand. `seal` proves later that nothing of the record so far was changed.
    """

    game: Game[Any]
    game_id: str
    seat: Seat | None
    names: Mapping[Seat, str]
    turn: int
    view: View
    decisions: Sequence[tuple[MatchDecision, Options]]
    standing: Sequence[OrderLine]
    is_over: bool
    seal: str

    @property
    def suggestion(self) -> str:
        """What the house would order in this seat, in canonical lines.

        Where only a plan is asked for, the house plays it.
        """
        advice = suggested(self)
        return self.game.format(advice.action, self.view) if advice else "then auto"


@dataclass(frozen=True, slots=True)
class MatchNews:
    """What happened in a match since the last letter to its player, and its current state.

    `fates`: a sentence for each line of the orders played. `has_missed`: a deadline passed without
    orders.
    """

    look: Look
    steps: Sequence[GameStep]
    fates: Sequence[tuple[str, Words]]
    has_missed: bool
    over: Over | None


@dataclass(frozen=True, slots=True)
class Task:
    """A match of a player that goes on: until when orders are taken, and whether any are in.

    `is_asked`: whether it waits for this player.
    """

    game_id: str
    match_id: int
    seat: Seat
    turn: int
    deadline: datetime
    is_asked: bool
    has_plan: bool
    is_ready: bool


class MatchSight(NamedTuple):
    """The current state of a match as a reader sees it, and the open decisions of this seat with their choices."""

    stands: Course[Any]
    view: View
    decisions: Sequence[tuple[MatchDecision, Options]]


class SeatStanding(NamedTuple):
    """What a seat sees of a match now, with the seal of its record so far."""

    game: Game[Any]
    view: View
    seal: str


def standing(session: Session, match: Match, seat: Seat) -> SeatStanding:
    """How the match stands for this seat: by its snapshot alone, if there is one."""
    kept = match.snapshot
    if not advances.is_current(kept, match.step):
        play = read(session, match)
        stands, view, _ = seen(play, seat)
        return SeatStanding(play.game, view, dice.seal(play.seed, stands.h))
    game, seed = exchanges.game_of(session, match)
    state = game.of(kept["config"]).load(kept["state"])
    return SeatStanding(game, game.view(state, seat), dice.seal(seed, kept["h"]))


def seen(play: Play, seat: Seat | None) -> MatchSight:
    """What this reader may know of the match. That the game asks something secret is told to nobody."""
    stands, begun = advances.stands(play)
    return _sight(play, stands, seat, has_begun=not begun)


def _sight(
    play: Play, stands: Course[Any], seat: Seat | None, *, has_begun: bool = True
) -> MatchSight:
    pending = stands.pending if has_begun else ()
    decisions = [
        (each, play.game.legal(stands.state, each))
        for each in (pending if isinstance(pending, tuple) else ())
        if each.seat == seat and not each.secret
    ]
    return MatchSight(stands, play.game.view(stands.state, seat), decisions)


def suggested(look: Look) -> MatchAdvice | None:
    """What the careful house would do first with this match; None where nothing is asked, or that cannot be told."""
    asked = next(iter(look.decisions), look.game.foreseen(look.view))
    return look.game.suggest(look.view, *asked) if asked else None


def look(session: Session, match: Match, seat: Seat | None, lang: Lang = "en") -> Look:
    """The match for this reader; names that organisers hide are read by their own player alone."""
    return look_at(session, match, read(session, match), seat, lang)


def look_at(
    session: Session, match: Match, play: Play, seat: Seat | None, lang: Lang = "en"
) -> Look:
    """What this reader sees of a match that was loaded."""
    return _look(session, match, play, seen(play, seat), seat, lang)


def _look(
    session: Session, match: Match, play: Play, sight: MatchSight, seat: Seat | None, lang: Lang
) -> Look:
    return Look(
        game=play.game,
        game_id=match.game_id,
        seat=seat,
        names=names_in(session, match, play, seat, lang),
        turn=match.turn,
        view=sight.view,
        decisions=sight.decisions,
        standing=play.briefs[seat].standing if seat else (),
        is_over=match.state is not MatchState.WAITING,
        seal=dice.seal(play.seed, sight.stands.h),
    )


def heard(
    session: Session, match: Match, seat: Seat | None, after: int, until: int | None = None
) -> list[tuple[int, GameStep]]:
    """What this reader may hear of the match after line `after`, up to line `until`, each with the number of its line.

    It is played again from the record: no event is stored.
    """
    play = _whole(session, match)
    if not play.lines:
        return []
    course = Course.begin(play.game, play.head, play.builds)
    found: list[tuple[int, GameStep]] = []
    for line in play.lines[1:]:
        course, steps = course.after(line)
        if after < course.n and (until is None or course.n <= until):
            found += [(course.n, step) for step in told_to(steps, seat)]
    return found


def news(session: Session, chapters: Sequence[Chapter], lang: Lang) -> list[MatchNews]:
    """What these chapters of a letter tell, and no more than that, however far the matches have come meanwhile."""
    ids = [each.match for each in chapters]
    found = {each.id: each for each in matches.by_ids(session, ids)}
    plays = {each.id: each for each in exchanges.plays(session, [*found.values()], whole=True)}
    turns = records.turns(session, ids, min((each.since for each in chapters), default=0))
    played = [
        {turn for n, turn in turns[each.match] if each.since <= n < max(each.until, 1)}
        for each in chapters
    ]
    plans = orders.played_plans(session, ids, {turn for some in played for turn in some})
    told = []
    for each, in_turns in zip(chapters, played, strict=True):
        play, match = plays[each.match], found[each.match]
        since, until = each.since, max(each.until, 1)
        course = Course.begin(play.game, play.head, play.builds)
        steps: list[GameStep] = []
        for line in play.lines[1:until]:
            course, new = course.after(line)
            if course.n >= since:
                steps += told_to(new, each.seat)
        plan = next(
            (
                plans[key]
                for turn in sorted(in_turns, reverse=True)
                if (key := (each.match, each.seat, turn)) in plans
            ),
            None,
        )
        missed = (
            line.get("what") == "deadline_missed" and line["seat"] == each.seat
            for line in play.lines[since:until]
        )
        told.append(
            MatchNews(
                look=_look(session, match, play, _sight(play, course, each.seat), each.seat, lang),
                steps=steps,
                fates=[
                    (as_typed(str(line), plan.text, play.game), Words(ja, en))
                    for _, line, ja, en in plan.fates
                ]
                if plan
                else [],
                has_missed=any(missed),
                over=course.ended,
            )
        )
    return told


def head(session: Session, match: Match) -> record.Line | None:
    """The first line of the record as everybody may read it while the match goes on; None before it begins.

    A nonce that its player did not choose is left out: it would confirm a guess of the hidden build.
    """
    play = read(session, match)
    if not play.lines:
        return None
    sitting = {"A": match.entry_a_id, "B": match.entry_b_id}
    known = matches.contestants(session, sitting.values())
    nonces = {
        seat: nonce for seat, nonce in play.head["nonce"].items() if known[sitting[seat]].own_nonce
    }
    return {**play.head, "nonce": nonces, "seats": names_in(session, match, play, None, "en")}


def names_in(
    session: Session, match: Match, play: Play, seat: Seat | None, lang: Lang
) -> dict[Seat, str]:
    """The names of both as this reader may read them."""
    season = session.get_one(Season, match.season_id)
    hidden = entrants.hidden(session, season).names
    names = dict(play.names)
    for each, entry_id in zip(SEATS, (match.entry_a_id, match.entry_b_id), strict=True):
        if entry_id in hidden and each != seat:
            number = session.get_one(Entry, entry_id).number
            names[each] = entrants.other_name(number, lang)
    return names


def whole(session: Session, match: Match, lang: Lang) -> tuple[Play, dict[Seat, str]]:
    """The match with all lines of its record, and the names of both as everybody may read them."""
    play = _whole(session, match)
    return play, names_in(session, match, play, None, lang)


def tasks(session: Session, player: Player) -> list[Task]:
    """All open matches of this player, by deadline."""
    waiting = matches.waiting_for(session, player)
    plans = orders.plans(session, [match for match, _, _ in waiting])
    return [
        _task(match, exchange, match.seat_of(entry.id), plans) for match, exchange, entry in waiting
    ]


def _task(
    match: Match, exchange: Exchange, seat: Seat, plans: Mapping[tuple[int, str], MatchPlan]
) -> Task:
    plan = plans.get((match.id, seat))
    is_in = plan is not None and plan.is_in
    return Task(
        game_id=match.game_id,
        match_id=match.id,
        seat=seat,
        turn=match.turn,
        deadline=exchange.deadline,
        is_asked=seat in match.awaits,
        has_plan=is_in,
        is_ready=is_in and plan is not None and plan.is_ready,
    )


def read(session: Session, match: Match) -> Play:
    """The match in its current state."""
    (play,) = exchanges.plays(session, [match])
    return play


def _whole(session: Session, match: Match) -> Play:
    """With all lines of its record."""
    (play,) = exchanges.plays(session, [match], whole=True)
    return play
