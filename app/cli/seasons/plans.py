"""What was typed of a season, as a plan has it."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from app.cli.console import voice
from app.cli.console.installation import settings
from app.errors import Problem, SeasonRefused, UnknownGame

if TYPE_CHECKING:
    from app.league.eligibility.pools import Pool
    from app.league.eligibility.sides import Sides
    from app.league.season_plans import Plan


def decisions(problems: list[Problem], **typed: Any) -> dict[str, Any]:
    """The options that were given, as a plan has them. What cannot be read goes to `problems`."""
    given = {name: value for name, value in typed.items() if value is not None}
    found: dict[str, Any] = {
        name: voice.as_typed(given[name])
        for name in ("title_ja", "title_en", "description_ja", "description_en", "beacon")
        if name in given
    }
    if given.get("closes"):
        found["closes_at"] = moment_of(given["closes"], problems)
    elif "closes" in given:
        found["closes_at"] = None
    if "scoring" in given:
        found["points"] = _points(given["scoring"], problems)
    if "tie_breaks" in given:
        found["tie_breaks"] = [
            each.strip() for each in given["tie_breaks"].split(",") if each.strip()
        ]
    if "waves" in given:
        found["waves"] = _waves(given["waves"], problems)
    if "waiting_list" in given:
        found["waiting_list"] = given["waiting_list"]
    if "characters" in given:
        found["characters"] = given["characters"]
    if "look_at_newcomers" in given:
        found["approves_newcomers"] = given["look_at_newcomers"]
    if "reminders" in given:
        found["reminders"] = _hours(given["reminders"], problems)
    if "reminded" in given:
        found["reminded"] = [each.strip() for each in given["reminded"].split(",") if each.strip()]
    if "ranked" in given:
        found["ranked"] = given["ranked"]
    if "cup" in given:
        found |= {"cup": given["cup"], "edition": None}
    if "edition" in given:
        found["edition"] = given["edition"]
    if "places" in given:
        found["capacity"] = given["places"] or None
    return found


def moment_of(typed: str, problems: list[Problem]) -> datetime | None:
    """A moment as typed: local to the installation unless it names its zone or offset."""
    from app.text.moments import read_moment

    return read_moment(typed, settings().zone, problems)


def _waves(text: str, problems: list[Problem]) -> tuple[tuple[datetime, int], ...]:
    from app.league.admission import places

    try:
        return places.read_waves(text, settings().zone)
    except SeasonRefused as refusal:
        problems += refusal.problems
    return ()


def _hours(typed: str, problems: list[Problem]) -> list[int]:
    from app.league.season_plans import bad_reminders, read_hours

    found = read_hours(typed)
    if found is None:
        problems.append(bad_reminders())
    return found or []


def pool_of(
    plan: "Plan", ban: str | None, copies: int | None, size: int | None, problems: list[Problem]
) -> "Pool":
    """The pool of the plan with what was typed of it."""
    from app.games import ruleset
    from app.league.eligibility.pools import read_banned

    pool = plan.pool
    if ban is not None:
        with suppress(UnknownGame):  # told of the game itself
            try:
                game = ruleset(plan.game, plan.rules or None)
                pool = replace(pool, banned=read_banned(game, voice.as_typed(ban)))
            except SeasonRefused as refusal:
                problems += refusal.problems
    if copies is not None:
        pool = replace(pool, copies=copies or None)
    return pool if size is None else replace(pool, size=size or None)


def sides_of(plan: "Plan", typed: str | None, apart: bool | None) -> "Sides":
    """The sides of the plan with what was typed of them."""
    from app.league.eligibility.sides import read

    text = plan.sides.text if typed is None else voice.as_typed(typed)
    return read(text, is_apart=plan.sides.apart if apart is None else apart)


def _points(typed: str, problems: list[Problem]) -> tuple[int, int, int]:
    try:
        win, draw, loss = map(int, typed.split("/"))
    except ValueError:
        problems.append(Problem("bad-score", words=(typed,)))
        return 3, 1, 0
    return win, draw, loss
