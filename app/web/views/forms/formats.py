"""The format of a new season, chosen from pictures with a few numbers: what is chosen becomes the text of its stages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from app.engine import Lang
from app.errors import FieldName, Problem
from app.league.problems import explain
from app.league.seasons.decisions.season_plans import DECISIONS, Plan, game_of
from app.league.seasons.stages import outlook, plans
from app.league.seasons.stages.outlook import AT_ONCE, CHOICES, SUPPOSED
from app.text.characters import normal
from app.web.forms import Form
from app.web.views.forms.plans import PlanForm, has_matches

FIELD: Final = "format"
_USUAL: Final = "round-robin"


def field_of(slug: str, number: str) -> str:
    """The field of a number of a format."""
    return f"{slug}_{number}"


def chosen(form: Form, typed: PlanForm) -> PlanForm:
    """The form with the format that was chosen in it; text of stages counts before it."""
    slug = form.line(FIELD)
    slug = slug if slug in CHOICES else _USUAL
    fields = {
        field_of(each.slug, number): normal(form.line(field_of(each.slug, number)))
        for each in CHOICES.values()
        for number in each.numbers or ()
    }
    plan, unread = typed.plan, [*typed.unread]
    count = plan.capacity or SUPPOSED
    if not typed.typed["stages"].strip():
        numbers = {each: fields[field_of(slug, each)] for each in CHOICES[slug].numbers or ()}
        at_once = numbers.pop(AT_ONCE, "") or str(outlook.usual(slug, count).get(AT_ONCE) or "")
        stages, wrong = plans.read(outlook.written(slug, numbers, count))
        if plan.matches and at_once and not typed.typed["at_once"]:
            part = next(each for each in DECISIONS["matches"].parts if each.name == "at_once")
            few = part.kind.read(at_once, UTC, wrong)
            plan = replace(plan, matches=replace(plan.matches, at_once=few))
        wrong += plans.problems_of(stages)
        plan = plan if wrong else replace(plan, stages=stages)
        unread += [(FIELD, _named(problem)) for problem in wrong]
    return replace(typed, plan=plan, typed={**typed.typed, **fields, FIELD: slug}, unread=unread)


def _named(problem: Problem) -> Problem:
    """The same where lines and settings are not typed, but fields with labels."""
    said = dict(problem.said)
    named = {"setting": FieldName(f"stage-{said['setting']}")} if "setting" in said else {}
    return Problem(problem.code, said=(said | named).items())


@dataclass(frozen=True, slots=True)
class Outlook:
    """What stages amount to, in sentences, for the number of places or for an assumed number."""

    sentences: list[str]
    warnings: list[str]
    usual: Mapping[str, int | None]
    """The usual numbers, by their fields."""
    count: int


def outlook_of(plan: Plan, now: datetime, lang: Lang, entries: int = 0) -> Outlook:
    """The outlook of this plan for this number of entries after closing."""
    count, play = (
        entries or plan.capacity or SUPPOSED,
        plan.matches if has_matches(plan.game) else None,
    )
    said = [outlook.told(plan.stages, count, lang, play)]
    if play:
        said.append(outlook.pace(plan.stages, count, lang, play, game_of(plan), now))
    warned = [explain(each, lang) for each in outlook.warnings(plan.stages, count, play)]
    numbers = {
        field_of(slug, number): value
        for slug in CHOICES
        for number, value in outlook.usual(slug, count).items()
    }
    return Outlook([*filter(None, said)], warned, numbers, count)
