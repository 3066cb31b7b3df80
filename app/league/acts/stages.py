"""The acts on stages, pairings, rules and timetable of a season."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.engine.versions import base_of
from app.errors import Problem, SeasonRefused
from app.i18n import N_
from app.league.acts.act import ENTRY, PUBLIC, Need, SeasonAct, reason, tell
from app.league.desk import pairings as desk_pairings, rules as desk_rules, rulings
from app.league.matches import deadlines
from app.league.matches.settings import rules_of
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans
from app.league.timetable import nights, steps
from app.store import seasons
from app.store.security.audits import Organiser
from app.store.tables import Season
from app.text.moments import read_zone

_STAGE: Final = Need(
    name="stage", kind=int, usual=1, meaning="The stage, from 1.", option="--stage", metavar="N"
)
_WHY: Final = tell("Why: everybody reads it.")


def _in_stages(session: Session, slug: str, by: Organiser, *, stages: Sequence[str]) -> Season:
    """Set the stages of the season. Raises `SeasonRefused` with every problem of their text and of the season."""
    found, problems = plans.read("\n".join(stages))
    try:
        plan = season_plans.plan_of(seasons.locked(session, slug))
        season = league_seasons.change(session, replace(plan, stages=found), by)
    except SeasonRefused as refusal:
        problems += refusal.problems
    if problems:
        raise SeasonRefused(dict.fromkeys(problems))
    return season


def _by_rules(
    session: Session,
    slug: str,
    by: Organiser,
    *,
    rules: str | None,
    cards: str | None,
    take_out: bool,
) -> Season:
    season = seasons.locked(session, slug)
    own = rules_of(session, season).house
    kept = own.text if own else ""
    version = rules or base_of(season.rules_version)
    after = desk_rules.wanted(season, version, kept if cards is None else cards)
    return desk_rules.move(session, slug, after, by, take_out=take_out).season


STAGES: Final = (
    SeasonAct(
        "stages",
        _in_stages,
        "Set the stages of a season, until its builds are laid open.",
        needs=(
            Need(
                name="stages",
                kind=list[str],
                usual=[],
                meaning="In order, each as `swiss rounds=5 best=8`; none: everybody meets everybody once.",
            ),
            tell(PUBLIC),
        ),
        noun="Stages",
    ),
    SeasonAct(
        "pairings",
        lambda session, slug, by, *, pairings: desk_pairings.pair(session, slug, pairings, by),
        "Say who meets whom in a season that is paired by hand, once its entries have closed.",
        needs=(
            Need(
                name="pairings",
                meaning="A line a pairing, by number or name: 3 – Alice, or round,first,second.",
            ),
        ),
        noun="Pairings",
        logged=N_("Paired by hand"),
        logged_as="pair",
    ),
    SeasonAct(
        "rules",
        _by_rules,
        "Move a season to other rules, until it is played. Everybody is told, with the reason.",
        needs=(
            Need(
                name="rules",
                usual=None,
                meaning="The version, as laplaplus@1; without it as it is.",
            ),
            Need(name="cards", usual=None, meaning="House cards on top of these rules, in TOML."),
            Need(
                name="take_out",
                kind=bool,
                usual=False,
                meaning="Take out entries that are not legal any more.",
            ),
            tell(PUBLIC),
        ),
        noun="Rules",
    ),
    SeasonAct(
        "retire",
        lambda session, slug, by, *, entry, after, stage: rulings.retire(
            session, slug, entry, stage, after, by
        ),
        "Let an entry retire after a round of a stage: what it has played stands, and later rounds are paired without it.\n\n"
        "What that changes is printed before, and asked where there is a terminal.",
        needs=(
            ENTRY,
            Need(
                name="after",
                kind=int,
                meaning="The last round that it plays.",
                option="--after",
                metavar="N",
            ),
            _STAGE,
            _WHY,
        ),
        moves_stages=True,
        noun="Retirement",
        examples=(
            "hikyaku season retire spring-cup 'The Bee' --after 3 --tell 'Its player is ill.'",
        ),
        done="{slug}: {entry} retires after round {after} of stage {stage}.",
        logged=N_("Entry retired"),
    ),
    SeasonAct(
        "set-pairing",
        lambda session, slug, by, *, stage, first, second, **at: rulings.set_pairing(
            session, slug, stage, at["round"], first, second, by
        ),
        "Set a pairing or a bye of a round of a Swiss system to come; all others are paired by the rules.\n\n"
        "While matches are played also of the round under way, before its first exchange.",
        needs=(
            Need(name="round", kind=int, meaning="The round, from 1.", metavar="ROUND"),
            Need(name="first", meaning="Name or number: the first seat.", metavar="ENTRY"),
            Need(
                name="second",
                usual="",
                meaning="Its opponent; without one it has a bye.",
                metavar="[ENTRY]",
            ),
            _STAGE,
            _WHY,
        ),
        moves_stages=True,
        noun="Pairing",
        examples=(
            "hikyaku season set-pairing spring-cup 2 'The Bee' 7 --tell 'They had met before.'",
            "hikyaku season set-pairing spring-cup 3 'The Bee' --tell 'Its player is away.'",
        ),
        done=lambda _, told: (
            f"{told['slug']}: {told['first']} – {told['second'] or 'a bye'} is set in round {told['round']} of stage {told['stage']}."
        ),
        logged=N_("Pairing set"),
        logged_as="set",
    ),
    SeasonAct(
        "never-meet",
        rulings.keep_apart,
        "Keep two entries from meeting in the stages of a season, as siblings or friends may wish, until its matches have begun.\n\n"
        "In a knock-out they are drawn as far from each other as may be, and meet if both come so far.",
        needs=(
            Need(name="first", meaning="Name or number.", metavar="ENTRY"),
            Need(name="second", meaning="Whom it is not to meet.", metavar="ENTRY"),
            _WHY,
        ),
        moves_stages=True,
        noun="Separation",
        examples=("hikyaku season never-meet spring-cup 3 'The Bee' --tell 'They are siblings.'",),
        done="{slug}: {first} and {second} are not to meet.",
        logged=N_("Two kept apart"),
    ),
    SeasonAct(
        "end-round",
        rulings.end_round,
        "End the round of matches that is under way: what is open of it ends at once as the season says, and the next is paired.",
        needs=(_WHY,),
        noun="RoundEnd",
        examples=("hikyaku season end-round spring-cup --tell 'We go on.'",),
        done="{slug}: the round ends.",
        logged=N_("Round ended"),
    ),
    SeasonAct(
        "take-back",
        rulings.take_back,
        "Take back what was ruled last in a season in stages: a retirement, a pairing, a bye, or that two never meet.",
        needs=(_WHY,),
        moves_stages=True,
        examples=("hikyaku season take-back spring-cup --tell 'It was a mistake.'",),
        done="{slug}: what was ruled last is taken back.",
        logged=N_("Ruling taken back"),
        logged_as="take back",
    ),
)

# --- the timetable -------------------------------------------------------------------------------------


def _zone(typed: str) -> str:
    """Return the time zone. Raises `SeasonRefused` if its name is unknown."""
    problems: list[Problem] = []
    read_zone(typed, problems)
    if problems:
        raise SeasonRefused(problems)
    return typed


_STEP: Final = Need(
    name="step", meaning="opening, deadline, run, release or archive; night-1 and so on."
)
_AT: Final = Need(name="at", kind=datetime, meaning="When it is.")
_ZONE: Final = Need(
    name="zone", usual="UTC", meaning="The time zone by whose clocks it is, as Asia/Tokyo."
)
_QUIET: Final = Need(name="quiet", kind=bool, usual=False, meaning="Write to no one.")
_REASONS: Final = (reason(), tell())

TIMETABLE: Final = (
    SeasonAct(
        "exchange",
        lambda session, slug, by, *, number, deadline=None: deadlines.move(
            session, slug, number, deadline or by.now, by
        ),
        "Move the deadline for orders of an exchange, or call it early. Its players are told.",
        needs=(
            Need(name="number", kind=int, meaning="Of the exchange."),
            Need(
                name="deadline",
                kind=datetime,
                usual=None,
                meaning="Until when; at once without it.",
            ),
            *_REASONS,
        ),
        noun="Exchange",
        logged=N_("Deadline for orders moved"),
    ),
    SeasonAct(
        "plan",
        lambda session, slug, by, *, step, at, zone, **how: steps.plan(
            session, slug, step, at, by, zone=_zone(zone), **how
        ),
        "Take a step of the timetable at this moment; one that was held or skipped is planned again.",
        needs=(
            _STEP,
            _AT,
            _ZONE,
            _QUIET,
            Need(name="with_later", kind=bool, usual=False, meaning="Move all later steps along."),
            *_REASONS,
        ),
        has_command=False,
        noun="Step",
        logged=N_("Step planned"),
        logged_as="step",
    ),
    SeasonAct(
        "nights",
        lambda session, slug, by, *, at, zone, **how: nights.plan(
            session, slug, at, by, zone=_zone(zone), **how
        ),
        "Let the results come out night by night from this moment on.",
        needs=(
            _AT,
            _ZONE,
            Need(name="nights", kind=int, usual=None, meaning="In so many nights."),
            Need(name="rounds", kind=int, usual=None, meaning="Or so many rounds a night."),
            _QUIET,
            *_REASONS,
        ),
        has_command=False,
        noun="Nights",
        logged=N_("Nights planned"),
    ),
    SeasonAct(
        "hold",
        lambda session, slug, by, *, step: steps.hold(session, slug, step, by),
        "Hold a step of the timetable, and all after it, until it is resumed, moved or done by hand.",
        needs=(_STEP, *_REASONS),
        has_command=False,
        noun="Hold",
        logged=N_("Step put on hold"),
    ),
    SeasonAct(
        "skip",
        lambda session, slug, by, *, step: steps.skip(session, slug, step, by),
        "Leave a step of the timetable to organisers; the others go on.",
        needs=(_STEP, *_REASONS),
        has_command=False,
        noun="Skip",
        logged=N_("Step skipped"),
    ),
    SeasonAct(
        "resume",
        lambda session, slug, by, *, step: steps.resume(session, slug, step, by),
        "Take a step that was held or skipped at its moment, or at once if that has passed.",
        needs=(_STEP, *_REASONS),
        has_command=False,
        noun="Resumption",
        logged=N_("Step resumed"),
    ),
)
MARKS: Final = ("hold", "skip", "resume")
"""The acts that decide whether a worker takes a step of the timetable."""
