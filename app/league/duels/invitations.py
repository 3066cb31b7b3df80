"""Open, accept, cancel and repeat duels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang, Ruleset
from app.errors import DuelRefused, Problem
from app.games import ruleset
from app.league.duels import matches, news, settings
from app.league.duels.news import end
from app.league.entries.characters import name_key, name_problems, owner_problems
from app.league.people import blocks
from app.store import duels
from app.store.tables import Duel, DuelEnding, Duelist, DuelStage, Mail, Player
from app.text.characters import BLANKS

DAYS: Final = range(1, 15)
"""How long a stage may take."""
USUAL_DAYS: Final = 3
REMATCHES_A_DAY: Final = 20
"""Of the same two: each writes letters to one who may not want them."""


@dataclass(frozen=True, slots=True)
class Party:
    """One who wants to play, or is asked to: a name, a language, and to whom letters go.

    `deliverer`: who named that address; `is_proven`: they came by a letter that went there.
    """

    name: str
    lang: Lang
    player: Player | None = None
    deliverer: str = ""
    is_proven: bool = False


def open_duel(
    session: Session,
    game: Ruleset,
    party: Party,
    days: int,
    *,
    now: datetime,
    friend: Player | None = None,
    answers: Mail | None = None,
    config: Mapping[str, Any] | None = None,
) -> Duel:
    """Open a duel of this game, and send the invitation to the friend in the opener's language.

    Settings that are left out have their usual values. Raises `DuelRefused` with every problem.
    """
    problems = [*naming(party.name), *_blocked(session, party.player)]
    problems += settings.problems(game, config or {})
    if friend is not None and friend is party.player:
        problems.append(Problem("duel-with-oneself"))
    if days not in DAYS:
        problems.append(Problem("duel-days", least=str(DAYS[0]), most=str(DAYS[-1])))
    if problems:
        raise DuelRefused(problems)
    duel = Duel(
        game=game.slug,
        rules_version=game.rules_version,
        days=days,
        due_at=now + timedelta(days=days),
        opened_at=now,
        duelists=[
            _duelist("A", party),
            _duelist("B", Party("", party.lang, friend, party.deliverer)),
        ],
    )
    settings.agree_on(duel, config or {})
    session.add(duel)
    session.flush()
    opener, other = duel.duelists
    news.tell(session, duel, opener, "opened", now=now, answers=answers)
    news.tell(session, duel, other, "invited", now=now)
    return duel


def accept(
    session: Session,
    duel: Duel,
    party: Party,
    *,
    now: datetime,
    answers: Mail | None = None,
    config: Mapping[str, Any] | None = None,
) -> None:
    """Let this player accept the duel; the time of its first stage begins.

    Both are told, by the answer to their mail if there was one. If other settings are asked for,
    the opener is asked to agree. Raises `DuelRefused` with every problem.
    """
    opener, other = duel.duelists
    problems = [*naming(party.name), *_blocked(session, party.player)]
    if party.player is not None and party.player is opener.player:
        problems.append(Problem("duel-with-oneself"))
    if name_key(party.name) == name_key(opener.name):
        problems.append(Problem("same-duelist", name=opener.name))
    if duel.stage is DuelStage.OVER or duel.due_at <= now:
        problems = [Problem("duel-over")]
    elif other.name:
        problems = [Problem("duel-accepted")]
    else:
        problems += settings.problems(settings.rules_of(duel), config or {})
    if problems:
        raise DuelRefused(problems)
    other.name, other.lang = party.name.strip(BLANKS), party.lang
    other.player, other.deliverer, other.is_proven = party.player, party.deliverer, party.is_proven
    duel.due_at = now + timedelta(days=duel.days)
    settings.propose(duel, config, opener.seat)
    session.flush()
    news.tell(session, duel, opener, "proposed" if duel.asks else "accepted", now=now)
    news.tell(session, duel, other, "accepted", now=now, answers=answers)


def answer(
    session: Session,
    duel: Duel,
    seat: str,
    config: Mapping[str, Any] | None,
    *,
    now: datetime,
    is_answered: bool = False,
) -> None:
    """Who was asked agrees to the settings of the duel, or asks the other to agree to these; the other hears of it.

    The time of the stage runs on. The duel is locked. Raises `DuelRefused` with every problem.
    """
    if duel.stage is DuelStage.OVER or duel.asks != seat:
        raise DuelRefused([Problem("duel-settled" if duel.ended_at is None else "duel-over")])
    if duel.due_at <= now:
        raise DuelRefused([Problem("duel-too-late")])
    if problems := [*settings.problems(settings.rules_of(duel), config or {})]:
        raise DuelRefused(problems)
    duel.asks = ""
    settings.propose(duel, config, news.other_of(duel, seat).seat)
    but = seat if duel.asks or is_answered else ""
    news.tell_both(session, duel, "proposed" if duel.asks else "agreed", now=now, but=but)


def withdraw(
    session: Session, duel: Duel, seat: str, *, now: datetime, is_answered: bool = False
) -> None:
    """The duel is over: taken back before it was accepted, or given up. Raises `DuelRefused` if it was over before.

    `is_answered`: who gives up hears of it by the answer to their mail.
    """
    if duel.stage is DuelStage.OVER:
        raise DuelRefused([Problem("duel-over")])
    winner = news.other_of(duel, seat).seat
    but = seat if is_answered else ""
    if duel.stage is DuelStage.MATCH:
        if not matches.resign(session, duel, seat, now):
            raise DuelRefused([Problem("duel-over")])
        end(session, duel, DuelEnding.BATTLE, winner, now=now, but=but)
    elif duel.asks:
        end(session, duel, DuelEnding.UNSETTLED, None, now=now, but=but)
    elif duel.duelists[1].name:
        end(session, duel, DuelEnding.RESIGNED, winner, now=now, but=but)
    else:
        end(session, duel, DuelEnding.WITHDRAWN, None, now=now, but=but)


def rematch(session: Session, duel: Duel, seat: str, *, now: datetime) -> Duel:
    """The next duel of the same two, both in their seats, with the same settings.

    The one that there is if the other was first.

    Who did not ask for it hears of it. The duel is locked.

    Raises `DuelRefused` unless both took part in this one, and it is over; and of the many that are
    enough for a day.
    """
    if duel.stage is not DuelStage.OVER or not duel.duelists[1].name:
        raise DuelRefused([Problem("duel-not-over")])
    if found := duels.rematch_of(session, duel):
        return found
    own = next(each for each in duel.duelists if each.seat == seat)
    problems = [*_blocked(session, own.player)]
    if len([*islice(_of_today(session, duel, now), REMATCHES_A_DAY)]) == REMATCHES_A_DAY:
        problems.append(Problem("duels-enough"))
    if problems:
        raise DuelRefused(problems)
    game = ruleset(duel.game)
    again = Duel(
        game=game.slug,
        rules_version=game.rules_version,
        days=duel.days,
        due_at=now + timedelta(days=duel.days),
        opened_at=now,
        follows_id=duel.id,
        duelists=[_duelist(each.seat, each) for each in duel.duelists],
    )
    settings.agree_on(again, {} if [*settings.problems(game, duel.config)] else duel.config)
    session.add(again)
    session.flush()
    news.tell(session, again, news.other_of(again, seat), "rematch", now=now)
    return again


def _of_today(session: Session, duel: Duel, now: datetime) -> Iterator[Duel]:
    """The rematches of the same two that were opened within a day, from this one back."""
    each: Duel | None = duel
    while each and each.follows_id and abs(now - each.opened_at) < timedelta(days=1):
        yield each
        each = session.get(Duel, each.follows_id)


def _duelist(seat: str, party: Party | Duelist) -> Duelist:
    return Duelist(
        seat=seat,
        name=party.name.strip(BLANKS),
        lang=party.lang,
        player=party.player,
        deliverer=party.deliverer,
        is_proven=party.is_proven,
    )


def _blocked(session: Session, player: Player | None) -> Iterator[Problem]:
    if block := blocks.of(session, player):
        yield blocks.problem(block)


def naming(name: str) -> Iterator[Problem]:
    """The problems of a name that the opponent will see."""
    yield from name_problems(name)
    yield from (
        Problem("duelist-is-address")
        for each in owner_problems(name)
        if each.code == "owner-is-address"
    )
