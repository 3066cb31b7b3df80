"""The text of a card, made of its abilities by the table of words."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.engine import Words
from app.games.laplaplus import effects
from app.games.laplaplus.abilities import CONSTRAINTS, OPTIONS, RULES, TRIGGERS, Constraint
from app.games.laplaplus.effects import Action, Event, HitEnemy, Static
from app.games.laplaplus.house.vocabulary import BY_VERB, times

Ability = Action | Event | effects.Build | Static

NO_ABILITY: Final = Words("能力は持たない。", "Has no ability.")
_NOTHING: Final = Words("", "")
_BANNED: Final = Words("このルールでは使えない。", "Not allowed under these rules.")
_AT_MOST: Final = Words("1つの構成に{most}枚まで。", "At most {most} in a build.")


def text_of(all_abilities: Sequence[Ability], most: int | None = None) -> Words:
    """Return the printed text of a card with these abilities, and its limit of copies."""
    said = [*_sentences(all_abilities)] or [NO_ABILITY]
    text = Words("".join(each.ja for each in said), " ".join(each.en for each in said))
    return with_limit(text, most)


def with_limit(text: Words, most: int | None) -> Words:
    """A card's text with the number of copies that a build may have."""
    if most is None:
        return text
    limit = _AT_MOST if most else _BANNED
    return Words(text.ja + limit.ja.format(most=most), f"{text.en} {limit.en.format(most=most)}")


def _sentences(all_abilities: Sequence[Ability]) -> Iterator[Words]:
    left = list(all_abilities)
    while left:
        first, second = left[0], left[1] if len(left) > 1 else None
        if (
            isinstance(first, Action)
            and isinstance(second, Action)
            and (both := _instead(first, second))
        ):
            yield both
            del left[:2]
        else:
            yield _sentence(left.pop(0))


def _sentence(ability: Ability) -> Words:
    """The head of the ability, and what it does."""
    match ability:
        case Static():
            rule = RULES[ability.rule]
            return Words(f"常態: {rule.ja}", f"Static: {rule.en}")
        case effects.Build():
            told = BY_VERB[type(ability.verb)].tell(ability.verb)
            return Words(f"ビルド: {told.ja}", f"Build: {told.en}")
        case Event():
            least = Words(f"{ability.at_least}点以上の", f"{ability.at_least} or more ")
            when = TRIGGERS[ability.trigger]
            at_least = least if ability.at_least > 1 else _NOTHING
            head = _head("Event", ability)
            told = BY_VERB[type(ability.answer)].tell(ability.answer)
            condition = CONSTRAINTS[ability.constraint] if ability.constraint else _NOTHING
            return Words(
                f"{head.ja}({when.ja.format(least=at_least.ja)}): {condition.ja}{told.ja}",
                f"{head.en}, {when.en.format(least=at_least.en)}{condition.en}: {told.en}",
            )
    head = _head("Action", ability)
    told = BY_VERB[type(ability.verb)].tell(ability.verb)
    condition = CONSTRAINTS[ability.constraint] if ability.constraint else _NOTHING
    return Words(f"{head.ja}: {condition.ja}{told.ja}", f"{head.en}{condition.en}: {told.en}")


def _head(kind: str, ability: Action | Event) -> Words:
    if not ability.option:
        return Words(kind, kind)
    option = OPTIONS[ability.option]
    return Words(f"{kind}[{option.ja}]", f"{kind} ({option.en})")


def _instead(first: Action, second: Action) -> Words | None:
    """Return one sentence for both, if they are one blow that changes on top of the row; else None."""
    top, usual = first.verb, second.verb
    if (
        not (isinstance(top, HitEnemy) and isinstance(usual, HitEnemy))
        or first.constraint is not Constraint.TOP
        or second.constraint
        or first.option is not second.option
    ):
        return None
    if top.times == usual.times == 1:
        instead = Words(f"{top.points}点", f"{top.points} instead")
    elif top.points == usual.points and min(top.times, usual.times) > 1:
        often = times(top.times)
        instead = Words(often.ja, f"{often.en} instead")
    else:
        return None
    plain = _sentence(second)
    return Words(
        f"{plain.ja}トップのときは、代わりに{instead.ja}。",
        f"{plain.en.removesuffix('.')}; {instead.en} while this card is on top.",
    )
