"""An attack between its declaration and its end: who may defend, and what each target takes."""

from collections.abc import Iterator

from app.games.acts.cards import SPITE, Attack, Defence, Ward
from app.games.acts.field import Field, damage, normal_attack, struck
from app.games.acts.squares import distance
from app.games.acts.state import Flow


def attack_of(field: Field, flow: Flow) -> Attack:
    """The attack that is being answered."""
    unit = field[flow.unit]
    name = flow.action["skill"]
    return normal_attack(unit) if name is None else unit.face.attacks[name]


def aims(field: Field, flow: Flow) -> list[int]:
    """The squares of the cards that it strikes."""
    named = [int(flow.action[key]) for key in ("target", "also") if key in flow.action]
    return struck(field, flow.unit, attack_of(field, flow), named)


def taken(field: Field, flow: Flow, target: int) -> int:
    """Return the damage that the card on this square would take now, from the attack or the present Spite."""
    if flow.dolls:
        points, attribute = SPITE, "void"
    else:
        attack = attack_of(field, flow)
        points, attribute = damage(field, flow.unit, attack, target), attack.attribute
    points -= flow.cover.get(target, 0)
    for square, name in flow.used:
        if square == target:
            skill = field[square].face.defences[name]
            points -= points if skill.voids == attribute else skill.takes
    return max(0, points)


def defences(field: Field, flow: Flow) -> Iterator[tuple[int, Defence]]:
    """Yield the defences for the card under attack, each with the square of its unit, in ascending order."""
    target = flow.target
    asked = field.get(target)
    if asked is None or not asked.is_unit:
        return
    for at in sorted(field):
        unit = field[at]
        if unit.owner != asked.owner or not unit.face.defences:
            continue
        for skill in unit.face.defences.values():
            if unit.off < skill.cost or (at, skill.name) in flow.used:
                continue
            if isinstance(skill, Ward) and not _is_met(field, flow, skill):
                continue
            if skill.is_for_itself:
                fits = at == target and not (flow.dolls and skill.negates)
            elif flow.dolls:
                fits = False
            elif skill.of:
                fits = asked.card == skill.of
            else:
                fits = (
                    distance(at, target) <= skill.reach
                    and at not in (flow.unit, *flow.targets)
                    and at not in flow.were
                )
            if fits:
                yield at, skill


def _is_met(field: Field, flow: Flow, skill: Ward) -> bool:
    """Whether the attack, or Spite, is what this defence is for."""
    attribute, gender = (
        ("void", "")
        if flow.dolls
        else (attack_of(field, flow).attribute, field[flow.unit].face.gender)
    )
    return skill.only in ("", attribute) and skill.foe in ("", gender)
