"""The form of an organiser's decisions about a season: as they stand, as typed, and its problems field by field."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from app.engine import Lang
from app.errors import Problem
from app.games import ruleset, slugs
from app.i18n import translations
from app.league.eligibility.choices import written
from app.league.problems import explain
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.kinds import (
    DecisionKind,
    FormPart,
    InOrder,
    OneOf,
    OneWord,
    PointsPerResult,
    SomeOf,
)
from app.league.seasons.decisions.matches import GameChoices
from app.league.seasons.decisions.season_plans import DECISIONS, Plan, problems_of
from app.tournament.formats.catalogue import FORMATS
from app.web.forms import Form, new_key
from app.web.views.desk import Desk
from app.web.views.forms.choices import choices, field_of, name_of
from app.web.views.forms.drafts import Faults

_LONG: Final = ("LongText", "Source", "Lines", "Waves", "StageList")
_PARTS: Final = [part for each in DECISIONS.values() for part in each.parts]
_FIELDS: Final = {
    "bad-slug": "slug",
    "slug-taken": "slug",
    "unknown-game": "game",
    "nothing-told": "tell",
    "reason-too-long": "tell",
    **{code: part.name for part in _PARTS for code in part.codes},
    **{code: name for name, each in DECISIONS.items() for code in each.codes},
}
"""The field of each problem that is of one field alone."""


def has_matches(game: str) -> bool:
    """Whether seasons of the game called so are played by matches."""
    return game in slugs() and ruleset(game).match is not None


def kind_of(kind: DecisionKind) -> str:
    """The kind by its name, as the macro of its fields is called."""
    return type(kind).__name__


@dataclass(frozen=True, slots=True)
class PlanForm:
    """The content of the form, by field, and the plan that it makes; what cannot be read is in `unread`."""

    plan: Plan
    typed: Mapping[str, str]
    unread: Sequence[tuple[str, Problem]] = ()

    def faults(self, problems: Sequence[Problem], now: datetime, lang: Lang) -> Faults:
        """These problems in words, each beside its field."""
        checked = [*self.unread, *problems_of(self.plan, now)]
        claimed = {problem: field for field, problem in checked}
        told: dict[str, list[str]] = {}
        for problem in dict.fromkeys([*(each for _, each in self.unread), *problems]):
            field = _FIELDS.get(problem.code) or claimed.get(problem, "")
            if problem.code == "change-too-late":
                field = str(problem["field"])
            told.setdefault(field, []).append(explain(problem, lang))
        general = told.pop("", [])
        return Faults(told, general)


def fields_of(part: FormPart) -> list[str]:
    """The names of the fields in which it is typed."""
    match part.kind:
        case PointsPerResult() as points:
            return [*points.places]
        case InOrder() as ranked:
            return [f"{ranked.place}{number}" for number in range(1, ranked.most + 1)]
        case SomeOf() as some:
            return [part.name, *(f"{some.box}{slug}" for slug in some.options)]
        case GameChoices():
            return [name_of(*each) for each in choices()]
    return [part.name]


def form_of(plan: Plan, zone: tzinfo) -> PlanForm:
    """The decisions as they stand, as fields hold them."""
    typed = {"game": plan.game, "slug": plan.slug}
    for name, each in DECISIONS.items():
        value = getattr(plan, name)
        values = each.kind.apart(value, plan.game) if each.kind.parts else {name: value}
        for part in each.parts:
            typed |= _divided(part, part.kind.write(values[part.name], zone))
    return PlanForm(plan, typed)


def _divided(part: FormPart, text: str) -> dict[str, str]:
    """The text of this part, by its fields."""
    match part.kind:
        case SomeOf() as some:
            chosen = text.split(",")
            boxes = {f"{some.box}{slug}": "yes" if slug in chosen else "" for slug in some.options}
            return {part.name: "yes", **boxes}
        case GameChoices() as open_:
            config = open_.read(text, UTC, [])
            return {name_of(slug, each): written(each.of(config)) for slug, each in choices()}
        case PointsPerResult() | InOrder():
            names, texts = fields_of(part), text.split("/" if "/" in text else ",")
            return dict.fromkeys(names, "") | dict(zip(names, texts, strict=False))
    return {part.name: text}


def _joined(part: FormPart, typed: Mapping[str, str], game: str) -> str:
    """The text of this part in a season of this game, of its fields."""
    texts = [typed[name] for name in fields_of(part)]
    match part.kind:
        case SomeOf() as some:
            boxes = zip(some.options, texts[1:], strict=True)
            return ",".join(slug for slug, box in boxes if box)
        case InOrder():
            return ",".join(filter(None, texts))
        case GameChoices():
            own = zip(texts, choices(), strict=True)
            return "\n".join(f"{each.key}={text}" for text, (slug, each) in own if slug == game)
    return "/".join(texts)


def sent(form: Form, before: Plan, zone: tzinfo) -> PlanForm:
    """The same as it was sent. Fields that were not in the form stay as they were."""
    standing = form_of(before, zone).typed
    typed = {**standing, **{name: form.line(name) for name in standing if name in form.fields}}
    texts: dict[str, str] = {}
    plan = Plan(typed["game"], typed["slug"]) if not before.slug else before
    is_arranging = "tempo" in form.fields and has_matches(plan.game)
    for part in _PARTS:
        names = fields_of(part)
        if isinstance(part.kind, SomeOf) and part.name in form.fields:
            typed |= {
                name: form.line(name) for name in names
            }  # a box that is not ticked is not sent
        if kind_of(part.kind) in _LONG and part.name in form.fields:
            typed[part.name] = form.text(part.name).strip("\n")
        is_changed = any(typed[name] != standing[name] for name in names)
        if part in DECISIONS["matches"].parts:
            is_changed = is_arranging and (is_changed or plan.matches is None)
        if is_changed:
            texts[part.name] = _joined(part, typed, plan.game)
    if "cup" in texts:  # whose edition goes with it
        texts["edition"] = typed["edition"] if typed["cup"] else ""
    unread: season_plans.Unread = []
    return PlanForm(season_plans.read(plan, texts, zone, unread), typed, unread)


def page_of(desk: Desk, form: PlanForm, can: Collection[str]) -> dict[str, Any]:
    """The content of the form's page: the fields of these decisions and their options."""
    say = translations(desk.lang).gettext
    options = {
        part.name: part.kind.options(desk.session, desk.lang)
        for part in _PARTS
        if isinstance(part.kind, OneOf)
    } | {
        part.name: {slug: say(words) for slug, words in part.kind.options.items()}
        for part in _PARTS
        if isinstance(part.kind, OneWord)
    }
    return {
        "typed": form,
        "can": can,
        "concerns": any(DECISIONS[name].is_told for name in can),
        "decisions": DECISIONS.values(),
        "kind_of": kind_of,
        "fields_of": fields_of,
        "options": options,
        "formats": FORMATS,
        "choices": [
            field_of(slug, each, form.typed[name_of(slug, each)]) for slug, each in choices()
        ],
        "form_key": new_key(),
    }
