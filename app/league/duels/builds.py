"""What duelists send: sealed as it comes, shown once both have sent, then the battle."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.engine import Build
from app.engine.battle import Side
from app.engine.matches.dice import build_commit
from app.errors import BuildUnreadable, DuelRefused, Problem
from app.league.duels import matches, news
from app.league.duels.invitations import naming
from app.league.duels.news import end
from app.league.duels.settings import rules_of
from app.league.duels.stages import SENDING, has_sent
from app.league.entries.contents import read_with
from app.store.tables import Duel, DuelEnding, Duelist, DuelStage

SALT_BYTES: Final = 32


def reader_of(duel: Duel, duelist: Duelist) -> Callable[[str], Build]:
    """What reads a text of theirs in this stage."""
    game = rules_of(duel)
    face = game.duel
    if face is None or (duel.stage is not DuelStage.OPEN and duelist.shown is None):
        return game.read_build
    if duel.stage is DuelStage.OPEN:
        return face.read_open
    shown = game.read_build(duelist.shown or "")
    return lambda text: face.read_whole(text, shown)


def send(session: Session, duel: Duel, duelist: Duelist, text: str, *, now: datetime) -> None:
    """What they send in this stage counts, in place of what they sent before; once both have sent, the next one begins.

    The duel is locked. Raises `DuelRefused` with every problem; then what they sent before still counts.
    """
    if duel.stage is DuelStage.OVER:
        raise DuelRefused([Problem("duel-over")])
    if duel.stage is DuelStage.MATCH:
        raise DuelRefused([Problem("duel-in-match")])
    if duel.due_at <= now:
        raise DuelRefused([Problem("duel-too-late")])
    if duel.asks:
        raise DuelRefused([Problem("duel-unsettled")])
    game = rules_of(duel)
    try:
        build = read_with(reader_of(duel, duelist), game, text)
    except BuildUnreadable as refusal:
        raise DuelRefused(refusal.problems) from None
    build = replace(build, flavour=())
    if build.name and (problems := [*naming(build.name)]):
        raise DuelRefused(problems)
    salt = secrets.token_bytes(SALT_BYTES)
    if duel.stage is DuelStage.OPEN:
        written = game.write_build(build.nameless())
        if written != duelist.shown:
            duelist.shown, duelist.shown_salt = written, salt
            duelist.shown_seal = seal_of(duel, written, salt)
        duelist.shown_at = now
    else:
        written = game.write_build(build)
        if written != duelist.build:
            duelist.build, duelist.build_salt = written, salt
            duelist.build_seal = seal_of(duel, written, salt)
        duelist.build_at = now
    if all(has_sent(duel, each) for each in duel.duelists):
        _go_on(session, duel, now)


def seal_of(duel: Duel, written: str, salt: bytes) -> str:
    """The public seal of a build before it is shown: SHA-256 over the salt, the submission and the
    rules.
    """
    return build_commit({"rules": duel.rules_version, "text": written}, salt)


def settle(session: Session, duel: Duel, now: datetime) -> bool:
    """At the deadline of a stage, let the duelist who has not sent lose. Returns whether it has
    come. The duel is locked.
    """
    if duel.stage not in SENDING or duel.due_at > now:
        return False
    sent = [each.seat for each in duel.duelists if has_sent(duel, each)]
    if not duel.duelists[1].name:
        end(session, duel, DuelEnding.UNANSWERED, None, now=now)
    elif duel.asks:
        end(session, duel, DuelEnding.UNSETTLED, None, now=now)
    elif sent:
        end(session, duel, DuelEnding.FORFEIT, sent[0], now=now)
    else:
        end(session, duel, DuelEnding.NOBODY, None, now=now)
    return True


def _go_on(session: Session, duel: Duel, now: datetime) -> None:
    """Both have sent: the next stage begins, or the battle is played, or their match begins."""
    if duel.stage is DuelStage.OPEN:
        duel.stage, duel.due_at = DuelStage.WHOLE, now + timedelta(days=duel.days)
        news.tell_both(session, duel, "shown", now=now)
        return
    game = rules_of(duel)
    if game.match:
        matches.begin(session, duel, now)
        news.tell_both(session, duel, "begun", now=now)
        return
    home, away = (game.read_build(each.build or "").nameless() for each in duel.duelists)
    winner = {Side.HOME: "A", Side.AWAY: "B", None: None}[game.play(home, away).winner]
    end(session, duel, DuelEnding.BATTLE, winner, now=now)
