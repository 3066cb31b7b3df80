"""A file of house cards: the pool of cards that it makes, or everything that is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.engine import House, Words
from app.engine.names import Names
from app.engine.versions import version_of
from app.engine.workshop.file import File, Part, tidied
from app.games.laplaplus import abilities
from app.games.laplaplus.abilities import (
    Action,
    Constraint,
    Event,
    Family,
    Option,
    Rule,
    Static,
    Trigger,
)
from app.games.laplaplus.cards import Card, CardPool
from app.games.laplaplus.house.vocabulary import (
    ACTIONS,
    AT_START,
    BY_NAME,
    COPIES,
    DAMAGE,
    FORCES,
    MOST_ABILITIES,
    MOST_CARDS,
    POINTS,
    TERMS,
    Term,
)
from app.games.laplaplus.house.words import Ability, text_of, with_limit
from app.games.laplaplus.spelling import Spelling

KINDS: Final = ("action", "event", "build", "static")
_PAYS = {Option.DOWNLESS: "house-endless"}


def read_cards(text: str, base: CardPool) -> tuple[CardPool, House]:
    """The base's cards with those of the text. Raises `CardsUnreadable` with every problem."""
    text = tidied(text)
    whole = File.read(text)
    file = whole.file
    added = _Additions(base)
    for part in whole.parts("card", MOST_CARDS):
        added.read(part)
    changes = _changes(whole.parts("change", len(base.cards)), base)
    whole.finish()
    if not file.problems and not added.cards and not changes:
        file.refuse((), "house-empty", (), ())
    file.finish()
    limits = {**base.limits, **added.limits}
    limits |= {id: most for id, (_, most) in changes.items() if most is not None}
    kept = [changes[card.id][0] if card.id in changes else card for card in base.cards]
    pool = CardPool(version_of(base.version, text), (*kept, *added.cards), limits)
    chars = {card.char: card.id for card in pool.cards}
    added.names.refuse_rows(pool.shown, chars)
    file.finish()
    shown = {card.id: card for card in pool.shown}
    house = House(
        base.version,
        text,
        tuple(shown[card.id] for card in added.cards),
        tuple(shown[id] for id in changes),
    )
    return pool, house


class _Additions:
    """The new cards, as far as they have been read."""

    def __init__(self, base: CardPool) -> None:
        self.base = base
        spelling = Spelling(base)
        self.names = Names(base.shown, spelling.spellings, spelling.readings)
        self.cards: list[Card] = []
        self.limits: dict[str, int] = {}

    def read(self, part: Part) -> None:
        """Take in a card, or note its problems."""
        before = len(part.file.problems)
        id_, char, ja, en = (part.words(key) for key in ("id", "char", "ja", "en"))
        self.names.add(part)
        family = part.choice("family", [each.value for each in Family])
        force = part.number("force", FORCES)
        most = part.number("most", COPIES[1:], needed=False)
        made = _abilities(part)
        part.finish()
        is_whole = len(part.file.problems) == before
        if not (is_whole and id_ and char and ja and en and family) or force is None:
            return
        text = text_of(made, most)
        number = len(self.base.cards) + len(self.cards) + 1
        self.cards.append(
            Card(number, id_, char, ja, en, Family(family), force, text.ja, text.en, made)
        )
        if most is not None:
            self.limits[id_] = most


def _changes(parts: Sequence[Part], base: CardPool) -> Mapping[str, tuple[Card, int | None]]:
    """The cards of the base that are played otherwise, each with its new limit."""
    found: dict[str, tuple[Card, int | None]] = {}
    for part in parts:
        id_ = part.choice("card", list(base.by_id))
        force = part.number("force", FORCES, needed=False)
        most = part.number("most", COPIES, needed=False)
        is_new = part.has("ability")
        made = _abilities(part)
        part.finish()
        if id_ in found:
            part.refuse("card", "house-changed-twice", id_ or "")
        elif not {"force", "most", "ability"} & set(part.values):
            part.refuse("card", "house-nothing-changed")
        elif id_:
            old = base.by_id[id_]
            card = replace(old, force=old.force if force is None else force)
            if is_new:
                text = text_of(made, most)
                card = replace(card, abilities=made, text_ja=text.ja, text_en=text.en)
            else:
                text = with_limit(Words(old.text_ja, old.text_en), most)
                card = replace(card, text_ja=text.ja, text_en=text.en)
            found[id_] = card, most
    return found


# --- abilities --------------------------------------------------------------------------------------------


def _abilities(part: Part) -> tuple[Ability, ...]:
    made = [_ability(each) for each in part.parts("ability", MOST_ABILITIES)]
    return tuple(each for each in made if each)


def _ability(part: Part) -> Ability | None:
    before = len(part.file.problems)
    kind = part.choice("kind", KINDS)
    made: Ability | None = None
    match kind:
        case "static":
            rule = part.choice("rule", [each.value for each in Rule])
            made = Static(Rule(rule)) if rule else None
        case "build":
            if term := _term(part, AT_START, "build"):
                made = abilities.Build(term.verb())  # type: ignore[arg-type]
        case "action":
            made = _action(part)
        case "event":
            made = _event(part)
    if kind:
        part.finish()
    return made if len(part.file.problems) == before else None


def _action(part: Part) -> Action | None:
    term = _term(part, ACTIONS, "action")
    there_are = [each.value for each in Constraint if each is not Constraint.SOURCE_IN_PLAY]
    constraint = _constraint(part, term, there_are)
    option = _option(part, term)
    numbers = _numbers(part, term)
    if not term or numbers is None:
        return None
    return Action(term.verb(**numbers), constraint, option)  # type: ignore[arg-type]


def _event(part: Part) -> Event | None:
    trigger = part.choice("trigger", [each.value for each in Trigger])
    term = _term(part, trigger, trigger) if trigger else None
    if not trigger:
        part.asked += list(part.values)
        return None
    at_least, constraint = 1, None
    if trigger in DAMAGE:
        at_least = part.number("at_least", POINTS, needed=False) or 1
        constraint = _constraint(part, term, [Constraint.SOURCE_IN_PLAY.value])
    option = _option(part, term)
    numbers = _numbers(part, term)
    if not term or numbers is None:
        return None
    answer = term.verb(**numbers)
    return Event(Trigger(trigger), answer, constraint, option, at_least)  # type: ignore[arg-type]


def _term(part: Part, place: str, called: str) -> Term | None:
    """The verb that is done there."""
    fitting = [term.name for term in TERMS if place in term.places]
    word = part.values.get("do")
    if isinstance(word, str) and word in BY_NAME and word not in fitting:
        part.asked.append("do")
        part.refuse("do", "house-not-here", word, called, there_are=fitting)
        part.asked += list(BY_NAME[word].numbers)
        return None
    found = part.choice("do", fitting)
    if not found:
        part.asked += ["points", "times"]
    return BY_NAME[found] if found else None


def _constraint(part: Part, term: Term | None, there_are: Sequence[str]) -> Constraint | None:
    found = part.choice("constraint", there_are, needed=False)
    if (
        term
        and term.constraint
        and found != term.constraint
        and not (part.has("constraint") and found is None)
    ):
        needed = f'constraint = "{term.constraint}"'
        part.refuse("do", "house-needs", term.name, there_are=(needed,))
    return Constraint(found) if found else None


def _option(part: Part, term: Term | None) -> Option | None:
    found = part.choice("option", [each.value for each in Option], needed=False)
    if not term:
        return Option(found) if found else None
    if found and found not in term.options:
        code = _PAYS.get(Option(found), "house-no-option")
        part.refuse("option", code, term.name, found, there_are=term.options)
    elif term.option and found != term.option and not (part.has("option") and not found):
        part.refuse("do", "house-needs", term.name, there_are=(f'option = "{term.option}"',))
    return Option(found) if found else None


def _numbers(part: Part, term: Term | None) -> dict[str, int] | None:
    """The numbers of the verb, if all are there."""
    if not term:
        return None
    found = {
        name: part.number(name, within, needed=name not in term.optional())
        for name, within in term.numbers.items()
    }
    given = {name: number for name, number in found.items() if number is not None}
    return given if term.optional() | set(given) == set(found) else None
