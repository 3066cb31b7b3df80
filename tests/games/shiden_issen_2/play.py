"""Battles in three lines: builds in one-character notation, and what tests like to ask of a log."""

from collections.abc import Sequence

from app.engine import Battle, Build, Event
from app.games.shiden_issen_2 import battle, events as log
from app.games.shiden_issen_2.board import Board
from app.games.shiden_issen_2.cards import SKILLS

IDS = {skill.char: skill.id for skill in SKILLS}
OBTAINABLE = "".join(skill.char for skill in SKILLS if skill.obtainable)

Ending = tuple[str | None, str, int]


def build(skills: str | Sequence[str]) -> Build:
    """A row from the head: `"閃閃交硬果"`."""
    return Build(tuple(IDS.get(skill, skill) for skill in skills))


def play(home: str, away: str) -> Battle:
    return battle.play(build(home), build(away))


def ended(battle: Battle) -> Ending:
    return battle.winner, battle.reason, battle.turn


def folded(battle: Battle) -> Board:
    board = Board()
    for event in battle.events:
        board.apply(event)
    return board


def rows(battle: Battle) -> list[str]:
    """What is left in the slots at the end: `__果_閃`."""
    return ["".join(skill.char for skill in row) for row in folded(battle).slots.values()]


def happened(battle: Battle, kind: type[Event], turn: int | None = None) -> list[Event]:
    return [e for e in battle.events if isinstance(e, kind) and turn in (None, e.turn)]


def steps(battle: Battle, turn: int = 1) -> list[str]:
    """What happened in a round, one short line an event: `home.1 hit`. Phases are left out."""
    told = (step(event) for event in battle.events if event.turn == turn)
    return [line for line in told if line]


def step(event: Event) -> str:
    match event:
        case log.OrderDecided():
            return f"{event.first} by {event.by} {event.home_speed}:{event.away_speed}"
        case log.AttachmentWorked():
            return f"{event.skill} works"
        case log.StatusGained():
            return f"{event.side} gets {event.count} {event.status}"
        case log.StatusLifted():
            return f"{event.side} loses {event.count} {event.status}"
        case log.SkillUsed():
            return f"{event.skill} used"
        case log.Passed():
            return f"{event.side} passes"
        case log.LimitedSpent():
            return f"{event.skill} spent"
        case log.AttachmentHelped():
            return f"{event.attachment} helps"
        case log.StatusHelped():
            return f"{event.status} helps {event.points} {event.speed}"
        case log.AttackSlowed():
            return f"{event.skill} slowed"
        case log.DamageAnnounced():
            return f"{event.points} at speed {event.speed}"
        case log.DamageVoided():
            return f"{event.target} spared by {event.by}, {event.left} left"
        case log.SkillHit():
            return f"{event.skill} hit"
        case log.InterceptorTooSlow():
            return f"{event.skill} too slow"
        case log.InterceptorHeldBack():
            return f"{event.skill} held back"
        case log.InterceptorFired():
            return f"{event.skill} fires {event.points}"
        case log.PlainHitUnbroken():
            return f"{event.skill} unbroken"
        case log.AttackInterrupted():
            return f"{event.skill} interrupted"
        case log.HeadMarked():
            return f"{event.skill} marked"
        case log.SkillChanged():
            return f"{event.skill} turns into {event.after}"
        case log.SkillSaved():
            return f"{event.skill} saved"
        case log.SkillDestroyed():
            return f"{event.skill} falls"
    return ""
