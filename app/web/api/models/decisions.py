"""The decisions about a season as properties of the API: each is made of its kind."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, Field, create_model

from app.league.seasons.decisions.decision import Decision
from app.league.seasons.decisions.kinds import FormPart, YesNo
from app.league.seasons.decisions.season_plans import DECISIONS, Plan

Model = TypeVar("Model", bound=BaseModel)


class Shape(NamedTuple):
    """The type of a property, and how a value passes between it and a plan."""

    type: Any
    passed: Callable[[Any], Any] = lambda value: value


Shapes = Mapping[str, Shape | None]
"""Shapes by the name of a kind; by the name of a part, what that one has instead, and None if it stands elsewhere."""


def with_decisions(shapes: Shapes, *, told: bool = False) -> Callable[[type[Model]], type[Model]]:
    """Add a field for each decision of these shapes to the model: as it is `told`, or optional as it is sent."""

    def made(model: type[Model]) -> type[Model]:
        fields: dict[str, Any] = {
            part.name: (
                shape.type | None if part is decision and decision.initial is None else shape.type,
                Field(
                    default=... if told else _at_first(decision, part, shape),
                    description=_described(decision, part),
                ),
            )
            for decision, part, shape in _shaped(shapes, told=told)
        }
        own: dict[str, Any] = {"__module__": model.__module__, "__doc__": model.__doc__}
        return create_model(model.__name__, __base__=model, **own, **fields)

    return made


def parts_of(base: type[BaseModel], name: str, doc: str, decision: Decision, shapes: Shapes) -> Any:
    """The model of a decision in several parts, each with the shape of its kind. Parts left out keep their value."""
    usual = decision.kind.apart(decision.initial, "")
    fields: dict[str, Any] = {
        part.name: (shape.type, Field(default=usual[part.name], description=part.meaning))
        for part in decision.parts
        if (shape := shapes[type(part.kind).__name__])
    }
    return create_model(name, __base__=base, __module__=base.__module__, __doc__=doc, **fields)


def _shaped(shapes: Shapes, *, told: bool) -> Iterator[tuple[Decision, FormPart, Shape]]:
    """Every part that has a shape, or the whole decision where that has one."""
    for decision in DECISIONS.values():
        is_whole = type(decision.kind).__name__ in shapes
        for part in (decision,) if is_whole else decision.parts:
            shape = shapes.get(part.name, shapes.get(type(part.kind).__name__))
            if shape and (decision.is_public or not told):
                yield decision, part, shape


def _described(decision: Decision, part: FormPart) -> str:
    said, nothing = part.meaning or decision.meaning, part.empty or part.kind.nothing
    if isinstance(part.kind, YesNo):
        said = f"{said} True: {part.kind.yes}."
    is_null = part is decision and decision.initial is None
    return f"{said} Null: {nothing}." if is_null else said


def _at_first(decision: Decision, part: FormPart, shape: Shape) -> Any:
    value = decision.initial
    if part is not decision:
        value = decision.kind.apart(value, "")[part.name]
    if value is not None and isinstance(shape.type, type) and issubclass(shape.type, BaseModel):
        return shape.type()
    return [*value] if getattr(shape.type, "__origin__", None) is list else value


def values_sent(sent: BaseModel, shapes: Shapes) -> dict[str, Any]:
    """The parts of decisions that were sent, as a plan has them."""
    found: dict[str, Any] = {}
    for _, part, shape in _shaped(shapes, told=False):
        if part.name in sent.model_fields_set:
            value = shape.passed(getattr(sent, part.name))
            found |= value if isinstance(value, dict) else {part.name: value}
    return found


def values_told(plan: Plan, shapes: Shapes) -> dict[str, Any]:
    """The decisions of the plan, as they are told."""
    return {
        part.name: shape.passed(getattr(plan, decision.name))
        for decision, part, shape in _shaped(shapes, told=True)
    }
